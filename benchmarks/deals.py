"""Deals: a complete nine-handed deal, its parts, and even sampling compared with random sampling."""

from __future__ import annotations

import time
from functools import partial

import numpy as np

import finaltable as ft
from benchmarks.measure import Report, human, seconds

STACKS = [1000 * stack for stack in (4125, 3380, 2910, 2400, 1985, 1470, 1455, 910, 615)]
PAYOUTS = [152_000, 101_400, 72_500, 54_000, 40_600, 30_300, 22_800, 17_200, 13_200]
NOISE = 80_000


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Deals")
    measured = seconds(lambda: ft.deal(STACKS, PAYOUTS, leave=10_000, round=100, big_blind=NOISE), at_least=0.3)
    report.row("a deal of 9 players, five proposals, close stacks", "", human(measured))
    without_dcm(report)
    measured = seconds(lambda: ft.sensitivity(STACKS, PAYOUTS, big_blind=NOISE), clock=time.process_time)
    report.time("close stacks of 9 players: every recount, every pot (CPU)", 0.15, measured)
    smooth = ft.smoothed(STACKS, PAYOUTS, chip_noise=NOISE)
    measured = seconds(lambda: ft.smoothed(STACKS, PAYOUTS, chip_noise=NOISE), at_least=0.3)
    found = f"{human(measured)} ({smooth.work:,} tables, right to {smooth.error / sum(PAYOUTS):.1e} of the prizes)"
    report.row("smoothed DCM of 9 players", "", found)
    gain = random_error(smooth.work) / smooth.error
    report.row("its error against as many random draws", "", f"{gain:.1f}x smaller")
    return report.missed


def without_dcm(report: Report) -> None:
    """Measure deals that do not propose DCM, against the same deals whose value by DCM is asked for after all."""
    rng = np.random.default_rng(1)
    for players, bar in ((9, 0.01), (14, 0.02), (50, 0.03)):
        table = rng.integers(1_000, 90_000, players), range(1000 * players, 0, -1000)
        measured, later = (seconds(call, at_least=0.3) for call in (partial(by_icm, *table), partial(then_dcm, *table)))
        work = f"a deal of {players} players without DCM"
        report.time(work, bar, measured, f" (then its value by DCM: {human(later)})")


def by_icm(stacks: object, payouts: object) -> ft.Deal:
    """Return a deal that does not propose DCM."""
    return ft.deal(stacks, payouts, proposals=["icm", "chip_chop", "equal"])  # type: ignore[arg-type]


def then_dcm(stacks: object, payouts: object) -> ft.Equity:
    """Return the value of playing on under DCM from such a deal."""
    return by_icm(stacks, payouts).playing_on["dcm"]


def random_error(samples: int) -> float:
    """Return four standard errors of as many tables drawn at random."""
    rng = np.random.default_rng(1)
    drawn = np.array(STACKS) + rng.integers(-NOISE, NOISE + 1, size=(samples, len(STACKS)))
    worth = np.asarray(ft.finish(drawn, tolerance=1e-5)) @ np.array(PAYOUTS, dtype=float)
    return float(4 * worth.std(axis=0).max() / np.sqrt(samples))
