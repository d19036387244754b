"""The fuzzing programs: kernels keep their promises, and the driver finds an input that breaks one."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from scripts import fuzz

# Fewer runs where a run takes longer: all subjects take a few seconds.
RUNS = {"cards": 300, "dcm": 200, "equilibrium": 6, "icm": 300, "sem": 300}

# Three bytes must be found one after the other: without coverage, 2^24 inputs would be needed.
BROKEN = """
#include "fuzz/input.hpp"
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0 && data[0] == 'a')
        if (size > 1 && data[1] == 'c')
            if (size > 2 && data[2] == 'e') HOLDS(!"an ace");
    return 0;
}
"""


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, where it keeps inputs."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)


def test_every_harness_is_run() -> None:
    files = {path.stem for path in (fuzz.CORE / "fuzz").glob("*.cpp")} - {"main"}
    (named,) = re.findall(r"foreach\(SUBJECT (.+)\)", (fuzz.CORE / "fuzz" / "CMakeLists.txt").read_text("utf-8"))
    assert files == set(fuzz.SUBJECTS) == set(RUNS) == set(named.split())


@pytest.mark.slow
@pytest.mark.timeout(900)  # it compiles the core, perhaps on a busy machine
def test_kernels_keep_their_promises_on_random_inputs(tmp_path: Path) -> None:
    fuzz.build()
    if fuzz.uses_clang():
        pytest.skip("libFuzzer has other options")
    for subject, runs in RUNS.items():
        done = run(fuzz.program(subject), f"runs={runs}", "seed=1", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"{runs} runs, ")


@pytest.mark.slow
def test_the_driver_is_steered_by_coverage_and_keeps_what_breaks(tmp_path: Path) -> None:
    source, program = tmp_path / "broken.cpp", tmp_path / "fuzz_harness"
    source.write_text(BROKEN)
    # At fixed addresses, edges have the same numbers in each run.
    compiler = [os.environ.get("CXX", "g++"), "-std=c++20", "-fno-pie", "-no-pie", f"-I{fuzz.CORE}"]
    parts = {source: ["-fsanitize-coverage=trace-pc"], fuzz.CORE / "fuzz" / "main.cpp": ["-O2"]}
    for part, options in parts.items():
        subprocess.run([*compiler, *options, "-c", part, "-o", tmp_path / f"{part.stem}.o"], check=True)
    subprocess.run([*compiler, tmp_path / "broken.o", tmp_path / "main.o", "-o", program], check=True)

    found = run(program, "runs=300000", folder=tmp_path)
    assert found.returncode == 1
    assert 'does not hold: !"an ace"' in found.stderr
    assert (tmp_path / "broken-harness").read_bytes().startswith(b"ace")
    assert run(program, "broken-harness", folder=tmp_path).returncode == 1
    (tmp_path / "fine").write_bytes(b"king")
    assert run(program, "fine", folder=tmp_path).stdout == "1 inputs hold\n"
    assert run(program, "missing", folder=tmp_path).returncode == 2
