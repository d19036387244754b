"""Hand histories: hands read and checked per second, and the memory of a hand."""

from __future__ import annotations

import time
import tracemalloc
from random import Random

import finaltable as ft
from benchmarks.measure import Report
from finaltable.histories.hand import PlayedHand
from finaltable.histories.ohh_write import write_ohh

HANDS = 1_000
BAR = 1_000  # hands per second on one core


def written(room: str) -> str:
    """Return random hands in the format of a room."""
    from tests.hands import play
    from tests.room_writers import write_ggpoker, write_pokerstars, write_winamax

    write = {"PokerStars": write_pokerstars, "GGPoker": write_ggpoker, "Winamax": write_winamax}[room]
    return "".join(write(play(Random(seed), most=9)) for seed in range(HANDS))


def rate(text: str, times: int = 3) -> tuple[float, tuple[PlayedHand, ...]]:
    """Return hands per second of CPU time, the best of several runs, and the hands."""
    best, hands = float("inf"), ft.read_history(text).hands
    for _ in range(times):
        begin = time.process_time()
        hands = ft.read_history(text).hands
        best = min(best, time.process_time() - begin)
    return len(hands) / best, hands


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Hand histories")
    hands: tuple[PlayedHand, ...] = ()
    for room in ("GGPoker", "Winamax", "PokerStars"):
        text = written(room)
        per_second, hands = rate(text)
        measured = f"{per_second:,.0f} ({len(hands):,} hands, {len(text) / 1e6:.1f} MB)"
        report.row(f"{room}, hands a second of one core", f"at least {BAR:,}", measured, per_second >= BAR)
    per_second, _ = rate(write_ohh(hands))
    report.row("OHH, hands a second of one core", f"at least {BAR:,}", f"{per_second:,.0f}", per_second >= BAR)
    tracemalloc.start()
    kept = ft.read_history(text)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    report.row("memory of a hand", "", f"{size / len(kept.hands) / 1024:.1f} kB")
    return report.missed
