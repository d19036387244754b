"""The Dependent Chip Model: choose tree, sample, exact or paper, and state the error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable import _core
from finaltable.models import BountyFunctions, LineStyle, find_model, model
from finaltable.models.batching import joined, known_values, solve_one_by_one, split
from finaltable.models.dcm.paper_limits import PaperLimits, paper_limits
from finaltable.models.dcm.tree import (
    Plan,
    affordable,
    plan_search,
    search,
    search_knockouts,
    search_money,
    search_places,
    search_tables,
    tree_is_affordable,
)
from finaltable.models.deadline import clock
from finaltable.results import BatchValues, Equity, Finish, Income, Values
from finaltable.table.options import CORES, Progress, stage_of
from finaltable.table.table import (
    MAX_MATRIX_PLAYERS,
    Number,
    Table,
    check_matrix,
    whole_chips,
)

if TYPE_CHECKING:
    from finaltable.models.dcm.paper import PaperResult
    from finaltable.table.table_batch import TableBatch

METHODS = ("auto", "tree", "sample", "exact", "paper")


def finish_tables(
    stacks: Values,
    *,
    method: str = "auto",
    tolerance: float = 1e-9,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Finish:
    """Return finish probabilities of checked stacks, shape (tables, players)."""
    check_matrix(stacks.shape[1])
    if method in ("exact", "paper"):
        tables = [Table.trusted(row, (1,)) for row in stacks.tolist()]
        results = [solve(table, method=method, max_seconds=max_seconds, progress=progress) for table in tables]
        values = np.array([result.with_parts("finish", progress=progress).finish for result in results])
        error = max(result.finish_error for result in results)
        return Finish(values, error, True, method, sum(result.work for result in results))
    live = int((stacks > 0).sum(axis=1).max())
    if method == "sample" or (method == "auto" and not tree_is_affordable(live, tolerance, max_seconds)):
        from finaltable.models.dcm.sample import Sampling, sample_finish, sampled

        how = Sampling(tolerance, seed, max_seconds, progress, threads)
        return sampled([sample_finish(whole_chips(row), how) for row in stacks.tolist()])
    return search_tables(stacks, plan_search(live, method, tolerance, max_seconds, progress), threads)


def value_many(
    batch: TableBatch,
    *,
    method: str = "auto",
    tolerance: float = 1e-9,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> BatchValues:
    """Return equities of many tables; the method for a table does not depend on the other tables."""
    alone = {"method": method, "tolerance": tolerance, "seed": seed, "threads": threads}
    if method not in ("auto", "tree"):
        return solve_one_by_one(solve, batch, progress, alone)
    by_live = [searches_many(live, method, tolerance) for live in range(batch.chips.shape[1] + 1)]
    parts = split(batch, np.array(by_live)[batch.live])
    found = []
    for number, (searches, rows, part) in enumerate(parts):
        stage = stage_of(progress, number, len(parts))
        if searches:
            values = search_many(part, tolerance, threads, stage)
        else:
            values = solve_one_by_one(solve, part, stage, alone)
        found.append((rows, values))
    return joined(len(batch), found)


def searches_many(live: int, method: str, tolerance: float) -> bool:
    """Return whether tables with ``live`` players with chips are searched; otherwise each is sampled, or raises."""
    if method == "auto":
        return tree_is_affordable(live, tolerance, None)
    return live <= _core.MAX_TREE_PLAYERS and tolerance >= _core.tree_cost(live).finest_tolerance


def search_many(batch: TableBatch, tolerance: float, threads: int, progress: Progress | None) -> BatchValues:
    """Search the tree of every table."""
    found = _core.tree_equities(batch.chips, batch.payouts, tolerance, threads, progress)
    return known_values(found.values, found.errors, "tree")


def would_sample(live: int, tolerance: float) -> bool:
    """Return whether the tree is too large for ``live`` players with chips at this tolerance."""
    return not tree_is_affordable(live, tolerance, None)


# Import the four files for bounties only if a table has bounties.
def income(stacks: Values, bounties: Values, *, share: Number, own: bool, **options: Any) -> Income:
    """Call `finaltable.models.dcm.bounty.income`."""
    from finaltable.models.dcm import bounty

    return bounty.income(stacks, bounties, share=share, own=own, **options)


def matrix(stacks: Values, *, share: Number, own: bool, **options: Any) -> Income:
    """Call `finaltable.models.dcm.bounty.matrix`."""
    from finaltable.models.dcm import bounty

    return bounty.matrix(stacks, share=share, own=own, **options)


@model(
    "dcm",
    title="DCM",
    methods=METHODS,
    finish=finish_tables,
    many=value_many,
    counts={"tree": "nodes", "exact": "states", "sample": "nodes and samples", "paper": "nodes"},
    knockouts=True,
    bounty=BountyFunctions(income, matrix),
    jumps=True,
    ties=True,
    affordable=affordable,
    would_sample=would_sample,
    line=LineStyle("#a15600", "-", 1.8, filled="full"),
)
def solve(
    table: Table,
    *,
    method: str = "auto",
    tolerance: float = 1e-9,
    seed: int = 0,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    threads: int = CORES,
    max_depth: int | None = None,
    min_probability: float | None = None,
    places: bool = False,
) -> Equity:
    """Choose a method and run it."""
    stops = paper_limits(method, max_depth, min_probability)
    if method == "auto" and table.players > MAX_MATRIX_PLAYERS:
        method = "sample"
    if method != "sample":
        check_matrix(table.players)
    if method == "exact":
        return by_exact(table, max_seconds, progress)
    if method == "paper":
        return by_paper(table, stops, max_seconds, progress)
    if method == "sample" or (method == "auto" and not tree_is_affordable(table.live, tolerance, max_seconds)):
        from finaltable.models.dcm.sample import Sampling, by_sample

        return by_sample(table, Sampling(tolerance, seed, max_seconds, progress, threads))
    plan = plan_search(table.live, method, tolerance, max_seconds, progress)
    return by_places(table, plan, tolerance) if places else by_tree(table, plan, tolerance, threads)


def dcm(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    method: str = "auto",
    tolerance: float = 1e-9,
    seed: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    max_depth: int | None = None,
    min_probability: float | None = None,
    places: bool = False,
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
        See `Table.of`; or a `Table` alone.
    method
        ``"tree"``: the compiled search, within ``tolerance``, proved. ``"sample"``: for fields of any size, the error
        is four standard errors. ``"exact"``: `fractions.Fraction` throughout. ``"paper"``: Algorithm 3 as printed, in
        Python. ``"auto"``: the tree where it meets the tolerance in about a second, sampling otherwise; the result
        states the error it reached.
    tolerance
        Error allowed: of an equity, relative to the prize pool; of a finish probability, absolute.
    seed
        For sampling; the same seed gives the same answer, bit for bit, whatever the number of threads.
    max_seconds
        Work up to this long (sampling: instead of about a second, and never less than 512 tournaments) and state the
        error reached; ``"exact"`` and ``"paper"`` raise instead.
    progress
        Called from time to time with (fraction done, error reached).
    threads
        Number of cores to use; all by default. The answer does not depend on it.
    max_depth, min_probability
        The paper's MD (50) and ProbMin (1e-15); for method ``"paper"`` only.
    places
        Search for finish probabilities and compute the equities from them, if you need both. A search for equities
        alone is shorter, but `Equity.finish` may then need a second search.
    """
    return find_model("dcm").equity(
        stacks,
        payouts,
        names=names,
        extra_payouts=extra_payouts,
        method=method,
        tolerance=tolerance,
        seed=seed,
        max_seconds=max_seconds,
        progress=progress,
        threads=threads,
        max_depth=max_depth,
        min_probability=min_probability,
        places=places,
    )


