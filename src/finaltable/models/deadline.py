"""Deadline for pure-Python searches."""

from __future__ import annotations

import time
from collections.abc import Callable

from finaltable.errors import TooSlowError
from finaltable.table.options import Progress


def clock(method: str, max_seconds: float | None, progress: Progress | None) -> Callable[[float], None]:
    """Return a checkpoint that a search calls with the fraction done; it raises after the deadline."""
    deadline = None if max_seconds is None else time.monotonic() + max_seconds

    def checkpoint(fraction: float) -> None:
        if deadline is not None and time.monotonic() > deadline:
            raise TooSlowError("max_seconds", f"is too short for method '{method}' on this table", max_seconds)
        if progress is not None:
            progress(fraction, 1.0 - fraction)

    return checkpoint
