"""Parse lists of numbers in a cell: "1000 500 100", "[1000, 500, 100]", "1000;500;100".

A column of plain cells is parsed at once; otherwise, `read_numbers` parses each cell and explains its errors.
"""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from finaltable.errors import InputError, check_length
from finaltable.table.text import MAX_LIST

BRACKETS = "[]() \t\r\n"
SEPARATOR = re.compile(r"[ \t]*[,;/][ \t]*|[ \t]+")
NUMBER = re.compile(
    r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:nan|inf(?:inity)?)", re.IGNORECASE
)
LARGEST = 2**53  # above, floats cannot represent all whole numbers
LISTS = pa.list_(pa.float64())


def read_numbers(text: str, field: str) -> list[float]:
    """Parse the numbers of one cell, or raise an `InputError`.

    >>> read_numbers("[1000, 500, 2.5]", "stacks")
    [1000.0, 500.0, 2.5]
    """
    check_length(field, text, MAX_LIST)
    bare = text.strip(BRACKETS)
    pieces = SEPARATOR.split(bare) if bare else []
    for piece in pieces:
        if not NUMBER.fullmatch(piece):
            raise InputError(field, "must be numbers with commas or spaces between them", text, code="not_a_number")
        if re.match("0[0-9]", piece):
            rule = "can be read in two ways"
            raise InputError(field, rule, text, hint="write thousands without commas", code="ambiguous")
    return [check_size(float(piece), field) for piece in pieces]


def check_size(number: float, field: str) -> float:
    """Return a number as a float, or raise if that would change it."""
    if LARGEST <= abs(number) < float("inf"):
        raise InputError(field, f"must be below {LARGEST:,} in a text file", number, code="too_large")
    return float(number)


def read_number_lists(cells: Any, field: str) -> tuple[Any, list[str | None]]:
    """Parse a column of texts to a column of lists, with the problem of each row or None."""
    plain = read_plainly(cells)
    if plain is not None:
        return plain, [None] * len(cells)
    lists: list[list[float] | None] = []
    reasons: list[str | None] = []
    for text in cells.to_pylist():
        try:
            lists.append(None if text is None else read_numbers(text, field))
            reasons.append(None)
        except InputError as error:
            lists.append(None)
            reasons.append(str(error))
    return pa.array(lists, LISTS), reasons


def read_plainly(cells: Any) -> Any | None:
    """Parse a column of plain cells to a column of lists; return None if any cell is not plain."""
    if (pc.max(pc.utf8_length(cells)).as_py() or 0) > MAX_LIST:
        return None
    bare = pc.utf8_trim(cells, BRACKETS)
    spaced = pc.replace_substring_regex(bare, r"[ \t]*[,;/][ \t]*|[ \t]+", ",")
    closer = pc.match_substring_regex(spaced, r"^$|(^|,)[+-]?(0[0-9]|[^0-9.+-])")
    if pc.any(closer).as_py():
        return None
    try:
        lists = pc.split_pattern(spaced, ",").cast(LISTS)
    except pa.ArrowInvalid:
        return None
    values = lists.flatten() if isinstance(lists, pa.Array) else lists.combine_chunks().flatten()
    largest = pc.max(pc.abs(values)).as_py()
    return lists if largest is None or largest < LARGEST else None
