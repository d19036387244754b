"""Ranges that come from an equilibrium: the word "nash" in place of a range, and the game that is solved for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from finaltable.errors import InputError
from finaltable.table.options import Progress
from finaltable.table.table import check_player

if TYPE_CHECKING:
    from finaltable.cards.range import Range
    from finaltable.equilibrium.solution import Nash
    from finaltable.models import Choice
    from finaltable.spots.posted import Posted
    from finaltable.spots.spot import Spot

WORD = "nash"  # in place of a range
EQUILIBRIUM = 1e-4  # exploitability to reach
LEAST = 2  # big blinds: the smallest raise
ONE_RAISE = "first in, or after one raise without limps and calls"


class Solver(NamedTuple):
    """Options of the search for the equilibrium."""

    model: Choice
    threads: int
    progress: Progress | None


class Resolved(NamedTuple):
    """Ranges without the word "nash", by name of the option."""

    given: dict[str, Any]
    exploitability: float | None
    """That of the equilibrium, as a share of the pool; None if it was not needed."""


def is_nash(hands: object) -> bool:
    """Return whether a range stands for that of the equilibrium."""
    return isinstance(hands, str) and hands.strip().lower() == WORD


def first_of(models: Any) -> Any:
    """Return the first of several models, or the only one."""
    return models[0] if isinstance(models, list | tuple) and models else models


def by_seat(spot: Posted, value: object, seats: Sequence[int], field: str) -> object:
    """Return ranges by seat if they are well-formed; anything else as it is."""
    if isinstance(value, str):
        return dict.fromkeys(seats, value)
    if isinstance(value, Mapping):
        return {check_player(player, spot.table.names, field): one for player, one in value.items()}
    if isinstance(value, Sequence) and len(value) in (1, len(seats)):
        return dict(zip(seats, list(value) * (len(seats) if len(value) == 1 else 1), strict=True))
    return value


def names_nash(ranges: object) -> bool:
    """Return whether some of the ranges by seat come from the equilibrium."""
    return isinstance(ranges, dict) and any(map(is_nash, ranges.values()))


def solve(spot: Posted, raiser: int | None, held: object, solver: Solver) -> Nash:
    """Return the equilibrium of push or fold, or of the game with a raise.

    If the raiser's range is given, it is locked.
    """
    from finaltable.equilibrium.lineup import called_by_position, is_unnamed
    from finaltable.equilibrium.nash import nash

    table = spot.table
    if is_unnamed(table):
        table = called_by_position(table, spot.button, spot.elsewhere)
    options: dict[str, Any] = {"model": solver.model, "tolerance": EQUILIBRIUM, "threads": solver.threads}
    if raiser is not None:
        options["raise_to"] = {raiser: spot.posted[raiser] - spot.forced.ante}
        if held is not None and not is_nash(held):
            options["lock"] = {f"{table.names[raiser]} raise": held}
    roles: dict[str, Any] = {"button": spot.button, "elsewhere": spot.elsewhere, "progress": solver.progress}
    return nash(table, **spot.forced._asdict(), **roles, **options)


def resolve_call(spot: Spot, given: Mapping[str, Any], solver: Solver) -> Resolved:
    """Replace "nash" in the ranges around a call: those of the all-in players, and of those who folded before hero.

    If a player has raised, hero or another one, it is the game with that raise.
    """
    from finaltable.equilibrium.all_in_ranges import ranges_of

    seats = {"ranges": spot.all_in, "folded_from": spot.folders}
    found = {name: by_seat(spot, given[name], seats[name], name) for name in seats}
    if not any(map(names_nash, found.values())):
        return Resolved(dict(given), None)
    raiser = raiser_of(spot)
    chart = solve(spot, raiser, None, solver)
    resolved = dict(given)
    for name, some in found.items():
        if isinstance(some, dict) and names_nash(some):
            solved: Mapping[int, Range | None] = (
                ranges_of(chart, spot.all_in, raiser) if name == "ranges" else folders_of(spot, chart, raiser)
            )
            resolved[name] = {seat: solved.get(seat) if is_nash(one) else one for seat, one in some.items()}
    return Resolved(resolved, chart.exploitability.total)


def raiser_of(spot: Spot) -> int | None:
    """Return the only player who raised and is not all-in; None without bets; or raise if the game has no such play."""
    if not spot.bettors:
        return None
    blind = spot.forced.ante + spot.big_blind
    if len(spot.bettors) > 1 or spot.posted[spot.bettors[0]] <= blind:
        raise unavailable("ranges", ONE_RAISE)
    raiser = spot.bettors[0]
    size = spot.posted[raiser] - spot.forced.ante
    if size < LEAST * spot.big_blind:
        rule = f"must be a raise to at least {LEAST * spot.big_blind} if ranges come from the equilibrium"
        raise InputError(f"bets[{spot.table.names[raiser]}]", rule, size, code="too_small")
    return raiser


def folders_of(spot: Spot, chart: Nash, raiser: int | None) -> dict[int, Range | None]:
    """Return the hands that each player who folded would have played; None if the equilibrium does not know."""
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import as_range

    turns = {seat: turn for turn, seat in enumerate(chart.lineup.deciding)}
    pushed = sorted(turns[seat] for seat in spot.all_in if seat in turns)
    raised = None if raiser is None else turns[raiser]
    found: dict[int, Range | None] = {}
    for seat in spot.folders:
        turn = turns.get(seat, -1)
        after = raised is not None and raised < turn
        node = DecisionNode(turn, tuple(one for one in pushed if one < turn), raised if after else None)
        found[seat] = as_range(chart.hands(node)) if node in chart.nodes else None
    return found


def unavailable(field: str, rule: str) -> InputError:
    """Return an error for a range that the equilibrium does not have."""
    return InputError(field, f"can come from the equilibrium only for {rule}", WORD, code="unavailable")
