"""Figures that explain the model, drawn from the model itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import finaltable as ft
from finaltable.reporting.plot_style import GREY, INK, PALE, in_style, line_style
from finaltable.reporting.words import ordinal

WIN, BUST = "#2a7f8e", "#c1121f"

# Actual prize minus the model's equity, as a share of the prizes left, averaged over 1,417 published chip counts with 3
# to 9 players left: the public data set behind Kim, "Empirical Validation of the ICM" (2025). Not computed here.
WON_BEYOND = {"icm": [-0.005, -0.003, +0.003, +0.009], "dcm": [+0.009, +0.006, -0.007, -0.016]}


@in_style
def one_hand_figure() -> Figure:
    """Draw four stacks after one hand, for each possible winner."""
    names, stacks = ["Ana", "Bo", "Cy", "Di"], [1000, 700, 400, 200]
    root = ft.tree(stacks, 1, names=names).root
    figure = Figure(figsize=(9, 2.5))
    panels = figure.subplots(1, 5, sharex=True, sharey=True)
    hand: list[tuple[str, Sequence[Any], int | None, Sequence[Any]]] = [("all-in", stacks, None, ())]
    for child in root.children:
        assert child.winner is not None
        hand.append((f"{names[child.winner]} wins", child.stacks, child.winner, child.busts))
    for axes, (title, chips, winner, busts) in zip(panels, hand, strict=True):
        out = {bust.player: bust.first for bust in busts}
        axes.barh(names, [float(stack) for stack in chips], color=[WIN if i == winner else INK for i in range(4)])
        for i, stack in enumerate(chips):
            label = ordinal(out[i]) if i in out else f"{int(stack):,}"
            axes.text(float(stack) + 40, i, label, va="center", color=BUST if i in out else INK)
        axes.set_title(title)
        axes.set_xlim(0, 3000)
        axes.grid(visible=False)
        axes.set_xticks([])
    panels[0].invert_yaxis()
    panels[0].text(0, 4.1, "each wins one hand in four", color=GREY)
    return figure


@in_style
def chains_figure() -> Figure:
    """Draw the states of five players as chains that branch into shorter chains."""
    figure = Figure(figsize=(8, 3.4))
    axes = figure.add_subplot()
    draw_chain(axes, 0, 5, width=4, strength=1.0)
    rows = ["over", "2 left: chip share", "3 left", "4 left", "5 players"]
    axes.set_yticks(range(1, 6), rows)
    axes.set_xticks(range(5))
    axes.set_xlabel("hands played")
    axes.set_xlim(-0.3, 4.3)
    axes.set_ylim(0.6, 5.5)
    axes.set_title("Only the shortest stack's win goes right; every other win goes down")
    axes.grid(visible=False)
    return figure


def draw_chain(axes: Axes, hand: int, players: int, width: int, strength: float) -> None:
    """Draw the chain of states with this number of players, and the chains that branch from it."""
    for link in range(width):
        at = hand + link
        if players > 2:
            for left in range(1, players):
                arrow(axes, (at, players), (at + 1, left), GREY, 0.5 * strength)
                if link == 0 and left > 2:
                    draw_chain(axes, at + 1, left, max(2, width - 1), 0.8 * strength)
                else:
                    axes.plot(at + 1, left, "s" if left < 3 else "o", color=GREY if left < 3 else INK, markersize=4)
            arrow(axes, (at, players), (at + 1, players), WIN, strength)
        axes.plot(at, players, "o", color=INK, markersize=6, zorder=3)


def arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str, strength: float) -> None:
    """Draw one hand."""
    how: dict[str, Any] = {"arrowstyle": "-|>", "color": colour, "alpha": strength, "shrinkA": 4, "shrinkB": 4}
    axes.annotate("", xy=end, xytext=start, arrowprops={**how, "linewidth": 1.6 if colour == WIN else 0.8})


@in_style
def error_figure() -> Figure:
    """Draw the stated and the actual error, compared with exact fractions, as the tolerance falls."""
    stacks, payouts = [1000, 800, 500, 200, 100], [100, 50]
    truth = np.array([float(value) for value in ft.dcm(stacks, payouts, method="exact").equities])
    asked = np.logspace(-1, -11, 21)
    results = [ft.dcm(stacks, payouts, tolerance=tolerance) for tolerance in asked]
    made = [float(np.abs(result.equities - truth).max()) / 150 for result in results]
    figure = Figure(figsize=(8, 3.2))
    axes = figure.add_subplot()
    axes.loglog(asked, asked, color=GREY, linestyle=":", label="tolerance asked for")
    axes.loglog(asked, [result.error / 150 for result in results], label="error stated: a proof", **line_style("dcm"))
    axes.loglog(
        asked, np.maximum(made, 1e-16), "o", color=WIN, markersize=4, label="error made, against exact fractions"
    )
    axes.invert_xaxis()
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:.0e}")
    axes.set_xlabel("tolerance, as a share of the prize pool")
    axes.set_ylabel("error of an equity / pool")
    axes.set_title("Five players, prizes 100 and 50: no equity is further off than stated")
    axes.legend(loc="lower left")
    return figure


@in_style
def field_figure(winners: Sequence[int] = (21, 11, 4)) -> Figure:
    """Draw thirty players over three hands: those who never won are a prefix, reduced by one offset."""
    stacks = np.array([round(900 * 0.9**i) + 60 for i in range(30)])
    figure = Figure(figsize=(9, 2.6))
    panels = figure.subplots(1, 4, sharey=True)
    prefix, offset = len(stacks), 0
    for hand, axes in enumerate(panels):
        axes.bar(range(30), stacks, color=PALE, width=0.8)
        axes.bar(range(prefix), stacks[:prefix] - offset, bottom=offset, color=INK, width=0.8)
        if hand:
            axes.axhline(offset, color=BUST, linewidth=1)
            axes.bar([prefix], [stacks[prefix]], color=WIN, width=0.8)
        axes.set_title("start" if not hand else f"rank {prefix + 1} wins")
        axes.set_xticks([])
        axes.grid(visible=False)
        if hand < len(winners):
            prefix, offset = winners[hand], int(stacks[winners[hand]])
    panels[0].set_ylabel("starting stack")
    return figure


@in_style
def bounty_guess_figure() -> Figure:
    """Draw the bounties that five players win under DCM and the usual assumption, relative to their chips."""
    stacks = [10, 20, 30, 40, 50]
    figure = Figure(figsize=(8, 2.9))
    panels = figure.subplots(1, 2, sharey=True)
    for axes, share, kind in zip(panels, (1, 0.5), ("knockout", "progressive, ½ at once"), strict=True):
        for model, named in (("icm", "ICM with an assumption"), ("dcm", "DCM")):
            income = ft.bounties(stacks, 1, share, model=model).income
            axes.plot(stacks, income / (np.array(stacks) / 30), marker="o", label=named, **line_style(model))
        axes.axhline(1, color=PALE, zorder=0)
        axes.set_title(kind)
        axes.set_xticks(stacks)
        axes.set_xlabel("chips")
    panels[0].set_ylabel("bounties won,\nof the share by chips")
    panels[0].legend()
    return figure
