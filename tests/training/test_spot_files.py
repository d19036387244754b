"""Files of spots to train: what is refused, and where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from finaltable.training import recipes
from finaltable.training.recipes import read_spots
from tests.refused import refused

SPOT: dict[str, Any] = {"stacks": [10, 12], "payouts": [5, 3], "small_blind": 1, "big_blind": 2, "seat": "SB"}


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"stacks": [10]}, "source[0].stacks", "wrong_count"),
        ({"stacks": [1] * 11}, "source[0].stacks", "wrong_count"),
        ({"stacks": None}, "source[0].stacks", "missing"),
        ({"stacks": "10 12"}, "source[0].stacks", "wrong_type"),
        ({"ante": -1}, "source[0].ante", "negative"),
        ({"big_blind": None}, "source[0].big_blind", "missing"),
        ({"bounties": [5]}, "source[0].bounties", "wrong_count"),
        ({"names": ["Ana"]}, "source[0].names", "wrong_count"),
        ({"names": ["Ana", 7]}, "source[0].names", "wrong_count"),
        ({"names": ["Ana", "Ana"]}, "source[0].names", "duplicate"),
        ({"facing": "BB"}, "source[0].facing", "wrong_type"),
        ({"hand": 7}, "source[0].hand", "not_hands"),
        ({"raise_to": 5}, "source[0].raised_by", "missing"),
        ({"raised_by": "BB"}, "source[0].raise_to", "missing"),
    ],
)
def test_a_spot_that_is_not_one_is_refused_with_its_place(change: dict[str, Any], field: str, code: str) -> None:
    assert len(read_spots(json.dumps([SPOT]))) == 1
    with refused(code, field):
        read_spots(json.dumps([SPOT | change]))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "wrong_format"),
        ("[" * 100_000, "wrong_format"),
        ("[]", "too_few"),
        ("7", "wrong_type"),
        ("{}", "missing"),
        ('{"tournaments": [{}]}', "wrong_format"),
        ('{"spots": [{"decision": 3}], "decisions": [], "tables": []}', "wrong_type"),
    ],
)
def test_a_file_that_has_no_spots_is_refused(text: str, code: str) -> None:
    with refused(code, "source"):
        read_spots(text)


def test_a_file_with_too_many_spots_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "MOST", 1)
    with refused("too_many", "source"):
        read_spots(json.dumps([SPOT, SPOT]))
