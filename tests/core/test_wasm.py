"""The core as WebAssembly: up to date, small, and equal to the native core."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from finaltable import _core
from scripts import build_wasm
from tests.device import answers_of

TABLES = 1000
CLOSE = 1e-13
BOUNTY_THRESHOLD, TOLERANCE = 1e-4, 1e-3


def random_tables() -> list[list[int]]:
    """Return tables of two to ten players with few chips (many ties) or many; some have a player without chips."""
    random = np.random.default_rng(22)
    tables = []
    for number in range(TABLES):
        players = int(random.integers(2, 11))
        stacks = random.integers(1, (12, 5_000_000)[number % 2], players)
        if number % 5 == 0 and players > 3:
            stacks[int(random.integers(players))] = 0
        tables.append([int(stack) for stack in stacks])
    return tables


def job(name: str, table: list[int], more: list[Any], sizes: list[int], *, whole: bool = False) -> dict[str, Any]:
    """Return a call of the C interface."""
    stacks: list[Any] = [str(stack) for stack in table] if whole else list(map(float, table))
    return {"kind": "core", "name": name, "inputs": [len(table), stacks, *more], "sizes": sizes}


@pytest.fixture(scope="module")
def tables() -> list[list[int]]:
    return random_tables()


@pytest.mark.parametrize("name", build_wasm.MODULES)
def test_a_module_is_built_from_the_current_sources(name: str) -> None:
    built = (build_wasm.BUILT / name).read_bytes()
    expected = build_wasm.custom_section(build_wasm.SECTION, build_wasm.fingerprint(name).encode())
    assert built.endswith(expected), "core/ has changed: run make wasm"


@pytest.mark.parametrize("name", build_wasm.MODULES)
def test_a_module_is_at_most_150_kilobytes(name: str) -> None:
    assert len((build_wasm.BUILT / name).read_bytes()) <= 150_000


@pytest.mark.slow
def test_the_tree_equals_the_native_one_bit_for_bit(tables: list[list[int]]) -> None:
    kernels = (("dcm_finish", _core.tree_finish, 1e-3), ("dcm_knockouts", _core.tree_knockouts, 1e-2))
    for name, kernel, tolerance in kernels:
        found = answers_of([job(name, t, [tolerance], [len(t) ** 2, 3], whole=True) for t in tables])
        for table, (values, report) in zip(tables, found, strict=True):
            words = np.zeros(len(table), dtype=np.uint64), np.array(table, dtype=np.uint64)
            native = kernel(*words, tolerance, None, None, None)
            assert (values, report) == (native.values.ravel().tolist(), [native.error, native.work, 0])


@pytest.mark.slow
def test_equities_of_the_tree_equal_the_native_ones(tables: list[list[int]]) -> None:
    payouts = [[0.5**place for place in range(len(table))] for table in tables]
    jobs = [
        job("dcm_equities", t, [p, 1e-5], [len(t), len(t) ** 2, 3], whole=True)
        for t, p in zip(tables, payouts, strict=True)
    ]
    for table, prizes, (equities, _finish, report) in zip(tables, payouts, answers_of(jobs), strict=True):
        words = np.zeros(len(table), dtype=np.uint64), np.array(table, dtype=np.uint64)
        native = _core.tree_of_one(*words, np.array(prizes), 1e-5, 1, None, None)
        assert equities == pytest.approx(native.values, abs=CLOSE, rel=0)
        assert report == pytest.approx([native.error, native.work, native.finish_error], abs=CLOSE, rel=0)


@pytest.mark.slow
def test_icm_and_sem_equal_the_native_ones(tables: list[list[int]]) -> None:
    small = [table for table in tables if len(table) <= 8]
    names = ("icm_subsets", "sem_finish", "sem_knockouts")
    found = iter(answers_of([job(name, table, [], [len(table) ** 2, 3]) for table in small for name in names]))
    for table in small:
        chips = np.array([table], dtype=float)
        sem = (kernel(chips, 0, 1, None, None) for kernel in (_core.sem_finish, _core.sem_knockouts))
        for expected in (_core.subset_finish(chips, 1), *sem):
            values, report = next(found)
            assert values == pytest.approx(expected.values.ravel(), abs=CLOSE, rel=0)
            assert report == [expected.error, expected.work, 0]


def test_quadrature_equals_the_native_one() -> None:
    fields = [[float(1 + (7 * i) % 23) for i in range(players)] for players in (2, 5, 14, 30)]
    jobs = [
        {"kind": "core", "name": "icm_finish", "inputs": [len(row), row, 1e-12], "sizes": [len(row) ** 2, 3]}
        for row in fields
    ]
    for row, (finish, _report) in zip(fields, answers_of(jobs), strict=True):
        native = _core.quadrature_finish(np.array([row]), 1e-12, None, None)
        assert finish == pytest.approx(native.values.ravel(), abs=CLOSE, rel=0)


@pytest.mark.parametrize("players", [12, 300, 6000])
def test_the_device_values_fields_of_icm_as_the_native_core_does(players: int) -> None:
    stacks = np.ceil(20_000 * np.random.default_rng(players).lognormal(sigma=0.8, size=players))
    prizes = 1000.0 / np.arange(1, players // 4 + 1)
    for tolerance in (1e-12, 1e-6):
        request = {"stacks": stacks.tolist(), "payouts": prizes.tolist(), "models": ["icm"], "tolerance": tolerance}
        [answer] = answers_of([{"kind": "ask", "question": "compare", "request": request}])
        [result] = answer["results"]
        native = _core.compressed_equities(stacks[np.newaxis], prizes[np.newaxis], tolerance, 1, None, None)
        assert result["equities"] == pytest.approx(native.values[0], abs=CLOSE * prizes.sum(), rel=0)
        assert (result["method"], result["guaranteed"], result["work"]) == ("compressed", False, native.work)
        assert result["error"] == pytest.approx(native.error, rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("own", [False, True])
def test_bounties_equal_the_native_ones(tables: list[list[int]], own: bool) -> None:
    small = [table for table in tables if len(table) <= 7][:300]
    random = np.random.default_rng(3)
    bounties = [random.random(len(table)).tolist() for table in small]
    jobs = []
    for table, amounts in zip(small, bounties, strict=True):
        jobs.append(job("icm_income", table, [amounts, 0.5, int(own)], [len(table), 3]))
        jobs.append(job("sem_income", table, [amounts, 0.5, int(own)], [len(table), 3]))
        limits = [amounts, 0.5, int(own), TOLERANCE, BOUNTY_THRESHOLD]
        jobs.append(job("dcm_income", table, limits, [len(table), 3], whole=True))
    found = iter(answers_of(jobs))
    for table, amounts in zip(small, bounties, strict=True):
        chips, row, row_amounts = np.array([table], dtype=float), np.array([table], dtype=np.int64), np.array([amounts])
        expected = [
            _core.icm_income(chips, row_amounts, 0.5, own, 1, None, None),
            _core.sem_income(chips, row_amounts, 0, 0.5, own, 1, None, None),
            _core.tree_income(row, row_amounts, 0.5, own, TOLERANCE, BOUNTY_THRESHOLD, 1, None, None),
        ]
        for native in expected:
            values, report = next(found)
            assert values == pytest.approx(native.values.ravel(), abs=CLOSE, rel=0)
            assert report == pytest.approx([native.error, native.work, 0], abs=CLOSE, rel=0)


def test_the_device_plans_searches_as_the_native_core_does() -> None:
    tables = [[1000 + 37 * seat for seat in range(players)] for players in range(2, 11)]
    asked = {"models": ["dcm"], "tolerance": 1e-6}
    jobs = [{"kind": "ask", "question": "finish", "request": {"stacks": table, **asked}} for table in tables]
    for table, answer in zip(tables, answers_of(jobs), strict=True):
        words = np.zeros(len(table), dtype=np.uint64), np.array(table, dtype=np.uint64)
        assert answer["results"][0]["work"] == _core.tree_finish(*words, 1e-6, None, None, None).work
