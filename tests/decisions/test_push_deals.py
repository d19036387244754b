"""Deals of a push: which lines get them, and whether the stated error is true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import read_combo
from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import Effort, best_shares, deal_blocks, equal_shares
from finaltable.decisions.pushes.lines import Known, lines_of
from finaltable.decisions.pushes.push_verdict import ends_of, worth_of
from finaltable.decisions.pushes.ranges import read_bets
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.refused import refused

BLINDS: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "big_blind_ante": 1}
SPOT = ft.PushSpot.of([14, 20, 30, 25, 18, 22], [50, 30, 20], hero=5, bets={2: 2.2}, **BLINDS)
ASKED: dict[str, Any] = {"ranges": "7%", "folded_from": "20%", "bet_with": "15%", "bettor_calls": "7%"}


def test_lines_that_vary_most_get_most_boards() -> None:
    behind, folders = [Range.read("7%")] * 2, [Range.read("20%")] * 2
    lines = lines_of(SPOT, Known(folders, read_bets(SPOT, "15%", "7%", None), SPOT.callers, behind))
    assert [line.seats for line in lines] == [(), (2,), (0,), (1,), (0, 2), (1, 2)]
    worth = worth_of(SPOT, ends_of(SPOT, lines), Outcomes(SPOT.table, find_model("icm"), 1e-6))
    equal = equal_shares(lines)
    assert equal.boards.tolist() == [0, 0.2, 0.2, 0.2, 0.2, 0.2]
    parts, boards = deal_blocks([(read_combo("Ah5h"), 1.0)], lines, 0, 32, 78.5, Effort(20_000, 0, 1, None), equal)
    assert boards == 32 * 5 * (78 // 5)
    shares = best_shares(lines, parts, [worth.gains], equal)
    assert shares.boards.sum() == pytest.approx(1)
    assert (shares.boards[1:] >= 0.05).all()  # a quarter of an equal share
    assert shares.boards[[1, 4, 5]].min() > 2 * shares.boards[[2, 3]].max()  # the raiser calls
    parts[:, 1] = 0
    assert best_shares(lines, parts, [worth.gains], equal) is equal  # no board changes anything


def test_a_smaller_maximum_gives_the_first_rounds_of_a_larger_one() -> None:
    tries: list[tuple[float, float, int]] = []

    def enough(*seen: Any) -> bool:
        tries.append(seen)
        return len(tries) == 3

    found = ft.push(SPOT, hand="A5s", models=["icm"], enough=enough, **ASKED)
    assert found.samples == tries[-1][2] == 4_000
    assert found == ft.push(SPOT, hand="A5s", models=["icm"], samples=found.samples, **ASKED)
    assert tries[-1][:2] == pytest.approx((found["icm"].difference, found["icm"].error))
    with refused("wrong_type", "enough"):
        ft.push(SPOT, hand="A5s", **(ASKED | {"enough": 0.1}))


@pytest.mark.parametrize("boards", [1_000, 5_000])
def test_deals_that_follow_the_variance_state_a_true_error(boards: int) -> None:
    def difference(samples: int, seed: int) -> tuple[float, float]:
        found = ft.push(SPOT, hand="A5s", models=["icm"], samples=samples, seed=seed, **ASKED)["icm"]
        return found.difference, found.error

    truth = float(np.mean([difference(400_000, 100 + seed)[0] for seed in range(3)]))
    off = np.array([(value - truth) / error for value, error in (difference(boards, seed) for seed in range(60))])
    assert abs(off).max() < 1
    assert 0.05 < off.std() < 0.25  # at least four standard errors are stated, and not far more


def test_rare_hands_of_players_who_bet_are_possible_however_few_deals_meet_them_at_first() -> None:
    place = ft.PushSpot.of(
        [14] * 6, [50, 30, 20], hero=1, button=5, small_blind=0.5, big_blind=1, bets={3: 2.2, 5: 2.2}
    )
    rare: dict[str, Any] = {"bet_with": ["AsAh", "AsAh, KsKh:0.002"], "bettor_calls": "AsAh", "models": ["icm"]}
    for seed in range(6):
        found = ft.push(place, hand="9d9c", seed=seed, samples=128_000, **rare)["icm"]
        assert 0 < found.error < 100
    with refused("conflict", "bet_with"):
        ft.push(place, hand="9d9c", samples=2_000, **rare | {"bet_with": "AsAh"})


@pytest.mark.parametrize(("hand", "samples"), [("random", 512_000), ("40%", 512_000), ("A5s", 100_000)])
def test_no_more_boards_are_dealt_than_asked_for(hand: str, samples: int) -> None:
    asked = ASKED | {"ranges": "22+, A2s+, KQs, AhKd", "models": ["icm"], "samples": samples}
    found = ft.push(SPOT, hand=hand, enough=lambda *_: False, **asked)
    assert 0.7 * samples < found.deals <= samples
