"""Codes of errors: each one is in the table, is used, has a status, and survives pickling and copying."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path

import pytest

import finaltable as ft
from finaltable.errors import CODES, InputError, MissingError, TooSlowError, UnavailableError
from finaltable.web.limits import LimitError
from finaltable.web.openapi import REFUSALS, describe_api
from finaltable.web.problems import STATUSES
from tests.serving import asking

SOURCE = Path(ft.__file__).parent


def codes_in(tree: ast.AST) -> set[str]:
    """Return the codes in a file: in calls with ``code=``, and as the default of a class."""
    values: list[ast.expr | None] = []
    for one in ast.walk(tree):
        if isinstance(one, ast.keyword) and one.arg == "code":
            values += [one.value.body, one.value.orelse] if isinstance(one.value, ast.IfExp) else [one.value]
        elif isinstance(one, ast.Assign | ast.AnnAssign) and "usual_code" in ast.unparse(one):
            values.append(one.value)
    return {str(value.value) for value in values if isinstance(value, ast.Constant) and value.value}


def test_every_code_in_the_source_is_in_the_table_and_every_code_in_the_table_is_used() -> None:
    written = {code for file in SOURCE.rglob("*.py") for code in codes_in(ast.parse(file.read_text("utf-8")))}
    assert written == set(CODES)


def test_few_errors_have_the_default_code() -> None:
    calls = [
        call
        for file in SOURCE.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "InputError"
    ]
    without = [call for call in calls if not any(one.arg == "code" for one in call.keywords)]
    assert len(without) < 0.15 * len(calls)


def test_openapi_lists_the_codes_with_their_meaning() -> None:
    described = describe_api()["components"]["schemas"]["Problem"]["properties"]["code"]
    assert described["enum"] == list(CODES)
    assert all(f"- {code}: {meaning}" in described["description"] for code, meaning in CODES.items())


def test_statuses_belong_to_codes_and_are_documented() -> None:
    assert set(STATUSES) <= set(CODES)
    asked = {status for statuses in STATUSES.values() for status in statuses} - {404, 405}  # not for questions
    assert asked <= set(REFUSALS)


ERRORS = [
    InputError("stacks[1]", "must not be negative", -5, hint="try 5", code="negative", facts={"most": 8}),
    InputError("x", "must be another", 1),
    MissingError("payouts", "must be given"),
    MissingError("plot", "needs matplotlib", code="unavailable"),
    UnavailableError("matrix", "is not part of the model"),
    TooSlowError("max_seconds", "is too short", 1.5),
    LimitError("stacks", "must be at most 8 on this server", 9, facts={"most": 8}),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_pickles_and_copies_keep_code_and_facts(error: InputError) -> None:
    moved = error.with_field("names[3]")
    assert (moved.field, str(moved)) == ("names[3]", str(error).replace(error.field, "names[3]", 1))
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error), moved):
        assert type(other) is type(error)
        assert (other.code, other.facts, other.rule, other.hint) == (error.code, error.facts, error.rule, error.hint)


def test_errors_of_a_batch_keep_their_code() -> None:
    with pytest.raises(InputError) as caught:
        ft.value_tables([[2, 1], [1, -1]], [1])
    assert (caught.value.field, caught.value.code) == ("stacks[1][1]", "negative")


def test_unknown_addresses_and_methods_have_the_code_not_here() -> None:
    with asking() as client:
        answers = [client.get("/api/v1/nothing"), client.get("/api/v1/equity")]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "not_here"), (405, "not_here")]
