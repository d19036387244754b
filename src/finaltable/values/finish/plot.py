"""Figure of finish probabilities: shaded squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.reporting.plot_style import check_crowd, in_style, short_name
from finaltable.reporting.words import amount, ordinal, title

if TYPE_CHECKING:
    from finaltable.results import FinishProbabilities
    from finaltable.table.table import Table


@in_style
def finish_figure(
    table: Table,
    answers: Sequence[FinishProbabilities],
    only: tuple[int, ...] | None = None,
    players: tuple[int, ...] | None = None,
) -> Figure:
    """Draw finish probabilities as shaded squares, with a panel for each model."""
    shown = players or range(table.players)
    places = only or range(1, table.players + 1)
    check_crowd(max(len(shown), len(places)))
    side = 0.55 if len(shown) <= 12 else 0.42
    figure = Figure(figsize=(1.4 + len(answers) * (len(places) * side + 0.3), 1.1 + len(shown) * side * 0.75))
    panels = figure.subplots(1, len(answers), squeeze=False, sharey=True)[0]
    labels = [f"{short_name(table.names[i])} ({amount(table.stacks[i])})" for i in shown]
    for axes, answer in zip(panels, answers, strict=True):
        chances = np.asarray(answer).astype(np.float64)
        axes.imshow(chances, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        axes.grid(visible=False)
        axes.set_title(f"{title(answer.model or '')}: finish probabilities (%)")
        axes.set_xticks(range(len(places)), [ordinal(place) for place in places])
        axes.set_yticks(range(len(shown)), labels)
        axes.tick_params(length=0)
        size = 8 if len(shown) <= 12 else 6
        for (i, k), chance in np.ndenumerate(chances):
            ink = "white" if chance > 0.5 else "black"
            axes.text(k, i, f"{100 * chance:.1f}", ha="center", va="center", color=ink, fontsize=size)
    return figure
