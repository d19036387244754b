"""Answers are what OpenAPI says they are: every key is described, and no other is there."""

from __future__ import annotations

import ast
import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, TypedDict

import pytest
from jsonschema import Draft202012Validator

from finaltable.asking import find_question, question_names
from finaltable.asking.declare import Question, Run
from finaltable.web.app import described
from finaltable.web.openapi import REFUSALS
from finaltable.web.schemas import REFERENCE, answer_shape, schema_of
from tests.documents import ROOT
from tests.many import write_parquet
from tests.program import in_process
from tests.serving import asking

PACKAGE = ROOT / "src" / "finaltable"
ADVICE = """{where} returns {found}, not {wanted}.
Declare {wanted} in finaltable/answers/: a TypedDict, a line per key. Then write `def to_dict(self) -> {wanted}`."""
# Ways to ask that answer with keys or kinds of values which the examples do not have.
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
    "deal 50 30 20 -p 900,400,200 --bounties 30,20,10 --heads share --bounty-share 0.25",
    "pressure 3 2 1 -p 1,1,1 --bounties 5",
    "bounties 3 2 1 --mystery 1x100,3x10.5 --method exact --models dcm",
)


def checked(shape: type) -> Draft202012Validator:
    """Return what tells whether a value has the shape of an answer."""
    components: dict[str, Any] = {}
    schema = schema_of(shape, components)
    schema = json.loads(json.dumps({**schema, "$defs": components}).replace(REFERENCE, "#/$defs/"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


FIRST = tuple(find_question(name).examples[0] for name in question_names())


@pytest.mark.parametrize("line", [*FIRST, *MORE])
def test_every_answer_has_the_keys_and_kinds_of_values_that_are_declared(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_parquet(tmp_path / "tables.parquet")  # files that examples read
    shutil.copy(ROOT / "tests" / "data" / "results.csv", tmp_path)
    shutil.copy(ROOT / "tests" / "data" / "game.txt", tmp_path)
    shutil.copy(ROOT / "tests" / "data" / "hands.txt", tmp_path)
    command, *arguments = shlex.split(line)
    code, shown = in_process(command, *arguments, "--json")
    assert code == 0
    checked(answer_shape(find_question(command))).validate(json.loads(shown))


def methods_to_dict() -> Iterator[tuple[str, str, str]]:
    """Every ``to_dict`` of the package: where it is, its class, what it returns."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for method in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(node, ast.ClassDef) and isinstance(method, ast.FunctionDef) and method.name == "to_dict":
                    returned = ast.unparse(method.returns) if method.returns else "nothing"
                    yield f"{path.relative_to(ROOT)}: {node.name}.to_dict", node.name, returned


def test_every_result_declares_what_its_json_looks_like() -> None:
    found = list(methods_to_dict())
    assert len(found) > 10
    for where, name, returned in found:
        wanted = f"{name}Dict"
        assert returned == wanted, ADVICE.format(where=where, found=returned, wanted=wanted)


class Undeclared(Question):
    """A question whose answer nobody has described."""

    name: ClassVar[str] = "undeclared"

    def ask(self, run: Run) -> Lead:  # type: ignore[name-defined] # noqa: F821
        raise NotImplementedError


def test_a_question_without_a_declared_answer_is_told_what_to_do() -> None:
    with pytest.raises(LookupError, match=r"undeclared: Lead\.to_dict\(\) must return a LeadDict\. Declare it in"):
        answer_shape(Undeclared)


class Loose(TypedDict):
    """Two keys."""

    a: int
    b: list[str | None]


@pytest.mark.parametrize("wrong", [{"a": 1}, {"a": 1, "b": [], "c": 2}, {"a": 0.5, "b": []}, {"a": 1, "b": [1]}])
def test_a_missing_key_an_unknown_one_and_a_wrong_kind_are_noticed(wrong: object) -> None:
    assert checked(Loose).is_valid({"a": 1, "b": ["x", None]})
    assert not checked(Loose).is_valid(wrong)


def test_openapi_describes_every_answer_and_every_refusal() -> None:
    with asking() as client:
        described = client.get("/openapi.json").json()
        problem = client.post("/api/v1/equity", json={"stacks": [-1], "payouts": [1]}).json()
    components = described["components"]["schemas"]
    assert {"Equity", "Comparison", "Places", "Sweep", "Decision", "Pressure", "Deal", "Problem"} <= set(components)
    assert all(component["additionalProperties"] is False for component in components.values())
    for operations in described["paths"].values():
        answers = operations["post"]["responses"]
        assert {int(status) for status in answers} == {200, 202, *REFUSALS}
        schemas = [answer["content"]["application/json"]["schema"] for answer in answers.values()]
        assert {schema["$ref"].removeprefix(REFERENCE) for schema in schemas} <= set(components)
    assert set(problem) == set(components["Problem"]["required"])


def test_the_description_is_made_once() -> None:
    assert described() is described()
