"""Equities as bars, finish probabilities as shaded squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import InputError, Verbatim
from finaltable.render.plots.style import in_style, line_style, short_name
from finaltable.render.words import amount, compact, ordinal, title
from finaltable.render.worth import worth_of

if TYPE_CHECKING:
    from finaltable.analysis.equity import Comparison
    from finaltable.inputs.table import Table
    from finaltable.results import FinishProbabilities


MAX_PLAYERS = 30  # more cannot be read


def check_crowd(players: int) -> None:
    """Raise where a picture could not be read."""
    if players > MAX_PLAYERS:
        raise InputError("stacks", f"must be at most {MAX_PLAYERS} players for a picture", Verbatim(players))


@in_style
def comparison_figure(comparison: Comparison, currency: str = "") -> Figure:
    """Draw what every player gets under each model, as bars, with the difference from the first."""
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
    axes.set_title("What the chips are worth")
    return figure


@in_style
def finish_figure(table: Table, answers: Sequence[FinishProbabilities]) -> Figure:
    """Draw the probability of every place as shaded squares, a panel a model."""
    players = table.players
    check_crowd(players)
    side = 0.55 if players <= 12 else 0.42
    figure = Figure(figsize=(1.4 + len(answers) * (players * side + 0.3), 1.1 + players * side * 0.75))
    panels = figure.subplots(1, len(answers), squeeze=False, sharey=True)[0]
    labels = [f"{short_name(name)} ({amount(s)})" for name, s in zip(table.names, table.stacks, strict=True)]
    for axes, answer in zip(panels, answers, strict=True):
        chances = np.asarray(answer).astype(np.float64)
        axes.imshow(chances, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        axes.grid(visible=False)
        axes.set_title(f"{title(answer.model or '')}: places (%)")
        axes.set_xticks(range(players), [ordinal(place) for place in range(1, players + 1)])
        axes.set_yticks(range(players), labels)
        axes.tick_params(length=0)
        size = 8 if players <= 12 else 6
        for (i, k), chance in np.ndenumerate(chances):
            ink = "white" if chance > 0.5 else "black"
            axes.text(k, i, f"{100 * chance:.1f}", ha="center", va="center", color=ink, fontsize=size)
    return figure
