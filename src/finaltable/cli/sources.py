"""Read the table of a question from a file, standard input, or the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from finaltable.asking import given_table as tables
from finaltable.cli.stream import tell
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.file_bytes import read_bytes
from finaltable.table.files import WrittenTable, read_document
from finaltable.table.text import split_list

if TYPE_CHECKING:
    from finaltable.asking.declare import Question
    from finaltable.table.table import Number, Table


def read_table(question: type[Question], raw: Mapping[str, Any]) -> tuple[Table | None, str]:
    """Return the players and prizes of a question, and the currency."""
    if not question.needs:
        return None, ""
    written = read_players(raw)
    if written.terms and question.name == "deal":
        found = Verbatim(", ".join(written.terms))
        raise InputError("file", "must hold the table only", found, hint="give the terms as options", code="conflict")
    missing = "in the file or with --payouts" if written.where else "--payouts 100,50"
    table, currency = tables.read_table(question, written, raw, missing)
    if question.needs == "prizes" and question.name != "deal":  # a deal refuses rising prizes
        note_rising(table.payouts)
    return table, currency


def read_players(raw: Mapping[str, Any]) -> WrittenTable:
    """Return the players as they were written."""
    given, file, names = list(raw.get("stacks") or []), raw.get("file"), raw.get("names")
    if file == "":
        raise MissingError("file", "must be the name of a file")
    if "-" in given and len(given) > 1:
        rule = "must be '-' alone, or amounts"
        raise InputError("stacks", rule, " ".join(given), hint="'-' is standard input", code="wrong_type")
    if file is not None and given:
        raise InputError("stacks", "must come from the command line or from --file, not both", given, code="conflict")
    if file is not None or given == ["-"]:
        table = read_file(file or "-")
    elif given:
        table = read_arguments(given)
    else:
        raise MissingError("stacks", "must be given: as arguments (1000 500 100) or with --file")
    if names is None:
        return table
    if table.names is not None and not table.where:
        raise InputError("names", "must be given once: in the stacks or with --names", names, code="conflict")
    return replace(table, names=tuple(name.strip() for name in names.split(",")))


def note_rising(payouts: Sequence[Number]) -> None:
    """Note on standard error if a later place pays more."""
    rise = next((i for i in range(1, len(payouts)) if payouts[i] > payouts[i - 1]), None)
    if rise is not None:
        tell(f"Note: place {rise + 1} pays more than place {rise}; payouts are read from first place down.")


def read_file(path: str) -> WrittenTable:
    """Read a table from a file, or from standard input for "-"."""
    if path == "-" and sys.stdin is not None and sys.stdin.isatty():
        tell("Type the table (CSV or JSON), then Ctrl-D.")
    return read_document(*read_bytes(path, "stacks" if path == "-" else "file"))


def read_arguments(given: list[str]) -> WrittenTable:
    """Read stacks from the command line, with or without names."""
    if len(given) == 1 and re.search(r"[,;/\s]", given[0].strip()):
        given = split_list(given[0], "stacks")
    signs = [re.search("[=:]", text) for text in given]
    if not any(signs):
        return WrittenTable(tuple(given))
    starts = [sign.start() if sign else 0 for sign in signs]
    written = [text[:start].strip() for text, start in zip(given, starts, strict=True)]
    names = tuple(name or f"Player {i}" for i, name in enumerate(written, start=1))
    stacks = tuple(text[sign.end() :] if sign else text for text, sign in zip(given, signs, strict=True))
    return WrittenTable(stacks, names=names)
