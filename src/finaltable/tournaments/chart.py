"""The strategies of one hand of a tournament, as `nash` gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import run_solver, start_profile
from finaltable.errors import InputError
from finaltable.models import find_model
from finaltable.spots.to_act import blind_seats, usual_button
from finaltable.table.options import check_threads
from finaltable.table.table import Number, Table, check_player, exact_number
from finaltable.tournaments.hand import Hand, has_decision
from finaltable.tournaments.solve import FIRST

if TYPE_CHECKING:
    from finaltable.tournaments.tournament import Tournament

MODEL = "tournament"
TOLERANCE, SECONDS = 1e-5, 30.0


def chart(found: Tournament, lineup: Lineup, tolerance: float, max_seconds: float | None) -> Nash:
    """Solve a hand, beginning with the strategies of its grid point: often, they are within the tolerance."""
    if not has_decision(lineup):
        rule = "must leave a player with a decision: all are all-in by posting, or all but the big blind"
        raise InputError("stacks", rule, list(lineup.table.stacks), code="no_decision")
    hand, left = Hand.of(lineup), lineup.table.pool
    terminals = hand.terminals(found.worth(lineup, hand.outcomes) * found.rules.pool / (left or 1.0), left)
    start, locked = start_profile(lineup, {})
    state = found.state_of(lineup)
    if state is not None:
        start = found.profiles[len(lineup.chips)][state, : len(start)].astype(np.float64)
    search = Search(tolerance, check_threads(None), max_seconds)
    return replace(run_solver(terminals, find_model(FIRST), start, locked, search), model=MODEL)


def chart_or_none(found: Tournament, stacks: Sequence[Number], names: Sequence[str]) -> Nash | None:
    """Return the strategies of named players; None if no player has a decision."""
    lineup = found.rules.lineup(stacks)
    named = replace(lineup, table=replace(lineup.table, names=tuple(names)))
    return chart(found, named, TOLERANCE, SECONDS) if has_decision(lineup) else None


def seats_from_small_blind(table: Table, button: object) -> tuple[int, ...]:
    """Return the players from the small blind on; by default, the first player is the small blind."""
    chips = [exact_number(stack) for stack in table.stacks]
    seat = usual_button(chips) if button is None else check_player(button, table.names, "button")
    small, _ = blind_seats(chips, seat)
    return tuple((small + place) % table.players for place in range(table.players))
