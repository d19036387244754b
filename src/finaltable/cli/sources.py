"""Where a table comes from: a file, standard input, or the command line."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path

from finaltable.cli.stream import tell
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.inputs.files import MAX_BYTES, WrittenTable, read_document
from finaltable.inputs.text import split_list


def read_file(path: str) -> WrittenTable:
    """Read a table from a file, or from standard input for "-"."""
    if path == "-":
        if sys.stdin is None:
            raise MissingError("stacks", "must be on standard input, which is closed")
        if sys.stdin.isatty():
            tell("Type the table (CSV or JSON), then Ctrl-D.")
        return read_document(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    try:
        check_kind(path)
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError("file", "must be a file that can be read", Verbatim(f"{path}: {error.strerror}")) from None
    return read_document(data, Path(path).name)


def check_kind(path: str) -> None:
    """Raise for a device, which may never end, and for a pipe with a name, which may never begin.

    A pipe that a shell names, as for <(…), has a writer already; it lies in /dev or /proc.
    """
    mode = Path(path).stat().st_mode
    fifo = stat.S_ISFIFO(mode) and not path.startswith(("/dev/", "/proc/"))
    if fifo or stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        rule = "must be a file, not a device or a pipe ('-' reads standard input)"
        raise InputError("file", rule, path)


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
