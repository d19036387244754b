"""How a question is declared: its fields once, each with its kind. Entry points spell questions from this."""

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
Declared = TypeVar("Declared", bound=type)


@dataclass(frozen=True)
class Field:
    """One field of a question, or of the way its answer is shown."""

    name: str
    kind: Kind
    default: Any
    """What stands for a field that is not given; `REQUIRED`: it must be."""
    help: str
    """What it is, in words that are true wherever it is given."""
    flags: tuple[str, ...] = ()
    """How a command line writes it, if not like its name (with --no- for a flag that is on); ("",): an argument."""
    usual: str = ""
    """The default as people write it, where the help does not say it."""
    bound: str = ""
    """The limit of a server that it must keep."""
    in_text: str | None = None
    """How it is written as text, if not as its kind says."""
    in_json: str | None = None
    """How it is written as JSON, likewise."""

    def help_in(self, form: str) -> str:
        """Return the help for what takes it "in_text" or "in_json": what it is, and how it is written there."""
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
    """How an entry point lets a question work."""

    progress: Progress | None = None
    """Called now and then; it may raise to stop the work."""
    threads: int | None = None
    """Cores to use; all of them if not given."""


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """Something that can be asked: a subclass declares its fields, and makes the call."""

    name: ClassVar[str]
    help: ClassVar[str]
    """One sentence for a list of commands."""
    examples: ClassVar[tuple[str, ...]]
    """Command lines that work as they stand."""
    example: ClassVar[Mapping[str, Any]]
    """A request to the API; empty: it is not asked there."""
    shown: ClassVar[type[Shown]]
    """How its answer is shown on a terminal."""
    needs: ClassVar[str]
    """What it is asked about: "prizes" and players, "players" alone, or "" for neither."""
    cores: ClassVar[bool]
    """Whether it can use several."""
    by: ClassVar[str]
    """What it asks for, which decides the model that answers where none is chosen (`asking.defaults`); "" for none."""
    currency: str = ""
    """The symbol that the prizes were written with."""

    @abstractmethod
    def ask(self, run: Run) -> Any:
        """Return the answer, which has a ``to_dict``."""


class Shown(ABC):
    """How an answer is shown: a subclass declares its own options, and returns a report or a text."""

    figure: ClassVar[str] = ""
    """The function of `plots` that draws it; empty: there is no picture."""

    @abstractmethod
    def show(self, answer: Any, currency: str) -> Any:
        """Return a report for people, or a text to print as it is."""

    def drawn(self, answer: Any, currency: str) -> tuple[Any, ...]:
        """Return what the figure is drawn from."""
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
    """Make a class a question."""
    facts: dict[str, Any] = {"name": name, "help": help, "examples": examples, "example": example or {}}
    facts |= {"shown": shown, "needs": needs, "cores": cores, "by": by}

    def declare(cls: Declared) -> Declared:
        for fact, value in facts.items():
            setattr(cls, fact, value)
        return declared(cls)

    return declare


@dataclass_transform(frozen_default=True, kw_only_default=True)
def shown(cls: Declared) -> Declared:
    """Make a class a way to show an answer, or a group of fields that several questions share."""
    return declared(cls)


def declared(cls: Declared) -> Declared:
    """Make a class a frozen dataclass of fields."""
    dataclass(frozen=True, kw_only=True)(cls)
    return cls


def fields_of(group: type) -> dict[str, Field]:
    """Return the fields that were declared, by name."""
    return {
        field.name: Field(field.name, default=field.default, **field.metadata)
        for field in dataclasses.fields(group)
        if field.metadata
    }


def read_fields(group: type, raw: Mapping[str, Any], known: Known, *, text: bool) -> dict[str, Any]:
    """Return what was given of the fields, read; ``raw`` has texts as people write them, or else JSON values."""
    fields = fields_of(group)
    values: dict[str, Any] = {}
    # The big blind comes first: other amounts may be counted in it.
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
    """Return the first words of a help text, to stand within a sentence.

    >>> sentence_part("Who is to act: one of the players.")
    'who is to act'
    """
    words = help.partition(":")[0].rstrip(".")
    return words[:1].lower() + words[1:]
