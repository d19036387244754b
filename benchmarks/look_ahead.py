"""Charts that look ahead: time and memory for one hand and for an orbit."""

from __future__ import annotations

import resource
import time

import finaltable as ft
from benchmarks.measure import Report, human

# Stacks, and the bar in seconds of two idle cores for one hand ahead.
TABLES: list[tuple[list[int], float]] = [
    ([1800, 1500, 1200, 900], 2.0),
    ([3000, 2500, 4000, 2000, 1500, 3500], 5.0),
    ([3000, 2500, 4000, 2000, 1500, 3500, 2800, 2200, 1700], 15.0),
]
PAYOUTS, BLINDS = [50, 30, 20], (100, 200)
MOST_MEMORY = 600  # MB


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Charts that look ahead")
    for hands in (1, "orbit"):
        for stacks, bar in TABLES:
            small, big = BLINDS
            clock, busy = time.perf_counter(), time.process_time()
            found = ft.nash(stacks, PAYOUTS, small_blind=small, big_blind=big, look_ahead=hands, max_seconds=None)
            wall, cpu = time.perf_counter() - clock, time.process_time() - busy
            look = found.look_ahead
            assert look is not None, "it was asked for"
            name = f"{len(stacks)} players, {'one hand' if hands == 1 else 'an orbit'} ahead"
            words = f"{human(cpu)} of processors, {look.solved} hands, by the model alone {look.by_model:.3f}"
            if hands == 1:
                report.time(name, bar, wall, f" ({words})")
            else:
                report.row(name, "", f"{human(wall)} ({words})", look.reached)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report.row("memory of the whole process", f"at most {MOST_MEMORY} MB", f"{used:.0f} MB", used <= MOST_MEMORY)
    return report.missed


if __name__ == "__main__":
    import sys

    sys.exit(run() > 0)
