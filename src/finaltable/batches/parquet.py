"""Parquet files: read row groups in batches of rows, and read and write the stamps of parts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from finaltable.batches.number_lists import LISTS, read_number_lists
from finaltable.batches.storage import Mark, is_remote, local_path, open_file
from finaltable.batches.text_rows import ROWS
from finaltable.errors import InputError, Verbatim

AT_ONCE = 4 << 20  # bytes in a batch of rows
BUFFER = 1 << 20  # bytes read at once from each column
STAMP = b"finaltable"


@contextmanager
def open_parquet(address: str, **known: Any) -> Iterator[Any]:
    """Open a Parquet file for streaming.

    Read-ahead is off: an Arrow thread that holds a Python buffer when the program ends would abort it.
    """
    with open_file(address) if is_remote(address) else pa.OSFile(str(local_path(address))) as file:
        yield pq.ParquetFile(file, pre_buffer=False, buffer_size=BUFFER, **known)


@lru_cache(maxsize=8)
def footer_of(address: str, mark: Mark) -> Any:  # noqa: ARG001 (the mark is part of the cache key)
    """Return the footer of a file; cached for all its row groups."""
    with open_parquet(address) as file:
        return file.metadata


def check_schema(schema: Any, source: str, lists: Sequence[str]) -> None:
    """Raise if columns of lists are neither lists of numbers nor texts."""
    for name in lists:
        places = schema.get_all_field_indices(name)
        if len(places) != 1:
            found = Verbatim(f"{source} with {', '.join(schema.names[:20]) or 'none'}")
            raise InputError("source", f"must have one column {name}", found, code="missing")
        kind = schema.field(name).type
        if not (is_text(kind) or (is_list(kind) and is_number(kind.value_type))):
            found = Verbatim(f"{kind} in {source}")
            raise InputError("source", f"must have lists of numbers in its column {name}", found, code="wrong_type")


def is_text(kind: Any) -> bool:
    """Return whether a column holds texts."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def is_list(kind: Any) -> bool:
    """Return whether a column holds lists."""
    types = pa.types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def is_number(kind: Any) -> bool:
    """Return whether values are numbers, or all null."""
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_null(kind))


def rows_at_once(group: Any, most: int) -> int:
    """Return the number of rows to read at a time, so that they fit into memory."""
    if not group.num_rows:
        return most
    columns = [group.column(number) for number in range(group.num_columns)]
    size: int = sum(max(8 * column.num_values, column.total_uncompressed_size) for column in columns)
    return max(1, min(most, int(AT_ONCE * group.num_rows // max(size, 1))))


def frames_of_group(
    address: str, mark: Mark, group: int, chosen: tuple[int, int] | None = None, most: int | None = None
) -> Iterator[Any]:
    """Yield the rows of a row group, or some of them, as Arrow tables of at most so many rows."""
    footer = footer_of(address, mark)
    first, last = chosen or (0, footer.row_group(group).num_rows)
    size, place = rows_at_once(footer.row_group(group), most or ROWS), 0
    with open_parquet(address, metadata=footer) as file:
        for batch in file.iter_batches(batch_size=size, row_groups=[group], use_threads=False):
            own = batch.slice(max(0, first - place), min(last, place + len(batch)) - max(first, place))
            place += len(batch)
            if len(own):
                yield pa.Table.from_batches([own])
            if place >= last:
                return


def with_lists(frame: Any) -> tuple[Any, list[str | None] | None]:
    """Return a table whose columns of stacks and payouts are lists of numbers."""
    problems: list[str | None] | None = None
    for name in ("stacks", "payouts"):
        place, kind = frame.schema.get_field_index(name), frame.schema.field(name).type
        if is_text(kind):
            cells = frame.column(name).combine_chunks().cast(pa.string())
            lists, reasons = read_number_lists(cells, name)
            frame = frame.set_column(place, name, lists)
            problems = [a or b for a, b in zip(problems or reasons, reasons, strict=True)]
        elif is_list(kind) and pa.types.is_null(kind.value_type):
            frame = frame.set_column(place, name, frame.column(name).cast(LISTS))
    return frame, problems


class Stamp(NamedTuple):
    """Metadata of a part: its run and its counts."""

    key: str
    tables: int
    problems: int


def stamped(schema: Any, key: str, source: str, piece: int) -> Any:
    """Return a schema with the metadata of a part: its run, and the source of its tables."""
    own = json.dumps({"run": key, "source": source, "piece": piece}).encode()
    return schema.with_metadata({**(schema.metadata or {}), STAMP: own})


def read_stamp(address: str) -> Stamp | None:
    """Return the metadata of a part, with its problems counted from the column; None for a broken part."""
    try:
        with open_parquet(address) as file:
            footer = file.metadata
        own = json.loads(footer.metadata[STAMP])
        return Stamp(own["run"], footer.num_rows, problems_in(footer))
    except (pa.ArrowInvalid, OSError, KeyError, TypeError, ValueError):
        return None


def problems_in(footer: Any) -> int:
    """Return the number of rows with a problem: those where the column is not null."""
    place = next(i for i in range(footer.num_columns) if footer.schema.column(i).path == "problem")
    groups = (footer.row_group(number) for number in range(footer.num_row_groups))
    filled = [group for group in groups if group.num_rows]  # empty groups have no statistics
    return int(sum(group.num_rows - group.column(place).statistics.null_count for group in filled))


def first_problems(address: str, most: int) -> list[tuple[int, str]]:
    """Return the first rows of a part that have a problem, with the problem."""
    found: list[tuple[int, str]] = []
    row = 0
    with open_parquet(address) as file:
        for batch in file.iter_batches(columns=["problem"], use_threads=False):
            for problem in batch.column(0).to_pylist():
                found += [(row, problem)] if problem is not None else []
                row += 1
                if len(found) == most:
                    return found
    return found
