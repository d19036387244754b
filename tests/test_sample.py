"""Sampling: right on average, honest about its error, and the same whatever the threads."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import finaltable as ft
from finaltable import _core
from finaltable.models.dcm import sample
from finaltable.models.dcm.paper import all_in
from finaltable.models.dcm.sample import Hybrid, Sampling
from finaltable.models.dcm.tree import chip_words

NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]
PAYOUTS = [100.0, 60.0, 40.0]
Sampler = Callable[[list[int], list[float], int], tuple[NDArray[np.float64], ...]]


def field(
    stacks: list[int], payouts: list[float], seed: int, tournaments: int = 2**15
) -> tuple[NDArray[np.float64], ...]:
    """Simulated tournaments, straight from the core."""
    answer = _core.field_equities(*chip_words(stacks), np.array(payouts), seed, tournaments, 0.0, 6, 2, None, None)
    return answer[:2]


def shallow(stacks: list[int], payouts: list[float], seed: int) -> Hybrid:
    """A shallow tree with much left to sample, straight from the core."""
    return Hybrid(*_core.hybrid_finish(*chip_words(stacks), np.array(payouts), 1e-3, 0.1, 1e4, seed, None, None))


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


@cache
def medium_field() -> tuple[list[int], list[float], list[list[float]]]:
    """Forty players, their payouts, and what each of them won in many tournaments."""
    draw = random.Random(3)
    stacks = [100 * draw.randint(1, 15) for _ in range(40)]
    payouts = [30.0, 20.0, 12.0, 9.0, 7.0, 5.0, 5.0, 2.0]
    return stacks, payouts, [simulate(stacks, payouts, draw) for _ in range(12_000)]


@SAMPLERS
def test_a_medium_field_agrees_with_a_direct_simulation(sampler: Sampler) -> None:
    stacks, payouts, played = medium_field()
    equities, errors = sampler(stacks, payouts, 1)
    for i, own in enumerate(zip(*played, strict=True)):
        # Level players are alike: their own average is not needed, everybody's is checked.
        error = (stdev(own) ** 2 / len(own) + errors[i] ** 2) ** 0.5
        assert abs(fmean(own) - equities[i]) <= 4.5 * error + 1e-9


@pytest.mark.parametrize("players", [30, 70])
def test_players_who_are_out_of_a_field_share_the_last_places(players: int) -> None:
    stacks = [*range(1, players + 1), 0, 0]
    prizes = [5, 3, *[1] * players]
    result = ft.dcm(stacks, prizes, method="sample", tolerance=1e-2)
    assert result.equities[players:].tolist() == [1, 1]
    for finish in (result.finish, ft.finish_probabilities(stacks, method="sample", tolerance=1e-2, max_seconds=0.1)):
        assert finish[players:].tolist() == [[0] * players + [0.5, 0.5]] * 2
        assert finish[:players].sum(axis=0) == pytest.approx([1] * players + [0, 0], abs=1e-2)


def test_the_error_is_four_times_how_much_answers_differ() -> None:
    """An oracle that knows nothing of standard errors: the same field with many seeds."""
    stacks, payouts = list(range(101, 171)), [50, 30, 20]
    answers = [ft.dcm(stacks, payouts, method="sample", tolerance=3e-2, seed=seed) for seed in range(100)]
    scatter = np.std([answer.equities for answer in answers], axis=0, ddof=1).max()
    assert np.mean([answer.error for answer in answers]) == pytest.approx(4 * scatter, rel=0.35)
    places = np.std([answer.finish for answer in answers[:40]], axis=0, ddof=1)
    worst = np.mean([answer.finish_error for answer in answers[:40]])
    # The places at the ends are the surest to know; one in the middle scatters most.
    assert 2.5 * places.max() < worst < 8 * places.max()


def test_few_paths_say_nothing_about_their_error() -> None:
    """What is left open in the tree is a proof; scatter is taken instead where many paths show it, if it is less."""
    later = np.array([30.0, 20.0, 0.0])
    scatter: tuple[NDArray[np.float64], float] = (np.array([0.02, 0.05, 0.01]), 0.001)
    finish = np.eye(3)
    few, many, closed = (
        Hybrid(finish, *scatter, path, left_open, 1000, paths, True)
        for path, left_open, paths in (
            (1e-4, 0.1, sample.FEW_PATHS - 1),
            (1e-4, 0.1, sample.FEW_PATHS),
            (1e-9, 0.001, 10**6),
        )
    )
    assert sample.FEW_PATHS >= 1000
    assert few.errors(later) == (0.1, 0.1 * 30)
    assert many.errors(later) == pytest.approx((4 * 0.001 + 10 * 1e-4, 4 * 0.05 + 10 * 1e-4 * 30))
    assert closed.errors(later) == (0.001, 0.001 * 30)
    assert few.errors(np.array([])) == (0.1, 0.0)


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


def test_a_looser_tolerance_stops_earlier() -> None:
    stacks = np.random.default_rng(4).integers(1, 10**6, 500)
    loose, usual = ft.dcm(stacks, [50, 30, 20], tolerance=1e-2), ft.dcm(stacks, [50, 30, 20])
    assert loose.work < usual.work
    assert usual.error < loose.error <= 1e-2 * 100


class Clock:
    """A machine on which the first part of the work takes as long as the test says, in place of module time."""

    def __init__(self, seconds: float) -> None:
        self.now, self.step = 0.0, seconds

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("players", [20, 45])
def test_more_time_is_more_work_and_a_smaller_error(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stacks = np.random.default_rng(4).integers(1, 10**6, 500)[:players]
    answers = []
    for seconds in (1.5, 4.0, 12.0):  # too little for more than the first part; for twice as much; for eight times
        monkeypatch.setattr(sample, "time", Clock(1.0))
        answers.append(ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=1e-12, max_seconds=seconds))
    first = ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=0.99)
    assert (answers[0].equities == first.equities).all()  # what was done is kept, not done again with less
    assert answers[0].work < answers[1].work < answers[2].work
    assert answers[0].error > answers[1].error > answers[2].error


def test_work_that_was_not_finished_in_time_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    chips, prizes = list(range(101, 131)), np.array([50.0, 30.0, 20.0])
    first = sample.hybrid(chips, prizes, Sampling(0.99, 0, None, None, 1))
    monkeypatch.setattr(sample, "time", Clock(1e-6))  # it looks as if a thousand times as much could be done
    stopped = sample.hybrid(chips, prizes, Sampling(1e-12, 0, 2e-3, None, 1))
    assert stopped.done
    assert (stopped.finish == first.finish).all()


@pytest.mark.parametrize("players", [70, 3000])
def test_a_field_without_time_is_still_answered_and_says_how_badly(players: int) -> None:
    """A few tournaments are always played: the limit is watched from the first pass on."""
    stacks = np.arange(1, players + 1)
    hasty = ft.dcm(stacks, [50, 30, 20], method="sample", max_seconds=1e-6)
    assert hasty.work == 32 * 16
    assert hasty.equities.sum() == pytest.approx(100)
    assert hasty.error >= 10 / hasty.work * 30
    finish = ft.finish_probabilities(stacks, method="sample", max_seconds=1e-6)
    assert finish.work == 32 * 16
    assert finish.error is not None
    assert np.abs(finish.sum(axis=0) - 1).max() <= finish.error


def test_a_field_is_simulated_until_its_time_is_up() -> None:
    """Whatever the machine: ten times the time is more tournaments than a hundredth of a second."""
    works = [ft.finish_probabilities(np.arange(1, 71), method="sample", max_seconds=s).work for s in (0.01, 0.5)]
    assert works[0] is not None
    assert works[1] is not None
    assert works[0] < works[1]


RARE = {
    "one chip against sixty": ([1] + [10**4] * 60, [50.0, 30.0, 20.0]),
    "three chips against seventy": ([1] * 3 + [10**6] * 70, [5.0, 3.0, 1.0]),
    "one chip against a table": ([1] + [10**5] * 25, [50.0, 30.0, 20.0]),
    "two short ones against thirty": ([1, 1] + [3000] * 30, [50.0, 30.0, 20.0]),
}


@cache
def exactly(desc: str) -> ft.Equity:
    return ft.dcm(*RARE[desc], method="exact")


@pytest.mark.parametrize("desc", RARE)
def test_events_too_rare_to_be_drawn_are_in_the_error(desc: str) -> None:
    """Where nothing varies in the sample the error is what may have been missed, for every one of 400 seeds."""
    stacks, payouts = RARE[desc]
    truth = exactly(desc).equities.astype(float)
    for seed in range(400):
        words = chip_words(stacks)
        equities, errors, unseen, *_ = _core.field_equities(
            *words, np.array(payouts), seed, 2**14, 0.0, 6, 2, None, None
        )
        assert np.abs(equities - truth).max() <= 4 * errors.max() + unseen
        if len(stacks) <= sample.HYBRID_PLAYERS:
            answer = shallow(stacks, payouts, seed)
            off = answer.finish[:, : len(payouts)] @ np.array(payouts) - truth
            later = np.array([*payouts, *[0.0] * (len(stacks) - len(payouts))])[1:]
            assert np.abs(off).max() <= answer.errors(later)[1]


@pytest.mark.parametrize("desc", RARE)
def test_a_field_in_which_nothing_varies_is_not_done_at_the_first_block(desc: str) -> None:
    stacks, payouts = RARE[desc]
    truth, places = exactly(desc).equities.astype(float), exactly(desc).finish.astype(float)
    for seed in range(3):
        result = ft.dcm(stacks, payouts, seed=seed)
        assert np.abs(result.equities - truth).max() <= result.error
        assert result.method == "sample"
        assert len(stacks) <= sample.HYBRID_PLAYERS or result.work == sample.TOURNAMENTS
        finish = ft.finish_probabilities(stacks, method="sample", seed=seed)
        assert finish.error is not None
        assert np.abs(finish - places).max() <= finish.error


def test_players_who_are_all_alike_are_known_by_symmetry() -> None:
    result = ft.dcm([1000] * 100, [50, 30, 20])
    assert result.error < 1e-8
    assert np.abs(result.equities - 1).max() <= result.error


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
    assert (batch[1] != ft.finish_probabilities(rows[1], seed=4)).any()
    tree = ft.finish_probabilities(rows, method="tree", tolerance=1e-5)
    assert batch.error is not None
    assert tree.error is not None
    assert np.abs(batch - tree).max() <= batch.error + tree.error
    wide = ft.finish_probabilities(np.arange(1, 151), method="sample")
    assert wide.shape == (150, 150)


B = 2**70


@pytest.mark.parametrize(
    "stacks",
    [
        [B + 1, 4 * B - 1, 4 * B - 1],
        [Decimal("1000.00000000000000000001"), 4000, 4000],
        [B] + [15 * B + 1] * 13,
        [2**80 + 1, 2**80, 2**81, 2**82],
        [2**124, 2**124 - 1, 2**124 + 1, 2**100, 1],
    ],
    ids=["nearly level", "twenty decimals", "fourteen players", "one apart", "as large as chips may be"],
)
def test_chips_of_more_than_64_bits_are_sampled_to_the_last_one(stacks: list[object]) -> None:
    truth = ft.dcm(stacks, [50, 30, 20], method="tree", tolerance=1e-7)
    for method in ("sample", "auto"):
        result = ft.dcm(stacks, [50, 30, 20], method=method)
        assert np.abs(result.equities - truth.equities).max() <= result.error + truth.error
    finish = ft.finish_probabilities(stacks, method="sample")
    assert finish.error is not None
    assert np.abs(finish - truth.finish).max() <= finish.error + truth.finish_error


@given(st.lists(st.integers(1, 12), min_size=3, max_size=90), st.integers(0, 2**64 - 1), st.integers(62, 118))
@settings(max_examples=40)
def test_wide_chips_are_simulated_as_narrow_ones_are(stacks: list[int], seed: int, shift: int) -> None:
    wide = [stack << shift for stack in stacks]
    narrow_answer, wide_answer = (field(chips, PAYOUTS, seed, 2**15) for chips in (stacks, wide))
    assert all((one == two).all() for one, two in zip(narrow_answer, wide_answer, strict=True))
    if len(stacks) <= 20:
        one, two = (shallow(chips, PAYOUTS, seed) for chips in (stacks, wide))
        assert (one.finish == two.finish).all()


def test_a_tie_that_only_wide_chips_can_tell_is_none_in_a_field() -> None:
    """The one who is a single chip ahead of 69 others busts before none of them; a rounded stack would tie."""
    stacks = [B + 1] + [B] * 69
    ahead = ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=1e-2)
    level = ft.dcm([B] * 70, [50, 30, 20], method="sample", tolerance=1e-2)
    assert ahead.equities[0] > level.equities[0] + ahead.error + level.error
