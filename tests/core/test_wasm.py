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
TOLERANCE = 1e-3
MOST_NODES = 5e6  # of a search in a browser


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


def least_threshold(table: list[int]) -> float:
    """Return the threshold of a search within the budget of a browser."""
    return _core.tree_cost(sum(stack > 0 for stack in table)).threshold_within(MOST_NODES)


@pytest.fixture(scope="module")
def tables() -> list[list[int]]:
    return random_tables()


@pytest.mark.parametrize("name", build_wasm.MODULES)
def test_a_module_is_built_from_the_current_sources(name: str) -> None:
    built = (build_wasm.BUILT / name).read_bytes()
    expected = build_wasm.custom_section(build_wasm.SECTION, build_wasm.fingerprint(name).encode())
    assert built.endswith(expected), "core/ has changed: run make wasm"


@pytest.mark.parametrize("name", build_wasm.MODULES)
def test_a_module_is_small(name: str) -> None:
    most = {"core.wasm": 220_000, "nash.wasm": 260_000, "field.wasm": 80_000}  # decisions need core.wasm alone
    assert len((build_wasm.BUILT / name).read_bytes()) <= most[name]


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
        near = native.finish_error if native.finish_error <= 1e-5 and native.work else -1
        assert report == pytest.approx([native.error, native.work, near], abs=CLOSE, rel=0)


@pytest.mark.slow
def test_icm_and_sem_equal_the_native_ones(tables: list[list[int]]) -> None:
    small = [table for table in tables if len(table) <= 8]
    names = ("icm_finish", "sem_finish", "sem_knockouts")
    jobs = [job(name, table, [0], [len(table) ** 2, 3], whole=True) for table in small for name in names]
    found = iter(answers_of(jobs))
    for table in small:
        chips = np.array([table], dtype=float)
        sem = (kernel(chips, 0, 1, None, None) for kernel in (_core.sem_finish, _core.sem_knockouts))
        for expected in (_core.subset_finish(chips, 1), *sem):
            values, report = next(found)
            assert values == pytest.approx(expected.values.ravel(), abs=CLOSE, rel=0)
            assert report == [expected.error, expected.work, 0]


@pytest.mark.slow
def test_equities_of_icm_and_sem_follow_from_their_finish_probabilities(tables: list[list[int]]) -> None:
    small = [table for table in tables if len(table) <= 8][:200]
    prizes = [[0.5**place for place in range(len(table))] for table in small]
    for name in ("icm", "sem"):
        more = [[payouts, 0] for payouts in prizes]
        jobs = [
            job(f"{name}_equities", table, given, [len(table), len(table) ** 2, 3], whole=True)
            for table, given in zip(small, more, strict=True)
        ]
        for table, payouts, (equities, finish, report) in zip(small, prizes, answers_of(jobs), strict=True):
            places = np.array(finish).reshape(len(table), -1)
            assert equities == pytest.approx(places @ payouts, abs=CLOSE)
            assert report[0] == pytest.approx((report[2] + (2**-50 if name == "sem" else 0)) * sum(payouts))


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
        rules = [amounts, 0.5, int(own), TOLERANCE]
        jobs += [job(f"{name}_income", table, rules, [len(table), 3], whole=True) for name in ("icm", "sem", "dcm")]
    found = iter(answers_of(jobs))
    for table, amounts in zip(small, bounties, strict=True):
        chips, row, row_amounts = np.array([table], dtype=float), np.array([table], dtype=np.int64), np.array([amounts])
        expected = [
            _core.icm_income(chips, row_amounts, 0.5, own, 1, None, None),
            _core.sem_income(chips, row_amounts, 0, 0.5, own, 1, None, None),
            _core.tree_income(row, row_amounts, 0.5, own, TOLERANCE, least_threshold(table), 1, None, None),
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
