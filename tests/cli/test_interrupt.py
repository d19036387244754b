"""Long calls: interruptible, with progress, and without blocking other threads."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import finaltable as ft
from tests.program import hearing_ctrl_c
from tests.refused import refused

LONG = {"stacks": list(range(100, 120)), "payouts": [60, 40], "method": "tree", "tolerance": 2e-8}  # minutes


@pytest.mark.parametrize(
    "call",
    [
        "ft.dcm(range(100, 120), [60, 40], method='tree', tolerance=2e-8)",
        "ft.dcm(range(100, 120), [60, 40], method='tree', tolerance=1e-7).knockouts",
        "ft.finish([list(range(100, 120))] * 4, method='tree', tolerance=2e-8, threads=2)",
        "ft.dcm(range(100, 130), [60, 40], max_seconds=60)",
        "ft.dcm(range(1, 1000), [60, 40], max_seconds=60, threads=2)",
        "ft.icm(range(1, 200_000), [1] * 50_000, method='quadrature')",
        "from finaltable import _core; import numpy as np; stacks = np.random.default_rng(1).pareto(0.1, (999, 999)); "
        "_core.compressed_equities(stacks, np.ones((1, 998)), 1e-12, 2, None, None)",
        "ft.dcm(range(100, 120), [60, 40], method='paper')",
    ],
)
def test_control_c_ends_a_long_call(call: str) -> None:
    code = f"import finaltable as ft; print('ready', flush=True); {call}"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdout=pipe, stderr=pipe, preexec_fn=hearing_ctrl_c) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        try:
            _, complaint = process.communicate(timeout=30)
        finally:
            process.kill()
    assert complaint.rstrip().endswith(b"KeyboardInterrupt")


def test_other_threads_run_while_the_core_works() -> None:
    done = threading.Event()

    def work() -> None:
        ft.dcm(**{**LONG, "max_seconds": 0.5})  # type: ignore[arg-type]
        done.set()

    threading.Thread(target=work).start()
    turns = 0
    while not done.is_set():
        turns += 1
    assert turns > 10_000  # a handful if the core held the GIL


def test_a_progress_callback_is_called_and_may_stop_the_call() -> None:
    calls: list[tuple[float, float]] = []
    ft.dcm(**{**LONG, "max_seconds": 0.5}, progress=lambda fraction, error: calls.append((fraction, error)))  # type: ignore[arg-type]
    assert len(calls) > 2
    assert all(0 <= fraction <= 1 and 0 <= error <= 1 for fraction, error in calls)
    assert calls[-1][1] < calls[0][1]

    class EnoughError(Exception):
        pass

    def give_up(*_: float) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        ft.dcm(**LONG, progress=give_up)  # type: ignore[arg-type]


def test_a_batch_that_misses_its_deadline_raises() -> None:
    rows = [list(range(100, 120))] * 3
    with refused("too_slow", "max_seconds"):
        ft.finish(rows, method="tree", tolerance=2e-8, max_seconds=0.1)
