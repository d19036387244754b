"""Change the code in small ways, run its tests on each change, and print the changes that no test notices.

``make mutants`` changes the Python code of money and models, and the C++ of the kernels. A change is chosen by the
name of the file and a seed, so a run can be repeated. Nothing in the checkout is written: a changed Python module is
compiled while it is imported, and C++ is changed in a copy. Survivors that are explained in
``docs/contributing/tests-and-benchmarks.md`` are counted, but not printed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.machinery
import importlib.util
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from scripts.changes import Change, changes_of

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "finaltable"
FOLDER = ROOT / "build" / "mutants"
EXPLAINED = ROOT / "docs" / "contributing" / "tests-and-benchmarks.md"
# Development tools may be installed only next to Python.
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
PYTHON = {
    "models/icm.py": ("models/test_icm.py", "models/test_exponent.py", "models/test_icm_compressed.py"),
    "models/chip_chop.py": ("models/test_chip_chop.py",),
    "models/dcm/exact.py": ("models/test_dcm.py", "values/test_tree.py"),
    "models/dcm/paper.py": ("models/test_dcm.py", "values/test_paper.py"),
    "models/sem/exact.py": ("models/test_sem.py",),
    "models/icm_bounty.py": ("values/test_bounties.py",),
    "models/dcm/exact_bounty.py": ("values/test_bounties.py",),
    "spots/posted.py": ("spots",),
    "spots/outcome.py": ("spots",),
    "spots/knockouts.py": ("spots",),
    "deals/deal.py": ("deals",),
    "deals/terms.py": ("deals",),
    "table/money.py": ("table/test_money.py", "deals"),
    "table/mystery.py": ("table/test_mystery.py", "values/test_bounties.py"),
    "table/prizes.py": ("table",),
    "decisions/verdict.py": ("decisions/test_decision.py", "decisions/test_bounty_call.py"),
}
"""Modules, and the tests that should notice a change."""
CPP = {
    "icm/subsets.cpp": ("icm",),
    "icm/distinct.cpp": ("icm", "compressed"),
    "dcm/tree.cpp": ("equities", "tree", "hands"),
    "dcm/bounty.cpp": ("bounty",),
    "sem/tree.cpp": ("sem",),
    "sem/knockouts.cpp": ("sem", "bounty"),
    "equilibrium/lineup.cpp": ("setup", "equilibrium", "raises"),
    "equilibrium/outcomes.cpp": ("setup", "equilibrium", "raises"),
    "equilibrium/gains.cpp": ("setup", "equilibrium", "raises"),
    "tournament/hands.cpp": ("hands",),
}
"""Files of the core, and the subjects of its tests."""
LONGEST = 120.0  # seconds of a test run; what takes longer has been noticed


class Mutant(NamedTuple):
    """A file with a change."""

    file: str
    change: Change
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """What was changed, as the documentation names it."""
        return f"`{self.file}`: {self.change.name}"


def main() -> int:
    """Try all changes, and return 1 if one that is not explained survives."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Count changes of the code that no test notices.")
    parser.add_argument("files", nargs="*", help="some of the files (default: all)")
    parser.add_argument("--each", type=int, default=7, help="changes of a Python file (default: 7)")
    parser.add_argument("--each-cpp", type=int, default=4, help="changes of a C++ file (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice (default: 1)")
    asked = parser.parse_args()
    explained, results = " ".join(EXPLAINED.read_text("utf-8").split()), Counter[str]()
    for mutant, result in chain(python_results(asked), cpp_results(asked)):
        result = "explained" if result == "survived" and " ".join(mutant.name.split()) in explained else result
        results[result] += 1
        if result == "survived":
            sys.stdout.write(f"survived: {mutant.name}\n")
            sys.stdout.flush()
    found = ", ".join(f"{count} {result}" for result, count in sorted(results.items()))
    sys.stdout.write(f"{results.total() - results['not compiled']} changes: {found}\n")
    return int(results["survived"] > 0)


def chosen(folder: Path, file: str, tests: tuple[str, ...], seed: int) -> list[Mutant]:
    """Return the changes of a file in random order."""
    text = (folder / file).read_text("utf-8")
    changes = changes_of(text, file.endswith(".py"))
    random.Random(f"{seed} {file}").shuffle(changes)
    return [Mutant(file, change, tests) for change in changes]


