"""The compiled core on its own, under sanitizers."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [path for path in sorted((ROOT / "core").glob("*.cpp")) if path.name != "bindings.cpp"]
COMPILER = os.environ.get("CXX", "g++")
FLAGS = ["-std=c++20", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-pthread"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def test_the_core_is_clean_under_address_and_undefined_behaviour_sanitizers(tmp_path: Path) -> None:
    def compiled(source: Path) -> str:
        made = tmp_path / f"{source.stem}.o"
        command = [COMPILER, *FLAGS, *WARNINGS, f"-I{ROOT / 'core'}", "-c", str(source), "-o", str(made)]
        subprocess.run(command, check=True)
        return str(made)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, [*SOURCES, ROOT / "tests" / "core" / "sanitize.cpp"]))
    program = tmp_path / "sanitize"
    subprocess.run([COMPILER, *FLAGS, *objects, "-o", str(program)], check=True)
    run = subprocess.run([program], capture_output=True, text=True, timeout=240, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.rstrip().endswith(" 0 failed")
