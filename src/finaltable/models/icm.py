"""The Independent Chip Model: subsets for small tables, quadrature for some hundred players, compressed beyond."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim, check_choice
from finaltable.models import LineStyle, Parameter, find_model, model
from finaltable.models.batching import joined, known_values, solve_one_by_one, split
from finaltable.models.icm_bounty import BOUNTY
from finaltable.models.powers import powers_fit, read_exponent, relative_rounding, weights_of, write_exponent
from finaltable.results import BatchValues, Equity, Finish, Values
from finaltable.table.options import Progress, stage_of
from finaltable.table.table import MAX_MATRIX_PLAYERS, Floats, Table, check_matrix

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch

FINISH_METHODS = ("auto", "subsets", "quadrature")
METHODS = (*FINISH_METHODS, "compressed")
EXPONENT = Parameter(
    option="exponent",
    sign="^",
    default=1.0,
    read=read_exponent,
    rule="above 0 and at most 5",
    write=write_exponent,
    linestyle=(0, (1, 1)),
)
AUTO_SUBSET_PLAYERS = 13  # the error is proved; quadrature is faster from 12 players on
MATRIX_PAYS = 100  # players: up to here rows of the matrix take no longer
KERNELS = {"quadrature": _core.quadrature_equities, "compressed": _core.compressed_equities}


def choose_method(method: str, live: int, tolerance: float) -> str:
    """Return "subsets", "quadrature" or "compressed" for the equities of ``live`` players with chips."""
    if method == "auto":
        if live <= AUTO_SUBSET_PLAYERS:
            return "subsets"
        return "quadrature" if live <= auto_quadrature_players(tolerance) else "compressed"
    if method == "subsets" and live > _core.MAX_SUBSET_PLAYERS:
        rule = f"'subsets' takes at most {_core.MAX_SUBSET_PLAYERS} players with chips"
        raise InputError("method", rule, Verbatim(live), hint="use {method=quadrature}", code="too_many")
    return method


def auto_quadrature_players(tolerance: float) -> float:
    """Return the field at which both methods take the same time. That of "compressed" depends on the tolerance more.

    >>> round(auto_quadrature_players(1e-12)), round(auto_quadrature_players(1e-6)), round(auto_quadrature_players(0.1))
    (400, 200, 200)
    """
    return 200 + 100 / 3 * max(0.0, -math.log10(tolerance) - 6)


def finish_tables(
    stacks: Values,
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    seed: int | None = None,  # noqa: ARG001 (for models that draw random numbers)
    threads: int = 1,
    exponent: float = 1.0,
) -> Finish:
    """Return finish probabilities of checked stacks, shape (tables, players)."""
    stacks = weights_of(np.ascontiguousarray(stacks, dtype=np.float64), exponent)
    check_matrix(stacks.shape[1])
    live = int((stacks > 0).sum(axis=1).max())
    check_choice("method", method, FINISH_METHODS)
    if choose_method(method, live, tolerance) == "subsets":
        found = _core.subset_finish(stacks, threads)
        return Finish(found.values, found.error + rounding_of_weights(live, exponent), True, "subsets", found.work)
    found = _core.quadrature_finish(stacks, tolerance, max_seconds, progress)
    if not found.finished:
        raise too_slow("quadrature", max_seconds)
    return Finish(found.values, found.error + live * relative_rounding(exponent), False, "quadrature", found.work)


def finish_rows(
    stacks: Values,
    players: tuple[int, ...],
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    seed: int | None = None,  # noqa: ARG001 (for models that draw random numbers)
    threads: int = 1,
    exponent: float = 1.0,
) -> Finish:
    """Return finish probabilities of some players, given by index, in a field of any size."""
    small = stacks.shape[1] <= MATRIX_PAYS
    if method not in ("auto", "compressed") or (method == "auto" and small):
        limits: dict[str, Any] = {"tolerance": tolerance, "max_seconds": max_seconds, "progress": progress}
        every = finish_tables(stacks, method=method, threads=threads, exponent=exponent, **limits)
        return every._replace(values=every.values[:, list(players)])
    weights = weights_of(np.ascontiguousarray(stacks, dtype=np.float64), exponent)
    seats = np.array(players, dtype=np.uint64)
    found = _core.compressed_rows(weights, seats, tolerance, threads, max_seconds, progress)
    if not found.finished:
        raise too_slow("compressed", max_seconds)
    error = found.error + 4 * stacks.shape[1] * relative_rounding(exponent)  # the largest step of a unit payout
    return Finish(found.values, error, False, "compressed", found.work)


def value_many(
    batch: TableBatch,
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    seed: int | None = None,  # noqa: ARG001 (for models that draw random numbers)
    threads: int = 1,
    progress: Progress | None = None,
    exponent: float = 1.0,
) -> BatchValues:
    """Return equities of many tables; the method for a table does not depend on the other tables."""
    how = np.full(len(batch), method, dtype=object)
    if method == "auto":
        how[:] = [choose_method(method, int(live), tolerance) for live in batch.live]
    if method == "subsets":
        how[batch.live > _core.MAX_SUBSET_PLAYERS] = "alone"
    if exponent != 1.0:
        how = np.where(powers_fit(batch.stacks, exponent), how, "alone")
    parts = split(batch, how)
    found = []
    for number, (kind, rows, part) in enumerate(parts):
        stage = stage_of(progress, number, len(parts))
        if kind == "alone":  # may raise an error for a table
            options = {"method": method, "tolerance": tolerance, "exponent": exponent}
            values = solve_one_by_one(solve, part, stage, options)
        elif kind == "subsets":
            values = subset_values(part, exponent, threads, stage)
        else:
            values = integral_values(part, str(kind), exponent, tolerance, threads, stage)
        found.append((rows, values))
    return joined(len(batch), found)


def subset_values(batch: TableBatch, exponent: float, threads: int, progress: Progress | None) -> BatchValues:
    """Sum over subsets of players, for every table."""
    weights = weights_of(np.ascontiguousarray(batch.stacks, dtype=np.float64), exponent)
    found = _core.subset_equities(weights, batch.payouts, threads, progress)
    errors = found.errors + rounding_of_weights(batch.live, exponent) * batch.pools
    return known_values(found.values, errors, "subsets")


def integral_values(
    batch: TableBatch, method: str, exponent: float, tolerance: float, threads: int, progress: Progress | None
) -> BatchValues:
    """Integrate for every table."""
    weights = weights_of(np.ascontiguousarray(batch.stacks, dtype=np.float64), exponent)
    found = KERNELS[method](weights, batch.payouts, tolerance, threads, None, progress)
    steps = np.array([largest_step(prizes) for prizes in batch.payouts]) if exponent != 1.0 else 0.0
    errors = found.errors + relative_rounding(exponent) * steps
    return known_values(found.values, errors, method, guaranteed=False)


@model(
    "icm",
    title="ICM",
    methods=METHODS,
    finish=finish_tables,
    rows=finish_rows,
    many=value_many,
    counts={"subsets": "terms", "quadrature": "points", "compressed": "points"},
    bounty=BOUNTY,
    line=LineStyle("#1a5fc4", (0, (4, 2)), 1.6),
    parameter=EXPONENT,
)
def solve(
    table: Table,
    *,
    method: str = "auto",
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    exponent: float = 1.0,
) -> Equity:
    """Sum over subsets, or integrate."""
    name = EXPONENT.name("icm", exponent)
    many = method == "auto" and table.players > MAX_MATRIX_PLAYERS  # perhaps most of them without chips
    method = choose_method(method, table.live, tolerance)
    if many and method == "subsets":
        method = "quadrature"
    chips, prizes = weights_of(table.stack_array[np.newaxis], exponent), table.payout_array
    if method == "subsets":
        check_matrix(table.players)
        found = _core.subset_finish(chips, 1)
        finish, rounding = found.values[0], found.error + rounding_of_weights(table.live, exponent)
        equities, known = finish.dot(prizes), (finish, rounding)
        return Equity(table, equities, rounding * table.pool, True, name, method, found.work, tolerance, known)
    found = KERNELS[method](chips, prizes[np.newaxis], tolerance, 1, max_seconds, progress)
    if not found.finished:
        raise too_slow(method, max_seconds)
    error = found.error + relative_rounding(exponent) * largest_step(prizes)
    later = partial(_finish_later, table.stack_array, tolerance, exponent)
    return Equity(table, found.values[0], error, False, name, method, found.work, tolerance, later)


def icm(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    method: str = "auto",
    exponent: float = 1.0,
    tolerance: float = 1e-12,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Return equities under the Independent Chip Model.

    >>> print(icm([50, 30, 20], [900, 400, 200]).equities.round(2))
    [617.86 485.   397.14]
    >>> icm([50, 30, 20], [900, 400, 200], exponent=1.1).model
    'icm^1.1'

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    method
        ``"subsets"``: dynamic programming over subsets, up to 20 players, error proved. ``"quadrature"``: one integral
        for a field of any size, error estimated from the sums it must reproduce. ``"compressed"``: the same integral
        with few frequencies and few stacks, milliseconds for a hundred thousand players, error stated from bounds and
        estimates for each step. ``"auto"``: subsets up to 13 players, because their error is proved;
        quadrature up to where compressed is faster: 400 players, or 200 if the tolerance is 1e-6.
    exponent
        ICM on stacks to this power, above 0 and at most 5; 1 is ICM. Above 1 a large stack counts for more than its
        chips, which is not a model of equal skill. Elsewhere it is part of the model's name: "icm^1.1".
    tolerance
        Error allowed, relative to the prize pool.
    max_seconds
        Raise after this long.
    progress
        Called from time to time with (fraction done, error reached).
    """
    found, _ = find_model("icm").bind({"exponent": exponent})
    return found.equity(
        stacks,
        payouts,
        names=names,
        extra_payouts=extra_payouts,
        method=method,
        tolerance=tolerance,
        max_seconds=max_seconds,
        progress=progress,
    )


