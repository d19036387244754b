"""The README's commands do what the README shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

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
