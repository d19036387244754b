"""A push after bets: limps, a raise and its calls; chips, answers, and comparisons with a plain dealer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import Combo
from finaltable.cards.range import Range
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.decisions.test_push import by_cards
from tests.plain_dealer import Bet, deal_after_bets


class RandomSpot(NamedTuple):
    spot: ft.PushSpot
    asked: dict[str, Any]
    dealt: tuple[tuple[int, int], list[Any], list[Bet], list[Any]]


def random_spot(seed: int) -> RandomSpot:
    """Return a spot with one or two bets, options of `push`, and arguments of the plain dealer."""
    random = np.random.default_rng(seed)
    bets, behind, folded = 1 + seed % 2, seed // 2 % 4, int(random.integers(0, 4))
    players = max(3, folded + bets + 1 + behind)
    folded = players - bets - 1 - behind
    stacks = [float(chips) for chips in random.integers(6, 25, players)]
    payouts = [[100.0], [50.0, 30.0, 20.0], [65.0, 35.0]][seed % 3][:players]
    acting = [*range(2, players), 0, 1]
    before = [int(seat) for seat in acting[: folded + bets]]
    bettors = sorted((int(seat) for seat in random.permutation(before)[:bets]), key=before.index)
    raised = 1 if behind and seed % 5 == 0 else 2.2  # a limp, or a raise
    size = dict.fromkeys(bettors, raised)
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
        "bet_with": [f"{share}%" for share in held],
        "bettor_calls": [f"{share}%" for share in calls],
        "bettor_overcalls": [f"{share}%" for share in overs],
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
    total, found = deal_after_bets(*one.dealt, deals, seed)
    values, counts = [], []
    for callers, orders in found.items():
        seats = [place.callers[i] if i >= 0 else place.bettors[-1 - i] for i in callers]
        for order, count in orders.items():
            after = place.if_called(seats, order) if seats else place.if_all_fold()
            values.append(worth.worth_to(place.hero, after).value)
            counts.append(count)
    chances, ends = np.array(counts) / total, np.array(values)
    mean = float(chances @ ends)
    folds = [worth.worth_to(place.hero, place.if_folded(winner)).value for winner in place.winners_if_folded]
    return mean - sum(folds) / len(folds), float(np.sqrt((chances @ ends**2 - mean**2) / total))


@pytest.mark.slow
def test_the_value_of_a_push_after_bets_is_that_of_a_plain_dealer() -> None:
    squares = []
    for seed in range(40):
        one = random_spot(seed)
        found = ft.push(one.spot, **one.asked)["icm"]
        mean, error = plain_value(one, 200_000, seed)
        apart = found.difference - mean
        assert abs(apart) <= found.error + 4.5 * error, (seed, apart, found.error, error)
        assert found.error <= 0.04, (seed, found.error)
        squares.append(apart**2 / (error**2 + (found.error / 5) ** 2))
    assert sum(squares) < len(squares) + 4 * (2 * len(squares)) ** 0.5
