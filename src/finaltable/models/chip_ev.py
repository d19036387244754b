"""Chip EV: every chip is worth the same. The difference from it is the effect of the payouts on a decision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from finaltable.models import LineStyle, find_model, model
from finaltable.models.batching import known_values
from finaltable.models.chip_bounty import BOUNTY
from finaltable.results import BatchValues, Equity
from finaltable.table.table import Table

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch


def value_many(batch: TableBatch, **_: object) -> BatchValues:
    """Divide the prize pool of every table."""
    stacks = batch.stacks.astype(np.float64)
    pools = np.broadcast_to(batch.pools, len(batch))
    equities = pools[:, np.newaxis] * (stacks / stacks.sum(axis=1, keepdims=True))
    return known_values(equities, 2.0**-50 * pools, "proportional")


@model("chip_ev", title="chip EV", many=value_many, unit="chips", bounty=BOUNTY, line=LineStyle("#4d8b57", "-.", 1.4))
def solve(table: Table) -> Equity:
    """Divide the prize pool by chips."""
    chips = table.stack_array
    equities = table.pool * (chips / chips.sum())
    return Equity(table, equities, 2.0**-50 * table.pool, True, "chip_ev", "proportional", 0, 0.0)


def chip_ev(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Return the whole prize pool divided by chips; players without chips get nothing.

    >>> print(chip_ev([1200, 800, 0], [60, 40]).equities)
    [60. 40.  0.]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    """
    return find_model("chip_ev").equity(stacks, payouts, names=names, extra_payouts=extra_payouts)
