"""Define questions: fields and their kinds. The command line, the API and the page are built from them."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, dataclass_transform

from finaltable.asking.kinds import Kind, Known
from finaltable.errors import MissingError

if TYPE_CHECKING:
    from finaltable.table.options import Progress

REQUIRED = dataclasses.MISSING
LOCAL = "local"
"""Bound of fields that only the command line has: they name files, or start processes."""
Declared = TypeVar("Declared", bound=type)


@dataclass(frozen=True)
class Field:
    """One field of a question, or one option for showing its answer."""

    name: str
    kind: Kind
    default: Any
    """Default value; `REQUIRED` if there is none."""
    help: str
    """Description, valid for the command line and the API."""
    flags: tuple[str, ...] = ()
    """Flags on the command line, if not made from the name; ("",) for a positional argument."""
    usual: str = ""
    """The default as text, if the help does not state it."""
    bound: str = ""
    """Name of the server limit that applies to it; `LOCAL`: a server does not have the field."""
    in_text: str | None = None
    """Format as text; None: that of its kind."""
    in_json: str | None = None
    """Format as JSON; None: that of its kind."""

    def help_in(self, form: str) -> str:
        """Return the help with the format; ``form`` is "in_text" or "in_json"."""
        own: str | None = getattr(self, form)
        written: str = getattr(self.kind, form) if own is None else own
        return f"{self.help} {written}" if written else self.help


def given(
    kind: Kind,
    default: Any = REQUIRED,
    *,
    help: str,
    flags: tuple[str, ...] = (),
    usual: str = "",
    bound: str = "",
    in_text: str | None = None,
    in_json: str | None = None,
) -> Any:
    """Declare a field."""
    facts = {"kind": kind, "help": help, "flags": flags, "usual": usual, "bound": bound}
    facts |= {"in_text": in_text, "in_json": in_json}
    return dataclasses.field(default=default, metadata=facts)


class Run(NamedTuple):
    """How an entry point runs a question."""

    progress: Progress | None = None
    """Callback for progress; it may raise to stop the work."""
    threads: int | None = None
    """Number of cores to use; None for all."""


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """Base class of questions: a subclass declares its fields and computes the answer."""

    name: ClassVar[str]
    help: ClassVar[str]
    """One sentence for the list of commands."""
    examples: ClassVar[tuple[str, ...]]
    """Complete command lines."""
    example: ClassVar[Mapping[str, Any]]
    """A request to the API; empty if the API does not have this question."""
    shown: ClassVar[type[Shown]]
    """Its output on a terminal."""
    needs: ClassVar[str]
    """Required input: "prizes" and players, "players" alone, or "" for neither."""
    cores: ClassVar[bool]
    """Whether it can use several cores."""
    by: ClassVar[str]
    """Key of the default model in `defaults.USUAL`; "" if there is none."""
    currency: str = ""
    """Currency symbol of the prizes."""

    @abstractmethod
    def ask(self, run: Run) -> Any:
        """Return the answer, which has a ``to_dict``."""


class Shown(ABC):
    """Base class for showing answers: a subclass declares options and returns a report or text."""

    figure: ClassVar[str] = ""
    """The function of `plots` that draws it; empty if there is none."""

    @abstractmethod
    def show(self, answer: Any, currency: str) -> Any:
        """Return a report, or text to print unchanged."""

    def drawn(self, answer: Any, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure."""
        return (answer, currency)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def question(
    name: str,
    *,
    help: str,
    examples: tuple[str, ...],
    shown: type[Shown],
    example: Mapping[str, Any] | None = None,
    needs: str = "prizes",
    cores: bool = True,
    by: str = "",
) -> Callable[[Declared], Declared]:
    """Turn a class into a question (decorator)."""
    facts: dict[str, Any] = {"name": name, "help": help, "examples": examples, "example": example or {}}
    facts |= {"shown": shown, "needs": needs, "cores": cores, "by": by}

    def declare(cls: Declared) -> Declared:
        for fact, value in facts.items():
            setattr(cls, fact, value)
        return declared(cls)

    return declare


@dataclass_transform(frozen_default=True, kw_only_default=True)
def shown(cls: Declared) -> Declared:
    """Turn a class into a way to show an answer, or into a group of fields shared by questions (decorator)."""
    return declared(cls)


def declared(cls: Declared) -> Declared:
    """Turn a class into a frozen dataclass of fields."""
    dataclass(frozen=True, kw_only=True)(cls)
    return cls


def fields_of(group: type) -> dict[str, Field]:
    """Return the declared fields by name."""
    return {
        field.name: Field(field.name, default=field.default, **field.metadata)
        for field in dataclasses.fields(group)
        if field.metadata
    }


def read_fields(group: type, raw: Mapping[str, Any], known: Known, *, text: bool) -> dict[str, Any]:
    """Parse the fields that are given; ``raw`` has text from a command line if ``text``, else JSON values."""
    fields = fields_of(group)
    values: dict[str, Any] = {}
    # Parse the big blind first: other amounts may be multiples of it.
    for name in sorted(fields, key=lambda name: name != "big_blind"):
        if raw.get(name) is None:
            if fields[name].default is REQUIRED:
                raise MissingError(name, f"must be given: {sentence_part(fields[name].help)}")
            continue
        kind = fields[name].kind
        values[name] = (kind.from_text if text else kind.from_json)(raw[name], name, known)
        if name == "big_blind":
            known = known._replace(big_blind=values[name])
    return values


def sentence_part(help: str) -> str:
    """Return the first part of a help text, for use within a sentence.

    >>> sentence_part("The player to act: one of the seats.")
    'the player to act'
    """
    words = help.partition(":")[0].rstrip(".")
    return words[:1].lower() + words[1:]
