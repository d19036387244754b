"""Ranges around a push that come from the equilibrium: push or fold, or with the raise before hero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.pushes.ranges import is_best
from finaltable.errors import InputError
from finaltable.table.options import Progress
from finaltable.table.table import check_player

if TYPE_CHECKING:
    from finaltable.decisions.pushes.push_spot import PushSpot
    from finaltable.equilibrium.solution import Nash
    from finaltable.models import Choice

WORD = "nash"  # in place of a range
EQUILIBRIUM = 1e-4  # exploitability to reach
RANGES = ("ranges", "folded_from", "bet_with")  # options with a range per player


class Solver(NamedTuple):
    """Options of the search for the equilibrium."""

    model: Choice
    threads: int
    progress: Progress | None


class Resolved(NamedTuple):
    """Ranges without the word "nash"."""

    given: dict[str, Any]
    exploitability: float | None
    """That of the equilibrium, as a share of the pool; None if it was not needed."""


def is_nash(hands: object) -> bool:
    """Return whether a range stands for that of the equilibrium."""
    return isinstance(hands, str) and hands.strip().lower() == WORD


def first_of(models: Any) -> Any:
    """Return the first of several models, or the only one."""
    return models[0] if isinstance(models, list | tuple) and models else models


def resolve(spot: PushSpot, given: Mapping[str, Any], solver: Solver) -> Resolved:
    """Replace "nash" in the ranges around a push.

    The range with which hero pushes is that of the equilibrium unless given, if one player has raised and their best
    answer is asked for.
    """
    found = {name: by_seat(spot, value, seats_of(spot, name)) for name, value in given.items() if name in RANGES}
    pushes = given["pushes_with"]
    overcalls = given["bettor_overcalls"]  # by default as the calls
    wanted = is_best(given["bettor_calls"]) or (overcalls is not None and is_best(overcalls))
    if pushes is None and wanted and spot.raiser is not None and not spot.committed:
        pushes = WORD
    asked = any(is_nash(one) for some in found.values() if isinstance(some, dict) for one in some.values())
    if not (asked or is_nash(pushes)):
        return Resolved(dict(given), None)
    chart = solve(spot, found.get("bet_with"), solver)
    resolved: dict[str, Any] = dict(given) | {"pushes_with": push_range(spot, chart) if is_nash(pushes) else pushes}
    for name, some in found.items():
        if isinstance(some, dict) and any(map(is_nash, some.values())):
            resolved[name] = {
                seat: range_of(spot, chart, name, seat) if is_nash(one) else one for seat, one in some.items()
            }
    return Resolved(resolved, chart.exploitability.total)


def seats_of(spot: PushSpot, name: str) -> Sequence[int]:
    """Return the players to whom an option gives ranges."""
    return {"ranges": spot.callers, "folded_from": spot.folders, "bet_with": spot.bettors}[name]


def by_seat(spot: PushSpot, value: object, seats: Sequence[int]) -> object:
    """Return ranges by seat if one of them is "nash" or they are well-formed; anything else as it is."""
    if isinstance(value, str):
        return dict.fromkeys(seats, value)
    if isinstance(value, Mapping):
        return {check_player(player, spot.table.names, "ranges"): one for player, one in value.items()}
    if isinstance(value, Sequence) and len(value) in (1, len(seats)):
        return dict(zip(seats, list(value) * (len(seats) if len(value) == 1 else 1), strict=True))
    return value


def solve(spot: PushSpot, bet_with: object, solver: Solver) -> Nash:
    """Return the equilibrium of push or fold, or of the game with the raise before hero.

    If the raiser's range is given, it is locked.
    """
    from finaltable.equilibrium.nash import nash

    options: dict[str, Any] = {"model": solver.model, "tolerance": EQUILIBRIUM, "threads": solver.threads}
    if spot.raiser is not None:
        name = spot.table.names[spot.raiser]
        options["raise_to"] = {name: spot.posted[spot.raiser] - spot.ante}
        held = bet_with.get(spot.raiser) if isinstance(bet_with, dict) else None
        if held is not None and not is_nash(held):
            options["lock"] = {f"{name} raise": held}
    roles: dict[str, Any] = {"button": spot.button, "elsewhere": spot.elsewhere, "progress": solver.progress}
    return nash(spot.table, **spot.forced._asdict(), **roles, **options)


def range_of(spot: PushSpot, chart: Nash, name: str, seat: int) -> Range | None:
    """Return the range of one player in the equilibrium; None: never plays, or unknown for a player who folded."""
    raiser = spot.raiser
    if name == "ranges":
        if spot.bettors and raiser is None:
            raise unavailable(name, "first in, or after one raise without limps and calls")
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


def unavailable(field: str, rule: str) -> InputError:
    """Return an error for a range that the equilibrium does not have."""
    return InputError(field, f"can come from the equilibrium only for {rule}", WORD, code="unavailable")
