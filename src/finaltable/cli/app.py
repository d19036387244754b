"""The program: its exit codes, and how errors become one line on standard error."""

from __future__ import annotations

import os
import re
import sys
from enum import IntEnum
from typing import Annotated

import typer

from finaltable import __version__
from finaltable.errors import InputError


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    """The answer is on standard output."""
    DIFFERS = 1
    """`finaltable paper`: a number does not agree and is no known slip."""
    BAD_INPUT = 2
    """Something asked for cannot be; standard error says what and where."""
    CLOSED_OUTPUT = 3
    """Whoever was reading standard output stopped before the end."""
    INTERRUPTED = 130
    """Ctrl-C."""


class ClosedOutput(Exception):  # noqa: N818 (nobody made an error)
    """Whoever was reading standard output stopped. Typer would end quietly on Python's own exception."""


def write(text: str) -> None:
    """Write to standard output, and notice when nobody reads it any more."""
    try:
        # In pieces: an unbuffered stream may take a part of a long text and not say so.
        for start in range(0, len(text), PIECE):
            sys.stdout.write(text[start : start + PIECE])
        sys.stdout.flush()
    except BrokenPipeError:
        raise ClosedOutput from None


PIECE = 4096  # characters

app = typer.Typer(
    help="What tournament poker chips are worth: the Dependent Chip Model (DCM) beside ICM, with the error stated.",
    epilog="Start with: finaltable compare 1000 500 100 --payouts 100,50",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        typer.echo(f"finaltable {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", "-V", is_eager=True, callback=show_version, help="Print the version.")
    ] = False,
) -> None:
    """Show the help where no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; bad input is one line on standard error and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without the characters we draw with gets question marks
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    import finaltable.cli.commands  # noqa: F401 (registers the commands)

    try:
        code = app(arguments, prog_name="finaltable", standalone_mode=False)
        return Exit.OK if code is None else code
    except InputError as error:
        return complain(as_options(str(error)), arguments)
    except typer.TyperException as error:
        return complain(usage_words(error), arguments)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except ClosedOutput:
        # What is still buffered cannot be written; without this, Python would complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        typer.echo("finaltable: the output was closed before everything was written", err=True)
        return Exit.CLOSED_OUTPUT


def complain(message: str, arguments: list[str]) -> int:
    """Print what is wrong, and where help is, in one line."""
    command = next((argument for argument in arguments if argument in known_commands()), "")
    line = " ".join(message.split())
    hint = f"finaltable {command} --help" if command else "finaltable --help"
    typer.echo(f"finaltable: {line} (see {hint})", err=True)
    return Exit.BAD_INPUT


def known_commands() -> set[str]:
    """Return the names of the commands."""
    return {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}


def as_options(message: str) -> str:
    """Say option='value' as it is written on a command line.

    >>> as_options("place 3 cannot be paid (extra_payouts='drop' leaves it out)")
    'place 3 cannot be paid (--extra-payouts drop leaves it out)'
    """
    return re.sub(r"\b([a-z_]+)='(\w+)'", lambda found: f"--{found[1].replace('_', '-')} {found[2]}", message)


def usage_words(error: typer.TyperException) -> str:
    """Return the words of an error in how the command was written."""
    message = error.format_message()
    negative = re.match(r"No such option: (-[0-9.,]+)", message)
    if negative:
        return f"stacks must not be negative, got '{negative[1]}'"
    return re.sub(r" \(Possible options: (.*)\)", r". Did you mean \1?", message)
