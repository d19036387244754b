"""What is known of the hands after the one that is solved."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from finaltable.errors import InputError, check_choice
from finaltable.table.table import check_no_bounties

if TYPE_CHECKING:
    from collections.abc import Collection

    from finaltable.equilibrium.lineup import Lineup
    from finaltable.equilibrium.solution import Search
    from finaltable.equilibrium.terminals import Terminals
    from finaltable.table.table import Table

CHOICES = ("tournament",)
MOST_PLAYERS = 4


class LookAhead(NamedTuple):
    """How the hands after this one were valued, and how well."""

    by: str
    """What values the ends of the hand: tournament."""
    step: float
    """Distance of the stacks that were solved, in chips; values between them are interpolated."""
    tolerance: float
    """Deviation to reach, as a share of the pool."""
    deviation: float
    """Most that one player could gain in the rest of the tournament by playing otherwise, as a share of the pool."""
    reached: bool
    """Whether the deviation is within the tolerance."""
    by_model: float
    """Probability of the ends that only a model values."""


def check_look_ahead(look_ahead: object, table: Table, elsewhere: Collection[int]) -> bool:
    """Return whether to look ahead, or raise if the rest of this tournament cannot be solved."""
    if look_ahead is None:
        return False
    value = check_choice("look_ahead", look_ahead, CHOICES)
    check_no_bounties(table, "the tournament that is solved for {look_ahead} has none")
    if elsewhere or table.players > MOST_PLAYERS:
        rule = f"must be left out unless at most {MOST_PLAYERS} players are left, all at this table"
        raise InputError("look_ahead", rule, value, code="conflict")
    return True


def look_ahead_of(lineup: Lineup, search: Search) -> tuple[Terminals, LookAhead]:
    """Value the ends of a hand by the rest of the tournament.

    Tournaments are made of hands, and import this package; so they are imported here by name.
    """
    found: tuple[Terminals, LookAhead] = import_module("finaltable.tournaments.look_ahead").look_ahead(lineup, search)
    return found
