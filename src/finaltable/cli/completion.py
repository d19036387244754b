"""Print and install click's completion scripts for bash, zsh and fish."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "_FINALTABLE_COMPLETE"  # set by a shell that asks for completions
STARTED = {"bash": ".bashrc", "zsh": ".zshrc"}  # startup files; fish has a folder instead


def complete_line(program: click.Command, instruction: str) -> int:
    """Print the completions for a shell's instruction, such as ``bash_complete``, and return the exit code."""
    from click.shell_completion import shell_complete

    return shell_complete(program, {}, "finaltable", VARIABLE, instruction)


def completion_script(ctx: click.Context) -> str:
    """Return the script for the user's shell."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell_name())
    if found is None:
        raise click.UsageError(f"Completion is for bash, zsh and fish, not for {shell_name() or 'this shell'}.", ctx)
    return found(ctx.command, {}, "finaltable", VARIABLE).source()


def install_completion(ctx: click.Context) -> str:
    """Write the script where the user's shell finds it, and return a confirmation."""
    import shlex
    from pathlib import Path

    script, shell = completion_script(ctx), shell_name()
    folder = Path("~/.config/fish/completions" if shell == "fish" else "~/.local/share/finaltable").expanduser()
    file = folder / f"finaltable.{shell}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(script, "utf-8")
        if shell in STARTED:
            add_line(Path.home() / STARTED[shell], f"source {shlex.quote(str(file))}")
    except OSError as error:
        raise click.UsageError(f"Completion cannot be installed: {error}", ctx) from None
    return f"Wrote {file}. Completion works in the next {shell} that you start.\n"


def add_line(file: Path, line: str) -> None:
    """Append a line to a file unless the file contains it."""
    text = file.read_bytes() if file.exists() else b""
    if line.encode() not in text.splitlines():
        with file.open("ab") as end:
            end.write((b"" if text.endswith(b"\n") or not text else b"\n") + line.encode() + b"\n")


def shell_name() -> str:
    """Return the name of the user's shell."""
    return os.environ.get("SHELL", "").rpartition("/")[2]
