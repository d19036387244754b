"""Chip EV: a chip is a chip, whoever holds it. What the payouts do to the decision is the difference from this."""

from __future__ import annotations

from collections.abc import Iterable

from finaltable.inputs.table import Table
from finaltable.models import Line, find_model, model
from finaltable.models.chip_bounty import BOUNTY
from finaltable.results import Equity


@model("chip_ev", title="chip EV", unit="chips", bounty=BOUNTY, line=Line("#4d8b57", "-.", 1.4))
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
