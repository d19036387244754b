"""Many checked tables with the same number of players, for models that value them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.table.table import Floats, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CHIPS = 2.0**62  # in 64 bits, with room for sums


@dataclass(frozen=True, eq=False)
class TableBatch:
    """Checked stacks of shape (tables, players), with their payouts."""

    stacks: NDArray[Any]
    """As given: whole numbers or decimals."""
    chips: NDArray[np.int64]
    """Whole numbers in the same proportions, to keep ties exact; a row sums to less than `MOST_CHIPS`."""
    payouts: Floats
    """Payouts from first place down, one per player: one row for all tables, or one for each table."""

    def __len__(self) -> int:
        return len(self.chips)

    @property
    def live(self) -> NDArray[np.int64]:
        """Number of players with chips at each table."""
        counts: NDArray[np.int64] = (self.chips > 0).sum(axis=1)
        return counts

    @property
    def pools(self) -> Floats:
        """Sum of the payouts of each table, or one for all."""
        sums: Floats = self.payouts.sum(axis=1)
        return sums

    def part(self, rows: NDArray[Any]) -> TableBatch:
        """Return a batch of some of the tables."""
        payouts = self.payouts if len(self.payouts) == 1 else self.payouts[rows]
        return TableBatch(self.stacks[rows], self.chips[rows], payouts)

    def table(self, row: int) -> Table:
        """Return one of the tables."""
        return Table.trusted(self.stacks[row].tolist(), self.payouts[row if len(self.payouts) > 1 else 0].tolist())


def fits_batch(stacks: NDArray[Any]) -> bool:
    """Return whether stacks of shape (tables, players) are whole chips of a batch as they are."""
    return stacks.dtype == np.int64 and bool((stacks.sum(axis=1, dtype=np.float64) < MOST_CHIPS).all())
