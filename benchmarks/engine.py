"""The engine: DCM and ICM on final tables, batches, import and memory."""

from __future__ import annotations

import compileall
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import finaltable as ft
from benchmarks.measure import Report, human, seconds
from finaltable import _core
from finaltable.models.dcm.paper import algorithm_3
from finaltable.models.dcm.tree import chip_words

NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]
PAYOUTS = [100, 60, 40]


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Engine")
    final_tables(report)
    against_the_paper(report)
    batch(report)
    icm(report)
    start_up(report)
    memory(report)
    return report.missed


def final_tables(report: Report) -> None:
    """Measure single tables, called from Python, and in the core alone."""
    ten, satellite = [*NINE, 3333], [1, 1, 1]
    for name, stacks, payouts, tolerance, threads, bar in (
        ("9 players, 1e-06", NINE, PAYOUTS, 1e-6, 2, 0.2e-3),
        ("6 players, 1e-09", NINE[:6], PAYOUTS, 1e-9, 1, 26e-6),
        ("10 players, 1e-09, two threads", ten, PAYOUTS, 1e-9, 2, 1.3e-3),
        ("a satellite of 9 players, three equal seats, 1e-09, one thread", NINE, satellite, 1e-9, 1, 0.4e-3),
    ):
        options: dict[str, Any] = {"tolerance": tolerance, "threads": threads}
        result = ft.dcm(stacks, payouts, **options)
        measured = seconds(lambda s=stacks, p=payouts, o=options: ft.dcm(s, p, **o), at_least=2)  # type: ignore[misc]
        extra = f" ({result.work:,} nodes, error proved {result.error / sum(payouts):.1e} of the pool)"
        report.time(f"DCM, {name}", bar, measured, extra)
    six = (*chip_words(NINE[:6]), np.array([*PAYOUTS, 0.0, 0.0, 0.0]), 1e-9, 1, None, None, 1e-9)
    report.time("DCM, 6 players, 1e-09, in the core", 14e-6, seconds(lambda: _core.tree_of_one(*six)))
    measured = seconds(lambda: ft.dcm([*ten, 1515, 7777], PAYOUTS))
    report.row("DCM, 12 players, 1e-09", "", human(measured))
    report.time("DCM, 3 players, a call", 22e-6, seconds(lambda: ft.dcm([1000, 500, 100], [100, 50])))
    measured = seconds(lambda: ft.dcm(NINE, PAYOUTS).knockouts)
    report.row("DCM, 9 players, 1e-09, with knockouts", "", human(measured))


def against_the_paper(report: Report) -> None:
    """Run the literal Algorithm 3 in Python, where it can finish, against the tree at the same accuracy."""
    stacks = NINE[:6]
    prizes = [0, 0, 0, 40, 60, 100]
    truth = ft.dcm(stacks, PAYOUTS, tolerance=1e-13).equities
    literal = algorithm_3(stacks, prizes)
    slow = seconds(lambda: algorithm_3(stacks, prizes), at_least=0, most=1)
    fast = seconds(lambda: ft.dcm(stacks, PAYOUTS, tolerance=1e-12))
    off = float(np.abs(np.array(literal.DCM) - truth).max()) / sum(PAYOUTS)
    measured = f"{slow / fast:,.0f} times ({human(slow)}, off by {off:.0e} of the pool, against {human(fast)})"
    report.row(
        "DCM, 6 players, against Algorithm 3 as printed", "at least 10,000 times", measured, slow / fast >= 10_000
    )


def batch(report: Report) -> None:
    """Measure ten thousand tables in one call."""
    tables = np.random.default_rng(1).integers(1, 20_000, (10_000, 6))
    answers, times = [], []
    for threads in (1, 2):
        answers.append(ft.finish(tables, tolerance=1e-6, threads=threads))
        times.append(seconds(lambda t=threads: ft.finish(tables, tolerance=1e-6, threads=t)))  # type: ignore[misc]
    same = bool((answers[0] == answers[1]).all())
    extra = f" on two threads, {human(times[0])} on one; identical: {same}"
    report.time("DCM, 10,000 tables of 6 players, 1e-6, one call", 1.0, times[1], extra)


