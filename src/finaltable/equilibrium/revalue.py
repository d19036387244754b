"""Strategies of an equilibrium, valued under another model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.look_ahead import LookAhead, LookAheadChoice, check_look_ahead
from finaltable.equilibrium.nash import VALUES, look
from finaltable.equilibrium.solution import Search
from finaltable.equilibrium.solver import run_solver
from finaltable.equilibrium.terminals import find_terminals
from finaltable.models import Choice, Model, find_model

if TYPE_CHECKING:
    from finaltable.equilibrium.look_ahead import Levels
    from finaltable.equilibrium.solution import Nash
    from finaltable.equilibrium.terminals import Terminals


def revalue(
    found: Nash, model: Choice, *, bounties: bool = True, look_ahead: LookAheadChoice = None, threads: int = 1
) -> Nash:
    """Value the strategies of an equilibrium under another model, or without the bounties.

    All decisions are locked: no player adapts, and the exploitability is 0. For ``look_ahead``, see `nash`.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 20, 10], [5, 3, 2], small_blind=0.5, big_blind=1, tolerance=1e-3)
    >>> again = revalue(found, "icm")
    >>> bool(np.allclose(again.gains, found.gains)), bool((again.profile == found.profile).all())
    (True, True)
    """
    if not bounties:
        table = found.lineup.table.with_other_bounties(())
        found = replace(found, terminals=replace(found.terminals, lineup=replace(found.lineup, table=table)))
    other = find_model(model)
    terminals, ahead = value_again(found, other, look_ahead, threads=threads)
    locked = np.ones(len(found.profile), dtype=np.bool_)
    all_nodes = tuple(range(len(locked)))
    search = Search(found.tolerance, threads)
    return replace(run_solver(terminals, other, found.profile, locked, search, all_nodes), look_ahead=ahead)


def value_again(
    found: Nash,
    model: Model,
    look_ahead: LookAheadChoice,
    levels: Levels | None = None,
    *,
    threads: int,
    max_seconds: float | None = 30.0,
) -> tuple[Terminals, LookAhead | None]:
    """Value the ends of a solved hand under another model, by what follows them if all play this hand as solved."""
    lineup = found.lineup
    plan = check_look_ahead(look_ahead, levels, lineup.table, lineup.forced, lineup.elsewhere)
    if plan is None:
        return find_terminals(lineup, model, VALUES * found.tolerance, threads), None
    search = Search(found.tolerance, threads, max_seconds)
    terminals, ahead = look(plan, lineup, model, dict(enumerate(found.profile)), search)
    return terminals, ahead.look_ahead
