"""How to work: tolerance, time, cores, seed and progress, checked in one place."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from finaltable.errors import InputError
from finaltable.table.table import check_number, check_whole

Progress: TypeAlias = Callable[[float, float], None]
"""Called now and then with (fraction done, error reached); it may raise to stop the work."""
LEAST_TIME = 1e-9  # seconds: none is left, but a limit must be above 0
CORES = os.cpu_count() or 1  # asked once: the system takes longer to say than a small table to solve


class Pace(NamedTuple):
    """How far a run of `batch` is."""

    fraction: float
    """Of the work, with what earlier runs have done."""
    tables: int
    """Done, with those of earlier runs."""
    problems: int
    """Among them."""
    fresh: int
    """Done by this run."""
    seconds: float
    """Since it began."""


def check_tolerance(tolerance: object) -> float:
    """Return the tolerance as a float, or raise."""
    if type(tolerance) is float and 0 < tolerance < 1:
        return tolerance
    number = check_number(tolerance, "tolerance")
    if not 0 < number < 1:
        raise InputError("tolerance", "must lie between 0 and 1, both excluded", tolerance, code="out_of_range")
    return float(number)


def check_max_seconds(max_seconds: object) -> float | None:
    """Return the time limit, if there is one, or raise."""
    return None if max_seconds is None else check_seconds(max_seconds, "max_seconds")


def check_seconds(seconds: object, field: str) -> float:
    """Return a time, or raise."""
    number = check_number(seconds, field)
    if not 0 < number <= 1e9:
        raise InputError(field, "must be above 0 and at most 1e9", seconds, code="out_of_range")
    return float(number)


def time_left(max_seconds: float | None, began: float) -> float | None:
    """Return what is left of a time limit since a moment of the monotonic clock, never nothing at all."""
    return None if max_seconds is None else max(LEAST_TIME, max_seconds - (time.monotonic() - began))


def check_threads(threads: object) -> int:
    """Return how many threads to use, all cores by default, or raise."""
    return CORES if threads is None else check_whole(threads, "threads", 1, 1024)


def check_progress(progress: object) -> Progress | None:
    """Return ``progress`` if it can be called, or raise."""
    if progress is not None and not callable(progress):
        raise InputError("progress", "must be a function of (fraction, error)", progress, code="wrong_type")
    return progress


def begin(progress: Progress | None) -> None:
    """Say that everything has been checked, and that nothing is known yet."""
    if progress is not None:
        progress(0.0, 1.0)


def stage_of(progress: Progress | None, number: int, stages: int) -> Progress | None:
    """Return the progress function for one of several stages of equal length."""
    return None if progress is None else lambda done, error: progress((number + min(done, 1.0)) / stages, error)


def check_seed(seed: object) -> int:
    """Return a seed, 0 if there is none, or raise."""
    return 0 if seed is None else check_whole(seed, "seed", 0, 2**64 - 1)


def check_samples(samples: object) -> int:
    """Return how many boards to draw, or raise."""
    return check_whole(samples, "samples", 1000, 10**9)


def check_flag(value: object, field: str) -> bool:
    """Return yes or no, or raise."""
    if not isinstance(value, bool):
        raise InputError(field, "must be True or False", value, code="wrong_type")
    return value
