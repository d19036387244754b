"""Smoothed DCM: no jumps, DCM away from ties, and a stated error that holds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import finaltable as ft
from finaltable.models import smoothed
from finaltable.models.smoothed import error_of

PAYOUTS = [50, 30, 20]


def table(first: float) -> list[float]:
    return [first, 800, 2000, 3000]


def test_the_jump_becomes_a_slope() -> None:
    """DCM jumps by 10 where the stack passes the second player; with noise, all steps are small."""
    firsts = np.arange(700, 901, 10).tolist()
    plain = np.array([ft.dcm(table(first), PAYOUTS).equities[0] for first in firsts])
    smooth = np.array([ft.smoothed(table(first), PAYOUTS, chip_noise=100).equities[0] for first in firsts])
    assert np.diff(plain).max() > 4.9  # the step past the second player; the tie is in the middle of the jump
    assert np.diff(smooth).max() < 0.7
    assert (np.diff(smooth) > 0).all()
    # The difference of two uniform draws is symmetric: at the tie, half of it lies on each side.
    assert smooth[10] == pytest.approx(plain[10], abs=0.1)


def test_it_converges_to_dcm_away_from_ties() -> None:
    truth = ft.dcm(table(1000), PAYOUTS).equities
    far = [
        np.abs(ft.smoothed(table(1000), PAYOUTS, chip_noise=noise).equities - truth).max()
        for noise in (300, 30, 3, 0.3)
    ]
    assert far[0] > 1
    assert far[-1] < 1e-3
    assert far == sorted(far, reverse=True)


def test_at_a_tie_it_is_the_middle_of_the_jump_for_any_noise() -> None:
    level = ft.dcm(table(800), PAYOUTS).equities
    small = ft.smoothed(table(800), PAYOUTS, chip_noise=0.001)
    assert np.abs(small.equities - level).max() <= small.error


def test_the_stated_error_holds_against_plain_random_draws() -> None:
    rng = np.random.default_rng(7)
    draws = np.array(table(900))[None, :] * 1000 + rng.integers(-150_000, 150_001, size=(40_000, 4))
    finish = np.asarray(ft.finish(draws, tolerance=1e-7))
    values = finish @ np.array([*PAYOUTS, 0.0])
    noise = 4 * values.std(axis=0) / 200
    result = ft.smoothed(table(900), PAYOUTS, chip_noise=150)
    assert (np.abs(result.equities - values.mean(axis=0)) <= noise + result.error).all()
    assert np.abs(result.finish - finish.mean(axis=0)).max() < 0.01 + result.finish_error


def test_seeds_agree_within_their_errors_and_are_reproducible() -> None:
    results = [ft.smoothed(table(900), PAYOUTS, chip_noise=150, seed=seed) for seed in range(6)]
    for one in results[1:]:
        assert np.abs(one.equities - results[0].equities).max() <= one.error + results[0].error
    again = ft.smoothed(table(900), PAYOUTS, chip_noise=150, seed=3, threads=1)
    assert again.equities.tolist() == results[3].equities.tolist()
    assert len({result.equities[0] for result in results}) == 6


def test_the_error_is_four_standard_errors_plus_an_allowance_for_rare_events() -> None:
    # The mean of 1 and 3 has a standard error of 1. With a spread, an event rarer than 10 in 100 draws may be missed.
    means = np.array([[1.0], [3.0]])
    assert error_of(means, spread=0.0, each=50) == pytest.approx(4.0)
    assert error_of(means, spread=1.0, each=50) == pytest.approx(4.1)


def test_the_error_includes_the_error_of_the_tree() -> None:
    """One prize is divided by chips, which hardly vary: only the error of the tree remains."""
    result = ft.smoothed(table(1000), [100], chip_noise=1e-6)
    tree = ft.finish(table(1000), method="tree", tolerance=result.tolerance)
    assert tree.error is not None
    assert result.error == pytest.approx(tree.error * 100, rel=0.01)


def test_more_samples_state_a_smaller_error() -> None:
    few, many = (ft.smoothed(table(900), PAYOUTS, chip_noise=150, samples=n) for n in (1024, 65536))
    assert many.error < few.error / 3
    assert (few.work, many.work) == (1024, 65536)


def test_the_stated_error_includes_ties_that_are_hardly_ever_drawn() -> None:
    """Hardly any table hits the tie; the error must allow for it."""
    stacks, noise = [1000, 990, 2000, 3000], 5.1
    truth = ft.smoothed(stacks, PAYOUTS, chip_noise=noise, samples=2**20).equities
    for seed in range(30):
        result = ft.smoothed(stacks, PAYOUTS, chip_noise=noise, samples=1024, seed=seed)
        assert np.abs(result.equities - truth).max() <= result.error


def test_stacks_may_be_of_any_size_and_type() -> None:
    thirds = ft.smoothed([1000 / 3, 1_000_000, 2_000_000], [50, 30], chip_noise=100)
    assert thirds.equities.sum() == pytest.approx(80)
    fractions = ft.smoothed([Fraction(1000, 3), 200_000, 300_000], [50, 30], chip_noise=Fraction(100, 3))
    assert fractions.equities.sum() == pytest.approx(80)
    large = ft.smoothed([9 * 10**18 + 1, 9 * 10**18, 9 * 10**18], [50, 30], chip_noise=8 * 10**17 + 1)
    assert large.equities == pytest.approx([80 / 3] * 3, abs=large.error)
    assert ft.smoothed([10**15, 10**15, 10**15], [50, 30], chip_noise=1e-9).error < 1


def test_players_without_chips_stay_at_zero() -> None:
    result = ft.smoothed([500, 300, 0], PAYOUTS, chip_noise=50)
    assert result.equities[2] == 20
    assert result.equities.sum() == pytest.approx(100)


def test_it_is_a_model_like_the_others() -> None:
    both = ft.compare(table(801), PAYOUTS, models=("icm", "dcm", "smoothed"), chip_noise=100)
    assert both["smoothed"].equities[0] == pytest.approx(14.9, abs=0.1)
    assert not both["smoothed"].guaranteed
    assert "smoothed DCM by average" in str(both)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "chip_noise must be given for model 'smoothed'"),
        ({"chip_noise": 0}, "chip_noise must be above 0 and below the shortest stack, 100, got 0"),
        ({"chip_noise": 100}, "chip_noise must be above 0 and below the shortest stack"),
        ({"chip_noise": "x"}, "chip_noise must be a number"),
        ({"chip_noise": 5, "samples": 10}, "samples must be a whole number from 1024"),
    ],
)
def test_invalid_options_raise(options: dict[str, object], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.smoothed([1000, 500, 100], [100, 50], **options)  # type: ignore[arg-type]


def test_too_many_players_raise() -> None:
    with pytest.raises(ft.InputError, match="stacks must leave at most 14 players with chips for smoothed DCM, got 15"):
        ft.smoothed(range(10, 25), [100], chip_noise=1)


def test_progress_is_reported() -> None:
    seen: list[float] = []
    ft.smoothed([5, 4, 3], [2, 1], chip_noise=1, progress=lambda done, _: seen.append(done))
    assert seen[-1] == 1.0
    assert seen == sorted(seen)


def test_the_search_adds_little_to_the_error_of_the_average(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = ft.smoothed([900, 800, 2000, 3000, 1500], PAYOUTS, chip_noise=150, samples=2048)
    monkeypatch.setattr(smoothed, "TREE_SHARE", 1e-5)
    finer = ft.smoothed([900, 800, 2000, 3000, 1500], PAYOUTS, chip_noise=150, samples=2048)
    assert finer.tolerance < 1e-3 * usual.tolerance
    assert finer.error < usual.error < 1.1 * finer.error
    assert np.abs(usual.equities - finer.equities).max() < 0.01 * usual.error
