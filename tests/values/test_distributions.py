"""Values of many distributions of the same chips: the same as those of each table alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.models import find_model
from finaltable.values.distributions import solve_tables

TOLERANCE = 1e-5
MODELS = ("icm", "icm^1.1", "sem", "sem.roberts", "dcm", "chip_chop", "chip_ev", {"sem": 0.5, "dcm": 0.5})
rows = st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any), min_size=1, max_size=8)
prizes = st.lists(st.sampled_from([0, 0, 10, 10, 25]), min_size=4, max_size=4).filter(any)


def values_of(model: Any, payouts: list[int], stacks: list[Any]) -> tuple[np.ndarray[Any, Any], float]:
    """Return equities and their error."""
    table = ft.Table.of([1, 1, 1, 1], payouts)
    return solve_tables(find_model(model), table, stacks, TOLERANCE, 1, lambda _: None)


@pytest.mark.parametrize("model", MODELS, ids=str)
@given(rows, prizes)
@settings(max_examples=25)
def test_many_tables_have_the_values_of_each_alone(model: Any, stacks: list[list[int]], payouts: list[int]) -> None:
    values, error = values_of(model, payouts, stacks)
    assert error <= TOLERANCE * sum(payouts)
    for row, equities in zip(stacks, values, strict=True):
        known = find_model(model)
        alone = known.solve(ft.Table.of(row, payouts), **known.known({"tolerance": TOLERANCE}))
        assert np.abs(equities - alone.equities).max() <= error + alone.error


@pytest.mark.parametrize("model", MODELS, ids=str)
@given(rows, prizes, st.permutations(range(4)))
@settings(max_examples=25)
def test_seats_do_not_change_a_bit(model: Any, stacks: list[list[int]], payouts: list[int], seats: list[int]) -> None:
    there = [[row[seat] for seat in seats] for row in stacks]
    values, _ = values_of(model, payouts, [*stacks, *there])
    assert (values[: len(stacks), seats] == values[len(stacks) :]).all()


def test_fractions_of_chips_have_the_values_of_whole_chips() -> None:
    whole, error = values_of("dcm", [5, 3, 2, 0], [[7, 3, 2, 1], [4, 4, 4, 1]])
    parts, other = values_of("dcm", [5, 3, 2, 0], [[Fraction(chips, 3) for chips in row] for row in [[7, 3, 2, 1]]])
    assert np.abs(whole[0] - parts[0]).max() <= error + other


def test_decimals_are_exact_beside_fractions_so_that_ties_stay_ties() -> None:
    whole, _ = values_of("dcm", [5, 3, 2, 0], [[1, 1, 2, 4], [2, 2, 2, 2]])
    parts, _ = values_of("dcm", [5, 3, 2, 0], [[0.1, Fraction(1, 10), 0.2, 0.4], [0.2, 0.2, Fraction(1, 5), 0.2]])
    assert (whole == parts).all()
