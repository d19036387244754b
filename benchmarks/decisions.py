"""Decisions: a nine-handed spot, a pair of ranges, bubble factors."""

from __future__ import annotations

import finaltable as ft
from benchmarks.engine import NINE, PAYOUTS
from benchmarks.measure import Report, human, seconds


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Decisions")
    spot = ft.Spot.of(NINE, PAYOUTS, hero=3, all_in=[1], button=0, small_blind=50, big_blind=100, ante=10)
    hand, wide = ft.Range.read("AJs"), ft.Range.read("22+, A2s+, KTs+, QJs, A8o+, KJo+")
    measured = seconds(lambda: ft.decide(spot, hand=hand, ranges=wide))
    report.time("a decision, 9 players, ICM and DCM at 1e-6, from cards", 50e-3, measured)
    tight = ft.Range.read("TT+, AK")
    measured = seconds(lambda: ft.heads_up(wide, tight))
    equity = ft.heads_up(wide, tight).equity
    report.time("a range against a range, from the table", 100e-6, measured, f" (equity {equity:.7f})")
    ace_king, queens = ft.Range.read("AhKh"), ft.Range.read("QdQc")
    measured = seconds(lambda: ft.showdown([ace_king, queens]), at_least=0.3)
    report.row("two known hands, all 1,712,304 boards", "", human(measured))
    measured = seconds(lambda: ft.showdown([hand, wide, tight]), at_least=0.3)
    report.row("three ranges, a million boards drawn", "", human(measured))
    measured = seconds(lambda: ft.pressure(NINE, PAYOUTS))
    report.row("bubble factors of 9 players, ICM and DCM at 1e-6", "", human(measured))
    return report.missed
