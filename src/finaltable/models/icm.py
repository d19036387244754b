"""The Independent Chip Model: subsets for small tables, quadrature for any field."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, Verbatim
from finaltable.inputs.options import Progress
from finaltable.inputs.table import MAX_MATRIX_PLAYERS, Floats, Table, check_matrix
from finaltable.models import Line, find_model, model
from finaltable.results import Equity, Finish, Values

METHODS = ("auto", "subsets", "quadrature")
AUTO_SUBSET_PLAYERS = 13  # as far as DCM's tree goes: both errors are proved; quadrature is faster from 12 on


def choose_method(method: str, live: int) -> str:
    """Return "subsets" or "quadrature" for ``live`` players with chips."""
    if method == "auto":
        return "subsets" if live <= AUTO_SUBSET_PLAYERS else "quadrature"
    if method == "subsets" and live > _core.MAX_SUBSET_PLAYERS:
        rule = f"'subsets' takes at most {_core.MAX_SUBSET_PLAYERS} players with chips (use {{method=quadrature}})"
        raise InputError("method", rule, Verbatim(live))
    return method


def finish_tables(
    stacks: Values,
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    seed: int | None = None,  # noqa: ARG001 (for models that draw random numbers)
    threads: int = 1,
) -> Finish:
    """Return finish probabilities of checked stacks, shape (tables, players)."""
    stacks = np.ascontiguousarray(stacks, dtype=np.float64)
    tables, players = stacks.shape
    check_matrix(players)
    live = int((stacks > 0).sum(axis=1).max())
    method = choose_method(method, live)
    if method == "subsets":
        finish = _core.icm_subsets(stacks, threads)
        return Finish(finish, rounding_of_subsets(live), True, method, tables * subset_work(live))
    values = np.empty((tables, players, players))
    error, work = 0.0, 0
    for table, row in enumerate(stacks):
        values[table], table_error, points, done = _core.icm_finish(row, tolerance, max_seconds, progress)
        if not done:
            raise too_slow(max_seconds)
        error = max(error, table_error)
        work += points
    return Finish(values, error, False, method, work)


@model(
    "icm",
    title="ICM",
    methods=METHODS,
    finish=finish_tables,
    counts={"subsets": "terms", "quadrature": "points"},
    line=Line("#8a8f98", (0, (4, 2)), 1.6),
)
def solve(
    table: Table,
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Sum over subsets, or integrate."""
    many = method == "auto" and table.players > MAX_MATRIX_PLAYERS  # most of them without chips, perhaps
    method = choose_method("quadrature" if many else method, table.live)
    chips, prizes = table.stack_array, table.payout_array
    if method == "subsets":
        check_matrix(table.players)
        finish = _core.icm_subsets(chips[np.newaxis], 1)[0]
        rounding = rounding_of_subsets(table.live)
        work = subset_work(table.live)
        known = (finish, rounding)
        return Equity(table, finish @ prizes, rounding * table.pool, True, "icm", method, work, tolerance, known)
    equities, error, points = quadrature(table, tolerance, max_seconds, progress)
    later = partial(_finish_later, chips, tolerance)
    return Equity(table, equities, error, False, "icm", method, points, tolerance, later)


def icm(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Return equities under the Independent Chip Model.

    >>> print(icm([50, 30, 20], [900, 400, 200]).equities.round(2))
    [617.86 485.   397.14]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    method
        ``"subsets"``: dynamic programming over subsets, up to 20 players, error proved. ``"quadrature"``: one integral
        for a field of any size, error estimated from the sums it must reproduce. ``"auto"``: subsets up to 13
        players, as far as DCM's errors are proved, too, and quadrature beyond.
    tolerance
        Error allowed, relative to the prize pool.
    max_seconds
        Give up after this long, with an error.
    progress
        Called now and then with (fraction done, error reached).
    """
    return find_model("icm").equity(
        stacks,
        payouts,
        names=names,
        extra_payouts=extra_payouts,
        method=method,
        tolerance=tolerance,
        max_seconds=max_seconds,
        progress=progress,
    )


def subset_work(live: int) -> int:
    """Count the terms of the sum over subsets."""
    return live << (live - 1)


def rounding_of_subsets(live: int) -> float:
    """Bound the relative rounding error of a sum of positive terms with this many roundings."""
    return (live**2 + math.comb(live, live // 2) + 8) * 2.0**-52


def quadrature(
    table: Table, tolerance: float, max_seconds: float | None, progress: Progress | None
) -> tuple[Floats, float, int]:
    """Return equities, their error and the number of points; players without chips share the last prizes."""
    chips, prizes = table.stack_array, table.payout_array
    live = chips > 0
    open_prizes = prizes[: table.live]
    paid = int(np.flatnonzero(open_prizes)[-1]) + 1 if open_prizes.any() else 0
    equities = np.empty(table.players)
    equities[~live] = table.eliminated_prize
    equities[live], error, points, done = _core.icm_equities(
        chips[live], np.ascontiguousarray(open_prizes[:paid]), tolerance, max_seconds, progress
    )
    if not done:
        raise too_slow(max_seconds)
    return equities, error + 2.0**-50 * table.pool, points


def too_slow(max_seconds: float | None) -> InputError:
    """Say that the time limit was too short: half a quadrature is no answer."""
    return InputError("max_seconds", "is too short for method 'quadrature' on this table", max_seconds)


def _finish_later(chips: Floats, tolerance: float, progress: Progress | None) -> tuple[Values, float]:
    finish = finish_tables(chips[np.newaxis], method="quadrature", tolerance=tolerance, progress=progress)
    return finish.values[0], finish.error
