"""Named payout structures: shares of the pool by number of places paid."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from finaltable.errors import InputError, Verbatim, check_choice, counted
from finaltable.table.numbers import Number, check_number, exact_value, plain_number

SATELLITES = ("satellite", "double_or_nothing")  # half of the players win equal prizes


@cache
def shares() -> Mapping[str, list[list[float]]]:
    """Return the structures by name, each a list with the shares for every number of places."""
    found: dict[str, list[list[float]]] = json.loads(
        files("finaltable.data").joinpath("structures.json").read_text("utf-8")
    )
    return found


def structure_names() -> tuple[str, ...]:
    """Return the names of all structures."""
    return (*shares(), *SATELLITES)


def structure(name: str, players: int, pool: Any) -> tuple[Number, ...]:
    """Return the prizes of a structure for this number of entrants; they sum to the pool.

    >>> structure("usual", 3, 600), structure("double_or_nothing", 10, 200), structure("winner", 9, 90)
    ((300, 180, 120), (40, 40, 40, 40, 40), (90,))
    """
    check_choice("payouts", name, structure_names())
    if players < 2:
        rule = "must be for at least two players"
        raise InputError("payouts", rule, Verbatim(counted(players, "player")), code="too_few")
    money = exact_value(check_number(pool, "pool"))
    if name in SATELLITES:
        seats = max(1, players // 2)
        return tuple([plain_number(money / seats)] * seats)
    return tuple(plain_number(money * exact_value(share)) for share in places_of(name, players))


def places_of(name: str, players: int) -> list[float]:
    """Return the shares of a structure, at most one per player.

    >>> places_of("flat", 6)
    [0.31, 0.26, 0.23, 0.2]
    """
    lists = shares()[name]
    return lists[min(players, len(lists)) - 1]
