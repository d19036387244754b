"""A hint is separate data, like field, rule and value; each entry point spells it differently."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from finaltable.cli.app import run
from finaltable.errors import InputError, MissingError
from finaltable.histories.history import History, HistoryProblem
from finaltable.plots import sensitivity_figure
from tests.refused import BASES, HAND, TABLE, TYPED
from tests.serving import asking

SOURCES = Path(ft.__file__).parent
OPTION = re.compile(r"--[a-z]")
ADVICE = re.compile(r"[(:;?] ?(ask|give|leave|list|pip|put|round|save|see|try|use|write)\b")
STACKS, PRIZES = [5, 4, 3], [5, 3]

# Calls, and their hints in Python; empty if only the command line has a hint.
HINTED: list[tuple[Callable[[], object], str]] = [
    (lambda: ft.deal(STACKS, PRIZES, leave="table.csv"), ""),
    (lambda: ft.deal(STACKS, PRIZES, round="1,5"), "decimals are written 1.5"),
    (lambda: ft.deal(STACKS, PRIZES, leave="1.234"), "write 1234 or 1.2340"),
    (lambda: ft.deal([5, 0], PRIZES), "leave out busted players and their prizes"),
    (lambda: ft.deal(STACKS, [3, 5]), "list them from first place down"),
    (lambda: ft.equity([2, 1], [3, 2, 1]), "extra_payouts='drop' leaves them out"),
    (lambda: ft.equity([[2, 1]], [3]), "value_tables takes many"),
    (lambda: ft.sem([1] * 13, [1], method="tree"), "use method='sample'"),
    (lambda: ft.dcm([1] * 9, [1], method="tree", tolerance=1e-17), "method='sample' takes any"),
    (lambda: ft.icm([1] * 30, [1], method="subsets"), "use method='quadrature'"),
    (lambda: ft.value_tables([3, 2], [1]), "equity and compare take a single table"),
    (lambda: ft.nash([1000, 0, 500], [1], small_blind=1, big_blind=2), "leave out players who are not dealt in"),
    (lambda: sensitivity_figure(ft.sensitivity(STACKS, PRIZES), []), "try a larger pot"),
]


@pytest.mark.parametrize(("call", "hint"), HINTED)
def test_python_puts_the_hint_after_the_rule(call: Callable[[], object], hint: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        call()
    error = caught.value
    assert "(" not in error.rule
    assert (f"({hint})" in str(error)) if hint else ("(" not in str(error))
    assert not OPTION.search(str(error))


def test_copies_and_pickles_of_an_error_keep_its_hint() -> None:
    errors = [
        ft.InputError("stop", "must be above {start}", 7, hint="use {method=tree}"),
        MissingError("plot", "needs matplotlib", hint="pip install it"),
        ft.UnavailableError("knockouts", "is not there", hint="another model has it"),
    ]
    for error in errors:
        assert error.hint
        for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert (type(again), str(again), again.hint) == (type(error), str(error), error.hint)
    assert ft.InputError("stop", "must be above {start}", 7).hint == ""


def test_an_entry_point_leaves_out_hints_about_fields_it_does_not_have(capsys: pytest.CaptureFixture[str]) -> None:
    error = InputError("leave", "must be a number", "table.csv", hint="a file? {file} reads it")
    assert str(error) == "leave must be a number, got 'table.csv'"
    for line, message in {
        "deal 5 4 3 -p 5,3 --leave table.csv": "--leave must be a number (a file? --file reads it), got 'table.csv'",
        "equity table.csv -p 5": "stacks[0] must be a number (a file? --file reads it), got 'table.csv'",
        "equity 30 20 -p 3,2,1": "cannot be paid (--extra-payouts drop leaves them out), got",
    }.items():
        assert run(shlex.split(line)) == 2

        assert message in capsys.readouterr().err


MORE: list[tuple[str, dict[str, Any], str]] = [
    ("deal", {**TABLE, "leave": "table.csv"}, ""),
    ("deal", {**TABLE, "leave": "1.234"}, "write 1234 or 1.2340"),
    ("deal", {**TABLE, "round": "1,5"}, "decimals are written 1.5"),
    ("deal", {**TABLE, "payouts": [20, 30, 50]}, "list them from first place down"),
    ("equity", {"stacks": ["table.csv", 5], "payouts": [5]}, ""),
    ("equity", {"stacks": [5, 4], "payouts": [3, 2, 1]}, "extra_payouts='drop' leaves them out"),
    ("deal", {**TABLE, "leave": "5,000,1,000"}, "put spaces between amounts, as in '50,000 30,000', or write"),
    ("equity", {"stacks": [1] * 13, "payouts": [1], "model": "sem", "method": "tree"}, "use method='sample'"),
    ("compare", {**TABLE, "names": ["a", "a ", "b", "c"]}, "only spaces, invisible characters or their encoding"),
    ("decide", {**HAND, "hand": None, "ranges": None, "equity": 1.2}, "0.4 is 40%"),
]


@pytest.fixture(scope="module")
def problems() -> list[dict[str, str]]:
    """Return the server's errors for all requests that are refused here and on the page."""
    asked = [*((name, body) for name, body, _ in MORE), *((name, {**BASES[name], **more}) for name, more in TYPED)]
    with asking() as client:
        answers = [client.post(f"/api/v1/{name}", json=body) for name, body in asked]
        answers.append(client.get("/", headers={"host": "elsewhere.example"}))
    assert [answer.status_code for answer in answers] == [422] * len(asked) + [421]
    return [answer.json() for answer in answers]


