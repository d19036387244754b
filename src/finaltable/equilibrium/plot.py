"""Figure of push or fold: a grid for each push and call, coloured by money."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from finaltable.equilibrium.report import raise_lines
from finaltable.equilibrium.report_grid import Square, grid_title, grids_of, squares_of
from finaltable.reporting.plot_style import INK, in_style
from finaltable.reporting.words import title

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash

MOST, ACROSS, SIDE = 18, 3, 3.4  # grids in a figure, grids in a row, width of a grid in inches


@in_style
def nash_figure(found: Sequence[Nash], _currency: str = "") -> Figure:
    """Draw a grid for each of the most frequent decisions, under the first model."""
    first = found[0]
    grids = grids_of(first)
    often = sorted((node for node in grids if first.often(node) > 1e-9), key=lambda node: -first.often(node))
    nodes = [node for node in grids if node in often[:MOST]]
    rows = math.ceil(len(nodes) / ACROSS)
    across = min(ACROSS, len(nodes))
    figure = Figure(figsize=(SIDE * across, SIDE * 1.08 * rows))
    for place, node in enumerate(nodes):
        draw_grid(figure.add_subplot(rows, across, place + 1), first, node)
    actions = "raising or going all-in" if first.raise_to else "going all-in"
    words = f"{title(first.model)}: green where {actions} is worth more than folding"
    figure.suptitle("\n".join([words, *(line for line, _ in raise_lines(first))]), fontsize=9)
    return figure


def draw_grid(axes: Any, found: Nash, node: DecisionNode) -> None:
    """Draw one decision."""
    axes.set_title(grid_title(found, node).partition(" of ")[0], fontsize=8)
    axes.set_xlim(0, 13)
    axes.set_ylim(13, 0)
    axes.set_aspect("equal")
    axes.axis("off")
    for row, line in enumerate(squares_of(found, node)):
        for column, square in enumerate(line):
            draw_square(axes, row, column, square)


def draw_square(axes: Any, row: int, column: int, square: Square) -> None:
    """Draw one class of hands: hatched if it is too close to call, with its frequency if it is mixed."""
    from finaltable.equilibrium.grids_page import colour

    face = "white" if np.isnan(square.difference) else colour(square)
    hatch = "////" if square.close else None
    axes.add_patch(Rectangle((column, row), 1, 1, facecolor=face, edgecolor="#c8ccd2", linewidth=0.3, hatch=hatch))
    text = f"{square.hand}\n{square.mixture}" if square.mixture else square.hand
    axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=3.6, color=INK, linespacing=0.9)
