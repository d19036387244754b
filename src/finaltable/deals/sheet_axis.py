"""The small axis beside each player of a sheet: a ring for ICM, a disc for DCM, a line for what else is signed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from finaltable.reporting.words import MoneyFormat

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal

WIDTH, EDGE = 120.0, 6.0  # of the drawing, and what a ring needs at its ends
RING, DISC = "icm", "dcm"


def sheet_axis(deal: Deal, shown: Sequence[str], purse: MoneyFormat) -> dict[str, Any] | None:
    """Return every player's marks on one axis and the words below it; None where the sheet has not both models."""
    on_sheet = {RING, DISC, *shown} if "between" in shown else {*shown}
    proposed = {proposal.name for proposal in deal.proposals}
    if not {RING, DISC} <= on_sheet & proposed:
        return None
    signed = None if deal.choose in (RING, DISC) else deal.choose
    drawn = [[float(cash) for cash in deal[name].cash] for name in (RING, DISC, *([signed] if signed else []))]
    low, high = ends([cash for row in drawn for cash in row])
    marks = [[round(EDGE + (WIDTH - 2 * EDGE) * (cash - low) / (high - low), 1) for cash in row] for row in drawn]
    words = {RING: "Ring: by ICM", DISC: "Disc: by DCM"}
    if signed is None:
        words[deal.choose] += ", what is signed"
    said = [*words.values(), *(["Line: what is signed"] if signed else [])]
    return {
        "rows": [dict(zip(("ring", "disc", "line"), row, strict=False)) for row in zip(*marks, strict=True)],
        "words": f"{'. '.join(said)}. The axis goes from {purse.money(low)} to {purse.money(high)}.",
    }


def ends(values: Sequence[float]) -> tuple[float, float]:
    """Return round numbers below and above all values.

    >>> ends([29846.0, 92000.0]), ends([5.0, 5.0]), ends([-3.0, 40.0])
    ((20000.0, 100000.0), (4.0, 6.0), (-20.0, 40.0))
    """
    low, high = min(values), max(values)
    size = (high - low) / 2 or abs(high) / 2 or 1.0
    power = 10.0 ** math.floor(math.log10(size))
    step = power * next(part for part in (5, 2, 1) if size / power >= part)
    first = math.floor(low / step) * step
    return first, max(first + step, math.ceil(high / step) * step)
