"""Divide files into parts: check that their columns match, and cut them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from finaltable.batches.job import BatchPart
from finaltable.batches.manifest import SourceFile
from finaltable.batches.parquet import check_schema, footer_of
from finaltable.batches.storage import open_file
from finaltable.batches.text_rows import LONGEST, MORE
from finaltable.errors import InputError, Verbatim

PIECE = 8 << 20  # bytes of a text file in one part


class ColumnLayout(NamedTuple):
    """Layout that all files of a source share."""

    kind: str = "parquet"
    """ "parquet", "csv" or "jsonl"."""
    columns: tuple[str, ...] = ()
    """Columns of text files; empty for Parquet."""
    delimiter: str = ","


class Needs(NamedTuple):
    """Columns and sizes that work needs of its source files."""

    columns: Sequence[str]
    """Columns that must be there."""
    lists: Sequence[str]
    """Columns that hold lists of numbers."""
    added: Sequence[str]
    """Columns of the result, which must not be there."""
    refused: Mapping[str, str]
    """Columns that would be misunderstood, with the rule."""
    rows: int | None = None
    """Most rows in a part; None: those of a row group."""
    piece: int | None = None
    """Bytes of a text file in one part; None: 8 MB."""


class Cut(NamedTuple):
    """A range of a file that becomes a part."""

    source: SourceFile
    start: int
    stop: int
    weight: int
    rows: tuple[int, int] | None = None


def plan_parts(sources: Sequence[SourceFile], kind: str, needs: Needs) -> tuple[ColumnLayout, list[BatchPart]]:
    """Return the common layout of all files, and their parts; or raise if the files do not match."""
    plan: Callable[..., tuple[ColumnLayout, list[Cut]]] = {
        "parquet": plan_parquet,
        "csv": plan_csv,
        "jsonl": plan_json,
    }[kind]
    filled = [source for source in sources if source.mark.bytes or kind == "parquet"]
    layout, cuts = plan(filled, needs)
    parts = [
        BatchPart(number, cut.source.address, cut.source.name, cut.source.mark, *cut[1:])
        for number, cut in enumerate(cuts)
    ]
    return layout._replace(kind=kind), parts


def check_columns(names: Sequence[str], source: str, needs: Needs) -> None:
    """Raise if a column is missing, would be misunderstood, or is duplicated."""
    for name in needs.columns:
        if name not in names:
            found = Verbatim(f"{source} with {', '.join(names[:20]) or 'none'}")
            raise InputError("source", f"must have a column {name}", found, code="missing")
    for name, rule in needs.refused.items():
        if name in names:
            found = Verbatim(f"{name} in {source}")
            raise InputError("source", rule, found, hint="rename it to keep it", code="conflict")
    taken = next((name for name in names if name in needs.added or list(names).count(name) > 1), None)
    if taken is not None:
        rule = "must have columns that differ from each other and from the new ones"
        raise InputError("source", rule, Verbatim(f"{taken} in {source}"), code="duplicate")


def check_same(first: Any, other: Any, names: tuple[str, str]) -> None:
    """Raise if two files have different columns."""
    if first != other:
        rule = "must have the same columns in every file"
        raise InputError("source", rule, Verbatim(" and ".join(names)), code="wrong_format")


def plan_parquet(sources: Sequence[SourceFile], needs: Needs) -> tuple[ColumnLayout, list[Cut]]:
    """Cut Parquet files into their row groups."""
    cuts: list[Cut] = []
    first: tuple[Any, str] | None = None
    for source in sources:
        footer = open_footer(source)
        if not footer.num_rows:
            continue
        schema = footer.schema.to_arrow_schema().remove_metadata()
        first = first or (schema, source.name)
        check_same(first[0], schema, (first[1], source.name))
        check_schema(schema, source.name, needs.lists)
        check_columns(schema.names, source.name, needs)
        for number in range(footer.num_row_groups):
            cuts += cuts_of_group(source, number, footer.row_group(number).num_rows, needs.rows)
    return ColumnLayout(), cuts


def cuts_of_group(source: SourceFile, group: int, rows: int, most: int | None) -> Iterator[Cut]:
    """Cut a row group into parts of at most so many rows."""
    if most is None:
        yield from [Cut(source, group, group + 1, rows)] if rows else []
        return
    for first in range(0, rows, most):
        last = min(first + most, rows)
        yield Cut(source, group, group + 1, last - first, (first, last))


def open_footer(source: SourceFile) -> Any:
    """Return the footer of a Parquet file, or raise if it is broken."""
    try:
        return footer_of(source.address, source.mark)
    except (OSError, pa.ArrowException) as error:
        found = Verbatim(f"{source.name}: {str(error).partition(chr(10))[0]}")
        raise InputError("source", "must be Parquet files that can be read", found, code="file_failed") from None


def plan_csv(sources: Sequence[SourceFile], needs: Needs) -> tuple[ColumnLayout, list[Cut]]:
    """Cut CSV files into pieces; the header has the columns."""
    layout, name = ColumnLayout(), ""
    for source in sources:
        found = read_header(opening_of(source, LONGEST), source.name)
        check_columns(found.columns, source.name, needs)
        if name:
            check_same(layout, found, (name, source.name))
        layout, name = found, source.name
    return layout, [cut for source in sources for cut in pieces_of(source, needs.piece)]


def read_header(opening: bytes, source: str) -> ColumnLayout:
    r"""Parse the columns of a CSV file and the delimiter from its first line.

    >>> read_header(b"id;stacks;payouts\n1;5 3;2 1", "tables.csv")
    ColumnLayout(kind='csv', columns=('id', 'stacks', 'payouts'), delimiter=';')
    """
    line = opening.partition(b"\n")[0]
    if len(line) >= LONGEST:
        raise InputError("source", f"must begin with a header of less than {LONGEST:,} bytes", source, code="too_long")
    text = line.decode("utf-8-sig", "replace").rstrip("\r")
    delimiter = next((sign for sign in ",;\t" if sign in text), ",")
    try:
        columns = next(csv.reader([text], delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        rule = "must begin with a header"
        raise InputError("source", rule, Verbatim(f"{source}: {error}"), code="wrong_format") from None
    return ColumnLayout("csv", tuple(column.strip() for column in columns), delimiter)


def opening_of(source: SourceFile, most: int) -> bytes:
    """Return the first bytes of a file."""
    with open_file(source.address) as file:
        return file.read(most)


def pieces_of(source: SourceFile, size: int | None = None) -> Iterator[Cut]:
    """Cut a text file into pieces; a piece has the lines that begin in it."""
    for start in range(0, source.mark.bytes, size or PIECE):
        stop = min(start + (size or PIECE), source.mark.bytes)
        yield Cut(source, start, stop, stop - start)


def plan_json(sources: Sequence[SourceFile], needs: Needs) -> tuple[ColumnLayout, list[Cut]]:
    """Cut files of JSON lines into pieces; the columns are the fields in the first lines of all files."""
    columns: dict[str, None] = {}
    for source in sources:
        opening = opening_of(source, LONGEST)
        if opening.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"["):
            rule = "must have one JSON object in every line"
            raise InputError("source", rule, Verbatim(f"a list in {source.name}"), code="wrong_format")
        columns |= dict.fromkeys(read_names(opening))
    if sources:
        check_columns([*columns, MORE], sources[0].name, needs)
    return ColumnLayout("jsonl", (*columns, MORE)), [
        cut for source in sources for cut in pieces_of(source, needs.piece)
    ]


def read_names(opening: bytes) -> Iterator[str]:
    """Yield the names of all fields in the first lines of a JSON file; skip invalid lines."""
    for line in opening.split(b"\n"):
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(fields, dict):
            yield from (name for name in fields if name.isprintable())
