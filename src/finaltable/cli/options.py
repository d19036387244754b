"""What a command takes: the fields of its question, and how a command line writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from finaltable.asking import question_names
from finaltable.asking.bounties import BountiesText
from finaltable.asking.declare import Field, Question, fields_of, given
from finaltable.asking.kinds import FLAG, TEXT, WHOLE
from finaltable.asking.shared import PlayersText, PrizesText

INPUTS: dict[str, tuple[type, ...]] = {
    "prizes": (PlayersText, PrizesText, BountiesText),
    "players": (PlayersText, BountiesText),
    "": (),
}
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


def command_names() -> tuple[str, ...]:
    """Return the names of all commands."""
    return tuple(sorted((*question_names(), "serve")))
