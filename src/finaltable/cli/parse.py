"""A command line that is written as the help says, read without Typer: loading that takes longer than most answers.

Everything else, and every mistake, is left to Typer, which has the words for it. `tests/test_parse.py` holds the two
together.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from finaltable.asking.declare import REQUIRED, Field, Question
from finaltable.asking.kinds import FLAG
from finaltable.cli.options import flags_of, options_of

COMPLETING = "_FINALTABLE_COMPLETE"  # set by a shell that wants to know how a line may go on


class Unusual(Exception):  # noqa: N818 (Typer reads it)
    """A line that Typer must read."""


def parse(question: type[Question], arguments: list[str]) -> dict[str, Any] | None:
    """Return what each option was given, or None where Typer must read the line."""
    fields = options_of(question)
    raw = {name: default for name, field in fields.items() if (default := default_of(field)) is not None}
    try:
        for name, value in pairs(question, fields, arguments):
            many = not flags_of(question, fields[name]) or fields[name].kind.many
            raw[name] = [*raw.get(name, ()), value] if many else value
    except Unusual:
        return None
    missing = any(
        not flags_of(question, field) and field.default is REQUIRED and not raw.get(field.name)
        for field in fields.values()
    )
    return None if missing or COMPLETING in os.environ else raw


def default_of(field: Field) -> Any:
    """Return what stands for an option that is not given."""
    return field.default if field.kind is FLAG else field.usual or None


def pairs(question: type[Question], fields: dict[str, Field], arguments: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield the fields that are given, with their values."""
    written = spelled(question, fields)
    words = iter(arguments)
    for word in words:
        flag, sign, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if word == "-" or not word.startswith("-"):
            flag, value = "", word
        if flag not in written:
            raise Unusual
        name, meaning = written[flag]
        if meaning is not None:
            if sign:
                raise Unusual
            yield name, meaning
        else:
            yield name, value if sign or not flag else plain_value(next(words, "-"))


def plain_value(word: str) -> str:
    """Return the value of an option, which must not look like another option."""
    if word.startswith("-"):
        raise Unusual
    return word


def spelled(question: type[Question], fields: dict[str, Field]) -> dict[str, tuple[str, bool | None]]:
    """Return the fields by how they are written, with what a flag means; the argument is written as nothing."""
    found: dict[str, tuple[str, bool | None]] = {}
    for name, field in fields.items():
        for flag in flags_of(question, field) or ("",):
            yes, _, no = flag.partition("/")
            found[yes] = (name, True if field.kind is FLAG else None)
            if no:
                found[no] = (name, False)
    return found
