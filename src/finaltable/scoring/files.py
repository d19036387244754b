"""Files of snapshots: JSON with columns or rows, JSON lines, and CSV with lists in its cells."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any

from finaltable.errors import InputError, Verbatim, check_length
from finaltable.scoring.snapshots import (
    COLUMNS,
    MAX_SNAPSHOTS,
    Snapshot,
    check_columns,
    check_many,
    snapshot_of,
    snapshots_of_columns,
)
from finaltable.table.file_bytes import decode, read_bytes

MAX_CELL = 100_000  # characters: enough for thousands of players
MAX_NUMBER = 40
BETWEEN = re.compile(r"[\s,;]+")
HOLDS = "JSON, JSON lines or CSV with chip_counts, places and payouts"


def read_snapshots(files: Iterable[str | PathLike[str]] | str | PathLike[str]) -> list[Snapshot]:
    """Return the snapshots of one file or of several, in their order; "-" is standard input.

    Parameters
    ----------
    files
        JSON with the columns ``chip_counts``, ``places`` and ``payouts``, as in the public data set, or a list of
        objects with them; JSON lines; or CSV with a header of these names and lists in the cells, "600 400".
    """
    rule = "must be the path of a file, or a list of them"
    if not isinstance(files, str | PathLike | Iterable):
        raise InputError("files", rule, files, code="wrong_type")
    found: list[Snapshot] = []
    for file in [files] if isinstance(files, str | PathLike) else files:
        if not isinstance(file, str | PathLike):
            raise InputError("files", rule, file, code="wrong_type")
        data, source = read_bytes(fspath(file), "files")
        found += read_results(data, source)
    return check_many(found, "files")


def read_results(data: bytes, source: str) -> list[Snapshot]:
    """Parse snapshots from the bytes of a file; ``source`` names it in errors."""
    text = decode(data, source).strip()
    if not text:
        raise InputError(source, f"must hold {HOLDS}", Verbatim("an empty file"), code="wrong_format")
    if text[0] not in "[{":
        return read_result_rows(text, source)
    first, _, rest = text.partition("\n")
    if first.startswith("{") and first.rstrip().endswith("}") and rest.strip():
        return read_result_lines(text, source)
    return read_result_json(text, source)


def read_result_json(text: str, source: str) -> list[Snapshot]:
    """Parse JSON: columns, or a list of objects with them."""
    data = load(text, source)
    if isinstance(data, Mapping):
        first = data.get(COLUMNS[0])
        if isinstance(first, list) and first and not isinstance(first[0], list):
            return [snapshot_of(data, source)]  # one line of JSON lines
        return snapshots_of_columns(data, source)
    if not isinstance(data, list):
        raise InputError(source, f"must hold {HOLDS}", data, code="wrong_format")
    return check_many([row_of(row, f"{source}[{i}]") for i, row in enumerate(data)], source)


def read_result_lines(text: str, source: str) -> list[Snapshot]:
    """Parse JSON lines: an object with the columns on each."""
    lines = ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())
    return check_many(
        [row_of(load(line, where), where) for where, line in ((f"{source} line {n}", line) for n, line in lines)],
        source,
    )


def row_of(row: object, where: str) -> Snapshot:
    """Build a snapshot from a JSON object."""
    if not isinstance(row, Mapping):
        raise InputError(where, "must be an object with chip_counts, places and payouts", row, code="wrong_type")
    return snapshot_of(row, where)


def load(text: str, source: str) -> Any:
    """Parse JSON, or raise."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(source, "must be JSON", Verbatim(f"'{error.msg}' at {where}"), code="wrong_format") from None
    except RecursionError:
        rule = "must be JSON"
        raise InputError(source, rule, Verbatim("lists that are nested too deeply"), code="wrong_format") from None
    except ValueError:
        rule = "must be JSON"
        raise InputError(source, rule, Verbatim("a number with thousands of digits"), code="wrong_format") from None


def read_result_rows(text: str, source: str) -> list[Snapshot]:
    r"""Parse CSV with a header, and lists in the cells, separated by spaces, commas or semicolons.

    >>> read_result_rows('chip_counts,places,payouts\n600 400,1 0,100 50\n', "results.csv")[0].stacks
    [600, 400]
    """
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found = []
    try:
        header = [cell.strip().lower() for cell in next(reader)]
        check_columns(dict.fromkeys(header), f"{source} line 1")
        at = [header.index(name) for name in COLUMNS]
        for row in reader:
            if any(cell.strip() for cell in row):
                where = f"{source} line {reader.line_num}"
                cells = zip(COLUMNS, (row[place] if place < len(row) else "" for place in at), strict=True)
                lists = {name: read_numbers(cell, f"{where}, {name}") for name, cell in cells}
                found.append(snapshot_of(lists, where))
            if len(found) > MAX_SNAPSHOTS:
                break
    except csv.Error as error:
        raise InputError(source, "must be CSV", Verbatim(str(error)), code="wrong_format") from None
    return check_many(found, source)


def read_numbers(text: str, field: str) -> list[int | float]:
    """Parse a list of numbers in one cell, with or without brackets.

    >>> read_numbers("[600, 400.5]", "chip_counts")
    [600, 400.5]
    """
    check_length(field, text, MAX_CELL)
    pieces = BETWEEN.split(text.strip(" \t[]()"))
    return [read_number(piece, field) for piece in pieces if piece]


def read_number(text: str, field: str) -> int | float:
    """Parse one number in the format of programs."""
    check_length(field, text, MAX_NUMBER)
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise InputError(field, "must be a list of numbers: 600 400", text, code="wrong_type") from None
