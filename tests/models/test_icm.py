"""The Independent Chip Model."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from tests.conftest import tables, whole_stacks

PUBLISHED = json.loads((Path(__file__).parents[1] / "data/icm.json").read_text("utf-8"))
EACH_METHOD = pytest.mark.parametrize("method", ["subsets", "quadrature", "compressed"])


def icm_in_fractions(stacks: list[int]) -> list[list[Fraction]]:
    """Follow section 2 of the paper: draw the winner, then the next of the others, and so on."""

    @cache
    def value(left: tuple[int, ...]) -> tuple[tuple[Fraction, ...], ...]:
        if len(left) == 1:
            return ((Fraction(1),),)
        rows = [[Fraction(0)] * len(left) for _ in left]
        for first, stack in enumerate(left):
            chance = Fraction(stack, sum(left))
            rows[first][0] += chance
            others = left[:first] + left[first + 1 :]
            for i, row in zip([*range(first), *range(first + 1, len(left))], value(others), strict=True):
                for place, probability in enumerate(row, start=1):
                    rows[i][place] += chance * probability
        return tuple(map(tuple, rows))

    return [list(row) for row in value(tuple(stacks))]


@given(whole_stacks)
def test_both_methods_agree_with_fractions(stacks: list[int]) -> None:
    truth = np.array(icm_in_fractions(stacks), dtype=np.float64)
    for method in ("subsets", "quadrature"):
        result = ft.icm(stacks, [1], method=method)
        assert np.abs(result.finish - truth).max() <= result.finish_error < 1e-12
        assert result.guaranteed == (method == "subsets")


@pytest.mark.slow
@given(tables)
def test_equities_of_each_method_agree_with_fractions(table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    finish = icm_in_fractions(stacks)
    truth = [float(sum(p * prize for p, prize in zip(row, payouts, strict=False))) for row in finish]
    for method in ("subsets", "quadrature", "compressed"):
        result = ft.icm(stacks, payouts, method=method)
        assert np.abs(result.equities - truth).max() <= result.error <= 1e-12 * sum(payouts)


@given(st.lists(st.floats(1e-3, 1e6), min_size=8, max_size=16))
@settings(max_examples=40)
def test_quadrature_agrees_with_subsets(stacks: list[float]) -> None:
    payouts = [100, 60, 60, 10, 5]
    exact, fast = (ft.icm(stacks, payouts, method=method) for method in ("subsets", "quadrature"))
    assert np.abs(exact.equities - fast.equities).max() <= exact.error + fast.error
    assert np.abs(exact.finish - fast.finish).max() <= exact.finish_error + fast.finish_error


@EACH_METHOD
@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: str(case["desc"]))
def test_published_values(case: dict[str, Any], method: str) -> None:
    result = ft.icm(case["stacks"], case["payouts"], method=method)
    assert np.abs(result.equities - case["equities"]).max() <= 0.5 * 10.0 ** -case["digits"] + result.error


@pytest.mark.parametrize("players", [2, 12, 150, 1000])
def test_evenly_decreasing_payouts_have_a_closed_form(players: int) -> None:
    stacks = np.random.default_rng(players).lognormal(sigma=1.2, size=players)
    result = ft.icm(stacks, range(players, 0, -1))
    truth = 0.5 + (stacks[:, None] / (stacks[:, None] + stacks)).sum(axis=1)
    assert np.abs(result.equities - truth).max() <= result.error <= 1e-12 * players * (players + 1) / 2


@pytest.mark.parametrize("players", [5, 40, 700])
def test_equal_stacks_share_the_pool(players: int) -> None:
    payouts = np.random.default_rng(players).random(players)
    result = ft.icm([7] * players, payouts)
    assert np.abs(result.equities - payouts.sum() / players).max() <= result.error


@pytest.mark.parametrize("tolerance", [1e-10, 1e-12])
def test_one_prize_deep_in_the_field_needs_a_finer_step(tolerance: float) -> None:
    """The integrand is narrow there: the first step of the quadrature is off by more than rounding."""
    players, prizes = 23, [0] * 17 + [100]
    result = ft.icm([5] * players, prizes, tolerance=tolerance)
    assert np.abs(result.equities - 100 / players).max() <= result.error <= tolerance * 100
    assert np.abs(result.finish - 1 / players).max() <= result.finish_error <= tolerance
    even = ft.icm([5] * players, range(18, 0, -1), tolerance=tolerance)
    assert result.work > 1.8 * even.work  # the step was halved


def two_sizes(big: int, small: int, many: int, few: int, payouts: Callable[[int], float]) -> tuple[float, float]:
    """Solve for two stack sizes by counting how many players of each size have finished."""
    chance = np.zeros((many + 1, few + 1))
    chance[0, 0] = 1.0
    values = [0.0, 0.0]
    for a in range(many + 1):
        for b in range(few + 1):
            chips = (many - a) * big + (few - b) * small
            if not chips:
                continue
            next_is_big = (many - a) * big / chips
            values[0] += chance[a, b] * next_is_big * payouts(a + b)
            values[1] += chance[a, b] * (1 - next_is_big) * payouts(a + b)
            if a < many:
                chance[a + 1, b] += chance[a, b] * next_is_big
            if b < few:
                chance[a, b + 1] += chance[a, b] * (1 - next_is_big)
    return values[0] / many, values[1] / few


@pytest.mark.parametrize(("many", "few"), [(3, 6), (100, 80), (300, 500)])
def test_two_stack_sizes_with_a_bubble(many: int, few: int) -> None:
    paid = (many + few) // 6
    result = ft.icm([5] * many + [2] * few, [10 * (paid - k) for k in range(paid)])
    big, small = two_sizes(5, 2, many, few, lambda k: 10.0 * max(paid - k, 0))
    assert abs(result.equities[0] - big) <= result.error
    assert abs(result.equities[-1] - small) <= result.error
    assert result.error <= 1e-12 * result.table.pool


def test_a_large_field_keeps_its_pool_and_its_finish_matrix_agrees() -> None:
    rng = np.random.default_rng(1)
    stacks = np.ceil(20_000 * rng.lognormal(sigma=0.8, size=400))
    payouts = 1000 / np.arange(1, 61)
    result = ft.icm(stacks, payouts)
    assert result.method == "quadrature"
    assert result.error <= 1e-12 * payouts.sum()
    assert np.abs(result.finish[:, :60] @ payouts - result.equities).max() < 1e-11 * payouts.sum()
    assert np.abs(result.finish.sum(axis=0) - 1).max() <= result.finish_error


@EACH_METHOD
def test_a_giant_stack_is_worth_no_more_than_the_first_prize(method: str) -> None:
    equities = ft.icm([1e15, 7, 2, 1], [50, 30, 20], method=method).equities
    assert equities[0] == pytest.approx(50, abs=1e-11)
    assert equities[1:].sum() == pytest.approx(50, abs=1e-11)


@EACH_METHOD
def test_players_without_chips_share_the_last_prizes(method: str) -> None:
    result = ft.icm([50, 0, 30, 0], [50, 30, 20, 10], method=method)
    assert result.equities.tolist() == pytest.approx([42.5, 15, 37.5, 15], abs=1e-11)
    assert result.finish[1].tolist() == pytest.approx([0, 0, 0.5, 0.5])
    assert ft.icm([7, 0], [3, 2], method=method).equities.tolist() == pytest.approx([3, 2], abs=1e-11)


def test_icm_has_no_knockouts() -> None:
    with pytest.raises(ft.UnavailableError, match="knockouts is not part of model 'icm' by method 'subsets'"):
        _ = ft.icm([2, 1], [1]).knockouts
