"""Deals: a complete nine-handed deal, its parts, and even sampling compared with random sampling."""

from __future__ import annotations

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
    measured = seconds(lambda: ft.deal(STACKS, PAYOUTS, proposals=["icm", "chip_chop", "equal"]), at_least=0.3)
    report.row("the same without DCM's close stacks", "", human(measured))
    measured = seconds(lambda: ft.sensitivity(STACKS, PAYOUTS, big_blind=NOISE), at_least=0.3)
    report.row("close stacks of 9 players: every recount, every pot", "", human(measured))
    smooth = ft.smoothed(STACKS, PAYOUTS, chip_noise=NOISE)
    measured = seconds(lambda: ft.smoothed(STACKS, PAYOUTS, chip_noise=NOISE), at_least=0.3)
    found = f"{human(measured)} ({smooth.work:,} tables, right to {smooth.error / sum(PAYOUTS):.1e} of the prizes)"
    report.row("smoothed DCM of 9 players", "", found)
    gain = random_error(smooth.work) / smooth.error
    report.row("its error against as many random draws", "", f"{gain:.1f}x smaller")
    return report.missed


def random_error(samples: int) -> float:
    """Return four standard errors of as many tables drawn at random."""
    rng = np.random.default_rng(1)
    drawn = np.array(STACKS) + rng.integers(-NOISE, NOISE + 1, size=(samples, len(STACKS)))
    worth = np.asarray(ft.finish(drawn, tolerance=1e-5)) @ np.array(PAYOUTS, dtype=float)
    return float(4 * worth.std(axis=0).max() / np.sqrt(samples))
