"""The compiled search of the DCM tree: how far to go is decided here, before it starts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim, counted
from finaltable.results import Finish, Values
from finaltable.table.options import Progress
from finaltable.table.table import Floats, whole_chips

AUTO_NODES = 50_000_000  # about half a second on one core
TOLERANCES = (1e-7, 1e-6, 1e-5, 1e-4)  # of each of many tables
MAX_UNROLLED = 12  # with more players than this a node takes longer
FALLBACK_NODES = 100_000  # about a millisecond
DEEPER = 4.0  # times less error in the next search, if there is time
LOST_UNITS_PER_NODE = 2  # probability is counted in units of 2^-63 and rounded down

Answer = tuple[Values, Values, int, bool]  # probabilities, what is unresolved of each, nodes, whether it ran to its end
Run = Callable[[Floats, float, float | None], Answer]  # of thresholds by live players, tolerance, seconds


class Cost(NamedTuple):
    """What a search of the tree costs, by threshold, for some number of players."""

    thresholds: Floats
    nodes: Floats
    unresolved: Floats

    def for_tolerance(self, tolerance: float) -> float:
        """Return the largest threshold that leaves at most ``tolerance`` unresolved."""
        return float(self.thresholds[self.unresolved <= tolerance][0])

    def nodes_for(self, tolerance: float) -> float:
        """Return how many nodes that takes."""
        return float(self.nodes[self.unresolved <= tolerance][0])

    def tolerance_for(self, nodes: float) -> float:
        """Return what so many nodes leave unresolved at the most."""
        return float(self.unresolved[self.nodes <= max(nodes, self.nodes[0])][-1])

    def for_nodes(self, nodes: float) -> float:
        """Return the smallest threshold that expands at most ``nodes`` nodes, or about as few."""
        return float(self.thresholds[self.nodes <= max(nodes, self.nodes[0])][-1])


@cache
def cost_of(live: int) -> Cost:
    """Return the costs for ``live`` players with chips."""
    nodes, unresolved = _core.tree_cost(live)
    thresholds = np.exp(-_core.COST_STEP * np.arange(len(nodes)))
    # Every node also loses a little to rounding down; a fiftieth covers the spacing of the table.
    rounded_off = LOST_UNITS_PER_NODE * 2.0**-63 * nodes
    return Cost(thresholds, nodes, 1.02 * unresolved + rounded_off)


@cache
def finest_tolerance(live: int) -> float:
    """Return the smallest tolerance that the tree can prove for ``live`` players with chips."""
    return 4 * (
        float(cost_of(live).unresolved.min()) + rounding(live)
    )  # ties lose more units to rounding than the table says


def rounding(players: int) -> float:
    """Bound what turning whole units into floats, and summing a row of them, can add to an error."""
    return (players + 8) * 2.0**-53


def tree_is_affordable(live: int, tolerance: float, max_seconds: float | None) -> bool:
    """Tell whether the tree meets the tolerance in about a second, or in the time there is."""
    if live > _core.MAX_TREE_PLAYERS:
        return False
    target = max(tolerance, finest_tolerance(live)) - rounding(live)
    seconds = 1.0 if max_seconds is None else max_seconds
    return bool(cost_of(live).nodes_for(target) <= seconds * AUTO_NODES * MAX_UNROLLED / max(live, MAX_UNROLLED))


def affordable_tolerance(live: int, tables: int, nodes: float, coarsest: float = TOLERANCES[-1]) -> float:
    """Return the finest tolerance at which so many tables take no more than so many nodes."""
    fine = (tolerance for tolerance in TOLERANCES if tables * cost_of(live).nodes_for(tolerance) <= nodes)
    return min(next(fine, coarsest), coarsest)


def affordable(live: int, tables: int, coarsest: float) -> float:
    """Return the finest tolerance at which so many tables take about half a second."""
    return affordable_tolerance(live, tables, AUTO_NODES, coarsest)


class Plan(NamedTuple):
    """How far to search the tree."""

    live: int
    """The largest number of players with chips."""
    tolerance: float
    """What every finish probability must meet."""
    budget: int | None
    """Nodes to expand at the most, if the tolerance cannot be met with them."""
    max_seconds: float | None
    progress: Progress | None


def plan_search(live: int, method: str, tolerance: float, max_seconds: float | None, progress: Progress | None) -> Plan:
    """Decide how far to search for up to ``live`` players with chips, or raise where the tree cannot do it."""
    if live > _core.MAX_TREE_PLAYERS:
        rule = f"'tree' takes at most {_core.MAX_TREE_PLAYERS} players with chips"
        raise InputError("method", rule, Verbatim(live), code="too_many")
    finest = finest_tolerance(live)
    if tolerance < finest and method == "tree":
        rule = f"must be at least {finest:.1e} for method 'tree' with {live} players"
        raise InputError("tolerance", rule, tolerance, hint="{method=sample} takes any", code="too_precise")
    auto = method == "auto" and max_seconds is None
    budget = AUTO_NODES * MAX_UNROLLED // max(live, MAX_UNROLLED) if auto else None
    return Plan(live, max(tolerance, finest) - rounding(live), budget, max_seconds, progress)


@lru_cache(maxsize=256)
def thresholds_for(live: int, tolerance: float, budget: int | None) -> tuple[Floats, float]:
    """Return where to start, by players with chips, and the tolerance to go on to: 1 if the budget will not do."""
    costs = [cost_of(m) for m in range(live + 1)]
    start = np.array([cost.for_tolerance(tolerance) for cost in costs])
    if budget is None:
        return start, tolerance
    affordable = np.array([cost.for_nodes(budget) for cost in costs])
    return np.maximum(start, affordable), tolerance if start[live] >= affordable[live] else 1.0


def search(chips: Sequence[int], plan: Plan) -> Answer:
    """Return finish probabilities of one table."""
    if sum(chips) >= 2**62:
        return search_until_deadline(plan, with_wide_chips(_core.tree_finish_wide, chips, plan.progress))
    row = np.array([chips], dtype=np.int64)

    def run(thresholds: Floats, tolerance: float, max_seconds: float | None) -> Answer:
        values, unresolved, nodes, done = _core.tree_finish(row, thresholds, tolerance, 1, max_seconds, plan.progress)
        return values[0], unresolved[0], nodes, done

    return search_until_deadline(plan, run)


class Money(NamedTuple):
    """Equities of one table, and the finish probabilities found on the way, as the core returns them."""

    equities: Floats
    finish: Floats
    error: float
    finish_error: float
    nodes: int
    done: bool


def search_money(chips: Sequence[int], payouts: Floats, plan: Plan, threads: int) -> Money:
    """Search for what money asks for; under a time limit coarsely first, then further and further."""
    high, low = chip_words(chips)
    tolerance = plan.tolerance + rounding(plan.live)
    if plan.max_seconds is None:
        return Money(*_core.tree_of_one(high, low, payouts, tolerance, threads, None, plan.progress))
    started, pool = time.perf_counter(), float(payouts.sum())
    reached = 1.0

    def tell(_done: float, _error: float) -> None:
        assert plan.max_seconds is not None
        assert plan.progress is not None
        plan.progress(min(1.0, (time.perf_counter() - started) / plan.max_seconds), reached)

    told = None if plan.progress is None else tell
    asked = max(tolerance, cost_of(plan.live).tolerance_for(FALLBACK_NODES))
    best = Money(*_core.tree_of_one(high, low, payouts, asked, threads, None, told))
    while best.done and best.error > tolerance * pool and asked > tolerance:
        left = plan.max_seconds - (time.perf_counter() - started)
        if left <= 0:
            break
        reached = min(reached, best.error / pool)
        asked = max(tolerance, asked / DEEPER)
        found = Money(*_core.tree_of_one(high, low, payouts, asked, threads, left, told))
        best = found if found.error < best.error else best._replace(done=found.done)
    return best


def search_places(chips: Sequence[int], plan: Plan, progress: Progress | None) -> tuple[Values, float]:
    """Return finish probabilities of one table, and their error."""
    values, unresolved, _, _ = search(chips, plan._replace(progress=progress))
    return values, float(unresolved.max()) + rounding(len(chips))


def search_knockouts(chips: Sequence[int], plan: Plan, progress: Progress | None) -> tuple[Values, float]:
    """Return knockout probabilities of one table, and their error."""
    values, unresolved, _, _ = search_until_deadline(plan, with_wide_chips(_core.tree_knockouts, chips, progress))
    return values, float(unresolved.max()) + rounding(len(chips))


def with_wide_chips(core: Callable[..., Answer], chips: Sequence[int], progress: Progress | None) -> Run:
    """Return a search by a function of the core that takes chips as high and low 64-bit words."""
    live = sum(1 for chip in chips if chip)
    high, low = chip_words(chips)

    def run(thresholds: Floats, tolerance: float, max_seconds: float | None) -> Answer:
        return core(high, low, thresholds[live], tolerance, max_seconds, progress)

    return run


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


def search_until_deadline(plan: Plan, run: Run) -> Answer:
    """Run a search; under a time limit a coarse one first, which is never lost and shows how fast this machine is."""
    if plan.max_seconds is None:
        return run(*thresholds_for(plan.live, plan.tolerance, plan.budget), None)
    started = time.perf_counter()
    coarse = run(*thresholds_for(plan.live, plan.tolerance, FALLBACK_NODES), None)
    seconds = time.perf_counter() - started
    left = plan.max_seconds - seconds
    if coarse[1].max() <= plan.tolerance or left <= 0:
        return coarse
    affordable = int(0.7 * left * coarse[2] / seconds)
    fine = run(*thresholds_for(plan.live, plan.tolerance, affordable), left)
    return fine if fine[1].max() < coarse[1].max() else coarse


def search_tables(stacks: Values, plan: Plan, threads: int) -> Finish:
    """Return finish probabilities of tables of shape (tables, players)."""
    rows = narrow_chips(stacks)
    if rows is not None and len(rows) > 1:
        thresholds, tolerance = thresholds_for(plan.live, plan.tolerance, plan.budget)
        values, unresolved, nodes, done = _core.tree_finish(
            rows, thresholds, tolerance, threads, plan.max_seconds, plan.progress
        )
        if not done:
            raise TooSlowError("max_seconds", f"is too short for {counted(len(rows), 'table')}", plan.max_seconds)
    else:
        answers = [search(whole_chips(row), plan) for row in stacks.tolist()]
        values = np.array([answer[0] for answer in answers])
        unresolved = np.array([answer[1] for answer in answers])
        nodes = sum(answer[2] for answer in answers)
    return Finish(values, float(unresolved.max()) + rounding(stacks.shape[1]), True, "tree", nodes)


def narrow_chips(stacks: Values) -> Values | None:
    """Return stacks as whole numbers in 64 bits, or None where they do not fit."""
    whole = stacks.dtype.kind in "iu" or (stacks.dtype.kind == "f" and bool((stacks == np.floor(stacks)).all()))
    if whole and (stacks.sum(axis=1, dtype=np.float64) < 2.0**62).all():
        return np.ascontiguousarray(stacks, dtype=np.int64)
    rows = [whole_chips(row) for row in stacks.tolist()]
    return np.array(rows, dtype=np.int64) if max(map(sum, rows)) < 2**62 else None
