"""The program as Typer has it: help, completion, and the words for a line that is not written as the help says."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from finaltable import __version__
from finaltable.asking import find_question
from finaltable.asking.declare import REQUIRED, Field, Question
from finaltable.asking.kinds import FLAG
from finaltable.cli.ask import answer
from finaltable.cli.options import command_names, flags_of, options_of
from finaltable.cli.serve import EXAMPLES, HELP, serve
from finaltable.cli.stream import Exit, UsageError
from finaltable.errors import as_keyword, spell_rule


def run_program(arguments: list[str]) -> int:
    """Run one command, or show help; raise a `UsageError` where it is not written as the help says."""
    try:
        code = program_for(arguments)(arguments, prog_name="finaltable", standalone_mode=False)
    except typer.TyperException as error:
        raise UsageError(usage_words(error)) from None
    return Exit.OK if code is None else code


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


def parameter(question: type[Question], field: Field) -> inspect.Parameter:
    """Return a field as the parameter of a function, as Typer reads it."""
    flags, kind, required = flags_of(question, field), field.kind, field.default is REQUIRED
    words = spell_rule(field.help_in("in_text"), lambda name: f"--{name.replace('_', '-')}", as_keyword)
    if not flags:
        default = inspect.Parameter.empty if required else None
        return make(field.name, list[str] if required else list[str] | None, typer.Argument(help=words), default)
    if kind is FLAG:
        return make(field.name, bool, typer.Option(*flags, help=words, show_default=field.default), field.default)
    info = typer.Option(
        *flags, help=words, show_default=bool(field.usual), metavar=kind.metavar, autocompletion=kind.choices
    )
    return make(field.name, list[str] | None if kind.many else str | None, info, field.usual or None)


def make(name: str, hint: Any, info: Any, default: Any) -> inspect.Parameter:
    """Return a parameter with what Typer has to know of it."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[hint, info])


def command_for(question: type[Question], act: Callable[[type[Question], dict[str, Any]], int]) -> Callable[..., int]:
    """Return a function with the options of a question for parameters; it acts on what was given."""

    def command(**raw: Any) -> int:
        return act(question, {name: value for name, value in raw.items() if value is not None})

    parameters = [parameter(question, field) for field in options_of(question).values()]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__name__ = question.name
    return command


def example_lines(examples: tuple[str, ...]) -> str:
    """Return the end of a help text: command lines that work as they stand."""
    return "\b\nExamples:\n" + "\n".join(f"  finaltable {line}" for line in examples)


def usage_words(error: typer.TyperException) -> str:
    """Return what is wrong with how a command was written."""
    possible = getattr(error, "possibilities", None)
    if possible:
        return f"No such option: {error.option_name}. Did you mean {' or '.join(sorted(possible))}?"  # type: ignore[attr-defined]
    return error.format_message()
