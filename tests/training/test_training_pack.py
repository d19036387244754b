"""The pack of solved spots: it is the output of the script, and holds all that the page needs to train offline."""

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
PACKED_SPOTS = 60_000  # before the first spot is asked


def test_the_pack_has_the_right_number_of_spots_and_no_duplicates() -> None:
    assert len(pack()) == SPOTS
    assert len({spot.key for spot in pack()}) == SPOTS


def test_the_pack_is_small_enough_to_be_fetched() -> None:
    sizes = [len(gzip.compress(path.read_bytes(), 9)) for path in PACK]
    assert sum(sizes) < PACKED
    assert sizes[0] < PACKED_SPOTS


def test_the_pack_is_the_output_of_the_script() -> None:
    assert written(list(pack())) == [path.read_text("utf-8") for path in PACK]


@pytest.mark.slow
def test_solving_the_first_tables_of_the_pack_again_gives_the_same_numbers() -> None:
    again = [spot for number in range(3) for spot in spots_of_table(number)]
    for spot, kept in zip(again, pack(), strict=False):
        assert spot.recipe() == kept.recipe()
        assert spot.band == kept.band
        assert spot.chart.ev == pytest.approx(kept.chart.ev, rel=1e-6, abs=0.011)
        for view, before in zip(spot.views, kept.views, strict=True):
            values = (view.fold, view.win, view.lose, view.difference)
            assert values == pytest.approx(
                (before.fold, before.win, before.lose, before.difference), rel=1e-3, abs=0.02
            )
    assert len(again) <= 3 * EACH


def test_no_spot_of_the_pack_is_too_close_to_call_and_each_is_solved_within_tolerance() -> None:
    for spot in pack():
        assert spot.score("fold").best != "either"
        assert spot.chart.exploitability <= 2e-5
        assert abs(max((spot.own.difference, *spot.raises[:1]))) > spot.chart.margin
        assert len(spot.chart.hands) == len(spot.chart.ev) == len(HANDS)
        assert spot.own.difference == spot.chart.difference(spot.hand)


def test_the_words_of_every_spot_match_its_numbers() -> None:
    for spot in pack():
        for view in spot.views:
            assert view.lose <= view.win
            if view.needed is not None and abs(view.difference) > 1:
                assert (spot.equity > view.needed) == (view.difference > 0)
        assert spot.covers == (spot.left > 0)
        assert (spot.folds is None) == (spot.chart.action == "call")
        assert (spot.bounty is None) == (not spot.chart.layout.bounties)


def test_the_pack_covers_all_kinds_of_spots() -> None:
    bands = Counter(spot.band for spot in pack())
    assert 0.45 < bands["near"] / SPOTS < 0.6
    assert bands["plain"] / SPOTS < 0.12
    assert {len(spot.chart.layout.stacks) for spot in pack()} == {2, 3, 4, 5, 6}
    assert len({spot.chart.layout for spot in pack()}) > 150
    seats = Counter(spot.chart.seat for spot in pack())
    assert min(seats[seat] for seat in ("SB", "BB", "BTN", "CO")) > 30
    assert 0.15 < sum(spot.bounty is not None for spot in pack()) / SPOTS < 0.4
    best = Counter(spot.score("in").best for spot in pack())
    assert 0.3 < best["fold"] / SPOTS < 0.7


def test_spots_survive_a_round_trip_through_json() -> None:
    some = pack()[:9]
    data = json.loads(json.dumps(Training(SEED, "pack", tuple(some)).to_dict()))
    assert spots_of(data) == some
    assert len(data["tables"]) < len(data["spots"])
