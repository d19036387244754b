"""ICM of any field: two kernels, two tolerances, rows of chosen players, and against the fastest public library.

The library is optional: github.com/Sarose550/ICM, in C with FFT subproduct trees. Build it as its README says
(``make libicm`` needs FFTW), and name the shared library:

    FINALTABLE_ICM_LIBRARY=path/to/libicm.so make bench
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterable

import numpy as np

import finaltable as ft
from benchmarks.fields import prizes
from benchmarks.measure import Report, human, seconds
from finaltable import _core
from finaltable.models.icm import choose_method
from finaltable.results import Values

LIBRARY = "FINALTABLE_ICM_LIBRARY"
POINTS = 256  # of its integral: what its authors use
FIELDS = (
    *((9, 9), (20, 3), (100, 15), (1_000, 150), (10_000, 1_500), (10_000, 10_000), (100_000, 15_000)),
    (1_000_000, 150_000),
)
Call = Callable[[], Values]


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("ICM of any field")
    against_quadrature(report)
    coarser(report)
    rows_of_players(report)
    if path := os.environ.get(LIBRARY):
        against_library(report, path)
    else:
        report.row("ICM, against a library in C with FFT subproduct trees", "", f"not measured: set {LIBRARY}")
    return report.missed


def stacks_of(players: int) -> Values:
    """Return whole chips, lognormal."""
    stacks: Values = np.ceil(20_000 * np.random.default_rng(1).lognormal(sigma=0.8, size=players))
    return stacks


def ours(method: str, players: int, paid: int, tolerance: float = 1e-12) -> Call:
    """Return a call of the core, on one thread."""
    stacks, payouts = stacks_of(players)[np.newaxis], prizes(paid)[np.newaxis]
    if method == "subsets":
        padded = np.pad(payouts, ((0, 0), (0, players - paid)))
        return lambda: _core.subset_equities(stacks, padded, 1, None).values[0]
    kernel = {"quadrature": _core.quadrature_equities, "compressed": _core.compressed_equities}[method]
    return lambda: kernel(stacks, payouts, tolerance, 1, None, None).values[0]


def in_turn(*calls: Call) -> list[float]:
    """Return the best processor times of several calls, measured in turn because the machine may change its pace."""
    rounds = [[seconds(call, at_least=0.2, clock=time.process_time) for call in calls] for _ in range(4)]
    return [min(times) for times in zip(*rounds, strict=True)]


def against_quadrature(report: Report) -> None:
    """Measure ICM of large fields by both kernels."""
    for players, paid, bar in ((1_000, 150, 3), (10_000, 1_500, 40), (10_000, 10_000, 70), (100_000, 15_000, 800)):
        [fine] = in_turn(ours("compressed", players, paid))
        before = seconds(ours("quadrature", players, paid), clock=time.process_time)
        measured = f"{before / fine:,.0f} times ({human(before)} against {human(fine)})"
        work = f"ICM, {players:,} players, {paid:,} paid, 1e-12, compressed against quadrature"
        report.row(work, f"at least {bar} times", measured, before / fine >= bar)
    [fine] = in_turn(ours("compressed", 1_000_000, 150_000))
    report.time("ICM, 1,000,000 players, 150,000 paid, 1e-12, compressed", 0.15, fine)


def coarser(report: Report) -> None:
    """Measure what a coarser tolerance saves."""
    fields = (("quadrature", 60, 9, 1.1), ("quadrature", 200, 30, 1.1), *(("compressed", *f, 1.4) for f in FIELDS[3:]))
    for method, players, paid, bar in fields:
        fine, coarse = in_turn(*(ours(method, players, paid, tolerance) for tolerance in (1e-12, 1e-6)))
        measured = f"{fine / coarse:.2f} times ({human(fine)} against {human(coarse)})"
        work = f"ICM, {players:,} players, {paid:,} paid, {method}, 1e-6 against 1e-12"
        report.row(work, f"at least {bar} times", measured, fine / coarse >= bar)


def rows_of_players(report: Report) -> None:
    """Measure all places of chosen players, in fields without a matrix of all players."""
    for players, chosen, bar in ((10_000, 1, 0.1), (10_000, 10, 0.2), (100_000, 1, 1.0), (100_000, 10, 2.0)):
        stacks, seats = stacks_of(players).tolist(), [players * i // chosen for i in range(chosen)]
        measured = seconds(lambda s=stacks, p=seats: ft.finish(s, "icm", players=p), clock=time.process_time)  # type: ignore[misc]
        who = "one player" if chosen == 1 else f"{chosen} players"
        report.time(f"ICM, {players:,} players, all places of {who}", bar, measured)


def against_library(report: Report, path: str, fields: Iterable[tuple[int, int]] = FIELDS) -> None:
    """Measure the library and the method that "auto" chooses, both in processor time on one thread."""
    library = ctypes.CDLL(path)
    library.icm_init(None)
    for players, paid in fields:
        method = choose_method("auto", players, 1e-12)
        theirs, own = library_call(library, players, paid), ours(method, players, paid)
        apart = float(abs(theirs() - own()).max())
        their_time, own_time = in_turn(theirs, own)
        ratio = their_time / own_time
        measured = f"{ratio:,.1f} times ({human(their_time)} against {human(own_time)}; {apart:.0e} of the pool apart)"
        work = f"ICM, {players:,} players, {paid:,} paid, {method} against a library in C"
        report.row(work, "faster", measured, ratio > 1)


def library_call(library: ctypes.CDLL, players: int, paid: int) -> Call:
    """Return a call of its `icm_equity`."""
    stacks, payouts, equities = stacks_of(players), prizes(paid), np.zeros(players)
    # Pointers are made once, and keep their arrays alive: a call of nine players takes microseconds.
    chips, money, found = (array.ctypes.data_as(ctypes.c_void_p) for array in (stacks, payouts, equities))
    library.icm_equity.restype = None

    def call() -> Values:
        library.icm_equity(players, chips, POINTS, money, paid, found)
        return equities

    return call


if __name__ == "__main__":
    raise SystemExit(run())
