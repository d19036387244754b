"""Verdict of one model on a push: the values of pushing and folding, and the break-even equity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Literal, NamedTuple

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.decisions.pushes.callers import Deals, Line
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.verdict import find_break_even
from finaltable.results import Values
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes


@dataclass(frozen=True)
class PushVerdict(Answer):
    """Verdict of one model."""

    model: str
    """Name of the model."""
    fold: float
    """Value of folding, in payout units, if all players behind fold as well. If several players are left with the pot,
    each wins it equally often. In the big blind after limps: of checking and losing the pot."""
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
    check_share: float | None = None
    """Share of the pot that a check has to win to be worth as much as the push, if no more chips go in; above 1: more
    than the pot. None if hero cannot check."""

    in_json = (
        json_fields("model fold push steal win tie lose break_even error difference recommendation")
        + json_fields("three_way", where="three_way")
        + json_fields("fold_spread", where="fold_spread")
        + json_fields("check_share", where="checks")
    )

    @property
    def difference(self) -> float:
        """Value of pushing minus folding."""
        return self.push - self.fold

    @property
    def checks(self) -> bool:
        """Whether hero can check."""
        return self.check_share is not None

    @property
    def recommendation(self) -> Literal["push", "fold", "too close", "check", "depends"]:
        """Return "push", "fold", or "too close" if the difference is within its error.

        If hero can check: "check" if the push is worth less than losing the pot after a check. Else it "depends" on
        play after the flop, which is not valued.
        """
        if self.checks:
            return "check" if self.difference < -self.error else "depends"
        if abs(self.difference) <= self.error:
            return "too close"
        return "push" if self.difference > 0 else "fold"


@dataclass(frozen=True)
class PushWorth:
    """Values of all ends of a push for hero, under one model."""

    model: str
    lines: Sequence[Line]
    """Lines with a showdown."""
    ends: Sequence[Values]
    """Values of each line, by order."""
    steal: float | None
    """Value if all others fold; None if players all-in by posting see a showdown then."""
    folds: Sequence[float]
    """Values of folding, for each player who may win the pot then without a showdown."""
    checked: float | None
    """Value of winning the pot after a check; None if hero cannot check."""
    error: float
    """Bound on the error of push minus fold, apart from the cards."""

    def near(self, kind: str) -> list[float]:
        """Return a value near that of each end with only the players all-in by posting, or the winner if hero folds."""
        alone = {"push": 0, "fold": 1}[kind]
        pairs = zip(self.lines, self.ends, strict=True)
        return [float(ends.mean()) for line, ends in pairs if line.kind == kind and len(line.seats) == alone]

    @cached_property
    def pushed(self) -> float:
        """Value if all others fold, or near it."""
        return self.near("push")[0] if self.steal is None else self.steal

    @cached_property
    def gains(self) -> Values:
        """Change of push minus fold by line and order, as the deals estimate it.

        For a push against `pushed`; for a fold against the mean of the line.
        """
        winners = len(self.folds) + len(self.near("fold"))
        scale = {"push": 1.0, "fold": -1.0 / max(1, winners), "check": 0.0}
        found = [
            scale[line.kind] * (ends - (self.pushed if line.kind == "push" else ends.mean()))
            for line, ends in zip(self.lines, self.ends, strict=True)
        ]
        return np.concatenate(found) if found else np.zeros(0)

    def difference(self, dealt: Deals) -> float:
        """Return the value of pushing minus that of folding."""
        folds = [*self.folds, *self.near("fold")]
        return self.pushed - math.fsum(folds) / len(folds) + float(dealt.chances() @ self.gains)


class PushEnds(NamedTuple):
    """All ends of a push; each model values the same."""

    lines: Sequence[Line]
    """Lines with a showdown."""
    shown: list[list[After]]
    """Ends of each line, by order."""
    steal: list[After]
    """The end if all others fold; none if players all-in by posting see a showdown then."""
    folds: list[After]
    """Ends if hero folds, for each player who may win the pot then without a showdown."""
    checked: list[After]
    """The end if hero checks and wins the pot; none if hero cannot check."""


def ends_of(spot: PushSpot, lines: Sequence[Line]) -> PushEnds:
    """Return all ends of a push; the first line is the condition."""
    alone = [winner for winner in spot.winners_if_folded if len(spot.left_if_folded(winner)) == 1]
    return PushEnds(
        lines[1:],
        [ends_of_line(spot, line) for line in lines[1:]],
        [] if spot.all_in else [spot.if_all_fold()],
        [spot.if_folded(winner) for winner in alone],
        [spot.if_checked()] if spot.can_check else [],
    )


def worth_of(spot: PushSpot, every: PushEnds, worth: Outcomes) -> PushWorth:
    """Value all ends of a push under one model."""
    lines, shown, *others = every
    worth.find(spot.hero, chain(*shown, *others))
    ends, (steal, folds, checked) = (
        [[worth.worth_to(spot.hero, after) for after in some] for some in each] for each in (shown, others)
    )
    going = [*steal, *(share for line, some in zip(lines, ends, strict=True) if line.hero for share in some)]
    giving = [
        *folds,
        *checked,
        *(share for line, some in zip(lines, ends, strict=True) if not line.hero for share in some),
    ]
    return PushWorth(
        model=worth.model.name,
        lines=lines,
        ends=[np.array([share.value for share in some]) for some in ends],
        steal=steal[0].value if steal else None,
        folds=[share.value for share in folds],
        checked=checked[0].value if checked else None,
        error=sum(max(share.error for share in some) for some in (going, giving)),
    )


def ends_of_line(spot: PushSpot, line: Line) -> list[After]:
    """Return the ends of a line, by order."""
    if line.kind == "fold":
        return [spot.if_folded(line.seats[0], order) for order in line.orders]
    if line.kind == "check":
        return [spot.if_checked()] * len(line.orders)
    return spot.ends_if_called(line.seats, line.orders)


class Dealt(NamedTuple):
    """A line with the probabilities and values of its orders."""

    line: Line
    chances: Values
    values: Values

    def about(self, middle: float) -> float:
        """Return the sum of values and probabilities, with a total of 1: ``middle`` has the rest."""
        return middle + float(self.chances @ (self.values - middle))


def judge_push(worth: PushWorth, dealt: Deals) -> PushVerdict:
    """Value pushing and folding over all ends."""
    parts = [
        Dealt(*some) for some in zip(worth.lines, split_lines(worth.lines, dealt.chances()), worth.ends, strict=True)
    ]
    pushes = [part for part in parts if part.line.kind == "push"]
    push = worth.pushed + math.fsum(part.about(worth.pushed) - worth.pushed for part in pushes)
    folds = [*worth.folds, *(part.about(float(part.values.mean())) for part in parts if part.line.kind == "fold")]
    fold = math.fsum(folds) / len(folds)
    alone = results([part for part in pushes if len(part.line.seats) == 1])
    several = [part for part in pushes if len(part.line.seats) > 1]
    called, others = (float(sum(part.chances.sum() for part in some)) for some in (alone, several))
    steal = next((mean_of(part.chances, part.values) for part in pushes if not part.line.seats), worth.steal)
    assert steal is not None, "all others fold, or players all-in by posting are there"
    three = mean_of(*joined(several)) if others > 0 else None
    found = PushVerdict(
        model=worth.model,
        fold=fold,
        push=push,
        steal=steal,
        win=None,
        tie=None,
        lose=None,
        break_even=None,
        error=worth.error + dealt.error(worth.gains),
        three_way=three,
        fold_spread=max(folds) - min(folds),
        check_share=None if worth.checked is None else share_between(push, fold, worth.checked),
    )
    if not called > 0:
        return found
    win, tie, lose = (mean_of(part.chances, part.values) for part in alone)
    needed = (fold - (1.0 - called - others) * steal - others * (three or 0.0)) / called
    point = find_break_even(needed, win, tie, lose, float(alone[1].chances.sum()) / called)
    return replace(found, win=win, tie=tie, lose=lose, break_even=point)


def split_lines(lines: Sequence[Line], values: Values) -> list[Values]:
    """Return numbers by line and order, split by line."""
    ends = list(accumulate((len(line.orders) for line in lines), initial=0))
    return [values[start:end] for start, end in pairwise(ends)]


def results(parts: Sequence[Dealt]) -> list[Dealt]:
    """Return the ends in which hero is ahead of the only caller, ties and is behind, of all lines."""
    chances, values = joined(parts)
    signs = np.concatenate([part.line.signs for part in parts] or [np.zeros(0, dtype=np.int64)])
    return [Dealt(Line((), (), ()), chances[signs == sign], values[signs == sign]) for sign in (-1, 0, 1)]


def joined(parts: Sequence[Dealt]) -> tuple[Values, Values]:
    """Return the probabilities and the values of several lines."""
    none: list[Values] = [np.zeros(0)]
    return (
        np.concatenate([part.chances for part in parts] or none),
        np.concatenate([part.values for part in parts] or none),
    )


def share_between(value: float, low: float, high: float) -> float:
    """Return how far a value is from one to another, as a share; 0 if they are the same."""
    return (value - low) / (high - low) if high != low else 0.0


def mean_of(chances: Values, values: Values) -> float:
    """Return the weighted mean of values; the plain mean if all weights are 0."""
    weights = np.maximum(chances, 0.0)
    total = float(weights.sum())
    return float(weights @ values) / total if total else float(values.mean())
