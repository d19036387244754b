"""Sampling: right on average, honest about its error, and the same whatever the threads."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import finaltable as ft
from finaltable import _core
from finaltable.models.paper import all_in

NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]
PAYOUTS = [100.0, 60.0, 40.0]
Sampler = Callable[[list[int], list[float], int], tuple[NDArray[np.float64], ...]]


def field(
    stacks: list[int], payouts: list[float], seed: int, tournaments: int = 2**15
) -> tuple[NDArray[np.float64], ...]:
    """Simulated tournaments, straight from the core."""
    chips = np.array(stacks, dtype=np.int64)
    return _core.field_equities(chips, np.array(payouts), seed, tournaments, 0.0, 6, 2, None, None)[:2]


def hybrid(stacks: list[int], payouts: list[float], seed: int) -> tuple[NDArray[np.float64], ...]:
    """A shallow tree with much left to sample, straight from the core."""
    chips = np.array(stacks, dtype=np.int64)
    prizes = np.array(payouts)
    finish, errors, *_ = _core.hybrid_finish(chips, prizes, 1e-3, 0.1, 1e4, seed, None, None)
    return finish[:, : len(payouts)] @ prizes, errors


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
def test_ties_are_sampled_as_the_tree_counts_them(sampler: Sampler, stacks: list[int], seed: int) -> None:
    payouts = [50.0, 30.0, 20.0, 7.0]
    truth = ft.dcm(stacks, payouts, tolerance=1e-11).equities
    equities, errors = sampler(stacks, payouts, seed)
    assert (np.abs(equities - truth) <= 6 * errors + 1e-9).all()


def simulate(stacks: list[int], payouts: list[float], draw: random.Random) -> list[float]:
    """Play one tournament hand by hand, as section 4 of the paper says, and return everybody's money."""
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


@SAMPLERS
def test_a_medium_field_agrees_with_a_direct_simulation(sampler: Sampler) -> None:
    draw = random.Random(3)
    stacks = [100 * draw.randint(1, 15) for _ in range(40)]
    payouts = [30.0, 20.0, 12.0, 9.0, 7.0, 5.0, 5.0, 2.0]
    played = [simulate(stacks, payouts, draw) for _ in range(12_000)]
    equities, errors = sampler(stacks, payouts, 1)
    for i, own in enumerate(zip(*played, strict=True)):
        # Level players are alike: their own average is not needed, everybody's is checked.
        error = (stdev(own) ** 2 / len(own) + errors[i] ** 2) ** 0.5
        assert abs(fmean(own) - equities[i]) <= 4.5 * error + 1e-9


