"""Chip chop: the prize pool divided by chips. Not a model of play, but a well-known baseline."""

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

METHODS = ("floor", "proportional")


def value_many(
    batch: TableBatch, *, method: str = "floor", threads: int = 1, progress: object = None, **_: object
) -> BatchValues:
    """Divide the prize pool of every table; equal to `solve` up to rounding."""
    del threads, progress  # too fast to need them
    live = batch.live[:, np.newaxis]
    players = batch.chips.shape[1]
    winnable = np.arange(players) < live  # places that can still be won
    payouts = np.broadcast_to(batch.payouts, batch.chips.shape)
    floor = np.where(winnable, payouts, np.inf).min(axis=1, keepdims=True) if method == "floor" else 0.0
    shared = np.where(winnable, payouts, 0.0).sum(axis=1, keepdims=True) - floor * live
    out = np.where(winnable, 0.0, payouts).sum(axis=1, keepdims=True) / np.maximum(players - live, 1)
    stacks = batch.stacks.astype(np.float64)
    equities = np.where(stacks > 0, floor + shared * (stacks / stacks.sum(axis=1, keepdims=True)), out)
    return known_values(equities, 2.0**-50 * payouts.sum(axis=1), method)


@model(
    "chip_chop",
    title="chip chop",
    methods=METHODS,
    many=value_many,
    bounty=BOUNTY,
    line=LineStyle("#5b6470", ":", 1.8, "^"),
)
def solve(table: Table, *, method: str = "floor") -> Equity:
    """Divide the prize pool; players without chips are out and share the prizes of the last places."""
    chips, prizes = table.stack_array, table.payout_array
    open_prizes = prizes[: table.live]
    floor = open_prizes.min() if method == "floor" else 0.0
    shared = open_prizes.sum() - floor * table.live
    equities = np.where(chips > 0, floor + shared * (chips / chips.sum()), table.eliminated_prize)
    rounding = 2.0**-50 * table.pool
    return Equity(table, equities, rounding, True, "chip_chop", method, 0, 0.0)


def chip_chop(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    method: str = "floor",
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Divide the prize pool by chips.

    >>> print(chip_chop([1200, 800, 500], [100, 50, 25]).equities)
    [73. 57. 45.]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone. Players without chips are out and share the prizes of the last places.
    method
        ``"floor"``: each player gets the lowest prize that can still be won, and the rest is divided by chips.
        ``"proportional"``: the whole pool is divided by chips.
    """
    model = find_model("chip_chop")
    return model.equity(stacks, payouts, names=names, extra_payouts=extra_payouts, method=method)
