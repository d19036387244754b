"""Tournaments of push or fold: time to a best deviation of a hundredth of a percent of the pool, and memory."""

from __future__ import annotations

import resource
import time
from typing import Any

import finaltable as ft
from benchmarks.measure import Report, human

# Prizes, rules, and the bar in seconds of two idle cores.
TOURNAMENTS: list[tuple[str, list[int], dict[str, Any], float]] = [
    ("2 players, 8,000 chips in 50s", [1], {"players": 2, "chips": 8000, "step": 50}, 10.0),
    ("3 players, 253 states", [50, 30, 20], {"players": 3, "chips": 14400, "step": 600}, 20.0),
    ("3 players, 946 states", [50, 30, 20], {"players": 3, "chips": 13500, "step": 300}, 120.0),
    (
        "4 players on the bubble, 680 states",
        [50, 30, 20],
        {"players": 4, "chips": 5400, "step": 300, "small_blind": 75, "big_blind": 150},
        120.0,
    ),
]
BLINDS: dict[str, Any] = {"small_blind": 300, "big_blind": 600}
TOLERANCE, MOST_MEMORY = 1e-4, 600  # of the pool, MB
PUBLISHED_DEVIATION = 4.88e-4  # of the pool: Ganzfried and Sandholm (2008), the same tournament as our 946 states


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Tournaments of push or fold")
    for name, payouts, rules, bar in TOURNAMENTS:
        clock, busy = time.perf_counter(), time.process_time()
        found = ft.tournament(payouts, **{**BLINDS, **rules}, tolerance=TOLERANCE, max_seconds=None)
        wall, cpu = time.perf_counter() - clock, time.process_time() - busy
        deviation = found.deviation / found.rules.pool
        report.time(name, bar, wall, f" ({human(cpu)} of processors, {found.rounds} rounds, deviation {deviation:.1e})")
        if found.rules.units == 45:
            words = f"{deviation:.1e}, {PUBLISHED_DEVIATION / deviation:.0f} times closer"
            report.row(f"{name}: best deviation", f"published {PUBLISHED_DEVIATION:g}", words, deviation <= TOLERANCE)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report.row("memory of the whole process", f"at most {MOST_MEMORY} MB", f"{used:.0f} MB", used <= MOST_MEMORY)
    return report.missed


if __name__ == "__main__":
    import sys

    sys.exit(run() > 0)
