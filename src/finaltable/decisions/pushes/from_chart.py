"""Ranges around a push that come from the equilibrium: push or fold, or with the raise before hero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.equilibrium_ranges import (
    ONE_RAISE,
    WORD,
    Resolved,
    Solver,
    by_seat,
    is_nash,
    names_nash,
    solve,
    unavailable,
)
from finaltable.decisions.pushes.ranges import is_best

if TYPE_CHECKING:
    from finaltable.decisions.pushes.push_spot import PushSpot
    from finaltable.equilibrium.solution import Nash

RANGES = ("ranges", "folded_from", "bet_with")  # options with a range per player


def resolve(spot: PushSpot, given: Mapping[str, Any], solver: Solver) -> Resolved:
    """Replace "nash" in the ranges around a push.

    The range with which hero pushes is that of the equilibrium unless given, if one player has raised and their best
    answer is asked for.
    """
    found = {name: by_seat(spot, value, seats_of(spot, name), name) for name, value in given.items() if name in RANGES}
    pushes = given["pushes_with"]
    overcalls = given["bettor_overcalls"]  # by default as the calls
    wanted = is_best(given["bettor_calls"]) or (overcalls is not None and is_best(overcalls))
    if pushes is None and wanted and spot.raiser is not None and not spot.committed:
        pushes = WORD
    if not (any(map(names_nash, found.values())) or is_nash(pushes)):
        return Resolved(dict(given), None)
    held = found.get("bet_with")
    chart = solve(spot, spot.raiser, held.get(spot.raiser) if isinstance(held, dict) else None, solver)
    resolved: dict[str, Any] = dict(given) | {"pushes_with": push_range(spot, chart) if is_nash(pushes) else pushes}
    for name, some in found.items():
        if isinstance(some, dict) and names_nash(some):
            resolved[name] = {
                seat: range_of(spot, chart, name, seat) if is_nash(one) else one for seat, one in some.items()
            }
    return Resolved(resolved, chart.exploitability.total)


def seats_of(spot: PushSpot, name: str) -> Sequence[int]:
    """Return the players to whom an option gives ranges."""
    return {"ranges": spot.callers, "folded_from": spot.folders, "bet_with": spot.bettors}[name]


def range_of(spot: PushSpot, chart: Nash, name: str, seat: int) -> Range | None:
    """Return the range of one player in the equilibrium; None: never plays, or unknown for a player who folded."""
    raiser = spot.raiser
    if name == "ranges":
        if spot.bettors and raiser is None:
            raise unavailable(name, ONE_RAISE)
        return chart.range(seat, [spot.hero], raiser)
    if name == "folded_from":
        if seat in spot.could_be_first_in:
            return chart.range(seat)
        return None if raiser is None else chart.range(seat, (), raiser)
    if seat not in spot.could_be_first_in:
        raise unavailable(name, "the first player who bet")
    found = chart.range(seat, (), raiser)
    if found is None:
        raise unavailable(name, f"a player who bets then, unlike {spot.table.names[seat]}")
    return found


def push_range(spot: PushSpot, chart: Nash) -> Range:
    """Return the range with which hero pushes over the raise in the equilibrium."""
    if spot.raiser is None:
        raise unavailable("pushes_with", "one raise without limps and calls")
    found = chart.range(spot.hero, (), spot.raiser)
    if found is None:
        raise unavailable("pushes_with", "a hero who pushes hands then")
    return as_range(found, "pushes_with")
