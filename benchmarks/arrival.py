"""Push or fold always arrives: a corpus of easy and hard spots, each to 1e-5 of the pool."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import finaltable as ft
from benchmarks.measure import Report, human, say
from finaltable.equilibrium.solution import Search
from finaltable.equilibrium.solver import run_solver, start_profile
from finaltable.models import find_model
from finaltable.table.options import check_threads

FINE, COARSE, NEAR = 1e-5, 1e-4, 1e-3  # of the pool
SECONDS = 5.0
NINE_IN_TEN = 0.9

UNEVEN = [7, 14, 22, 10, 5, 18, 9, 12, 25, 16]
FLAT = {3: [1, 1], 4: [1, 1, 1], 6: [1] * 4, 9: [1] * 5, 10: [1] * 8}
TOP = [50, 30, 20]


class Outcome(NamedTuple):
    """One spot solved."""

    name: str
    exploitability: float
    sweeps: int
    seconds: float
    cpu: float
    guess: float
    """Exploitability of the guess with which the search began."""
    usual: float
    """The same of a start that knows nothing of the spot."""
    longer: float
    """CPU time from that start to the tolerance, as times that from the guess."""


def spots() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield names and spots; blinds are 0.5 and 1 unless stated."""
    for players in range(2, 11):
        prizes = TOP[: max(1, min(3, players - 1))]
        for model in ("icm", "dcm"):
            yield f"{players} uneven, {model}", {"stacks": UNEVEN[:players], "payouts": prizes, "model": model}
        yield f"{players} level at 10, icm", {"stacks": [10] * players, "payouts": prizes}
    for players in (3, 4, 6, 8, 9):
        yield f"{players} level at 10, dcm", {"stacks": [10] * players, "payouts": TOP[:2], "model": "dcm"}
        yield f"{players} level at 10, sem", {"stacks": [10] * players, "payouts": TOP[:2], "model": "sem"}
    for players, prizes in FLAT.items():
        yield f"{players} satellite, icm", {"stacks": UNEVEN[:players], "payouts": prizes}
        if players < 9:
            yield f"{players} satellite, dcm", {"stacks": UNEVEN[:players], "payouts": prizes, "model": "dcm"}
    for players in (3, 5, 7):
        yield f"{players}, winner takes all", {"stacks": UNEVEN[:players], "payouts": [1]}
        yield f"{players}, chips", {"stacks": [12] * players, "payouts": [1], "model": "chip_ev"}
    for deep in (2, 4, 25):
        yield f"6 level at {deep}", {"stacks": [deep] * 6, "payouts": TOP}
        yield f"3 level at {deep}, dcm", {"stacks": [deep] * 3, "payouts": TOP[:2], "model": "dcm"}
    for where in range(4):
        stacks = [10.0, 10.0, 12.0, 8.0]
        stacks[where] = 0.5
        yield f"4, half a blind at seat {where + 1}", {"stacks": stacks, "payouts": TOP}
    yield (
        "4 satellite of the audit",
        {
            "stacks": [1000, 3000, 4000, 3000],
            "payouts": [1, 1, 1],
            "small_blind": 100,
            "big_blind": 200,
        },
    )
    yield "3, a chip and a chair", {"stacks": [32, 12, 1], "payouts": [50, 30], "small_blind": 1, "big_blind": 2}
    yield "3, 500/500/60", {"stacks": [500, 500, 60], "payouts": [50, 30], "small_blind": 50, "big_blind": 100}
    yield "6, antes", {"stacks": UNEVEN[:6], "payouts": TOP, "ante": 0.125}
    yield "9, big blind ante", {"stacks": UNEVEN[:9], "payouts": TOP, "big_blind_ante": 1}
    yield "6, dcm, antes", {"stacks": [10] * 6, "payouts": TOP, "ante": 0.125, "model": "dcm"}
    yield "6, a mixture", {"stacks": [10] * 6, "payouts": TOP, "model": "icm:0.6,dcm:0.4"}
    yield "6, bounties", {"stacks": UNEVEN[:6], "payouts": TOP, "bounties": 5}
    yield "4, a lock", {"stacks": [10] * 4, "payouts": TOP, "lock": {"BB v SB": "20%"}}
    yield "6, a loose lock, dcm", {"stacks": [10] * 6, "payouts": TOP, "model": "dcm", "lock": {"LJ": "60%"}}
    yield "9, folded to the button", {"stacks": UNEVEN[:9], "payouts": TOP, "folded": [2, 3, 4, 5, 6, 7]}


