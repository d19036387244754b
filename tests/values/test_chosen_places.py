"""Finish probabilities of some places: columns of the matrix, in fields of any size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import finaltable as ft
from tests.program import piped

FIELD = [1 + (7 * i) % 23 for i in range(150)]


@pytest.mark.parametrize("model", ["icm", "icm^1.1", "sem", "dcm", {"icm": 0.5, "dcm": 0.5}])
def test_places_of_a_small_table_are_columns_of_its_matrix(model: Any) -> None:
    stacks = [[1000, 500, 100, 0], [3, 3, 2, 1]]
    every, some = ft.finish(stacks, model=model), ft.finish(stacks, model=model, only=[4, 1])
    assert np.array_equal(every[:, :, [3, 0]], some)
    assert (some.error, some.method, some.guaranteed) == (every.error, every.method, every.guaranteed)


def test_places_of_a_field_agree_with_its_matrix() -> None:
    every, some = ft.finish(FIELD, model="icm"), ft.finish(FIELD, model="icm", only=[1, 75, 150])
    assert abs(every[:, [0, 74, 149]] - some).max() <= every.error + some.error
    assert (some.shape, some.method, some.guaranteed) == ((150, 3), "quadrature", False)


def test_a_field_too_large_for_a_matrix_has_places() -> None:
    stacks = np.arange(1, 5001)
    some = ft.finish([stacks, stacks[::-1]], model="icm", only=[1, 700], tolerance=1e-9)
    assert some.method == "compressed"
    assert some.error <= 1e-9
    assert some.sum(axis=1) == pytest.approx(np.ones((2, 2)), abs=1e-8)
    assert some[0, :, 0] == pytest.approx(stacks / stacks.sum(), abs=some.error)
    assert np.array_equal(some[0], some[1][::-1])


def test_places_of_a_sample_have_its_error() -> None:
    some = ft.finish(FIELD, model="dcm", only=[1, 2], seed=3, max_seconds=0.4)
    assert some[:, 0] == pytest.approx(np.array(FIELD) / sum(FIELD), abs=some.error)
    assert some.method == "sample"
    assert not some.guaranteed


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ([], "only must name 1 to 100 places, got 0"),
        (range(1, 102), "only must name 1 to 100 places, got 101"),
        ([1, 1], r"only must name each place once, got \[1, 1\]"),
        ([0], r"only\[0\] must be a whole number from 1 to 150, got 0"),
        ([3, 151], r"only\[1\] must be a whole number from 1 to 150, got 151"),
        (2, "only must be a list of places, got 2"),
        ("2", "only must be a list of places, got '2'"),
    ],
)
def test_places_are_checked(only: Any, message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.finish(FIELD, model="icm", only=only)


def test_progress_goes_through_all_places() -> None:
    seen: list[float] = []
    ft.finish(FIELD, model="dcm", only=[1, 2, 3], max_seconds=0.6, progress=lambda done, _error: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] > 2 / 3


def test_the_command_shows_chosen_places() -> None:
    done = piped("finish", "1000", "500", "100", "--models", "icm", "--only", "3,1")
    assert "3rd" in done.out
    assert "2nd" not in done.out
    assert "later" not in done.out
    refused = piped("finish", "1000", "500", "100", "--only", "1", "--knockouts")
    assert refused.code == 2
    assert "must not be given with knockouts" in refused.err
