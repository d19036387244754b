"""Report of bubble factors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import amount, listed, title, upper

if TYPE_CHECKING:
    from finaltable.decisions.pressures.pressure import Pressure


def pressure_report(pressure: Pressure) -> Report:
    """Return bubble factors, a table per model: the row's player risks chips against the column's."""
    names = pressure.table.names
    parts: list[Part] = []
    for m, model in enumerate(pressure.models):
        factors, premiums = pressure.bubble_factors[m], pressure.risk_premiums[m]
        rows: tuple[tuple[Cell | str, ...], ...] = tuple(
            (name, amount(stack), *(factor_cell(factors[i, j]) for j in range(len(names))), average(premiums[i]))
            for i, (name, stack) in enumerate(zip(names, pressure.table.stacks, strict=True))
        )
        parts += [
            Note(f"{title(model)}: bubble factors, the row's player against the column's", "strong"),
            Grid(("Player", "Stack", *names, "risk premium"), rows, fixed=2),
            Note(""),
        ]
    errors = listed([f"{title(m)} {upper(e)}" for m, e in zip(pressure.models, pressure.errors, strict=True)])
    parts.append(Note("A factor of 2: a loss costs twice what a win gains; winning two times in three breaks even."))
    parts.append(Note("Risk premium: points above 50 % that the player needs, averaged over opponents."))
    parts.append(Note("–: the player's own column, a player who is out, or nothing to win."))
    parts.append(Note(f"Losses and gains right to: {errors}."))
    return Report(tuple(parts))


def factor_cell(factor: float) -> Cell:
    """Return a bubble factor, with a darker shade further above 1."""
    if math.isnan(factor):
        return Cell("–", "quiet")
    return Cell(f"{factor:.2f}", shade=min(1.0, max(0.0, (factor - 1.0) / 3.0)))


def average(premiums: object) -> str:
    """Return the mean of risk premiums in percentage points."""
    import numpy as np

    known = np.asarray(premiums, dtype=np.float64)
    known = known[~np.isnan(known)]
    return f"{100 * known.mean():+.1f}" if known.size else "–"
