"""What the README and the documentation show is what one gets."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import FINALTABLE
from tests.test_plots import svg_texts

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_make_run_prints_what_the_readme_shows() -> None:
    shown = re.search(r"\$ make run\n(.*?)```", README, re.DOTALL)
    assert shown
    make = shutil.which("make")
    assert make
    run = subprocess.run([make, "-s", "run"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == shown[1]


@pytest.mark.parametrize("page", ["docs/command-line.md", "docs/deals.md", "docs/decisions.md"])
def test_the_commands_of_a_page_print_what_it_shows(page: str) -> None:
    blocks = re.findall(
        r"```console\n\$ ([^\n]*finaltable [^\n]*)\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL
    )
    shell = {**os.environ, "PATH": f"{Path(FINALTABLE).parent}{os.pathsep}{os.environ['PATH']}"}
    for line, shown in blocks:
        run = subprocess.run(line, shell=True, capture_output=True, text=True, check=True, env=shell, timeout=60)
        assert run.stdout == shown, line
    assert blocks


def test_every_json_field_is_documented() -> None:
    documented = (ROOT / "docs" / "command-line.md").read_text("utf-8").partition("## JSON")[2]
    rows = {
        row[0]: set(re.findall(r"`(\w+)`", row[1])) for row in re.findall(r"^\| `(\w+)` \| (.*) \|$", documented, re.M)
    }
    for command, fields in rows.items():
        golden = json.loads((ROOT / "tests" / "golden" / f"{command}.json.json").read_text("utf-8"))
        within = fields | rows["equity"] | (rows["sensitivity"] if command == "deal" else set())
        assert set(keys(golden)) <= within, command
        assert set(golden) <= fields, command
    assert len(rows) == 11


def keys(value: object) -> list[str]:
    """Every key at any depth."""
    if isinstance(value, dict):
        return [*value, *(key for inner in value.values() for key in keys(inner))]
    return [key for inner in value for key in keys(inner)] if isinstance(value, list) else []


def test_the_figures_are_those_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "figures.py"), str(tmp_path)], check=True, timeout=120)
    drawn = {file.name: svg_texts(file) for file in tmp_path.iterdir()}
    kept = {file.name: svg_texts(file) for file in (ROOT / "docs" / "figures").iterdir()}
    assert drawn == kept
    pages = "".join(page.read_text("utf-8") for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    assert set(re.findall(r"figures/([\w-]+\.svg)", pages)) <= set(kept)


def test_every_command_in_the_readme_works() -> None:
    commands = [
        line for line in re.findall(r"`finaltable (.*?)`", README) if line != "serve"
    ]  # it would serve for ever
    assert len(commands) >= 5
    for line in commands:
        run = subprocess.run([FINALTABLE, *shlex.split(line)], capture_output=True, text=True, check=True, timeout=60)
        assert run.stdout
