"""The best answers of the players who bet to a push, hand by hand, against hero's range and with real cards."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import Combo, class_of
from finaltable.cards.range import Range, join_classes
from finaltable.decisions.pushes.callers import (
    BLOCKS,
    COMBOS,
    Deals,
    Effort,
    Hands,
    Line,
    alike,
    can_be_counted,
    deal_blocks,
    equal_shares,
    plays,
    weights_of,
)
from finaltable.decisions.pushes.lines import Bet, Known
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.errors import InputError
from finaltable.results import Values
from finaltable.spots.outcome import Outcomes

TIMES = 4  # as many deals as for the push: they are shared by many hands
MOST_TURNS = 6  # answers of each player, if several have bet


class BestAnswers(NamedTuple):
    """Hands with which the players who bet call."""

    bets: list[Bet]
    error: float
    """Most that one of them could gain by another answer, per push, in payout units."""


class Situation(NamedTuple):
    """A push, perhaps with the call of a player behind, and what can follow for a player who bet."""

    lines: list[Line]
    gains: list[Values]
    """Value of calling minus folding, by line and order. If the player folds, another one may call: these lines come
    after the first one, and count against a call."""
    asked: bool
    """Whether the answer is to be found."""


class Answered(NamedTuple):
    """Value of calling minus folding with one hand, times the probability of the situation; by situation."""

    combo: Combo
    share: float
    """Weight of the hand in the range, given the push."""
    gains: Values
    errors: Values


def best_answers(spot: PushSpot, known: Known, pushes: Range, worth: Outcomes, effort: Effort) -> BestAnswers:
    """Return the best answers of the players who bet: to the push, and to the push and a call behind.

    If several have bet, each answers best to the others' answers. They answer in turns, the last one first, until no
    answer changes.

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
    asked = [j for j, bet in enumerate(known.bets) if bet.find_calls or bet.find_overcalls][::-1]
    for turn in range(MOST_TURNS):
        losses, changed = [], False
        for j in asked:
            answer = answer_of(spot, known, j, pushes, worth, effort)
            if turn == MOST_TURNS - 1:
                losses.append(answer.missed + answer.gain)
                continue
            losses.append(answer.missed)
            changed = changed or answer.bet != known.bets[j]
            known = known._replace(bets=[*known.bets[:j], answer.bet, *known.bets[j + 1 :]])
        if not changed or len(asked) == 1:
            break
    of_model = 2 * max(share.error for (player, _), share in worth.known.items() if player in spot.bettors)
    return BestAnswers(list(known.bets), max(losses) + of_model)


class BestAnswer(NamedTuple):
    """The best answer of one player."""

    bet: Bet
    missed: float
    """Most that another answer could gain over it, per push."""
    gain: float
    """Gain over the answer before, per push."""


