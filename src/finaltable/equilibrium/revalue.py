"""Strategies of an equilibrium, valued under another model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.nash import VALUES, run_solver
from finaltable.equilibrium.solution import Search
from finaltable.equilibrium.terminals import find_terminals
from finaltable.models import Choice, find_model

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash


def revalue(found: Nash, model: Choice, *, bounties: bool = True, threads: int = 1) -> Nash:
    """Value the strategies of an equilibrium under another model, or without the bounties.

    All decisions are locked: no player adapts, and the exploitability is 0.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 20, 10], [5, 3, 2], small_blind=0.5, big_blind=1, tolerance=1e-3)
    >>> again = revalue(found, "icm")
    >>> bool(np.allclose(again.gains, found.gains)), bool((again.profile == found.profile).all())
    (True, True)
    """
    lineup = found.lineup
    if not bounties:
        lineup = replace(lineup, table=lineup.table.with_other_bounties(()))
    other = find_model(model)
    terminals = find_terminals(lineup, other, VALUES * found.tolerance, threads)
    locked = np.ones(len(found.profile), dtype=np.bool_)
    all_nodes = tuple(range(len(locked)))
    return run_solver(terminals, other, found.profile, locked, Search(found.tolerance, threads), all_nodes)
