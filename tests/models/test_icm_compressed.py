"""Compressed ICM: its stated error holds for every field."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core
from finaltable.errors import TooSlowError
from finaltable.models.icm import finish_rows, finish_tables
from finaltable.results import Values
from tests.conftest import tables, whole_stacks
from tests.models.test_exponent import exponents, powers
from tests.models.test_icm import icm_in_fractions, two_sizes
from tests.refused import refused

TOLERANCES = (1e-12, 1e-9, 1e-6, 1e-3)


def hostile_fields(players: int) -> dict[str, Values]:
    """Return stacks that are hard to compress or to integrate."""
    rng = np.random.default_rng(players)
    some, seats = min(players - 1, 40), np.arange(players)
    return {
        "equal": np.full(players, 1000.0),
        "equal but a giant": np.r_[np.ones(players - 1), 1e6],
        "equal but a tiny one": np.r_[np.ones(players - 1), 1e-12],
        "last bits apart": 1 + seats * 2.0**-52,
        "chips of 1e15": 1e15 + seats,
        "clusters at bin edges": 2.0 ** rng.integers(0, 12, players) * (1 + rng.integers(-20, 21, players) * 2.0**-50),
        "both edges of a bin": np.where(seats % 2, 1.0, 2.0) * (1 + 1e-13 * rng.integers(0, 100, players)),
        "two scales": np.where(rng.random(players) < 0.3, 1e6, 1.0) * rng.uniform(1, 2, players),
        "ratios of 1e15": 10 ** rng.uniform(0, 15, players),
        "ratios of 1e75": 10 ** rng.uniform(0, 75, players),
        "heavy tail": 1 + rng.pareto(0.3, players),
        "lognormal": np.exp(rng.normal(0, 3, players)),
        "ties": rng.integers(1, 21, players).astype(float),
        "players without chips": rng.integers(0, 4, players).astype(float) + (seats == 0),
        "giants and dust": np.r_[rng.uniform(1e5, 1.999e5, some), rng.uniform(1, 1.999, players - some)],
        "dust below all": np.r_[1e-9 * rng.uniform(1, 2, some), rng.uniform(1, 1.999, players - some)],
    }


def hostile_payouts(players: int) -> dict[str, Values]:
    """Return prizes that need every place, or a sharp step between two."""
    seats = np.arange(players)
    return {
        "15 %": 1 / (1 + seats[: max(1, players * 15 // 100)]),
        "all": 1 / (1 + seats) ** 1.1,
        "winner": np.ones(1),
        "satellite": np.ones(max(1, players // 10)),
        "all but one": np.ones(max(1, players - 1)),
        "one in the middle": (seats == players // 2).astype(float),
        "last": (seats == players - 1).astype(float),
        "every other": (seats % 2 == 0).astype(float),
    }


@given(tables, st.sampled_from(TOLERANCES))
@settings(max_examples=50)
def test_small_tables_agree_with_fractions(table: tuple[list[int], list[int]], tolerance: float) -> None:
    stacks, payouts = table
    finish = icm_in_fractions(stacks)
    truth = [float(sum(p * prize for p, prize in zip(row, payouts, strict=False))) for row in finish]
    result = ft.icm(stacks, payouts, method="compressed", tolerance=tolerance)
    assert np.abs(result.equities - truth).max() <= result.error <= tolerance * sum(payouts)
    assert not result.guaranteed


@given(whole_stacks, exponents)
@settings(max_examples=30)
def test_powers_of_stacks_agree_with_fractions(stacks: list[int], exponent: float) -> None:
    finish = np.array(icm_in_fractions(powers(stacks, exponent)), dtype=np.float64)  # type: ignore[arg-type]
    prizes = 1.0 / np.arange(1, len(stacks) + 1)
    result = ft.icm(stacks, prizes, method="compressed", exponent=exponent)
    assert np.abs(result.equities - finish @ prizes).max() <= result.error < 1e-11


@given(st.lists(st.floats(1e-3, 1e6), min_size=8, max_size=18), st.lists(st.integers(0, 9), min_size=8, max_size=8))
@settings(max_examples=40)
def test_it_agrees_with_subsets(stacks: list[float], payouts: list[int]) -> None:
    exact, fast = (ft.icm(stacks, [*payouts, 1][: len(stacks)], method=how) for how in ("subsets", "compressed"))
    assert np.abs(exact.equities - fast.equities).max() <= exact.error + fast.error


@pytest.mark.slow
@pytest.mark.parametrize("field", hostile_fields(50))
@pytest.mark.parametrize("players", [17, 60, 250, 900])
def test_hostile_fields_agree_with_quadrature(players: int, field: str) -> None:
    stacks = hostile_fields(players)[field]
    for payouts in hostile_payouts(players).values():
        truth = ft.icm(stacks, payouts, method="quadrature")
        for tolerance in (1e-12, 1e-6):
            result = ft.icm(stacks, payouts, method="compressed", tolerance=tolerance)
            assert np.abs(result.equities - truth.equities).max() <= result.error + truth.error
            assert result.error <= tolerance * payouts.sum()


@pytest.mark.parametrize("field", hostile_fields(50))
def test_falling_payouts_have_a_closed_form(field: str) -> None:
    players = 5000
    stacks = hostile_fields(players)[field]
    result = ft.icm(stacks, range(players, 0, -1))
    some = np.flatnonzero(stacks)[::97]
    out = np.count_nonzero(stacks == 0)
    beaten = 0.5 + out + (stacks[some, None] / (stacks[some, None] + stacks[stacks > 0])).sum(axis=1)
    assert result.method == "compressed"
    assert np.abs(result.equities[some] - beaten).max() <= result.error <= 1e-12 * players * (players + 1) / 2


@pytest.mark.parametrize(("many", "few"), [(300, 500), (1100, 400)])
def test_two_stack_sizes_have_a_recursion(many: int, few: int) -> None:
    paid = (many + few) // 6
    payouts = [1.0] * (paid - 1) + [0.4]
    big, small = two_sizes(5, 2, many, few, lambda k: payouts[k] if k < paid else 0.0)
    for tolerance in TOLERANCES:
        result = ft.icm([5] * many + [2] * few, payouts, tolerance=tolerance, method="compressed")
        assert max(abs(result.equities[0] - big), abs(result.equities[-1] - small)) <= result.error


def test_the_last_dozen_of_a_large_field_are_a_small_table() -> None:
    """Sums of as many logarithms as players would lose their digits here."""
    tiny, players = 1.3 * np.arange(1, 13), 100_000
    giants = np.random.default_rng(5).uniform(1e22, 1.9e22, players - 12)
    for prizes in (np.eye(12)[6], np.ones(6), np.arange(12) % 2):
        result = ft.icm(np.r_[tiny, giants], np.r_[np.zeros(players - 12), prizes])
        truth = ft.icm(tiny, prizes)
        assert np.abs(result.equities[:12] - truth.equities).max() <= result.error + truth.error <= 2e-12 * prizes.sum()


@given(st.permutations(range(60)))
@settings(max_examples=10)
def test_the_order_of_the_seats_does_not_matter(order: list[int]) -> None:
    for field in ("ties", "heavy tail", "players without chips"):
        stacks, payouts = hostile_fields(60)[field], hostile_payouts(60)["15 %"]
        one = ft.icm(stacks, payouts, method="compressed")
        other = ft.icm(stacks[order], payouts, method="compressed")
        assert (other.equities == one.equities[order]).all()
        assert other.error == one.error


def test_threads_do_not_change_a_bit() -> None:
    stacks, payouts = hostile_fields(5000)["lognormal"][None], hostile_payouts(5000)["all"][None]
    one, *others = (_core.compressed_equities(stacks, payouts, 1e-9, threads, None, None) for threads in (1, 2, 3, 8))
    assert all((other.values == one.values).all() and other.error == one.error for other in others)
    larger = _core.compressed_equities(stacks * 2.0**70, payouts, 1e-9, 1, None, None)
    assert (larger.values == one.values).all()


def test_a_coarser_tolerance_takes_fewer_points() -> None:
    stacks = hostile_fields(2000)["heavy tail"]
    results = [ft.icm(stacks, hostile_payouts(2000)["15 %"], tolerance=tolerance) for tolerance in TOLERANCES]
    assert [result.work for result in results] == sorted((result.work for result in results), reverse=True)
    assert results[0].work > 1.3 * results[2].work
    assert {result.method for result in results} == {"compressed"}


def test_a_tolerance_below_rounding_states_the_error_it_reaches() -> None:
    result = ft.icm(range(1, 1001), [5, 3, 2], method="compressed", tolerance=1e-16)
    assert 1e-15 < result.error < 1e-12


@pytest.mark.parametrize(
    ("players", "tolerance", "method"),
    [
        (13, 1e-3, "subsets"),
        (14, 1e-3, "quadrature"),
        (200, 1e-6, "quadrature"),
        (201, 1e-6, "compressed"),
        (201, 1e-3, "compressed"),
        (400, 1e-12, "quadrature"),
        (401, 1e-12, "compressed"),
    ],
)
def test_auto_chooses_by_cost(players: int, tolerance: float, method: str) -> None:
    stacks = np.arange(1, players + 1)
    assert ft.icm(stacks, [3, 2], tolerance=tolerance).method == method
    assert ft.value_tables([stacks], [3, 2], ["icm"], tolerance=tolerance)["icm"].method[0] == method


def test_a_batch_is_its_tables_one_by_one() -> None:
    rows = np.array([hostile_fields(500)[field] for field in ("ties", "lognormal", "two scales")])
    batch = ft.value_tables(rows, [5, 3, 2], ["icm"], tolerance=1e-12)["icm"]
    for row, equities, error in zip(rows, batch.equities, batch.error, strict=True):
        single = ft.icm(row, [5, 3, 2])
        assert (equities == single.equities).all()
        assert error == single.error


def test_an_exception_in_progress_stops_it() -> None:
    calls: list[tuple[float, float]] = []

    def progress(done: float, error: float) -> None:
        calls.append((done, error))
        if len(calls) == 2:
            raise KeyError(done)

    rng = np.random.default_rng(3)
    rows = rng.lognormal(sigma=3, size=(200, 3000))
    with pytest.raises(KeyError):
        _core.compressed_equities(rows, np.ones((1, 2999)), 1e-12, 1, None, progress)
    assert len(calls) == 2
    assert all(0 <= done <= 1 for done, _ in calls)


def test_a_deadline_that_is_too_short_is_an_error() -> None:
    with refused("too_slow", "max_seconds"):
        ft.icm(range(1, 3000), [3, 2], method="compressed", max_seconds=1e-6)


def test_it_finds_no_finish_probabilities_but_its_equities_have_them() -> None:
    with refused("unknown_choice", "method"):
        ft.finish([3, 2, 1], "icm", method="compressed")
    result: Any = ft.icm(range(1, 31), [5, 3, 2], method="compressed")
    assert np.abs(result.finish[:, :3] @ [5, 3, 2] - result.equities).max() <= result.error + 10 * result.finish_error


def test_rows_of_some_players_are_those_of_the_matrix_or_too_slow() -> None:
    stacks, seats = np.arange(1.0, 121.0)[np.newaxis], (0, 119)
    rows = finish_rows(stacks, players=seats, method="compressed", tolerance=1e-6, max_seconds=None)
    whole = finish_tables(stacks, method="quadrature", tolerance=1e-6, max_seconds=None)
    assert np.abs(rows.values[0] - whole.values[0][list(seats)]).max() <= rows.error + whole.error
    with pytest.raises(TooSlowError):
        finish_rows(stacks, players=seats, method="compressed", tolerance=1e-6, max_seconds=1e-9)