def rounding_of_weights(live: Values | int, exponent: float) -> Any:
    """Bound the relative error that an exponent adds to a sum over subsets of ``live`` players.

    A term is a product of ``live`` shares of weights; weights that are off by a factor 1 + r change each share by at
    most a factor (1 + r) / (1 - r).
    """
    return 2.01 * live * relative_rounding(exponent)


def largest_step(prizes: Floats) -> float:
    """Bound the error of equities, relative to that of the weights: players in neighbouring places may swap.

    About k players finish while the time at which place k is reached grows by a half. So weights that are off by a
    factor 1 + r swap places k and k + 1 with a probability of at most about 2 k r. Each player has two neighbours.
    """
    steps = np.abs(np.diff(prizes, append=0.0)) * np.arange(1, len(prizes) + 1)
    return 4.0 * float(steps.max(initial=0.0))


def too_slow(method: str, max_seconds: float | None) -> InputError:
    """Return the error for a time limit that is too short; a partial integral is no answer."""
    return TooSlowError("max_seconds", f"is too short for method '{method}' on this table", max_seconds)


def _finish_later(chips: Floats, tolerance: float, exponent: float, progress: Progress | None) -> tuple[Values, float]:
    finish = finish_tables(
        chips[np.newaxis], method="quadrature", tolerance=tolerance, progress=progress, exponent=exponent
    )
    return finish.values[0], finish.error
