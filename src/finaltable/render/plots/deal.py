"""Deals as a picture, and close stacks: what each player gets by every proposal, and where money changes hands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.render.deal import proposal_title
from finaltable.render.plots.style import GREY, INK, PALE, in_style, line_style, mark_style, short_name
from finaltable.render.sensitivity import what_would_do_it
from finaltable.render.words import compact, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.analysis.sensitivity import Curve, Sensitivity
    from finaltable.deals.deal import Deal
    from finaltable.results import Values

RULES: dict[str, dict[str, Any]] = {
    "between": {"marker": "s", "color": INK, "markerfacecolor": "#ffd166"},
    "equal": {"marker": "|", "color": "#4d8b57", "markeredgewidth": 2.0},
}
MOST_PLAYERS = 30


@in_style
def deal_figure(deal: Deal, currency: str = "") -> Figure:
    """Draw a line for each player: the span from ICM to DCM, and a mark for what they get by each proposal."""
    players = deal.table.players
    if players > MOST_PLAYERS:
        raise InputError("stacks", f"must be at most {MOST_PLAYERS} players for a picture of a deal", Verbatim(players))
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
    axes.set_title("What each player gets by each proposal")
    figure.legend(loc="outside lower center", ncols=5, fontsize=8)
    return figure


def mark_of(proposal: str) -> dict[str, Any]:
    """Return how a proposal is drawn: a model has its own mark everywhere."""
    return RULES[proposal] if proposal in RULES else mark_style(proposal)


@in_style
def sensitivity_figure(found: Sensitivity, curves: Sequence[Curve], currency: str = "") -> Figure:
    """Draw the nearest pairs, a panel each: both players' money as chips move, with the jump as a gap."""
    if not curves:
        raise MissingError("plot", "needs something to draw, but no two stacks are close (try a larger --pot)")
    columns = min(2, len(curves))
    rows = math.ceil(len(curves) / columns)
    figure = Figure(figsize=(8, 0.6 + 2.7 * rows))
    for number, curve in enumerate(curves):
        axes = figure.add_subplot(rows, columns, number + 1)
        draw_pair(axes, found, curve, currency)
    return figure


def draw_pair(axes: Axes, found: Sensitivity, curve: Curve, currency: str) -> None:
    """Draw two players' equities as chips move."""
    names = found.table.names
    for model, equities in curve.equities.items():
        for which, seat in enumerate(curve.close.pair):
            values = with_gaps(equities[:, seat].astype(np.float64), found.threshold / 2)
            weight = {"linewidth": 2.4 if which == 0 else 1.2}
            label = f"{short_name(names[seat], 10)}, {title(model)}"
            axes.plot(curve.moved, values, label=label, **{**line_style(model), **weight})
    axes.axvline(0, color=GREY, linewidth=0.5, linestyle=":")
    axes.xaxis.set_major_formatter(lambda value, _: compact(value))
    axes.yaxis.set_major_formatter(lambda value, _: currency + compact(value))
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(labelsize=7)
    axes.set_title(" and ".join(short_name(names[seat], 12) for seat in curve.close.pair), fontsize=9)
    how = what_would_do_it(curve.close, tuple(short_name(name, 12) for name in names))
    axes.set_xlabel("\n".join(wrap(f"chips moved; the jump: {how}", 60)), fontsize=7)
    axes.legend(fontsize=6, loc="best")


def with_gaps(values: Values, threshold: float) -> Values:
    """Return a curve that is broken where it jumps."""
    broken = values.copy()
    broken[1:][np.abs(np.diff(values)) > threshold] = np.nan
    return broken