def answer_of(spot: PushSpot, known: Known, own: int, pushes: Range, worth: Outcomes, effort: Effort) -> BestAnswer:
    """Return the best answer of one player to hero's range and the others' answers."""
    bet, found = known.bets[own], situations(spot, known, own, pushes, worth)
    others = known.held([*known.bets[:own], *known.bets[own + 1 :]])
    condition = Line((), (*known.before(), *others), (plays(pushes),), "before")
    ranges = [*known.ranges(), pushes]
    dealt_to = alike(bet.hands, ranges)
    size = max(1, TIMES * effort.samples // len(dealt_to)) / BLOCKS
    hands = [answer_with(one, condition, found, size, effort) for one in dealt_to]
    total = math.fsum(one.share for one in hands)
    if not total:
        rule = "must leave hands that share no card with those of the player who bet"
        raise InputError("pushes_with", rule, str(pushes), code="conflict")
    asked = [one.asked for one in found]
    missed = [one.share * float(np.clip(one.errors - abs(one.gains), 0.0, None) @ asked) for one in hands]
    suited = any(one.singles for one in ranges)
    kept = [kept_hands(bet.hands, [one.combo for one in hands if one.gains[i] > 0], suited) for i in range(len(found))]
    before = [bet.calls, *(now for now, one in zip(bet.overcalls, known.callers, strict=True) if one is not None)]
    changes = [change(now, best) for now, best in zip(before, kept, strict=True)]
    gains = [
        one.share * float(np.array([some[place(one.combo)] for some in changes]) * one.gains @ asked) for one in hands
    ]
    behind = iter(kept[1:])
    overcalls = tuple(None if one is None else next(behind) for one in known.callers)
    answer = dataclasses.replace(
        bet,
        calls=kept[0] if bet.find_calls else bet.calls,
        overcalls=overcalls if bet.find_overcalls else bet.overcalls,
    )
    return BestAnswer(answer, math.fsum(missed) / total, math.fsum(gains) / total)


def place(combo: Combo) -> int:
    """Return the place of a combo in the order of the core."""
    return combo.high * (combo.high - 1) // 2 + combo.low


def change(now: Range | None, best: Range | None) -> Values:
    """Return by combo whether a hand calls in one answer and not in another: 1, -1 or 0."""
    both = [np.zeros(COMBOS) if one is None else np.sign(weights_of(one)) for one in (best, now)]
    found: Values = both[0] - both[1]
    return found


def situations(spot: PushSpot, known: Known, own: int, pushes: Range, worth: Outcomes) -> list[Situation]:
    """Return the push alone, and the push and the call of each player behind, for one of the players who bet."""
    bet, count = known.bets[own], len(known.seats)
    found = []
    for i in (count, *(i for i, one in enumerate(known.callers) if one is not None)):
        behind = () if i == count else ((known.seats[i], plays(known.callers[i])),)
        first = [(spot.hero, plays(pushes)), *behind]
        gone = [*known.before(), *known.behind(i), *known.gone(i, known.bets[:own])]
        lines = [line_of(known, gone + known.held(known.bets[own + 1 :]), first, "push")]
        for k in range(own + 1, len(known.bets)):
            later = known.bets[k]
            if (calls := known.answer(later, i)) is not None:
                others = gone + known.gone(i, known.bets[own + 1 : k]) + known.held(known.bets[k + 1 :])
                lines.append(line_of(known, others, [*first, (later.seat, plays(calls))], "fold"))
        gains = [gains_of(spot, bet.seat, line, worth) for line in lines]
        found.append(Situation(lines, gains, bet.find_calls if i == count else bet.find_overcalls))
    return found


def line_of(
    known: Known, others: list[Hands], shown: Sequence[tuple[int, Hands]], kind: Literal["push", "fold"]
) -> Line:
    """Return a line with players at the showdown, after whom come those all-in by posting."""
    return Line(tuple(seat for seat, _ in shown), tuple(others), (*(hands for _, hands in shown), *known.posted), kind)


def gains_of(spot: PushSpot, seat: int, line: Line, worth: Outcomes) -> Values:
    """Return the value of calling minus folding for a player who bet, by order.

    If the player folds and another one calls (a line of the kind "fold"), it is the value that this call takes away.
    """
    _, *callers = line.seats
    found = []
    for order in line.orders:
        ranks = dict(
            zip((seat, *line.seats, *spot.all_in) if line.hero else (*line.seats, *spot.all_in), order, strict=True)
        )
        without = callers if line.hero else callers[:-1]
        with_call = [*callers, seat] if line.hero else callers
        gain = value_of(spot, seat, with_call, ranks, worth) - value_of(spot, seat, without, ranks, worth)
        found.append(gain if line.hero else -gain)
    return np.array(found)


def value_of(spot: PushSpot, seat: int, callers: Sequence[int], ranks: Mapping[int, int], worth: Outcomes) -> float:
    """Return the value for a player if some players call the push; ``ranks`` order their hands."""
    shown = [ranks[one] for one in (spot.hero, *callers, *spot.all_in)]
    order = [sorted(set(shown)).index(rank) for rank in shown]
    return worth.worth_to(seat, spot.if_called(callers, order)).value


def answer_with(
    asked: tuple[Combo, float], condition: Line, found: Sequence[Situation], size: float, effort: Effort
) -> Answered:
    """Deal to one hand of a player who bet, ``size`` boards in a block."""
    combo, weight = asked
    lines = [condition, *(line for one in found for line in one.lines)]
    parts, boards = deal_blocks([(combo, 1.0)], lines, 0, BLOCKS, size, effort, equal_shares(lines))
    blocks = parts.sum(axis=1)
    ends = np.cumsum([1, *(sum(map(len, one.gains)) for one in found)])
    means, errors = np.zeros(len(found)), np.zeros(len(found))
    for i, one in enumerate(found):
        dealt, gain = Deals(blocks[:, [0, *range(ends[i], ends[i + 1])]], boards), np.concatenate(one.gains)
        if not dealt.possible():
            continue
        means[i] = float(dealt.chances() @ gain)
        if not can_be_counted([condition, *one.lines]):
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
