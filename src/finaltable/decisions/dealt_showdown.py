"""The showdown of a call if it is known what other players folded: their cards are not in the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from finaltable.cards.preflop import Showdown
from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import Deals, Effort, Line, Order, alike, deal_push, folds, plays
from finaltable.decisions.pushes.push_spot import MOST_SHOWN
from finaltable.errors import InputError

DEALT_TO = 2e-4  # of hero's share of the main pot: error at which dealing stops


@dataclass(frozen=True)
class DealtShowdown(Showdown):
    """A showdown from deals in blocks."""

    line: Line = field(compare=False, repr=False)
    dealt: Deals = field(compare=False, repr=False)

    def standard_error(self, values: Mapping[Order, float]) -> float:
        """Return the standard error of the mean of a value by order."""
        return self.dealt.standard_error(np.array([values.get(order, 0.0) for order in self.line.orders]))


def deal_showdown(
    own: Range, theirs: Sequence[Range], folded_from: Sequence[Range | None], effort: Effort
) -> DealtShowdown:
    """Deal hero's hand, the hands of the all-in players, those of players who folded, and boards, or raise.

    Parameters
    ----------
    own, theirs
        Ranges of hero and of the all-in players.
    folded_from
        Ranges that players who folded would have played: their hands are not in them. None: random cards.
    effort
        Number of deals.
    """
    if 1 + len(theirs) > MOST_SHOWN:
        rule = f"must be left out with more than {MOST_SHOWN - 1} all-in players"
        raise InputError("folded_from", rule, len(theirs), code="too_many")
    known = [one for one in folded_from if one is not None]
    others, held = tuple(map(folds, known)), tuple(map(plays, theirs))
    before = Line((), (*others, *held[:-1]), held[-1:], "before")
    line = Line(tuple(range(len(held))), others, held)
    shares = np.array([1 / order.count(0) if order[0] == 0 else 0.0 for order in line.orders])
    hands = alike(own, [*theirs, *known])
    dealt = deal_push(hands, [before, line], [shares], lambda found: found.are_precise([shares], DEALT_TO), effort)
    if not dealt.possible():
        rule = "must leave the players before hero hands that they fold, and the all-in players hands that they hold"
        raise InputError(
            "folded_from", rule, [None if one is None else str(one) for one in folded_from], code="conflict"
        )
    chances = np.clip(dealt.chances(), 0.0, None)
    found = dict(zip(line.orders, (chances / chances.sum()).tolist(), strict=True))
    orders = {order: chance for order, chance in found.items() if chance > 0}
    return DealtShowdown(orders, dealt.boards, dealt.boards == 0, line, dealt)
