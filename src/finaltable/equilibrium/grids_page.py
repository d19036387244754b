"""All grids of an equilibrium in one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import __version__
from finaltable.equilibrium.report import equity_grid, percent_of_pool, raise_lines, spot_lines, verdict_lines
from finaltable.equilibrium.report_grid import Square, grid_title, grids_of, squares_of
from finaltable.reporting.words import MoneyFormat, title

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash

GAIN, LOSS = (11, 110, 79), (178, 58, 46)  # green and red; they also differ in lightness


class GridOnPage(NamedTuple):
    """A square on the page."""

    text: str
    label: str
    style: str
    close: bool


def chart_page(found: Sequence[Nash], currency: str = "") -> str:
    """Return a page with a grid for each decision of each model."""
    from jinja2 import Environment, StrictUndefined

    template = files("finaltable.equilibrium").joinpath("chart.html").read_text("utf-8")
    page = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True).from_string(template)
    equities = equity_grid(found, currency)
    return page.render(
        version=__version__,
        spot=[*(line for line, _ in raise_lines(found[0])), *spot_lines(found[0])],
        raises=bool(found[0].raise_to),
        header=equities.header,
        rows=equities.rows,
        charts=[
            {
                "model": title(one.model),
                "lines": [line for line, _ in verdict_lines(one, currency, False)],
                "grids": [grid_of(one, node, currency) for node in grids_of(one)],
            }
            for one in found
        ],
    )


def grid_of(found: Nash, node: DecisionNode, currency: str) -> dict[str, object]:
    """Return the grid of one decision on the page."""
    purse = MoneyFormat.of(found.pool, currency)
    reached = found.often(node) > 1e-9
    name, _, shares = grid_title(found, node).partition(": ")
    return {
        "name": name,
        "shares": shares if reached else "never comes up",
        "margin": percent_of_pool(found.margin(node)),
        "rows": [[shown(square, purse, found.pool) for square in line] for line in squares_of(found, node)],
    }


def shown(square: Square, purse: MoneyFormat, pool: float) -> GridOnPage:
    """Return a square: its frequencies if it is mixed, its colour by money."""
    if np.isnan(square.difference):
        return GridOnPage("", f"{square.hand}: never comes up", "", True)
    worth = f"{100 * square.difference:+.3f} % of the pool ({purse.signed(pool * square.difference)})"
    raises = "" if square.raises is None else f"raises {100 * square.raises:.0f} %, "
    label = f"{square.hand}: {raises}goes all-in {100 * square.often:.0f} % of the time, {worth}"
    return GridOnPage(square.mixture, label, f"background-color:{colour(square)}", square.close)


def colour(square: Square) -> str:
    """Return a colour from white to green if going all-in is better, to red if folding is."""
    ink = GAIN if square.difference > 0 else LOSS
    red, green, blue = (round(255 + (part - 255) * 0.85 * square.depth) for part in ink)
    return f"#{red:02x}{green:02x}{blue:02x}"
