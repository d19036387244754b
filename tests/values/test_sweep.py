"""Sweeps and their cliffs: all are found, and none is false."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import finaltable as ft
from tests.refused import refused

NOTES = ([1000, 800, 2000, 3000], [50, 30, 20])


def test_one_chip_past_another_player_moves_the_documented_money() -> None:
    moved = ft.sweep(*NOTES, player=0, start=799, stop=801, points=3)
    assert moved.points.tolist() == [799, 800, 801]
    assert moved.equities[1, :, 0].round(2).tolist() == [9.73, 14.73, 19.74]
    [cliff] = moved.cliffs
    assert (cliff.stack, cliff.pair, cliff.path) == (800, (0, 1), ())
    assert cliff.jump.round(3).tolist() == pytest.approx([10, -10, 0, 0], abs=1e-3)


def test_curves_are_the_models_equities() -> None:
    moved = ft.sweep(*NOTES, player=2, start=500, stop=2500, points=5, models=("icm", "dcm", "chip_chop"))
    for k, stack in enumerate(moved.points.tolist()):
        stacks = [1000, 800, stack, 3000]
        for m, model in enumerate(moved.models):
            truth = ft.equity(stacks, [50, 30, 20], model)
            assert np.abs(moved.equities[m, k] - truth.equities).max() <= moved.errors[m] + truth.error


def test_cliffs_some_hands_ahead_are_found_with_their_path() -> None:
    moved = ft.sweep(*NOTES, player=0, start=100, stop=4000)
    found = {cliff.stack: (cliff.pair, cliff.path) for cliff in moved.cliffs}
    assert found[160] == ((0, 1), (0,))  # they win a hand: 4 x 160 = 640 = 800 - 160
    assert found[400] == ((0, 2), (0,))  # 4 x 400 = 1600 = 2000 - 400
    assert found[500] == ((1, 2), (0, 1))
    assert set(found) == {160, 400, 500, 800, 1040, 2000, 3000, 4000}


def test_both_sides_of_a_cliff_are_the_models_equities() -> None:
    moved = ft.sweep([5, 4, 3, 2], [50, 30, 20], player=3, start=1, stop=6)
    for cliff in moved.cliffs:
        exact = Fraction(cliff.stack).limit_denominator(10**6)
        for side, shown in ((-1, cliff.before), (0, cliff.level), (1, cliff.after)):
            stack = exact + side * Fraction(1, 10**7)
            assert np.abs(ft.dcm([5, 4, 3, stack], [50, 30, 20]).equities - shown).max() < 1e-3


def test_the_likeliest_of_several_pairs_level_at_a_stack_is_named() -> None:
    moved = ft.sweep([100, 500, 900, 1200], [50, 30, 20], start=90, stop=110, threshold=0.5)
    [cliff] = [cliff for cliff in moved.cliffs if cliff.stack == 100]
    # They win a hand: 4 x 100 = 500 - 100. Two hands won by others, players 2 and 3 would be level as well.
    assert (cliff.pair, cliff.path) == ((0, 1), (0,))


@pytest.mark.slow
def test_a_search_that_runs_out_of_budget_reports_its_bound() -> None:
    stacks = [9750, 7100, 4630, 4100, 3900, 2500, 2200, 1500, 900]
    moved = ft.sweep(stacks, [50, 30, 20], 4, points=2, threshold=0.02, tolerance=5e-5)
    assert moved.threshold < moved.complete_above < 0.01 * moved.table.pool
    assert "or more are listed (proved); smaller ones may be missing" in str(moved)
    assert "may be missing" not in str(ft.sweep(stacks, [50, 30, 20], 4, points=2))
    assert moved.to_dict()["complete_above"] == moved.complete_above


def test_jumps_within_the_tolerance_are_not_listed_unless_asked_for() -> None:
    assert ft.sweep(*NOTES, points=2).threshold == 0.5  # 0.5 % of 100
    assert ft.sweep(*NOTES, points=2, tolerance=5e-3).threshold == 2


def test_whole_stacks_are_swept_in_whole_numbers() -> None:
    assert ft.sweep(*NOTES, start=1, stop=10, points=5).points.tolist() == [1, 3, 6, 8, 10]


def test_decimals_and_defaults() -> None:
    moved = ft.sweep([2.5, 1.5, 0.5], [5, 3], player="Cy", names=["Ana", "Bo", "Cy"])
    assert moved.player == 2
    assert (moved.points[0], moved.points[-1], len(moved.points)) == (0.05, 2.0, 200)
    assert 1.5 in [cliff.stack for cliff in moved.cliffs]


def test_no_cliffs_heads_up_or_with_one_prize_or_without_dcm() -> None:
    assert ft.sweep([5, 4], [50, 30]).cliffs == ()
    assert ft.sweep([5, 4, 3], [50]).cliffs == ()
    assert ft.sweep([5, 4, 3], [50, 30], models=["icm"]).cliffs == ()


def test_there_is_no_cliff_if_no_players_become_level() -> None:
    seen: list[float] = []
    moved = ft.sweep(*NOTES, start=820, stop=830, threshold=10, progress=lambda done, _: seen.append(done))
    assert moved.cliffs == ()
    assert seen[-1] == 1.0


def test_progress_runs_to_the_end() -> None:
    seen: list[float] = []
    ft.sweep(*NOTES, progress=lambda fraction, _: seen.append(fraction))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"start": 0}, "start must be above 0, got 0"),
        ({"start": 500, "stop": 400}, "stop must be above start, which is 500, got 400"),
        ({"start": "x"}, "start must be a number, got 'x'"),
        ({"points": 1}, "points must be a whole number from 2 to 20000, got 1"),
        ({"threshold": 0}, "threshold must be at least 0.01 at this tolerance, got 0"),
        ({"threshold": 0.03, "tolerance": 1e-4}, "threshold must be at least 0.04 at this tolerance, got 0.03"),
        ({"models": "dcm"}, "models must be a list of some of "),
        ({"player": 4}, "player must be a whole number from 0 to 3, got 4"),
        ({"tolerance": 2}, "tolerance must lie between 0 and 1"),
    ],
)
def test_impossible_sweeps_raise(options: dict[str, object], words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        ft.sweep(*NOTES, **options)  # type: ignore[arg-type]
    assert words in str(caught.value)


def test_a_player_without_chips_needs_a_range() -> None:
    with pytest.raises(ft.InputError, match="start must be above 0, got a player without chips"):
        ft.sweep([3, 2, 0], [2, 1], player=2)
    assert ft.sweep([3, 2, 0], [2, 1], player=2, start=1, stop=4).points[0] == 1


def test_large_tables_raise_because_samples_are_noisy() -> None:
    with refused("too_many", "stacks"):
        ft.sweep(list(range(1, 41)), [10, 5])
    # Fourteen players can be searched this finely; a player without chips is one more, once their stack grows.
    fourteen = [*range(1, 15), 0]
    with pytest.raises(ft.InputError, match=r"must be few enough players for the tree .*, got 15 players"):
        ft.sweep(fourteen, [10, 5], player=14, start=1, stop=5, points=2, tolerance=1e-9)


def test_cliffs_at_either_end_of_the_range_are_included() -> None:
    moved = ft.sweep([1000, 500, 100], [100, 50], start=100, stop=500)
    assert [cliff.stack for cliff in moved.cliffs][:: len(moved.cliffs) - 1] == [100, 500]
    assert moved.cliffs[0].jump[0] == pytest.approx(16.67, abs=0.01)


def test_a_cliff_between_whole_chips_is_an_exact_fraction() -> None:
    moved = ft.sweep([1000, 500, 100], [100, 50], start=100, stop=500, threshold=0.1)
    between = [cliff for cliff in moved.cliffs if isinstance(cliff.stack, Fraction)]
    assert between
    assert all(isinstance(entry["stack"], int | str) for entry in moved.to_dict()["cliffs"])


def test_a_player_who_starts_without_chips_has_the_same_cliffs() -> None:
    stacks, payouts = [800, 2000, 3000], [50, 30, 30, 0]
    without, with_one = (
        ft.sweep([own, *stacks], payouts, player=0, start=100, stop=1500, threshold=0.55) for own in (0, 1)
    )
    assert [cliff.stack for cliff in without.cliffs] == [cliff.stack for cliff in with_one.cliffs]
    assert len(without.cliffs) >= 4


def test_a_picture_has_room_for_seventeen_players() -> None:
    found = ft.sweep(list(range(1, 19)), [5, 3], player=0, points=2, models=["icm"])
    with refused("too_many", "stacks"):
        found.plot()
