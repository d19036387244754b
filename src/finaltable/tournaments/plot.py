"""Figure of a tournament: the distance of models on the triangle of three stacks, and by stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from finaltable.reporting.plot_style import GREY, INK, in_style, line_style
from finaltable.reporting.words import MoneyFormat, title
from finaltable.tournaments.grid import states_of

if TYPE_CHECKING:
    from finaltable.results import Values
    from finaltable.tournaments.answer import TournamentValues
    from finaltable.tournaments.distances import ModelDistances

HEIGHT = np.sqrt(3) / 2


@in_style
def tournament_figure(answer: TournamentValues, currency: str = "") -> Figure:
    """Draw the distances of models; without models, the value of the small blind's stack."""
    distances = answer.distances
    if distances is None:
        return value_figure(answer, currency)
    if distances.rules.players != 3:
        figure = Figure(figsize=(6, 3.6))
        draw_by_stack(figure.add_subplot(), distances)
        return figure
    across = len(distances.names)
    figure = Figure(figsize=(2.9 * across, 5.6))
    grid = figure.add_gridspec(2, across, height_ratios=(1.0, 1.1))
    shades = 100 * np.sqrt((distances.averaged**2).mean(axis=2)) / distances.rules.pool
    drawn: Any = None
    triangles = []
    for number, model in enumerate(distances.names):
        axes = figure.add_subplot(grid[0, number])
        nearest = distances.nearest == number
        drawn = draw_triangle(axes, distances.rules.units, shades[number], float(shades.max()), nearest)
        axes.set_title(f"{title(model)}: nearest in {100 * nearest.mean():.0f} %", fontsize=8)
        triangles.append(axes)
    figure.colorbar(drawn, ax=triangles, label="rms distance, % of pool", shrink=0.8)
    draw_by_stack(figure.add_subplot(grid[1, :]), distances)
    return figure


def draw_triangle(axes: Any, units: int, shades: Values, most: float, nearest: Any) -> Any:
    """Draw a dot for each state: corners are players with all chips; a ring where the model is nearest."""
    shares = np.array(list(states_of(3, units))) / units
    x, y = shares[:, 1] + shares[:, 2] / 2, HEIGHT * shares[:, 2]
    size = 14_000 / units**2
    drawn = axes.scatter(x, y, c=shades, s=size, cmap="Blues", vmin=0.0, vmax=most, linewidths=0, rasterized=True)
    axes.scatter(x[nearest], y[nearest], s=size / 9, color=INK, linewidths=0, rasterized=True)
    axes.plot([0, 1, 0.5, 0], [0, 0, HEIGHT, 0], color=GREY, linewidth=0.6)
    for place, name in zip(((0, 0), (1, 0), (0.5, HEIGHT)), ("SB", "BB", "BTN"), strict=True):
        axes.annotate(name, place, fontsize=7, ha="center", va="top" if place[1] == 0 else "bottom")
    axes.set_aspect("equal")
    axes.axis("off")
    return drawn


def draw_by_stack(axes: Any, distances: ModelDistances) -> None:
    """Draw the rms and the largest distance of each model by the player's stack."""
    blinds, pool = distances.big_blinds, distances.rules.pool
    stacks = np.unique(blinds)
    for number, model in enumerate(distances.names):
        parts = [distances.averaged[number][blinds == stack] / pool for stack in stacks]
        style = line_style(model)
        axes.plot(stacks, [100 * np.sqrt((part**2).mean()) for part in parts], label=title(model), **style)
        axes.plot(stacks, [100 * np.abs(part).max() for part in parts], **{**style, "linewidth": 0.6})
    axes.set_xlabel("stack of the player, in big blinds")
    axes.set_ylabel("distance, % of pool")
    axes.set_title("From the value in equilibrium: rms (thick) and largest (thin)", fontsize=8)
    axes.legend()
    axes.margins(x=0.01)


def value_figure(answer: TournamentValues, currency: str) -> Figure:
    """Draw the value of a stack in each seat, for all states."""
    found = answer.found
    players, rules = found.rules.players, found.rules
    units = np.array(list(states_of(players, rules.units)), dtype=np.float64) * float(rules.step)
    figure = Figure(figsize=(6, 3.6))
    axes = figure.add_subplot()
    for seat, name in enumerate(rules.table(units[0]).names):
        stacks = np.unique(units[:, seat])
        means = [found.values[players][units[:, seat] == stack, seat].mean() for stack in stacks]
        axes.plot(stacks, means, label=name, linewidth=1.2)
    purse = MoneyFormat.of(rules.pool, currency)
    axes.yaxis.set_major_formatter(lambda value, _: purse.money(value))
    axes.set_xlabel("stack")
    axes.set_title("Mean value of a stack over all stacks of the others", fontsize=8)
    axes.legend()
    return figure
