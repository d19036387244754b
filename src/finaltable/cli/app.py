"""The program: its commands, and how errors become one line on standard error."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from itertools import pairwise

from finaltable.asking import find_question, question_names
from finaltable.asking.declare import Question
from finaltable.cli.ask import answer
from finaltable.cli.options import command_names, flags_of, options_of
from finaltable.cli.parse import parse
from finaltable.cli.stream import ClosedOutput, Exit, UsageError, tell
from finaltable.errors import InputError, UnfinishedError, Verbatim

SHORT = {"-p": "--payouts", "-f": "--file", "-o": "--output"}
TABLE = ("stacks", "payouts", "names")  # keep their own words: they are what is asked about
NEGATIVE = re.compile(r"-[0-9.,]")


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
        return dispatch(arguments)
    except InputError as error:
        return complain(option_words(error, arguments), arguments)
    except UnfinishedError as error:
        tell(f"finaltable: {error}")
        return Exit.UNFINISHED
    except UsageError as error:
        return complain(str(error), arguments)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except SystemExit as end:  # how Typer ends where its help is read by nobody, and after completion
        return Exit.CLOSED_OUTPUT if end.code == 1 else Exit.OK
    except ClosedOutput as reason:
        if sys.stdout is not None:
            # What is still buffered cannot be written; without this, Python would complain once more when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        tell(f"finaltable: {reason}")
        return Exit.CLOSED_OUTPUT


def dispatch(arguments: list[str]) -> int:
    """Answer a question that is asked as its help says; Typer reads all else."""
    asked = asked_question(arguments)
    raw = None if asked is None else parse(asked, arguments[1:])
    if asked is not None and raw is not None:
        return answer(asked, raw)
    from finaltable.cli.program import run_program

    return run_program(arguments)


def asked_question(arguments: list[str]) -> type[Question] | None:
    """Return the question that is asked for; None: there is none of this name."""
    name = next(iter(arguments), "")
    return find_question(name) if name in question_names() else None


def check_once(arguments: list[str]) -> None:
    """Raise where an option is given twice: two buttons are a mistake, not a change of mind."""
    written = [SHORT.get(argument, argument) for argument in arguments]
    given = Counter(argument.partition("=")[0] for argument in written if argument.startswith("--"))
    several = repeated_options(arguments)
    for option, times in given.items():
        if times > 1 and option not in several:
            raise InputError(option, "must be given once", Verbatim(f"{times} of them"))


def repeated_options(arguments: list[str]) -> set[str]:
    """Return the options that the command asked for takes several times."""
    question = asked_question(arguments)
    if question is None:
        return set()
    return {flag for field in options_of(question).values() if field.kind.many for flag in flags_of(question, field)}


def check_amounts(arguments: list[str]) -> None:
    """Raise for a negative stack, for prizes where none are needed, and for a list that lost its quotation marks."""
    for option in ("-p", "--payouts"):
        place = arguments.index(option) if option in arguments else len(arguments)
        if option in arguments and needs_of(arguments) == "players":
            found = Verbatim(" ".join(arguments[place:]))
            raise InputError("payouts", "are not needed here", found, hint="leave out --payouts")
        stacks_before = any(not argument.startswith("-") for argument in arguments[1:place])
        after = arguments[place + 2 : place + 3]
        if stacks_before and after and not after[0].startswith("-"):
            listed = [amount.rstrip(",").replace(",", "") for amount in arguments[place + 1 : place + 3]]
            found = Verbatim(f"amounts on both sides of {option}")
            hint = f"write {','.join(listed)}… or put quotation marks around it"
            raise InputError("payouts", "must be one list", found, hint=hint)
    for before, argument in pairwise(arguments):
        if NEGATIVE.match(argument) and not before.startswith("-"):
            raise InputError("stacks", "must not be negative", argument)


def needs_of(arguments: list[str]) -> str:
    """Return what the command that is asked for needs."""
    asked = asked_question(arguments)
    return "" if asked is None else asked.needs


def complain(message: str, arguments: list[str]) -> int:
    """Print what is wrong, and where help is, in one line."""
    command = next((argument for argument in arguments if argument in command_names()), "")
    line = " ".join(message.split())
    hint = f"finaltable {command} --help" if command else "finaltable --help"
    tell(f"finaltable: {line} (see {hint})")
    return Exit.BAD_INPUT


def option_words(error: InputError, arguments: list[str]) -> str:
    """Return the words of an error with fields as this command line writes them."""
    question = asked_question(arguments)
    flags: dict[str, str] = {}
    if question is not None:
        flags = {name: name for name in options_of(question)}
        for name, field in options_of(question).items():
            written = flags_of(question, field)
            if written and name not in TABLE:
                flags[name] = next(flag for flag in written if flag.startswith("--")).partition("/")[0]
    elif arguments[:1] == ["serve"]:
        from finaltable.cli.serve import serve

        flags = {name: f"--{name.replace('_', '-')}" for name in serve.__annotations__}
    return error.spelled(lambda field: flags.get(field, field), as_option, lambda field: field in flags)


def as_option(field: str, value: str) -> str:
    """Return how an option is given a value on a command line."""
    return f"--{field.replace('_', '-')} {value}"
