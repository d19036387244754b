"""Value rows of stacks and payouts under several models, a chunk of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.batches.check_tables import Checked, check_rows
from finaltable.batches.lists import Lists
from finaltable.errors import InputError
from finaltable.models import Model
from finaltable.results import BatchValues
from finaltable.table.options import Progress, stage_of
from finaltable.table.table import Floats, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHUNK_PLAYERS = 1 << 19  # players of all tables in a chunk: a few dozen megabytes


@dataclass(frozen=True, eq=False)
class ModelColumns:
    """Values of every row under one model; NaN for rows with a problem."""

    equities: Floats
    """Equities of all rows, concatenated."""
    error: Floats
    guaranteed: NDArray[np.bool_]
    method: NDArray[Any]


@dataclass(frozen=True, eq=False)
class Columns:
    """Values of every row under several models."""

    offsets: NDArray[np.int64]
    """Start of the equities of each row, and the end of the last."""
    models: dict[str, ModelColumns]
    problems: dict[int, InputError]
    """Errors of invalid rows."""

    def write(self, model: str, rows: NDArray[np.int64], found: BatchValues) -> None:
        """Store a model's values of some rows, all with the same number of players."""
        own, players = self.models[model], found.equities.shape[1]
        if len(rows) * players == len(own.equities):  # all rows
            own.equities[:] = found.equities.reshape(-1)
        else:
            own.equities[self.offsets[rows][:, np.newaxis] + np.arange(players)] = found.equities
        own.error[rows], own.guaranteed[rows], own.method[rows] = found.error, found.guaranteed, found.method
        for row, error in found.problems.items():
            self.problems.setdefault(int(rows[row]), error)


@dataclass(frozen=True, eq=False)
class RowWork:
    """Options for valuing rows."""

    models: Sequence[Model]
    options: Sequence[dict[str, Any]]
    """Validated options, one mapping for each model."""
    threads: int
    extra_payouts: str
    progress: Progress | None


def value_rows(stacks: Lists, payouts: Lists, work: RowWork) -> Columns:
    """Return each model's values of every row. A row's values do not depend on other rows."""
    columns = empty_columns(stacks, [model.name for model in work.models])
    for start, stop in chunks(stacks):
        own = payouts if len(payouts) == 1 else payouts.part(start, stop)
        checked = check_rows(stacks.part(start, stop), own, work.extra_payouts)
        columns.problems.update({start + row: error for row, error in checked.problems.items()})
        value_chunk(checked, start, work, columns, part_of(work.progress, start, stop, len(stacks)))
    return columns


def empty_columns(stacks: Lists, names: Sequence[str]) -> Columns:
    """Allocate columns."""
    lengths = stacks.lengths
    for row, value in stacks.odd.items():
        lengths[row] = len(value) if isinstance(value, Sized) and not isinstance(value, str | bytes) else 0
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    rows = len(stacks)
    return Columns(
        offsets,
        {
            name: ModelColumns(
                np.full(offsets[-1], np.nan), np.full(rows, np.nan), np.zeros(rows, dtype=bool), np.full(rows, None)
            )
            for name in names
        },
        {},
    )


def chunks(stacks: Lists) -> Iterator[tuple[int, int]]:
    """Yield ranges of rows that are valued together."""
    start = 0
    while start < len(stacks):
        last = int(np.searchsorted(stacks.offsets, stacks.offsets[start] + CHUNK_PLAYERS, side="right")) - 1
        stop = min(max(last, start + 1), start + CHUNK_PLAYERS, len(stacks))
        yield start, stop
        start = stop


def part_of(progress: Progress | None, start: int, stop: int, rows: int) -> Progress | None:
    """Return the progress of all rows while some of them are valued."""
    return None if progress is None else lambda done, error: progress((start + done * (stop - start)) / rows, error)


def value_chunk(checked: Checked, start: int, work: RowWork, columns: Columns, progress: Progress | None) -> None:
    """Write each model's values of a chunk that begins at row ``start``."""
    stages = len(work.models) * (len(checked.groups) + 1)
    for number, (model, options) in enumerate(zip(work.models, work.options, strict=True)):
        first = number * (len(checked.groups) + 1)
        for stage, group in enumerate(checked.groups, first):
            own = stage_of(progress, stage, stages)
            found = model.value_many(group.batch, threads=work.threads, progress=own, **options)
            columns.write(model.name, start + group.rows, found)
        for row, table in checked.singles.items():
            value_single(model, table, start + row, work.threads, options, columns)
        if progress is not None:
            progress((number + 1) / len(work.models), 0.0)


def value_single(model: Model, table: Table, row: int, threads: int, options: dict[str, Any], columns: Columns) -> None:
    """Write a model's values of a single table."""
    try:
        result = model.solve(table, **model.known(options | {"threads": threads}))
    except InputError as error:
        columns.problems.setdefault(row, error)
        return
    found = BatchValues(
        result.equities.astype(np.float64)[np.newaxis],
        np.array([result.error]),
        np.array([result.guaranteed]),
        np.array([result.method], dtype=object),
    )
    columns.write(model.name, np.array([row]), found)
