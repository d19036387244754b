"""The tree of sequential elimination: the core walks through every order, so that only rounding is its error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim
from finaltable.models.sem.kernels import KERNELS
from finaltable.table.options import Progress
from finaltable.table.table import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

AUTO_TREE_PLAYERS = 11  # a tenth of a second; the next takes a second
UNIT = 2.0**-53
GROWTH = 2.25  # of an uneven error of stacks, from one elimination to the next: see docs/how-it-works/sem.md


def check_range(stacks: Floats) -> None:
    """Raise where stacks of one table, shape (tables, players), are so far apart that their powers leave the floats."""
    wide = np.flatnonzero(~fits(stacks))
    if wide.size:
        chips = stacks[wide[0]]
        most = Verbatim(f"stacks from {chips[chips > 0].min():g} to {chips.max():g}")
        rule = f"must not differ by a factor of more than {_core.MAX_SEM_RANGE:g}"
        raise InputError("stacks", rule, most, code="too_precise")


def fits(stacks: Floats) -> NDArray[np.bool_]:
    """Tell for each table whether the powers of its stacks stay within the floats."""
    smallest = np.where(stacks > 0, stacks, np.inf).min(axis=1)
    return np.asarray(stacks.max(axis=1) <= _core.MAX_SEM_RANGE * smallest)


def search(
    stacks: Floats, kernel: str, threads: int, max_seconds: float | None, progress: Progress | None
) -> tuple[Floats, float]:
    """Return finish probabilities of tables, shape (tables, players, places), and the error of the largest."""
    check_range(stacks)
    values, done = _core.sem_finish(stacks, list(KERNELS).index(kernel), threads, max_seconds, progress)
    if not done:
        raise TooSlowError("max_seconds", "is too short for method 'tree' on this table", max_seconds)
    return values, rounding(int((stacks > 0).sum(axis=1).max()))


def search_knockouts(stacks: Floats, kernel: str, threads: int, progress: Progress | None) -> tuple[Floats, float]:
    """Return knockout probabilities of one table, [i, j] that i busts j, and the error of the largest.

    Players who take a part of somebody's chips have that part in the knockout. A share is off by twice the unevenness
    of the stacks, and by a few roundings of its own.
    """
    values, done = _core.sem_knockouts(stacks, list(KERNELS).index(kernel), threads, None, progress)
    assert done, "nothing but an exception stops it"
    live = int((stacks > 0).sum())
    terms = 3.0 * math.factorial(max(live - 3, 0))  # in which others, in any order, went out before
    return values[0], GROWTH * rounding(live) + (terms + 2.0 * live) * UNIT


def rounding(live: int) -> float:
    """Bound what rounding can have done to a probability of ``live`` players.

    ``uneven`` bounds how much the errors of two stacks differ, relative to them. Each elimination adds at most
    m + 16 roundings to each stack, and lets the unevenness grow; a chance to go out is off by three times as much, and
    by 64 roundings of its own. Chances along an order multiply; sums of positive numbers keep the relative error.
    """
    uneven, chances = 2.0, 0.0
    for left in range(live, 2, -1):
        chances += 3.0 * uneven + 66.0
        uneven = GROWTH * uneven + 2.0 * (left + 16)
    return (chances + longest_sum(live) + 2.0 * live + 8.0) * UNIT * (1 + 2.0**-20)


def longest_sum(live: int) -> float:
    """Count the terms of the longest sum: the states with four left of a part of the tree, and the parts."""
    part = live - 2 if live >= 8 else live
    states = 1.0
    for left in range(5, part + 1):
        states *= left
    return states + live * live


def would_sample(live: int, _tolerance: float) -> bool:
    """Tell whether so many players with chips are too many for the tree."""
    return live > AUTO_TREE_PLAYERS


def orders(live: int) -> int:
    """Count the states of the tree: whoever is left of those who may have gone out, in every order, down to three."""
    states, orders = 0, 1
    for left in range(live, 2, -1):
        states += orders
        orders *= left
    return states
