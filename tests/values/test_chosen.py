"""Finish probabilities of some places or players: columns and rows of the matrix, in fields of any size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from tests.conftest import whole_stacks
from tests.models.test_icm import icm_in_fractions
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


@pytest.mark.parametrize("model", ["icm", "icm^1.1", "sem", "dcm", {"icm": 0.5, "dcm": 0.5}])
def test_players_of_a_small_table_are_rows_of_its_matrix(model: Any) -> None:
    stacks = [[1000, 500, 100, 0], [3, 3, 2, 1]]
    every, some = ft.finish(stacks, model=model), ft.finish(stacks, model=model, players=[3, 0])
    assert np.array_equal(every[:, [3, 0]], some)
    assert np.array_equal(every[:, [3, 0]][:, :, [1]], ft.finish(stacks, model=model, players=[3, 0], only=[2]))
    assert (some.error, some.method, some.guaranteed) == (every.error, every.method, every.guaranteed)


@pytest.mark.parametrize("model", ["icm", "icm^0.7", "icm^1.4"])
def test_players_of_a_field_agree_with_its_matrix(model: str) -> None:
    every, some = ft.finish(FIELD, model=model), ft.finish(FIELD, model=model, players=[149, 0, 75])
    assert abs(every[[149, 0, 75]] - some).max() <= every.error + some.error
    assert (some.shape, some.method, some.guaranteed) == ((3, 150), "compressed", False)
    assert np.array_equal(some, ft.finish(FIELD, model=model, players=[149, 0, 75], threads=1))


@given(whole_stacks, st.sampled_from([1e-12, 1e-9, 1e-6, 1e-3]))
@settings(max_examples=50)
def test_compressed_rows_agree_with_fractions(stacks: list[int], tolerance: float) -> None:
    truth = np.array(icm_in_fractions(stacks), dtype=np.float64)
    some = ft.finish(stacks, model="icm", players=range(len(stacks)), method="compressed", tolerance=tolerance)
    assert abs(some - truth).max() <= some.error <= tolerance


@given(st.integers(120, 260), st.integers(0, 2**32), st.floats(0, 6), st.sampled_from([1e-12, 1e-6]))
@settings(max_examples=15)
def test_rows_of_random_fields_agree_with_quadrature(players: int, seed: int, spread: float, tolerance: float) -> None:
    rng = np.random.default_rng(seed)
    stacks = np.exp(rng.normal(0, spread, players)) * (rng.random(players) < 0.95)
    every = ft.finish(stacks, model="icm", method="quadrature")
    chosen = [0, int(stacks.argmax()), int(stacks.argmin())]
    some = ft.finish(stacks, model="icm", players=dict.fromkeys(chosen), tolerance=tolerance)
    assert abs(every[list(dict.fromkeys(chosen))] - some).max() <= every.error + some.error


def test_a_field_too_large_for_a_matrix_has_players() -> None:
    stacks = np.arange(1, 5001)
    some = ft.finish([stacks, stacks[::-1]], model="icm", players=[0, 4999], tolerance=1e-9)
    assert some.shape == (2, 2, 5000)
    assert some.error <= 1e-9
    assert some.sum(axis=2) == pytest.approx(np.ones((2, 2)), abs=1e-8)
    assert np.array_equal(some[0], some[1][::-1])
    places = ft.finish(stacks, model="icm", only=[1, 700, 5000])
    assert abs(places[[0, 4999]] - some[0][:, [0, 699, 4999]]).max() <= places.error + some.error


def test_players_have_names_in_a_table() -> None:
    table = ft.Table.of([1000, 500, 100], [1], names=["Ana", "Bo", "Cy"])
    assert np.array_equal(ft.finish(table, players=["Cy", 0]), ft.finish(table)[[2, 0]])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": []}, "players must name 1 to 100 players, got 0"),
        ({"players": range(101)}, "players must name 1 to 100 players, got 101"),
        ({"players": [1, 1]}, r"players must name each player once, got \[1, 1\]"),
        ({"players": [-1]}, r"players\[0\] must be a whole number from 0 to 149, got -1"),
        ({"players": ["Ana"]}, r"players\[0\] must be a whole number from 0 to 149, got 'Ana'"),
        ({"players": "Ana"}, "players must be a list of players, got 'Ana'"),
    ],
)
def test_players_are_checked(options: Any, message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.finish(FIELD, model="icm", **options)


def test_rows_have_a_size_that_fits_memory() -> None:
    with pytest.raises(ft.InputError, match="players must name at most 60 players of this field"):
        ft.finish(np.ones(150_000), model="icm", players=range(61))
    with pytest.raises(ft.InputError, match="at most 3000 players for a matrix"):
        ft.finish(np.arange(1, 5001), model="dcm", players=[0])


def test_rows_stop_at_their_time_limit() -> None:
    with pytest.raises(ft.InputError, match="too short for method 'compressed'"):
        ft.finish(np.arange(1, 200_001), model="icm", players=range(40), max_seconds=0.05)


def test_the_command_shows_chosen_players() -> None:
    done = piped("finish", "1000", "500", "100", "--names", "Ana,Bo,Cy", "--models", "icm", "--players", "Cy,1")
    assert "Cy" in done.out
    assert "Bo" not in done.out
    assert done.out.index("Cy") < done.out.index("Ana")
    refused = piped("finish", "1000", "500", "100", "--players", "1", "--knockouts")
    assert refused.code == 2
    assert "must not be given with knockouts" in refused.err
