"""Figure of close stacks: equities as chips move, with their jumps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import MissingError
from finaltable.reporting.plot_style import GREY, in_style, line_style, short_name
from finaltable.reporting.words import compact, title
from finaltable.values.sensitivity.report import what_would_do_it

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.results import Values
    from finaltable.values.sensitivity.sensitivity import Curve, Sensitivity


@in_style
def sensitivity_figure(found: Sensitivity, curves: Sequence[Curve], currency: str = "") -> Figure:
    """Draw a panel for each of the nearest pairs: both equities as chips move, with the jump as a gap."""
    if not curves:
        rule = "has nothing to draw: no two stacks are close"
        raise MissingError("plot", rule, hint="try a larger {pot}", code="unavailable")
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
    """Return a curve with a gap at each jump."""
    broken = values.copy()
    broken[1:][np.abs(np.diff(values)) > threshold] = np.nan
    return broken
