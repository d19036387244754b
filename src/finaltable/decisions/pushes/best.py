"""The best answer of the player who bet to a push, hand by hand, against hero's range and with real cards."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import Combo, class_of
from finaltable.cards.range import Range, join_classes
from finaltable.decisions.pushes.callers import ROUNDS, Deals, Effort, Line, alike, can_be_counted, deal_blocks, plays
from finaltable.decisions.pushes.lines import Bet, Known
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.errors import InputError
from finaltable.results import Values
from finaltable.spots.outcome import Outcomes

BLOCKS = 32  # of deals, for each hand
TIMES = 4  # as many deals as for the push: they are shared by many hands


class BestAnswer(NamedTuple):
    """Hands with which the player who bet calls."""

    bet: Bet
    error: float
    """Most that the player could gain by another answer, per push, in payout units."""


class Answered(NamedTuple):
    """Value of calling minus folding with one hand, times the probability of the situation; by situation."""

    combo: Combo
    share: float
    """Weight of the hand in the range, given the push."""
    gains: Values
    errors: Values


def best_answer(spot: PushSpot, known: Known, pushes: Range, worth: Outcomes, effort: Effort) -> BestAnswer:
    """Return the best answer of the only player who bet: to the push, and to the push and a call behind.

    Parameters
    ----------
    spot, known
        The spot, and the hands of the players.
    pushes
        Range with which hero pushes.
    worth
        Values of outcomes under a model.
    effort
        Number of deals for the push.
    """
    (bet,) = known.bets
    lines = situations(spot, known, pushes)
    asked = [bet.find_calls, *[bet.find_overcalls] * (len(lines) - 2)]
    gains = [gains_of(spot, bet.seat, line, worth) for line in lines[1:]]
    ranges = [*known.ranges(), pushes]
    found = [answer_with(one, lines, gains) for one in share_out(bet.hands, ranges, effort)]
    total = math.fsum(one.share for one in found)
    if not total:
        rule = "must leave hands that share no card with those of the player who bet"
        raise InputError("pushes_with", rule, str(pushes), code="conflict")
    missed = [one.share * float(np.clip(one.errors - abs(one.gains), 0.0, None) @ asked) for one in found]
    suited = any(one.singles for one in ranges)
    kept = [kept_hands(bet.hands, [one.combo for one in found if one.gains[i] > 0], suited) for i in range(len(gains))]
    behind = iter(kept[1:])
    best = [None if one is None else next(behind) for one in known.callers]
    bet = dataclasses.replace(
        bet,
        calls=kept[0] if bet.find_calls else bet.calls,
        overcalls=tuple(best) if bet.find_overcalls else bet.overcalls,
    )
    of_model = 2 * max(share.error for (player, _), share in worth.known.items() if player == bet.seat)
    return BestAnswer(bet, math.fsum(missed) / total + of_model)


def situations(spot: PushSpot, known: Known, pushes: Range) -> list[Line]:
    """Return the condition, the push alone, and the push and the call of each player behind, for the player who bet."""
    before, count = known.before(), len(known.seats)
    lines = [Line((), tuple(before), (plays(pushes),))]
    lines.append(Line((spot.hero,), (*before, *known.behind(count)), (plays(pushes),)))
    for i, one in enumerate(known.callers):
        if one is not None:
            others = (*before, *known.behind(i))
            lines.append(Line((spot.hero, known.seats[i]), others, (plays(pushes), plays(one))))
    return lines


def gains_of(spot: PushSpot, seat: int, line: Line, worth: Outcomes) -> Values:
    """Return the value of calling minus folding for the player who bet, by the order of them, hero and a caller."""

    def value(callers: Sequence[int], order: Sequence[int]) -> float:
        after = spot.if_called(callers, order) if callers else spot.if_all_fold()
        return worth.worth_to(seat, after).value

    behind = line.seats[1:]
    found = []
    for own, *others in line.orders:
        without = [sorted(set(others)).index(rank) for rank in others]
        found.append(value((*behind, seat), (*others, own)) - value(behind, without))
    return np.array(found)


def share_out(hands: Range, others: Sequence[Range], effort: Effort) -> Iterator[tuple[Combo, float, Effort]]:
    """Yield the hands of a range, each with its weight and its part of the deals."""
    own = alike(hands, others)
    each = max(1, TIMES * effort.samples // len(own)) * sum(ROUNDS) // BLOCKS
    for combo, weight in own:
        yield combo, weight, effort._replace(samples=each)


def answer_with(asked: tuple[Combo, float, Effort], lines: Sequence[Line], gains: Sequence[Values]) -> Answered:
    """Deal to one hand of the player who bet."""
    combo, weight, effort = asked
    blocks, boards = deal_blocks([(combo, 1.0)], lines, 0, BLOCKS, effort)
    ends = np.cumsum([1, *(len(one) for one in gains)])
    means, errors = np.zeros(len(gains)), np.zeros(len(gains))
    for i, gain in enumerate(gains):
        dealt = Deals(blocks[:, [0, *range(ends[i], ends[i + 1])]], boards)
        if not dealt.possible():
            continue
        means[i] = float(dealt.chances() @ gain)
        if not can_be_counted([lines[0], lines[1 + i]]):
            spread = max(0.0, float(gain.max())) - min(0.0, float(gain.min()))
            reached = float(dealt.chances().sum())
            errors[i] = _core.sampling_error(dealt.standard_error(gain), spread * reached, boards)
    return Answered(combo, weight * float(blocks[:, 0].mean()), means, errors)


def kept_hands(hands: Range, kept: Sequence[Combo], suited: bool) -> Range | None:
    """Return the part of a range with the given hands, each of which stands for its class unless suits matter."""
    classes: dict[int, float] = {}
    singles: dict[Combo, float] = {}
    weights = dict(hands.weights())
    for combo in kept:
        if suited or combo in hands.singles:
            singles[combo] = weights[combo]
        else:
            classes[class_of(combo)] = hands.classes[class_of(combo)]
    join_classes(classes, singles)
    return Range(classes, singles) if classes or singles else None
