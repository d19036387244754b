"""Bounties: nine players under DCM compared with finish probabilities, many tables, a field."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import finaltable as ft
from benchmarks.engine import NINE
from benchmarks.measure import Report, human, seconds
from finaltable.models import find_model

HEADS = [40.0, 10.0, 25.0, 5.0, 60.0, 20.0, 10.0, 35.0, 15.0]


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Bounties, on one core")
    places = cpu_seconds(lambda: ft.finish(NINE, tolerance=1e-6, threads=1))
    income = cpu_seconds(lambda: ft.bounties(NINE, HEADS, tolerance=1e-6, threads=1))
    report.ratio("income of 9 players at 1e-6, beside their finish probabilities", 2.5, income, places)
    matrix = cpu_seconds(lambda: ft.bounties(NINE, HEADS, tolerance=1e-6, threads=1).matrix) - income
    report.ratio("how each bounty is divided, beside the same", 10.0, matrix, places)
    for model in ("dcm", "icm"):
        many(report, model)
    field = seconds(lambda: ft.bounties(range(1, 1001), 1, seed=1, threads=1), at_least=0.1)
    error = ft.bounties(range(1, 1001), 1, seed=1).error / 1000
    report.row("a field of 1,000 players, sampled", "", f"{human(field)}, right to {error:.1e} of all bounties")
    return report.missed


def cpu_seconds(call: Callable[[], object], times: int = 60) -> float:
    """Return the least CPU time of a call, so that a ratio does not depend on the load of the machine."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def many(report: Report, model: str) -> None:
    """Measure many small tables at once."""
    stacks = np.random.default_rng(1).integers(1, 100_000, (1000, 6))
    functions = find_model(model).bounty
    assert functions is not None, "both value bounties"
    heads = np.ones(stacks.shape)
    taken = cpu_seconds(lambda: functions.income(stacks, heads, share=0.5, own=True, tolerance=1e-6), 10)
    report.row(f"1,000 tables of 6 players, {model.upper()} at 1e-6", "", human(taken))


if __name__ == "__main__":
    run()
