"""Sequential elimination of many tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.models.batching import joined, known_values, solve_one_by_one, split
from finaltable.models.model import Solve
from finaltable.models.sem.kernels import KERNELS
from finaltable.models.sem.tree import AUTO_TREE_PLAYERS, fits
from finaltable.results import BatchValues
from finaltable.table.options import Progress, stage_of

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch


def value_tables(
    solve: Solve,
    batch: TableBatch,
    kernel: str,
    method: str,
    options: dict[str, float],
    threads: int,
    progress: Progress | None,
) -> BatchValues:
    """Return equities of many tables: those for the tree together, the others one by one."""
    most = {"auto": AUTO_TREE_PLAYERS, "tree": _core.MAX_SEM_PLAYERS}.get(method, 0)
    by_tree = (batch.live <= most) & fits(np.asarray(batch.stacks, dtype=np.float64))
    parts = split(batch, np.where(by_tree, "tree", "alone"))
    found = []
    for number, (kind, rows, part) in enumerate(parts):
        stage = stage_of(progress, number, len(parts))
        if kind == "tree":
            values = tree_values(part, kernel, threads, stage)
        else:
            alone = {"method": method, "kernel": kernel, "threads": threads, **options}
            values = solve_one_by_one(solve, part, stage, alone)
        found.append((rows, values))
    return joined(len(batch), found)


def tree_values(batch: TableBatch, kernel: str, threads: int, progress: Progress | None) -> BatchValues:
    """Enumerate the orders of elimination of every table, as far as prizes depend on them."""
    stacks = np.ascontiguousarray(batch.stacks, dtype=np.float64)
    found = _core.sem_equities(stacks, batch.payouts, list(KERNELS).index(kernel), threads, progress)
    return known_values(found.values, found.errors, "tree")
