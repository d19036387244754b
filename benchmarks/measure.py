"""Timing on a noisy machine, and a table of what was measured."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from pathlib import Path

LINES: list[str] = []
"""All lines printed so far."""


def say(line: str) -> None:
    """Print a line and keep it for the page."""
    LINES.append(line)
    print(line, flush=True)


def seconds(
    call: Callable[[], object],
    *,
    at_least: float = 0.5,
    most: int = 20_000,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the best time of a repeated call, because noise can only add time."""
    best = float("inf")
    started = clock()
    for _ in range(most):
        begin = clock()
        call()
        end = clock()
        best = min(best, end - begin)
        if end - started > at_least:
            break
    return best


def human(duration: float) -> str:
    """Return a duration with a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if duration >= size:
            return f"{duration / size:.3g} {unit}"
    return f"{duration / 1e-6:.3g} µs"


def machine() -> str:
    """Return one line about the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {len(names) or '?'} cores, Python {platform.python_version()}"


class Report:
    """Rows of work, bar and measurement, printed as they come."""

    def __init__(self, title: str) -> None:
        self.missed = 0
        say(f"\n## {title}\n\n| work | bar | measured | |\n|---|---|---|---|")

    def row(self, work: str, bar: str, measured: str, met: bool | None = None) -> None:
        """Print one line; ``met`` is None if there is no bar."""
        self.missed += met is False
        verdict = {None: "", True: "met", False: "**missed**"}[met]
        say(f"| {work} | {bar} | {measured} | {verdict} |")

    def time(self, work: str, bar: float, measured: float, extra: str = "") -> None:
        """Print a line whose bar is a time."""
        self.row(work, f"at most {human(bar)}", human(measured) + extra, measured <= bar)

    def ratio(self, work: str, bar: float, ours: float, theirs: float) -> None:
        """Print a line whose bar is a ratio of two times."""
        measured = f"{ours / theirs:.2f} times ({human(ours)} against {human(theirs)})"
        self.row(work, f"at most {bar:g} times", measured, ours <= bar * theirs)
