"""The 13 by 13 grid of one decision: frequencies of mixed hands, colours by money."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.cards.hand import RANKS, class_name
from finaltable.equilibrium.report import percent, percent_of_pool, raise_lines, spelled
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash

FULL = 0.01  # of the pool: differences from this on have the deepest colour


class Square(NamedTuple):
    """One class of hands in a grid."""

    hand: str
    often: float
    """Frequency of going all-in."""
    difference: float
    """Going all-in minus folding, as a share of the pool, or raising if it is better; NaN: it never comes up."""
    close: bool
    """Whether the difference is too close to call."""
    raises: float | None = None
    """Frequency of raising; None if there is no raise here."""

    @property
    def mixed(self) -> bool:
        """Whether the hand is played in several ways."""
        return any(0.0 < often < 1.0 for often in (self.often, self.raises or 0.0))

    @property
    def mixture(self) -> str:
        """Frequencies of a mixed hand; with a raise those of raise and all-in, or the only action."""
        if self.raises is None:
            return f"{100 * self.often:.0f}%" if self.mixed else ""
        played = [(self.raises, "R"), (self.often, "A")]
        words = [f"{100 * often:.0f}{letter}" if often < 1.0 else letter for often, letter in played if often > 0]
        return "/".join(words)

    @property
    def depth(self) -> float:
        """Depth of the colour, from 0 to 1; the square root makes small differences visible."""
        return 0.0 if np.isnan(self.difference) else min(1.0, float(np.sqrt(abs(self.difference) / FULL)))


def squares_of(found: Nash, node: DecisionNode) -> Iterator[list[Square]]:
    """Yield the rows of a grid: aces first, suited hands above the diagonal. Push and raise share a grid."""
    choices, margin = found.choices(node), found.margin(node)
    hands, worth = found.hands(choices[0]), found.difference(choices[0])
    raises = None
    if len(choices) > 1:
        raises, worth = found.hands(choices[1]), np.fmax(worth, found.difference(choices[1]))
    for row in range(12, -1, -1):
        line = []
        for column in range(12, -1, -1):
            number = 13 * row + column
            near = bool(np.isnan(worth[number]) or abs(worth[number]) <= margin)
            often = None if raises is None else float(raises[number])
            line.append(Square(class_name(number), float(hands[number]), float(worth[number]), near, often))
        yield line


def grid_report(found: Nash, node: DecisionNode) -> Report:
    """Return a grid of the hands that go all-in or raise, and a grid of their gains over folding."""
    rows = list(squares_of(found, node))
    ranks = tuple(reversed(RANKS))
    played = lines_of(rows, hand_cell)
    money = lines_of(rows, money_cell)
    left = frozenset(range(14))
    both = len(found.choices(node)) > 1
    how = "R raise, A all-in, in % if mixed" if both else "% of a mixed hand"
    action = "The better of raise and push" if both else spelled(node).capitalize()
    parts: list[Part] = [
        *(Note(line, tone) for line, tone in raise_lines(found)),
        Note(grid_title(found, node), "strong"),
        Note(f"suited above the diagonal; {how}; ~ too close to call"),
        Note(""),
        Grid(("", *ranks), played, left=left),
        Note(""),
        Note(f"{action} minus fold, in % of the pool", "strong"),
        Note(f"differences within {percent_of_pool(found.margin(node))} are too close to call"),
        Note(""),
        Grid(("", *ranks), money),
    ]
    return Report(tuple(parts))


def grid_title(found: Nash, node: DecisionNode) -> str:
    """Return the name of a decision and the shares of its actions."""
    first, *others = found.choices(node)
    shares = [f"{spelled(choice)} {percent(found.share(choice))}" for choice in (*others, first)]
    whose = "the hands that raised" if node.returns else "hands"
    return f"{found.name_of(first)}: {', '.join(shares)} of {whose}"


def grids_of(found: Nash) -> list[DecisionNode]:
    """Return the decisions with a grid of their own: a raise shares that of the push."""
    return [node for node in found.nodes if node.action != "raise"]


def lines_of(rows: list[list[Square]], cell: Callable[[Square], Cell]) -> tuple[tuple[Cell | str, ...], ...]:
    """Return the rows of a grid, each with its rank in front."""
    return tuple((rank, *map(cell, line)) for rank, line in zip(reversed(RANKS), rows, strict=True))


def hand_cell(square: Square) -> Cell:
    """Return the name of a hand that goes all-in, its actions if it is mixed or may raise, a dot if it folds."""
    text = square.mixture or (square.hand if square.often else "·")
    return Cell(f"{text}~" if square.close and text != "·" else text, tone_of(square))


def money_cell(square: Square) -> Cell:
    """Return the gain of going all-in over folding, in % of the pool."""
    if np.isnan(square.difference):
        return Cell("–", "quiet")
    return Cell(f"{100 * square.difference:+.2f}", tone_of(square))


def tone_of(square: Square) -> str:
    """Return the colour of a square: by money, not by frequency."""
    if square.close:
        return "quiet"
    return "gain" if square.difference > 0 else "loss"
