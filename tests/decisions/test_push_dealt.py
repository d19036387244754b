"""A push first in, compared with a plain dealer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import Combo
from finaltable.cards.range import Range
from finaltable.decisions.verdict import ORDERS
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.plain_dealer import by_cards, deal_out


class RandomSpot(NamedTuple):
    spot: ft.PushSpot
    asked: dict[str, Any]
    dealt: tuple[tuple[int, int], list[Any], list[Any]]


def random_spot(seed: int) -> RandomSpot:
    """Return a spot with up to six players who folded, options of `push`, and arguments of the plain dealer."""
    random = np.random.default_rng(seed)
    behind = 1 + seed % 8
    folded = int(random.integers(0, min(6, 9 - behind) + 1))
    players = folded + 1 + behind
    stacks = [float(chips) for chips in random.integers(6, 16, players)]
    payouts = [[100.0], [50.0, 30.0, 20.0], [65.0, 35.0]][seed % 3][:players]
    hero = (folded + 2) % players if players > 2 else 0  # seats 0 and 1 are the blinds
    place = ft.PushSpot.of(stacks, payouts, hero=hero, button=players - 1, small_blind=0.5, big_blind=1, ante=0.1)
    assert (len(place.folders), len(place.callers)) == (folded, behind)
    ranges = [f"{share}%" for share in random.integers(5, 70, behind)]
    opens = [f"{share}%" for share in random.integers(5, 45, folded)]
    high, low = sorted((int(card) for card in random.permutation(52)[:2]), reverse=True)
    asked = {"hand": str(Combo(high, low)), "ranges": ranges, "folded_from": opens or None, "models": ["icm"]}
    dealt = ((high, low), [by_cards(Range.read(one)) for one in opens], [by_cards(Range.read(one)) for one in ranges])
    return RandomSpot(place, asked, dealt)


def worth_of_ends(place: ft.PushSpot) -> tuple[float, float, Any]:
    """Return the ICM values of folding, stealing and all ends."""
    worth = Outcomes(place.table, find_model("icm"), 1e-9)

    def value(after: Any) -> float:
        return worth.worth_to(place.hero, after).value

    ends = [[value(place.if_called(seat, order)) for order in ORDERS.values()] for seat in place.callers]
    return value(place.if_folded()), value(place.if_all_fold()), np.array(ends)


@pytest.mark.slow
def test_the_value_of_a_push_is_that_of_a_plain_dealer_with_up_to_six_folds_before() -> None:
    squares = []
    for seed in range(42):
        place, asked, dealt = random_spot(seed)
        fold, steal, ends = worth_of_ends(place)
        found = ft.push(place, **asked)["icm"]
        mean, error = deal_out(*dealt, 120_000, seed).mean(steal, ends)
        assert found.error / 4 <= 5e-5 * 100, (seed, found.error)
        apart = found.difference - (mean - fold)
        assert abs(apart) <= found.error + 4.5 * error, (seed, apart, found.error, error)
        squares.append(apart**2 / (error**2 + (found.error / 5) ** 2))
    # No bias that single spots are too noisy to show.
    assert sum(squares) < len(squares) + 4 * (2 * len(squares)) ** 0.5
