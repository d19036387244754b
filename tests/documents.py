"""The code blocks of the README and the documentation, with their commands and outputs.

A block is one of these; others fail the tests, so that all examples are run:

- ``console``: a shell runs the lines with ``$``, in one folder per page, and the output is compared with the lines that
  follow. ``…`` stands for any text.
- ``python`` with ``>>>``: run by pytest as a doctest.
- any language with a ``title``: a file of that name for the commands of the page.
- ``text``: a drawing or a formula; not run.

``make golden`` runs every command and writes its output into the page. Parts between ``<!-- name -->`` and
``<!-- end -->`` are made by ``docs/pages.py``, from docstrings, which are tested where they are.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.program import FINALTABLE, PATIENCE, environment, printed

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SERVED = "localhost:8000"
FENCE = re.compile(
    r"^```(?P<language>\w*)(?: title=\"(?P<title>[^\"]*)\")?\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
GENERATED = re.compile(r"^<!-- [\w.]+ -->$.*?^<!-- end -->$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (?P<line>(?:.*\\\n)*.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)

SHOWN_ONLY = {
    r"make .*": "its target is in the Makefile (below), and CI runs the one that tests",
    r"dask .*": "tests/batches/test_cluster.py starts a scheduler and workers",
    r"finaltable batch .* --(scheduler|workers) .*": "tests/batches/test_cluster.py runs on clusters of both kinds",
    r"pip install .*": "tests/house/test_distribution.py installs the wheel into an empty environment",
    r"finaltable evidence wsop\.com\.json .*": "tests/scoring/test_evidence.py runs it if the public results are there",
    r"docker .*": "hadolint reads the Dockerfile in make lint",
    r"git .*": "there is nothing to clone from",
    r"finaltable serve(?! --help).*": "tests/serving.py starts it in every test of the server",
    r"\.venv/bin/pytest .*": "the tests themselves",
}
"""Commands that are not run here, and what tests them instead."""


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    title: str | None
    text: str


class Command(NamedTuple):
    """A command of a page and the output that the page shows."""

    line: str
    shown: str


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    return [Block(found["language"], found["title"], found["text"]) for found in FENCE.finditer(text)]


def commands(text: str) -> list[Command]:
    """Return the commands of a page."""
    consoles = [block.text for block in blocks(text) if block.language == "console"]
    return [Command(found["line"], found["shown"]) for console in consoles for found in COMMAND.finditer(console)]


def is_run(line: str) -> bool:
    """Return whether a command can be run inside a test."""
    if line.startswith("curl ") and shutil.which("curl") is None:
        return False  # tests/web/test_api.py sends the same requests
    return not any(re.fullmatch(pattern, line, re.DOTALL) for pattern in SHOWN_ONLY)


def run_commands(page: Path, address: str = SERVED) -> Iterator[tuple[Command, str]]:
    """Run the commands of a page in order, in a folder with its files; yield each with its output."""
    text = page.read_text("utf-8")
    with TemporaryDirectory() as folder:
        for block in blocks(text):
            if block.title:
                (Path(folder) / block.title).write_text(block.text, "utf-8")
        for command in filter(lambda command: is_run(command.line), commands(text)):
            yield command, run_line(command.line.replace(SERVED, address), Path(folder))


def run_line(line: str, folder: Path) -> str:
    """Run a command line in a folder, with a shell if it needs one, and return its output."""
    if line.startswith("finaltable ") and not re.search(r"[|<>;&$`*?~\\]", line):
        return printed(shlex.split(line)[1:], folder, COLUMNS="100")
    programs = f"{Path(FINALTABLE).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=environment(PATH=programs, COLUMNS="100"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=PATIENCE,
        executable=shutil.which("bash"),
    ).stdout


def agrees(shown: str, printed: str) -> bool:
    """Return whether the output shown on a page matches the real one."""
    pattern = ".*?".join(map(re.escape, shown.split("…")))
    return re.fullmatch(pattern, ended(printed), re.DOTALL) is not None


def ended(printed: str) -> str:
    """Return an output that ends with a newline."""
    return printed if printed.endswith("\n") or not printed else f"{printed}\n"


def fill(page: Path, address: str) -> None:
    """Write the outputs of its commands into a page."""
    text = page.read_text("utf-8")
    for command, now in list(run_commands(page, address)):
        if not agrees(command.shown, now):
            text = text.replace(f"$ {command.line}\n{command.shown}", f"$ {command.line}\n{ended(now)}")
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    from tests.serving import serving

    with serving() as served:
        for page in PAGES:
            fill(page, served.address.removeprefix("http://"))
