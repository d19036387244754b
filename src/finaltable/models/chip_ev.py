"""Chip EV: a chip is a chip, whoever holds it. What the payouts do to the decision is the difference from this."""

from __future__ import annotations

from collections.abc import Iterable

from finaltable.inputs.table import Table
from finaltable.models import model
from finaltable.results import Equity


@model("chip_ev")
def chip_ev(
    stacks: Iterable[object],
    payouts: Iterable[object],
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
        See `Table.of`.
    """
    table = Table.of(stacks, payouts, names=names, extra_payouts=extra_payouts)
    chips = table.stack_array
    equities = table.pool * (chips / chips.sum())
    return Equity(table, equities, 2.0**-50 * table.pool, True, "chip_ev", "proportional", 0, 0.0)
