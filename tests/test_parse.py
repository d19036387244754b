"""Lines that are read without Typer are read as Typer reads them; all others are left to it."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from finaltable.asking import find_question, question_names
from finaltable.asking.declare import Question
from finaltable.cli.options import flags_of, options_of
from finaltable.cli.parse import COMPLETING, parse
from finaltable.cli.program import command_for

READ: list[dict[str, Any]] = []


@cache
def reader(name: str) -> typer.Typer:
    """A program of one command that only keeps what it was given."""

    def keep(_question: type[Question], raw: dict[str, Any]) -> int:
        READ.append(raw)
        return 0

    program = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})
    program.command(name)(command_for(find_question(name), keep))
    return program


def read_by_typer(name: str, line: list[str]) -> dict[str, Any]:
    """Return what Typer reads, or raise."""
    READ.clear()
    reader(name)(line, standalone_mode=False)
    return READ[-1]


@cache
def words_of(name: str) -> list[str]:
    """What may stand in a line: every flag, whole or with a sign, and words that mean something to a parser."""
    question = find_question(name)
    fields = options_of(question).values()
    flags = [flag for field in fields for both in flags_of(question, field) for flag in both.split("/")]
    return [*flags, *(f"{flag}=7" for flag in flags), *(f"{flag}=" for flag in flags), *WORDS]


PLAIN = ["1000", "Ana=5", "100,50", "", " ", "-", "a b", "=", "é"]
WORDS = [*PLAIN, "--", "-5", "-p5", "-p=5", "--pay", "--help", "-h", "-x", "--="]
lines = st.sampled_from(question_names()).flatmap(
    lambda name: st.tuples(st.just(name), st.lists(st.sampled_from([*words_of(name), *3 * PLAIN]), max_size=7))
)


@given(lines)
def test_a_line_that_is_read_here_is_read_alike_by_typer(line: tuple[str, list[str]]) -> None:
    name, words = line
    read = parse(find_question(name), words)
    if read is not None:
        assert read == read_by_typer(name, words)


@pytest.mark.parametrize(
    "line",
    [
        ["1000", "500", "-p", "100,50"],
        ["Ana=1000", "--payouts=100,50", "-", "--json", "--models", "icm,dcm"],
        ["--payouts", "", "--names="],
        [],
    ],
)
def test_lines_as_the_help_has_them_are_read(line: list[str]) -> None:
    assert parse(find_question("compare"), line) == read_by_typer("compare", line)


@pytest.mark.parametrize(
    "line", [["--help"], ["1", "--pay", "5"], ["1", "-p"], ["--json=1"], ["--", "1"], ["-p", "-5"]]
)
def test_other_lines_are_left_to_typer(line: list[str]) -> None:
    assert parse(find_question("compare"), line) is None


def test_what_must_be_given_is_asked_for_by_typer() -> None:
    assert parse(find_question("range"), []) is None
    assert parse(find_question("range"), ["TT+"]) == {"hands": ["TT+"], "json": False}


def test_a_shell_that_completes_a_line_is_answered_by_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COMPLETING, "complete_bash")
    assert parse(find_question("compare"), ["1", "-p", "1"]) is None


def test_an_answer_does_not_wait_for_typer() -> None:
    late = ("typer", "socket", "subprocess", "jinja2", "matplotlib", "fastapi")
    code = (
        "import sys, numpy; before = set(sys.modules); from finaltable.cli.app import run; run(sys.argv[1:]);"
        f"print(set({late}) & set(sys.modules) - before)"  # numpy 1.26 loads one of them itself
    )
    command = [sys.executable, "-c", code, "compare", "3", "2", "1", "-p", "2,1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
