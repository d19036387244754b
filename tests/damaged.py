"""Damage that files may have: cut off, one byte changed, no room on the disk."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager


def cut_off(content: bytes, count: int) -> Iterator[bytes]:
    """Yield the beginning of a file: about as many lengths as asked for, and all but its last byte."""
    for size in (*range(0, len(content) - 1, max(1, len(content) // count)), len(content) - 1):
        yield content[:size]


def with_one_byte_changed(content: bytes, count: int) -> Iterator[bytes]:
    """Yield a file with one byte changed, at about as many places as asked for."""
    for place in range(0, len(content), max(1, len(content) // count)):
        changed = bytearray(content)
        changed[place] ^= 0x11
        yield bytes(changed)


@contextmanager
def small_files(size: int) -> Iterator[None]:
    """Limit the size of files, for new processes, too: the system refuses more, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
