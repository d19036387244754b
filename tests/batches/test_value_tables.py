"""Many tables at once: the same values as one by one, with error bounds, in the caller's kind of columns."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.batches import engine
from tests.conftest import tables

MODELS = ("icm", "dcm", "chip_chop", "chip_ev", "icm^1.5", {"icm": 0.5, "dcm": 0.5})
NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 0, 6130]
STACKS: Any = [[1000, 500, 100], [300, 200], [5, 5, 5, 1], [12.5, 3.25, 8], NINE]


@given(st.lists(tables, min_size=1, max_size=5), st.sampled_from([1e-3, 1e-6]))
@settings(max_examples=40)
def test_every_table_is_right_within_its_error(rows: list[tuple[list[int], list[int]]], tolerance: float) -> None:
    stacks, payouts = [row[0] for row in rows], [row[1] for row in rows]
    values = ft.value_tables(stacks, payouts, tolerance=tolerance)
    for row, table in enumerate(rows):
        exact = ft.dcm(*table, method="exact")
        found, error = values["dcm"].equities[row], values["dcm"].error[row]
        assert np.abs(found - exact.equities.astype(float)).max() <= error <= tolerance * sum(table[1])
        assert abs(values["icm"].equities[row] - ft.icm(*table).equities).max() <= 2 * values["icm"].error[row]
        assert values["dcm"].guaranteed[row]


@given(st.lists(tables, min_size=2, max_size=6))
@settings(max_examples=30)
def test_no_value_depends_on_other_tables(rows: list[tuple[list[int], list[int]]]) -> None:
    stacks, payouts = [row[0] for row in rows], [row[1] for row in rows]
    together = ft.value_tables(stacks, payouts, MODELS)
    for row, (own, prizes) in enumerate(rows):
        alone = ft.value_tables([own], [prizes], MODELS, threads=1)
        for model in MODELS:
            assert together[model].equities[row].tolist() == alone[model].equities[0].tolist()
            assert together[model].error[row] == alone[model].error[0]
            assert together[model].method[row] == alone[model].method[0]


def test_no_value_depends_on_chunks_or_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    stacks = np.random.default_rng(3).integers(0, 500, (300, 7))
    stacks[:, 0] += 1
    whole = ft.value_tables(stacks, [50, 30, 20], MODELS)
    monkeypatch.setattr(engine, "CHUNK_PLAYERS", 64)
    for threads in (1, 3):
        cut = ft.value_tables(stacks, [50, 30, 20], MODELS, threads=threads)
        for model in MODELS:
            assert (cut[model].equities == whole[model].equities).all()
            assert (cut[model].error == whole[model].error).all()


@pytest.mark.parametrize("model", MODELS)
def test_values_equal_those_of_single_tables(model: Any) -> None:
    values = ft.value_tables(STACKS, [50, 30], [model], tolerance=1e-9)
    for row, stacks in enumerate(STACKS):
        one = ft.equity(stacks, [50, 30], model)
        off = np.abs(values[model].equities[row] - one.equities).max()
        assert off <= values[model].error[row] + one.error
        assert values[model].guaranteed[row] == one.guaranteed


def test_large_tables_are_sampled_and_not_guaranteed() -> None:
    stacks = [list(range(1, 31)), [3, 2, 1]]
    values = ft.value_tables(stacks, [50, 30, 20], ["dcm"], tolerance=1e-2, method="sample", seed=5)
    assert values["dcm"].method.tolist() == ["sample", "sample"]
    assert not values["dcm"].guaranteed.any()
    alone = ft.dcm(stacks[0], [50, 30, 20], tolerance=1e-2, method="sample", seed=5)
    assert values["dcm"].equities[0].tolist() == alone.equities.tolist()


def test_a_model_without_a_function_for_many_tables_is_called_for_each() -> None:
    values = ft.value_tables([[900, 500, 300], [80, 70]], [50, 30], ["smoothed"], chip_noise=5, samples=1024)
    alone = ft.equity([80, 70], [50, 30], "smoothed", chip_noise=5, samples=1024)
    assert values["smoothed"].equities[1].tolist() == alone.equities.tolist()


def test_decimals_are_exact_so_that_ties_are_ties() -> None:
    values = ft.value_tables([[0.3, 0.1, 0.1], [3, 1, 1], [1e-7, 3e-7, 1e-7]], [5, 3])
    assert values["dcm"].equities[0].tolist() == values["dcm"].equities[1].tolist()
    assert values["dcm"].equities[2][0] == values["dcm"].equities[2][2]


def test_chips_above_a_billion_and_above_64_bits_are_valued() -> None:
    values = ft.value_tables([[10**9, 2 * 10**9, 10**9 + 1], [2**70, 2**71, 2**70 + 1]], [5, 3])
    for row, stacks in enumerate([[10**9, 2 * 10**9, 10**9 + 1], [2**70, 2**71, 2**70 + 1]]):
        one = ft.dcm(stacks, [5, 3], tolerance=1e-9)
        assert np.abs(values["dcm"].equities[row] - one.equities).max() <= 2 * values["dcm"].error[row]


# --- kinds of columns ------------------------------------------------------------------------------------------------


def as_lists(column: Any) -> list[list[float]]:
    return [list(row) for row in (column.to_pylist() if hasattr(column, "to_pylist") else column)]


@pytest.mark.parametrize(
    ("stacks", "kind"),
    [
        (STACKS, "numpy"),
        (np.array([[3, 2, 1], [5, 4, 4]]), "numpy"),
        (np.array([[3, 2, 1], [5, 4, 4]], dtype=np.float32), "numpy"),
        (pd.Series(STACKS[:4], index=list("abcd")), "pandas"),
        (pd.Series(STACKS[:4], dtype=pd.ArrowDtype(pa.list_(pa.float64()))), "pandas"),
        (pd.DataFrame({"a": [3, 5], "b": [2, 4], "c": [1, 4]}, index=[7, 9]), "pandas"),
        (pl.Series([row for row in STACKS if 3.25 not in row]), "polars"),
        (pl.Series([[3, 2, 1], [5, 4, 4]], dtype=pl.Array(pl.Int32, 3)), "polars"),
        (pl.DataFrame({"a": [3, 5], "b": [2, 4], "c": [1, 4]}), "polars"),
        (pa.array([[3, 2, 1], [5, 4]], pa.large_list(pa.uint16())), "arrow"),
        (pa.chunked_array([[[3, 2, 1]], [[5, 4], [6, 6]]])[1:], "arrow"),
        (pa.array([[9, 9], [3, 2, 1], [5, 4]])[1:], "arrow"),
        (pa.table({"a": [3, 5], "b": [2, 4], "c": [1, 4]}), "arrow"),
    ],
)
def test_columns_are_returned_in_the_callers_kind(stacks: Any, kind: str) -> None:
    values = ft.value_tables(stacks, [3, 2], ["icm"])
    equities = values["icm"].equities
    assert values.kind == kind
    assert type(equities).__module__.partition(".")[0] == {"arrow": "pyarrow"}.get(kind, kind)
    wide = stacks.to_numpy() if hasattr(stacks, "to_numpy") and hasattr(stacks, "columns") else stacks
    wide = list(zip(*stacks.to_pydict().values(), strict=True)) if isinstance(stacks, pa.Table) else wide
    for own, row in zip(as_lists(equities), as_lists(wide), strict=True):
        assert own == pytest.approx(ft.icm([float(chips) for chips in row], [3, 2]).equities.tolist())
    if kind == "pandas":
        assert equities.index.equals(stacks.index)
        assert values.to_pandas().index.equals(stacks.index)


def test_payouts_are_one_list_for_all_or_one_for_each() -> None:
    stacks = np.array([[30, 20, 10], [50, 40, 10]])
    expected = ft.value_tables(stacks, [5, 3])["dcm"].equities.tolist()
    for payouts in (
        (5, 3),
        np.array([5.0, 3.0]),
        pd.Series([5, 3]),
        pl.Series([5, 3]),
        pa.array([5, 3]),
        [[5, 3], [5, 3, 0]],
        np.array([[5, 3, 0], [5, 3, 0]]),
        pl.Series([[5, 3], [5, 3]]),
        pa.array([[5.0, 3.0], [5.0, 3.0]]),
        pd.Series([[5, 3], (5, 3)]),
    ):
        assert ft.value_tables(stacks, payouts)["dcm"].equities.tolist() == expected


def test_results_become_frames_of_every_kind() -> None:
    values = ft.value_tables(STACKS, [50, 30])
    frames = [values.to_arrow().to_pydict(), values.to_polars().to_dict(as_series=False), values.to_pandas()]
    for frame in frames:
        assert list(frame) == ["icm", "dcm", "error"]
        assert [list(row) for row in frame["dcm"]] == [row.tolist() for row in values["dcm"].equities]
        assert list(frame["error"]) == values.error.tolist()


def test_a_frame_library_that_the_caller_does_not_use_is_not_imported() -> None:
    code = (
        "import sys, finaltable as ft; ft.value_tables([[3, 2], [1, 1, 1]], [1]);"
        "print({'pandas', 'polars', 'pyarrow', 'dask', 'duckdb'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# --- results, errors, stopping ---------------------------------------------------------------------------------------


def test_results_are_frozen_and_survive_pickling() -> None:
    values = ft.value_tables(np.array([[3, 2, 1], [5, 4, 4]]), [50, 30])
    again = pickle.loads(pickle.dumps(values))
    assert again["dcm"].equities.tolist() == values["dcm"].equities.tolist()
    for own in (values, again):
        with pytest.raises(ValueError, match="read-only"):
            own["dcm"].equities[0, 0] = 1.0
    with pytest.raises(AttributeError):
        values.models = ()  # type: ignore[misc]


def test_a_notebook_shows_the_first_tables() -> None:
    values = ft.value_tables(np.arange(1, 61).reshape(20, 3), [50, 30], ["icm", {"icm": 0.5, "dcm": 0.5}])
    html = values._repr_html_()
    assert html.count("<tr>") == 11
    assert "50 % DCM" in html
    assert "20 tables, the first 10 shown" in str(values)
    assert repr(values) == "<TableValues of 20 tables by icm, dcm:0.5,icm:0.5>"


def test_no_tables_give_no_values() -> None:
    values = ft.value_tables(np.zeros((0, 4)), [1])
    assert len(values) == 0
    assert str(values).endswith("no tables")
    assert values.to_arrow().num_rows == 0


@pytest.mark.parametrize(
    ("stacks", "payouts", "words"),
    [
        ([[3, 2], [1, -1]], [1], "stacks[1][1] must not be negative, got -1"),
        ([[3, 2], []], [1], "stacks[1] must name at least one player, got []"),
        ([[3, 2], [0, 0]], [1], "stacks[1] must hold chips for at least one player, got [0, 0]"),
        ([[3, 2], [1, float("nan")]], [1], "stacks[1][1] must be a finite number, got nan"),
        ([[3, 2], [True, 2]], [1], "stacks[1][0] must be a number, got True"),
        ([[3, 2], None], [1], "stacks[1] must be a list of numbers, got None"),
        ([[3, 2], [4, 1]], [[1], [1, 2, 3]], "payouts[1] must not outnumber the players: place 3 cannot be paid"),
        ([[3, 2], [4, 1]], [3, 2, 1], "payouts must not outnumber the players: place 3 cannot be paid"),
        ([[3, 2], [4, 1]], [[1]] * 3, "payouts must be one list for all tables, or a list for each, got 3 for 2"),
        ([3, 2], [1], "stacks must have a list of stacks for every table (equity and compare take a single table)"),
        ("3 2", [1], "stacks must have a list of numbers for every table, got '3 2'"),
        ([[3, 2]], [], "payouts must name at least one prize"),
    ],
)
def test_errors_name_the_row(stacks: Any, payouts: Any, words: str) -> None:
    with pytest.raises(ft.InputError) as raised:
        ft.value_tables(stacks, payouts)
    assert str(raised.value).startswith(words)


def test_options_of_no_model_are_refused() -> None:
    for options, words in (
        ({"tolerance": 2}, "tolerance must lie between 0 and 1"),
        ({"bounties": [1, 2]}, "bounties are valued for one table at a time"),
        ({"depth": 2}, "depth is not an option of icm or dcm"),
        ({"method": "magic"}, "method must be one of"),
        ({"extra_payouts": "keep"}, "extra_payouts must be one of"),
        ({"threads": 0}, "threads must be a whole number"),
    ):
        with pytest.raises(ft.InputError, match=words):
            ft.value_tables([[3, 2]], [1], **options)


def test_two_dimensions_for_one_table_name_the_function_for_many() -> None:
    for stacks in (np.ones((2, 3)), [[3, 2], [1, 1]]):
        for function in (ft.dcm, ft.icm, ft.compare):
            with pytest.raises(ft.InputError, match=r"one table \(value_tables takes many\)"):
                function(stacks, [1])


def test_progress_rises_to_one_and_may_stop_the_work() -> None:
    seen: list[float] = []
    stacks = np.random.default_rng(1).integers(1, 2000, (3000, 6))
    ft.value_tables(stacks, [50, 30, 20], progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0

    def stop(_done: float, _error: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ft.value_tables(stacks, [50, 30, 20], tolerance=1e-9, progress=stop)
