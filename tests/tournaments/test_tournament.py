"""Tournaments of push or fold: their values, strategies and deviations."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.errors import InputError, TooSlowError
from finaltable.tournaments.chain import Chain
from finaltable.tournaments.grid import corners, states_of
from finaltable.tournaments.landing import land, next_cycle
from finaltable.tournaments.rules import check_rules
from tests.program import piped

THREE: dict[str, Any] = {"players": 3, "chips": 1800, "small_blind": 100, "big_blind": 200, "step": 300}


@pytest.fixture(scope="module")
def three() -> ft.Tournament:
    return ft.tournament([50, 30, 20], **THREE)


def test_the_values_of_every_state_add_up_to_the_prizes_left(three: ft.Tournament) -> None:
    assert np.allclose(three.values[3].sum(axis=1), 100, atol=1e-9)
    assert np.allclose(three.values[2].sum(axis=1), 80, atol=1e-9)


def test_the_deviation_is_within_the_tolerance_and_that_of_one_hand_within_it(three: ft.Tournament) -> None:
    assert three.reached
    assert 0 < three.residual <= three.deviation <= 100 * three.tolerance
    assert three.deviation == max(float(found.max()) for found in three.deviations.values())


def test_one_more_hand_of_the_strategies_gives_the_same_values(three: ft.Tournament) -> None:
    for stacks in ([600, 600, 600], [300, 600, 900], [900, 900]):
        chart = three.strategy(stacks, tolerance=1e-3)
        assert chart.sweeps == 1, "the strategies of a grid point are kept"
        assert np.allclose(chart.equities, three.value(stacks), atol=1e-4)


def test_a_one_hand_deviation_never_gains_more_than_is_stated(three: ft.Tournament) -> None:
    for stacks in three.rules.tables(3):
        chart = three.strategy(stacks, tolerance=0.5)
        assert max(chart.exploitability.seats) * 100 <= three.deviation_at(stacks) + 1e-6


@pytest.mark.slow
def test_a_single_prize_is_worth_nearly_the_share_of_chips() -> None:
    found = ft.tournament([1], **THREE)
    shares = np.array(list(states_of(3, 6))) / 6
    distances = found.compare(("icm",))
    assert np.abs(found.values[3] - shares).max() < 0.05
    assert distances.models[0].largest < 0.015


def test_equal_prizes_are_worth_the_same_everywhere() -> None:
    found = ft.tournament([1, 1], players=2, chips=600, small_blind=50, big_blind=100, step=100)
    assert np.array_equal(found.values[2], np.ones((5, 2)))
    assert found.deviation == 0


@pytest.mark.slow
def test_the_answer_does_not_depend_on_the_number_of_threads(three: ft.Tournament) -> None:
    other = ft.tournament([50, 30, 20], **THREE, threads=3)
    one = ft.tournament([50, 30, 20], **THREE, threads=1)
    for players in (2, 3):
        assert np.array_equal(one.values[players], other.values[players])
        assert np.array_equal(one.profiles[players], three.profiles[players])


@pytest.mark.slow
def test_prizes_in_another_unit_give_the_same_play(three: ft.Tournament) -> None:
    other = ft.tournament([5000, 3000, 2000], **THREE)
    assert np.allclose(other.values[3], 100 * three.values[3], atol=0.5)


def test_chips_in_another_unit_give_the_same_values(three: ft.Tournament) -> None:
    other = ft.tournament([50, 30, 20], players=3, chips=4.5, small_blind=0.25, big_blind=0.5, step=Fraction(3, 4))
    assert np.allclose(other.values[3], three.values[3], atol=1e-9)


@pytest.mark.slow
def test_antes_change_the_values_and_blinds_between_grid_points_are_interpolated() -> None:
    options: dict[str, Any] = {"players": 3, "chips": 1800, "small_blind": 75, "big_blind": 150, "step": 300}
    plain, ante = ft.tournament([50, 30, 20], **options), ft.tournament([50, 30, 20], **options, ante=30)
    whole = ft.tournament([50, 30, 20], **options, big_blind_ante=90)
    for found in (plain, ante, whole):
        assert found.reached
        assert np.allclose(found.values[3].sum(axis=1), 100, atol=1e-9)
    assert whole.value([600, 600, 600])[1] < ante.value([600, 600, 600])[1] < plain.value([600, 600, 600])[1]


@pytest.mark.slow
def test_four_players_on_the_bubble() -> None:
    found = ft.tournament([50, 30, 20], players=4, chips=1600, small_blind=50, big_blind=100, step=200)
    assert found.reached
    assert np.allclose(found.values[4].sum(axis=1), 100, atol=1e-9)
    nearest = min(found.compare().models, key=lambda model: model.rms)
    assert nearest.model == "sem"
    assert found.value([400] * 4)[1] == min(found.value([400] * 4)), "the big blind pays next"


def test_values_between_grid_points_lie_between_their_corners(three: ft.Tournament) -> None:
    middle = three.value([450, 750, 600])
    around = np.array([three.value(stacks) for stacks in ([300, 900, 600], [600, 600, 600])])
    assert np.allclose(middle, around.mean(axis=0))
    assert np.allclose(three.value([1799, 0.5, 0.5]).sum(), 100)


def test_a_stack_that_shrinks_to_nothing_is_worth_the_lowest_prize(three: ft.Tournament) -> None:
    assert three.value([900, 899.999, 0.001])[2] == pytest.approx(20, abs=1e-4)


@given(st.lists(st.integers(0, 40), min_size=2, max_size=4), st.integers(1, 9))
def test_corners_average_to_the_point_they_surround(stacks: list[int], unit: int) -> None:
    stacks[-1] += -sum(stacks) % unit
    found = list(corners(stacks, unit))
    assert sum(weight for _, weight in found) == pytest.approx(1)
    assert all(min(point) >= 0 and sum(point) * unit == sum(stacks) for point, _ in found)
    mean = sum(weight * unit * np.array(point) for point, weight in found)
    assert np.allclose(mean, stacks)


@given(st.lists(st.integers(0, 18), min_size=4, max_size=4).filter(any), st.sampled_from([1, 2]))
def test_every_outcome_pays_the_whole_pool(stacks: list[int], unit: int) -> None:
    stacks = [18 * stack // sum(stacks) for stack in stacks]
    stacks[stacks.index(max(stacks))] += 18 - sum(stacks)
    rules = check_rules([50, 30, 20], 4, 18, unit, (1, 2, 0, 0))
    landing = land(rules, stacks, unit, [4, 4, 5, 5], next_cycle(4))
    left = {players: float(rules.prizes[:players].sum()) / players for players in (2, 3, 4)}
    equal = [np.full(players * len(states_of(players, rules.units)), left[players]) for players in (2, 3, 4)]
    assert sum(landing.value(np.concatenate(equal))) == pytest.approx(1.0)


def test_the_blinds_go_on_when_a_player_busts() -> None:
    rules = check_rules([50, 30, 20], 3, 9, 1, (1, 2, 0, 0))
    button_busts = land(rules, [5, 4, 0], 1, [3, 3, 3], next_cycle(3))
    seats = {seat: place for seat, place, _ in button_busts.entries}
    state = states_of(2, 9)
    assert seats == {1: 2 * state[4, 5], 0: 2 * state[4, 5] + 1}, "the old small blind is the big blind"
    assert button_busts.prizes == [0.0, 0.0, pytest.approx(0.2)]


def test_probabilities_of_outcomes_add_up_to_one() -> None:
    chain = Chain.of(check_rules([50, 30, 20], 3, 9, 1, (1, 2, 0, 0)), 3)
    for effects in chain.effects:
        assert effects.fold.sum() == pytest.approx(1)
        assert np.allclose(effects.change.sum(axis=1), 0, atol=1e-12)


@pytest.mark.slow
def test_after_the_time_limit_there_is_an_answer_with_its_deviation() -> None:
    found = None
    for seconds in (6, 20, 60):  # a busy machine may need more for the first round
        with suppress(TooSlowError):
            found = ft.tournament([50, 30, 20], **THREE, tolerance=1e-8, max_seconds=seconds, threads=1)
            break
    assert found is not None
    assert not found.reached
    assert not found.interrupted
    assert 0 < found.deviation < 1


def test_a_time_limit_too_short_for_all_states_is_an_error() -> None:
    with pytest.raises(InputError, match="max_seconds is too short for 15 states") as caught:
        ft.tournament([50, 30, 20], **THREE, max_seconds=1e-4)
    assert caught.value.code == "too_slow"


@pytest.mark.slow
def test_ctrl_c_returns_what_was_found() -> None:
    pressed: list[float] = []

    def press(done: float, _error: float) -> None:
        # Every state has been solved once. Press again if nothing came of it: Python ignores what is raised in
        # callbacks of its garbage collector, which other packages have.
        if done > 0.4 and (not pressed or time.monotonic() > pressed[-1] + 1):
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    found = ft.tournament([50, 30, 20], **THREE, tolerance=1e-8, threads=1, progress=press)
    assert pressed
    assert found.interrupted
    assert found.deviation > 0


@pytest.mark.slow
def test_progress_rises_and_can_stop_the_work() -> None:
    seen: list[float] = []
    ft.tournament([50, 30, 20], **THREE, progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)
    assert 0 <= min(seen) < max(seen) <= 1

    def enough(_done: float, _error: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ft.tournament([50, 30, 20], **THREE, progress=enough)


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"players": 5}, "players", "whole number from 2 to 4"),
        ({"chips": 0}, "chips", "above 0"),
        ({"step": 700}, "step", "must divide the 1,800 chips"),
        ({"step": 900}, "step", "must be at most 300"),
        ({"step": 1}, "step", "states, about"),
        ({"step": 0}, "step", "above 0"),
        ({"big_blind": 700}, "big_blind", "average stack, 600"),
        ({"big_blind": 0, "small_blind": 0}, "big_blind", "above 0"),
        ({"tolerance": 0}, "tolerance", "between 0 and 1"),
    ],
)
def test_wrong_rules_get_one_clear_line(changed: dict[str, object], field: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        ft.tournament([50, 30, 20], **{**THREE, **changed})
    assert caught.value.field == field
    assert words in str(caught.value)


def test_more_prizes_than_players_are_refused() -> None:
    with pytest.raises(InputError, match="must not outnumber the players"):
        ft.tournament([4, 3, 2, 1], **THREE)
    with pytest.raises(InputError, match="prize above 0"):
        ft.tournament([0], **THREE)


def test_stacks_of_another_tournament_are_refused(three: ft.Tournament) -> None:
    with pytest.raises(InputError, match="must add up to the 1800 chips"):
        three.value([600, 600, 700])
    with pytest.raises(InputError, match="must be those of 2 to 3 players"):
        three.value([450] * 4)
    with pytest.raises(InputError, match="must be above 0"):
        three.value([900, 900, 0])
    small = ft.tournament([1], players=2, chips=800, small_blind=100, big_blind=200, step=100)
    with pytest.raises(InputError, match="must leave a player with a decision"):
        small.strategy([100, 700])


def test_models_are_compared_over_all_states(three: ft.Tournament) -> None:
    found = three.compare(("icm", "sem", "dcm"))
    icm, sem, dcm = found.models
    assert sem.rms < icm.rms < dcm.rms
    assert 0.8 < sum(model.nearest for model in found.models) <= 1, "equal stacks have no nearest model"
    assert icm.largest_by_seat >= icm.rms_by_seat >= icm.mean_by_seat
    value = ft.icm(icm.worst, [50, 30, 20]).equities - three.value(icm.worst)
    assert np.abs(value).max() == pytest.approx(icm.largest_by_seat)


def test_heads_up_all_models_are_equally_near() -> None:
    found = ft.tournament([65, 35], players=2, chips=600, small_blind=50, big_blind=100, step=50)
    assert [model.nearest for model in found.compare().models] == [0, 0, 0]


def test_where_no_player_can_choose_chips_are_worth_their_share() -> None:
    """All-in by posting, hand after hand: a fair game, in which nothing but the share of chips counts."""
    found = ft.tournament([1], players=2, chips=4, small_blind=2, big_blind=2, step=1)
    assert np.allclose(found.values[2], [[0.25, 0.75], [0.5, 0.5], [0.75, 0.25]], atol=1e-6)


@pytest.mark.parametrize("stacks", ["1000", "1 1 1 1 1"])
def test_a_table_of_one_or_of_many_players_is_refused_in_one_line(stacks: str) -> None:
    shown = piped("tournament", *stacks.split(), "-p", "50", "--blinds", "50/100")
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert "players must be a whole number from 2 to 4" in shown.err
