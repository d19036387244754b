"""Bubble factors."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

import finaltable as ft
from finaltable.models import find_model
from finaltable.table.table import Number
from finaltable.values.distributions import CHUNK, solve_tables
from tests.refused import refused


def test_bubble_factors_are_losses_over_gains() -> None:
    stacks, payouts = [50, 30, 20], [50, 30, 20]
    table = ft.pressure(stacks, payouts)
    for m, model in enumerate(("icm", "dcm")):
        now = ft.equity(stacks, payouts, model).equities
        for i, j in itertools.permutations(range(3), 2):
            stake = min(stacks[i], stacks[j])
            won, lost = list(stacks), list(stacks)
            won[i], won[j] = won[i] + stake, won[j] - stake
            lost[i], lost[j] = lost[i] - stake, lost[j] + stake
            gain = ft.equity(won, payouts, model).equities[i] - now[i]
            loss = now[i] - ft.equity(lost, payouts, model).equities[i]
            assert table.bubble_factors[m, i, j] == pytest.approx(loss / gain, abs=1e-3)
    assert np.isnan(table.bubble_factors[:, range(3), range(3)]).all()
    factors = table.bubble_factors[0, 0, 1]
    assert table.risk_premiums[0, 0, 1] == pytest.approx(factors / (1 + factors) - 0.5)


def test_all_bubble_factors_are_one_with_a_single_prize() -> None:
    table = ft.pressure([50, 30, 20], [100], models=("icm", "dcm", "chip_ev"))
    known = table.bubble_factors[~np.isnan(table.bubble_factors)]
    assert known == pytest.approx(np.ones(18), abs=1e-4)


def test_bubble_factors_are_nan_if_there_is_nothing_to_gain() -> None:
    table = ft.pressure([50, 30, 20], [0.1, 0.1, 0.1])
    assert np.nanmax(table.gains) > 0  # rounding
    assert np.isnan(table.bubble_factors).all()
    assert np.isnan(table.risk_premiums).all()


def test_chip_ev_pays_no_prize_to_players_who_bust() -> None:
    table = ft.pressure([5, 3], [60, 40], models=["chip_ev", "icm"])
    assert table.losses[:, 1, 0].tolist() == pytest.approx([37.5, 47.5 - 40])


def test_errors_are_those_of_differences_of_two_equities() -> None:
    stacks, payouts = [50, 31, 23, 12], [50, 30, 20]
    table = ft.pressure(stacks, payouts, models=["dcm"], tolerance=1e-3)
    fine = ft.pressure(stacks, payouts, models=["dcm"], tolerance=1e-9)
    one = ft.finish(stacks, method="tree", tolerance=1e-3).error
    assert one is not None
    assert table.errors[0] >= 2 * one * 100
    assert np.nanmax(np.abs(table.losses - fine.losses)) <= table.errors[0]


def test_a_batch_reports_its_largest_error() -> None:
    table = ft.Table.of([50, 31, 23, 12], [50, 30, 20])
    hard: list[list[Number]] = [[50, 31, 23, 12]] * CHUNK
    easy: list[list[Number]] = [[116, 0, 0, 0]]
    model = find_model("dcm")
    errors = [solve_tables(model, table, rows, 1e-3, 1, lambda _: None)[1] for rows in (hard, easy, hard + easy)]
    assert errors[0] == errors[2] > errors[1]


def test_progress_ends_at_one_and_large_fields_raise() -> None:
    seen: list[float] = []
    ft.pressure([50, 30, 20, 10], [50, 30, 20], progress=lambda fraction, _: seen.append(fraction))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    with refused("too_many", "stacks"):
        ft.pressure(list(range(1, 41)), [10, 5])
    assert ft.pressure(list(range(1, 41)), [10, 5], models=["icm"]).equities.shape == (1, 40)
    for players, words in ((1, "1 with chips"), (51, "51 with chips")):
        with pytest.raises(ft.InputError, match=f"stacks must leave 2 to 50 players with chips, got {words}"):
            ft.pressure([5] * players, [10], models=["icm"])


def test_players_already_out_rank_below_those_who_bust() -> None:
    table = ft.pressure([50, 30, 20, 0], [50, 30, 15, 5])
    assert table.losses[0, 2, 0] == pytest.approx(table.equities[0, 2] - 15)
    assert np.isnan(table.bubble_factors[:, 3]).all()


def test_equal_stacks_stay_equal_in_any_unit() -> None:
    whole = ft.pressure([1, 1, 2, 4], [50, 30, 20])
    for unit in (Fraction(1, 3), 0.1, 0.7):
        parts = ft.pressure([1 * unit, 1 * unit, 2 * unit, 4 * unit], [50, 30, 20])
        assert np.abs(parts.equities - whole.equities).max() <= sum(parts.errors)
        assert np.nanmax(np.abs(parts.gains - whole.gains)) <= sum(parts.errors)
        assert np.nanmax(np.abs(parts.losses - whole.losses)) <= sum(parts.errors)
