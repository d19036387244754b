"""Fuzz the kernels of the core: make fuzz.

Each program of `core/fuzz` changes its inputs at random, keeps those that reach new code, and checks what every answer
promises, under the address and undefined-behaviour sanitizers. An input that breaks something is kept as
`build/core/fuzz/broken-<subject>`; pass that file to the program to see it again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core"
FOLDER = ROOT / "build" / "core" / "fuzz"
SUBJECTS = ("cards", "dcm", "equilibrium", "icm", "sem")
# Development tools may be installed only next to Python.
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
SETTINGS = ("-DFINALTABLE_DEVELOPMENT=ON", "-DFINALTABLE_FUZZ=ON", "-DFINALTABLE_SANITIZE=address,undefined")


def main() -> int:
    """Run all programs at once, and return 1 if one of them found something."""
    parser = argparse.ArgumentParser(prog="make fuzz", description="Fuzz the kernels of the core.")
    parser.add_argument("subjects", nargs="*", help=f"some of: {', '.join(SUBJECTS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=600.0, help="for how long (default: 600)")
    parser.add_argument("--seed", type=int, default=1, help="of the random changes (default: 1)")
    asked = parser.parse_args()
    subjects = asked.subjects or SUBJECTS
    if unknown := set(subjects) - set(SUBJECTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    build(subjects)
    # Clang links libFuzzer, which has options of its own.
    limits = [f"-max_total_time={asked.seconds:.0f}", f"-seed={asked.seed}"]
    if not uses_clang():
        limits = [f"seconds={asked.seconds}", f"seed={asked.seed}"]
    running = {subject: subprocess.Popen([program(subject), *limits], cwd=FOLDER) for subject in subjects}
    codes = {subject: process.wait() for subject, process in running.items()}
    for subject, code in codes.items():
        sys.stdout.write(f"{subject}: {'nothing found' if code == 0 else 'something is broken, see above'}\n")
    return 1 if any(codes.values()) else 0


def build(subjects: tuple[str, ...] | list[str] = SUBJECTS) -> None:
    """Build the programs; only changed files are compiled again."""
    subprocess.run(["cmake", "-S", CORE, "-B", FOLDER, *SETTINGS], check=True, env=ENVIRONMENT)
    targets = [f"fuzz_{subject}" for subject in subjects]
    command = ["cmake", "--build", str(FOLDER), "--parallel", str(os.cpu_count()), "--target", *targets]
    subprocess.run(command, check=True, env=ENVIRONMENT)


def program(subject: str) -> Path:
    """Return the path of a program."""
    return FOLDER / "fuzz" / f"fuzz_{subject}"


def uses_clang() -> bool:
    """Return whether the programs were compiled by clang."""
    return "clang" in next(
        line for line in (FOLDER / "CMakeCache.txt").read_text().splitlines() if line.startswith("CMAKE_CXX_COMPILER:")
    )


if __name__ == "__main__":
    sys.exit(main())
