"""A question is declared once, in its module; the command line and the API are built from it."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import finaltable.asking
from finaltable.asking import find_question, question_names
from finaltable.asking.declare import fields_of
from finaltable.asking.kinds import PLAYER, PLAYERS
from finaltable.cli.app import run
from finaltable.errors import InputError, as_keyword, spell_rule
from finaltable.web import api
from finaltable.web.limits import Limits
from finaltable.web.workers import Job
from tests.many import write_example_files
from tests.program import in_process

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing" / "add-a-question.md").read_text("utf-8")


@pytest.fixture
def leader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the question of the documentation to the others."""
    code = re.search(r"```python title=\"leader.py\"\n(.*?)```", PAGE, re.DOTALL)
    assert code
    (tmp_path / "leader.py").write_text(code[1], "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(finaltable.asking.HOMES, "leader", "leader")
    question_names.cache_clear()
    yield
    question_names.cache_clear()
    sys.modules.pop("leader", None)


@pytest.mark.usefixtures("leader")
def test_a_new_question_is_a_command() -> None:
    code, shown = in_process("leader", "Ana=1000", "Bo=500", "Cy=100")
    assert (code, shown) == (0, "Ana leads by 500 chips.\n")
    _, shown = in_process("leader", "1000", "500", "100", "--all-others", "--json")
    assert json.loads(shown) == {"name": "Player 1", "chips": 400}
    assert "Against all others together." in in_process("leader", "--help")[1]


@pytest.mark.usefixtures("leader")
def test_a_new_question_is_a_request() -> None:
    question = find_question("leader")
    answer = api.answer(question, {"stacks": ["1k", 500], "all_others": True}, Limits(), Job(Limits()))
    assert answer == {"name": "Player 1", "chips": 500}
    assert api.request_schema(question)["properties"]["all_others"]["type"] == "boolean"
    with pytest.raises(InputError, match="all_others must be true or false, got 1"):
        api.answer(question, {"stacks": [2, 1], "all_others": 1}, Limits(), Job(Limits()))


def test_every_question_has_help_and_examples() -> None:
    for name in question_names():
        question = find_question(name)
        assert question.name == name
        assert question.help.endswith(".")
        assert all(line.startswith(name) for line in question.examples)
        assert all(field.help.endswith((".", "1e-6.")) for field in fields_of(question).values())


# Formats of the command line: comma-separated lists, players counted from 1, options.
NOT_JSON = re.compile(r"\w,\w|comma|\bfrom 1\b|--|standard input|\bfolder|\boptions?\b|[a-z]=\w", re.IGNORECASE)


@pytest.mark.parametrize("name", api.QUESTIONS)
def test_the_api_describes_every_field_in_the_format_of_json(name: str) -> None:
    described = api.request_schema(api.QUESTIONS[name])["properties"]
    assert {
        field: found[0] for field, about in described.items() if (found := NOT_JSON.findall(about["description"]))
    } == {}
    for field in api.request_fields(api.QUESTIONS[name]).values():
        if field.kind in (PLAYER, PLAYERS):
            assert re.search(r"numbers? \(from 0\) or (a )?names?\.", described[field.name]["description"], re.I)


@pytest.mark.parametrize("name", question_names())
def test_the_command_describes_every_field_in_the_format_of_text(name: str) -> None:
    _, shown = in_process(name, "--help")
    words = " ".join(shown.split())
    question = find_question(name)
    for field in {**fields_of(question), **fields_of(question.shown)}.values():
        if field.kind in (PLAYER, PLAYERS):
            assert re.search(r"numbers? \(from 1\) or (a )?names?", field.help_in("in_text"), re.IGNORECASE)
        written = spell_rule(field.help_in("in_text"), lambda other: f"--{other.replace('_', '-')}", as_keyword)
        assert " ".join(written.split()) in words
    assert not re.search(r"\(from 0\)|\[\d+, |\{\"", words)


def test_a_player_is_counted_from_0_in_json_and_from_1_in_text() -> None:
    table = {"stacks": [1000, 500, 100], "payouts": [100, 50], "points": 2}
    answer = api.answer(find_question("sweep"), {**table, "player": 1}, Limits(), Job(Limits()))
    _, shown = in_process("sweep", "1000", "500", "100", "-p", "100,50", "--points", "2", "--player", "2", "--json")
    assert answer["player"] == json.loads(shown)["player"] == 1


@pytest.mark.parametrize("name", question_names())
def test_the_first_example_of_every_command_works(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_example_files(tmp_path)
    assert run(shlex.split(find_question(name).examples[0])) == 0
    assert capsys.readouterr().out
