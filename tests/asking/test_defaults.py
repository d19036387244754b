"""A question has the same defaults in Python as on the command line and over HTTP."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import finaltable as ft
from finaltable.asking import find_question, question_names
from finaltable.asking.declare import fields_of
from finaltable.asking.defaults import USUAL

FUNCTIONS: dict[str, Any] = {name: getattr(ft, name) for name in question_names() if hasattr(ft, name)}
FUNCTIONS |= {"bounties": ft.compare_bounties, "history": ft.read_history, "open": ft.open_solution}
NONE_IS = {("equity", "model"): USUAL["values"], ("finish", "method"): "auto"}  # in the question


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_fields_have_the_defaults_of_the_arguments(name: str) -> None:
    arguments = inspect.signature(FUNCTIONS[name]).parameters
    fields = {key: NONE_IS.get((name, key), field.default) for key, field in fields_of(find_question(name)).items()}
    given = {key: one.default for key, one in arguments.items() if key in fields and one.default is not one.empty}
    assert given or name in ("history", "open")
    assert given == {key: fields[key] for key in given}


def test_every_question_but_range_is_a_function() -> None:
    assert set(question_names()) - set(FUNCTIONS) == {"range"}
