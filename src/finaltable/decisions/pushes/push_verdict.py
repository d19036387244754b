"""Verdict of one model on a push: the values of pushing and folding, and the break-even equity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.decisions.pushes.callers import Deals, Line
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.verdict import ORDERS, find_break_even
from finaltable.results import Values
from finaltable.spots.outcome import Outcomes, Share


@dataclass(frozen=True)
class PushVerdict(Answer):
    """Verdict of one model."""

    model: str
    """Name of the model."""
    fold: float
    """Value of folding, in payout units, if all players behind fold as well. If several players are left with the pot,
    each wins it equally often."""
    push: float
    """Value of going all-in."""
    steal: float
    """Value of going all-in if all fold."""
    win: float | None
    """Value of being called by one player and winning, averaged over callers; None if never called."""
    tie: float | None
    """Value of being called and tying; None if never called."""
    lose: float | None
    """Value of being called and losing; None if never called."""
    break_even: float | None
    """Equity against a single caller from which pushing is better; 0: always; None: never, or never called."""
    error: float
    """Bound on the error of the difference. With random boards: four standard errors, plus a margin for outcomes that
    none of them showed."""
    three_way: float | None = None
    """Value of being called by two players; None if that never happens."""
    fold_spread: float = 0.0
    """Difference in the value of folding that depends on who wins the pot then; 0 if only one player can."""

    in_json = (
        json_fields("model fold push steal win tie lose break_even error difference recommendation")
        + json_fields("three_way", where="three_way")
        + json_fields("fold_spread", where="fold_spread")
    )

    @property
    def difference(self) -> float:
        """Value of pushing minus folding."""
        return self.push - self.fold

    @property
    def recommendation(self) -> Literal["push", "fold", "too close"]:
        """Return "push", "fold", or "too close" if the difference is within its error."""
        if abs(self.difference) <= self.error:
            return "too close"
        return "push" if self.difference > 0 else "fold"


class PushWorth(NamedTuple):
    """Values of all ends of a push for hero, under one model."""

    model: str
    folds: Sequence[Share]
    """Values of folding, for each player who may win the pot then."""
    steal: Share
    """Value if all others fold."""
    lines: Sequence[Line]
    """Lines with a showdown."""
    ends: Sequence[Share]
    """Values by line and order."""

    @property
    def fold(self) -> float:
        """Value of folding: each player left with the pot wins it equally often."""
        return math.fsum(share.value for share in self.folds) / len(self.folds)

    @property
    def values(self) -> Values:
        """Values by line and order."""
        return np.array([share.value for share in self.ends])

    @property
    def gains(self) -> Values:
        """Values by line and order, minus the value if all others fold."""
        gains: Values = self.values - self.steal.value
        return gains


def worth_of(spot: PushSpot, lines: Sequence[Line], worth: Outcomes) -> PushWorth:
    """Value all ends of a push under one model; the first line is the condition."""
    value = partial(worth.worth_to, spot.hero)
    folds = [value(spot.if_folded(winner)) for winner in spot.winners_if_folded]
    ends = [value(spot.if_called(line.seats, order)) for line in lines[1:] for order in line.orders]
    return PushWorth(worth.model.name, folds, value(spot.if_all_fold()), lines[1:], ends)


def judge_push(worth: PushWorth, dealt: Deals) -> PushVerdict:
    """Value pushing and folding over all ends."""
    fold, steal, chances = worth.fold, worth.steal.value, dealt.chances()
    push = steal + float(chances @ worth.gains)
    error = max(share.error for share in worth.folds) + max(share.error for share in (worth.steal, *worth.ends))
    error += dealt.error(worth.gains)
    alone = np.array([len(line.seats) == 1 for line in worth.lines for _ in line.orders], dtype=bool)
    called, others, values = float(chances[alone].sum()), float(chances[~alone].sum()), worth.values
    spread = max(share.value for share in worth.folds) - min(share.value for share in worth.folds)
    three = mean_of(chances[~alone], values[~alone]) if others > 0 else None
    if not called > 0:
        return PushVerdict(worth.model, fold, push, steal, None, None, None, None, error, three, spread)
    rows, parts = values[alone].reshape(-1, len(ORDERS)), chances[alone].reshape(-1, len(ORDERS))
    win, tie, lose = (mean_of(parts[:, i], rows[:, i]) for i in range(len(ORDERS)))
    needed = (fold - (1.0 - called - others) * steal - others * (three or 0.0)) / called
    break_even = find_break_even(needed, win, tie, lose, float(parts[:, 1].sum()) / called)
    return PushVerdict(worth.model, fold, push, steal, win, tie, lose, break_even, error, three, spread)


def mean_of(chances: Values, values: Values) -> float:
    """Return the weighted mean of values; the plain mean if all weights are 0."""
    weights = np.clip(chances, 0.0, None)
    return float(np.average(values, weights=weights if weights.any() else None))
