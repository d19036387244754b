"""Equities and comparisons as reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Report
from finaltable.reporting.words import (
    amount,
    percent_change,
    provenance,
    title,
)
from finaltable.values.amounts import worth_of
from finaltable.values.bounties.report import comparison_with_bounties, equity_with_bounties

if TYPE_CHECKING:
    from finaltable.results import Equity
    from finaltable.values.equities.equity import Comparison


def equity_report(result: Equity, currency: str = "") -> Report:
    """Return the equities as a table, with a line on method and error."""
    if result.bounties is not None:
        return equity_with_bounties(result, currency)
    pool = result.table.pool
    worth = worth_of(result, currency)
    rows = tuple(
        (name, amount(stack), worth.words(i), f"{100 * float(result.equities[i]) / (pool or 1.0):.2f} %")
        for i, (name, stack) in enumerate(zip(result.names, result.stacks, strict=True))
    )
    header = ("Player", "Stack", title(result.model), "of the prizes")
    return Report((Grid(header, rows, fixed=2), Note(provenance(result, currency))))


def comparison_report(comparison: Comparison, currency: str = "") -> Report:
    """Return the models side by side, with differences from the first."""
    if comparison.results[0].bounties is not None:
        return comparison_with_bounties(comparison, currency)
    first, *others = comparison.results
    worths = [worth_of(result, currency) for result in comparison.results]
    header = ["Player", "Stack", title(first.model)]
    for other in others:
        header += [title(other.model), "difference", "%"]
    percentages = comparison.percentages  # computed on each access
    rows = []
    for i, (name, stack) in enumerate(zip(first.names, first.stacks, strict=True)):
        row: list[Cell | str] = [name, amount(stack), worths[0].words(i)]
        for m, other in enumerate(others, start=1):
            difference = worths[m].over(worths[0], i)
            tone = worths[m].purse.tone(difference)
            # A percentage of a value within its error is meaningless.
            seen = float(first.equities[i]) > first.error + other.error
            percentage = percent_change(percentages[m, i]) if seen else ""
            row += [worths[m].words(i), Cell(worths[m].purse.signed(difference), tone), Cell(percentage, tone)]
        rows.append(tuple(row))
    notes = (Note(provenance(result, currency)) for result in comparison.results)
    return Report((Grid(tuple(header), tuple(rows), fixed=2), *notes))
