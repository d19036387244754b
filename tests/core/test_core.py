"""The compiled core alone: its C++ tests under sanitizers, and its answers bit for bit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core"
# Development tools may be installed only next to Python.
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}


def built(name: str, *targets: str, **settings: str) -> Path:
    """Build C++ test programs, with warnings as errors, and return their folder.

    The build folder is kept, so only changed files are compiled again.
    """
    folder = CORE.parent / "build" / "core" / name
    flags = [f"-D{setting}={value}" for setting, value in {"FINALTABLE_DEVELOPMENT": "ON", **settings}.items()]
    subprocess.run(["cmake", "-S", CORE, "-B", folder, *flags], check=True, env=ENVIRONMENT)
    build = ["cmake", "--build", str(folder), "--parallel", str(os.cpu_count()), "--target", *targets]
    subprocess.run(build, check=True, env=ENVIRONMENT)
    return folder / "tests"


def run(program: Path) -> subprocess.CompletedProcess[str]:
    """Run a test program."""
    return subprocess.run([program], capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
def test_the_core_passes_its_cpp_tests_under_sanitizers(sanitizers: str) -> None:
    done = run(built(sanitizers.replace(",", "-"), "core_tests", FINALTABLE_SANITIZE=sanitizers) / "core_tests")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.fullmatch(r"[1-9]\d* tests, [1-9]\d* checks, 0 failed\n", done.stdout)


def test_every_cpp_test_file_is_compiled() -> None:
    files = {path.stem for path in (CORE / "tests").glob("*.cpp")} - {"main", "bits"}
    subjects, *_ = re.findall(r"set\(SUBJECTS (\w+ .*)\)", (CORE / "tests" / "CMakeLists.txt").read_text("utf-8"))
    assert files == set(str(subjects).split())


def in_use() -> str:
    """Return the core library that Python uses; an empty string if it is missing or older than the sources."""
    sources = [path.stat().st_mtime for path in CORE.rglob("*") if path.is_file() and path.parent.name != "tests"]
    libraries = list(CORE.parent.glob("build/*/core/libfinaltable_core.a"))
    newest = max(libraries, key=lambda path: path.stat().st_mtime, default=None)
    fresh = newest is not None and newest.stat().st_mtime > max(sources)
    return str(newest) if fresh else ""


@pytest.mark.timeout(900)  # it compiles the core, perhaps on a busy machine
def test_answers_do_not_depend_on_the_processor_the_core_is_compiled_for() -> None:
    programs = built("bits", "bits", "bits_narrow", "bits_native", FINALTABLE_BUILT=in_use())
    printed = run(programs / "bits").stdout
    assert printed.count("\n") > 10_000
    assert run(programs / "bits_narrow").stdout == printed
    assert run(programs / "bits_native").stdout == printed


OTHER_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
}
FINISH = """
import finaltable as ft
nine = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]
for model in ("dcm", "icm"):
    print(ft.finish(nine, model=model).tobytes().hex())
"""


def test_finish_probabilities_do_not_depend_on_the_instructions_of_libraries() -> None:
    def printed(environment: dict[str, str]) -> str:
        command = [sys.executable, "-W", "ignore", "-c", FINISH]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert printed({**os.environ, **OTHER_PROCESSOR}) == printed(dict(os.environ))
