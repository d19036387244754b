"""Spots of every kind, solved roughly, for tests of what is done with solutions."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import finaltable as ft
from finaltable.equilibrium.files import FORMAT

SAVED_SPOTS: dict[str, dict[str, Any]] = {
    "heads-up": {"stacks": [10, 10], "payouts": [1], "small_blind": 0.5, "big_blind": 1, "model": "chip_ev"},
    "antes": {"stacks": [1000, 1000, 2000, 3000], "payouts": [50, 30, 20], "ante": 25},
    "big blind ante": {"stacks": [1000, 1000, 2000], "payouts": [50, 30, 20], "big_blind_ante": 200},
    "short": {"stacks": [1000, 1000, 130, 3000], "payouts": [50, 30, 20], "ante": 20},
    "raise": {"stacks": [1000, 1000, 2000], "payouts": [50, 30, 20], "raise_to": {"BTN": "2.2bb", "SB": 450}},
    "raise only": {"stacks": [4000, 4000, 4000], "payouts": [50, 30], "raise_to": "2bb", "raise_only": ["BTN", "SB"]},
    "bounties": {"stacks": [1000, 1000, 2000], "payouts": [50, 30], "bounties": [10, 5, 2.5], "bounty_share": 1},
    "mystery": {"stacks": [1000, 1000, 2000], "payouts": [50, 30], "mystery": "1x1000,5x100"},
    "others": {"stacks": [900, 400, 2000, 700, 900], "payouts": [50, 30, 20], "elsewhere": [3], "folded": [2]},
    "posted": {"stacks": [1000, 150, 2000], "payouts": [50, 30, 20], "model": {"icm": 0.8, "dcm": 0.2}},
    "locked": {"stacks": [1000, 1000, 2000], "payouts": [50, 30, 20], "lock": {"BB v SB": "20%"}, "button": 0},
    "ahead": {"stacks": [1000, 1000], "payouts": [50, 30], "look_ahead": "tournament", "max_seconds": 3},
}


@cache
def solved_spot(name: str) -> ft.Nash:
    """Return a solved spot, roughly."""
    usual: dict[str, Any] = {"small_blind": 100, "big_blind": 200, "tolerance": 1e-3}
    return ft.nash(**{**usual, **SAVED_SPOTS[name]})


def with_header(content: bytes, change: dict[str, object]) -> bytes:
    """Return a file of a solution with another header."""
    line, rest = content[len(FORMAT.magic) :].split(b"\n", 1)
    return FORMAT.magic + json.dumps({**json.loads(line), **change}).encode() + b"\n" + rest
