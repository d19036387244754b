"""Calling against folding, and bubble factors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import InputError, Said
from finaltable.render.plots.equities import check_crowd
from finaltable.render.plots.style import GREY, PALE, in_style, look, short_name
from finaltable.render.words import amount, compact, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.decision import Decision, Verdict
    from finaltable.pressures import Pressure


@in_style
def decision_figure(decision: Decision, currency: str = "") -> Figure:
    """Draw the value of calling against hero's equity, and of folding, a colour a model; where they part is shaded."""
    if len(decision.spot.all_in) > 1:
        raise InputError("all_in", "must be one player for a picture", Said(f"{len(decision.spot.all_in)} players"))
    figure = Figure(figsize=(7, 4.2))
    axes = figure.add_subplot()
    upright = axes.get_xaxis_transform()
    if decision.disagreement is not None:
        low, high = (100 * point for point in decision.disagreement)
        axes.axvspan(low, high, color=PALE, alpha=0.6, zorder=0)
        axes.text((low + high) / 2, 0.98, "the models\ndisagree", transform=upright, ha="center", va="top", fontsize=8)
    for verdict in decision.verdicts:
        draw_verdict(axes, verdict)
    here = 100 * decision.equity
    axes.axvline(here, color=GREY, linewidth=1, linestyle=":")
    axes.text(here + 0.7, 0.02, f"equity {here:.1f} %", transform=upright, fontsize=8)
    axes.set_xlim(0, 100)
    axes.set_xlabel("hero's equity in per cent")
    axes.yaxis.set_major_formatter(lambda value, _: currency + compact(value))
    axes.set_ylabel("value")
    axes.legend(loc="upper left")
    axes.set_title(f"Should {short_name(decision.spot.table.names[decision.spot.hero])} call?")
    return figure


def draw_verdict(axes: Axes, verdict: Verdict) -> None:
    """Draw one model: the value of calling, of folding, and where they cross."""
    style, name = look(verdict.model), title(verdict.model)
    axes.plot([0, 100], [verdict.lose or 0.0, verdict.win or 0.0], label=f"{name}: call", **style)
    axes.axhline(verdict.fold, color=style["color"], linewidth=0.9, linestyle=style["linestyle"])
    axes.text(99, verdict.fold, f"{name}: fold", ha="right", va="bottom", fontsize=8, color=style["color"])
    if verdict.break_even is not None:
        crossing = (100 * verdict.break_even, verdict.fold)
        axes.plot(*crossing, "o", color=style["color"], markersize=5)
        axes.annotate(f"{crossing[0]:.1f} %", crossing, xytext=(4, -10), textcoords="offset points", fontsize=8)


@in_style
def pressure_figure(pressure: Pressure) -> Figure:
    """Draw bubble factors as shaded squares, a panel a model."""
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
        axes.imshow(np.nan_to_num(table, nan=1.0), cmap="Blues", vmin=0.5, vmax=4, aspect="auto")
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
