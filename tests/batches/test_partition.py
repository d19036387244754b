"""`value_partition`: no row is lost or stops the others, and the frame comes back unchanged, with more columns."""

from __future__ import annotations

import math
from decimal import Decimal
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft

ROWS: list[tuple[Any, Any, str | None]] = [
    ([1000, 500, 100], [100, 50], None),
    ([1000000000, 500, 1], [100, 50], None),
    ([1000, 500], [100, 50, 0], None),
    ([1000, None, 100], [100], "stacks[1] must be a number, got None"),
    (None, [100], "stacks must be a list of numbers, got None"),
    ([], [100], "stacks must name at least one player, got []"),
    ([0, 0], [100], "stacks must hold chips for at least one player, got [0, 0]"),
    ([5, -4], [100], "stacks[1] must not be negative, got -4"),
    ([5, 4], None, "payouts must be a list of numbers, got None"),
    ([5, 4], [], "payouts must name at least one prize, got []"),
    ([5, 4], [100, 50, 25], "payouts must not outnumber the players: place 3 cannot be paid"),
]
FRAME = pa.table(
    {
        "id": list(range(len(ROWS))),
        "stacks": [row[0] for row in ROWS],
        "payouts": [row[1] for row in ROWS],
        "name": [f"row {row}" for row in range(len(ROWS))],
    }
)


def check_rows(found: dict[str, list[Any]]) -> None:
    assert list(found) == ["id", "stacks", "payouts", "name", "icm", "dcm", "error", "problem"]
    assert found["id"] == list(range(len(ROWS)))
    assert found["name"] == [f"row {row}" for row in range(len(ROWS))]
    for row, (stacks, payouts, problem) in enumerate(ROWS):
        if problem is None:
            assert found["dcm"][row] == ft.value_tables([stacks], payouts)["dcm"].equities[0].tolist()
            assert 0 < found["error"][row] <= 1e-6 * sum(payouts)
            assert found["problem"][row] is None
        else:
            assert found["icm"][row] is found["dcm"][row] is found["error"][row] is None
            assert found["problem"][row].startswith(problem)


@pytest.mark.parametrize("inner", [pa.int64(), pa.int32(), pa.float64(), pa.decimal128(15, 2)])
@pytest.mark.parametrize("outer", [pa.list_, pa.large_list, pa.list_view])
def test_arrow_tables_of_every_type_of_list(inner: Any, outer: Any) -> None:
    frame = FRAME.set_column(1, "stacks", pa.array(FRAME["stacks"].to_pylist(), outer(inner)))
    valued = ft.value_partition(frame)
    assert valued["stacks"].equals(frame["stacks"])
    for row, (*_, problem) in enumerate(ROWS):
        found = valued["problem"][row].as_py()
        assert (found or "").partition(", got")[0].startswith((problem or "").partition(", got")[0])
        assert (found is None) == (problem is None)
    for found, row in zip(valued["dcm"].to_pylist(), ft.value_partition(FRAME)["dcm"].to_pylist(), strict=True):
        assert found == pytest.approx(row, abs=2e-4)  # twice the tolerance


def test_frames_come_back_unchanged_with_more_columns() -> None:
    check_rows(ft.value_partition(FRAME).to_pydict())
    [batch] = FRAME.to_batches()
    valued = ft.value_partition(batch)
    assert isinstance(valued, pa.RecordBatch)
    check_rows(valued.to_pydict())
    sliced = ft.value_partition(batch.slice(3, 5))
    assert sliced.to_pydict() == {name: values[3:8] for name, values in valued.to_pydict().items()}
    polars = ft.value_partition(pl.DataFrame(FRAME))
    assert isinstance(polars, pl.DataFrame)
    check_rows(polars.to_dict(as_series=False))


def test_pandas_keeps_its_index_and_columns_of_any_objects() -> None:
    frame: Any = pd.DataFrame(
        {"stacks": [row[0] for row in ROWS], "payouts": [row[1] for row in ROWS]}, index=[7] * len(ROWS)
    )
    frame.loc[len(frame)] = [["x", 5], [1]]
    frame.loc[len(frame)] = ["5 4", [1]]
    frame.loc[len(frame)] = [[Decimal("0.5"), 2**80], [1]]
    valued = ft.value_partition(frame)
    assert valued.index.equals(frame.index)
    problems = [None if pd.isna(text) else text for text in valued["problem"]]
    assert problems[-3:] == [
        "stacks[0] must be a number, got 'x'",
        "stacks must be a list of numbers, got '5 4'",
        None,
    ]
    assert valued["dcm"].iloc[-1].sum() == pytest.approx(1)
    assert list(frame.columns) == ["stacks", "payouts"]  # the given frame is unchanged


def test_a_reader_is_read_batch_by_batch_on_demand() -> None:
    asked: list[int] = []

    def batches() -> Any:
        for number in range(3):
            asked.append(number)
            yield from FRAME.to_batches()

    reader = ft.value_partition(pa.RecordBatchReader.from_batches(FRAME.schema, batches()))
    assert isinstance(reader, pa.RecordBatchReader)
    assert asked == []
    check_rows(reader.read_next_batch().to_pydict())
    assert asked == [0]
    assert len(reader.read_all()) == 2 * len(ROWS)


