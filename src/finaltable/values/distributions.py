"""Equities of many distributions of the same chips, with progress, for sweeps and bubble factors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from finaltable.errors import InputError, Verbatim
from finaltable.models import Model
from finaltable.results import Values
from finaltable.table.options import Progress
from finaltable.table.table import Number, Table, exact_array, in_one_unit
from finaltable.table.table_batch import MOST_CHIPS, TableBatch, fits_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHUNK = 32  # tables between two checks of the deadline
Checkpoint = Callable[[float], None]


def checkpoint_of(progress: Progress | None, number: int, stages: int, error: float) -> Checkpoint:
    """Return the progress function for one of several stages whose error is known before."""
    return lambda done: progress((number + done) / stages, error) if progress else None


def check_tree(models: list[Model], live: int, tolerance: float) -> None:
    """Raise if a model would have to sample: differences between samples are mostly noise."""
    if any(model.would_sample is not None and model.would_sample(live, tolerance) for model in models):
        rule = "must be few enough players for the tree at this tolerance: samples are too noisy here"
        raise InputError("stacks", rule, Verbatim(f"{live} players, tolerance {tolerance:g}"), code="too_many")


def solve_tables(
    model: Model, table: Table, rows: Sequence[Sequence[Number]], tolerance: float, threads: int, checkpoint: Checkpoint
) -> tuple[Values, float]:
    """Return equities for the table's payouts, shape (rows, players), and the largest error."""
    searches = model.would_sample is not None and can_batch(model, table.live, tolerance)  # together, that is faster
    if searches and (stacks := in_units(rows)) is not None:
        return solve_together(model, table, stacks, tolerance, threads, checkpoint)
    equities, error, before = [], 0.0, 0.0
    for done, some in chunks(rows):
        values, largest = solve_some(
            model, table, some, tolerance, threads, partial(checkpoint_within, checkpoint, before, done)
        )
        equities.append(values)
        error, before = max(error, largest), done
        checkpoint(done)
    return np.concatenate(equities), error


def in_units(rows: Sequence[Sequence[Number]]) -> NDArray[np.int64] | None:
    """Return stacks in a unit of which all are multiples, on which equities do not depend; None if it is too small.

    >>> in_units([[12.5, 7], [10, 9.5]]).tolist(), in_units([[1e30, 7]])
    ([[125, 70], [100, 95]], None)
    """
    if sum(in_one_unit(rows[0])) >= MOST_CHIPS:
        return None  # before much work: the others are likely to be like it
    chips = np.array(in_one_unit([stack for row in rows for stack in row])).reshape(len(rows), -1)
    return chips if fits_batch(chips) else None


def can_batch(model: Model, live: int, tolerance: float) -> bool:
    """Return whether a model values many tables at once as it values each. A mixture shares searches with its parts."""
    sampled = model.would_sample is not None and model.would_sample(live, tolerance)
    return not (model.many is None or model.parts or sampled)


def solve_together(
    model: Model, table: Table, stacks: Values, tolerance: float, threads: int, checkpoint: Checkpoint
) -> tuple[Values, float]:
    """Return equities of whole stacks and their error. Tables that differ only in their seats are solved once."""
    checkpoint(0.0)
    seats = np.argsort(stacks, axis=1, kind="stable")
    tables, which = np.unique(np.take_along_axis(stacks, seats, axis=1), axis=0, return_inverse=True)
    batch = TableBatch(tables, tables, table.payout_array[np.newaxis])
    found = model.value_many(batch, threads=threads, progress=lambda done, _: checkpoint(done), tolerance=tolerance)
    for problem in found.problems.values():
        raise problem
    checkpoint(1.0)
    equities = np.empty(stacks.shape)
    np.put_along_axis(equities, seats, found.equities[which.ravel()], axis=1)
    return equities, float(found.error.max())


def checkpoint_within(checkpoint: Checkpoint, before: float, done: float, fraction: float, _error: float) -> None:
    """Report the progress of all rows from that of a chunk, which may take seconds with large tables."""
    checkpoint(before + fraction * (done - before))


def chunks(rows: Sequence[Sequence[Number]]) -> Iterator[tuple[float, Sequence[Sequence[Number]]]]:
    """Yield chunks of rows, each with the fraction done after it."""
    for start in range(0, len(rows), CHUNK):
        yield min(1.0, (start + CHUNK) / len(rows)), rows[start : start + CHUNK]


def solve_some(
    model: Model, table: Table, rows: Sequence[Sequence[Number]], tolerance: float, threads: int, progress: Progress
) -> tuple[Values, float]:
    """Return equities of some tables and their error."""
    if model.finish is None:
        known = model.known({"progress": progress, "tolerance": tolerance, "threads": threads})
        results = [model.solve(table.with_stacks(row), **known) for row in rows]
        return np.array([result.equities for result in results]), max(result.error for result in results)
    answer = model.finish(exact_array(rows), tolerance=tolerance, threads=threads, progress=progress)
    return answer.values @ table.payout_array, answer.error * table.pool
