"""Chip chop: the money divided by chips. Not a model of play, but the baseline people know."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from finaltable.inputs.table import Table
from finaltable.models import Line, find_model, model
from finaltable.models.chip_bounty import BOUNTY
from finaltable.results import Equity

METHODS = ("floor", "proportional")


@model("chip_chop", title="chip chop", methods=METHODS, bounty=BOUNTY, line=Line("#b5651d", ":", 1.8))
def solve(table: Table, *, method: str = "floor") -> Equity:
    """Divide the prize pool; players without chips are out and share the last places' prizes."""
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
        See `Table.of`; or a `Table` alone. Players without chips are out and share the last places' prizes.
    method
        ``"floor"``: everybody gets the lowest prize that can still be won, the rest is divided by chips;
        ``"proportional"``: all of it is.
    """
    model = find_model("chip_chop")
    return model.equity(stacks, payouts, names=names, extra_payouts=extra_payouts, method=method)
