"""Checks of options of the computation: tolerance, time, threads, seed, progress."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from finaltable.errors import InputError
from finaltable.table.table import check_number, check_whole

Progress: TypeAlias = Callable[[float, float], None]
"""Called regularly with (fraction done, error reached); it may raise to stop the work."""
LEAST_TIME = 1e-9  # seconds: a limit must be above 0, even if no time is left
CORES = os.cpu_count() or 1  # cached: the system call takes longer than solving a small table


class Pace(NamedTuple):
    """Progress of a run of `batch`."""

    fraction: float
    """Fraction of the work done, earlier runs included."""
    tables: int
    """Tables done, earlier runs included."""
    problems: int
    """Tables among them that could not be valued."""
    fresh: int
    """Tables done by this run."""
    seconds: float
    """Time since the run began."""


def check_tolerance(tolerance: object) -> float:
    """Return the tolerance as a float, or raise."""
    if type(tolerance) is float and 0 < tolerance < 1:
        return tolerance
    number = check_number(tolerance, "tolerance")
    if not 0 < number < 1:
        raise InputError("tolerance", "must lie between 0 and 1, both excluded", tolerance, code="out_of_range")
    return float(number)


def check_max_seconds(max_seconds: object) -> float | None:
    """Return the time limit or None, or raise."""
    return None if max_seconds is None else check_seconds(max_seconds, "max_seconds")


def check_seconds(seconds: object, field: str) -> float:
    """Return a duration in seconds, or raise."""
    number = check_number(seconds, field)
    if not 0 < number <= 1e9:
        raise InputError(field, "must be above 0 and at most 1e9", seconds, code="out_of_range")
    return float(number)


def time_left(max_seconds: float | None, began: float) -> float | None:
    """Return the seconds left of a limit that ``began`` at a time of the monotonic clock; always above 0."""
    return None if max_seconds is None else max(LEAST_TIME, max_seconds - (time.monotonic() - began))


def check_threads(threads: object) -> int:
    """Return the number of threads, all cores by default, or raise."""
    return CORES if threads is None else check_whole(threads, "threads", 1, 1024)


def check_progress(progress: object) -> Progress | None:
    """Return ``progress`` if it is callable or None, or raise."""
    if progress is not None and not callable(progress):
        raise InputError("progress", "must be a function of (fraction, error)", progress, code="wrong_type")
    return progress


def begin(progress: Progress | None) -> None:
    """Report that the input has been checked and the work begins."""
    if progress is not None:
        progress(0.0, 1.0)


def stage_of(progress: Progress | None, number: int, stages: int) -> Progress | None:
    """Return the progress function for one of several stages of equal length."""
    return None if progress is None else lambda done, error: progress((number + min(done, 1.0)) / stages, error)


def check_seed(seed: object) -> int:
    """Return a seed, 0 by default, or raise."""
    return 0 if seed is None else check_whole(seed, "seed", 0, 2**64 - 1)


def check_samples(samples: object) -> int:
    """Return the number of boards to draw, or raise."""
    return check_whole(samples, "samples", 1000, 10**9)


def check_flag(value: object, field: str) -> bool:
    """Return a boolean, or raise."""
    if not isinstance(value, bool):
        raise InputError(field, "must be True or False", value, code="wrong_type")
    return value
