"""Sequential elimination: the tree, many tables, and samples of large fields."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

import finaltable as ft
from benchmarks.measure import Report, human, seconds
from finaltable import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tables: TypeAlias = "NDArray[np.float64]"
KNOCKOUT = 0
BARS = {6: 25e-6, 9: 4e-3, 10: 40e-3, 11: 1.0}


def tables(players: int, count: int = 1) -> Tables:
    """Return tables of random stacks, the same in every run."""
    drawn = np.random.default_rng(players).integers(100, 2000, size=(count, players))
    return np.ascontiguousarray(drawn, dtype=np.float64)


def search(stacks: Tables) -> object:
    """Call the core on one thread."""
    return _core.sem_finish(stacks, KNOCKOUT, 1, None, None)


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Sequential elimination, on one core")
    for players, bar in BARS.items():
        stacks = tables(players)
        report.time(f"SEM, {players} players, in the core", bar, seconds(partial(search, stacks), at_least=0.3))
    many = tables(6, 1000)
    report.time("SEM, 1,000 tables of 6 players", 30e-3, seconds(partial(search, many), at_least=0.3))
    equal_prizes(report)
    nine = tables(9)[0]
    measured = seconds(lambda: ft.sem(nine, [50, 30, 20], threads=1), at_least=0.3)
    report.row("`ft.sem`, 9 players", "", human(measured))
    measured = seconds(lambda: _core.sem_knockouts(nine[np.newaxis], KNOCKOUT, 1, None, None), at_least=0.3)
    report.row("its knockouts", "", human(measured))
    for players in (20, 100):
        sampled(report, players)
    return report.missed


def equal_prizes(report: Report) -> None:
    """Measure values of tables with five equal prizes beside those of a tree that goes on to the last player."""
    nine = tables(9, 20)
    five, all_differ = (np.array([payouts], dtype=np.float64) for payouts in ([1] * 5 + [0] * 4, range(9, 0, -1)))
    ours, theirs = (
        seconds(partial(_core.sem_equities, nine, payouts, KNOCKOUT, 1, None), at_least=0.3, clock=time.process_time)
        for payouts in (five, all_differ)
    )
    report.ratio("SEM, values of 9 players with 5 equal prizes, beside different prizes", 0.2, ours, theirs)


def sampled(report: Report, players: int) -> None:
    """Measure the time and the error of a sample."""
    stacks, payouts = tables(players)[0], 1000 / np.arange(1, 10)
    result = ft.sem(stacks, payouts)
    measured = seconds(lambda: ft.sem(stacks, payouts, threads=1), at_least=0.1, most=1)
    found = (
        f"{human(measured)} ({result.work:,} tournaments, right to {result.error / payouts.sum():.1e} of the prizes)"
    )
    report.row(f"SEM, {players} players, sampled", "", found)


if __name__ == "__main__":
    run()
