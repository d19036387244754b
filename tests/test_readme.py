"""The README's commands do what the README shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
FINALTABLE = str(Path(sys.executable).with_name("finaltable"))


def test_make_run_prints_what_the_readme_shows() -> None:
    shown = re.search(r"\$ make run\n(.*?)```", README, re.DOTALL)
    assert shown
    make = shutil.which("make")
    assert make
    run = subprocess.run([make, "-s", "run"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == shown[1]


def test_commands_shown_with_arguments_work() -> None:
    arguments = re.findall(r'make run ARGS="([^"…]+)"', README)
    assert arguments
    for line in arguments:
        run = subprocess.run([FINALTABLE, *line.split()], capture_output=True, text=True, check=True)
        assert "right to" in run.stdout


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("equity 1000 x --payouts 100", "finaltable: stacks[1] must be a number, got 'x'"),
        ("equity 1000 5 --payouts 3,2,1", "finaltable: payouts must not outnumber the players: place 3 cannot be paid"),
        ("compare 3 2 --payouts 1 --models icm,nash", "finaltable: models[1] must be one of chip_chop, dcm, icm, got"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(line: str, complaint: str) -> None:
    run = subprocess.run([FINALTABLE, *line.split()], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith(complaint)
    assert run.stderr.count("\n") == 1
