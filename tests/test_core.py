"""The compiled core on its own: under sanitizers, and to the last bit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAMS = ROOT / "core" / "tests"
SOURCES = [path for room in ("cards", "dcm", "icm") for path in sorted((ROOT / "core" / room).glob("*.cpp"))]
COMPILER = os.environ.get("CXX", "g++")


def options() -> list[str]:
    """Return the options that every file of the core is compiled with, as CMake has them."""
    [given] = re.findall(r"set\(FINALTABLE_OPTIONS ([^)]*)\)", (ROOT / "core" / "CMakeLists.txt").read_text("utf-8"))
    return str(given).split()


def compiled(folder: Path, sources: Sequence[Path], *flags: str) -> dict[str, Path]:
    """Compile these files with these flags, a warning being an error; return the objects by name."""
    command = [COMPILER, "-std=c++20", "-pthread", *options(), "-Werror", *flags, f"-I{ROOT / 'core'}", "-c"]
    folder.mkdir()

    def compile_one(source: Path) -> Path:
        made = folder / f"{source.stem}.o"
        subprocess.run([*command, str(source), "-o", str(made)], check=True)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {made.stem: made for made in pool.map(compile_one, sources)}


def run(objects: dict[str, Path], program: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Link these objects into a program, and run it."""
    subprocess.run([COMPILER, "-pthread", *flags, *map(str, objects.values()), "-o", str(program)], check=True)
    return subprocess.run([program], capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.parametrize(("name", "sanitizers"), [("sanitize", "address,undefined"), ("threads", "thread")])
def test_the_core_is_clean_under_sanitizers(name: str, sanitizers: str, tmp_path: Path) -> None:
    sanitize = [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
    objects = compiled(tmp_path / "core", [*SOURCES, PROGRAMS / f"{name}.cpp"], "-O1", "-g", *sanitize)
    done = run(objects, tmp_path / name, *sanitize)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith(" 0 failed")


def test_the_last_bit_does_not_depend_on_the_processor_the_core_is_compiled_for(tmp_path: Path) -> None:
    sources = [*SOURCES, PROGRAMS / "bits.cpp"]
    any_processor = compiled(tmp_path / "any", sources, "-O2")
    without_choice = compiled(tmp_path / "narrow", [ROOT / "core" / "icm" / "lanes.cpp"], "-O2", "-DFINALTABLE_NARROW")
    this_processor = compiled(tmp_path / "this", sources, "-O2", "-march=native")
    printed = run(any_processor, tmp_path / "bits").stdout
    assert printed.count("\n") > 10_000
    assert run(any_processor | without_choice, tmp_path / "narrow_bits").stdout == printed
    assert run(this_processor, tmp_path / "native_bits").stdout == printed


OTHER_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
}
FINISH = """
import finaltable as ft
nine = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]
for model in ("dcm", "icm"):
    print(ft.finish_probabilities(nine, model=model).tobytes().hex())
"""


def test_finish_probabilities_are_the_same_where_the_libraries_take_other_instructions() -> None:
    def printed(environment: dict[str, str]) -> str:
        command = [sys.executable, "-W", "ignore", "-c", FINISH]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert printed({**os.environ, **OTHER_PROCESSOR}) == printed(dict(os.environ))
