"""Shared functions of models that value many tables at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.errors import InputError
from finaltable.results import BatchValues, Equity, Values
from finaltable.table.options import Progress

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch


def known_values(equities: Values, error: Values, method: str, *, guaranteed: bool = True) -> BatchValues:
    """Return values that were all computed by the same method."""
    tables = len(equities)
    return BatchValues(equities, error, np.full(tables, guaranteed), np.full(tables, method, dtype=object))


def solve_one_by_one(
    solve: Callable[..., Equity], batch: TableBatch, progress: Progress | None, options: Mapping[str, Any]
) -> BatchValues:
    """Solve each table separately; a table that raises does not stop the others."""
    tables = len(batch)
    problems: dict[int, InputError] = {}
    values = BatchValues(
        np.full(batch.chips.shape, np.nan),
        np.full(tables, np.nan),
        np.zeros(tables, dtype=bool),
        np.full(tables, None, dtype=object),
        problems,
    )
    for row in range(tables):
        try:
            result = solve(batch.table(row), **options)
        except InputError as error:
            problems[row] = error
            continue
        values.equities[row] = result.equities.astype(np.float64)
        values.error[row], values.guaranteed[row] = result.error, result.guaranteed
        values.method[row] = result.method
        if progress is not None:
            progress((row + 1) / tables, result.error)
    return values


def joined(tables: int, parts: Sequence[tuple[Values, BatchValues]]) -> BatchValues:
    """Join the values of parts of a batch; each part comes with its row numbers."""
    if len(parts) == 1:
        return parts[0][1]
    players = parts[0][1].equities.shape[1]
    problems: dict[int, InputError] = {}
    whole = BatchValues(
        np.empty((tables, players)),
        np.empty(tables),
        np.zeros(tables, dtype=bool),
        np.empty(tables, dtype=object),
        problems,
    )
    for rows, part in parts:
        for column, values in zip(whole[:4], part[:4], strict=True):
            column[rows] = values
        problems |= {int(rows[row]): error for row, error in part.problems.items()}
    return whole


def split(batch: TableBatch, kinds: Values) -> list[tuple[Values, Values, TableBatch]]:
    """Split a batch by kind; return kind, row numbers and tables of each part."""
    if len(kinds) and (kinds == kinds[0]).all():
        return [(kinds[0], np.arange(len(batch)), batch)]
    rows_of = [(kind, np.flatnonzero(kinds == kind)) for kind in np.unique(kinds)]
    return [(kind, rows, batch.part(rows)) for kind, rows in rows_of]
