"""Questions as tools of an assistant: a schema, a short text, and the command that prints it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from finaltable.asking.declare import Field, Question
from finaltable.asking.kinds import FLAG, PLAYER, PLAYERS, RANGE
from finaltable.reporting.layout import Report
from finaltable.reviews.commands import plain
from finaltable.table.text import has_thousands
from finaltable.web.api import request_fields, request_schema

MOST_TEXT = 6_000  # characters of an answer, without its command
WIDTH = 100
PICTURE = {
    "type": "boolean",
    "default": False,
    "description": "Also return the figure as a picture, if this question has one.",
}


def tool_schema(question: type[Question]) -> dict[str, Any]:
    """Return the schema of a tool's arguments: those of a request, and whether a picture is wanted."""
    schema = request_schema(question)
    if not question.shown.figure:
        return schema
    return {**schema, "properties": {**schema["properties"], "picture": PICTURE}}


def about(question: type[Question]) -> str:
    """Return the description of a tool."""
    return f"{question.help} The answer is a short text that ends with the command that prints all of it."


def answer_text(question: type[Question], found: Any, command: str) -> str:
    """Return an answer as a short text, with the command that prints all of it."""
    report = question.shown().show(found, "")
    text = report.plain(WIDTH) if isinstance(report, Report) else str(report)
    if len(text) > MOST_TEXT:
        text = f"{text[: text.rfind(chr(10), 0, MOST_TEXT)]}\n(cut here; the command prints all of it)"
    return f"{text.rstrip()}\n\nCommand: {command}"


def command_of(question: type[Question], given: Mapping[str, Any]) -> str:
    """Return the command line of a request.

    >>> from finaltable.asking import find_question
    >>> command_of(find_question("equity"), {"stacks": [2, 1], "payouts": [1], "names": ["A b", "C"], "model": "icm"})
    "finaltable equity 'A b=2' C=1 --payouts 1 --model icm"
    """
    words = [question.name]
    if question.needs:
        names = given.get("names") or [""] * len(given["stacks"])
        for name, stack in zip(names, given["stacks"], strict=True):
            words.append(f"{name}={text_of(stack)}" if name else text_of(stack))
    for name, field in request_fields(question).items():
        if given.get(name) is not None and name not in ("stacks", "names"):
            words += words_of(field, given[name])
    return "finaltable " + shlex.join(words)


def words_of(field: Field, value: Any) -> Iterator[str]:
    """Yield the words of one field on a command line."""
    flag = next((one for one in field.flags if one.startswith("--")), f"--{field.name.replace('_', '-')}")
    if field.name == "files":
        yield from (file["name"] for file in value)
    elif field.kind is FLAG:
        if value != field.default:
            yield flag.partition("/")[0] if value else f"--no-{field.name.replace('_', '-')}"
    elif field.flags == ("",):
        yield from map(text_of, value if isinstance(value, list) else [value])
    elif field.name == "payouts":
        prizes = [text_of(prize) for prize in value]
        yield from (flag, ("/" if has_thousands(prizes) else ",").join(prizes))
    elif field.kind.many:
        yield from (word for one in many_of(value) for word in (flag, one))
    else:
        yield flag
        yield of_kind(field, value)


def many_of(value: Any) -> list[str]:
    """Return the texts of an option that is repeated."""
    if isinstance(value, dict):
        return [f"{name}={text_of(one)}" for name, one in value.items()]
    return [text_of(one) for one in value]


def of_kind(field: Field, value: Any) -> str:
    """Return a value as an option takes it: players count from 1, a range has a dash."""
    if field.kind is PLAYER:
        return str(value + 1) if isinstance(value, int) else str(value)
    if field.kind is PLAYERS:
        return ",".join(str(one + 1) if isinstance(one, int) else str(one) for one in value)
    if field.kind is RANGE:
        return "-".join(map(str, value))
    return text_of(value, "+" if "model" in field.name or field.name in ("compare", "others") else ",")


def text_of(value: Any, join: str = ",") -> str:
    """Return a JSON value as text; weights of a mixture are joined by plus signs."""
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int | float):
        return plain(value) if abs(value) >= 1e-4 or value == 0 else repr(value)
    if isinstance(value, dict):
        mixed = ":" if join == "+" else "="
        return join.join(f"{name}{mixed}{text_of(one)}" for name, one in value.items())
    if value and all(isinstance(one, list) for one in value):  # envelopes of a mystery bounty
        return ",".join(f"{text_of(count)}x{text_of(amount)}" for count, amount in value)
    return ",".join(text_of(one, join) for one in value)
