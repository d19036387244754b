"""Ranges of all-in players in the equilibrium, for a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from finaltable.cards.range import Range
from finaltable.equilibrium.lineup import MOST_IN
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.solution import as_range
from finaltable.errors import InputError

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash

WORD = "nash"  # stands for such a range in a list of ranges


def ranges_of(found: Nash, all_in: Sequence[int], raiser: int | None = None) -> dict[int, Range]:
    """Return the ranges of all-in players, given as seats of the table; each faces those who acted before.

    ``raiser`` has raised before them.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    >>> ranges = ranges_of(found, [0])
    >>> 57 < ranges[0].combos / 13.26 < 60
    True
    """
    lineup = found.lineup
    turns = [turn for turn, seat in enumerate(lineup.deciding) if seat in all_in]
    if len(turns) > MOST_IN:
        rule = f"can come from the equilibrium for at most {MOST_IN} all-ins"
        raise InputError("ranges", rule, len(turns), code="too_many")
    ranges = {seat: Range.read("random") for seat in all_in if seat in lineup.all_in}
    for place, turn in enumerate(turns):
        node = DecisionNode(turn, tuple(turns[:place]), None if raiser is None else lineup.deciding.index(raiser))
        hands = as_range(found.hands(node)) if node in found.nodes else None
        if hands is None or found.often(node) <= 0:
            rule = f"cannot come from the equilibrium: {found.name_of(node)} never goes all-in there"
            raise InputError("ranges", rule, WORD, code="unavailable")
        ranges[lineup.deciding[turn]] = hands
    return ranges