def python_results(asked: argparse.Namespace) -> Iterator[tuple[Mutant, str]]:
    """Yield each change of Python code with its result; as many run at once as there are cores."""
    mutants = [
        mutant
        for file, tests in PYTHON.items()
        if not asked.files or file in asked.files
        for mutant in chosen(PACKAGE, file, tests, asked.seed)[: asked.each]
    ]
    if not mutants:
        return
    for package in ("pytest", "numpy"):  # once for all processes
        importlib.import_module(package)
    unchanged = os.waitpid(forked(None, tuple(sorted({test for one in mutants for test in one.tests}))), 0)[1]
    if unchanged:
        raise SystemExit("the tests fail without a change")
    waiting, running = mutants[::-1], dict[int, tuple[Mutant, float]]()
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop()
            running[forked(mutant, mutant.tests)] = mutant, time.monotonic() + LONGEST
        time.sleep(0.1)
        for process, (mutant, end) in list(running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                yield mutant, "killed" if status else "survived"
            elif time.monotonic() > end:
                os.killpg(process, signal.SIGKILL)
                os.waitpid(process, 0)
                yield mutant, "killed"
            if ended or time.monotonic() > end:
                del running[process]


def forked(mutant: Mutant | None, tests: Sequence[str]) -> int:
    """Start a process that runs tests on a changed module, and return its number."""
    sys.stdout.flush()
    if process := os.fork():
        return process
    os.setsid()
    os.chdir(ROOT)
    if mutant is not None:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
    # Without the examples in the module itself: pytest would load a file that it is given in its own way.
    places = [str(ROOT / "tests" / test) for test in tests]
    if mutant is not None:
        sys.meta_path.insert(0, ChangedModule(mutant))
    quick = ("-x", "-q", "-m", "not slow", "--hypothesis-profile=quick")
    plain = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")
    code = int(importlib.import_module("pytest").main([*quick, *plain, *places]))
    os._exit(1 if code else 0)


class ChangedModule(importlib.machinery.SourceFileLoader):
    """Finds and compiles one module with a change."""

    def __init__(self, mutant: Mutant) -> None:
        self.source = mutant.change.applied((PACKAGE / mutant.file).read_text("utf-8"))
        name = "finaltable." + mutant.file.removesuffix(".py").replace("/", ".")
        super().__init__(name, str(PACKAGE / mutant.file))

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Return how the module is loaded; None for all others."""
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, _name: str) -> CodeType:
        """Return the changed code."""
        return compile(self.source, self.path, "exec", dont_inherit=True)


def cpp_results(asked: argparse.Namespace) -> Iterator[tuple[Mutant, str]]:
    """Yield each change of the core with its result."""
    files = {file: tests for file, tests in CPP.items() if not asked.files or file in asked.files}
    if not files:
        return
    copy = FOLDER / "core"
    copy_changed(ROOT / "core", copy)
    flags = ("-DFINALTABLE_DEVELOPMENT=OFF", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1")
    subprocess.run(
        ["cmake", "-S", copy, "-B", FOLDER / "cpp", *flags], check=True, env=ENVIRONMENT, capture_output=True
    )
    if built() or tested(sorted({test for tests in files.values() for test in tests})):
        raise SystemExit("the core's tests fail without a change")
    for file, tests in files.items():
        count, text = 0, (copy / file).read_text("utf-8")
        for mutant in chosen(ROOT / "core", file, tests, asked.seed):
            if count == asked.each_cpp:
                break
            (copy / file).write_text(mutant.change.applied(text), "utf-8")
            compiled = not built()
            count += compiled
            yield mutant, "not compiled" if not compiled else "killed" if tested(tests) else "survived"
        (copy / file).write_text(text, "utf-8")


def copy_changed(source: Path, target: Path) -> None:
    """Copy the files that differ. Copies are new files, so that an object of an earlier run's change is not kept."""
    for file in source.rglob("*"):
        copy = target / file.relative_to(source)
        if file.is_file() and not (copy.exists() and copy.read_bytes() == file.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)


def built() -> int:
    """Compile what has changed, and return 0 if that worked."""
    build = ["cmake", "--build", str(FOLDER / "cpp"), "--parallel", str(os.cpu_count()), "--target", "core_tests"]
    return subprocess.run(build, env=ENVIRONMENT, capture_output=True, check=False).returncode


def tested(subjects: Sequence[str]) -> int:
    """Run tests of the core, and return 0 if they pass."""
    program = FOLDER / "cpp" / "tests" / "core_tests"
    try:
        return subprocess.run([program, *subjects], capture_output=True, timeout=LONGEST, check=False).returncode
    except subprocess.TimeoutExpired:
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
