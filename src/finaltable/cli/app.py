"""The program: its commands, and how errors become one line on standard error."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from itertools import pairwise
from typing import Annotated

import typer

from finaltable import __version__
from finaltable.cli.ask import answer
from finaltable.cli.serve import EXAMPLES, HELP, serve
from finaltable.cli.spell import command_for, example_lines, flags_of, options_of
from finaltable.cli.stream import ClosedOutput, Exit
from finaltable.errors import InputError, Verbatim
from finaltable.questions import find_question, question_names

SHORT = {"-p": "--payouts", "-f": "--file"}
TABLE = ("stacks", "payouts", "names")  # keep their own words: they are what is asked about
NEGATIVE = re.compile(r"-[0-9.,]")


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        typer.echo(f"finaltable {__version__}")
        raise typer.Exit


def start(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", "-V", is_eager=True, callback=show_version, help="Print the version.")
    ] = False,
) -> None:
    """Show the help where no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def program_for(arguments: list[str]) -> typer.Typer:
    """Return the program with only the command asked for: it takes time to read the options of all of them."""
    program = typer.Typer(
        help="What tournament poker chips are worth: the Dependent Chip Model (DCM) beside ICM, with the error stated.",
        epilog="Start with: finaltable compare 1000 500 100 --payouts 100,50",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    program.callback(invoke_without_command=True)(start)
    for name in [name for name in command_names() if name in arguments[:1]] or command_names():
        if name == "serve":
            program.command("serve", help=HELP, epilog=example_lines(EXAMPLES))(serve)
        else:
            question = find_question(name)
            program.command(name, help=question.help, epilog=example_lines(question.examples))(
                command_for(question, answer)
            )
    return program


def command_names() -> tuple[str, ...]:
    """Return the names of all commands."""
    return tuple(sorted((*question_names(), "serve")))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without the characters we draw with gets question marks
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        check_once(arguments)
        check_amounts(arguments)
        code = program_for(arguments)(arguments, prog_name="finaltable", standalone_mode=False)
        return Exit.OK if code is None else code
    except InputError as error:
        return complain(option_words(error, arguments), arguments)
    except typer.TyperException as error:
        return complain(usage_words(error), arguments)
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


def check_once(arguments: list[str]) -> None:
    """Raise where an option is given twice: two buttons are a mistake, not a change of mind."""
    written = [SHORT.get(argument, argument) for argument in arguments]
    given = Counter(argument.partition("=")[0] for argument in written if argument.startswith("--"))
    for option, times in given.items():
        if times > 1 and option != "--range":
            raise InputError(option, "must be given once", Verbatim(f"{times} of them"))


def check_amounts(arguments: list[str]) -> None:
    """Raise for a negative stack, for prizes where none are needed, and for a list that lost its quotation marks."""
    for option in ("-p", "--payouts"):
        place = arguments.index(option) if option in arguments else len(arguments)
        if option in arguments and needs_of(arguments) == "players":
            raise InputError(
                "payouts", "are not needed here: leave out --payouts", Verbatim(" ".join(arguments[place:]))
            )
        stacks_before = any(not argument.startswith("-") for argument in arguments[1:place])
        after = arguments[place + 2 : place + 3]
        if stacks_before and after and not after[0].startswith("-"):
            listed = [amount.rstrip(",").replace(",", "") for amount in arguments[place + 1 : place + 3]]
            rule = f"must be one list: write {','.join(listed)}… or put quotation marks around it"
            raise InputError("payouts", rule, Verbatim(f"amounts on both sides of {option}"))
    for before, argument in pairwise(arguments):
        if NEGATIVE.match(argument) and not before.startswith("-"):
            raise InputError("stacks", "must not be negative", argument)


def needs_of(arguments: list[str]) -> str:
    """Return what the command that is asked for needs."""
    asked = next((name for name in arguments[:1] if name in question_names()), "")
    return find_question(asked).needs if asked else ""


def complain(message: str, arguments: list[str]) -> int:
    """Print what is wrong, and where help is, in one line."""
    command = next((argument for argument in arguments if argument in command_names()), "")
    line = " ".join(message.split())
    hint = f"finaltable {command} --help" if command else "finaltable --help"
    typer.echo(f"finaltable: {line} (see {hint})", err=True)
    return Exit.BAD_INPUT


def option_words(error: InputError, arguments: list[str]) -> str:
    """Return the words of an error with fields as this command line writes them."""
    asked = next((name for name in arguments[:1] if name in question_names()), "")
    flags: dict[str, str] = {}
    if asked:
        question = find_question(asked)
        for name, field in options_of(question).items():
            written = flags_of(question, field)
            if written and name not in TABLE:
                flags[name] = next(flag for flag in written if flag.startswith("--")).partition("/")[0]
    elif arguments[:1] == ["serve"]:
        flags = {name: f"--{name.replace('_', '-')}" for name in serve.__annotations__}
    return error.spelled(lambda field: flags.get(field, field), as_option)


def as_option(field: str, value: str) -> str:
    """Return how an option is given a value on a command line."""
    return f"--{field.replace('_', '-')} {value}"


def usage_words(error: typer.TyperException) -> str:
    """Return what is wrong with how a command was written."""
    possible = getattr(error, "possibilities", None)
    if possible:
        return f"No such option: {error.option_name}. Did you mean {' or '.join(sorted(possible))}?"  # type: ignore[attr-defined]
    return error.format_message()
