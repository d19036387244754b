"""The small axis of each player on a sheet: a ring for ICM, a disc for DCM, a line for another signed proposal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from finaltable.reporting.words import MoneyFormat

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal

WIDTH, EDGE = 120.0, 6.0  # width of the drawing, and margin for a ring at its ends
RING, DISC = "icm", "dcm"


def sheet_axis(deal: Deal, shown: Sequence[str], purse: MoneyFormat) -> dict[str, Any] | None:
    """Return the marks of each player and the caption; None unless the sheet has both models."""
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
        words[deal.choose] += ", signed"
    captions = [*words.values(), *(["Line: signed"] if signed else [])]
    return {
        "rows": [dict(zip(("ring", "disc", "line"), row, strict=False)) for row in zip(*marks, strict=True)],
        "words": f"{'. '.join(captions)}. The axis goes from {purse.money(low)} to {purse.money(high)}.",
    }


def ends(values: Sequence[float]) -> tuple[float, float]:
    """Return round numbers at or below and at or above all values.

    >>> ends([29846.0, 92000.0]), ends([5.0, 5.0]), ends([-3.0, 40.0])
    ((20000.0, 100000.0), (4.0, 6.0), (-20.0, 40.0))
    """
    low, high = min(values), max(values)
    size = (high - low) / 2 or abs(high) / 2 or 1.0
    power = 10.0 ** math.floor(math.log10(size))
    step = power * next(part for part in (5, 2, 1) if size / power >= part)
    first = math.floor(low / step) * step
    return first, max(first + step, math.ceil(high / step) * step)
