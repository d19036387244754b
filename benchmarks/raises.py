"""Charts with a raise: time to 2e-5 of the pool, gain with real deals, memory. Decisions over a raise: time, error."""

from __future__ import annotations

import resource
import sys
import time
from typing import Any

import finaltable as ft
from benchmarks.measure import Report, human
from finaltable.cards.three import dealing

NEAR = 2e-5  # of the pool
JUDGED = 3e-5  # gain with real deals
DEALS = 10_000_000
MOST_MEMORY = 500  # MB
TOP, FLAT = [50, 30, 20], [30, 20, 15, 12, 10, 8, 5]
MIXED = [12, 18, 9, 25, 14, 30, 20, 16, 8]
# The spot, the bar in seconds on two cores, and whether real deals judge it.
SPOTS: list[tuple[str, dict[str, Any], float, bool]] = [
    ("3 players of 15 bb, chips", {"stacks": [15] * 3, "payouts": [1], "model": "chip_ev"}, 0.3, True),
    ("3 players of 10 bb", {"stacks": [10] * 3, "payouts": TOP}, 0.3, False),
    ("3 players, a big blind of 1.9 bb", {"stacks": [20, 1.9, 12], "payouts": TOP[:2]}, 0.3, False),
    ("6 players of 15 bb", {"stacks": [15] * 6, "payouts": TOP}, 2.0, True),
    ("6 players of 10 bb", {"stacks": [10] * 6, "payouts": TOP}, 5.0, True),
    ("6 players of 9 to 30 bb, ante", {"stacks": MIXED[:6], "payouts": FLAT[:5], "ante": 0.125}, 2.0, True),
    ("6 players, a big blind of 1.9 bb", {"stacks": [12, 1.9, 9, 25, 14, 10], "payouts": TOP}, 5.0, True),
    ("9 players of 15 bb", {"stacks": [15] * 9, "payouts": FLAT}, 5.0, True),
    ("9 players of 10 bb", {"stacks": [10] * 9, "payouts": TOP}, 12.0, True),
    ("9 players of 8 to 30 bb, ante", {"stacks": MIXED, "payouts": TOP, "ante": 0.125}, 5.0, True),
]

BLINDS: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "big_blind_ante": 1}
SIX: dict[str, Any] = {"stacks": [14, 20, 30, 25, 18, 22], "payouts": TOP, **BLINDS}
NINE: dict[str, Any] = {"stacks": [15] * 9, "payouts": TOP, **BLINDS}
DECIDED, ANSWERED = 0.1, 1.0  # seconds for given ranges, and with the raiser's best answer
ERROR = 1e-4  # of the pool
# All-ins over a raise: the spot, ranges, and the raiser's answer.
OVER_A_RAISE: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        "small blind over the button",
        {**SIX, "hero": 0, "bets": {5: 2.2}},
        {"ranges": "8%", "folded_from": "20%", "bet_with": "25%"},
        {"bettor_calls": "10%", "bettor_overcalls": "5%"},
    ),
    (
        "big blind over the cutoff",
        {**SIX, "hero": 1, "bets": {4: 2.2}},
        {"folded_from": "20%", "bet_with": "20%"},
        {"bettor_calls": "9%"},
    ),
    (
        "button over the first player",
        {**SIX, "hero": 5, "bets": {2: 2.2}},
        {"ranges": "7%", "folded_from": "20%", "bet_with": "15%"},
        {"bettor_calls": "7%", "bettor_overcalls": "4%"},
    ),
    (
        "small blind over a limp and a raise",
        {**SIX, "hero": 0, "bets": {3: 1, 5: 3}},
        {"ranges": "6%", "folded_from": "20%", "bet_with": ["30%", "20%"]},
        {"bettor_calls": ["6%", "8%"]},
    ),
    (
        "nine players, button over the middle",
        {**NINE, "hero": 8, "bets": {4: 2.2}},
        {"ranges": "8%", "folded_from": "15%", "bet_with": "18%"},
        {"bettor_calls": "8%", "bettor_overcalls": "4%"},
    ),
]


def solve(spot: dict[str, Any], threads: int = 2) -> tuple[float, float, ft.Nash]:
    """Return wall time, CPU time and the solution."""
    clock, busy = time.perf_counter(), time.process_time()
    found = ft.nash(**spot, small_blind=0.5, big_blind=1, raise_to="2.2bb", tolerance=NEAR, threads=threads)
    return time.perf_counter() - clock, time.process_time() - busy, found


def run(deals: int = DEALS, times: int = 2) -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Charts with a raise")
    dealing()  # built once per process
    for name, spot, bar, real in SPOTS:
        clock, busy, found = min((solve(spot) for _ in range(times)), key=lambda one: one[0])
        total = found.exploitability.total
        report.time(name, bar, clock, f" ({human(busy)} of processors, exploitability {total:.1e})")
        if real and deals:
            judged = found.judge(deals, threads=2)
            report.row(
                f"{name}, judged by {judged.deals:,} deals",
                f"at most {JUDGED:g}, within two standard errors",
                f"{judged.exploitability:.1e} ± {judged.standard_error:.1e}",
                judged.exploitability <= JUDGED + 2 * judged.standard_error,
            )
    decide_over_a_raise(report)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report.row("memory of the whole process", f"at most {MOST_MEMORY} MB", f"{used:.0f} MB", used <= MOST_MEMORY)
    return report.missed


def decide_over_a_raise(report: Report) -> None:
    """Measure decisions over a raise."""
    for name, place, ranges, answer in OVER_A_RAISE:
        spot = ft.PushSpot.of(**place)
        for words, more, bar in (("", answer, DECIDED), (", best answer", {"pushes_with": "15%"}, ANSWERED)):
            asked: dict[str, Any] = {**ranges, **more, "hand": "A5s", "models": ["icm"], "threads": 2}
            ft.push(spot, **asked, samples=1000)
            clock, busy = time.perf_counter(), time.process_time()
            found = ft.push(spot, **asked)["icm"]
            clock, busy = time.perf_counter() - clock, time.process_time() - busy
            error, work = found.error / spot.table.pool, f"re-jam, {name}{words}"
            report.time(work, bar, clock, f" ({human(busy)} of processors)")
            report.row(f"{work}, error", f"at most {100 * ERROR:g} %", f"{100 * error:.4f} %", error <= ERROR)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS) > 0)
