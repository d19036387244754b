"""Edge cases of sampling: events too rare to be drawn, very many players, chips of more than 64 bits."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core
from finaltable.models.dcm import sample
from finaltable.models.dcm.tree import chip_words
from tests.samplers import PAYOUTS, field, shallow

RARE = {
    "one chip against sixty": ([1] + [10**4] * 60, [50.0, 30.0, 20.0]),
    "three chips against seventy": ([1] * 3 + [10**6] * 70, [5.0, 3.0, 1.0]),
    "one chip against a table": ([1] + [10**5] * 25, [50.0, 30.0, 20.0]),
    "two short ones against thirty": ([1, 1] + [3000] * 30, [50.0, 30.0, 20.0]),
}


@cache
def exact(desc: str) -> ft.Equity:
    return ft.dcm(*RARE[desc], method="exact")


@pytest.mark.parametrize("desc", RARE)
def test_the_error_covers_events_too_rare_to_be_drawn(desc: str) -> None:
    """If nothing varies in the sample, the error covers rare events, for each of 400 seeds."""
    stacks, payouts = RARE[desc]
    truth = exact(desc).equities.astype(float)
    for seed in range(400):
        words = chip_words(stacks)
        found = _core.field_equities(*words, np.array(payouts), seed, 2**14, 0.0, 2, None, None)
        assert np.abs(found.values - truth).max() <= found.error
        if len(stacks) <= sample.HYBRID_PLAYERS:
            answer = shallow(stacks, payouts, seed)
            off = answer.finish[:, : len(payouts)] @ np.array(payouts) - truth
            assert np.abs(off).max() <= answer.error


@pytest.mark.parametrize("desc", RARE)
def test_a_field_in_which_nothing_varies_does_not_stop_after_the_first_block(desc: str) -> None:
    stacks, payouts = RARE[desc]
    truth, places = exact(desc).equities.astype(float), exact(desc).finish.astype(float)
    for seed in range(3):
        result = ft.dcm(stacks, payouts, seed=seed)
        assert np.abs(result.equities - truth).max() <= result.error
        assert result.method == "sample"
        assert len(stacks) <= sample.HYBRID_PLAYERS or result.work == sample.TOURNAMENTS
        finish = ft.finish(stacks, method="sample", seed=seed)
        assert finish.error is not None
        assert np.abs(finish - places).max() <= finish.error


def test_equal_stacks_are_solved_by_symmetry() -> None:
    result = ft.dcm([1000] * 100, [50, 30, 20])
    assert result.error < 1e-8
    assert np.abs(result.equities - 1).max() <= result.error


@pytest.mark.parametrize(
    ("desc", "stacks"),
    [
        ("one player", [7]),
        ("one player with chips", [7] + [0] * 200),
        ("two with chips", [7, 3] + [0] * 200),
        ("all equal, few", [3] * 20),
        ("all equal, many", [3] * 2000),
        ("one a billion times the others", [10**9] + [1] * 400),
        ("one a billion times different others", [10**12, *range(1, 400)]),
        ("99 % ties", [1000] * 990 + list(range(1001, 1011))),
        ("decimals", [0.1 * i for i in range(1, 300)]),
    ],
)
def test_extreme_fields_keep_the_pool_and_the_tolerance(desc: str, stacks: list[int]) -> None:
    del desc
    payouts = [60, 30, 10][: len(stacks)]
    result = ft.dcm(stacks, payouts, method="sample", tolerance=1e-3)
    assert result.equities.sum() == pytest.approx(sum(payouts))
    assert result.error <= 1e-3 * sum(payouts)
    for stack in set(stacks):
        level = result.equities[np.array(stacks) == stack]
        assert np.ptp(level) <= 1e-9 or len(stacks) <= 60  # equal stacks have equal values
    if len(set(stacks)) == 1:
        assert np.abs(result.equities - sum(payouts) / len(stacks)).max() <= result.error


def test_twenty_thousand_players_are_sampled() -> None:
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
        ft.finish(stacks)


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


def test_finish_probabilities_of_many_players_are_sampled() -> None:
    rows = np.random.default_rng(6).integers(1, 5000, (2, 18))
    batch = ft.finish(rows, seed=3, threads=2)
    assert (batch.method, batch.guaranteed) == ("sample", False)
    assert (batch[1] == ft.finish(rows[1], seed=3)).all()
    assert (batch[1] != ft.finish(rows[1], seed=4)).any()
    tree = ft.finish(rows, method="tree", tolerance=1e-5)
    assert batch.error is not None
    assert tree.error is not None
    assert np.abs(batch - tree).max() <= batch.error + tree.error
    wide = ft.finish(np.arange(1, 151), method="sample")
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
    ids=["nearly equal", "twenty decimals", "fourteen players", "one chip apart", "the largest chips"],
)
def test_chips_of_more_than_64_bits_are_sampled_exactly(stacks: list[object]) -> None:
    truth = ft.dcm(stacks, [50, 30, 20], method="tree", tolerance=1e-7)
    for method in ("sample", "auto"):
        result = ft.dcm(stacks, [50, 30, 20], method=method)
        assert np.abs(result.equities - truth.equities).max() <= result.error + truth.error
    finish = ft.finish(stacks, method="sample")
    assert finish.error is not None
    assert np.abs(finish - truth.finish).max() <= finish.error + truth.finish_error


@given(st.lists(st.integers(1, 12), min_size=3, max_size=90), st.integers(0, 2**64 - 1), st.integers(62, 118))
@settings(max_examples=40)
def test_wide_and_narrow_chips_give_the_same_samples(stacks: list[int], seed: int, shift: int) -> None:
    wide = [stack << shift for stack in stacks]
    narrow_answer, wide_answer = (field(chips, PAYOUTS, seed, 2**15) for chips in (stacks, wide))
    assert all((one == two).all() for one, two in zip(narrow_answer, wide_answer, strict=True))
    if len(stacks) <= 20:
        one, two = (shallow(chips, PAYOUTS, seed) for chips in (stacks, wide))
        assert (one.finish == two.finish).all()


def test_wide_chips_that_differ_by_one_are_no_tie_in_a_field() -> None:
    """A player one chip ahead of 69 others never busts before them; a rounded stack would tie."""
    stacks = [B + 1] + [B] * 69
    ahead = ft.dcm(stacks, [50, 30, 20], method="sample", tolerance=1e-2)
    level = ft.dcm([B] * 70, [50, 30, 20], method="sample", tolerance=1e-2)
    assert ahead.equities[0] > level.equities[0] + ahead.error + level.error
