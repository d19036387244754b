"""Evidence as a figure: prizes minus predictions, and differences in loss, with error bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from finaltable.errors import MissingError
from finaltable.reporting.plot_style import GREY, in_style, line_style
from finaltable.reporting.words import title
from finaltable.scoring.report import HEADINGS, size_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.scoring.evidence import Evidence

MARKERS = "osD^vPX*"


@in_style
def evidence_figure(found: Evidence) -> Figure:
    """Draw the calibration by stack, and each model's difference from the first in standard errors."""
    others = len(found.models) - 1
    if not others:
        raise MissingError("plot", "needs at least two models to compare", code="unavailable")
    figure = Figure(figsize=(8, 4.4 + 0.32 * others))
    top, below = figure.subplots(2, 1, height_ratios=[3.0, 0.6 + 0.3 * others])
    draw_calibration(top, found)
    draw_differences(below, found)
    top.legend(loc="upper left", ncols=2, fontsize=8)
    figure.legend(*below.get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=8)
    return figure


def draw_calibration(axes: Axes, found: Evidence) -> None:
    """Draw prizes minus predictions; bars are two standard errors."""
    bins = np.arange(len(found.calibration))
    for m, model in enumerate(found.models):
        values = [one.bias[m].value for one in found.calibration]
        errors = [2 * (one.bias[m].standard_error or 0.0) for one in found.calibration]
        shift = 0.7 * ((m + 0.5) / len(found.models) - 0.5)
        marker = {"marker": MARKERS[m % len(MARKERS)], "markersize": 4, "color": line_style(model)["color"]}
        axes.errorbar(bins + shift, values, errors, linestyle="none", capsize=2, label=title(model), **marker)
    axes.axhline(0, color=GREY, linewidth=0.8)
    axes.set_xticks(bins, [f"{size_words(one)}\n{one.players:,}" for one in found.calibration], fontsize=8)
    axes.set_xlabel("stack / average, and number of players")
    axes.set_ylabel("average prizes")
    axes.set_title("Prizes won minus prizes predicted (bars: two standard errors)")
    axes.grid(axis="x", visible=False)


def draw_differences(axes: Axes, found: Evidence) -> None:
    """Draw each model's difference from the first in standard errors, one row per model."""
    marks = ("o", "s", "^", "D")
    rows = np.arange(1, len(found.models))
    for k, heading in enumerate(HEADINGS):
        name = heading.removesuffix(" x 1e4")
        errors = [scores[k].standard_errors or 0.0 for scores in found.scores[1:]]
        shown = [float(np.sign(z) * np.log1p(abs(z))) for z in errors]
        axes.plot(shown, rows + 0.12 * (k - 1.5), marks[k], markersize=4, color=f"C{k}", label=name)
    axes.axvline(0, color=GREY, linewidth=0.8)
    axes.axvspan(-float(np.log1p(2)), float(np.log1p(2)), color=GREY, alpha=0.15, linewidth=0)
    ticks = [-30, -10, -5, -2, 0, 2, 5, 10, 30]
    axes.set_xticks([float(np.sign(tick) * np.log1p(abs(tick))) for tick in ticks], [f"{tick:g}" for tick in ticks])
    axes.set_yticks(rows, [title(model) for model in found.models[1:]], fontsize=8)
    axes.set_ylim(len(rows) + 0.5, 0.5)
    axes.set_title(
        f"Loss minus that of {title(found.models[0])}, in standard errors (left: better; grey: no clear difference)"
    )
