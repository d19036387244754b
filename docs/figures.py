"""Draw the figures of the documentation: ``make figures``."""

from __future__ import annotations

import sys
from pathlib import Path

import finaltable as ft
from finaltable.render.plots import (
    comparison_figure,
    decision_figure,
    finish_figure,
    pressure_figure,
    save_figure,
    sweep_figure,
    tree_figure,
)

NAMES = ["Ana", "Bo", "Cy"]
STACKS = [1000, 500, 100]


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


def draw_all(folder: Path) -> None:
    """Write every figure into a folder."""
    figures = {
        "compare": comparison_figure(ft.compare(STACKS, [100, 50], names=NAMES)),
        "places": finish_figure(
            ft.Table.of(STACKS, [1], names=NAMES), [ft.finish_probabilities(STACKS, m) for m in ("icm", "dcm")]
        ),
        "decision": decision_figure(ft.decide(section_6(), 0.4)),
        "pressure": pressure_figure(ft.pressure([1000, 800, 2000, 3000], [50, 30, 20])),
        "tree-figure-1": tree_figure(ft.game_tree([1000, 500], 2)),
        "tree": tree_figure(ft.game_tree(STACKS, 3, names=NAMES)),
        "tree-of-one-player": tree_figure(ft.game_tree(STACKS, 3, names=NAMES, player="Bo")),
        "cliffs": sweep_figure(ft.sweep([1000, 800, 2000, 3000], [50, 30, 20], 0, 100, 4000)),
    }
    for name, figure in figures.items():
        save_figure(figure, str(folder / f"{name}.svg"))


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "figures")
