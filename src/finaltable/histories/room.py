"""Interfaces of rooms. A room is one module of `rooms/`; its ``ROOM`` is a `TextRoom` or a `Document`.

A `TextRoom` writes text: it has the marks with which its hands begin, a function that reads the first line, and a
`Grammar` (see `grammar`), usually the shared one with a few rules more. `splitting` splits files at the marks,
`grammar` reads the lines into a `HandBuilder`, and `check` checks the hand.

A `Document` is XML, JSON or TOML: it has a function that recognises a text by its beginning, and one that returns its
hands. Both kinds raise `Unreadable` for a broken hand, and `HandSetAside` for a complete hand of another game or a cash
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from finaltable.histories.builder import Heading
from finaltable.histories.grammar import Grammar
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import HistoryProblem, Summary
from finaltable.histories.ledger import Unreadable

Read = PlayedHand | HistoryProblem | Summary
MAX_HAND = 100_000  # characters of one hand of a document


def check_hand_size(text: str, line: int) -> None:
    """Raise for a hand that would take too long to parse: the parsers have no deadline."""
    if len(text) > MAX_HAND:
        raise Unreadable(line, f"the hand is too long: {len(text):,} characters; at most {MAX_HAND:,} are allowed")


@dataclass(frozen=True)
class TextRoom:
    """A room that writes hands line by line."""

    name: str
    marks: tuple[str, ...]
    """Literal beginnings of the first line of a hand; files are split at them."""
    heading: Callable[[str, int], Heading]
    """Read the first line, given its number; raise `HandSetAside` for a cash game or another game."""
    grammar: Grammar
    linked: bool = True
    """Whether names identify players from hand to hand; False if they are positions."""


@dataclass(frozen=True)
class Document:
    """A room or a format whose files are structured documents."""

    name: str
    recognises: Callable[[str], bool]
    """Return whether a text is one, from its first 4,000 characters."""
    read: Callable[[str, str], Iterator[Read]]
    """Yield the hands, summaries and problems of a text, given the name of its file."""
    linked: bool = True


@cache
def rooms() -> tuple[TextRoom | Document, ...]:
    """Return all rooms."""
    from finaltable.histories import rooms as package

    names = sorted(module.name for module in iter_modules(package.__path__))
    return tuple(import_module(f"{package.__name__}.{name}").ROOM for name in names)
