"""Raises that cannot be: one clear line with a code, in Python, on the command line and over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

import finaltable as ft
from tests.program import piped
from tests.refused import refused
from tests.serving import asking

NAMES = ["SB", "BB", "CO", "BTN"]
STACKS = [3000, 2800, 2000, 3000]
BLINDS: dict[str, Any] = {"small_blind": 100, "big_blind": 200}
LINE = ["nash", *map("=".join, zip(NAMES, map(str, STACKS), strict=True)), "-p", "50,30,20", "--blinds", "100/200"]


def solve(**options: Any) -> ft.Nash:
    return ft.nash(STACKS, [50, 30, 20], names=NAMES, **BLINDS, **options)


REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    ({"raise_to": "1.5bb"}, "raise_to", "too_small", "must be at least 2 big blinds"),
    ({"raise_to": 250}, "raise_to", "too_small", "must be at least 2 big blinds, got"),
    ({"raise_to": 0}, "raise_to", "too_small", "must be at least 2 big blinds, got"),
    ({"raise_to": 9000}, "raise_to", "too_large", "must be below the largest stack of 3000"),
    ({"raise_to": {"BTN": 2999.5}}, "raise_to[BTN]", "too_large", "must leave a chip of the stack of 3000"),
    ({"raise_to": {"BTN": 3500}}, "raise_to[BTN]", "too_large", "must leave a chip of the stack of 3000"),
    ({"raise_to": {"BTN": 300}}, "raise_to[BTN]", "too_small", "must be at least 2 big blinds"),
    ({"raise_to": {"CO": "3bb"}, "folded": ["CO"]}, "raise_to", "no_decision", "must name players with a decision"),
    ({"raise_to": {"CO": "3bb"}, "elsewhere": ["CO"]}, "raise_to", "no_decision", "must name players with a decision"),
    ({"raise_to": {"BB": "3bb"}}, "raise_to", "conflict", "must name players with a larger stack behind them"),
    ({"raise_to": {"Bo": "3bb"}}, "raise_to", "unknown_choice", "must be one of"),
    ({"raise_to": {"UTG": "3bb"}}, "raise_to", "unknown_choice", "must be one of"),
    ({"raise_to": "big"}, "raise_to", "not_a_number", "must be a size like 2.2bb or 440"),
    ({"raise_to": {"BTN": "big"}}, "raise_to[BTN]", "not_a_number", "must be a size like 2.2bb or 440"),
    ({"lock": {"BTN raise": "20%"}}, "lock", "needs_other", "must be without a raise"),
    (
        {"raise_to": 500, "lock": {"BTN raise": "20%", "BTN": "90%"}},
        "lock",
        "conflict",
        "must not raise and push",
    ),
    ({"raise_to": 500, "lock": {"SB raise v BTN": "20%"}}, "lock", "conflict", "must be a decision in this game"),
    ({"raise_to": 500, "lock": {"BB v BTN raise, SB raise": "20%"}}, "lock", "conflict", "must have one player who"),
    ({"raise_to": 500, "raise_only": ["BB"]}, "raise_only", "needs_other", "must name players who can raise"),
]


@pytest.mark.parametrize(("changed", "field", "code", "words"), REFUSED)
def test_invalid_raises_get_one_clear_line_in_python_on_the_command_line_and_over_http(
    changed: dict[str, Any], field: str, code: str, words: str
) -> None:
    with pytest.raises(ft.InputError, match=words) as caught:
        solve(**changed)
    assert (caught.value.field, caught.value.code) == (field, code)
    options = [word for name, value in changed.items() for word in spelled(name, value)]
    outcome = piped(*LINE, *options)
    assert outcome.code == 2
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
    body = {"stacks": STACKS, "payouts": [50, 30, 20], "names": NAMES}
    with asking() as client:
        answer = client.post("/api/v1/nash", json={**body, **BLINDS, **changed})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code


def spelled(name: str, value: Any) -> list[str]:
    """Return an option as on the command line."""
    if name == "lock":
        return [word for spot, hands in value.items() for word in ("--lock", f"{spot}={hands}")]
    pairs = [f"{player}={size}" for player, size in value.items()] if isinstance(value, dict) else value
    return [f"--{name.replace('_', '-')}", ",".join(pairs) if isinstance(pairs, list) else str(pairs)]


def test_a_player_has_one_size() -> None:
    with refused("duplicate", "raise_to"):
        solve(raise_to={"SB": "3bb", 0: 500})
    with refused("not_a_number", "raise_to"):
        solve(raise_to=[500])
    outcome = piped(*LINE, "--raise-to", "SB=3bb,SB=4bb")
    assert outcome.code == 2
    assert "--raise-to must name SB once" in outcome.err


def test_a_number_that_may_be_meant_in_big_blinds_gets_a_hint() -> None:
    with pytest.raises(ft.InputError, match=r"numbers from the big blind on are chips, 2\.5bb is in big blinds"):
        ft.nash([20, 20, 20], [65, 35], small_blind=1, big_blind=2, raise_to=2.5)
