"""Update docs/how-it-works/the-evidence.md and its figure with `finaltable evidence` on the public results.

Usage: python -m scripts.evidence FOLDER, where the folder has wsop.com.json and pokernews.json.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.documents import ROOT, Command, commands, ended
from tests.program import FINALTABLE, environment

PAGE = ROOT / "docs" / "how-it-works" / "the-evidence.md"
FIGURE = ROOT / "docs" / "figures" / "evidence.svg"
FILES = ("wsop.com.json", "pokernews.json")


def data_commands(text: str) -> list[Command]:
    """Return the commands of a page that read the public results."""
    return [command for command in commands(text) if FILES[0] in command.line]


def printed_by(line: str, folder: Path) -> str:
    """Return the output of a command in the folder of the results."""
    programs = f"{Path(FINALTABLE).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=environment(PATH=programs, COLUMNS="100"),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def fill(folder: Path) -> None:
    """Write the outputs of the commands into the page, and draw the figure with the first of them."""
    text = PAGE.read_text("utf-8")
    found = data_commands(text)
    for command in found:
        sys.stderr.write(f"$ {command.line}\n")
        shown = f"$ {command.line}\n"
        text = text.replace(shown + command.shown, shown + ended(printed_by(command.line, folder)))
    PAGE.write_text(text, "utf-8")
    printed_by(f"{found[0].line} --plot {FIGURE}", folder)


if __name__ == "__main__":
    given = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    if not all((given / name).is_file() for name in FILES):
        sys.exit(f"make evidence needs RESULTS=folder, a folder with {' and '.join(FILES)}; there is none in {given}")
    fill(given.resolve())
