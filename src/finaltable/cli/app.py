"""The program: its exit codes, and how errors become one line on standard error."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from copy import copy
from enum import IntEnum
from inspect import signature
from typing import Annotated, Any

import typer

from finaltable import __version__
from finaltable.errors import InputError, Said


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    """The answer is on standard output."""
    DIFFERS = 1
    """`finaltable paper`: a number does not agree and is no known slip."""
    BAD_INPUT = 2
    """Something asked for cannot be; standard error says what and where."""
    CLOSED_OUTPUT = 3
    """Standard output could not be written to the end: its reader stopped, or the disk is full."""
    INTERRUPTED = 130
    """Ctrl-C."""


class ClosedOutput(Exception):  # noqa: N818 (nobody made an error)
    """Standard output cannot be written. Typer would end quietly on Python's own exception."""


def write(text: str) -> None:
    """Write to standard output, and notice when nobody reads it any more."""
    if sys.stdout is None:
        raise ClosedOutput("the output is closed")
    try:
        # In pieces: an unbuffered stream may take a part of a long text and not say so.
        for start in range(0, len(text), PIECE):
            sys.stdout.write(text[start : start + PIECE])
        sys.stdout.flush()
    except BrokenPipeError:
        raise ClosedOutput("the output was closed before everything was written") from None
    except OSError as error:
        raise ClosedOutput(f"the output cannot be written: {error.strerror}") from None


PIECE = 4096  # characters
ARGUMENTS = {"stacks", "payouts", "names", "section", "hands"}  # keep their own words, as they are the table itself
SHORT = {"-p": "--payouts", "-f": "--file"}

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


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    import finaltable.cli.commands
    import finaltable.cli.deals
    import finaltable.cli.decisions
    import finaltable.cli.serve  # noqa: F401 (all register commands)

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without the characters we draw with gets question marks
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        check_once(arguments)
        check_quotes(arguments)
        code = program_for(arguments)(arguments, prog_name="finaltable", standalone_mode=False)
        return Exit.OK if code is None else code
    except InputError as error:
        return complain(option_words(error), arguments)
    except typer.TyperException as error:
        return complain(usage_words(error.format_message(), arguments), arguments)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except SystemExit as end:  # how Typer ends where its help is read by nobody, and after completion
        return Exit.CLOSED_OUTPUT if end.code == 1 else Exit.OK
    except ClosedOutput as reason:
        if sys.stdout is not None:
            # What is still buffered cannot be written; without this, Python would complain once more when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        typer.echo(f"finaltable: {reason}", err=True)
        return Exit.CLOSED_OUTPUT


def program_for(arguments: list[str]) -> typer.Typer:
    """Return the program with only the command asked for: Typer takes its time to read the options of all of them."""
    asked = [command for command in app.registered_commands if command_name(command) in arguments[:1]]
    if not asked:
        return app
    program = copy(app)
    program.registered_commands = asked
    return program


def check_once(arguments: list[str]) -> None:
    """Raise where an option is given twice: two buttons are a mistake, not a change of mind."""
    written = [SHORT.get(argument, argument) for argument in arguments]
    given = [argument.partition("=")[0] for argument in written if argument.startswith("--")]
    for option, times in Counter(given).items():
        if times > 1 and option != "--range":
            raise InputError(option, "must be given once", Said(f"{times} of them"))


def check_quotes(arguments: list[str]) -> None:
    """Raise where a list of payouts lost its quotation marks: its end would be read as stacks."""
    for option in ("-p", "--payouts"):
        place = arguments.index(option) if option in arguments else len(arguments)
        stacks_before = any(not argument.startswith("-") for argument in arguments[1:place])
        after = arguments[place + 2 : place + 3]
        if stacks_before and after and not after[0].startswith("-"):
            listed = [amount.rstrip(",").replace(",", "") for amount in arguments[place + 1 : place + 3]]
            rule = f"must be one list: write {','.join(listed)}… or put quotation marks around it"
            raise InputError("payouts", rule, Said(f"amounts on both sides of {option}"))


def complain(message: str, arguments: list[str]) -> int:
    """Print what is wrong, and where help is, in one line."""
    command = next((argument for argument in arguments if argument in known_commands()), "")
    line = " ".join(message.split())
    hint = f"finaltable {command} --help" if command else "finaltable --help"
    typer.echo(f"finaltable: {line} (see {hint})", err=True)
    return Exit.BAD_INPUT


def known_commands() -> set[str]:
    """Return the names of the commands."""
    return {command_name(command) for command in app.registered_commands}


def command_name(command: Any) -> str:
    """Return how a command is called."""
    return str(command.name or command.callback.__name__)


def option_words(error: InputError) -> str:
    """Return the words of an error in Python with options as they are written on a command line.

    >>> option_words(InputError("max_seconds", "is too short (method='sample' is not)", 0.1))
    '--max-seconds is too short (--method sample is not), got 0.1'
    """
    message = re.sub(r"\b([a-z_]+)='(\w+)'", lambda found: f"{as_option(found[1])} {found[2]}", str(error))
    field = error.field.partition("[")[0]
    if field in option_names():
        message = re.sub(rf"^{field}(\[[0-9]+\])?", as_option(field), message)
        message = re.sub(r"^(--[\w-]+)\[([^\]]*)\]", r"\1 \2", message)  # --fixed[Ana]
    return re.sub(r"above start\b", "above --from", message)


def option_names() -> set[str]:
    """Return the fields that are options of some command."""
    fields = (name for command in app.registered_commands for name in signature(command.callback or len).parameters)
    return {*fields} - ARGUMENTS


def as_option(field: str) -> str:
    """Return how a field is called on the command line."""
    return {"start": "--from", "stop": "--to", "ranges": "--range", "unit": "--round"}.get(
        field, f"--{field.replace('_', '-')}"
    )


def usage_words(message: str, arguments: list[str]) -> str:
    """Return what is wrong with how a command was written."""
    if re.match(r"No such option: -[0-9.,]", message):
        negative = next(argument for argument in arguments if re.match(r"-[0-9.,]", argument))
        return f"stacks must not be negative, got '{negative}'"
    if re.match(r"No such option: (-p|--payouts)\b", message):
        return "No payouts are needed here: leave out --payouts."
    return re.sub(r" \(Possible options: (.*)\)", r". Did you mean \1?", message)
