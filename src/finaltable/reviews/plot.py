"""A review as a figure: the value of hero's chips, hand by hand, with and without luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.reporting.plot_style import GREY, INK, in_style, line_style
from finaltable.reporting.words import compact, title
from finaltable.reviews.report import purse_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.reviews.review import Review
    from finaltable.reviews.tournament import TournamentReview

MOST = 6  # tournaments in a figure
MARKED = 9  # mistakes with a number


@in_style
def review_figure(review: Review, currency: str = "") -> Figure:
    """Draw the curves of the tournaments, at most the first six."""
    some = review.tournaments[:MOST]
    figure = Figure(figsize=(8, 3.4 * len(some)))
    symbol = purse_of(review, currency).symbol
    for place, tournament in enumerate(some):
        axes = figure.add_subplot(len(some), 1, place + 1)
        draw_curve(axes, review, tournament, symbol)
    return figure


def draw_curve(axes: Axes, review: Review, tournament: TournamentReview, symbol: str) -> None:
    """Draw one tournament."""
    hands = [point.number for point in tournament.curve]
    for m, model in enumerate(review.models):
        values = [np.nan if point.values is None else point.values[m] for point in tournament.curve]
        axes.plot(hands, values, label=title(model), **line_style(model))
    bare = [np.nan if point.without_luck is None else point.without_luck[0] for point in tournament.curve]
    axes.plot(hands, bare, color=GREY, linestyle=":", label=f"{title(review.models[0])} without luck")
    mine = [one for one in review.mistakes if any(one is other for other in tournament.decisions)]
    for place, one in enumerate(mine[:MARKED], start=1):
        point = tournament.curve[one.number - 1]
        if point.values is not None:
            axes.annotate(str(place), (one.number, point.values[0]), fontsize=7, color=INK, ha="center", va="bottom")
            axes.plot([one.number], [point.values[0]], "v", color=INK, markersize=4)
    axes.set_xlabel("hand")
    axes.yaxis.set_major_formatter(lambda value, _: f"{symbol}{compact(value)}")
    axes.set_title(f"Value of {review.hero}'s chips (numbers: mistakes, the costliest first)")
    axes.legend(fontsize=8)
