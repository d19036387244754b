"""The strategies of one hand of a tournament, as `nash` gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.nash import run_solver, start_profile
from finaltable.equilibrium.solution import Nash, Search
from finaltable.errors import InputError
from finaltable.models import find_model
from finaltable.table.options import check_threads
from finaltable.table.table import Number
from finaltable.tournaments.hand import NO_DECISION, Hand

if TYPE_CHECKING:
    from finaltable.tournaments.tournament import Tournament

MODEL = "tournament"


def chart(found: Tournament, stacks: Sequence[Number], tolerance: float, max_seconds: float | None) -> Nash:
    """Solve a hand, beginning with the strategies of its grid point: often, they are within the tolerance."""
    hand = Hand.of(found.rules.lineup(stacks))
    if hand.shape == NO_DECISION:
        rule = "must leave a player with a decision: all are all-in by posting, or all but the big blind"
        raise InputError("stacks", rule, list(stacks), code="no_decision")
    left = hand.lineup.table.pool
    terminals = hand.terminals(found.worth(hand) * found.rules.pool / (left or 1.0), left)
    start, locked = start_profile(hand.lineup, {})
    state = found.state_of(hand.lineup)
    if state is not None:
        start = found.profiles[len(stacks)][state, : len(start)].astype(np.float64)
    solved = run_solver(terminals, find_model("icm"), start, locked, Search(tolerance, check_threads(None), max_seconds))
    return replace(solved, model=MODEL)
