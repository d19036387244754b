"""Types as other people's programs see them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import finaltable as ft
from tests.documents import ROOT

PROGRAM = ROOT / "tests" / "typed_program.py"
PYRIGHT = Path(sys.prefix) / "node_modules" / "pyright" / "index.js"


def test_the_program_uses_every_public_name() -> None:
    used = set(re.findall(r"\bft\.(\w+)", PROGRAM.read_text("utf-8")))
    assert set(ft.__all__) <= used


@pytest.mark.slow
def test_pyright_accepts_the_program() -> None:
    node = shutil.which("node", path=str(Path(sys.executable).parent))
    assert node
    assert PYRIGHT.is_file(), "make installs it from package.json"
    command = [node, str(PYRIGHT), "--pythonpath", sys.executable, str(PROGRAM)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=200)
    assert run.returncode == 0, run.stdout


@pytest.mark.slow
def test_mypy_accepts_the_program_outside_the_checkout(tmp_path: Path) -> None:
    shutil.copy(PROGRAM, tmp_path / "program.py")
    command = [sys.executable, "-m", "mypy", "--strict", "program.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=200)
    assert run.returncode == 0, run.stdout
