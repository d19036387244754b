"""The pack of solved spots: what it holds is what the script makes, and everything a page needs to train offline."""

from __future__ import annotations

import gzip
import json
from collections import Counter

import pytest

from finaltable.training.decision_chart import HANDS
from finaltable.training.pack import pack, spots_of
from finaltable.training.session import Training
from scripts.training_pack import EACH, PACK, SEED, SPOTS, spots_of_table, written

PACKED = 300_000  # bytes that a browser fetches


def test_the_pack_has_as_many_spots_as_it_should_each_another_one() -> None:
    assert len(pack()) == SPOTS
    assert len({spot.key for spot in pack()}) == SPOTS


def test_the_pack_is_small_enough_to_be_fetched() -> None:
    assert len(gzip.compress(PACK.read_bytes(), 9)) < PACKED


def test_the_pack_is_kept_as_the_script_writes_it() -> None:
    assert written(list(pack())) == PACK.read_text("utf-8")


@pytest.mark.slow
def test_the_first_tables_of_the_pack_are_solved_again_and_come_out_the_same() -> None:
    again = [spot for number in range(3) for spot in spots_of_table(number)]
    for spot, kept in zip(again, pack(), strict=False):
        assert spot.recipe() == kept.recipe()
        assert spot.band == kept.band
        assert spot.chart.ev == pytest.approx(kept.chart.ev, rel=1e-6, abs=0.011)
        for view, before in zip(spot.views, kept.views, strict=True):
            told = (view.fold, view.win, view.lose, view.difference)
            assert told == pytest.approx((before.fold, before.win, before.lose, before.difference), rel=1e-3, abs=0.02)
    assert len(again) <= 3 * EACH


def test_every_spot_of_the_pack_is_told_apart_and_solved_as_near_as_it_was_asked() -> None:
    for spot in pack():
        assert spot.score("in").best != "either"
        assert spot.chart.exploitability <= 2e-5
        assert abs(spot.own.difference) > spot.chart.margin
        assert len(spot.chart.hands) == len(spot.chart.ev) == len(HANDS)
        assert spot.own.difference == spot.chart.difference(spot.hand)


def test_the_words_of_every_spot_agree_with_its_numbers() -> None:
    for spot in pack():
        for view in spot.views:
            assert view.lose <= view.win
            if view.needed is not None and abs(view.difference) > 1:
                assert (spot.equity > view.needed) == (view.difference > 0)
        assert spot.covers == (spot.left > 0)
        assert (spot.folds is None) == (spot.chart.action == "call")
        assert (spot.bounty is None) == (not spot.chart.layout.bounties)


def test_the_pack_is_as_various_as_training_should_be() -> None:
    bands = Counter(spot.band for spot in pack())
    assert 0.45 < bands["near"] / SPOTS < 0.6
    assert bands["plain"] / SPOTS < 0.12
    assert {len(spot.chart.layout.stacks) for spot in pack()} == {2, 3, 4, 5, 6}
    assert len({spot.chart.layout for spot in pack()}) > 150
    seats = Counter(spot.chart.seat for spot in pack())
    assert min(seats[seat] for seat in ("SB", "BB", "BTN", "CO")) > 30
    assert 0.15 < sum(spot.bounty is not None for spot in pack()) / SPOTS < 0.4
    best = Counter(spot.score("in").best for spot in pack())
    assert 0.3 < best["in"] / SPOTS < 0.7


def test_spots_as_json_are_the_same_spots_again() -> None:
    some = pack()[:9]
    data = json.loads(json.dumps(Training(SEED, "pack", tuple(some)).to_dict()))
    assert spots_of(data) == some
    assert len(data["tables"]) < len(data["spots"])
