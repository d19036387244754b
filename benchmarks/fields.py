"""Large fields: sampling DCM, its cost by field size, its coverage, and each variance reduction."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import finaltable as ft
from benchmarks.measure import Report, human, seconds
from finaltable import _core
from finaltable.models.dcm.tree import chip_words
from finaltable.results import Values

ROOT = Path(__file__).parent.parent
NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Large fields")
    accuracy(report)
    giant(report)
    cost_by_size(report)
    against_direct_simulation(report)
    coverage(report)
    what_each_reduction_buys(report)
    return report.missed


def chips(players: int) -> Values:
    """Return stacks as in the middle of a tournament: rounded to hundreds, a few very large, many short."""
    rng = np.random.default_rng(players)
    stacks: Values = 100 * np.ceil(200 * rng.lognormal(sigma=0.8, size=players)).astype(np.int64)
    return stacks


def prizes(places: int) -> Values:
    """Return payouts in proportion to 1 / place^0.9, with a pool of one."""
    payouts: Values = 1 / np.arange(1, places + 1) ** 0.9
    return payouts / float(payouts.sum())


def standard_error(result: ft.Equity) -> float:
    """Return the largest standard error of an equity, relative to the pool of one."""
    return result.error / _core.sampling_error(1.0, 0.0, 1.0)


def accuracy(report: Report) -> None:
    """Measure standard errors after a given time on two threads."""
    for players, paid, limit, bar in ((1_000, 150, 1.0, 3e-6), (30, 9, 2.0, 1e-6)):
        result = ft.dcm(chips(players), prizes(paid), method="sample", max_seconds=limit, threads=2)
        reached = standard_error(result)
        work = f"DCM, {players:,} players, {paid} paid, {limit:g} s on two threads"
        report.row(work, f"below {bar:.0e} of the pool", f"{reached:.1e} ({result.work:,} samples)", reached < bar)
    for players, paid in ((14, 9), (20, 9), (40, 9), (60, 9), (10_000, 1_500)):
        stacks, payouts = chips(players), prizes(paid)
        result = ft.dcm(stacks, payouts)
        taken = seconds(lambda s=stacks, p=payouts: ft.dcm(s, p), at_least=0, most=1)  # type: ignore[misc]
        measured = f"standard error {standard_error(result):.0e} in {human(taken)}"
        report.row(f"DCM, {players:,} players, by auto", "", measured)


GIANT = """
import resource, time
import finaltable as ft
from benchmarks.fields import chips, prizes, standard_error
stacks, payouts = chips(100_000), prizes(15_000)
begin = time.perf_counter()
result = ft.dcm(stacks, payouts, tolerance=8e-6, max_seconds=10, threads=2)
taken = time.perf_counter() - begin
print(standard_error(result), taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def giant(report: Report) -> None:
    """Measure a hundred thousand players in a separate process."""
    run = subprocess.run([sys.executable, "-c", GIANT], capture_output=True, text=True, check=True, cwd=ROOT)
    error, taken, megabytes = map(float, run.stdout.split())
    measured = f"{error:.1e} in {human(taken)}, {megabytes:.0f} MB"
    met = error <= 2e-6 and taken <= 10.5 and megabytes < 500
    report.row("DCM, 100,000 players, 15,000 paid", "2e-06 of the pool within 10 s, under 500 MB", measured, met)


def tournament(players: int, at_least: float = 1.0) -> float:
    """Return the time of one simulated tournament on one thread, reading the ledger included."""
    words, payouts = chip_words(np.sort(chips(players))[::-1].tolist()), prizes(max(players * 15 // 100, 3))
    count = 2**22
    call = lambda: _core.field_equities(*words, payouts, 1, count, 0.0, 1, None, None)  # noqa: E731
    return seconds(call, at_least=at_least, most=3) / count


def cost_by_size(report: Report) -> None:
    """Measure one tournament of a hundred players, and one of a hundred thousand."""
    times = {players: tournament(players) for players in (100, 1_000, 10_000, 100_000)}
    ratio = times[100_000] / times[100]
    listed = ", ".join(f"{human(taken)} at {players:,}" for players, taken in times.items())
    report.row(
        "one tournament, from 100 to 100,000 players", "at most 4 times", f"{ratio:.1f} times ({listed})", ratio <= 4
    )


def against_direct_simulation(report: Report) -> None:
    """Measure the same tournaments simulated player by player, compiled with the same options."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "direct"
        source = ROOT / "benchmarks/direct_simulation.cpp"
        compiler = os.environ.get("CXX", "g++")
        subprocess.run(
            [compiler, "-O3", "-std=c++20", f"-I{ROOT / 'core'}", str(source), "-o", str(program)], check=True
        )
        output = subprocess.run(
            [program, "1.5", "150", *map(str, chips(1_000))], capture_output=True, text=True, check=True
        ).stdout
    direct = 1 / float(output.split()[0])
    ours = tournament(1_000)
    measured = f"{direct / ours:.0f} times ({human(direct)} against {human(ours)})"
    report.row("1,000 players, against a direct simulation", "at least 50 times", measured, direct / ours >= 50)


def coverage(report: Report) -> None:
    """Measure how often the true value lies within two standard errors, over 400 seeds."""
    payouts = np.array([100.0, 60.0, 40.0])
    truth = ft.dcm(NINE, payouts, tolerance=1e-11).equities
    words = chip_words(NINE)
    within: dict[str, list[bool]] = {"tournaments": [], "hybrid": []}
    for seed in range(400):
        field = _core.field_equities(*words, payouts, seed, 2**15, 0.0, 2, None, None)
        within["tournaments"] += (np.abs(field.values - truth) <= 2 * field.standard_errors).tolist()
        hybrid = _core.hybrid_finish(*words, payouts, 1e-3, 10_000, seed, None, None)
        within["hybrid"] += (np.abs(hybrid.finish[:, :3] @ payouts - truth) <= 2 * hybrid.standard_errors).tolist()
    for name, hits in within.items():
        share = float(np.mean(hits))
        report.row(f"coverage of two standard errors, {name}", "93 to 97.5 %", f"{share:.1%}", 0.93 <= share <= 0.975)


def what_each_reduction_buys(report: Report) -> None:
    """Measure the remaining variance, for equal numbers of tournaments or equal time, as each idea is added."""
    for players in (100, 1_000, 10_000):
        words, payouts = chip_words(np.sort(chips(players))[::-1].tolist()), prizes(players * 15 // 100)
        scatter = {}
        for hands in (0, 1, 2, 6):
            runs = [
                _core.field_equities(*words, payouts, seed, 2**20, 0.0, 2, None, None, hands).standard_errors
                for seed in range(4)
            ]
            # The ten largest stacks, whose equities vary most.
            scatter[hands] = float(np.mean([(errors[:10] ** 2).mean() for errors in runs]))
        listed = ", ".join(f"{scatter[0] / scatter[hands]:.1f} for {hands}" for hands in scatter if hands)
        report.row(f"{players:,} players: variance cut by spreading first hands evenly", "", f"{listed} hands")
    stacks = chips(30)
    words = chip_words(stacks.tolist())
    plain = _core.field_equities(*words, prizes(9), 1, 2**22, 0.0, 2, None, None, 0).standard_errors.max()
    spread = _core.field_equities(*words, prizes(9), 1, 2**22, 0.0, 2, None, None).standard_errors.max()
    hybrid = standard_error(ft.dcm(stacks, prizes(9)))
    measured = f"{plain:.1e} drawn, {spread:.1e} spread, {hybrid:.1e} hybrid"
    report.row("30 players, about half a second: standard error", "", measured)
