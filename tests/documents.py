"""The code blocks of the README and the documentation: what they run, and what they show.

A block is one of these; anything else is refused, so that nothing is shown that was not run:

- ``console``: lines with ``$`` are run by a shell, in one folder a page; what they print is compared with what follows.
  ``…`` stands for anything.
- ``python`` with ``>>>``: run by pytest as a doctest.
- any language with a ``title``: a file of that name, there for the commands of the page.
- ``text``: a drawing or a formula; nothing to run.

``make golden`` runs every command and writes what it prints into the pages.
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
    r"\.venv/bin/pytest .*": "the tests, inside the tests",
}
"""Commands that are shown and not run here, and what holds them instead."""


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    title: str | None
    text: str


class Command(NamedTuple):
    """A command of a page and what the page says it prints."""

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
    """Whether a command can be run inside a test."""
    if line.startswith("curl ") and shutil.which("curl") is None:
        return False  # tests/web/test_api.py asks the same without it
    return not any(re.fullmatch(pattern, line, re.DOTALL) for pattern in SHOWN_ONLY)


def run_commands(page: Path, address: str = SERVED) -> Iterator[tuple[Command, str]]:
    """Run the commands of a page in order, in a folder with its files; yield each with what it printed."""
    text = page.read_text("utf-8")
    with TemporaryDirectory() as folder:
        for block in blocks(text):
            if block.title:
                (Path(folder) / block.title).write_text(block.text, "utf-8")
        for command in filter(lambda command: is_run(command.line), commands(text)):
            yield command, run_line(command.line.replace(SERVED, address), Path(folder))


def run_line(line: str, folder: Path) -> str:
    """Run a line in a folder and return what it prints: by a shell, where it needs one."""
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
    """Whether a page shows what was printed."""
    pattern = ".*?".join(map(re.escape, shown.split("…")))
    return re.fullmatch(pattern, ended(printed), re.DOTALL) is not None


def ended(printed: str) -> str:
    """Return what was printed with a line end behind it."""
    return printed if printed.endswith("\n") or not printed else f"{printed}\n"


def fill(page: Path, address: str) -> None:
    """Write into a page what its commands print."""
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
