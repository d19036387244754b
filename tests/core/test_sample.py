"""Sampling: right on average, with a correct error, and independent of the number of threads."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import finaltable as ft
from finaltable.models.dcm import sample
from finaltable.models.dcm.paper import all_in
from finaltable.models.dcm.sample import Sampling
from tests.samplers import PAYOUTS, field, shallow

NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]
Sampler = Callable[[list[int], list[float], int], tuple[NDArray[np.float64], ...]]


def hybrid(stacks: list[int], payouts: list[float], seed: int) -> tuple[NDArray[np.float64], ...]:
    answer = shallow(stacks, payouts, seed)
    return answer.finish[:, : len(payouts)] @ np.array(payouts), answer.standard_errors


SAMPLERS = pytest.mark.parametrize("sampler", [field, hybrid])


@SAMPLERS
@pytest.mark.parametrize("stacks", [NINE, [5, 5, 5, 3, 3, 2, 2, 1, 1, 8]], ids=["no ties", "ties"])
def test_the_truth_lies_within_two_standard_errors_as_often_as_it_should(sampler: Sampler, stacks: list[int]) -> None:
    truth = ft.dcm(stacks, PAYOUTS, tolerance=1e-11).equities
    within = []
    for seed in range(400):
        equities, errors = sampler(stacks, PAYOUTS, seed)
        within.append(np.abs(equities - truth) <= 2 * errors)
    assert 0.93 <= np.mean(within) <= 0.975


@SAMPLERS
@given(st.lists(st.integers(1, 6), min_size=4, max_size=9), st.integers(0, 2**64 - 1))
@settings(max_examples=60)
def test_samples_of_tied_stacks_agree_with_the_tree(sampler: Sampler, stacks: list[int], seed: int) -> None:
    payouts = [50.0, 30.0, 20.0, 7.0]
    truth = ft.dcm(stacks, payouts, tolerance=1e-11).equities
    equities, errors = sampler(stacks, payouts, seed)
    assert (np.abs(equities - truth) <= 6 * errors + 1e-9).all()


def simulate(stacks: list[int], payouts: list[float], draw: random.Random) -> list[float]:
    """Play one tournament hand by hand, by section 4 of the paper, and return each player's money."""
    money = [0.0] * len(stacks)
    seats, left = list(range(len(stacks))), stacks
    while len(seats) > 1:
        after = all_in(left, draw.randrange(len(left)))
        out = sorted((i for i in range(len(left)) if after[i] == 0), key=lambda i: left[i])
        for stack in {left[i] for i in out}:
            level = [i for i in out if left[i] == stack]
            better = sum(1 for other in left if other > stack) + sum(
                1 for i, other in enumerate(left) if other == stack and after[i] > 0
            )
            prizes = [payouts[p] if p < len(payouts) else 0.0 for p in range(better, better + len(level))]
            for i in level:
                money[seats[i]] += sum(prizes) / len(level)
        seats = [seat for seat, chips in zip(seats, after, strict=True) if chips]
        left = [int(chips) for chips in after if chips]
    money[seats[0]] += payouts[0]
    return money


@cache
def medium_field() -> tuple[list[int], list[float], list[list[float]]]:
    """Return forty stacks, the payouts, and the players' money in many tournaments."""
    draw = random.Random(3)
    stacks = [100 * draw.randint(1, 15) for _ in range(40)]
    payouts = [30.0, 20.0, 12.0, 9.0, 7.0, 5.0, 5.0, 2.0]
    return stacks, payouts, [simulate(stacks, payouts, draw) for _ in range(12_000)]


@SAMPLERS
def test_a_medium_field_agrees_with_a_direct_simulation(sampler: Sampler) -> None:
    stacks, payouts, played = medium_field()
    equities, errors = sampler(stacks, payouts, 1)
    for i, own in enumerate(zip(*played, strict=True)):
        error = (stdev(own) ** 2 / len(own) + errors[i] ** 2) ** 0.5
        assert abs(fmean(own) - equities[i]) <= 4.5 * error + 1e-9


@pytest.mark.parametrize("players", [30, 70])
def test_players_who_are_out_of_a_field_share_the_last_places(players: int) -> None:
    stacks = [*range(1, players + 1), 0, 0]
    prizes = [5, 3, *[1] * players]
    result = ft.dcm(stacks, prizes, method="sample", tolerance=1e-2)
    assert result.equities[players:].tolist() == [1, 1]
    for finish in (result.finish, ft.finish(stacks, method="sample", tolerance=1e-2, max_seconds=0.1)):
        assert finish[players:].tolist() == [[0] * players + [0.5, 0.5]] * 2
        assert finish[:players].sum(axis=0) == pytest.approx([1] * players + [0, 0], abs=1e-2)


def test_the_error_is_four_times_the_standard_deviation_over_seeds() -> None:
    """An independent oracle: the same field with many seeds."""
    stacks, payouts = list(range(101, 171)), [50, 30, 20]
    answers = [ft.dcm(stacks, payouts, method="sample", tolerance=3e-2, seed=seed) for seed in range(100)]
    scatter = np.std([answer.equities for answer in answers], axis=0, ddof=1).max()
    assert np.mean([answer.error for answer in answers]) == pytest.approx(4 * scatter, rel=0.35)
    places = np.std([answer.finish for answer in answers[:40]], axis=0, ddof=1)
    worst = np.mean([answer.finish_error for answer in answers[:40]])
    # First and last places vary least, middle ones most.
    assert 2.5 * places.max() < worst < 8 * places.max()