def test_polars_works_in_a_lazy_pipeline() -> None:
    lazy = pl.DataFrame(FRAME).lazy().filter(pl.col("id") < 3)
    schema: Any = {**lazy.collect_schema(), "icm": pl.List(pl.Float64), "error": pl.Float64, "problem": pl.String}
    found = lazy.map_batches(lambda frame: ft.value_partition(frame, ["icm"]), schema=schema).collect()
    assert found["problem"].null_count() == 3
    assert found.schema == schema


def test_empty_frames_have_the_same_types() -> None:
    for frame in (FRAME.slice(0, 0), FRAME.schema.empty_table()):
        assert ft.value_partition(frame).schema == ft.value_partition(FRAME).schema


def test_a_column_that_is_not_a_list_has_a_problem_in_every_row() -> None:
    frame = pa.table({"stacks": ["5 4", "3"], "payouts": [[1], [1]]})
    assert ft.value_partition(frame)["problem"].to_pylist() == [
        "stacks must be a list of numbers, got '5 4'",
        "stacks must be a list of numbers, got '3'",
    ]


def test_one_list_of_payouts_and_other_column_names_are_accepted() -> None:
    frame = pa.table({"chips": [[5, 4], [3, 3, 3]]})
    valued = ft.value_partition(frame, ["dcm", {"icm": 0.5, "dcm": 0.5}], stacks="chips", payouts=[10, 5])
    assert valued.column_names == ["chips", "dcm", "dcm:0.5,icm:0.5", "error", "problem"]
    assert valued["dcm"][1].as_py() == pytest.approx([5, 5, 5])


@pytest.mark.parametrize(
    ("frame", "options", "words"),
    [
        (pa.table({"a": [1]}), {}, "stacks must be a column of the frame, which has a, got 'stacks'"),
        (pa.table({"stacks": [[1]]}), {}, "payouts must be a column of the frame, which has stacks, got 'payouts'"),
        (
            FRAME.append_column("dcm", FRAME["id"]),
            {},
            "frame must not have a column with the name of one that is added",
        ),
        (
            FRAME.append_column("bounties", FRAME["id"]),
            {},
            "frame must not have a column of bounties: frames are valued",
        ),
        ([[1]], {}, "frame must be a DataFrame of pandas or polars, or an Arrow table, got [[1]]"),
        (FRAME, {"models": ["unknown"]}, "models[0] must be one of"),
    ],
)
def test_errors_of_the_whole_frame_are_raised(frame: Any, options: Any, words: str) -> None:
    with pytest.raises(ft.InputError) as raised:
        ft.value_partition(frame, **options)
    assert str(raised.value).startswith(words)


anything = st.one_of(
    st.none(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.booleans(),
    st.lists(st.one_of(st.integers(-5, 10**30), st.floats(), st.none(), st.text(max_size=3)), max_size=5),
    st.lists(st.integers(0, 9), max_size=5),
)


@given(st.lists(st.tuples(anything, anything), max_size=8))
@settings(max_examples=100)
def test_no_row_is_lost_or_stops_the_others(rows: list[tuple[object, object]]) -> None:
    frame = pd.DataFrame({"id": range(len(rows))})
    for column, name in enumerate(("stacks", "payouts")):
        held = np.empty(len(rows), dtype=object)
        held[:] = [row[column] for row in rows]
        frame[name] = held
    valued = ft.value_partition(frame, ["icm"])
    assert valued["id"].tolist() == list(range(len(rows)))
    for equities, error, problem in zip(valued["icm"], valued["error"], valued["problem"], strict=True):
        if isinstance(problem, str):
            assert equities is None
            assert math.isnan(error)
        else:
            assert np.isfinite(equities).all()
            assert error >= 0


def test_a_lazy_frame_is_collected_and_comes_back_lazy() -> None:
    frame = pl.DataFrame({"stacks": [[5, 3], [2, -1]], "payouts": [[10], [10]]})
    valued = ft.value_partition(frame.lazy())
    assert isinstance(valued, pl.LazyFrame)
    assert valued.collect().equals(ft.value_partition(frame))
    wide = pl.DataFrame({"first": [5, 2], "second": [3, 1]})
    assert ft.value_tables(wide.lazy(), [10])["icm"].equities.equals(ft.value_tables(wide, [10])["icm"].equities)


@pytest.mark.parametrize("column", [pl.Series([[5, 3]]), pd.Series([[5, 3]])])
def test_a_column_is_not_a_frame(column: object) -> None:
    with pytest.raises(
        ft.InputError, match=r"^frame must be a DataFrame of pandas or polars, or an Arrow table, got .+$"
    ):
        ft.value_partition(column)


def test_lists_that_dask_turned_into_texts_are_read_and_its_frame_is_refused_with_a_hint() -> None:
    dask: Any = import_module("dask.dataframe")
    frame = pd.DataFrame({"id": [1, 2, 3], "stacks": [[1000, 500], [7, 3], "nothing"], "payouts": [[3, 1], [2], [1]]})
    lazy = dask.from_pandas(frame, npartitions=1)
    own = lazy.partitions[0].compute()
    assert not isinstance(own["stacks"][0], list)  # what Dask makes of a column of lists
    found = ft.value_partition(own, ["icm"])
    assert found["icm"][0] == pytest.approx(ft.icm([1000, 500], [3, 1]).equities)
    assert found["problem"][:2].isna().all()
    assert "stacks must" in found["problem"][2]
    with pytest.raises(
        ft.InputError, match=r"one partition of a frame of Dask \(frame.map_partitions\(ft.value_partition"
    ):
        ft.value_partition(lazy)
