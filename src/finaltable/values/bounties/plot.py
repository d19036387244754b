"""Figure of expected bounties: bars for each model, and the chip share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.reporting.plot_style import PAPER, check_crowd, in_style, line_style, short_name
from finaltable.reporting.words import MoneyFormat, amount, compact
from finaltable.values.bounties.report import bounty_title

if TYPE_CHECKING:
    from finaltable.values.bounties.comparison import BountyComparison

CHIPS = "#b5651d"


@in_style
def bounties_figure(comparison: BountyComparison, currency: str = "") -> Figure:
    """Draw each player's expected bounties under each model; a line marks their chip share."""
    table, models = comparison.table, comparison.models
    players = table.players
    check_crowd(players)
    purse = MoneyFormat.of(table.bounty_pool, currency)
    thick = 0.8 / len(models)
    figure = Figure(figsize=(7, 1.2 + players * (0.25 + 0.2 * len(models))))
    axes = figure.add_subplot()
    incomes = comparison.incomes.astype(np.float64)
    shares = table.bounty_pool * table.stack_array / table.stack_array.sum()
    widest = float(max(incomes.max(), shares.max())) or 1.0
    for m, result in enumerate(comparison.results):
        centres = np.arange(players) + (m - (len(models) - 1) / 2) * thick
        colour = line_style(result.model)["color"]
        paint = {"facecolor": "white", "hatch": "////"} if m == 0 and len(models) > 1 else {"facecolor": colour}
        axes.barh(centres, incomes[m], height=thick * 0.9, label=bounty_title(result), edgecolor=colour, **paint)
        for i, centre in enumerate(centres):
            axes.text(
                incomes[m, i] + 0.01 * widest, centre, purse.money(incomes[m, i]), va="center", fontsize=8, bbox=PAPER
            )
    rows = np.arange(players)
    axes.vlines(shares, rows - 0.45, rows + 0.45, color=CHIPS, linestyle=":", linewidth=2, label="chip share")
    names = [
        f"{short_name(name)}\n{amount(stack)}, bounty {purse.money(float(bounty))}"
        for name, stack, bounty in zip(table.names, table.stacks, table.bounties, strict=True)
    ]
    axes.set_yticks(range(players), names)
    axes.set_ylim(players - 0.5, -0.5)
    axes.set_xlim(0, widest * 1.2)
    axes.xaxis.set_major_formatter(lambda value, _: currency + compact(value))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("money won in bounties")
    axes.set_title("Bounties won on average")
    figure.legend(loc="outside lower center", ncols=len(models) + 1, fontsize=8)
    return figure
