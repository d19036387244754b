"""Several hands at once: in order, as on one thread, and stopped with the caller."""

from __future__ import annotations

import time
from threading import current_thread, main_thread

import pytest

from finaltable.reviews.at_once import in_order
from finaltable.table.options import Progress


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_answers_come_in_order_whatever_takes_longest(threads: int) -> None:
    def work(number: int, _look: Progress | None) -> int:
        time.sleep(0.02 if number % 2 else 0.0)
        return number

    shown: list[float] = []
    assert list(in_order(work, 9, threads, lambda done, _: shown.append(done))) == list(range(9))
    assert shown == sorted(shown)
    assert shown[-1] == 1.0


def test_a_report_that_raises_stops_the_other_threads() -> None:
    stopped: list[int] = []

    def work(number: int, look: Progress | None) -> int:
        assert look is not None
        assert current_thread() is not main_thread()
        try:
            for _ in range(600):
                look(0.0, 0.0)
                time.sleep(0.05)
        except KeyboardInterrupt:
            stopped.append(number)
        return number

    def report(_done: float, _error: float) -> None:
        raise LookupError

    began = time.monotonic()
    with pytest.raises(LookupError):
        list(in_order(work, 50, 2, report))
    assert sorted(stopped) == [0, 1]  # the rest never began
    assert time.monotonic() - began < 25


def test_an_error_of_one_hand_is_raised() -> None:
    def work(number: int, _look: Progress | None) -> int:
        return 1 // (3 - number)

    with pytest.raises(ZeroDivisionError):
        list(in_order(work, 9, 2, None))
