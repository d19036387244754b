"""Figure of a sweep: equities as one stack grows, with cliffs as gaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import InputError, Verbatim
from finaltable.reporting.plot_style import GREY, INK, PAPER, in_style, line_style, short_name
from finaltable.reporting.words import MoneyFormat, compact, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.results import Values
    from finaltable.values.sweeps.sweep import Cliff, Sweep


@in_style
def sweep_figure(sweep: Sweep, currency: str = "") -> Figure:
    """Draw each player's equity as one stack grows: a large panel for that player, small ones for the others."""
    others = [i for i in range(sweep.table.players) if i != sweep.player]
    if len(others) > 16:
        rule = "must be at most 17 players for a picture of a sweep"
        raise InputError("stacks", rule, Verbatim(len(others) + 1), code="too_many")
    columns = min(4, max(1, len(others)))
    rows = math.ceil(len(others) / columns)
    figure = Figure(figsize=(8, 3.6 + 1.7 * rows))
    grid = figure.add_gridspec(1 + rows, columns, height_ratios=[2.4, *([1.0] * rows)])
    names = sweep.table.names
    moved = names[sweep.player]
    main = figure.add_subplot(grid[0, :])
    draw_curves(main, sweep, sweep.player)
    mark_cliffs(main, sweep, currency)
    main.set_title(f"{moved}'s equity as {moved}'s stack grows")
    main.set_ylabel("equity")
    main.legend(loc="upper left")
    name_axes(main, currency)
    for k, player in enumerate(others):
        axes = figure.add_subplot(grid[1 + k // columns, k % columns])
        draw_curves(axes, sweep, player)
        axes.set_title(f"{short_name(names[player])} ({compact(float(sweep.table.stacks[player]))})", fontsize=8)
        axes.tick_params(labelsize=7)
        axes.locator_params(axis="x", nbins=3)
        name_axes(axes, currency)
    figure.supxlabel(f"{moved}'s stack", fontsize=9)
    return figure


def name_axes(axes: Axes, currency: str) -> None:
    """Format chips and money on the axes compactly."""
    axes.xaxis.set_major_formatter(lambda value, _: compact(value))
    axes.yaxis.set_major_formatter(lambda value, _: currency + compact(value))


def draw_curves(axes: Axes, sweep: Sweep, player: int) -> None:
    """Draw one player's curve under each model, split at cliffs."""
    for m, model in enumerate(sweep.models):
        curve = sweep.equities[m, :, player].astype(np.float64)
        cliffs = [cliff for cliff in sweep.cliffs if cliff.model == model]
        for number, (stacks, values) in enumerate(between_cliffs(sweep.points, curve, cliffs, player)):
            axes.plot(stacks, values, label=title(model) if number == 0 else None, **line_style(model))
    level = [
        (float(cliff.stack), float(cliff.level[player]))
        for cliff in sweep.cliffs
        if abs(cliff.jump[player]) > 0.1 * sweep.threshold
    ]
    if level:
        axes.plot(*zip(*level, strict=True), "o", color=INK, markersize=3, label=None)
    axes.margins(x=0.01)


def between_cliffs(points: Values, curve: Values, cliffs: Sequence[Cliff], player: int) -> list[tuple[Values, Values]]:
    """Return the curve split exactly at its cliffs, with the values on either side."""
    stacks = points.astype(np.float64)
    edges = [float(cliff.stack) for cliff in cliffs]
    pieces = []
    for k in range(len(edges) + 1):
        left = edges[k - 1] if k else -np.inf
        right = edges[k] if k < len(edges) else np.inf
        inside = (stacks > left) & (stacks < right)
        piece_stacks, piece_values = list(stacks[inside]), list(curve[inside])
        if k:
            piece_stacks.insert(0, left)
            piece_values.insert(0, float(cliffs[k - 1].after[player]))
        if k < len(edges):
            piece_stacks.append(right)
            piece_values.append(float(cliffs[k].before[player]))
        pieces.append((np.array(piece_stacks), np.array(piece_values)))
    return pieces


def mark_cliffs(axes: Axes, sweep: Sweep, currency: str) -> None:
    """Mark the cliffs with thin lines, and label jumps of the player whose stack grows."""
    purse = MoneyFormat.of(sweep.table.pool, currency)
    several = len({cliff.model for cliff in sweep.cliffs}) > 1
    labelled: dict[float, list[Cliff]] = {}  # one label for all models that jump at a stack
    for cliff in sweep.cliffs:
        axes.axvline(float(cliff.stack), color=GREY, linewidth=0.5, linestyle=":")
        if abs(cliff.jump[sweep.player]) >= sweep.threshold:
            labelled.setdefault(float(cliff.stack), []).append(cliff)
    for stack, cliffs in labelled.items():
        first = cliffs[0]
        jumps = [purse.signed(float(cliff.jump[sweep.player])) for cliff in cliffs]
        lines = (
            [f"{title(cliff.model)} {jump}" for cliff, jump in zip(cliffs, jumps, strict=True)] if several else jumps
        )
        level = [sweep.table.names[i] for i in first.pair if i != sweep.player] if not first.path else []
        words = "\n".join(lines) + (f", level with {short_name(level[0])}" if level else "")
        place = (stack, float(first.level[sweep.player]))
        axes.annotate(
            words, place, xytext=(6, 0), textcoords="offset points", va="center", fontsize=7, bbox=PAPER, zorder=3
        )
