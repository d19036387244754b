"""Every command prints the content of its golden files; ``make golden`` updates them."""

from __future__ import annotations

import re

import pytest

from tests.golden import FOLDER, NARROW, cases, comparable, run_case

CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_output_equals_the_golden_file(name: str) -> None:
    manner, line = CASES[name]
    outcome = run_case(manner, line)
    golden = (FOLDER / name).read_text("utf-8")
    assert outcome.code == 0
    assert outcome.err == ""
    assert comparable(name, outcome.out) == comparable(name, golden)


def test_every_golden_file_belongs_to_a_command() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(CASES)


@pytest.mark.parametrize("name", [name for name in CASES if ".piped." in name or ".narrow." in name])
def test_pipes_and_narrow_terminals_get_plain_text(name: str) -> None:
    assert "\x1b" not in (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in CASES if ".narrow." in name])
def test_tables_fit_a_narrow_terminal(name: str) -> None:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    too_long = [line for line in lines if len(line) > NARROW and not is_drawn(line)]
    # If row headers take most of the width, columns are shown one by one.
    assert [line for line in too_long if not (name.startswith(("paper", "tournament")) and has_one_column(line))] == []


def is_drawn(line: str) -> bool:
    """Return whether a line belongs to a tree or a grid of hands, which cannot be split."""
    hand = r" *(?:[2-9TJQKA]{2}[so]?|[0-9]+%|·)"
    return re.match(r"[│ ]*[├└]─ ", line) is not None or re.fullmatch(rf"(?:{hand}){{13}}", line) is not None


def has_one_column(line: str) -> bool:
    """Return whether a line has only one cell besides its row headers."""
    cells = re.split(" {2,}", line.strip())
    return len(cells) == (1 if line.startswith(" ") else 3)


def test_a_table_that_does_not_fit_is_detected() -> None:
    row = "position 1, DCM  Stack of 1000 chips  62.50"
    assert has_one_column(row)
    assert not has_one_column(f"{row}  62.50")
    assert is_drawn("   └─ Player 2 wins  ■ Player 2 has won; Player 1 2nd")
    assert is_drawn("AQo 50% QQ  QJs  ·   ·   ·   ·   ·   ·   ·   ·   ·")
    assert not is_drawn("Differences are right to 2e-05; the equity is as given.")