def test_auto_searches_small_tables_and_samples_large_ones() -> None:
    stacks = [100 + 37 * i for i in range(40)]
    assert [ft.dcm(stacks[:n], PAYOUTS).method for n in (3, 9, 14, 15, 30)] == [
        "tree",
        "tree",
        "tree",
        "sample",
        "sample",
    ]
    assert ft.dcm(stacks[:14], PAYOUTS, tolerance=1e-6).method == "tree"
    sampled = ft.dcm(stacks[:16], PAYOUTS)
    assert not sampled.guaranteed
    assert sampled.error < 1e-7 * sum(PAYOUTS)
    proved = ft.dcm(stacks[:16], PAYOUTS, method="tree", tolerance=1e-6)
    assert np.abs(sampled.equities - proved.equities).max() <= proved.error
    assert np.abs(sampled.finish - proved.finish).max() <= proved.finish_error
    assert np.abs(sampled.knockouts - ft.dcm(stacks[:16], [1], method="tree", tolerance=1e-5).knockouts).max() < 1e-4


@pytest.mark.parametrize("players", [25, 200])
def test_the_same_seed_gives_the_same_answer_for_any_number_of_threads(players: int) -> None:
    stacks = [(7919 * i) % 1009 + 1 for i in range(players)]
    options = {"method": "sample", "tolerance": 1e-3}
    one, two = (ft.dcm(stacks, [50, 30, 20], seed=5, threads=t, **options) for t in (1, 3))  # type: ignore[arg-type]
    other = ft.dcm(stacks, [50, 30, 20], seed=6, **options)  # type: ignore[arg-type]
    assert (one.equities == two.equities).all()
    assert (one.finish == two.finish).all()
    assert (one.equities != other.equities).any()
    assert np.abs(one.equities - other.equities).max() <= 2 * (one.error + other.error)


@pytest.mark.parametrize("players", [30, 300])
def test_sums_are_exact_and_place_one_is_chip_share(players: int) -> None:
    stacks = np.random.default_rng(2).integers(1, 400, players)
    result = ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=1e-3)
    assert result.equities.sum() == pytest.approx(100, abs=1e-9)
    assert np.abs(result.finish[:, 0] - stacks / stacks.sum()).max() < 1e-15
    assert np.abs(result.finish.sum(axis=1) - 1).max() < 1e-12
    assert np.abs(result.finish.sum(axis=0) - 1).max() < 1e-3
    assert (result.finish >= 0).all()


def test_a_looser_tolerance_stops_earlier() -> None:
    stacks = np.random.default_rng(4).integers(1, 10**6, 500)
    loose, usual = ft.dcm(stacks, [50, 30, 20], tolerance=1e-2), ft.dcm(stacks, [50, 30, 20])
    assert loose.work < usual.work
    assert usual.error < loose.error <= 1e-2 * 100


class Clock:
    """A replacement for module time, by which the first part of the work takes a given time."""

    def __init__(self, seconds: float) -> None:
        self.now, self.step = 0.0, seconds

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("players", [20, 45])
def test_more_time_means_more_work_and_a_smaller_error(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stacks = np.random.default_rng(4).integers(1, 10**6, 500)[:players]
    answers = []
    for seconds in (1.5, 4.0, 12.0):  # enough for the first part only; for twice as much; for eight times
        monkeypatch.setattr(sample, "time", Clock(1.0))
        answers.append(ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=1e-12, max_seconds=seconds))
    first = ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=0.99)
    assert (answers[0].equities == first.equities).all()  # the first part is returned, not computed again
    assert answers[0].work < answers[1].work < answers[2].work
    assert answers[0].error > answers[1].error > answers[2].error


def test_work_that_is_not_finished_in_time_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    chips, prizes = list(range(101, 131)), np.array([50.0, 30.0, 20.0])
    first = sample.hybrid(chips, prizes, Sampling(0.99, 0, None, None, 1))
    monkeypatch.setattr(sample, "time", Clock(1e-6))  # so fast that the plan is a thousand times too large
    stopped = sample.hybrid(chips, prizes, Sampling(1e-12, 0, 2e-3, None, 1))
    assert stopped.finished
    assert (stopped.finish == first.finish).all()


@pytest.mark.parametrize("players", [70, 3000])
def test_a_field_is_answered_even_without_time_and_states_its_error(players: int) -> None:
    """A first pass of tournaments is always played; the deadline is checked after it."""
    stacks = np.arange(1, players + 1)
    hasty = ft.dcm(stacks, [50, 30, 20], method="sample", max_seconds=1e-6, threads=1)
    assert hasty.work == 32 * 16
    assert hasty.equities.sum() == pytest.approx(100)
    assert hasty.error >= 10 / hasty.work * 30
    finish = ft.finish(stacks, method="sample", max_seconds=1e-6, threads=1)
    assert finish.work == 32 * 16
    assert finish.error is not None
    assert np.abs(finish.sum(axis=0) - 1).max() <= finish.error


def test_a_field_is_simulated_until_the_deadline() -> None:
    """On any machine, half a second is enough for more tournaments than a hundredth of a second."""
    works = [ft.finish(np.arange(1, 71), method="sample", max_seconds=s).work for s in (0.01, 0.5)]
    assert works[0] is not None
    assert works[1] is not None
    assert works[0] < works[1]