def solve(name: str, spot: dict[str, Any]) -> Outcome:
    """Solve one spot within the limit."""
    clock, busy = time.perf_counter(), time.process_time()
    found = ft.nash(**{"small_blind": 0.5, "big_blind": 1, **spot}, tolerance=FINE, max_seconds=SECONDS)
    clock, busy = time.perf_counter() - clock, time.process_time() - busy
    starts = [from_start(found, guess) for guess in (True, False)]
    (guess, short), (usual, long) = ((one.history[0], seconds) for one, seconds in starts)
    sweeps = len(found.history)
    return Outcome(name, found.exploitability.total, sweeps, clock, busy, guess, usual, long / short)


def from_start(found: ft.Nash, guess: bool) -> tuple[ft.Nash, float]:
    """Search again, from a guess or from the same ranges for all spots; return the solution and the CPU time."""
    fixed = {row: found.profile[row] for row in found.locked}
    profile, locked = start_profile(found.lineup, fixed)
    busy = time.process_time()
    search = Search(FINE, check_threads(None), SECONDS)
    again = run_solver(found.terminals, find_model(found.model), profile, locked, search, found.locked, guess=guess)
    return again, time.process_time() - busy


def run() -> int:
    """Solve the corpus, and return how many bars were missed."""
    report = Report("Push or fold always arrives")
    done = [solve(name, spot) for name, spot in spots()]
    coarse, fine = (sum(one.exploitability <= bar for one in done) for bar in (COARSE, FINE))
    whole = f"{len(done)} spots, {SECONDS:g} s each"
    report.row(f"{whole}: reach 1e-4 of the pool", f"all {len(done)}", str(coarse), coarse == len(done))
    report.row(f"{whole}: reach 1e-5", f"nine in ten, {NINE_IN_TEN:.0%}", str(fine), fine >= NINE_IN_TEN * len(done))
    report.row("sweeps, median and most", "", f"{statistics.median(one.sweeps for one in done):g}, "
               f"{max(one.sweeps for one in done)}")  # fmt: skip
    report.row("time, median and most", "", f"{human(statistics.median(one.seconds for one in done))}, "
               f"{human(max(one.seconds for one in done))}")  # fmt: skip
    some = [one for one in done if one.guess != one.usual]  # three players or more
    for name, exploitabilities in (
        ("the guess", [one.guess for one in some]),
        ("another start", [one.usual for one in some]),
    ):
        near = sum(one <= NEAR for one in exploitabilities)
        words = f"{statistics.median(exploitabilities):.1e}; {near} of {len(some)} within {NEAR:g} of the pool"
        report.row(f"exploitability of {name}, median", "", words)
    ratio = statistics.median(one.longer for one in some)
    report.row("time from another start against that from the guess, median", "", f"{ratio:.2f} times")
    for one in sorted(done, key=lambda one: -one.seconds)[:8]:
        report.row(one.name, "", f"{one.exploitability:.1e} after {one.sweeps} sweeps, {human(one.cpu)} of processors")
    return report.missed


if __name__ == "__main__":
    if "--all" in sys.argv:
        for name, spot in spots():
            one = solve(name, spot)
            say(f"{one.exploitability:9.2e} {one.sweeps:4d} sweeps {one.seconds:7.2f} s {one.cpu:7.2f} s CPU  {name}")
    else:
        sys.exit(run() > 0)
