"""Sequential elimination: choose tree, sample or exact, and state the error."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, Verbatim
from finaltable.models import LineStyle, find_model, model
from finaltable.models.dcm.sample import Sampling, sampled
from finaltable.models.deadline import clock
from finaltable.models.sem.batching import value_tables
from finaltable.models.sem.bounty import BOUNTY
from finaltable.models.sem.kernels import KERNEL
from finaltable.models.sem.sample import FEWEST_PLAYERS, by_sample, sample_finish
from finaltable.models.sem.tree import AUTO_TREE_PLAYERS, search, search_knockouts, would_sample
from finaltable.results import BatchValues, Equity, Finish, Values
from finaltable.table.options import CORES, Progress
from finaltable.table.table import Table, check_matrix, exact_value

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch

METHODS = ("auto", "tree", "sample", "exact")
MAX_EXACT_PLAYERS = 6


def finish_tables(
    stacks: Values,
    *,
    method: str = "auto",
    tolerance: float = 1e-6,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    threads: int = 1,
    kernel: str = "knockout",
) -> Finish:
    """Return finish probabilities of checked stacks, shape (tables, players)."""
    check_matrix(stacks.shape[1])
    if method == "exact":
        tables = [Table.trusted(row, (1,)) for row in stacks.tolist()]
        results = [by_exact(table, kernel, max_seconds, progress) for table in tables]
        return Finish(np.array([result.finish for result in results]), 0.0, True, method, sum(r.work for r in results))
    chips = np.ascontiguousarray(stacks, dtype=np.float64)
    live = int((chips > 0).sum(axis=1).max())
    if choose_method(method, live) == "sample":
        how = Sampling(tolerance, seed, max_seconds, progress, threads)
        return sampled([sample_finish(row, kernel, how) for row in chips])
    found = search(chips, kernel, threads, max_seconds, progress)
    return Finish(found.values, found.error, True, "tree", found.work)


def value_many(
    batch: TableBatch,
    *,
    method: str = "auto",
    tolerance: float = 1e-6,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
    kernel: str = "knockout",
) -> BatchValues:
    """Return equities of many tables; the method for a table does not depend on the other tables."""
    return value_tables(solve, batch, kernel, method, {"tolerance": tolerance, "seed": seed}, threads, progress)


def choose_method(method: str, live: int) -> str:
    """Return "tree" or "sample" for ``live`` players with chips."""
    if method == "auto":
        return "sample" if live > AUTO_TREE_PLAYERS else "tree"
    if method == "tree" and live > _core.MAX_SEM_PLAYERS:
        rule = f"'tree' takes at most {_core.MAX_SEM_PLAYERS} players with chips"
        raise InputError("method", rule, Verbatim(live), hint="use {method=sample}", code="too_many")
    return "tree" if live < FEWEST_PLAYERS else method


@model(
    "sem",
    title="SEM",
    methods=METHODS,
    finish=finish_tables,
    many=value_many,
    counts={"tree": "states", "sample": "tournaments", "exact": "states"},
    knockouts=True,
    bounty=BOUNTY,
    would_sample=would_sample,
    line=LineStyle("#9c348b", (0, (6, 2, 1.5, 2)), 1.7, "D", "left"),
    parameter=KERNEL,
)
def solve(
    table: Table,
    *,
    method: str = "auto",
    tolerance: float = 1e-6,
    seed: int = 0,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    threads: int = CORES,
    kernel: str = "knockout",
) -> Equity:
    """Choose a method, and run it."""
    check_matrix(table.players)
    if method == "exact":
        return by_exact(table, kernel, max_seconds, progress)
    if choose_method(method, table.live) == "sample":
        return by_sample(table, kernel, Sampling(tolerance, seed, max_seconds, progress, threads))
    return by_tree(table, kernel, threads, max_seconds, progress)


def sem(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    kernel: str = "knockout",
    method: str = "auto",
    tolerance: float = 1e-6,
    seed: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Return equities under sequential elimination: players bust one by one, and the others divide their chips.

    >>> result = sem([1000, 500, 100], [100, 50])
    >>> print(result.equities.round(2))
    [79.8  58.26 11.94]
    >>> result.method, result.guaranteed, result.error < 1e-11
    ('tree', True, True)

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    kernel
        How often two stacks x and y play each other: ``"knockout"``, 1 / (x + y)²; ``"roberts"``, 1 / (x y);
        ``"weitzman"``, equally often. Elsewhere it is part of the model's name: "sem", "sem.roberts",
        "sem.weitzman".
    method
        ``"tree"``: every order of up to 12 players; rounding is the only error, and bounded. ``"sample"``: for up to
        300 players; the error is four standard errors plus an allowance for rare events. ``"exact"``: in fractions.
        ``"auto"``: the tree up to 11 players, sampling for more.
    tolerance
        Error allowed, relative to the prize pool, for sampling.
    seed
        For sampling: the same seed gives the same answer, whatever the number of threads.
    max_seconds
        Work up to this long; a tree that takes longer raises.
    progress
        Called from time to time with (fraction done, error reached).
    threads
        Number of cores to use; all by default. The answer does not depend on it.
    """
    found, _ = find_model("sem").bind({"kernel": kernel})
    return found.equity(
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
    )


# --- tree ------------------------------------------------------------------------------------------------------------


def by_tree(table: Table, kernel: str, threads: int, max_seconds: float | None, progress: Progress | None) -> Equity:
    """Enumerate the orders of elimination; rounding is the only error."""
    chips = table.stack_array[np.newaxis]
    found = search(chips, kernel, threads, max_seconds, progress)
    return Equity(
        table=table,
        equities=found.values[0] @ table.payout_array,
        error=(found.error + 2.0**-50) * table.pool,
        guaranteed=True,
        model=KERNEL.name("sem", kernel),
        method="tree",
        work=found.work,
        tolerance=0.0,
        _finish=(found.values[0], found.error),
        _knockouts=partial(search_knockouts, chips, kernel, threads),
    )


# --- exact -----------------------------------------------------------------------------------------------------------


def by_exact(table: Table, kernel: str, max_seconds: float | None, progress: Progress | None) -> Equity:
    """Enumerate the orders of elimination in fractions."""
    if table.live > MAX_EXACT_PLAYERS:
        rule = f"'exact' takes at most {MAX_EXACT_PLAYERS} players with chips"
        raise InputError("method", rule, Verbatim(table.live), hint="use {method=tree}", code="too_many")
    from finaltable.models.exact_equity import exact_equity  # fractions are not needed for anything else
    from finaltable.models.sem import exact

    seats = [i for i, stack in enumerate(table.stacks) if stack]
    stacks = [exact_value(table.stacks[i]) for i in seats]
    solution = exact.solve(stacks, kernel, clock("exact", max_seconds, progress))
    return exact_equity(table, KERNEL.name("sem", kernel), seats, solution)