# --- tree ------------------------------------------------------------------------------------------------------------


def by_tree(table: Table, plan: Plan, tolerance: float, threads: int) -> Equity:
    """Search until the equities meet the tolerance; finish probabilities that do not meet it need a second search."""
    chips = table.chips()
    found = search_money(chips, table.payout_array, plan, threads)
    if plan.progress is not None:
        plan = plan._replace(progress=None)  # a result keeps no function of the caller
    good = found.finish_error <= (plan.tolerance if plan.max_seconds is None else 1.0)
    return Equity(
        table=table,
        equities=found.values,
        error=found.error,
        guaranteed=True,
        model="dcm",
        method="tree",
        work=found.work,
        tolerance=tolerance,
        _finish=(found.finish, found.finish_error) if good and found.work else partial(search_places, chips, plan),
        _knockouts=partial(search_knockouts, chips, plan),
    )


def by_places(table: Table, plan: Plan, tolerance: float) -> Equity:
    """Search until the finish probabilities meet the tolerance, and compute the equities from them.

    First place is certain: it is a player's share of the chips. An equity is that of second place and, for every place
    below, the probability of ending there or lower times the step to its prize. The error of those probabilities is the
    stated one. The bound of the rounding is added to the places, too, in full: the finish probabilities of a player may
    sum to slightly more than 1.
    """
    chips = table.chips()
    found = search(chips, plan)
    beyond = float(np.abs(found.values.sum(axis=1) - 1.0).max()) + 2 * _core.unit_rounding(table.players)
    steps = float(np.abs(np.diff(table.payout_array[1:])).sum())
    return Equity(
        table=table,
        equities=found.values @ table.payout_array,
        error=found.error * steps + beyond * table.pool,
        guaranteed=True,
        model="dcm",
        method="tree",
        work=found.work,
        tolerance=tolerance,
        _finish=(found.values, found.error),
        _knockouts=partial(search_knockouts, chips, plan._replace(progress=None)),
    )


