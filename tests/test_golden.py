"""Every command prints what its golden files hold; ``make golden`` writes them again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.golden import FOLDER, NARROW, cases, run_case

CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_output_is_the_golden_one(name: str) -> None:
    manner, line = CASES[name]
    outcome = run_case(manner, line)
    golden = (FOLDER / name).read_text("utf-8")
    assert outcome.code == 0
    assert outcome.err == ""
    if manner == "json":
        assert almost(json.loads(outcome.out)) == almost(json.loads(golden))
    else:
        assert outcome.out == golden


def almost(value: Any) -> Any:
    """Numbers at nine digits: another processor may round the last ones otherwise."""
    match value:
        case dict():
            return {key: almost(inner) for key, inner in value.items()}
        case list():
            return [almost(inner) for inner in value]
        case float():
            return float(f"{value:.9e}") if abs(value) > 1e-9 else 0.0
    return value


def test_no_file_is_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(CASES)


@pytest.mark.parametrize("name", [name for name in CASES if ".piped." in name or ".narrow." in name])
def test_pipes_and_narrow_terminals_get_plain_text(name: str) -> None:
    assert "\x1b" not in (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in CASES if ".narrow." in name and "tree" not in name])
def test_tables_fit_a_narrow_terminal(name: str) -> None:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    too_long = [line for line in lines if len(line) > NARROW]
    # A row that names itself in more than the window's width cannot be cut: it would not be found again.
    assert all(name.startswith(("paper", "equity-exact", "range")) for _ in too_long)
