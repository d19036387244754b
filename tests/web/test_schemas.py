"""Answers match their OpenAPI schemas: every key is described, and there are no others."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from finaltable.answers import Answer, json_fields
from finaltable.asking import find_question, question_names
from finaltable.web.app import described
from finaltable.web.openapi import REFUSALS
from finaltable.web.schemas import REFERENCE, answer_shape, object_schema, schema_of
from tests.many import write_example_files
from tests.program import in_process
from tests.serving import asking

# Requests whose answers have keys or types that the examples do not have.
MORE = (
    "equity 1000 500 100 -p 100,50 --method exact",
    "equity 0.1 0.3 0 -p 100,50 --model icm --method subsets",
    "compare 3 2 0 0 -p 100,50 --models icm,dcm,chip_ev,icm:0.5+dcm:0.5",
    "finish 3 2 1 --knockouts --method exact --models dcm",
    "sweep 1000 500 100 -p 100,50 --points 3 --threshold 0.1",
    "decide 1000 1000 2000 3000 -p 50,30,20 --hero 2 --all-in 1,3 --hand AJs --range 20% --range 30% --samples 2000",
    "decide 1000 1000 2000 3000 -p 50,30,20 --hero 2 --all-in 1 --equity 0.4",
    "pressure 3 2 1 0 -p 1,1,1",
    "deal 50 30 20 -p 900,400,200 --fixed 1=700 --leave 50,20 --no-cap --last-longer 30 --last-longer-players 2,3",
    "sensitivity 1000 990 100.5 -p 100,50 --big-blind 20 --threshold 0.2",
    "tree 3 2 1 --depth 4 --player 2",
    "equity 1000 500 100 -p 100,50 --bounties 10 --method exact",
    "compare 3 2 0 -p 100,50 --bounties 10,20,0",
    "decide 1000 1000 2000 3000 -p 50,30,20 --hero 2 --all-in 1 --equity 0.4 --bounties 0.3",
    "deal 50 30 20 -p 900,400,200 --bounties 30,20,10 --bounty-terms share --bounty-share 0.25",
    "pressure 3 2 1 -p 1,1,1 --bounties 5",
    "bounties 3 2 1 --mystery 1x100,3x10.5 --method exact --models dcm",
)


def checked(shape: type) -> Draft202012Validator:
    """Return a validator for the answer of a question."""
    components: dict[str, Any] = {}
    schema = schema_of(shape, components)
    schema = json.loads(json.dumps({**schema, "$defs": components}).replace(REFERENCE, "#/$defs/"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


FIRST = tuple(find_question(name).examples[0] for name in question_names())


@pytest.mark.parametrize("line", [*FIRST, *MORE])
def test_every_answer_has_the_declared_keys_and_types(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_example_files(tmp_path)
    command, *arguments = shlex.split(line)
    code, shown = in_process(command, *arguments, "--json")
    assert code == 0
    checked(answer_shape(find_question(command))).validate(json.loads(shown))


@pytest.mark.parametrize("name", question_names())
def test_every_key_of_every_answer_is_described(name: str) -> None:
    components: dict[str, Any] = {}
    schema_of(answer_shape(find_question(name)), components)
    silent = [
        f"{component}.{key}"
        for component, schema in components.items()
        for key, about in schema["properties"].items()
        if not about.get("description")
    ]
    assert silent == []
    assert all(schema["description"] for schema in components.values())


@dataclass(frozen=True)
class Loose(Answer):
    """Two keys."""

    a: int
    """A number."""
    b: tuple[str | None, ...]


@pytest.mark.parametrize("wrong", [{"a": 1}, {"a": 1, "b": [], "c": 2}, {"a": 0.5, "b": []}, {"a": 1, "b": [1]}])
def test_missing_keys_unknown_keys_and_wrong_types_are_detected(wrong: object) -> None:
    assert checked(Loose).is_valid(Loose(1, ("x", None)).to_dict())
    assert not checked(Loose).is_valid(wrong)


@dataclass(frozen=True)
class Part:
    """A part of an answer."""

    stack: int | Fraction
    """Chips; None: not known."""
    low: Annotated[Any, list[float | None]]
    """By player; NaN: not known."""


@dataclass(frozen=True)
class Whole(Answer):
    """An answer with all features of JSON fields."""

    part: Part
    maybe: Part | None = None
    """Another part; None where there is none."""

    in_json = (
        json_fields("part chips=part.stack")
        + json_fields("double half=part.stack", fractions=float)
        + json_fields("maybe", where="maybe")
    )

    def double(self) -> Fraction:
        """Return twice the stack."""
        return Fraction(2 * self.part.stack)


def test_keys_are_renamed_read_through_parts_and_methods_and_left_out() -> None:
    part = Part(Fraction(5, 8), np.array([1.5, np.nan]))
    first = {"part": {"stack": "5/8", "low": [1.5, None]}, "chips": "5/8", "double": 1.25, "half": 0.625}
    assert Whole(part).to_dict() == first
    assert list(Whole(part, part).to_dict()) == ["part", "chips", "double", "half", "maybe"]
    for answer in (Whole(part), Whole(part, part)):
        checked(Whole).validate(answer.to_dict())
    assert not checked(Whole).is_valid({**first, "maybe": None})


def test_docstrings_become_descriptions_in_terms_of_json() -> None:
    whole, part = object_schema(Whole, {}), object_schema(Part, {})
    assert whole["description"] == "An answer with all features of JSON fields."
    assert whole["properties"]["double"] == {"type": "number", "description": "Twice the stack."}
    assert whole["properties"]["maybe"]["description"] == "Another part; left out where there is none."
    assert part["properties"]["stack"]["description"] == "Chips; null: not known."


def test_openapi_describes_every_answer_and_every_refusal() -> None:
    with asking() as client:
        described = client.get("/openapi.json").json()
        problem = client.post("/api/v1/equity", json={"stacks": [-1], "payouts": [1]}).json()
    components = described["components"]["schemas"]
    assert {"Equity", "Comparison", "FinishAnswer", "Sweep", "Decision", "Deal", "Problem"} <= set(components)
    assert all(component["additionalProperties"] is False for component in components.values())
    for operations in described["paths"].values():
        answers = operations["post"]["responses"]
        assert {int(status) for status in answers} == {200, 202, *REFUSALS}
        schemas = [answer["content"]["application/json"]["schema"] for answer in answers.values()]
        assert {schema["$ref"].removeprefix(REFERENCE) for schema in schemas} <= set(components)
    assert set(problem) == set(components["Problem"]["required"])


def test_the_description_is_cached() -> None:
    assert described() is described()
