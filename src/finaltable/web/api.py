"""Requests to the API: their fields, how to parse them, and their OpenAPI schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from finaltable.asking import find_question, question_names
from finaltable.asking.blinds import big_blind_of
from finaltable.asking.bounty_fields import BountiesText, bounties_of_request
from finaltable.asking.declare import LOCAL, REQUIRED, Field, Question, Run, fields_of, read_fields
from finaltable.asking.kinds import A_TEXT, AMOUNTS, TEXT, Kind, Known, list_of, unparsed
from finaltable.errors import InputError, MissingError, as_keyword, spell_rule
from finaltable.histories.history_files import unpacked_size
from finaltable.names import under_new_names
from finaltable.table.table import Table
from finaltable.table.text import read_blinds, read_chips
from finaltable.web.limits import Limits
from finaltable.web.workers import Job


class Shape(NamedTuple):
    """A type of JSON values."""

    types: tuple[type, ...]
    words: str


SHAPES = {
    "array": Shape((list,), "a list"),
    "object": Shape((dict,), "an object"),
    "boolean": Shape((bool,), "true or false"),
    "string": Shape((str,), "a text"),
    "number": Shape((int, float), "a number"),
    "integer": Shape((int, float), "a whole number"),  # 3.0 is one
}
LONGEST_NAME = 60  # characters of a field name in an error
NAMES = Kind(unparsed, unparsed, list_of(A_TEXT))
PLAYERS = (
    Field("stacks", AMOUNTS, REQUIRED, 'Chips of each player; text like "12.5k" is allowed, and "12.5bb" with blinds.'),
    Field("names", NAMES, None, "A name for each player."),
)
PRIZES = (
    Field("payouts", AMOUNTS, REQUIRED, "Prizes from first place down."),
    Field("extra_payouts", TEXT, "error", "Prizes that no player can win: error, or drop to leave them out."),
)
BOUNTIES = tuple(fields_of(BountiesText).values())
QUESTIONS: dict[str, type[Question]] = {
    name: question for name in question_names() if (question := find_question(name)).example
}


def request_fields(question: type[Any]) -> dict[str, Field]:
    """Return the fields of a request by name."""
    table = {"": (), "players": PLAYERS + BOUNTIES, "prizes": PLAYERS + PRIZES + BOUNTIES}[question.needs]
    return {field.name: field for field in (*table, *fields_of(question).values()) if field.bound != LOCAL}


def answer(question: type[Question], given: Mapping[str, Any], limits: Limits, job: Job) -> dict[str, Any]:
    """Parse a request and return its answer as a dict."""
    found: dict[str, Any] = read_request(question, given, limits).ask(Run(job.checkpoint, 1)).to_dict()
    return found


def solution_file(question: type[Question], given: Mapping[str, Any], limits: Limits, job: Job) -> bytes:
    """Parse a request and return its answer as a file of a solution."""
    from finaltable.equilibrium.files import packed

    return packed(read_request(question, given, limits).ask(Run(job.checkpoint, 1)).first)


def read_request(question: type[Question], given: Mapping[str, Any], limits: Limits) -> Question:
    """Parse a request, or raise."""
    known = request_fields(question)
    given = under_new_names(given, known)
    for name, value in given.items():
        if name not in known:
            raise InputError(name[:LONGEST_NAME], "is not a field of this request", value, code="unknown_field")
        if value is not None:
            check_shape(known[name].kind.schema, value, name)
    table: dict[str, Any] = {"table": read_table(question, given, limits)} if question.needs else {}
    values = read_fields(question, given, Known(table["table"].names if table else ()), text=False)
    keep_bounds(question, values, limits)
    return question(**table, **values)


def check_shape(schema: Mapping[str, Any], value: object, field: str) -> None:
    """Raise for a value of the wrong type; everything else is validated where the value is used.

    >>> check_shape({"anyOf": [{"type": "integer"}, {"type": "string"}]}, [], "hero")
    Traceback (most recent call last):
    finaltable.errors.InputError: hero must be a whole number or a text, got []
    """
    some = {one["type"]: one for one in schema.get("anyOf", [schema])}
    fit = next((one for kind, one in some.items() if is_of(kind, value)), None)
    if fit is None:
        # Text as an alternative to a number is a formatted number.
        words = [SHAPES[kind].words for kind in some if not (kind == "string" and "number" in some)]
        raise InputError(
            field, "must be " + " or ".join(words), value, code="not_a_number" if "number" in some else "wrong_type"
        )
    if isinstance(value, list) and "items" in fit and "properties" not in fit["items"]:
        for i, item in enumerate(value):
            check_shape(fit["items"], item, f"{field}[{i}]")
    if isinstance(value, dict) and isinstance(fit.get("additionalProperties"), Mapping):
        for name, item in value.items():
            check_shape(fit["additionalProperties"], item, f"{field}[{name[:LONGEST_NAME]}]")


def is_of(kind: str, value: object) -> bool:
    """Return whether a value has a JSON type; unlike in Python, a bool is not a number."""
    return isinstance(value, SHAPES[kind].types) and (kind == "boolean" or not isinstance(value, bool))


def read_table(question: type[Question], given: Mapping[str, Any], limits: Limits) -> Table:
    """Return the table of a request."""
    needed = ("stacks", "payouts") if question.needs == "prizes" else ("stacks",)
    for name in needed:
        if given.get(name) is None:
            raise MissingError(name, "must be given")
    stacks, payouts = given["stacks"], given.get("payouts") or []
    limits.check_table(stacks, payouts)
    extra = given.get("extra_payouts") or "error"
    prizes = numbers(payouts, "payouts") if question.needs == "prizes" else [1]
    chips = numbers(stacks, "stacks", big_blind_of(question, given))
    table = Table.of(chips, prizes, names=given.get("names"), extra_payouts=extra)
    return table.with_bounties(**bounties_of_request(given, table))


def numbers(values: list[Any], field: str, big_blind: int | float | None = None) -> list[Any]:
    """Return amounts as numbers, perhaps from big blinds; values that are not text are validated with the table."""
    return [amount_of(value, f"{field}[{i}]", big_blind) for i, value in enumerate(values)]


def amount_of(value: Any, field: str, big_blind: int | float | None) -> Any:
    """Return an amount as a number, if it is a text."""
    if not isinstance(value, str):
        return value
    return read_blinds(value, field, big_blind) if big_blind else read_chips(value, field)


def keep_bounds(question: type[Question], values: dict[str, Any], limits: Limits) -> None:
    """Raise for values beyond this server's limits; cap defaults at the limits."""
    for name, field in fields_of(question).items():
        if field.bound == "tolerance":
            if name in values or field.default is not None:
                values[name] = limits.tolerance_or(field.default or 0.0, values.get(name))
        elif field.bound == "unpacked_bytes":
            limits.check_unpacked(sum(unpacked_size(data) for _, data in values.get(name, ())))
        elif field.bound and field.bound != LOCAL:
            limits.check_most(name, values.get(name), getattr(limits, field.bound))


def request_schema(question: type[Question]) -> dict[str, Any]:
    """Return the schema of a request."""
    fields = request_fields(question)
    return {
        "title": f"{question.name.capitalize()}Request",
        "type": "object",
        "properties": {name: field_schema(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.default is REQUIRED],
        "additionalProperties": False,
        "examples": [dict(question.example)],
    }


def field_schema(field: Field) -> dict[str, Any]:
    """Return the schema of a field."""
    described = {"description": spell_rule(field.help_in("in_json"), str, as_keyword)}
    if field.default is REQUIRED:
        return {**field.kind.schema, **described}
    if field.default is None:
        return {"anyOf": [dict(field.kind.schema), {"type": "null"}], **described, "default": None}
    default = list(field.default) if isinstance(field.default, tuple) else field.default
    return {**field.kind.schema, **described, "default": default}
