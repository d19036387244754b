"""Best response of one player, under another model, to an equilibrium of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.equilibrium.nash import VALUES, check_model, solve
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.terminals import find_terminals
from finaltable.equilibrium.tree import rows_of
from finaltable.models import Choice, find_model
from finaltable.table.options import check_threads

if TYPE_CHECKING:
    from finaltable.spots.spot import Player
    from finaltable.table.options import Progress


def respond(
    found: Nash,
    hero: Player,
    model: Choice,
    *,
    threads: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> Nash:
    """Return hero's best response under a model, if the others play an equilibrium.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    >>> answer = respond(found, "SB", "icm")
    >>> answer.model, bool((answer.hands(answer.find("BB", "SB")) == found.hands(found.find("BB", "SB"))).all())
    ('icm', True)
    """
    lineup, own, cores = found.lineup, found.find_seat(hero), check_threads(threads)
    known = find_model(model)
    check_model(known, lineup, found.tolerance)
    fixed = {number: found.profile[number] for node, number in rows_of(lineup).items() if node.seat != own}
    terminals = find_terminals(lineup, known, VALUES * found.tolerance, cores)
    return solve(terminals, known, fixed, Search(found.tolerance, cores, max_seconds, progress))
