"""Draw the figures of the documentation: ``make figures``."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import finaltable as ft
from finaltable.plots import (
    comparison_figure,
    deal_figure,
    decision_figure,
    finish_figure,
    pressure_figure,
    save_figure,
    sensitivity_figure,
    sweep_figure,
    tree_figure,
)
from finaltable.reporting.plot_style import in_style, line_style
from finaltable.values.sensitivity.sensitivity import close_curves

sys.path.insert(0, str(Path(__file__).parent))
from explanations import bounty_guess_figure, chains_figure, error_figure, field_figure, one_hand_figure
from games import games_figure

NAMES = ["Ana", "Bo", "Cy"]
STACKS = [1000, 500, 100]
CLOSE = ft.sensitivity(
    [1_200_000, 1_190_000, 400_000, 380_000], [50_000, 30_000, 20_000], big_blind=20_000, names=[*NAMES, "Di"]
)


def section_6() -> ft.Spot:
    """Return the spot of the paper's section 6."""
    return ft.Spot.of(
        [1000, 1000, 2000, 3000],
        [50, 30, 20],
        hero="BB",
        all_in=["SB"],
        button="BTN",
        small_blind=100,
        big_blind=200,
        names=["SB", "BB", "CO", "BTN"],
    )


def final_table() -> ft.Deal:
    """Return a nine-handed deal."""
    thousands = {"Ana": 4125, "Bo": 3380, "Cy": 2910, "Di": 2400, "Eve": 1985, "Fil": 1470, "Gus": 1455, "Ha": 910}
    return ft.deal(
        [1000 * stack for stack in (*thousands.values(), 615)],
        [152_000, 101_400, 72_500, 54_000, 40_600, 30_300, 22_800, 17_200, 13_200],
        names=[*thousands, "Ivo"],
        leave=10_000,
        round=100,
    )


@in_style
def smoothed_figure() -> Figure:
    """Draw DCM and its averages as one stack passes another: the jump becomes a slope."""
    payouts = [50, 30, 20]
    moved = ft.sweep([750, 800, 2000, 3000], payouts, 0, 600, 1000, points=201, models=("icm", "dcm"))
    figure = Figure(figsize=(8, 3.4))
    axes = figure.add_subplot()
    icm, dcm = moved.equities[:, :, 0]
    [cliff] = [cliff for cliff in moved.cliffs if cliff.stack == 800]
    below, above = moved.points < 800, moved.points > 800
    axes.plot(moved.points, icm, label="ICM", **line_style("icm"))
    axes.plot([*moved.points[below], 800], [*dcm[below], cliff.before[0]], label="DCM", **line_style("dcm"))
    axes.plot([800, *moved.points[above]], [cliff.after[0], *dcm[above]], **line_style("dcm"))
    stacks = np.linspace(600, 1000, 41)
    for noise, colour in ((20, "#c1121f"), (100, "#ee9b00")):
        # More samples would move the line by at most half a pixel.
        curve = [ft.smoothed([stack, 800, 2000, 3000], payouts, chip_noise=noise, samples=4096) for stack in stacks]
        worth = [average.equities[0] for average in curve]
        axes.plot(stacks, worth, color=colour, linewidth=1.6, label=f"DCM, counts ±{noise}")
    axes.set_title("One stack passes another: DCM jumps, its average does not")
    axes.set_xlabel("chips of the first player; the others have 800, 2,000 and 3,000")
    axes.set_ylabel("equity; prizes 50, 30, 20")
    axes.legend(loc="upper left")
    return figure


def draw_all(folder: Path) -> None:
    """Write every figure into a folder."""
    figures = {
        "compare": comparison_figure(ft.compare(STACKS, [100, 50], names=NAMES)),
        "places": finish_figure(ft.Table.of(STACKS, [1], names=NAMES), [ft.finish(STACKS, m) for m in ("icm", "dcm")]),
        "decision": decision_figure(ft.decide(section_6(), 0.4)),
        "pressure": pressure_figure(ft.pressure([1000, 800, 2000, 3000], [50, 30, 20])),
        "deal": deal_figure(final_table(), "€"),
        "sensitivity": sensitivity_figure(CLOSE, close_curves(CLOSE, most=2)),
        "smoothed": smoothed_figure(),
        "tree-figure-1": tree_figure(ft.tree([1000, 500], 2)),
        "tree": tree_figure(ft.tree(STACKS, 3, names=NAMES)),
        "tree-of-one-player": tree_figure(ft.tree(STACKS, 3, names=NAMES, player="Bo")),
        "one-hand": one_hand_figure(),
        "chains": chains_figure(),
        "error": error_figure(),
        "bounty-guess": bounty_guess_figure(),
        "field": field_figure(),
        "games": games_figure(),
        "cliffs": sweep_figure(ft.sweep([1000, 800, 2000, 3000], [50, 30, 20], 0, 100, 4000)),
    }
    for name, figure in figures.items():
        save_figure(figure, str(folder / f"{name}.svg"))


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "figures")
