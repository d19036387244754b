"""The 13 by 13 grid of one decision: frequencies of mixed hands, colours by money."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.cards.hand import RANKS, class_name
from finaltable.equilibrium.report import percent, percent_of_pool
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
    """Going all-in minus folding, as a share of the pool; NaN: the decision never comes up."""
    close: bool
    """Whether the difference is too close to call."""

    @property
    def mixed(self) -> bool:
        """Whether the hand is played both ways."""
        return 0.0 < self.often < 1.0

    @property
    def depth(self) -> float:
        """Depth of the colour, from 0 to 1; the square root makes small differences visible."""
        return 0.0 if np.isnan(self.difference) else min(1.0, float(np.sqrt(abs(self.difference) / FULL)))


def squares_of(found: Nash, node: DecisionNode) -> Iterator[list[Square]]:
    """Yield the rows of a grid: aces first, suited hands above the diagonal."""
    hands, worth, margin = found.hands(node), found.difference(node), found.margin(node)
    for row in range(12, -1, -1):
        line = []
        for column in range(12, -1, -1):
            number = 13 * row + column
            near = bool(np.isnan(worth[number]) or abs(worth[number]) <= margin)
            line.append(Square(class_name(number), float(hands[number]), float(worth[number]), near))
        yield line


def grid_report(found: Nash, node: DecisionNode) -> Report:
    """Return a grid of the hands that go all-in, and a grid of their gains over folding."""
    rows = list(squares_of(found, node))
    ranks = tuple(reversed(RANKS))
    played = lines_of(rows, hand_cell)
    money = lines_of(rows, money_cell)
    left = frozenset(range(14))
    parts: list[Part] = [
        Note(f"{found.name_of(node)}: {node.action} {percent(found.share(node))} of hands", "strong"),
        Note("suited above the diagonal; % of a mixed hand; ~ too close to call"),
        Note(""),
        Grid(("", *ranks), played, left=left),
        Note(""),
        Note(f"{node.action.capitalize()} minus fold, in % of the pool", "strong"),
        Note(f"differences within {percent_of_pool(found.margin(node))} are too close to call"),
        Note(""),
        Grid(("", *ranks), money),
    ]
    return Report(tuple(parts))


def lines_of(rows: list[list[Square]], cell: Callable[[Square], Cell]) -> tuple[tuple[Cell | str, ...], ...]:
    """Return the rows of a grid, each with its rank in front."""
    return tuple((rank, *map(cell, line)) for rank, line in zip(reversed(RANKS), rows, strict=True))


def hand_cell(square: Square) -> Cell:
    """Return the name of a hand that goes all-in, a percentage if it is mixed, a dot if it folds."""
    text = f"{100 * square.often:.0f}%" if square.mixed else square.hand if square.often else "·"
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
