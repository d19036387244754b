"""`value_partition`: a frame in, the same frame with columns of equities out; for any pipeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.batches.engine import Columns, RowWork, value_rows
from finaltable.batches.frames import is_lazy, kind_of, list_column, lists_of, load, plain_column
from finaltable.batches.lists import Lists
from finaltable.batches.values import TOLERANCE, check_prizes, check_work
from finaltable.errors import InputError, Verbatim
from finaltable.models import Choice
from finaltable.table.options import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


def value_partition(
    frame: Any,
    models: Sequence[Choice] = ("icm", "dcm"),
    *,
    stacks: str = "stacks",
    payouts: Any = "payouts",
    tolerance: float = TOLERANCE,
    extra_payouts: str = "error",
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Any:
    """Return a frame with the equities of every row: one table per row, one column per model.

    >>> import pyarrow as pa
    >>> frame = pa.table({"id": [7, 8], "stacks": [[1000, 500, 100], [300, -5]], "payouts": [[100, 50], [10]]})
    >>> valued = value_partition(frame)
    >>> valued.column_names
    ['id', 'stacks', 'payouts', 'icm', 'dcm', 'error', 'problem']
    >>> valued["problem"].to_pylist()
    [None, 'stacks[1] must not be negative, got -5']

    No row is lost or stops the others: a row that cannot be valued has the reason in ``problem``, and null in the
    columns of the models. A row's values do not depend on other rows, so a frame may be split anywhere.

    Parameters
    ----------
    frame
        A pandas or polars DataFrame; a LazyFrame of polars, which is collected; an Arrow Table, RecordBatch or
        RecordBatchReader; or any object with Arrow's C interface, such as a relation of DuckDB.
    models
        Names of models, or mixtures.
    stacks
        Name of the column with a list of stacks per row.
    payouts
        Name of the column with a list of payouts per row, or one list for all rows.
    tolerance, extra_payouts, threads, progress, **options
        As for `value_tables`.

    Returns
    -------
    The same kind of frame, with its columns, and

    - a column for each model, by its name, with a list of equities per row;
    - ``error``: bound on the error of each equity of the row, under every model;
    - ``problem``: the reason why the row has no values, or null.

    A RecordBatchReader is read batch by batch, as the result is consumed.
    """
    work = check_work(models, tolerance, extra_payouts, threads, progress, options)
    kind = kind_of(frame)
    if is_lazy(frame):
        return value_frame("polars", frame.collect(), stacks, payouts, work).lazy()
    if hasattr(frame, "map_partitions"):
        rule = "must be one partition of a frame of Dask"
        hint = "frame.map_partitions(ft.value_partition, meta=...)"
        raise InputError("frame", rule, Verbatim(type(frame).__name__), hint=hint, code="wrong_type")
    if kind == "numpy" or (kind != "arrow" and not hasattr(frame, "columns")):
        rule = "must be a DataFrame of pandas or polars, or an Arrow table"
        raise InputError("frame", rule, frame, code="wrong_type")
    if kind == "arrow":
        return value_arrow(frame, stacks, payouts, work)
    return value_frame(kind, frame, stacks, payouts, work)


def value_frame(kind: str, frame: Any, stacks: str, payouts: Any, work: RowWork) -> Any:
    """Return a pandas or polars frame with the new columns."""
    check_columns(list(frame.columns), stacks, payouts, work)
    found = value_columns(frame, len(frame), stacks, payouts, work)
    if kind == "pandas":
        return frame.assign(**new_columns(kind, found))
    return frame.with_columns(**new_columns(kind, found))


def value_arrow(frame: Any, stacks: str, payouts: Any, work: RowWork) -> Any:
    """Return an Arrow frame of the same kind with the new columns."""
    pa = load("pyarrow", "frame")
    if not isinstance(frame, pa.Table | pa.RecordBatch | pa.RecordBatchReader):
        frame = pa.table(frame)
    check_columns(frame.schema.names, stacks, payouts, work)
    if isinstance(frame, pa.RecordBatchReader):
        extra = [pa.field(name, column.type) for name, column in new_columns("arrow", no_rows(work)).items()]
        schema = pa.schema([*frame.schema, *extra], frame.schema.metadata)
        return pa.RecordBatchReader.from_batches(schema, value_batches(frame, stacks, payouts, work))
    found = value_columns(frame, frame.num_rows, stacks, payouts, work)
    for name, column in new_columns("arrow", found).items():
        frame = frame.append_column(name, column)
    return frame


def value_batches(reader: Any, stacks: str, payouts: Any, work: RowWork) -> Iterator[Any]:
    """Yield the batches of a reader with the new columns."""
    for batch in reader:
        yield value_arrow(batch, stacks, payouts, work)


def check_columns(names: Sequence[str], stacks: str, payouts: Any, work: RowWork) -> None:
    """Raise if a column to read is missing, or a column to write exists."""
    for field, name in (("stacks", stacks), ("payouts", payouts)):
        if isinstance(name, str) and name not in names:
            rule = f"must be a column of the frame, which has {', '.join(map(str, names))}"
            raise InputError(field, rule, name, code="unknown_choice")
    if "bounties" in names:
        rule = "must not have a column of bounties: frames are valued without them"
        raise InputError("frame", rule, "bounties", hint="rename it to keep it", code="conflict")
    for name in (*(model.name for model in work.models), "error", "problem"):
        if name in names:
            rule = "must not have a column with the name of one that is added"
            raise InputError("frame", rule, name, code="conflict")


def value_columns(frame: Any, rows: int, stacks: str, payouts: Any, work: RowWork) -> Columns:
    """Value every row."""
    lists = column_of(frame, stacks)
    prizes = column_of(frame, payouts) if isinstance(payouts, str) else check_prizes(payouts, rows)
    return value_rows(lists, prizes, work)


def column_of(frame: Any, name: str) -> Lists:
    """Return a column of lists; a column of another type has a problem in every row."""
    return lists_of(frame.column(name) if hasattr(frame, "column") else frame[name], name)


def no_rows(work: RowWork) -> Columns:
    """Return empty columns, for their types."""
    nothing = Lists(np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64))
    return value_rows(nothing, nothing, work)


def new_columns(kind: str, found: Columns) -> dict[str, Any]:
    """Return the new columns, of one kind."""
    rows = len(found.offsets) - 1
    missing = np.zeros(rows, dtype=bool)
    missing[list(found.problems)] = True
    error = np.max([own.error for own in found.models.values()], axis=0)
    error[missing] = np.nan
    added = {name: list_column(kind, own.equities, found.offsets, missing) for name, own in found.models.items()}
    return added | {"error": plain_column(kind, error), "problem": plain_column(kind, reasons(rows, found))}


def reasons(rows: int, found: Columns) -> NDArray[Any]:
    """Return the problem of every row, or None."""
    texts = np.full(rows, None, dtype=object)
    for row, problem in found.problems.items():
        texts[row] = str(problem)
    return texts
