"""Many tables with the same number of players, checked before: what a model takes to value them at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.table.table import Floats, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class TableBatch:
    """Checked stacks of shape (tables, players), and what they play for."""

    stacks: NDArray[Any]
    """As given: whole numbers or decimals."""
    chips: NDArray[np.int64]
    """Whole numbers in the same proportions, so that ties are ties; a row sums to less than 2**62."""
    payouts: Floats
    """From first place down, as many as players: one row for all tables, or one for each."""

    def __len__(self) -> int:
        return len(self.chips)

    @property
    def live(self) -> NDArray[np.int64]:
        """Players with chips of every table."""
        counts: NDArray[np.int64] = (self.chips > 0).sum(axis=1)
        return counts

    @property
    def pools(self) -> Floats:
        """The sum of the payouts of every table, or one for all."""
        sums: Floats = self.payouts.sum(axis=1)
        return sums

    def part(self, rows: NDArray[Any]) -> TableBatch:
        """Return some of the tables."""
        payouts = self.payouts if len(self.payouts) == 1 else self.payouts[rows]
        return TableBatch(self.stacks[rows], self.chips[rows], payouts)

    def table(self, row: int) -> Table:
        """Return one of the tables."""
        return Table.trusted(self.stacks[row].tolist(), self.payouts[row if len(self.payouts) > 1 else 0].tolist())
