"""Verdict of one model on a call: the values of calling and folding, and the break-even equity."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from finaltable.answers import Answer, json_fields
from finaltable.cards.preflop import Showdown
from finaltable.decisions.bounty import BountyVerdict, added_to_bounty, dead_chips, drop_between
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes, Share
from finaltable.spots.spot import Spot
from finaltable.table.table import Number

ORDERS: dict[str, tuple[int, ...]] = {"win": (0, 1), "tie": (0, 0), "lose": (1, 0)}
Order = tuple[int, ...]


@dataclass(frozen=True)
class Verdict(Answer):
    """Verdict of one model."""

    model: str
    """Name of the model."""
    fold: float
    """Value of folding, in payout units."""
    call: float
    """Value of calling."""
    win: float | None
    """Value of calling and winning; None if several players are all-in."""
    tie: float | None
    """Value of calling and tying; None if several players are all-in."""
    lose: float | None
    """Value of calling and losing; None if several players are all-in."""
    break_even: float | None
    """Equity from which calling is better, with the hand's ties; 0: always; None: never, or several players are
    all-in."""
    error: float
    """Bound on the error of the difference. With random boards: four standard errors, plus a margin for outcomes that
    none of them showed."""
    bounty: BountyVerdict | None = None
    """Effect of the bounties; None without bounties."""

    in_json = json_fields("model fold call win tie lose break_even error difference recommendation") + json_fields(
        "bounty", where="bounty"
    )

    @property
    def difference(self) -> float:
        """Value of calling minus folding."""
        return self.call - self.fold

    @property
    def recommendation(self) -> Literal["call", "fold", "too close"]:
        """Return "call", "fold", or "too close" if the difference is within its error."""
        if abs(self.difference) <= self.error:
            return "too close"
        return "call" if self.difference > 0 else "fold"


def judge(spot: Spot, seen: Showdown, worth: Outcomes) -> Verdict:
    """Value calling and folding over all orders of the showdown."""
    value = partial(worth.worth_to, spot.hero)
    orders = {**seen.orders, **dict.fromkeys(extremes(seen), 0.0)}
    worth.find(spot.hero, (end for one in orders for end in (spot.if_called(one), spot.if_folded(one[1:]))))
    calls = {order: value(spot.if_called(order)) for order in orders}
    # If hero folds, the others have the same showdown.
    folds = {order: value(spot.if_folded(order[1:])) for order in orders}
    call, fold = (mean(seen.orders, {order: one.value for order, one in some.items()}) for some in (calls, folds))
    apart = {order: calls[order].value - folds[order].value for order in orders}
    models = max(one.error for one in calls.values()) + max(one.error for one in folds.values())
    error = models + seen.error(apart, max(apart.values()) - min(apart.values()))
    win = tie = lose = break_even = None
    ends: dict[str, Share] = {}
    if len(spot.all_in) == 1:
        ends = {name: value(spot.if_called(order)) for name, order in ORDERS.items()}
        win, tie, lose = (share.value for share in ends.values())
        break_even = find_break_even(fold, win, tie, lose, seen.orders.get(ORDERS["tie"], 0.0))
    bounty = None
    if spot.table.bounties:
        bounty = bounty_verdict(spot, seen, worth, calls, folds, ends, break_even, error)
    return Verdict(worth.model.name, fold, call, win, tie, lose, break_even, error, bounty)


def extremes(seen: Showdown) -> set[Order]:
    """Return the orders in which hero beats or loses to all others, and which no random board showed.

    >>> sorted(extremes(Showdown({(1, 0, 2): 1.0}, boards=1000, exact=False)))
    [(0, 1, 2), (2, 0, 1)]
    """
    if seen.exact:
        return set()
    others = {tuple(sorted(set(order[1:])).index(rank) for rank in order[1:]) for order in seen.orders}
    ends = {(max(ranks) + 1, *ranks) for ranks in others} | {(0, *(rank + 1 for rank in ranks)) for ranks in others}
    return ends - seen.orders.keys()


def bounty_verdict(
    spot: Spot,
    seen: Showdown,
    worth: Outcomes,
    calls: Mapping[Order, Share],
    folds: Mapping[Order, Share],
    ends: Mapping[str, Share],
    break_even: float | None,
    error: float,
) -> BountyVerdict:
    """Return the effect of bounties, against a game for the prizes alone."""
    parts = {
        name: [mean(seen.orders, {order: share[part] for order, share in some.items()}) for part in range(3)]
        for name, some in (("call", calls), ("fold", folds))
    }
    without = None
    if ends:
        win, tie, lose = (share.prizes for share in ends.values())
        without = find_break_even(parts["fold"][0], win, tie, lose, seen.orders.get(ORDERS["tie"], 0.0))
    grown = added_to_bounty(
        {order: spot.if_called(order) for order in seen.orders}, spot.hero, spot.table.bounties[spot.hero]
    )
    difference = parts["call"][0] - parts["fold"][0]
    wanted = sum(parts["call"]) - sum(parts["fold"])
    chips = chips_for(spot, seen, worth, wanted, error)
    return BountyVerdict(
        difference=difference,
        cash=parts["call"][1],
        onto_head=mean(seen.orders, grown),
        later_fold=parts["fold"][2],
        later_call=parts["call"][2],
        break_even=without,
        drop=drop_between(without, break_even) if ends else None,
        chips=None if chips is None else float(chips),
        big_blinds=None if chips is None or not spot.big_blind else float(chips / spot.big_blind),
    )


def chips_for(spot: Spot, seen: Showdown, worth: Outcomes, wanted: float, error: float) -> Number | None:
    """Return the number of dead chips that has the effect of the bounties in a game for the prizes alone."""
    model = worth.model
    if model.would_sample is not None and model.would_sample(spot.table.live, worth.tolerance):
        return None  # differences of samples are mostly noise
    value = partial(worth.worth_to, spot.hero)

    def difference_at(extra: Number) -> float:
        apart = {}
        for order in seen.orders:
            called, folded = spot.if_called(order, extra), spot.if_folded(order[1:], extra)
            apart[order] = value(After(called.stacks)).prizes - value(After(folded.stacks)).prizes
        return mean(seen.orders, apart)

    return dead_chips(difference_at, wanted, error, spot.table, spot.main_pot)


def mean(chances: Mapping[Order, float], values: Mapping[Order, float]) -> float:
    """Return the mean of values over the orders of a showdown."""
    return math.fsum(chance * values[order] for order, chance in chances.items())


def find_break_even(fold: float, win: float, tie: float, lose: float, ties: float) -> float | None:
    """Return the equity at which calling is worth as much as folding, at a given rate of ties."""
    low, high = (value_at(equity, win, tie, lose, ties) for equity in (ties / 2, 1.0 - ties / 2))
    if low >= fold:
        return 0.0
    if high <= fold:
        return None
    return ties / 2 + (1.0 - ties) * (fold - low) / (high - low)


def value_at(equity: float, win: float, tie: float, lose: float, ties: float) -> float:
    """Return the value of calling at an equity, with a given rate of ties."""
    return (equity - ties / 2) * win + ties * tie + (1.0 - equity - ties / 2) * lose
