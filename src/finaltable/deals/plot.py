"""Figure of a deal: the payment to each player by each proposal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from finaltable.deals.report import proposal_title
from finaltable.reporting.plot_style import INK, PALE, check_crowd, in_style, mark_style, short_name
from finaltable.reporting.words import compact

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal

RULES: dict[str, dict[str, Any]] = {
    "between": {"marker": "s", "color": INK, "markerfacecolor": "#ffd166"},
    "equal": {"marker": "|", "color": "#4d8b57", "markeredgewidth": 2.0},
}


@in_style
def deal_figure(deal: Deal, currency: str = "") -> Figure:
    """Draw a line for each player: the range from ICM to DCM, and a mark for their payment by each proposal."""
    players = deal.table.players
    check_crowd(players)
    figure = Figure(figsize=(8, 1.6 + 0.42 * players))
    axes = figure.add_subplot()
    places = np.arange(players)[::-1]
    cash = {proposal.name: np.array([float(money) for money in proposal.cash]) for proposal in deal.proposals}
    if "icm" in cash and "dcm" in cash:
        axes.hlines(places, cash["icm"], cash["dcm"], color=PALE, linewidth=6, zorder=1)
    for name, money in cash.items():
        label = proposal_title(deal, name) + (" (chosen)" if name == deal.choose else "")
        size = 9 if name == deal.choose else 7
        axes.plot(money, places, linestyle="none", markersize=size, label=label, zorder=3, **mark_of(name))
    axes.set_yticks(places, [short_name(name) for name in deal.table.names])
    axes.set_ylim(-0.7, players - 0.3)
    axes.xaxis.set_major_formatter(lambda value, _: currency + compact(value))
    axes.set_xlabel("gets now")
    axes.set_title("Payment to each player by each proposal")
    figure.legend(loc="outside lower center", ncols=5, fontsize=8)
    return figure


def mark_of(proposal: str) -> dict[str, Any]:
    """Return the marker of a proposal; that of a model is the same in all figures."""
    return RULES[proposal] if proposal in RULES else mark_style(proposal)
