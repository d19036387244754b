"""The core as WebAssembly: not older than its sources, small, and equal to the native core."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from finaltable import _core
from scripts import build_wasm
from tests.device import answers_of

TABLES = 1000
CLOSE = 1e-13
HEADS_THRESHOLD, TOLERANCE = 1e-4, 1e-3


def random_tables() -> list[list[int]]:
    """Return tables of two to ten players: few chips, so that many are equal, or many; some without chips."""
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


def test_the_module_is_not_older_than_its_sources() -> None:
    built = build_wasm.BUILT.read_bytes()
    expected = build_wasm.custom_section(build_wasm.SECTION, build_wasm.fingerprint().encode())
    assert built.endswith(expected), "core/ has changed since: make wasm"


def test_the_module_is_at_most_150_kilobytes() -> None:
    assert len(build_wasm.BUILT.read_bytes()) <= 150_000


@pytest.mark.slow
def test_the_tree_is_the_native_one_bit_for_bit(tables: list[list[int]]) -> None:
    jobs = [job("dcm_finish", t, [1e-5, 1.0], [len(t) ** 2, len(t), 1], whole=True) for t in tables]
    jobs += [job("dcm_knockouts", t, [1e-3, 1.0], [len(t) ** 2, len(t), 1], whole=True) for t in tables]
    found = answers_of(jobs)
    for table, (finish, unresolved, [nodes]) in zip(tables, found[:TABLES], strict=True):
        row, thresholds = np.array([table], dtype=np.int64), np.full(len(table) + 1, 1e-5)
        values, left, count, _ = _core.tree_finish(row, thresholds, 1.0, 1, None, None)
        assert (finish, unresolved, nodes) == (values.ravel().tolist(), left.ravel().tolist(), count)
    for table, (knockouts, unresolved, [nodes]) in zip(tables, found[TABLES:], strict=True):
        words = np.zeros(len(table), dtype=np.uint64), np.array(table, dtype=np.uint64)
        values, left, count, _ = _core.tree_knockouts(*words, 1e-3, 1.0, None, None)
        assert (knockouts, unresolved, nodes) == (values.ravel().tolist(), left.ravel().tolist(), count)


@pytest.mark.slow
def test_equities_of_the_tree_are_the_native_ones(tables: list[list[int]]) -> None:
    payouts = [[0.5**place for place in range(len(table))] for table in tables]
    jobs = [
        job("dcm_equities", t, [p, 1e-5], [len(t), len(t) ** 2, 3], whole=True)
        for t, p in zip(tables, payouts, strict=True)
    ]
    for table, prizes, (equities, _finish, report) in zip(tables, payouts, answers_of(jobs), strict=True):
        words = np.zeros(len(table), dtype=np.uint64), np.array(table, dtype=np.uint64)
        native = _core.tree_of_one(*words, np.array(prizes), 1e-5, 1, None, None)
        assert equities == pytest.approx(native[0], abs=CLOSE, rel=0)
        assert report == pytest.approx([native[2], native[3], native[4]], abs=CLOSE, rel=0)


@pytest.mark.slow
def test_icm_and_sem_are_the_native_ones(tables: list[list[int]]) -> None:
    small = [table for table in tables if len(table) <= 8]
    names = ("icm_subsets", "sem_finish", "sem_knockouts")
    found = iter(answers_of([job(name, table, [], [len(table) ** 2]) for table in small for name in names]))
    for table in small:
        chips = np.array([table], dtype=float)
        native = _core.icm_subsets(chips, 1), _core.sem_finish(chips, 0, 1, None, None)[0]
        for expected in (*native, _core.sem_knockouts(chips, 0, 1, None, None)[0]):
            assert next(found)[0] == pytest.approx(expected.ravel(), abs=CLOSE, rel=0)


def test_quadrature_is_the_native_one() -> None:
    fields = [[float(1 + (7 * i) % 23) for i in range(players)] for players in (2, 5, 14, 30)]
    jobs = [
        {"kind": "core", "name": "icm_finish", "inputs": [len(row), row, 1e-12], "sizes": [len(row) ** 2, 2]}
        for row in fields
    ]
    for row, (finish, _report) in zip(fields, answers_of(jobs), strict=True):
        native = _core.icm_finish(np.array(row), 1e-12, None, None)[0]
        assert finish == pytest.approx(native.ravel(), abs=CLOSE, rel=0)


@pytest.mark.slow
@pytest.mark.parametrize("own", [False, True])
def test_bounties_are_the_native_ones(tables: list[list[int]], own: bool) -> None:
    small = [table for table in tables if len(table) <= 7][:300]
    random = np.random.default_rng(3)
    heads = [random.random(len(table)).tolist() for table in small]
    jobs = []
    for table, head in zip(small, heads, strict=True):
        jobs.append(job("icm_income", table, [head, 0.5, int(own)], [len(table)]))
        jobs.append(job("sem_income", table, [head, 0.5, int(own)], [len(table)]))
        limits = [head, 0.5, int(own), TOLERANCE, HEADS_THRESHOLD]
        jobs.append(job("dcm_income", table, limits, [len(table), 2], whole=True))
    found = iter(answers_of(jobs))
    for table, head in zip(small, heads, strict=True):
        chips, row, on_heads = np.array([table], dtype=float), np.array([table], dtype=np.int64), np.array([head])
        expected = [
            _core.icm_income(chips, on_heads, 0.5, own, 1, None, None)[0],
            _core.sem_income(chips, on_heads, 0, 0.5, own, 1, None, None)[0],
        ]
        thresholds = _core.ThresholdTable(len(table))
        searched = (TOLERANCE, HEADS_THRESHOLD, thresholds, 1, None, None)
        expected.append(_core.tree_income(row, on_heads, 0.5, own, *searched)[0])
        for values in expected:
            assert next(found)[0] == pytest.approx(values.ravel(), abs=CLOSE, rel=0)


def test_what_a_search_costs_is_the_native_answer() -> None:
    jobs = [{"kind": "core", "name": "dcm_cost", "inputs": [m], "sizes": [2151, 2151]} for m in range(11)]
    for players, (nodes, unresolved) in enumerate(answers_of(jobs)):
        native = _core.tree_cost(players)
        assert len(native[0]) == len(nodes)
        assert nodes == pytest.approx(native[0], rel=CLOSE)
        assert unresolved == pytest.approx(native[1], rel=CLOSE)
