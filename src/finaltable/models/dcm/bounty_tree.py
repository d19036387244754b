"""Compiled search of the DCM tree for bounties: decides how far to search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim, counted
from finaltable.models.dcm.tree import AUTO_NODES, FALLBACK_NODES, MAX_UNROLLED, chip_words, narrow_chips
from finaltable.results import Income, Values
from finaltable.table.options import Progress
from finaltable.table.table import whole_chips

FINEST = 3e-11  # relative to all bounties; the rounding of sums of floats is not proved to be smaller
BY_SAMPLE = 3e-5  # error of about a second of simulated tournaments, relative to all bounties


class BountyPlan(NamedTuple):
    """How far to search the tree."""

    live: int
    """The largest number of players with chips."""
    tolerance: float
    """Error allowed for each income, relative to all bounties."""
    budget: float | None
    """Maximum number of nodes, even if the tolerance is not met; None: no limit."""
    max_seconds: float | None
    progress: Progress | None

    def least_threshold(self, budget: float | None) -> float:
        """Return the probability threshold for a node budget."""
        return 0.0 if budget is None else _core.tree_cost(self.live).threshold_within(budget)


def unresolved_for(live: int, tolerance: float) -> float:
    """Return the probability that may stay unresolved; the error of income is much smaller (core/dcm/bounty.cpp)."""
    return max(tolerance, FINEST) * max(live, 1)


def tree_is_better(live: int, tolerance: float, max_seconds: float | None) -> bool:
    """Return whether the tree meets the tolerance, or at least beats sampling, in about a second or the time limit."""
    if live > _core.MAX_TREE_PLAYERS:
        return False
    seconds = 1.0 if max_seconds is None else max_seconds
    nodes = _core.tree_cost(live).nodes_for(unresolved_for(live, max(tolerance, BY_SAMPLE)))
    return nodes <= seconds * AUTO_NODES * MAX_UNROLLED / max(live, MAX_UNROLLED)


def plan_bounties(
    live: int, method: str, tolerance: float, max_seconds: float | None, progress: Progress | None
) -> BountyPlan:
    """Decide how far to search for up to ``live`` players with chips, or raise if the tree is not possible."""
    if live > _core.MAX_TREE_PLAYERS:
        rule = f"'tree' takes at most {_core.MAX_TREE_PLAYERS} players with chips"
        raise InputError("method", rule, Verbatim(live), code="too_many")
    if tolerance < FINEST and method == "tree":
        rule = f"must be at least {FINEST:.0e} for bounties by method 'tree'"
        raise InputError("tolerance", rule, tolerance, hint="{method=exact} has no error", code="too_precise")
    auto = method == "auto" and max_seconds is None
    budget = AUTO_NODES * MAX_UNROLLED / max(live, MAX_UNROLLED) if auto else None
    return BountyPlan(live, max(tolerance, FINEST), budget, max_seconds, progress)


def search_income(stacks: Values, bounties: Values, share: float, own: bool, plan: BountyPlan, threads: int) -> Income:
    """Return income, shape (tables, players)."""
    amounts = np.ascontiguousarray(bounties, dtype=np.float64)
    rows = narrow_chips(stacks)
    if rows is None:
        wide = zip(stacks.tolist(), amounts, strict=True)
        return together([wide_income(row, bounty, share, own, plan) for row, bounty in wide])

    def run(threshold: float, max_seconds: float | None) -> _core.Answer:
        return _core.tree_income(
            rows, amounts, share, own, plan.tolerance, threshold, threads, max_seconds, plan.progress
        )

    allowed = plan.tolerance * np.where(rows > 0, amounts, 0.0).sum(axis=1)
    return search_within(plan, run, len(rows), allowed)


def search_matrix(stacks: Values, share: float, own: bool, plan: BountyPlan, threads: int) -> Income:
    """Return the bounty matrix, shape (tables, players, players)."""
    rows = narrow_chips(stacks)
    if rows is None:
        return together([wide_matrix(row, share, own, plan) for row in stacks.tolist()])

    def run(threshold: float, max_seconds: float | None) -> _core.Answer:
        return _core.tree_heads(rows, share, own, plan.tolerance, threshold, threads, max_seconds, plan.progress)

    return search_within(plan, run, len(rows), np.full(len(rows), plan.tolerance))


def search_within(
    plan: BountyPlan, run: Callable[[float, float | None], _core.Answer], tables: int, allowed: Values
) -> Income:
    """Run a search; with a time limit, first a coarse one, as a fallback and to measure the speed of this machine."""
    if plan.max_seconds is None:
        return as_income(run(plan.least_threshold(plan.budget), None))
    started = time.perf_counter()
    coarse = run(plan.least_threshold(FALLBACK_NODES), None if tables == 1 else plan.max_seconds)
    seconds = time.perf_counter() - started
    if not coarse.finished:
        raise TooSlowError("max_seconds", f"is too short for bounties of {counted(tables, 'table')}", plan.max_seconds)
    left = plan.max_seconds - seconds
    if left <= 0 or (coarse.errors <= allowed).all():
        return as_income(coarse)
    fine = run(plan.least_threshold(0.7 * left * coarse.work / (seconds * tables)), left)
    return as_income(fine if fine.finished or (tables == 1 and fine.error < coarse.error) else coarse)


def wide_income(stacks: list[int], bounties: Values, share: float, own: bool, plan: BountyPlan) -> Income:
    """Return income at a table whose chips need more than 64 bits."""
    words = chip_words(whole_chips(stacks))

    def run(threshold: float, max_seconds: float | None) -> _core.Answer:
        return _core.tree_income_wide(
            *words, bounties, share, own, plan.tolerance, threshold, max_seconds, plan.progress
        )

    return search_within(plan, run, 1, plan.tolerance * bounties.sum(keepdims=True))


def wide_matrix(stacks: list[int], share: float, own: bool, plan: BountyPlan) -> Income:
    """Return the bounty matrix of a table whose chips need more than 64 bits."""
    words = chip_words(whole_chips(stacks))

    def run(threshold: float, max_seconds: float | None) -> _core.Answer:
        return _core.tree_heads_wide(*words, share, own, plan.tolerance, threshold, max_seconds, plan.progress)

    return search_within(plan, run, 1, np.array([plan.tolerance]))


def as_income(found: _core.Answer) -> Income:
    """Convert an answer of the core."""
    return Income(found.values, found.errors, True, "tree", found.work)


def together(found: list[Income]) -> Income:
    """Join the answers for several tables."""
    values, errors = (np.concatenate([getattr(one, part) for one in found]) for part in ("values", "errors"))
    return Income(values, errors, True, "tree", sum(one.work for one in found))
