"""Completion of command lines in bash, zsh and fish: click offers the words, this prints and installs its scripts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "_FINALTABLE_COMPLETE"  # set by a shell that asks how a line may go on
STARTED = {"bash": ".bashrc", "zsh": ".zshrc"}  # read by the shell when it starts; fish has a folder instead


def complete_line(program: click.Command, instruction: str) -> int:
    """Print what a shell asks for, such as ``bash_complete``, and return the exit code."""
    from click.shell_completion import shell_complete

    return shell_complete(program, {}, "finaltable", VARIABLE, instruction)


def completion_script(ctx: click.Context) -> str:
    """Return the script for the shell that is used."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell_name())
    if found is None:
        raise click.UsageError(f"Completion is for bash, zsh and fish, not for {shell_name() or 'this shell'}.", ctx)
    return found(ctx.command, {}, "finaltable", VARIABLE).source()


def install_completion(ctx: click.Context) -> str:
    """Write the script where the shell that is used finds it, and return a line about it."""
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
    """Add a line to a file that does not have it yet."""
    text = file.read_bytes() if file.exists() else b""
    if line.encode() not in text.splitlines():
        with file.open("ab") as end:
            end.write((b"" if text.endswith(b"\n") or not text else b"\n") + line.encode() + b"\n")


def shell_name() -> str:
    """Return the name of the user's shell."""
    return os.environ.get("SHELL", "").rpartition("/")[2]
