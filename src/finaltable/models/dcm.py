"""The Dependent Chip Model: chooses tree, exact or paper, and states the error."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, Said, check_choice
from finaltable.models import exact, model, paper
from finaltable.result import Equity, Finish, Values
from finaltable.table import (
    Number,
    Table,
    check_max_seconds,
    check_number,
    check_progress,
    check_tolerance,
    check_whole,
    exact_value,
    whole_chips,
)

METHODS = ("auto", "tree", "exact", "paper")
AUTO_NODES = 60_000_000  # about half a second on one core
FALLBACK_NODES = 100_000  # about a millisecond
NODES_PER_SECOND = 60_000_000  # on the safe side; used only to plan for a time limit

Progress = Callable[[float, float], None]
Answer = tuple[Values, Values, int, bool]  # probabilities, what is open of each, nodes, whether it ran to its end


@model("dcm", finish=lambda stacks, **options: finish_tables(stacks, **options))
def dcm(
    stacks: Iterable[object],
    payouts: Iterable[object],
    *,
    method: str = "auto",
    tolerance: float = 1e-9,
    seed: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    max_depth: int | None = None,
    min_probability: float | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Return equities under the Dependent Chip Model.

    >>> result = dcm([1000, 500, 100], [100, 50])
    >>> print(result.equities.round(2))
    [80.79 60.67  8.54]
    >>> result.method, result.guaranteed, result.error < 1e-7
    ('tree', True, True)

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`.
    method
        ``"tree"``: the compiled search, within ``tolerance``, proved. ``"exact"``: `fractions.Fraction` throughout.
        ``"paper"``: Algorithm 3 as printed, in Python. ``"auto"``: the tree, for about a second at the most; the
        result states the error it reached.
    tolerance
        Error allowed: of a finish probability, and so, relative to the prize pool, of an equity.
    seed
        For methods that draw random numbers; the tree does not.
    max_seconds
        Stop then, and state the error reached; ``"exact"`` and ``"paper"`` raise instead.
    progress
        Called now and then with (fraction done, error reached).
    max_depth, min_probability
        The paper's MD (50) and ProbMin (1e-15); for method ``"paper"`` only.
    """
    check_choice("method", method, METHODS)
    tolerance = check_tolerance(tolerance)
    max_seconds = check_max_seconds(max_seconds)
    check_progress(progress)
    if seed is not None:
        check_whole(seed, "seed", 0, 2**64 - 1)
    stops = paper_stops(method, max_depth, min_probability)
    table = Table.of(stacks, payouts, names=names, extra_payouts=extra_payouts)
    if method == "exact":
        return by_exact(table, max_seconds, progress)
    if method == "paper":
        return by_paper(table, stops, max_seconds, progress)
    return by_tree(table, plan_tree(table.live, method, tolerance, max_seconds, progress), tolerance)


# --- tree ------------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """How far to search the tree."""

    target: float
    max_nodes: int
    max_seconds: float | None
    progress: Progress | None


def plan_tree(
    live: int, method: str, tolerance: float, max_seconds: float | None, progress: Progress | None
) -> Plan:
    """Decide how far to search for ``live`` players with chips, or raise where the tree cannot do it."""
    if live > _core.MAX_TREE_PLAYERS:
        rule = f"'tree' takes at most {_core.MAX_TREE_PLAYERS} players with chips"
        raise InputError("method", rule, Said(live))
    finest = finest_tolerance(live)
    if tolerance < finest and method == "tree":
        rule = f"must be at least {finest:.1e} for method 'tree' with {live} players (method='exact' has no error)"
        raise InputError("tolerance", rule, tolerance)
    target = max(tolerance, finest) - rounding(live)
    budget = AUTO_NODES if method == "auto" else 0
    if max_seconds is not None:
        budget = max(FALLBACK_NODES, int(max_seconds * NODES_PER_SECOND))
    affordable = not budget or _core.tree_nodes(live, target) <= budget
    return Plan(target, 0 if affordable else budget, max_seconds, progress)


@cache
def finest_tolerance(live: int) -> float:
    """Return the smallest tolerance that the tree can prove for ``live`` players with chips."""
    return max(_core.tree_finest_tolerance(live), 4 * rounding(live))


def rounding(players: int) -> float:
    """Bound what turning whole units into floats, and summing a row of them, can add to an error."""
    return (players + 8) * 2.0**-53


def by_tree(table: Table, plan: Plan, tolerance: float) -> Equity:
    """Search the tree; what is still open bounds the error, place by place and in money."""
    finish, unknown, nodes, _ = search(table.chips, plan)
    largest = float(unknown.max())
    later_places = table.payout_array[1 : table.live]
    spread = float(np.ptp(later_places)) if later_places.size else 0.0
    slack = rounding(table.players)
    return Equity(
        table=table,
        equities=finish @ table.payout_array,
        error=largest * spread + slack * table.pool,
        guaranteed=True,
        model="dcm",
        method="tree",
        work=nodes,
        tolerance=tolerance,
        _finish=(finish, largest + slack),
        _knockouts=partial(_tree_knockouts, table.chips, plan._replace(progress=None)),
    )


