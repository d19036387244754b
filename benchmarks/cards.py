"""Push or fold against real deals: errors of the values of hands and seats, with and without the table of boards."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

import finaltable as ft
from benchmarks.measure import Report
from finaltable import _core
from finaltable.cards.three import dealing, three_way
from finaltable.equilibrium.judge import DealtValues, deal_values
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import run_solver
from finaltable.models import find_model

DEALS = 20_000_000
FEW = 1000  # deals of a class at a decision; fewer are ignored
CLOSE = 0.05  # % of the pool: a wrong sign of a larger difference counts
BAR = 0.04  # % of the pool: root mean square error of pushes and of calls; overcalls are too rare to measure
SEATS = 1e-4  # of the pool
SLOWER = 1.2
ACTIONS = ("push", "call", "overcall")

SPOTS: dict[str, dict[str, Any]] = {
    "nine of 10 bb": {"stacks": [10] * 9, "payouts": [50, 30, 20], "big_blind_ante": 1},
    "nine of 10 bb, chip EV": {"stacks": [10] * 9, "payouts": [1], "big_blind_ante": 1, "model": "chip_ev"},
    "six of 10 bb": {"stacks": [10] * 6, "payouts": [50, 30, 20], "big_blind_ante": 1},
    "eight, unequal": {"stacks": [7, 14, 22, 10, 5, 18, 9, 12], "payouts": [50, 30, 20], "ante": 0.125},
    "six, the big blind all-in": {"stacks": [10, 0.9, 10, 10, 10, 10], "payouts": [50, 30, 20], "ante": 0.1},
}


class Off(NamedTuple):
    """How far values are from those of real deals."""

    worst: float
    """Root mean square error of the decision where it is largest, beyond noise, in % of the pool."""
    mean: float
    """The same, over all decisions by how often they come up."""
    wrong: int
    """Hands with a wrong sign."""


def errors(found: Nash, dealt: DealtValues, facing: int) -> Off:
    """Return the errors of all decisions that face so many all-ins."""
    squares, reached, wrong = [], [], 0
    for node in found.nodes:
        row = found.index_of(node)
        enough = dealt.seen[row] >= FEW
        if len(node.facing) != facing or not enough.any():
            continue
        said, real, noise = (
            100 * x[enough] for x in (found.difference_as_played(node), dealt.ev[row], dealt.ev_error[row])
        )
        squares.append(float(np.average((said - real) ** 2 - noise**2, weights=dealt.seen[row][enough])))
        reached.append(float(dealt.seen[row].sum()))
        large = (np.abs(real) > CLOSE) & (np.abs(said) > CLOSE) & (np.abs(real) > 4 * noise)
        wrong += int(np.sum(large & (said * real < 0)))
    mean = float(np.average(squares, weights=reached)) if squares else 0.0
    return Off(max([0.0, *squares]) ** 0.5, max(0.0, mean) ** 0.5, wrong)


@contextmanager
def random_boards() -> Iterator[None]:
    """Solve as if folded cards did not change the board."""
    plain = _core.Dealing(three_way().shares, three_way().deals)
    with patch("finaltable.equilibrium.solver.dealing", lambda **_: plain):
        yield


def valued(found: Nash) -> Nash:
    """Return the same strategies, valued again."""
    locked = np.ones(len(found.profile), dtype=np.bool_)
    every = tuple(range(len(locked)))
    return run_solver(found.terminals, find_model(found.model), found.profile, locked, Search(1e-5), every)


def solve(spot: dict[str, Any]) -> tuple[Nash, float]:
    """Return an equilibrium, and the processor time of a sweep: the least of three runs.

    How many sweeps a search needs depends on the values, not on their cost.
    """
    least = float("inf")
    for _ in range(3):
        started = time.process_time()
        found = ft.nash(**{"small_blind": 0.5, "big_blind": 1, **spot}, threads=1, max_seconds=None)
        least = min(least, time.process_time() - started)
    return found, least / found.sweeps


def run(deals: int = DEALS) -> int:
    """Deal, compare, and return how many bars were missed."""
    report = Report("Push or fold against real deals")
    dealing()
    for name, spot in SPOTS.items():
        found, busy = solve(spot)
        with random_boards():
            before, plain = valued(found), solve(spot)[1]
        dealt = deal_values(found, deals)
        for facing, action in enumerate(ACTIONS):
            old, new = errors(before, dealt, facing), errors(found, dealt, facing)
            text = (f"{new.mean:.3f} % ({new.worst:.3f} % at the worst decision), {new.wrong} wrong signs; with random "
                    f"boards {old.mean:.3f} % ({old.worst:.3f} %), {old.wrong}")  # fmt: skip
            barred = facing < len(ACTIONS) - 1
            met = new.mean <= BAR and new.wrong == 0 if barred else None
            report.row(f"{name}: {action}, value of a hand", f"at most {BAR} %" if barred else "", text, met)
        players = list(found.terminals.players)
        off = np.abs(found.equities[players] / found.pool - dealt.equities)
        report.row(f"{name}: value of a seat", f"within {SEATS:g} of the pool", f"{off.max():.1e}",
                   bool((off <= SEATS + 2 * dealt.equity_error).all()))  # fmt: skip
        slower = busy / plain
        words = f"{name}: processor time of a sweep, with random boards 1"
        report.row(words, f"at most {SLOWER:g}", f"{slower:.2f}", slower <= SLOWER)
    return report.missed


if __name__ == "__main__":
    sys.exit(run(int(float(sys.argv[1])) if len(sys.argv) > 1 else DEALS) > 0)
