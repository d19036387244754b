"""The ends of a hand, valued by the tournament that goes on after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.equilibrium.look_ahead import LookAhead
from finaltable.equilibrium.terminals import Terminals, value_terminals
from finaltable.table.table import exact_number, exact_value
from finaltable.tournaments.hand import whole
from finaltable.tournaments.rules import units_within, usual_step
from finaltable.tournaments.tournament import TOLERANCE, Tournament, tournament

if TYPE_CHECKING:
    from finaltable.equilibrium.lineup import Lineup
    from finaltable.equilibrium.solution import Search

SHARE = 0.6  # of the time: the estimate of what a grid takes is rough


def look_ahead(lineup: Lineup, search: Search) -> tuple[Terminals, LookAhead]:
    """Solve the tournament that a table is in, on a grid that the time allows, and value the ends of a hand by it."""
    table, forced = lineup.table, lineup.forced
    seconds = None if search.max_seconds is None else SHARE * search.max_seconds
    chips = exact_number(sum(exact_value(stack) for stack in table.stacks))
    units = units_within(seconds, table.players)
    found = tournament(
        table.payouts,
        players=table.players,
        chips=chips,
        **forced._asdict(),
        step=usual_step(chips, table.players, forced, units),
        **search._replace(tolerance=max(TOLERANCE, search.tolerance))._asdict(),
    )
    return ends_by(found, lineup), described(found)


def ends_by(found: Tournament, lineup: Lineup) -> Terminals:
    """Return the ends of a hand, valued by a tournament with the same prizes, chips and blinds."""
    pool = found.rules.pool
    return value_terminals(lineup, lambda ends: (pool * found.worth(lineup, (whole(end.stacks) for end in ends)), 0.0))


def described(found: Tournament) -> LookAhead:
    """Return how well a tournament is solved; it values all ends."""
    share = found.deviation / found.rules.pool
    return LookAhead("tournament", float(found.rules.step), found.tolerance, share, found.reached, by_model=0.0)
