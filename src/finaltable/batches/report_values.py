"""The first few of many tables, for a terminal or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.models import find_model

if TYPE_CHECKING:
    from finaltable.batches.values import TableValues

SHOWN = 10  # tables
PLAYERS = 10  # of each


def values_text(values: TableValues) -> str:
    """Return the first tables as lines of text."""
    header, rows = grid(values)
    widths = [max(len(line[column]) for line in (header, *rows)) for column in range(len(header))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in (header, *rows)]
    return "\n".join([*lines, rest(values)])


def values_html(values: TableValues) -> str:
    """Return the first tables as an HTML table."""
    header, rows = grid(values)
    line = "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in header) + "</tr>"
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead>{line}</thead><tbody>{body}</tbody><caption>{escape(rest(values))}</caption></table>"


def grid(values: TableValues) -> tuple[list[str], list[list[str]]]:
    """Return the header, and a line for each of the first tables."""
    header = ["Table", *(find_model(name).title for name in values.models), "error"]
    rows = [
        [str(row), *(amounts(own) for own in equities.values()), f"{error:.1g}"]
        for row, (equities, error) in enumerate(values.first(SHOWN))
    ]
    return header, rows


def amounts(equities: list[float]) -> str:
    """Return the equities of one table in a line."""
    shown = "  ".join(f"{money:,.2f}" for money in equities[:PLAYERS])
    return shown + (" …" if len(equities) > PLAYERS else "")


def rest(values: TableValues) -> str:
    """Return the number of tables, and the largest error."""
    more = f", the first {SHOWN} shown" if len(values) > SHOWN else ""
    largest = f"; no equity is off by more than {values.error.max():.1g}" if len(values) else ""
    return f"{counted(len(values), 'table')}{more}{largest}"