def search(chips: Sequence[int], plan: Plan) -> Answer:
    """Return finish probabilities of one table."""
    if sum(chips).bit_length() < 63:

        def run(max_nodes: int, max_seconds: float | None) -> Answer:
            row = np.array([chips], dtype=np.int64)
            values, unknown, nodes, done = _core.tree_finish(
                row, plan.target, max_nodes, 1, max_seconds, plan.progress
            )
            return values[0], unknown[0], nodes, done
    else:

        def run(max_nodes: int, max_seconds: float | None) -> Answer:
            return _core.tree_finish_wide(*words(chips), plan.target, max_nodes, max_seconds, plan.progress)

    return in_time(plan, run)


def _tree_knockouts(chips: Sequence[int], plan: Plan) -> tuple[Values, float]:
    def run(max_nodes: int, max_seconds: float | None) -> Answer:
        return _core.tree_knockouts(*words(chips), plan.target, max_nodes, max_seconds, plan.progress)

    values, unknown, _, _ = in_time(plan, run)
    return values, float(unknown.max()) + rounding(len(chips))


def in_time(plan: Plan, run: Callable[[int, float | None], Answer]) -> Answer:
    """Run a search; under a time limit a coarse one first, so that there is an answer whatever the clock does."""
    if plan.max_seconds is None:
        return run(plan.max_nodes, None)
    coarse = run(FALLBACK_NODES, None)
    if coarse[1].max() <= plan.target:
        return coarse
    fine = run(plan.max_nodes, plan.max_seconds)
    return fine if fine[1].max() < coarse[1].max() else coarse


def words(chips: Sequence[int]) -> tuple[Values, Values]:
    """Split whole numbers into high and low 64-bit words."""
    high = np.array([chip >> 64 for chip in chips], dtype=np.uint64)
    low = np.array([chip & (2**64 - 1) for chip in chips], dtype=np.uint64)
    return high, low


# --- exact -----------------------------------------------------------------------------------------------------------


def by_exact(table: Table, max_seconds: float | None, progress: Progress | None) -> Equity:
    """Close the tree into finitely many states and solve it in fractions."""
    finish, knockouts, states = solve_exactly(table.chips, clock("exact", max_seconds, progress))
    prizes = np.array([exact_value(payout) for payout in table.payouts], dtype=object)
    return Equity(
        table=table,
        equities=finish[:, : len(prizes)] @ prizes,
        error=0.0,
        guaranteed=True,
        model="dcm",
        method="exact",
        work=states,
        tolerance=0.0,
        _finish=(finish, 0.0),
        _knockouts=partial(_known, knockouts),
    )


def solve_exactly(chips: Sequence[int], look: Callable[[float], None]) -> tuple[Values, Values, int]:
    """Return finish matrix, knockouts and number of states; players without chips share the last places."""
    seats = [i for i, chip in enumerate(chips) if chip]
    solution = exact.solve([chips[i] for i in seats], lambda states: look(states / exact.MAX_STATES))
    players, live = len(chips), len(seats)
    finish = np.full((players, players), exact.Fraction(0), dtype=object)
    knockouts = finish.copy()
    finish[np.ix_(seats, range(live))] = solution.finish
    knockouts[np.ix_(seats, seats)] = solution.knockouts
    out = [i for i, chip in enumerate(chips) if not chip]
    finish[np.ix_(out, range(live, players))] = exact.Fraction(1, max(len(out), 1))
    return finish, knockouts, solution.states


def _known(values: Values) -> tuple[Values, float]:
    return values, 0.0


# --- paper -----------------------------------------------------------------------------------------------------------


class Stops(NamedTuple):
    """Where Algorithm 3 stops: the paper's MD and ProbMin."""

    max_depth: int
    min_probability: float


def paper_stops(method: str, max_depth: int | None, min_probability: float | None) -> Stops:
    """Check the options that only method "paper" has."""
    for field, value in (("max_depth", max_depth), ("min_probability", min_probability)):
        if value is not None and method != "paper":
            raise InputError(field, "belongs to method 'paper'", value)
    depth = 50 if max_depth is None else check_whole(max_depth, "max_depth", 1, 500)
    least = 1e-15 if min_probability is None else float(check_number(min_probability, "min_probability"))
    return Stops(depth, least)


