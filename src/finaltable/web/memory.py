"""Return free memory to the system, which glibc's allocator does not do by itself."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Callable

EVERY = 10.0  # seconds


def trimmer() -> Callable[[int], int] | None:
    """Return ``malloc_trim``; None if the C library does not have it (macOS, Windows, musl)."""
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim


async def keep_small() -> None:
    """Return free memory periodically, in a thread.

    Each worker allocates from a separate arena, which keeps freed memory: over time, every worker would hold as much
    as its largest request needed.
    """
    trim = trimmer()
    while trim is not None:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(trim, 0)
