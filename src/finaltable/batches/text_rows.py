"""Lines of a text file, CSV or JSON, as tables: every line is a row, even if it cannot be parsed.

A line is one row: a cell cannot have line breaks, so that an unclosed quotation mark costs one row and not all that
follow. Copied values stay texts.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import IO, Any, NamedTuple

import pyarrow as pa

from finaltable.batches.number_lists import LISTS, check_size, read_number_lists, read_numbers
from finaltable.errors import InputError, counted, shorten
from finaltable.table.options import CORES

MORE = "more"
"""The column for fields that are not in the first lines of JSON files."""
LONGEST = 1 << 20  # maximum bytes in a line
ROWS = max(1_024, min(16_384, 65_536 // CORES))  # read at once by each core: the cores share the memory
BLOCK = 1 << 18


class Row(NamedTuple):
    """The cells of a line in the order of the columns, and its problem."""

    cells: Sequence[Any]
    problem: str | None = None


def lines_between(file: IO[bytes], start: int, stop: int) -> Iterator[bytes]:
    """Yield the lines that begin from ``start`` up to ``stop``; truncate lines that are too long."""
    file.seek(max(0, start - 1))
    place = file.tell()
    if start:  # a line that crosses the start belongs to the piece before
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
    """Skip the rest of a line, and return its number of bytes."""
    passed = 0
    while block := file.readline(BLOCK):
        passed += len(block)
        if block.endswith(b"\n"):
            break
    return passed


def row_of_csv(line: bytes, columns: tuple[str, ...], delimiter: str, lists: Collection[str] = ()) -> Row:
    """Parse the cells of a line of CSV; ``lists`` are emptied in a line with too few or too many cells."""
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    try:
        cells: list[str | None] = list(next(csv.reader([text], delimiter=delimiter, strict=True)))
    except (csv.Error, StopIteration) as error:
        return Row([None] * len(columns), f"the line must be CSV ({error}), got {shorten(text)}")
    if len(cells) == len(columns):
        return Row(cells)
    problem = f"the line must have {counted(len(columns), 'cell')}, got {len(cells)}: {shorten(text)}"
    filled = [*cells, *([None] * len(columns))]
    # The cells cannot be assigned for sure: nothing is valued, but texts that identify the row are kept.
    return Row([None if name in lists else cell for name, cell in zip(columns, filled, strict=False)], problem)


def row_of_json(line: bytes, columns: tuple[str, ...]) -> Row:
    """Parse the fields of a line of JSON; fields without a column are joined in the last."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        text = line[:100].decode("utf-8", "replace").strip()
        return Row([None] * len(columns), f"the line must be JSON ({error}), got {shorten(text)}")
    if not isinstance(fields, dict):
        return Row([None] * len(columns), f"the line must be a JSON object, got {shorten(fields)}")
    cells = [fields.pop(name, None) for name in columns[:-1]]
    return Row([*cells, json.dumps(fields) if fields else None])


def as_text(value: Any) -> str | None:
    """Return a JSON value as a text; texts are unchanged, except for lone surrogates, which no file can hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return None if value is None else json.dumps(value)


def some_at_once(rows: Iterator[Row], most: int) -> Iterator[list[Row]]:
    """Yield some rows at a time."""
    while some := list(islice(rows, most)):
        yield some


def frame_of(
    rows: Sequence[Row], columns: tuple[str, ...], kind: str, lists: Collection[str]
) -> tuple[Any, list[str | None]]:
    """Return rows as an Arrow table, some columns as lists of numbers and the others as texts; and their problems."""
    parse: Callable[..., tuple[Any, list[str | None]]] = column_of_texts if kind == "csv" else column_of_values
    problems = [row.problem for row in rows]
    arrays = []
    for place, name in enumerate(columns):
        cells = [row.cells[place] for row in rows]
        if name not in lists:
            arrays.append(pa.array(map(as_text, cells), pa.string()))
            continue
        array, reasons = parse(cells, name)
        arrays.append(array)
        problems = [first or second for first, second in zip(problems, reasons, strict=True)]
    return pa.table(arrays, names=list(columns)), problems


def column_of_texts(cells: Sequence[str | None], field: str) -> tuple[Any, list[str | None]]:
    """Convert cells of CSV to a column of lists."""
    return read_number_lists(pa.array(cells, pa.string()), field)


def column_of_values(cells: Sequence[Any], field: str) -> tuple[Any, list[str | None]]:
    """Convert JSON values to a column of lists."""
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
    """Return the numbers of a JSON list, or of a text that holds a list; or raise."""
    if isinstance(value, str):
        return read_numbers(value, field)
    if not isinstance(value, list) or not all(type(number) in (int, float) for number in value):
        raise InputError(field, "must be a list of numbers", value, code="wrong_type")
    return [check_size(number, field) for number in value]
