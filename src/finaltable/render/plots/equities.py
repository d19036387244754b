"""Equities as bars, finish probabilities as shaded squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import InputError, Said
from finaltable.render.plots.style import in_style, look
from finaltable.render.words import amount, money, ordinal, signed, title

if TYPE_CHECKING:
    from finaltable.equity import Comparison
    from finaltable.result import Equity


@in_style
def comparison_figure(comparison: Comparison, currency: str = "") -> Figure:
    """Draw what every player gets under each model, as bars, with the difference from the first."""
    names = [
        f"{name}\n{amount(stack)}"
        for name, stack in zip(comparison.results[0].names, comparison.results[0].stacks, strict=True)
    ]
    models, players = comparison.models, len(names)
    thick = 0.8 / len(models)
    figure = Figure(figsize=(7, 1.2 + players * (0.25 + 0.22 * len(models))))
    axes = figure.add_subplot()
    equities = comparison.equities.astype(np.float64)
    widest = float(equities.max()) or 1.0
    for m, model in enumerate(models):
        centres = np.arange(players) + (m - (len(models) - 1) / 2) * thick
        hatch = (
            {"facecolor": "white", "hatch": "////", "edgecolor": look(model)["color"]}
            if m == 0
            else {"facecolor": look(model)["color"], "edgecolor": look(model)["color"]}
        )
        axes.barh(centres, equities[m], height=thick * 0.9, label=title(model), **hatch)
        for centre, worth, difference in zip(centres, equities[m], comparison.differences[m], strict=True):
            more = f"  ({signed(float(difference), currency)})" if m else ""
            axes.text(worth + 0.01 * widest, centre, money(float(worth), currency) + more, va="center", fontsize=8)
    axes.set_yticks(range(players), names)
    axes.invert_yaxis()
    axes.set_xlim(0, widest * 1.3)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("equity")
    figure.legend(loc="outside upper right", ncols=len(models))
    axes.set_title("What the chips are worth")
    return figure


@in_style
def finish_figure(results: Sequence[Equity]) -> Figure:
    """Draw the probability of every place as shaded squares, a panel a model."""
    players = results[0].table.players
    if players > 30:
        raise InputError("stacks", "must be at most 30 players for a picture of places", Said(players))
    side = 0.55 if players <= 12 else 0.42
    figure = Figure(figsize=(1.4 + len(results) * (players * side + 0.3), 1.1 + players * side * 0.75))
    panels = figure.subplots(1, len(results), squeeze=False, sharey=True)[0]
    for axes, result in zip(panels, results, strict=True):
        chances = result.finish.astype(np.float64)
        axes.imshow(chances, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        axes.grid(visible=False)
        axes.set_title(f"{title(result.model)}: places in per cent")
        axes.set_xticks(range(players), [ordinal(place) for place in range(1, players + 1)])
        labels = [f"{name} ({amount(s)})" for name, s in zip(result.names, result.stacks, strict=True)]
        axes.set_yticks(range(players), labels)
        axes.tick_params(length=0)
        for (i, k), chance in np.ndenumerate(chances):
            ink = "white" if chance > 0.5 else "black"
            axes.text(
                k, i, f"{100 * chance:.1f}", ha="center", va="center", color=ink, fontsize=8 if players <= 12 else 6
            )
    return figure