def icm(report: Report) -> None:
    """Measure ICM against a plain Python sum over subsets, and large fields."""
    payouts = [30, 20, 14, 11, 8, 6, 5, 4, 2]
    call = seconds(lambda: ft.icm(NINE, payouts))
    plain = seconds(lambda: plain_icm(NINE, payouts))
    report.time("ICM, 9 players, a call", 18e-6, call, f" ({plain / call:,.0f} times a plain Python sum over subsets)")
    row = np.array([NINE], dtype=np.float64)
    report.time("ICM, 9 players, in the core", 15e-6, seconds(lambda: _core.subset_finish(row, 1)))
    rng = np.random.default_rng(1)
    for players, paid, bar in ((100, 15, None), (1_000, 150, 30e-3), (10_000, 1_500, 3.0)):
        stacks = np.ceil(20_000 * rng.lognormal(sigma=0.8, size=players))
        prizes = 1 / np.arange(1, paid + 1)
        result = ft.icm(stacks, prizes)
        extra = f" ({result.work} points, error {result.error / prizes.sum():.0e} of the pool)"
        measured = seconds(lambda s=stacks, p=prizes: ft.icm(s, p))  # type: ignore[misc]
        name = f"ICM, {players:,} players, {paid:,} paid, 1e-12"
        report.row(name, "", human(measured) + extra) if bar is None else report.time(name, bar, measured, extra)


def plain_icm(stacks: list[int], payouts: list[int]) -> list[float]:
    """Compute ICM in simple Python: cache the value of every set of players left."""
    players = len(stacks)

    @cache
    def value(left: frozenset[int]) -> dict[int, float]:
        place = players - len(left)
        total = sum(stacks[i] for i in left)
        worth = dict.fromkeys(left, 0.0)
        for first in left:
            chance = stacks[first] / total
            worth[first] += chance * payouts[place]
            if len(left) > 1:
                for i, money in value(left - {first}).items():
                    worth[i] += chance * money
        return worth

    return [value(frozenset(range(players)))[i] for i in range(players)]


def start_up(report: Report) -> None:
    """Measure import and command line in new interpreters, alternating; an editable installation would add time."""
    with TemporaryDirectory() as folder:
        package = Path(folder) / "finaltable"
        shutil.copytree(Path(ft.__file__).parent, package)
        shutil.copy(str(_core.__file__), package)
        compileall.compile_dir(folder, quiet=1)
        paths = f"import sys; sys.path[:0] = {[folder, str(Path(np.__file__).parent.parent)]}; "
        timed = paths + "import time; begin = time.perf_counter(); {}; print(time.perf_counter() - begin)"
        answer = ["compare", "1000", "500", "100", "--payouts", "100,50"]
        code = {
            "numpy": timed.format("import numpy"),
            "finaltable": timed.format("from finaltable import dcm, icm"),
            "both": paths + "import numpy, rich",
            "answer": paths + f"from finaltable.cli import main; main({answer})",
            "help": paths + "from finaltable.cli import main; main(['--help'])",
        }
        inside: dict[str, list[float]] = {name: [] for name in code}
        whole: dict[str, list[float]] = {name: [] for name in code}
        for _ in range(20):
            for name, line in code.items():
                begin = time.perf_counter()
                done = subprocess.run([sys.executable, "-S", "-c", line], capture_output=True, text=True, check=True)
                whole[name].append(time.perf_counter() - begin)
                if name in ("numpy", "finaltable"):
                    inside[name].append(float(done.stdout))
    ratio_row(
        report, "from finaltable import dcm, icm, against import numpy", 1.25, inside["finaltable"], inside["numpy"]
    )
    against = "against python -c 'import numpy, rich'"
    ratio_row(report, f"finaltable compare, 3 players, {against}", 1.8, whole["answer"], whole["both"])
    ratio_row(report, f"finaltable --help, {against}", 1.2, whole["help"], whole["both"])


def ratio_row(report: Report, work: str, bar: float, ours: list[float], theirs: list[float]) -> None:
    """Print the ratio of the medians."""
    our, their = median(ours), median(theirs)
    ratio = our / their
    measured = f"{ratio:.2f} times ({human(our)} against {human(their)})"
    report.row(work, f"at most {bar:g} times", measured, ratio <= bar)


MEMORY = """
import resource
from pathlib import Path
import finaltable as ft
def megabytes_now():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
ft.dcm, ft.icm  # imported on first access
base = megabytes_now()
ft.dcm([9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130, 3333, 1515, 7777], [100, 60, 40]).knockouts
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
for _ in range(10_000):
    ft.dcm([1000, 500, 100], [100, 50]).knockouts; ft.icm([1000, 500, 100], [100, 50])
before = megabytes_now()
for _ in range(1_000_000):
    ft.dcm([1000, 500, 100], [100, 50]); ft.icm([1000, 500, 100], [100, 50])
print(max(0.0, peak - base), megabytes_now() - before)
"""


def memory(report: Report) -> None:
    """Measure the peak memory of one large table, and the growth over a million calls of both models."""
    run = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    peak, growth = map(float, run.stdout.split())
    report.row("memory above import, 12 players", "under 60 MB", f"{peak:.1f} MB", peak < 60)
    report.row("memory growth, a million calls of DCM and ICM", "none", f"{growth:.1f} MB", growth < 1)
