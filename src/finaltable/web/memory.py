"""Memory that is free again: given back to the system, which the allocator of Linux does not do by itself."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Callable

EVERY = 10.0  # seconds


def trimmer() -> Callable[[int], int] | None:
    """Return the function that gives free memory back; None where the C library has none (macOS, Windows, musl)."""
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim


async def keep_small() -> None:
    """Give free memory back now and then, beside the event loop.

    Each worker allocates from an arena of its own. What is freed there stays with the arena: after a while every worker
    would hold as much as its largest request needed.
    """
    trim = trimmer()
    while trim is not None:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(trim, 0)
