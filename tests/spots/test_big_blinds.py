"""Stacks in big blinds, wherever blinds are given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from finaltable.errors import InputError
from finaltable.web.api import QUESTIONS, read_request
from finaltable.web.limits import Limits
from tests.program import piped

HANDS = ("--hand", "AA", "--range", "20%")
BLINDS = {"small_blind": 100, "big_blind": 200}


def test_python_takes_stacks_in_big_blinds() -> None:
    stacks: list[Any] = ["12.5bb", 4000, " 7 BB"]
    spot = ft.Spot.of(stacks, [50, 30, 20], hero=1, all_in=[0], **BLINDS)  # type: ignore[arg-type]
    assert spot.table.stacks == (2500, 4000, 1400)
    push = ft.PushSpot.of(stacks, [50, 30, 20], hero=2, **BLINDS)  # type: ignore[arg-type]
    assert push.table.stacks == (2500, 4000, 1400)
    found = ft.nash(["5bb", "5bb"], [1], **BLINDS, model="chip_ev", tolerance=1e-3)  # type: ignore[arg-type]
    assert found.table.stacks == (1000, 1000)
    played = ft.tournament([1], players=2, chips="10bb", small_blind=1, big_blind=2, step=2)
    assert played.value(["4bb", 12]).tolist() == played.value([8, 12]).tolist()


def test_decimals_of_big_blinds_are_exact() -> None:
    found = ft.PushSpot.of(["10.1bb", "3bb"], [1], hero=0, small_blind=0.05, big_blind=0.1)
    assert found.table.stacks == (1.01, 0.3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nash", "SB=5bb", "BB=1k", "--blinds", "100/200", "--tolerance", "1e-3"],
        ["decide", "SB=5bb", "BB=1k", "--blinds", "100/200", "--hero", "BB", "--all-in", "SB", *HANDS],
        ["push", "SB=5bb", "BB=1k", "--big-blind", "200", "--small-blind", "100", "--hero", "SB", *HANDS],
        ["tournament", "SB=5bb", "BB=1k", "--blinds", "100/200", "--step", "200"],
    ],
)
def test_every_command_with_blinds_takes_them(arguments: list[str]) -> None:
    in_blinds = piped(*arguments, "-p", "60,40", "--json")
    in_chips = piped(*(word.replace("5bb", "1000") for word in arguments), "-p", "60,40", "--json")
    assert in_blinds.code == 0, in_blinds.err
    assert json.loads(in_blinds.out) == json.loads(in_chips.out)


def test_files_take_them(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("name,stack,payout\nSB,5bb,60\nBB,1000,40\n")
    outcome = piped("nash", "-f", str(tmp_path / "table.csv"), "--blinds", "100/200", "--tolerance", "1e-3", "--json")
    assert json.loads(outcome.out)["stacks"] == [1000, 1000]


@pytest.mark.parametrize("blinds", [{"blinds": "100/200"}, {"small_blind": 100, "big_blind": "0.2k"}])
def test_requests_take_them(blinds: dict[str, Any]) -> None:
    asked = read_request(QUESTIONS["nash"], {"stacks": ["5bb", 1000], "payouts": [1], **blinds}, Limits())
    assert asked.table.stacks == (1000, 1000)  # type: ignore[attr-defined]


def test_without_blinds_they_are_refused_in_one_line() -> None:
    hint = "big blinds can be used only where blinds are given"
    for outcome in (piped("equity", "5bb", "4bb", "-p", "1"), piped("nash", "5bb", "4bb", "-p", "1")):
        assert outcome.code == 2
        assert hint in outcome.err
    with pytest.raises(InputError, match=hint):
        read_request(QUESTIONS["equity"], {"stacks": ["5bb", 1000], "payouts": [1]}, Limits())
    with pytest.raises(InputError, match="must be a number"):
        ft.icm(["5bb", 100], [1])
    with pytest.raises(InputError, match="is required if stacks"):
        ft.Spot.of(["5bb", 100], [1], hero=1, all_in=[0])
