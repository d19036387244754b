"""The compiled core on its own, under sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [path for path in sorted((ROOT / "core").glob("*.cpp")) if path.name != "bindings.cpp"]


def test_the_core_is_clean_under_address_and_undefined_behaviour_sanitizers(tmp_path: Path) -> None:
    program = tmp_path / "sanitize"
    compiler = os.environ.get("CXX", "g++")
    flags = ["-std=c++20", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-pthread"]
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    sources = [*map(str, SOURCES), str(ROOT / "tests/core/sanitize.cpp")]
    subprocess.run([compiler, *flags, *warnings, f"-I{ROOT / 'core'}", *sources, "-o", str(program)], check=True)
    run = subprocess.run([program], capture_output=True, text=True, timeout=240, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.rstrip().endswith(" 0 failed")


def test_only_the_bindings_know_python() -> None:
    for path in (ROOT / "core").iterdir():
        text = path.read_text("utf-8")
        assert path.name == "bindings.cpp" or ("Python.h" not in text and "nanobind" not in text), path
