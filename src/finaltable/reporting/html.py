"""Reports as HTML for notebooks: tables and paragraphs, no script, readable on light and dark pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Drawing, Grid, Note, Report

if TYPE_CHECKING:
    from collections.abc import Iterator

# Colours that contrast with white and with black; everything else takes the colours of the page.
TONES = {
    "gain": "color:#218739",
    "loss": "color:#d1383d",
    "good": "color:#218739",
    "bad": "color:#d1383d;font-weight:600",
    "quiet": "opacity:.75",
    "strong": "font-weight:600",
}
LINE = "border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)"
INK = "31,119,180"  # of shaded cells


def report_html(report: Report) -> str:
    """Return a report as HTML; text is escaped.

    >>> report_html(Report((Note("1 < 2", "strong"), Grid(("a",), (("x",),)))))[:72]
    '<div style="overflow-x:auto"><p style="margin:.3em 0;font-weight:600">1 '
    """
    parts = "".join(piece for part in report.parts for piece in part_html(part))
    return f'<div style="overflow-x:auto">{parts}</div>'


def part_html(part: Grid | Note | Drawing) -> Iterator[str]:
    """Yield a part of a report as HTML."""
    match part:
        case Note() if part.text:
            yield f'<p style="{style("margin:.3em 0", part.tone)}">{escape(part.text)}</p>'
        case Drawing():
            yield f'<pre style="line-height:1.2">{escape(chr(10).join(part.lines))}</pre>'
        case Grid():
            yield from grid_html(part)


def grid_html(grid: Grid) -> Iterator[str]:
    """Yield a table; the first columns are row headers."""
    yield '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums"><thead><tr>'
    for column, text in enumerate(grid.header):
        yield f'<th scope="col" style="{aligned(column in grid.left)};{LINE}">{escape(text)}</th>'
    yield "</tr></thead><tbody>"
    for row in grid.rows:
        yield "<tr>"
        for column, value in enumerate(row):
            cell = value if isinstance(value, Cell) else Cell(value)
            tag = "th" if column < grid.fixed and column in grid.left else "td"
            scope = ' scope="row"' if tag == "th" else ""
            yield f'<{tag}{scope} style="{cell_style(cell, column in grid.left)}">{escape(cell.text)}</{tag}>'
        yield "</tr>"
    yield "</tbody></table>"


def aligned(left: bool) -> str:
    """Return the alignment and the padding of a cell."""
    return f"text-align:{'left' if left else 'right'};padding:.15em .6em"


def cell_style(cell: Cell, left: bool) -> str:
    """Return the style of a cell: its alignment, tone and shade."""
    found = style(f"{aligned(left)};font-weight:400", cell.tone)
    return found if cell.shade is None else f"{found};background:rgba({INK},{0.6 * cell.shade:.2f})"


def style(base: str, tone: str) -> str:
    """Return a style with that of a tone."""
    return f"{base};{TONES[tone]}" if tone in TONES else base
