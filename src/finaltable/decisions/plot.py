"""Figure of a decision to call or fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from finaltable.decisions.verdict import value_at
from finaltable.errors import InputError, Verbatim
from finaltable.reporting.plot_style import GREY, PALE, PAPER, in_style, line_style, short_name
from finaltable.reporting.words import MoneyFormat, compact, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.decisions.decide import Decision
    from finaltable.decisions.verdict import Verdict


@in_style
def decision_figure(decision: Decision, currency: str = "") -> Figure:
    """Draw the values of calling and folding by hero's equity, a colour per model; shade where the models disagree."""
    if len(decision.spot.all_in) > 1:
        rule = "must be one player for a picture"
        raise InputError("all_in", rule, Verbatim(f"{len(decision.spot.all_in)} players"), code="too_many")
    figure = Figure(figsize=(7, 4.6))
    axes = figure.add_subplot()
    upright = axes.get_xaxis_transform()
    if decision.disagreement is not None:
        low, high = (100 * point for point in decision.disagreement)
        axes.axvspan(low, high, color=PALE, alpha=0.6, zorder=0)
        if high - low > 12:
            words = "the models\ndisagree"
            axes.text((low + high) / 2, 0.98, words, transform=upright, ha="center", va="top", fontsize=8, bbox=PAPER)
    purse = MoneyFormat.of(decision.spot.table.pool, currency)
    for verdict in decision.verdicts:
        draw_verdict(axes, verdict, decision.tie, purse)
    here = 100 * decision.equity
    axes.axvline(here, color=GREY, linewidth=1, linestyle=":")
    left = here < 80
    place = here + 0.7 if left else here - 0.7
    axes.text(place, 0.02, f"equity {here:.1f} %", transform=upright, fontsize=8, ha="left" if left else "right")
    axes.set_xlim(0, 100)
    axes.set_xlabel("hero's equity (%)")
    axes.yaxis.set_major_formatter(lambda value, _: currency + compact(value))
    axes.set_ylabel("value (level lines: folding)")
    figure.legend(loc="outside lower center", ncols=1 if len(decision.verdicts) == 1 else 2, fontsize=8)
    axes.set_title(f"Should {short_name(decision.spot.table.names[decision.spot.hero])} call?")
    return figure


def draw_verdict(axes: Axes, verdict: Verdict, ties: float, purse: MoneyFormat) -> None:
    """Draw one model: the value of calling with the hand's ties, the value of folding, and where they cross."""
    style, name = line_style(verdict.model), title(verdict.model)
    values = verdict.win or 0.0, verdict.tie or 0.0, verdict.lose or 0.0
    ends = (ties / 2, 1.0 - ties / 2)
    when = {None: "never calls", 0.0: "always calls"}.get(verdict.break_even)
    when = when or f"calls from {100 * (verdict.break_even or 0.0):.1f} %"
    label = f"{name} {when}; a fold is worth {purse.money(verdict.fold)}"
    axes.plot([100 * end for end in ends], [value_at(end, *values, ties) for end in ends], label=label, **style)
    axes.axhline(verdict.fold, color=style["color"], linewidth=0.9, linestyle=style["linestyle"])
    if verdict.break_even:
        axes.plot(100 * verdict.break_even, verdict.fold, "o", color=style["color"], markersize=5)