def test_the_api_returns_hint_and_rule_separately(problems: list[dict[str, str]]) -> None:
    for problem, (_, _, hint) in zip(problems, MORE, strict=False):
        assert problem["hint"].startswith(hint)
        assert bool(problem["hint"]) == bool(hint)
        assert hint in problem["message"]
        assert hint not in problem["rule"] or not hint


def test_the_api_mentions_no_options_and_no_braces(problems: list[dict[str, str]]) -> None:
    for problem in problems:
        assert not OPTION.search(problem["rule"] + problem["hint"] + problem["message"]), problem
        assert not re.search("[{}]", problem["rule"] + problem["hint"]), problem


def error_texts(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of errors: arguments of exceptions, and values named rule or hint."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
            parts: list[ast.AST] = [*node.args[1:2], *(given.value for given in node.keywords if given.arg == "hint")]
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("rule", "RULE", "hint"):
            parts = [node.value]
        elif isinstance(node, ast.FunctionDef) and "hint" in node.name:
            parts = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
        else:
            continue
        yield from (
            one.value
            for part in parts
            for one in ast.walk(part)
            if isinstance(one, ast.Constant) and isinstance(one.value, str)
        )


def test_only_the_command_line_mentions_options_in_errors() -> None:
    files = [file for file in SOURCES.rglob("*.py") if file.parent.name != "cli"]
    texts = [(file.name, text) for file in files for text in error_texts(ast.parse(file.read_text("utf-8")))]
    assert len(texts) > 400
    assert [found for found in texts if OPTION.search(found[1])] == []
    assert [found for found in texts if ADVICE.search(found[1])] == []  # advice belongs into a hint


def test_results_mention_options_on_the_command_line_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    history = History((), tuple(HistoryProblem("hands.txt", line, "is torn") for line in range(1, 62)))
    assert "and 11 more: see problems" in str(history)
    found = ft.nash([9, 8, 7, 6, 5], [5, 3], small_blind=1, big_blind=2, model="chip_chop", tolerance=0.5)
    assert "overcalls are left out; nodes lists them." in str(found)
    assert not OPTION.search(str(history) + str(found))
    assert run(shlex.split("nash 9 8 7 6 5 -p 5,3 --blinds 1/2 --model chip_chop --tolerance 0.5")) == 0
    assert "overcalls are left out; --all lists them." in capsys.readouterr().out
    torn = tmp_path / "torn.txt"
    torn.write_text("\n\n".join(f"PokerStars Hand #{i}: Tournament #1, torn" for i in range(1, 62)), "utf-8")
    run(["history", str(torn)])
    assert "and 11 more: see --json" in capsys.readouterr().out
