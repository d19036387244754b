"""A progress callback that raises stops any computation; servers enforce their time limits with it."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cards.preflop import heads_up
from finaltable.histories.question import HAND
from finaltable.models.dcm.exact import PlaceSolver
from finaltable.models.icm import icm
from finaltable.table.numbers import whole_chips
from finaltable.values.cliff import find_ties
from tests.program import environment

TWELVE = [1000 + 137 * seat + seat**3 for seat in range(12)]
SIXTEEN = [1000 + 137 * seat + seat**3 for seat in range(16)]
FORTY = [1000 + 137 * seat + seat**3 for seat in range(40)]
MANY = [1000 + 137 * seat for seat in range(2000)]


class Stop(Exception):  # noqa: N818 (nothing is wrong)
    """Stops the work."""


def stop(*_: float) -> None:
    raise Stop


@pytest.mark.parametrize(
    ("found", "part"),
    [
        (lambda: ft.dcm(SIXTEEN, [50, 30], method="tree", tolerance=1e-6), "knockouts"),
        (lambda: ft.dcm(FORTY, [50, 30], tolerance=1e-3), "knockouts"),
        (lambda: ft.dcm(MANY[:100], [50, 30], tolerance=1e-4), "finish"),
        (lambda: ft.dcm(TWELVE[:7], [50, 30], method="paper", min_probability=1e-6), "finish"),
        (lambda: icm(MANY, [50, 30]), "finish"),
    ],
)
def test_parts_computed_on_demand_report_progress_and_can_be_stopped(found: Callable[[], ft.Equity], part: str) -> None:
    result = found()
    with pytest.raises(Stop):
        result.with_parts(part, progress=stop)
    assert part not in result._later  # no partial result is stored


def test_parts_are_computed_once_and_an_unknown_one_is_refused() -> None:
    result = ft.dcm([1000, 500, 100], [100, 50])
    assert result.with_parts("finish", "knockouts") is result
    assert result.knockouts is result.with_parts("knockouts").knockouts
    with pytest.raises(ft.InputError, match="parts must be one of finish, knockouts, got 'places'"):
        result.with_parts("places")


def test_a_sweep_of_large_tables_can_be_stopped_within_its_first_tables() -> None:
    seen: list[float] = []

    def look(fraction: float, _error: float) -> None:
        seen.append(fraction)
        raise Stop

    with pytest.raises(Stop):
        ft.sweep(TWELVE, [50, 30, 20], points=64, models=["dcm"], tolerance=1e-9, progress=look)
    assert len(seen) == 1
    assert seen[0] < 0.25  # a chunk is half of the points, which are half of the work


def test_the_search_for_ties_can_be_stopped() -> None:
    direction = [1] + [0] * 8
    with pytest.raises(Stop):
        find_ties([0, *TWELVE[:8]], direction, 100, 4000, [50, 30, 20], 1e-3, checkpoint=stop)


def test_comparing_hands_board_by_board_can_be_stopped() -> None:
    asked: list[float] = []

    def look(fraction: float, _error: float) -> None:
        asked.append(fraction)
        if len(asked) == 2:
            raise Stop

    with pytest.raises(Stop):
        heads_up("AhKh", "QcQd,JcJd,TcTd", progress=look)
    assert asked == [0.0, pytest.approx(1 / 3)]
    spot = ft.Spot.of([1000, 1000, 2000], [50, 30], hero=1, all_in=[0], big_blind=200, small_blind=100, button=2)
    with pytest.raises(Stop):
        ft.decide(spot, hand="AhKh", ranges="QcQd", progress=stop)


@pytest.mark.slow
def test_an_exact_solution_can_be_stopped_while_expanding_and_while_valuing() -> None:
    looks: list[int] = []
    solver = PlaceSolver(looks.append)
    solver.value((97, 60, 31, 10))
    tables = [state for state in solver.known if len(state) > 2]
    assert len(looks) > 1.8 * len(tables)  # once when a table is expanded, once when it is valued


def test_smoothing_large_tables_can_be_stopped_within_the_first_of_its_lattices() -> None:
    seen: list[float] = []

    def look(fraction: float, _error: float) -> None:
        seen.append(fraction)
        raise Stop

    with pytest.raises(Stop):
        ft.smoothed(FORTY[:14], [50, 30], chip_noise=10, threads=1, progress=look)
    assert seen[0] < 1 / 16


@pytest.mark.parametrize("calls", range(2, 8))
def test_a_solver_that_is_stopped_raises_what_stopped_it(calls: int) -> None:
    left = calls

    def stop_later(_fraction: float, _error: float) -> None:
        nonlocal left
        time.sleep(0.04)  # longer than the core's interval between callbacks
        left -= 1
        if left <= 0:
            raise Stop

    with pytest.raises(Stop):
        ft.nash(
            [3000, 2500, 2200, 2000],
            [50, 30, 20],
            small_blind=50,
            big_blind=100,
            tolerance=1e-14,
            threads=1,
            progress=stop_later,
        )


def slowly(stacks: list[int], seconds: float) -> Iterator[int]:
    """Yield stacks after a delay."""
    time.sleep(seconds)
    yield from stacks


def test_the_time_to_read_a_large_field_counts_against_the_limit() -> None:
    field = [100 * (1 + seat % 997) for seat in range(20_000)]
    found = ft.equity(slowly(field, 0.2), [50, 30], "dcm", method="sample", max_seconds=0.2, threads=1)
    assert found.work == 512  # the minimum: all of the time was used up
    assert found.error > 0


def test_an_error_states_the_given_time_limit() -> None:
    with pytest.raises(ft.InputError, match=r"max_seconds is too short for method 'compressed' .*, got 0.1$"):
        ft.icm(slowly(MANY * 20, 0.1), [50, 30], max_seconds=0.1)


@given(stacks=st.lists(st.integers(1, 10**9).map(lambda cents: cents / 100), min_size=64, max_size=80))
def test_decimal_stacks_are_scaled_to_exact_integers(stacks: list[float]) -> None:
    for some in (stacks, stacks[:5], [*stacks, 1 / 3], [*stacks, 7]):
        whole = whole_chips(some)
        exact = [Fraction(repr(stack)) for stack in some]
        assert math.gcd(*whole) == 1
        assert all(chips * exact[0] == whole[0] * value for chips, value in zip(whole, exact, strict=True))


@pytest.mark.parametrize("calls", [1, 3, 5, 8], ids=["a file", "a hand", "its problems", "all of them"])
def test_reading_hands_can_be_stopped_at_any_point(calls: int) -> None:
    seen: list[float] = []

    def look(fraction: float, _error: float) -> None:
        seen.append(fraction)
        if len(seen) == calls:
            raise Stop

    with pytest.raises(Stop):
        ft.read_history(HAND * 3, progress=look)
    assert len(seen) == calls


DAEMON = """
import threading, time
import finaltable as ft

def work(progress):
    ft.icm([3, 2, 1], [2, 1])
    begun.release()
    while True:
        ft.nash([3000, 2500, 2200], [50, 30], small_blind=50, big_blind=100, tolerance=1e-12, progress=progress)

begun = threading.Semaphore(0)
for progress in (None, lambda fraction, error: None):
    threading.Thread(target=work, args=(progress,), daemon=True).start()
    begun.acquire()
time.sleep(0.2)
"""


@pytest.mark.slow
def test_the_interpreter_ends_while_threads_compute() -> None:
    for _ in range(3):
        line = [sys.executable, "-c", DAEMON]
        done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=100, env=environment())
        assert (done.returncode, done.stderr) == (0, "")
