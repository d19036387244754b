"""Decisions: a nine-handed spot, a pair of ranges, bubble factors, pushes with real cards."""

from __future__ import annotations

from functools import partial
from typing import Any

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
    report.time("two known hands, all 1,712,304 boards", 10e-3, measured)
    measured = seconds(lambda: ft.showdown([hand, wide, tight]), at_least=0.3)
    report.row("three ranges, a million boards drawn", "", human(measured))
    measured = seconds(lambda: ft.pressure(NINE, PAYOUTS))
    report.row("bubble factors of 9 players, ICM and DCM at 1e-6", "", human(measured))
    pushes(report)
    rejams(report)
    return report.missed


def pushes(report: Report) -> None:
    """Time pushes with real cards for all players; state their standard errors."""
    small: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "big_blind_ante": 1}
    spots: list[tuple[str, dict[str, Any], list[str], list[str] | None]] = [
        ("two players behind, six folded", {"hero": 8}, ["25%", "40%"], ["15%", "17%", "19%", "22%", "27%", "33%"]),
        ("two players behind", {"hero": 8}, ["25%", "40%"], None),
        ("five players behind, three folded", {"hero": 5}, ["20%", "25%", "30%", "35%", "40%"], ["15%", "17%", "19%"]),
        ("eight players behind", {"hero": 2}, ["20%"], None),
    ]
    for name, given, ranges, folded_from in spots:
        spot = ft.PushSpot.of([10] * 9, [50, 30, 20], button=8, **small, **given)

        def push(spot: ft.PushSpot = spot, ranges: Any = ranges, folded_from: Any = folded_from) -> ft.PushDecision:
            return ft.push(spot, hand="33", ranges=ranges, folded_from=folded_from, models=["icm"])

        error = push()["icm"].error / 4 / 100  # of the pool
        report.row(
            f"a push, {name}: standard error, % of the pool", "at most 0.005", f"{100 * error:.4f}", error <= 5e-5
        )
        report.time(f"a push, {name}", 0.1, seconds(push))


def rejams(report: Report) -> None:
    """Time pushes over a raise, against given ranges and with the raiser's best answer; state their standard errors."""
    blinds: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "big_blind_ante": 1}
    spots: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("one player behind, three folded", {"hero": 0, "bets": {5: 2.2}}, {"ranges": "8%", "folded_from": "20%"}),
        ("three players behind", {"hero": 4, "bets": {3: 2.2}}, {"ranges": "6%"}),
        ("a limp, a raise, one player behind", {"hero": 0, "bets": {4: 1, 5: 3}}, {"ranges": "8%"}),
    ]
    for name, given, held in spots:
        spot = ft.PushSpot.of([14, 20, 30, 25, 18, 22], [50, 30, 20], button=5, **blinds, **given)

        def push(spot: ft.PushSpot = spot, held: dict[str, Any] = held, **more: Any) -> ft.PushDecision:
            return ft.push(spot, hand="A5s", bet_with="25%", models=["icm"], **held, **more)

        error = push(bettor_calls="10%")["icm"].error / 4 / 100  # of the pool
        report.row(
            f"a re-jam, {name}: standard error, % of the pool", "at most 0.01", f"{100 * error:.4f}", error <= 1e-4
        )
        report.time(f"a re-jam, {name}", 0.1, seconds(partial(push, bettor_calls="10%")))
        if len(spot.bettors) == 1:
            measured = seconds(partial(push, pushes_with="18%"))
            report.time(f"the same with the raiser's best answer, {name}", 1.0, measured)
