"""Return free memory to the system, which glibc's allocator does not do by itself."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Callable

EVERY = 10.0  # seconds
KEPT = 2**20  # bytes: free memory at the end of an arena, and the size from which a block is mapped by itself
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of mallopt


def trimmer() -> Callable[[int], int] | None:
    """Return ``malloc_trim``; None if the C library does not have it (macOS, Windows, musl)."""
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim


def keep_little() -> None:
    """Limit the free memory at the end of each arena, which ``malloc_trim`` leaves there.

    By default, glibc lets it grow with the largest block that was freed: to 16 MB per worker after a file of 8 MB.
    """
    if trimmer() is not None:
        library = ctypes.CDLL(None)
        library.mallopt(M_TRIM_THRESHOLD, KEPT)
        library.mallopt(M_MMAP_THRESHOLD, KEPT)


async def keep_small() -> None:
    """Return free memory periodically, in a thread.

    Each worker allocates from a separate arena, which keeps freed memory: over time, every worker would hold as much
    as its largest request needed.
    """
    keep_little()
    trim = trimmer()
    while trim is not None:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(trim, 0)
