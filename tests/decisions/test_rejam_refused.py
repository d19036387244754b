"""Bets and ranges that are refused, in Python, on the command line and over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

import finaltable as ft
from tests.decisions.test_rejam import NAMES, spot
from tests.program import in_process
from tests.refused import refused
from tests.serving import asking

TABLE = "SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN"


@pytest.mark.parametrize(
    ("hero", "bets", "message"),
    [
        ("BB", {"BTN": 150}, r"bets\[BTN\] must be at least the big blind of 200, got 150"),
        ("BB", {"BTN": 300}, r"bets\[BTN\] must be 200, a limp, or a raise to at least 400, got 300"),
        ("BB", {"BTN": 7000}, r"bets\[BTN\] must be at most the player's chips, 6000, got 7000"),
        ("BB", {"BTN": 6000}, r"bets\[BTN\] must leave the player a chip \(facing an all-in is for decide\), got 6000"),
        ("BB", {"BTN": 5999.5}, r"bets\[BTN\] must leave the player a chip"),
        (
            "BB",
            {"CO": 450, "BTN": 900},
            r"must be the call of the raise to 450: CO has raised, and only one",
        ),
        ("BB", {"CO": 450, "BTN": 200}, r"bets\[BTN\] must match the raise to 450, got 200"),
        ("BTN", {"SB": 450}, "bets must name players who act before hero: CO, got 'SB'"),
        ("CO", {"BTN": 450}, "bets must name players who act before hero: no player: hero is the first to act"),
        ("BTN", {"BTN": 450}, "bets must not name hero, who has not acted"),
        ("BB", {}, r"hero must act before the big blind, who wins if all others fold \(limps or a raise before"),
        ("BB", {"BTN": "x"}, r"bets\[BTN\] must be a number"),
        ("BB", [450], "bets must be a mapping from players to chips"),
        ("BB", {"HJ": 450}, "bets must be"),
    ],
)
def test_bets_that_cannot_be_get_one_clear_line(hero: str, bets: Any, message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        spot(hero, bets)


def test_ranges_of_players_who_bet_are_checked() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "models": ["icm"]}
    with refused("missing", "bet_with"):
        ft.push(spot(), **asked, bettor_calls="10%")
    with refused("needs_other", "bet_with"):
        ft.push(spot("SB", {}), **asked, ranges="10%", bet_with="10%")
    with pytest.raises(ft.InputError, match=r"bettor_calls\[BTN\] must be within the hands that the player bet with"):
        ft.push(spot(), **asked, bet_with="20%", bettor_calls="22+, A2o+")
    with pytest.raises(ft.InputError, match=r"bettor_overcalls\[BTN\] must be within the hands"):
        ft.push(spot("SB"), **asked, ranges="5%", bet_with="20%", bettor_calls="5%", bettor_overcalls="40%")
    with pytest.raises(ft.InputError, match="folded_from may be given for CO, SB, got"):
        ft.push(spot(), **asked, bet_with="20%", bettor_calls="10%", folded_from={"BTN": "20%"})
    with refused("conflict", "ranges"):
        ft.push(spot(), **asked, ranges="10%", bet_with="20%", bettor_calls="10%")
    with refused("no_hands", "bet_with[BTN]"):
        ft.push(spot(), **asked, bet_with="fold", bettor_calls="fold")
    with refused("conflict", "bet_with"):
        ft.push(spot(), hand="AhAd", models=["icm"], bet_with="AhKd", bettor_calls="fold")


@pytest.mark.parametrize(
    ("hero", "bets", "code", "field"),
    [
        ("BB", "BTN=300", "too_small", "bets[BTN]"),
        ("BB", "BTN=7000", "too_large", "bets[BTN]"),
        ("BB", "BTN=6000", "too_large", "bets[BTN]"),
        ("BB", "BTN=5999.5", "too_large", "bets[BTN]"),
        ("BB", "CO=450,BTN=900", "conflict", "bets[BTN]"),
        ("BTN", "SB=450", "conflict", "bets"),
        ("BTN", "BTN=450", "conflict", "bets"),
    ],
)
def test_wrong_raises_are_refused_in_python_on_the_command_line_and_over_http(
    hero: str, bets: str, code: str, field: str
) -> None:
    pairs = {name: float(chips) for name, chips in (one.split("=") for one in bets.split(","))}
    with refused(code, field):
        spot(hero, pairs)
    line = f"push {TABLE} --hero {hero} --hand A9s --bets {bets} --bet-with 20% --bettor-calls 5% --range 5%"
    status, printed = in_process(*line.split())
    assert status == 2, printed
    body = {"stacks": [3000, 3000, 4000, 6000], "payouts": [50, 30, 20], "names": NAMES, "small_blind": 100}
    body |= {"big_blind": 200, "button": "BTN", "hero": hero, "hand": "A9s", "bets": pairs, "bet_with": ["20%"]}
    with asking() as client:
        answer = client.post("/api/v1/push", json={**body, "bettor_calls": ["5%"], "ranges": ["5%"]})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code


def test_what_is_not_a_spot_or_a_range_is_refused() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "models": ["icm"]}
    with refused("wrong_type", "spot"):
        ft.push("BTN", **asked, ranges="10%")  # type: ignore[arg-type]
    with refused("wrong_type", "ranges"):
        ft.push(spot("SB", {}), **asked, ranges=7)  # type: ignore[arg-type]
    with refused("not_hands", "pushes_with"):
        ft.push(spot(), **asked, bet_with="30%", pushes_with=7)  # type: ignore[arg-type]
    with refused("too_small", "hero"):
        spot(stacks=[3000, 0, 4000, 6000])
    with refused("too_small", "big_blind"):
        spot("CO", {}, small_blind=0, big_blind=0)
