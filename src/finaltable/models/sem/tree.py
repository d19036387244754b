"""The tree of sequential elimination: the core enumerates all orders, so rounding is the only error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim
from finaltable.models.sem.kernels import KERNELS
from finaltable.table.options import Progress
from finaltable.table.table import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

AUTO_TREE_PLAYERS = 11  # a tenth of a second; 12 players take a second


def check_range(stacks: Floats) -> None:
    """Raise if a table, of shape (tables, players), has stacks so far apart that their powers overflow."""
    wide = np.flatnonzero(~fits(stacks))
    if wide.size:
        chips = stacks[wide[0]]
        found = Verbatim(f"stacks from {chips[chips > 0].min():g} to {chips.max():g}")
        rule = f"must not differ by a factor of more than {_core.MAX_SEM_RANGE:g}"
        raise InputError("stacks", rule, found, code="too_precise")


def fits(stacks: Floats) -> NDArray[np.bool_]:
    """Return for each table whether the powers of its stacks fit into floats."""
    smallest = np.where(stacks > 0, stacks, np.inf).min(axis=1)
    return np.asarray(stacks.max(axis=1) <= _core.MAX_SEM_RANGE * smallest)


def search(
    stacks: Floats, kernel: str, threads: int, max_seconds: float | None, progress: Progress | None
) -> _core.Answer:
    """Return finish probabilities of tables, shape (tables, players, places)."""
    check_range(stacks)
    found = _core.sem_finish(stacks, list(KERNELS).index(kernel), threads, max_seconds, progress)
    if not found.finished:
        raise TooSlowError("max_seconds", "is too short for method 'tree' on this table", max_seconds)
    return found


def search_knockouts(stacks: Floats, kernel: str, threads: int, progress: Progress | None) -> tuple[Floats, float]:
    """Return knockout probabilities of one table, [i, j] that i busts j, and the error of the largest.

    Players who take a part of another's chips get that part of the knockout.
    """
    found = _core.sem_knockouts(stacks, list(KERNELS).index(kernel), threads, None, progress)
    assert found.finished, "only an exception can stop it"
    return found.values[0], found.error


def would_sample(live: int, _tolerance: float) -> bool:
    """Return whether ``live`` players with chips are too many for the tree."""
    return live > AUTO_TREE_PLAYERS
