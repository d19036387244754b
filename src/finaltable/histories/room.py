"""What a room must offer to be read. A room is one module of `rooms/`, with one of these as its ``ROOM``.

A room of text is a `TextRoom`: the marks with which its hands begin, a function that reads the first line, and a
`Grammar` (see `grammar`), mostly the shared one with what the room writes differently. `splitting` cuts files at the
marks, `grammar` reads the lines into a `HandBuilder`, and `check` holds the hand to what must be.

A room of documents (XML, JSON, TOML) is a `Document`: a function that recognises a text by its beginning, and one that
returns the hands of it. Both kinds raise `Unreadable` for a hand that is broken, and `SetAside` for a hand that is
whole, but of another game or a cash game: it is reported by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from finaltable.histories.builder import Heading
from finaltable.histories.grammar import Grammar
from finaltable.histories.hand import Hand
from finaltable.histories.history import Problem, Summary
from finaltable.histories.ledger import Unreadable

Read = Hand | Problem | Summary
MAX_HAND = 100_000  # characters of one hand of a document


def check_hand_size(text: str, line: int) -> None:
    """Raise for a hand of a document that would take too long to parse: the parser checks no deadline."""
    if len(text) > MAX_HAND:
        raise Unreadable(line, f"it is longer than a hand can be: {len(text):,} characters")


@dataclass(frozen=True)
class TextRoom:
    """A room that writes hands line by line."""

    name: str
    marks: tuple[str, ...]
    """How the first line of a hand begins, literally; of a glued line, where the next hand begins within it."""
    heading: Callable[[str, int], Heading]
    """Read the first line, which has this number; raise `SetAside` for a cash game or another game."""
    grammar: Grammar
    linked: bool = True
    """False: names are positions, so that nobody can be followed from hand to hand."""


@dataclass(frozen=True)
class Document:
    """A room, or a format, whose files are read as a whole."""

    name: str
    recognises: Callable[[str], bool]
    """Tell by the beginning of a text (4,000 characters) whether it is one."""
    read: Callable[[str, str], Iterator[Read]]
    """Return what is in a text, with the name of its file; a broken hand is a problem among the others."""
    linked: bool = True


@cache
def rooms() -> tuple[TextRoom | Document, ...]:
    """Return all rooms."""
    from finaltable.histories import rooms as package

    names = sorted(module.name for module in iter_modules(package.__path__))
    return tuple(import_module(f"{package.__name__}.{name}").ROOM for name in names)
