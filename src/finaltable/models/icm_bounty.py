"""Bounties under ICM, which gives finish probabilities but no knockouts: those need an assumption.

The usual assumption: the player in a place is busted by any of those in better places, each as likely as the others.
Progressive bounties are chained: a part added to a bounty is won with that bounty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim, counted
from finaltable.models.model import BountyFunctions
from finaltable.models.powers import relative_rounding, weights_of
from finaltable.results import Income, Values
from finaltable.table.options import Progress
from finaltable.table.table import Number

ASSUMPTION = "the player in each place is busted by any of those in better places, each as likely as the others"


def income(
    stacks: Values,
    bounties: Values,
    *,
    share: Number,
    own: bool,
    exponent: float = 1.0,
    threads: int = 1,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    **_: Any,
) -> Income:
    """Return the expected bounty money at checked tables, shape (tables, players)."""
    live = check_live(stacks)
    amounts = np.ascontiguousarray(bounties, dtype=np.float64)
    weights = weights_of(np.ascontiguousarray(stacks, dtype=np.float64), exponent)
    found = _core.icm_income(weights, amounts, float(share), own, threads, max_seconds, progress)
    check_done(found.finished, max_seconds, len(stacks))
    errors = found.errors + rounding_of_weights(live, exponent) * np.where(weights > 0, amounts, 0.0).sum(axis=1)
    return Income(found.values, errors, True, "subsets", found.work)


def matrix(
    stacks: Values,
    *,
    share: Number,
    own: bool,
    exponent: float = 1.0,
    threads: int = 1,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    **_: Any,
) -> Income:
    """Return the bounty matrix of checked tables, shape (tables, players, players)."""
    live = check_live(stacks)
    weights = weights_of(np.ascontiguousarray(stacks, dtype=np.float64), exponent)
    found = _core.icm_heads(weights, float(share), own, threads, max_seconds, progress)
    check_done(found.finished, max_seconds, len(stacks))
    return Income(found.values, found.errors + rounding_of_weights(live, exponent), True, "subsets", found.work)


BOUNTY = BountyFunctions(income, matrix, ASSUMPTION)


def check_live(stacks: Values) -> int:
    """Return the largest number of players with chips, or raise if it is too large for subsets."""
    live = int((stacks > 0).sum(axis=1).max())
    if live > _core.MAX_SUBSET_PLAYERS:
        rule = f"must leave at most {_core.MAX_SUBSET_PLAYERS} players with chips for bounties under ICM"
        raise InputError("stacks", rule, Verbatim(f"{live} players"), code="too_many")
    return live


def check_done(done: bool, max_seconds: float | None, tables: int) -> None:
    """Raise if the time limit was too short; a partial sum is no answer."""
    if not done:
        raise TooSlowError("max_seconds", f"is too short for bounties of {counted(tables, 'table')}", max_seconds)


def rounding_of_weights(live: int, exponent: float) -> float:
    """Bound the rounding that an exponent adds, relative to all bounties: two sums with one share per player."""
    return 4.02 * live * relative_rounding(exponent)
