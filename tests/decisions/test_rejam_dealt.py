"""A push after bets, compared with a plain dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import Combo
from finaltable.cards.range import Range
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.plain_dealer import Bet, by_cards, deal_after_bets


class RandomSpot(NamedTuple):
    spot: ft.PushSpot
    asked: dict[str, Any]
    dealt: tuple[tuple[int, int], list[Any], list[Bet], list[Any]]


def random_spot(seed: int, posted: Sequence[int] = ()) -> RandomSpot:
    """Return a spot with one or two bets, options of `push`, and arguments of the plain dealer.

    ``posted`` are blinds (0 or 1) who are all-in by posting; then there may be no bet.
    """
    random = np.random.default_rng(seed)
    bets, behind, folded = 1 + seed % 2 if not posted else seed % 3, seed // 2 % 4, int(random.integers(0, 4))
    behind = max(behind, 1) if posted == (0,) and not bets else behind  # the big blind cannot be first in
    players = max(3, folded + bets + 1 + behind + len(posted))
    folded = players - bets - 1 - behind - len(posted)
    stacks = [float(chips) for chips in random.integers(6, 25, players)]
    for seat in posted:
        stacks[seat] = (0.4, 0.8)[seat]
    payouts = [[100.0], [50.0, 30.0, 20.0], [65.0, 35.0]][seed % 3][:players]
    acting = [seat for seat in (*range(2, players), 0, 1) if seat not in posted]
    before = [int(seat) for seat in acting[: folded + bets]]
    bettors = sorted((int(seat) for seat in random.permutation(before)[:bets]), key=before.index)
    raised = 1 if behind and seed % 5 == 0 else 2.2  # a limp, or a raise
    size: dict[int | str, object] = dict.fromkeys(bettors, raised)
    if bets == 2 and seed % 3 == 0:
        size = dict(zip(bettors, (1, 2.5), strict=True))  # a limp and a raise
    place = ft.PushSpot.of(
        stacks,
        payouts,
        hero=acting[folded + bets],
        button=players - 1,
        small_blind=0.5,
        big_blind=1,
        ante=0.1,
        bets=size,
    )
    assert (len(place.folders), place.bettors, len(place.callers)) == (folded, tuple(bettors), behind)
    assert place.all_in == tuple(posted)
    ranges = [f"{share}%" for share in random.integers(5, 50, behind)]
    opens = [f"{share}%" for share in random.integers(5, 45, folded)]
    held = [int(share) for share in random.integers(20, 70, bets)]
    calls = [int(share * random.uniform(0.2, 0.9)) for share in held]
    overs = [int(share * random.uniform(0.3, 1.0)) for share in calls]
    high, low = sorted((int(card) for card in random.permutation(52)[:2]), reverse=True)
    asked = {
        "hand": str(Combo(high, low)),
        "ranges": ranges or None,
        "folded_from": opens or None,
        "bet_with": [f"{share}%" for share in held] or None,
        "bettor_calls": [f"{share}%" for share in calls] or None,
        "bettor_overcalls": [f"{share}%" for share in overs] or None,
        "models": ["icm"],
    }
    weights = [[by_cards(Range.read(f"{share}%")) for share in some] for some in (held, calls, overs)]
    dealt = (
        (high, low),
        [by_cards(Range.read(one)) for one in opens],
        [Bet(*some) for some in zip(*weights, strict=True)],
        [by_cards(Range.read(one)) for one in ranges],
    )
    return RandomSpot(place, asked, dealt)


def plain_value(one: RandomSpot, deals: int, seed: int) -> tuple[float, float]:
    """Return push minus fold under ICM and its standard error, from plain deals."""
    place, worth = one.spot, Outcomes(one.spot.table, find_model("icm"), 1e-9)
    found = deal_after_bets(*one.dealt, deals, seed, len(place.all_in))
    pushed: list[tuple[float, float]] = []
    folded: list[tuple[float, float]] = []
    for callers, orders in found.called.items():
        seats = [place.callers[i] if i >= 0 else place.bettors[-1 - i] for i in callers]
        pushed += [(worth.worth_to(place.hero, place.if_called(seats, order)).value, n) for order, n in orders.items()]
    winners = place.winners_if_folded
    seen = {
        place.all_in[0] if i is None else place.callers[i] if i >= 0 else place.bettors[-1 - i]: orders
        for i, orders in found.folded.items()
    }
    for winner in winners:
        orders = seen.get(winner, {(0,): found.deals})
        ends = [(worth.worth_to(place.hero, place.if_folded(winner, order)).value, n) for order, n in orders.items()]
        folded += [(value, n / len(winners)) for value, n in ends]
    (push, one_error), (fold, other) = (mean_and_error(some, found.deals) for some in (pushed, folded))
    return push - fold, float(np.hypot(one_error, other))


def mean_and_error(ends: list[tuple[float, float]], total: int) -> tuple[float, float]:
    """Return the mean of values with their numbers of deals, and its standard error."""
    values, chances = np.array([value for value, _ in ends]), np.array([number for _, number in ends]) / total
    mean = float(chances @ values)
    return mean, float(np.sqrt(max(0.0, chances @ values**2 - mean**2) / total))


@pytest.mark.slow
def test_the_value_of_a_push_after_bets_is_that_of_a_plain_dealer() -> None:
    squares = []
    for seed in range(40):
        one = random_spot(seed)
        found = ft.push(one.spot, **one.asked)["icm"]
        mean, error = plain_value(one, 200_000, seed)
        apart = found.difference - mean
        assert abs(apart) <= found.error + 4.5 * error, (seed, apart, found.error, error)
        assert found.error <= 0.1, (seed, found.error)
        squares.append(apart**2 / (error**2 + (found.error / 5) ** 2))
    assert sum(squares) < len(squares) + 4 * (2 * len(squares)) ** 0.5


@pytest.mark.slow
def test_the_value_of_a_push_with_players_all_in_by_posting_is_that_of_a_plain_dealer() -> None:
    squares = []
    for seed in range(36):
        one = random_spot(seed, ((0,), (1,), (0, 1))[seed // 3 % 3])
        found = ft.push(one.spot, **one.asked)["icm"]
        mean, error = plain_value(one, 200_000, seed)
        apart = found.difference - mean
        assert abs(apart) <= found.error + 4.5 * error, (seed, apart, found.error, error)
        assert found.error <= 0.4, (seed, found.error)
        squares.append(apart**2 / (error**2 + (found.error / 5) ** 2))
    assert sum(squares) < len(squares) + 4 * (2 * len(squares)) ** 0.5
