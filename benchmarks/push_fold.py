"""Push or fold: time to reach the tolerance, exploitability with real deals, cost of other models, memory."""

from __future__ import annotations

import resource
import time
from typing import Any

import finaltable as ft
from benchmarks.measure import Report, human
from finaltable.cards.three import three_way

NINE = [1500, 2200, 3100, 1800, 2600, 4000, 2000, 1200, 3500]
PRIZES = [50, 30, 20]
BLINDS: dict[str, Any] = {"small_blind": 100, "big_blind": 200}
# The spot, the exploitability to reach, and the bar in seconds.
SPOTS: list[tuple[str, dict[str, Any], float]] = [
    ("2 players", {"stacks": [2000, 2000], "payouts": [60, 40], "tolerance": 1e-6}, 0.1),
    (
        "3 players",
        {"stacks": [4500] * 3, "payouts": [1], "small_blind": 300, "big_blind": 600, "model": "chip_ev"},
        0.4,
    ),
    ("4 players", {"stacks": [1000, 1000, 2000, 3000], "payouts": PRIZES}, 0.8),
    ("6 players", {"stacks": NINE[:6], "payouts": PRIZES}, 3.0),
    ("9 players", {"stacks": NINE, "payouts": PRIZES, "ante": 20}, 10.0),
    ("10 players", {"stacks": [*NINE, 2400], "payouts": PRIZES, "ante": 20}, 16.0),
    ("4 players, the big blind all-in by posting", {"stacks": [1000, 150, 2000, 3000], "payouts": PRIZES}, 4.0),
]
JUDGED = {"3 players": 1e-5, "4 players": 3e-5, "6 players": 5e-5, "9 players": 8e-5}
DEALS = 20_000_000
DEARER = 1.5  # extra seconds of another model compared with ICM, for nine players
MOST_MEMORY = 250  # MB


def solve(spot: dict[str, Any]) -> tuple[float, float, ft.Nash]:
    """Return wall time, CPU time and the solution."""
    given = {**BLINDS, **spot}
    clock, busy = time.perf_counter(), time.process_time()
    found = ft.nash(given.pop("stacks"), given.pop("payouts"), **given)
    return time.perf_counter() - clock, time.process_time() - busy, found


def run(deals: int = DEALS, times: int = 3) -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Push or fold")
    three_way()  # loaded once per process
    for name, spot, bar in SPOTS:
        clock, busy, found = min((solve(spot) for _ in range(times)), key=lambda one: one[0])
        total = found.exploitability.total
        report.time(name, bar, clock, f" ({human(busy)} of processors, exploitability {total:.1e})")
        if name in JUDGED and deals:
            judge(report, name, found, deals)
    compare(report)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report.row("memory of the whole process", f"at most {MOST_MEMORY} MB", f"{used:.0f} MB", used <= MOST_MEMORY)
    return report.missed


def judge(report: Report, name: str, found: ft.Nash, deals: int) -> None:
    """Report the exploitability with real deals."""
    judged = found.judge(deals)
    measured = f"{judged.exploitability:.1e} ± {judged.standard_error:.1e}"
    met = judged.exploitability <= JUDGED[name] + 2 * judged.standard_error
    report.row(
        f"{name}, judged by {judged.deals:,} deals",
        f"at most {JUDGED[name]:g}, within two standard errors",
        measured,
        met,
    )


def compare(report: Report) -> None:
    """Report the extra time of other models with nine players: the values, and one sweep."""
    spot = {"stacks": NINE, "payouts": PRIZES, "ante": 20, "max_seconds": 0.01}
    usual = min(solve(spot)[0] for _ in range(2))
    for name, model in (("DCM", "dcm"), ("a mixture", {"icm": 0.8, "dcm": 0.2})):
        dearer = min(solve({**spot, "model": model})[0] for _ in range(2)) - usual
        report.time(f"9 players, values under {name} more than under ICM", DEARER, max(dearer, 0.0))


if __name__ == "__main__":
    import sys

    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS) > 0)
