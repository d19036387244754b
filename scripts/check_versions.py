"""Test the lowest versions allowed on Python 3.11, and the newest on newer Pythons: ``make versions``.

Packages to run, draw and serve have the lowest versions that pyproject.toml allows; the test tools are the
newest. A Python that is not installed is skipped with a message.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from scripts.requirements import PYPROJECT, lowest, requirements

ROOT = PYPROJECT.parent
ENVIRONMENTS = ROOT / "build" / "versions"
LOWEST_PYTHON = "3.11"
NEWER_PYTHONS = ("3.12", "3.13", "3.14")
EXTRAS = ["cluster", "mcp", "plots", "web"]
# Tests of development tasks: they need a compiler, make, the documentation or Node.
LEFT_OUT = (
    "test_app_modules",
    "test_architecture",
    "test_core",
    "test_distribution",
    "test_documents",
    "test_lock",
    "test_makefile",
)
TOOLS = ("playwright", "nbclient")  # tests that import these need a browser, or the notebook tools


def pythons(version: str) -> Iterator[str]:
    """Yield candidates for this version of Python: on the path, then from pyenv."""
    yield shutil.which(f"python{version}") or ""
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(home.glob(f"versions/{version}.*/bin/python")))


def find_python(version: str) -> str | None:
    """Return a program that is this version (pyenv leaves stubs on the path that only print an error)."""
    asked = "import sys; sys.exit('%d.%d' % sys.version_info[:2] != sys.argv[1])"
    for program in filter(None, pythons(version)):
        if subprocess.run([program, "-c", asked, version], capture_output=True, check=False).returncode == 0:
            return program
    return None


def constraints() -> str:
    """Return the lowest versions allowed of the packages to build and run finaltable."""
    build = tomllib.loads(PYPROJECT.read_text("utf-8"))["build-system"]["requires"]
    return "\n".join(map(lowest, [*build, *requirements(EXTRAS)])) + "\n"


def install(python: str, home: Path, constrained: str) -> None:
    """Make an environment with finaltable in it, built and installed with these constraints."""
    shutil.rmtree(home, ignore_errors=True)
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    (home / "constraints.txt").write_text(constrained, "utf-8")
    quietly = [str(home / "bin" / "python"), "-m", "pip", "--quiet", "--quiet", "install"]
    built = f"--config-settings=build-dir={home / 'core'}"
    # Starlette's test client once took httpx.
    wanted = ["--editable", f".[{','.join(EXTRAS)}]", *requirements(["test"]), "httpx"]
    environment = {**os.environ, "PIP_CONSTRAINT": str(home / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*quietly, built, *wanted], cwd=ROOT, env=environment, check=True)


def left_out() -> set[str]:
    """Return the test files that are not run: those above, and those that import a tool, also indirectly."""
    imports = {
        file.stem: set(
            re.findall(r"^(?:from|import) (?:tests\.|tests import )?(\w+)", file.read_text("utf-8"), re.MULTILINE)
        )
        for file in (ROOT / "tests").rglob("*.py")
    }
    found = set(TOOLS)
    while more := {name for name, names in imports.items() if names & found} - found:
        found |= more
    return found - set(TOOLS) | set(LEFT_OUT)


def passes(home: Path) -> bool:
    """Run the tests in an environment, and return whether all of them passed."""
    # Ignore deprecation warnings: old packages use what newer ones have deprecated.
    options = ["-q", "-p", "no:cacheprovider", "-W", "default::DeprecationWarning", "--numprocesses=logical"]
    options += [f"--ignore-glob={path}/{name}.py" for name in sorted(left_out()) for path in ("tests", "tests/**")]
    pytest = [str(home / "bin" / "python"), "-m", "pytest", *options, "tests", "src"]
    return subprocess.run(pytest, cwd=ROOT, check=False).returncode == 0


def main() -> None:
    """Test every combination with an installed Python; exit with 1 if one failed."""
    failed = []
    plan = {f"{LOWEST_PYTHON}-lowest": (LOWEST_PYTHON, constraints())}
    plan |= {f"{version}-newest": (version, "") for version in NEWER_PYTHONS}
    for name, (version, constrained) in plan.items():
        python = find_python(version)
        sys.stdout.write(f"{name}: {python or f'there is no Python {version} here'}\n")
        sys.stdout.flush()
        if python:
            install(python, ENVIRONMENTS / name, constrained)
            failed += [] if passes(ENVIRONMENTS / name) else [name]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
