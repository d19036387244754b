"""Run a command line; errors become one line on standard error."""

from __future__ import annotations

import os
import sys

import click

from finaltable.cli.commands import Program
from finaltable.cli.completion import VARIABLE, complete_line
from finaltable.cli.stream import ClosedOutput, Exit, tell
from finaltable.errors import UnfinishedError


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # question marks for characters that the terminal does not have
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    program = Program()
    try:
        if VARIABLE in os.environ:
            return complete_line(program, os.environ[VARIABLE])
        with program.make_context("finaltable", [*arguments]) as context:
            return program.invoke(context) or Exit.OK
    except click.exceptions.Exit as end:  # after --help or --version
        return end.exit_code
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "finaltable"
        tell(f"finaltable: {' '.join(words_of(error).split())} (see {command} --help)")
        return Exit.BAD_INPUT
    except UnfinishedError as error:
        tell(f"finaltable: {error}")
        return Exit.UNFINISHED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except ClosedOutput as reason:
        if sys.stdout is not None:
            # Otherwise Python prints another error at exit, when it cannot flush the buffer.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        tell(f"finaltable: {reason}")
        return Exit.CLOSED_OUTPUT


def words_of(error: click.UsageError) -> str:
    """Return the error message, with suggestions if there are any."""
    possible = getattr(error, "possibilities", None)
    return f"{error.message} Did you mean {' or '.join(sorted(possible))}?" if possible else error.format_message()
