"""Plain-text tables: what ``print(result)`` shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finaltable.equity import Comparison
    from finaltable.result import Equity

TITLES = {"dcm": "DCM", "icm": "ICM", "chip_chop": "chip chop"}
UNITS = {
    "tree": "nodes",
    "exact": "states",
    "sample": "nodes and samples",
    "paper": "nodes",
    "subsets": "terms",
    "quadrature": "points",
}


def equity_text(result: Equity) -> str:
    """Return the equities as a table, with a line that says how they were found."""
    title = TITLES.get(result.model, result.model)
    pool = result.table.pool or 1.0
    rows = [
        [name, amount(stack), money(worth), f"{100 * float(worth) / pool:.2f} %"]
        for name, stack, worth in zip(result.names, result.stacks, result.equities, strict=True)
    ]
    return f"{grid(['Player', 'Stack', title, 'of the pool'], rows)}\n{provenance(result)}"


def comparison_text(comparison: Comparison) -> str:
    """Return the models side by side, each with its difference from the first."""
    first, *others = comparison.results
    header = ["Player", "Stack", TITLES.get(first.model, first.model)]
    for other in others:
        header += [TITLES.get(other.model, other.model), "difference", "per cent"]
    rows = []
    for i, (name, stack) in enumerate(zip(first.names, first.stacks, strict=True)):
        row = [name, amount(stack), money(first.equities[i])]
        for m, other in enumerate(others, start=1):
            row += [
                money(other.equities[i]),
                signed(comparison.differences[m, i]),
                percent(comparison.percentages[m, i]),
            ]
        rows.append(row)
    lines = [grid(header, rows)]
    lines += [provenance(result) for result in comparison.results]
    return "\n".join(lines)


def provenance(result: Equity) -> str:
    """Say in a line how a result was found and how good it is."""
    title = TITLES.get(result.model, result.model)
    work = f", {result.work:,} {UNITS[result.method]}" if result.method in UNITS else ""
    return f"{title} by {result.method}{work}: {error_words(result)}"


def error_words(result: Equity) -> str:
    """Say the error in words."""
    if result.error == 0:
        return "exact"
    sureness = "proved" if result.guaranteed else "4 standard errors" if result.method == "sample" else "estimated"
    return f"every equity right to {upper(result.error)} ({sureness})"


def upper(error: float) -> str:
    """Round an error up to one digit: what is said is never less than what is meant.

    >>> upper(1.2e-9), upper(0.0123), upper(2.5)
    ('2e-09', '0.02', '3')
    """
    exponent = math.floor(math.log10(error))
    return f"{math.ceil(error / 10.0**exponent) * 10.0**exponent:.1g}"


def money(value: float | Fraction) -> str:
    """Return an amount with two decimals; a fraction also as itself."""
    text = f"{float(value):,.2f}"
    return f"{text} = {value}" if isinstance(value, Fraction) and value.denominator not in (1, 2, 4, 5, 10) else text


def signed(value: float) -> str:
    """Return a difference with its sign."""
    return f"{float(value):+,.2f}"


def percent(value: float) -> str:
    """Return a percentage as in the paper's Table 3; nothing where there is none."""
    return "" if math.isnan(value) else f"{float(value):+.1f} %"


def amount(value: object) -> str:
    """Return a stack as it was given, with thousands."""
    if isinstance(value, float) and value.is_integer() and value < 1e15:
        return f"{int(value):,}"
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def grid(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Line up columns: the first to the left, the others to the right."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        left = cells[0].ljust(widths[0])
        return "  ".join(
            [left, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))]
        ).rstrip()

    return "\n".join([line(header), *(line(row) for row in rows)])
