"""A question as a command: its fields become options, in the words of a command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from finaltable.errors import as_keyword, spell_rule
from finaltable.questions._declare import REQUIRED, Field, Question, fields_of, given
from finaltable.questions._kinds import FLAG, TEXT, WHOLE
from finaltable.questions._shared import PlayersText, PrizesText

INPUTS: dict[str, tuple[type, ...]] = {"prizes": (PlayersText, PrizesText), "players": (PlayersText,), "": ()}
PLOT_FLAGS = {"tree": ("--svg", "--plot")}


@dataclass(frozen=True, kw_only=True)
class Cores:
    """How many cores to use."""

    threads: int | None = given(WHOLE, None, help="Cores to use; all of them otherwise.")


@dataclass(frozen=True, kw_only=True)
class Picture:
    """Whether to draw."""

    plot: str | None = given(TEXT, None, help="Also draw a picture: a file ending in .png, .svg or .pdf.")


@dataclass(frozen=True, kw_only=True)
class Output:
    """For whom to print."""

    json: bool = given(FLAG, False, help="Print JSON, with the words of the Python fields.")


def groups_of(question: type[Question]) -> Iterator[type]:
    """Yield the groups of fields that a command takes, in the order of its help."""
    yield from INPUTS[question.needs]
    yield question
    if question.cores:
        yield Cores
    yield question.shown
    if question.shown.figure:
        yield Picture
    yield Output


def options_of(question: type[Question]) -> dict[str, Field]:
    """Return all fields that a command takes, by name."""
    return {name: field for group in groups_of(question) for name, field in fields_of(group).items()}


def flags_of(question: type[Question], field: Field) -> tuple[str, ...]:
    """Return how an option is written; none for an argument."""
    if field.flags == ("",):
        return ()
    if field.name == "plot":
        return PLOT_FLAGS.get(question.name, ("--plot",))
    return field.flags or (f"--{field.name.replace('_', '-')}",)


def parameter(question: type[Question], field: Field) -> inspect.Parameter:
    """Return a field as the parameter of a function, as Typer reads it."""
    flags, kind, required = flags_of(question, field), field.kind, field.default is REQUIRED
    words = spell_rule(field.help, lambda name: f"--{name.replace('_', '-')}", as_keyword)
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


def command_for(question: type[Question], act: Callable[[type[Question], dict[str, Any]], None]) -> Callable[..., None]:
    """Return a function with the options of a question for parameters; it acts on what was given."""

    def command(**raw: Any) -> None:
        act(question, {name: value for name, value in raw.items() if value is not None})

    parameters = [parameter(question, field) for field in options_of(question).values()]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__name__ = question.name
    return command


def example_lines(examples: tuple[str, ...]) -> str:
    """Return the end of a help text: command lines that work as they stand."""
    return "\b\nExamples:\n" + "\n".join(f"  finaltable {line}" for line in examples)
