"""Figure of bubble factors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.reporting.plot_style import check_crowd, in_style, short_name
from finaltable.reporting.words import amount, title

if TYPE_CHECKING:
    from finaltable.decisions.pressures.pressure import Pressure


@in_style
def pressure_figure(pressure: Pressure) -> Figure:
    """Draw bubble factors as shaded squares, a panel per model."""
    players = pressure.table.players
    check_crowd(players)
    side = 0.6 if players <= 12 else 0.45
    panels_count = len(pressure.models)
    figure = Figure(figsize=(1.6 + panels_count * (players * side + 0.3), 1.4 + players * side * 0.75))
    panels = figure.subplots(1, panels_count, squeeze=False, sharey=True)[0]
    names = [short_name(name, 10) for name in pressure.table.names]
    labels = [
        f"{short_name(name)} ({amount(s)})" for name, s in zip(pressure.table.names, pressure.table.stacks, strict=True)
    ]
    factors = pressure.bubble_factors
    for axes, model, table in zip(panels, pressure.models, factors, strict=True):
        axes.imshow(np.ma.masked_invalid(table), cmap="Blues", vmin=0.5, vmax=4, aspect="auto")
        axes.grid(visible=False)
        axes.set_title(f"{title(model)}: bubble factors")
        axes.set_xticks(range(players), names, rotation=30, ha="right")
        axes.set_yticks(range(players), labels)
        axes.tick_params(length=0)
        for (i, j), factor in np.ndenumerate(table):
            words = "–" if np.isnan(factor) else f"{factor:.2f}"
            ink = "white" if factor > 2.6 else "black"
            axes.text(j, i, words, ha="center", va="center", color=ink, fontsize=8 if players <= 12 else 6)
    return figure
