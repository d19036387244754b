"""Where a table comes from: a file, standard input, or the command line."""

from __future__ import annotations

import re
import sys

from finaltable.cli.stream import tell
from finaltable.table.files import WrittenTable, read_document
from finaltable.table.sources import read_bytes
from finaltable.table.text import split_list


def read_file(path: str) -> WrittenTable:
    """Read a table from a file, or from standard input for "-"."""
    if path == "-" and sys.stdin is not None and sys.stdin.isatty():
        tell("Type the table (CSV or JSON), then Ctrl-D.")
    return read_document(*read_bytes(path, "stacks" if path == "-" else "file"))


def read_arguments(given: list[str]) -> WrittenTable:
    """Read stacks as they stand on the command line, with or without names."""
    if len(given) == 1 and re.search(r"[,;/\s]", given[0].strip()):
        given = split_list(given[0], "stacks")
    signs = [re.search("[=:]", text) for text in given]
    if not any(signs):
        return WrittenTable(tuple(given))
    starts = [sign.start() if sign else 0 for sign in signs]
    called = [text[:start].strip() for text, start in zip(given, starts, strict=True)]
    names = tuple(name or f"Player {i}" for i, name in enumerate(called, start=1))
    stacks = tuple(text[sign.end() :] if sign else text for text, sign in zip(given, signs, strict=True))
    return WrittenTable(stacks, names=names)
