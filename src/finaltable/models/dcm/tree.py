"""Compiled search of the DCM tree: decides how far to search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim, counted
from finaltable.results import Finish, Values
from finaltable.table.options import Progress
from finaltable.table.table import Floats, whole_chips

AUTO_NODES = 50_000_000  # about half a second on one core
# Nodes are predicted without merging equal hands. Searches with usual prizes need at most half of them. Geometric
# stacks and unusual prizes (most of the money on fifth place) need up to 0.65 of them with 13 players or more, where
# a second is short; with five players they need more than predicted, but microseconds.
MERGED = 2
TOLERANCES = (1e-7, 1e-6, 1e-5, 1e-4)  # tried in this order for many tables
MAX_UNROLLED = 12  # with more players than this a node takes longer
FALLBACK_NODES = 100_000  # about a millisecond
DEEPER = 4.0  # each further search divides the error by this, if there is time

Run = Callable[[float | None, float | None], _core.Answer]  # maximum number of nodes, seconds


@lru_cache(maxsize=256)
def tree_is_affordable(live: int, tolerance: float, max_seconds: float | None) -> bool:
    """Return whether the tree meets the tolerance in about a second, or within the time limit."""
    if live > _core.MAX_TREE_PLAYERS:
        return False
    cost = _core.tree_cost(live)
    nodes = cost.nodes_for(max(tolerance, cost.finest_tolerance) - cost.rounding) / MERGED
    seconds = 1.0 if max_seconds is None else max_seconds
    return nodes <= seconds * AUTO_NODES * MAX_UNROLLED / max(live, MAX_UNROLLED)


def affordable_tolerance(live: int, tables: int, nodes: float, coarsest: float = TOLERANCES[-1]) -> float:
    """Return the finest tolerance at which the tables take at most ``nodes`` nodes."""
    cost = _core.tree_cost(live)
    fine = (tolerance for tolerance in TOLERANCES if tables * cost.nodes_for(tolerance) <= nodes)
    return min(next(fine, coarsest), coarsest)


def affordable(live: int, tables: int, coarsest: float) -> float:
    """Return the finest tolerance at which the tables take about half a second."""
    return affordable_tolerance(live, tables, AUTO_NODES, coarsest)


class Plan(NamedTuple):
    """How far to search the tree."""

    live: int
    """The largest number of players with chips."""
    tolerance: float
    """Error allowed for each finish probability."""
    budget: int | None
    """Maximum number of nodes without merging, even if the tolerance is not met; None: no limit."""
    max_seconds: float | None
    progress: Progress | None


@lru_cache(maxsize=256)
def finest_tolerance(live: int) -> float:
    """Return the smallest error that a search can prove for ``live`` players with chips."""
    return _core.tree_cost(live).finest_tolerance


def plan_search(live: int, method: str, tolerance: float, max_seconds: float | None, progress: Progress | None) -> Plan:
    """Decide how far to search for up to ``live`` players with chips, or raise if the tree is not possible."""
    if live > _core.MAX_TREE_PLAYERS:
        rule = f"'tree' takes at most {_core.MAX_TREE_PLAYERS} players with chips"
        raise InputError("method", rule, Verbatim(live), code="too_many")
    finest = finest_tolerance(live)
    if tolerance < finest and method == "tree":
        rule = f"must be at least {finest:.1e} for method 'tree' with {live} players"
        raise InputError("tolerance", rule, tolerance, hint="{method=sample} takes any", code="too_precise")
    auto = method == "auto" and max_seconds is None
    budget = MERGED * AUTO_NODES * MAX_UNROLLED // max(live, MAX_UNROLLED) if auto else None
    return Plan(live, max(tolerance, finest), budget, max_seconds, progress)


def search(chips: Sequence[int], plan: Plan) -> _core.Answer:
    """Return finish probabilities of one table."""
    return search_until_deadline(plan, search_of(_core.tree_finish, chips, plan))


def search_money(chips: Sequence[int], payouts: Floats, plan: Plan, threads: int) -> _core.Answer:
    """Search until the equities meet the tolerance; with a time limit, in ever finer searches."""
    high, low = chip_words(chips)
    tolerance = plan.tolerance
    if plan.max_seconds is None:
        return _core.tree_of_one(high, low, payouts, tolerance, threads, None, plan.progress, tolerance)
    started, pool = time.perf_counter(), float(payouts.sum())
    reached = 1.0

    def report(_done: float, _error: float) -> None:
        assert plan.max_seconds is not None
        assert plan.progress is not None
        plan.progress(min(1.0, (time.perf_counter() - started) / plan.max_seconds), reached)

    progress = None if plan.progress is None else report
    asked = max(tolerance, _core.tree_cost(plan.live).unresolved_within(FALLBACK_NODES))
    best = _core.tree_of_one(high, low, payouts, asked, threads, None, progress)
    finished = best.finished
    while finished and best.error > tolerance * pool and asked > tolerance:
        left = plan.max_seconds - (time.perf_counter() - started)
        if left <= 0:
            break
        reached = min(reached, best.error / pool)
        asked = max(tolerance, asked / DEEPER)
        found = _core.tree_of_one(high, low, payouts, asked, threads, left, progress)
        finished = found.finished
        best = found if found.error < best.error else best
    return best


def search_places(chips: Sequence[int], plan: Plan, progress: Progress | None) -> tuple[Values, float]:
    """Return finish probabilities of one table, and their error."""
    found = search(chips, plan._replace(progress=progress))
    return found.values, found.error


def search_knockouts(chips: Sequence[int], plan: Plan, progress: Progress | None) -> tuple[Values, float]:
    """Return knockout probabilities of one table, and their error."""
    plan = plan._replace(progress=progress)
    found = search_until_deadline(plan, search_of(_core.tree_knockouts, chips, plan))
    return found.values, found.error


def search_of(core: Callable[..., _core.Answer], chips: Sequence[int], plan: Plan) -> Run:
    """Return a search of one table by a core function that takes chips as high and low 64-bit words."""
    words = chip_words(chips)
    return lambda nodes, max_seconds: core(*words, plan.tolerance, nodes, max_seconds, plan.progress)


def chip_words(chips: Sequence[int]) -> tuple[Values, Values]:
    """Return the high and the low 64 bits of chips.

    >>> [words.tolist() for words in chip_words([2**64 + 7, 5])]
    [[1, 0], [7, 5]]
    """
    if not _core.WIDE_CHIPS and sum(chips) > _core.MOST_NARROW_CHIPS:
        rule = "must fit a common unit in 62 bits, the most that this build can count"
        found = Verbatim(f"{sum(chips).bit_length()} bits")
        raise InputError("stacks", rule, found, hint="round them to fewer digits", code="too_precise")
    if sum(chips) < 2**64:
        return np.zeros(len(chips), dtype=np.uint64), np.array(chips, dtype=np.uint64)
    high = np.array([chip >> 64 for chip in chips], dtype=np.uint64)
    return high, np.array([chip & (2**64 - 1) for chip in chips], dtype=np.uint64)


def search_until_deadline(plan: Plan, run: Run) -> _core.Answer:
    """Run a search; with a time limit, first a coarse one, as a fallback and to measure the speed of this machine."""
    if plan.max_seconds is None:
        return run(plan.budget, None)
    started = time.perf_counter()
    coarse = run(FALLBACK_NODES, None)
    seconds = time.perf_counter() - started
    left = plan.max_seconds - seconds
    if coarse.error <= plan.tolerance or left <= 0:
        return coarse
    fine = run(0.7 * left * coarse.work / seconds, left)
    return fine if fine.error < coarse.error else coarse


def search_tables(stacks: Values, plan: Plan, threads: int) -> Finish:
    """Return finish probabilities of tables of shape (tables, players)."""
    rows = narrow_chips(stacks)
    if rows is None or len(rows) == 1:
        answers = [search(whole_chips(row), plan) for row in stacks.tolist()]
        values = np.array([answer.values for answer in answers])
        return Finish(values, max(a.error for a in answers), True, "tree", sum(a.work for a in answers))
    found = _core.tree_finish_tables(rows, plan.tolerance, plan.budget, threads, plan.max_seconds, plan.progress)
    if not found.finished:
        raise TooSlowError("max_seconds", f"is too short for {counted(len(rows), 'table')}", plan.max_seconds)
    return Finish(found.values, found.error, True, "tree", found.work)


def narrow_chips(stacks: Values) -> Values | None:
    """Return stacks as 64-bit integers, or None if they do not fit."""
    whole = stacks.dtype.kind in "iu" or (stacks.dtype.kind == "f" and bool((stacks == np.floor(stacks)).all()))
    if whole and (stacks.sum(axis=1, dtype=np.float64) < 2.0**62).all():
        return np.ascontiguousarray(stacks, dtype=np.int64)
    rows = [whole_chips(row) for row in stacks.tolist()]
    return np.array(rows, dtype=np.int64) if max(map(sum, rows)) < 2**62 else None
