"""Lines of a text file, CSV or JSON, as tables: every line is a row, also one that cannot be read.

A line is one row: a cell cannot have line breaks, so that a quotation mark that is never closed costs one row and not
all that follow. Values that are carried along stay texts, as they were written.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, NamedTuple

import pyarrow as pa

from finaltable.batches.number_lists import LISTS, check_size, read_number_lists, read_numbers
from finaltable.errors import InputError, counted, shorten
from finaltable.table.options import CORES

LISTED = ("stacks", "payouts")
MORE = "more"
"""The column for fields that the first lines of JSON files do not have."""
LONGEST = 1 << 20  # bytes of a line
ROWS = max(1_024, min(16_384, 65_536 // CORES))  # read at once by each core: all of them share the memory
BLOCK = 1 << 18


class Row(NamedTuple):
    """The cells of a line by the order of the columns, and what is wrong with it."""

    cells: Sequence[Any]
    problem: str | None = None


def lines_between(file: IO[bytes], start: int, stop: int) -> Iterator[bytes]:
    """Yield the lines that begin from ``start`` up to ``stop``; of one that is too long, its beginning."""
    file.seek(max(0, start - 1))
    place = file.tell()
    if start:  # the line that goes on across the start belongs to the piece before
        place += skip_line(file)
    while place < stop:
        line = file.readline(LONGEST + 1)
        if not line:
            return
        place += len(line)
        if len(line) > LONGEST and not line.endswith(b"\n"):
            place += skip_line(file)
        if line.strip():
            yield line


def skip_line(file: IO[bytes]) -> int:
    """Pass over what is left of a line, and return how many bytes that is."""
    passed = 0
    while block := file.readline(BLOCK):
        passed += len(block)
        if block.endswith(b"\n"):
            break
    return passed


def row_of_csv(line: bytes, columns: tuple[str, ...], delimiter: str) -> Row:
    """Return the cells of a line of CSV."""
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    try:
        cells: list[str | None] = list(next(csv.reader([text], delimiter=delimiter, strict=True)))
    except (csv.Error, StopIteration) as error:
        return Row([None] * len(columns), f"the line must be CSV ({error}), got {shorten(text)}")
    if len(cells) == len(columns):
        return Row(cells)
    problem = f"the line must have {counted(len(columns), 'cell')}, got {len(cells)}: {shorten(text)}"
    filled = [*cells, *([None] * len(columns))]
    # Which cell is which is not sure: nothing is valued, what may tell people the row is kept.
    return Row([None if name in LISTED else cell for name, cell in zip(columns, filled, strict=False)], problem)


def row_of_json(line: bytes, columns: tuple[str, ...]) -> Row:
    """Return the fields of a line of JSON; those that are no columns stay together in the last."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        text = line[:100].decode("utf-8", "replace").strip()
        return Row([None] * len(columns), f"the line must be JSON ({error}), got {shorten(text)}")
    if not isinstance(fields, dict):
        return Row([None] * len(columns), f"the line must be a JSON object, got {shorten(fields)}")
    cells = [fields.pop(name, None) for name in columns[:-1]]
    carried = [cell if name in LISTED else as_text(cell) for name, cell in zip(columns[:-1], cells, strict=True)]
    return Row([*carried, json.dumps(fields) if fields else None])


def as_text(value: Any) -> str | None:
    """Return a JSON value as a text: texts as they are, but for halves of characters that no file can hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return None if value is None else json.dumps(value)


def frames_of(rows: Iterator[Row], columns: tuple[str, ...], kind: str) -> Iterator[tuple[Any, list[str | None]]]:
    """Yield some rows at a time as an Arrow table, with what is wrong with each."""
    lists = column_of_texts if kind == "csv" else column_of_values
    some: list[Row] = []
    for row in rows:
        some.append(row)
        if len(some) == ROWS:
            yield frame_of(some, columns, lists)
            some = []
    if some:
        yield frame_of(some, columns, lists)


def frame_of(rows: list[Row], columns: tuple[str, ...], lists: Callable[..., Any]) -> tuple[Any, list[str | None]]:
    """Return rows as an Arrow table, with what is wrong with each."""
    problems = [row.problem for row in rows]
    arrays = []
    for name, cells in zip(columns, zip(*(row.cells for row in rows), strict=True), strict=True):
        if name not in LISTED:
            arrays.append(pa.array(cells, pa.string()))
            continue
        array, reasons = lists(cells, name)
        arrays.append(array)
        problems = [first or second for first, second in zip(problems, reasons, strict=True)]
    return pa.table(arrays, names=list(columns)), problems


def column_of_texts(cells: Sequence[str | None], field: str) -> tuple[Any, list[str | None]]:
    """Return cells of CSV as a column of lists."""
    return read_number_lists(pa.array(cells, pa.string()), field)


def column_of_values(cells: Sequence[Any], field: str) -> tuple[Any, list[str | None]]:
    """Return JSON values as a column of lists."""
    lists: list[list[float] | None] = []
    reasons: list[str | None] = []
    for cell in cells:
        try:
            lists.append(None if cell is None else list_of_json(cell, field))
            reasons.append(None)
        except InputError as error:
            lists.append(None)
            reasons.append(str(error))
    return pa.array(lists, LISTS), reasons


def list_of_json(value: Any, field: str) -> list[float]:
    """Return the numbers of a JSON list, or of a text with a list in it; or raise."""
    if isinstance(value, str):
        return read_numbers(value, field)
    if not isinstance(value, list) or not all(type(number) in (int, float) for number in value):
        raise InputError(field, "must be a list of numbers", value, code="wrong_type")
    return [check_size(number, field) for number in value]