def test_auto_takes_the_tree_while_it_can_and_samples_beyond() -> None:
    stacks = [100 + 37 * i for i in range(40)]
    assert [ft.dcm(stacks[:n], PAYOUTS).method for n in (3, 9, 13, 14, 30)] == [
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
def test_the_same_seed_gives_the_same_answer_whatever_the_threads(players: int) -> None:
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


def test_tolerance_and_time_both_stop_it() -> None:
    stacks = np.random.default_rng(4).integers(1, 10**6, 500)
    loose = ft.dcm(stacks, [50, 30, 20], tolerance=1e-2)
    usual = ft.dcm(stacks, [50, 30, 20])
    longer = ft.dcm(stacks, [50, 30, 20], max_seconds=1.6)
    assert loose.work < usual.work < longer.work
    assert longer.error < usual.error < loose.error <= 1e-2 * 100
    for players in (20, 45):
        quick = ft.dcm(stacks[:players], [50, 30, 20], tolerance=1e-12, max_seconds=0.05)
        slow = ft.dcm(stacks[:players], [50, 30, 20], tolerance=1e-12, max_seconds=0.8)
        assert slow.error < quick.error


@pytest.mark.parametrize(
    ("desc", "stacks"),
    [
        ("one player", [7]),
        ("one player with chips", [7] + [0] * 200),
        ("two with chips", [7, 3] + [0] * 200),
        ("everybody equal, few", [3] * 20),
        ("everybody equal, many", [3] * 2000),
        ("one a billion times the others", [10**9] + [1] * 400),
        ("one a billion times different others", [10**12, *range(1, 400)]),
        ("99 % ties", [1000] * 990 + list(range(1001, 1011))),
        ("decimals", [0.1 * i for i in range(1, 300)]),
    ],
)
def test_fields_at_the_edge(desc: str, stacks: list[int]) -> None:
    del desc
    payouts = [60, 30, 10][: len(stacks)]
    result = ft.dcm(stacks, payouts, method="sample", tolerance=1e-3)
    assert result.equities.sum() == pytest.approx(sum(payouts))
    assert result.error <= 1e-3 * sum(payouts)
    for stack in set(stacks):
        level = result.equities[np.array(stacks) == stack]
        assert np.ptp(level) <= 1e-9 or len(stacks) <= 60  # equals are worth the same
    if len(set(stacks)) == 1:
        assert np.abs(result.equities - sum(payouts) / len(stacks)).max() <= result.error


def test_twenty_thousand_players() -> None:
    rng = np.random.default_rng(8)
    stacks = np.ceil(rng.lognormal(sigma=0.8, size=20_000) * 200) * 100
    payouts = 1 / np.arange(1, 2001)
    result = ft.dcm(stacks, payouts, tolerance=1e-4)
    assert result.error <= 1e-4 * payouts.sum()
    assert result.equities.sum() == pytest.approx(payouts.sum())
    order = np.argsort(stacks)
    assert result.equities[order[-2000:]].mean() > result.equities[order[:2000]].mean()
    with pytest.raises(
        ft.UnavailableError, match="finish is kept for at most 30,000,000 players times places, here 20,000"
    ):
        _ = result.finish
    fewer = ft.dcm(stacks, payouts[:100], tolerance=1e-3)
    assert fewer.finish.shape == (20_000, 100)
    with pytest.raises(ft.UnavailableError, match="knockouts is given for 3 to 60 players with chips, here 20000"):
        _ = fewer.knockouts
    with pytest.raises(ft.InputError, match="stacks must be at most 3000 players for a matrix"):
        ft.finish_probabilities(stacks)


def test_a_few_with_chips_among_a_hundred_thousand_without() -> None:
    stacks = [5, 4, 3] + [0] * 100_000
    truth = ft.dcm([5, 4, 3], [3, 2, 1]).equities
    for model in ("dcm", "icm"):
        result = ft.equity(stacks, [3, 2, 1], model)
        assert result.equities.sum() == pytest.approx(6)
        assert model == "icm" or np.abs(result.equities[:3] - truth).max() <= result.error + 1e-8
    for options in ({"method": "tree"}, {"method": "exact"}, {"model": "icm", "method": "subsets"}):
        with pytest.raises(ft.InputError, match="stacks must be at most 3000 players for a matrix"):
            ft.equity(stacks, [3, 2, 1], **options)


def test_finish_probabilities_of_many_players() -> None:
    rows = np.random.default_rng(6).integers(1, 5000, (2, 18))
    batch = ft.finish_probabilities(rows, seed=3, threads=2)
    assert (batch.method, batch.guaranteed) == ("sample", False)
    assert (batch[1] == ft.finish_probabilities(rows[1], seed=3)).all()
    tree = ft.finish_probabilities(rows, method="tree", tolerance=1e-5)
    assert batch.error is not None
    assert tree.error is not None
    assert np.abs(batch - tree).max() <= batch.error + tree.error
    wide = ft.finish_probabilities(np.arange(1, 151), method="sample")
    assert wide.shape == (150, 150)


def test_stacks_too_large_for_the_sampler_keep_their_order() -> None:
    stacks = [2**80 + 1, 2**80, 2**81, 2**82]
    sampled, searched = (ft.dcm(stacks, [50, 30, 20], method=method) for method in ("sample", "tree"))
    assert np.abs(sampled.equities - searched.equities).max() <= sampled.error + searched.error
    assert sampled.equities[0] - sampled.equities[1] > 9