# --- exact -----------------------------------------------------------------------------------------------------------


def by_exact(table: Table, max_seconds: float | None, progress: Progress | None) -> Equity:
    """Reduce the tree to finitely many states and solve it in fractions."""
    from finaltable.models.dcm import exact  # fractions are not needed for anything else
    from finaltable.models.exact_equity import exact_equity

    checkpoint = clock("exact", max_seconds, progress)
    chips = table.chips()
    seats = [i for i, chip in enumerate(chips) if chip]
    solution = exact.solve([chips[i] for i in seats], lambda states: checkpoint(states / exact.MAX_STATES))
    return exact_equity(table, "dcm", seats, solution)


# --- paper -----------------------------------------------------------------------------------------------------------


def by_paper(table: Table, stops: PaperLimits, max_seconds: float | None, progress: Progress | None) -> Equity:
    """Run Algorithm 3 as printed. The completeness (sum of PW) bounds the loss from pruning."""
    result = run_paper(table, table.payout_array[: table.live], stops, clock("paper", max_seconds, progress))
    unresolved = 1.0 - result.completeness + result.nodes * 2.0**-53
    equities = with_eliminated(table, result.DCM)
    equities[table.stack_array == 0] = table.eliminated_prize
    return Equity(
        table=table,
        equities=equities,
        error=unresolved * float(table.payout_array.max()),
        guaranteed=True,
        model="dcm",
        method="paper",
        work=result.nodes,
        tolerance=0.0,
        _finish=partial(_paper_finish, table, stops),
    )


def run_paper(table: Table, prizes: Values, stops: PaperLimits, checkpoint: Callable[[float], None]) -> PaperResult:
    """Run Algorithm 3 on the players with chips; prizes come from first place down, the paper counts them up."""
    from finaltable.models.dcm.paper import algorithm_3

    chips = [chip for chip in table.chips() if chip]
    # Do not sort the prizes: for the usual decreasing prizes it makes no difference.
    return algorithm_3(
        chips,
        prizes[::-1].tolist(),
        MD=stops.max_depth,
        ProbMin=stops.min_probability,
        sort_prizes=False,
        checkpoint=checkpoint,
    )


def _paper_finish(table: Table, stops: PaperLimits, progress: Progress | None) -> tuple[Values, float]:
    """Put a single prize on each place in turn, as for the paper's Table 4."""
    finish = np.zeros((table.players, table.players))
    unresolved = 0.0
    checkpoint = clock("paper", None, progress)
    for place, prizes in enumerate(np.eye(table.live)):
        result = run_paper(table, prizes, stops, checkpoint)
        finish[:, place] = with_eliminated(table, result.DCM)
        unresolved = 1.0 - result.completeness + result.nodes * 2.0**-53
    out = table.stack_array == 0
    finish[out, table.live :] = 1.0 / max(int(out.sum()), 1)
    return finish, unresolved


def with_eliminated(table: Table, live_values: Sequence[float]) -> Values:
    """Return one value per player, zero for those without chips."""
    values = np.zeros(table.players)
    values[table.stack_array > 0] = live_values
    return values
