"""Figure of equities: bars for each model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.reporting.plot_style import check_crowd, in_style, line_style, short_name
from finaltable.reporting.words import amount, compact, title
from finaltable.values.amounts import worth_of

if TYPE_CHECKING:
    from finaltable.values.equities.equity import Comparison


@in_style
def comparison_figure(comparison: Comparison, currency: str = "") -> Figure:
    """Draw each player's equity under each model as bars, with the difference from the first."""
    first, models = comparison.results[0], comparison.models
    players = first.table.players
    check_crowd(players)
    worths = [worth_of(result, currency) for result in comparison.results]
    thick = 0.8 / len(models)
    figure = Figure(figsize=(7, 1.0 + players * (0.25 + 0.2 * len(models))))
    axes = figure.add_subplot()
    with_bounties = first.bounties is not None
    equities = (comparison.totals if with_bounties else comparison.equities).astype(np.float64)
    widest = float(equities.max()) or 1.0
    for m, model in enumerate(models):
        centres = np.arange(players) + (m - (len(models) - 1) / 2) * thick
        colour = line_style(model)["color"]
        paint = {"facecolor": "white", "hatch": "////"} if m == 0 else {"facecolor": colour}
        axes.barh(centres, equities[m], height=thick * 0.9, label=title(model), edgecolor=colour, **paint)
        for i, centre in enumerate(centres):
            purse = worths[m].purse
            over = equities[m, i] - equities[0, i] if with_bounties else worths[m].over(worths[0], i)
            words = purse.money(equities[m, i]) if with_bounties else worths[m].words(i)
            words += f"  ({purse.signed(over)})" if m else ""
            axes.text(equities[m, i] + 0.01 * widest, centre, words, va="center", fontsize=8)
    names = [f"{short_name(name)}\n{amount(s)}" for name, s in zip(first.names, first.stacks, strict=True)]
    axes.set_yticks(range(players), names)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_xlim(0, widest * 1.35)
    axes.xaxis.set_major_formatter(lambda value, _: currency + compact(value))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("prizes and bounties" if with_bounties else "equity")
    figure.legend(loc="outside upper right", ncols=len(models))
    axes.set_title("Value of the chips")
    return figure