def by_paper(table: Table, stops: Stops, max_seconds: float | None, progress: Progress | None) -> Equity:
    """Run Algorithm 3 as printed. The completeness (sum of PW) bounds what its pruning can have lost."""
    result = run_paper(table, table.payout_array[: table.live], stops, clock("paper", max_seconds, progress))
    lost = 1.0 - result.completeness + result.nodes * 2.0**-53
    equities = seated(table, result.DCM)
    equities[table.stack_array == 0] = table.payout_array[table.live :].mean() if table.live < table.players else 0.0
    return Equity(
        table=table,
        equities=equities,
        error=lost * float(table.payout_array.max()),
        guaranteed=True,
        model="dcm",
        method="paper",
        work=result.nodes,
        tolerance=0.0,
        _finish=partial(_paper_finish, table, stops),
    )


def run_paper(table: Table, prizes: Values, stops: Stops, look: Callable[[float], None]) -> paper.PaperResult:
    """Run Algorithm 3 on the players with chips; prizes come from first place down, the paper counts them up."""
    chips = [chip for chip in table.chips if chip]
    # Prizes keep their places: for a usual, falling list of prizes sorting would change nothing.
    return paper.algorithm_3(
        chips, prizes[::-1].tolist(), MD=stops.max_depth, ProbMin=stops.min_probability, sort_prizes=False, look=look
    )


def _paper_finish(table: Table, stops: Stops) -> tuple[Values, float]:
    """Put the only prize on each place in turn, as for the paper's Table 4."""
    finish = np.zeros((table.players, table.players))
    lost = 0.0
    for place, prizes in enumerate(np.eye(table.live)):
        result = run_paper(table, prizes, stops, lambda completeness: None)
        finish[:, place] = seated(table, result.DCM)
        lost = 1.0 - result.completeness + result.nodes * 2.0**-53
    out = table.stack_array == 0
    finish[out, table.live :] = 1.0 / max(int(out.sum()), 1)
    return finish, lost


def seated(table: Table, live_values: Sequence[float]) -> Values:
    """Return one value a player, zero for those without chips."""
    values = np.zeros(table.players)
    values[table.stack_array > 0] = live_values
    return values


def clock(method: str, max_seconds: float | None, progress: Progress | None) -> Callable[[float], None]:
    """Return a function that a search in Python calls with the fraction it has done."""
    deadline = None if max_seconds is None else time.monotonic() + max_seconds

    def look(fraction: float) -> None:
        if deadline is not None and time.monotonic() > deadline:
            raise InputError("max_seconds", f"is too short for method '{method}' on this table", max_seconds)
        if progress is not None:
            progress(fraction, 1.0 - fraction)

    return look


# --- batches ---------------------------------------------------------------------------------------------------------


def finish_tables(
    stacks: Values,
    *,
    method: str = "auto",
    tolerance: float = 1e-9,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    threads: int = 1,
) -> Finish:
    """Return finish probabilities of checked stacks, shape (tables, players)."""
    check_choice("method", method, METHODS)
    players = stacks.shape[1]
    if method in ("exact", "paper"):
        results = [
            dcm(row, [1], method=method, max_seconds=max_seconds, progress=progress) for row in stacks.tolist()
        ]
        values = np.array([result.finish for result in results])
        error = max(result.finish_error for result in results)
        return Finish(values, error, True, method, sum(result.work for result in results))
    plan = plan_tree(int((stacks > 0).sum(axis=1).max()), method, tolerance, max_seconds, progress)
    rows = narrow_chips(stacks)
    if rows is None:
        answers = [search(whole_chips(row), plan) for row in stacks.tolist()]
        values = np.array([answer[0] for answer in answers])
        largest = max(float(answer[1].max()) for answer in answers)
        return Finish(values, largest + rounding(players), True, "tree", sum(answer[2] for answer in answers))
    if len(rows) == 1:
        finish, unknown, nodes, _ = search(rows[0].tolist(), plan)
        return Finish(finish[np.newaxis], float(unknown.max()) + rounding(players), True, "tree", nodes)
    values, unknown, nodes, done = _core.tree_finish(
        rows, plan.target, plan.max_nodes, threads, max_seconds, progress
    )
    if not done:
        raise InputError("max_seconds", f"is too short for these {len(rows)} tables", max_seconds)
    return Finish(values, float(unknown.max()) + rounding(players), True, "tree", nodes)


def narrow_chips(stacks: Values) -> Values | None:
    """Return whole-number stacks in 64 bits, or None where they do not fit."""
    if stacks.dtype.kind == "f" and (stacks == np.floor(stacks)).all() and (stacks.sum(axis=1) < 2.0**62).all():
        return np.ascontiguousarray(stacks, dtype=np.int64)
    if stacks.dtype.kind in "iu" and (stacks.sum(axis=1, dtype=np.float64) < 2.0**62).all():
        return np.ascontiguousarray(stacks, dtype=np.int64)
    rows: list[Sequence[Number]] = [whole_chips(row) for row in stacks.tolist()]
    if max(sum(row) for row in rows) >= 2**62:
        return None
    return np.array(rows, dtype=np.int64)
