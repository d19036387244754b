"""Best response of one player, under another model, to an equilibrium of the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.deviations import deviations
from finaltable.equilibrium.nash import check_model
from finaltable.equilibrium.revalue import value_again
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import run_solver
from finaltable.equilibrium.tree import rows_of
from finaltable.models import Choice, find_model
from finaltable.table.options import check_threads

if TYPE_CHECKING:
    from finaltable.equilibrium.look_ahead import Levels, LookAheadChoice
    from finaltable.spots.spot import Player
    from finaltable.table.options import Progress


def respond(
    found: Nash,
    hero: Player,
    model: Choice,
    *,
    look_ahead: LookAheadChoice = None,
    levels: Levels | None = None,
    threads: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> Nash:
    """Return hero's best response under a model, if the others play an equilibrium.

    One sweep values all decisions under the model, another one the best response. The first is enough for hero's
    decisions: their values do not depend on hero's strategy, and a raise is worth its best continuation.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    >>> answer = respond(found, "SB", "icm")
    >>> answer.model, bool((answer.hands(answer.find("BB", "SB")) == found.hands(found.find("BB", "SB"))).all())
    ('icm', True)
    """
    lineup, own, cores = found.lineup, found.find_seat(hero), check_threads(threads)
    known = find_model(model)
    check_model(known, lineup, found.tolerance)
    rows = rows_of(lineup)
    locked = np.ones(len(rows), dtype=np.bool_)
    fixed = tuple(row for node, row in rows.items() if node.seat != own)
    terminals, ahead = value_again(found, known, look_ahead, levels, threads=cores, max_seconds=max_seconds)
    search = Search(found.tolerance, cores, max_seconds, progress)
    valued = run_solver(terminals, known, found.profile, locked, search, fixed)
    profile = found.profile.copy()
    for choices, plays, _ in deviations(valued, valued.difference_as_played, fixed):
        for node, goes in zip(choices, plays, strict=True):
            if node.seat == own:
                profile[rows[node]] = goes
    answer = run_solver(terminals, known, profile, locked, search, fixed)
    gains, reach = answer.gains.copy(), answer.reach.copy()
    for node, row in rows.items():
        if node.seat == own:  # the same numbers as in `revalue`, to the last digit
            gains[row], reach[row] = valued.best_gains(node), valued.reach[row]
    return replace(answer, gains=gains, reach=reach, look_ahead=ahead)
