"""Columns of NumPy, pandas, polars or Arrow, in and out; a library is imported only if the caller uses it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.batches.lists import Lists, lists_of_array, lists_of_rows
from finaltable.errors import InputError, MissingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS = ("numpy", "pandas", "polars", "arrow")
LIBRARIES = {"pandas": "pandas", "polars": "polars", "pyarrow": "arrow"}


def kind_of(value: object) -> str:
    """Return the library of an object: Arrow for any object with Arrow's C interface, NumPy by default."""
    for cls in type(value).__mro__:
        library = cls.__module__.partition(".")[0]
        if library in LIBRARIES:
            return LIBRARIES[library]
    spoken = hasattr(value, "__arrow_c_array__") or hasattr(value, "__arrow_c_stream__")
    return "arrow" if spoken else "numpy"


def is_lazy(value: object) -> bool:
    """Return whether an object is a polars LazyFrame."""
    return kind_of(value) == "polars" and hasattr(value, "collect_schema") and hasattr(value, "sink_parquet")


def load(library: str, field: str) -> Any:
    """Import a library, or raise an error that says how to install it."""
    try:
        return import_module(library)
    except ImportError:
        rule = f"needs {library}"
        raise MissingError(field, rule, hint="pip install 'finaltable[frames]'", code="unavailable") from None


# --- in --------------------------------------------------------------------------------------------------------------


def lists_of(column: Any, field: str) -> Lists:
    """Convert a column of lists, or a frame or array with one column per player."""
    kind = kind_of(column)
    column = column.collect() if is_lazy(column) else column
    if hasattr(column, "columns"):  # a frame with one column per player
        wide = np.column_stack([np.asarray(own) for own in column.columns]) if kind == "arrow" else column.to_numpy()
        return lists_of_array(wide, field)
    if kind == "pandas":
        return lists_of_pandas(column)
    if kind in ("polars", "arrow"):
        return lists_of_arrow(column, field)
    if isinstance(column, np.ndarray) and column.dtype != object:
        return lists_of_array(column, field)
    if isinstance(column, str | bytes) or not hasattr(column, "__iter__"):
        raise InputError(field, "must have a list of numbers for every table", column, code="wrong_type")
    return lists_of_rows(column)


def lists_of_pandas(column: Any) -> Lists:
    """Convert a Series of lists, stored as objects or in Arrow's format."""
    if hasattr(column.dtype, "pyarrow_dtype"):
        return lists_of_arrow(column.array.__arrow_array__(), "stacks")
    return lists_of_rows(map(list_of_text, column.tolist()))


def list_of_text(value: Any) -> Any:
    """Return the numbers of a text like [5, 4], which Dask makes of a list; return other values unchanged."""
    if not isinstance(value, str) or not value.startswith("["):
        return value
    from finaltable.batches.number_lists import read_numbers

    try:
        return read_numbers(value, "stacks")
    except InputError:
        return value


def lists_of_arrow(column: Any, field: str) -> Lists:
    """Convert an Arrow array of lists, without a copy if possible; other types become Python objects."""
    pa = load("pyarrow", field)
    if not isinstance(column, pa.Array | pa.ChunkedArray):
        column = pa.chunked_array(column) if hasattr(column, "__arrow_c_stream__") else pa.array(column)
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    types = pa.types
    inner = getattr(column.type, "value_type", None)  # the type of the elements, for lists of any layout
    if inner is None or types.is_dictionary(column.type):
        return lists_of_rows(map(list_of_text, column.to_pylist()))
    if not (types.is_integer(inner) or types.is_floating(inner) or types.is_null(inner)):
        return lists_of_rows(column.to_pylist())
    return lists_of_list_array(column, load("pyarrow.compute", field))


def lists_of_list_array(column: Any, compute: Any) -> Lists:
    """Convert an Arrow array of lists of numbers; lists that are missing, or lack a number, are kept as objects."""
    lengths = compute.fill_null(compute.list_value_length(column), 0).to_numpy(zero_copy_only=False)
    values, bad = numbers_of(column.flatten())  # skips missing lists
    lists = Lists(values, np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))))
    odd = np.zeros(len(column), dtype=bool)
    if column.null_count:
        odd |= column.is_null().to_numpy(zero_copy_only=False)
    if bad is not None:
        odd |= lists.count(bad) > 0
    return without(lists, np.flatnonzero(odd), column) if odd.any() else lists


def numbers_of(inner: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return Arrow numbers as int64 or float64, and which of them are missing or too large."""
    bad = inner.is_null().to_numpy(zero_copy_only=False) if inner.null_count else None
    if inner.null_count:
        inner = inner.fill_null(0) if inner.null_count < len(inner) else None
    if inner is None:
        return np.zeros(0 if bad is None else len(bad), dtype=np.int64), bad
    values = inner.to_numpy(zero_copy_only=False)
    if values.dtype == np.uint64 and (values >= 2**63).any():
        large = values >= 2**63
        bad = large if bad is None else bad | large
    kind = np.int64 if values.dtype.kind in "iu" else np.float64
    return values.astype(kind, copy=False), bad


def without(lists: Lists, rows: NDArray[np.int64], column: Any) -> Lists:
    """Return the lists with some rows kept as objects instead of numbers."""
    kept = np.ones(len(lists), dtype=bool)
    kept[rows] = False
    values = lists.values[np.repeat(kept, lists.lengths)]
    offsets = np.concatenate(([0], np.cumsum(np.where(kept, lists.lengths, 0))))
    return Lists(values, offsets, {row: column[row].as_py() for row in rows.tolist()})


# --- out -------------------------------------------------------------------------------------------------------------


def list_column(kind: str, values: NDArray[Any], offsets: NDArray[np.int64], missing: NDArray[np.bool_]) -> Any:
    """Return lists as a column of one kind; lists may be missing.

    For NumPy, an array of shape (tables, players) if all tables have the same number of players, else of arrays.
    """
    if kind == "numpy":
        lengths = np.diff(offsets)
        if len(lengths) and (lengths == lengths[0]).all() and not missing.any():
            return values.reshape(len(lengths), -1)
        return object_column(values, offsets, missing)
    if kind == "pandas":
        return object_column(values, offsets, missing)
    pa = load("pyarrow", "stacks")
    lists = pa.LargeListArray if offsets[-1] >= 2**31 else pa.ListArray
    ends = pa.array(offsets if offsets[-1] >= 2**31 else offsets.astype(np.int32))
    mask = pa.array(missing) if missing.any() else None
    column = lists.from_arrays(ends, pa.array(values), mask=mask)
    return load("polars", "stacks").from_arrow(column) if kind == "polars" else column


def object_column(values: NDArray[Any], offsets: NDArray[np.int64], missing: NDArray[np.bool_]) -> NDArray[Any]:
    """Return an array of arrays, with None for missing ones."""
    column = np.empty(len(missing), dtype=object)
    for row, own in enumerate(np.split(values, offsets[1:-1]) if len(missing) else ()):
        column[row] = None if missing[row] else own
    return column


def plain_column(kind: str, values: NDArray[Any]) -> Any:
    """Return numbers or texts, one per row, as a column of one kind; None and NaN are missing."""
    if kind in ("numpy", "pandas"):
        return values
    pa = load("pyarrow", "stacks")
    text = values.dtype == object
    column = pa.array(values, type=pa.string() if text else None, from_pandas=True)
    return load("polars", "stacks").from_arrow(column) if kind == "polars" else column
