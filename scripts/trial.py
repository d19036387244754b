"""Try an installed finaltable that is alone in its environment: ``make dist`` and cibuildwheel run this file."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib.resources import files

import numpy as np

import finaltable as ft

DATA = (
    *("py.typed", "_core.pyi", "data/preflop.npz", "data/threeway.npy", "data/boards.npz"),
    *("web/templates/page.html", "web/static/app/main.js", "web/static/app/device/core.wasm"),
    *("web/static/training/pack.json", "web/static/training/charts.json", "web/static/tournaments/50-30-20.json"),
)


def differs(equities: object, *expected: float) -> bool:
    """Return whether equities, rounded to cents, differ from these."""
    return np.round(equities, 2).tolist() != list(expected)  # type: ignore[call-overload, no-any-return]


def wrong() -> list[str]:
    """Return the names of the checks that fail."""
    table = [1000, 500, 100], [100, 50]
    pushes = ft.nash([10, 10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-3)
    failed = {
        "DCM": differs(ft.dcm(*table).equities, 80.79, 60.67, 8.54),
        "ICM": differs(ft.icm(*table).equities, 78.79, 58.33, 12.88),
        "DCM in fractions": ft.dcm(*table, method="exact").equities[0] != Fraction(7155925, 88572),
        "a sample": ft.dcm(range(1, 101), [1], max_seconds=0.1).method != "sample",
        "two hands": abs(ft.heads_up("AA", "KK").equity - 0.8194605) > 1e-7,
        "push or fold": not (pushes.reached and pushes.three_way > 0),
        "the paper": bool(ft.paper().differing),
        "training": len(ft.train(seed=1, spots=3).spots) != 3,
    }
    missing = [name for name in DATA if not files("finaltable").joinpath(name).is_file()]
    return [*(name for name, bad in failed.items() if bad), *missing]


if __name__ == "__main__":
    sys.exit(f"finaltable is broken: {', '.join(found)}" if (found := wrong()) else None)
