"""Exit codes and output; truncated output exits non-zero."""

from __future__ import annotations

import sys
from enum import IntEnum

PIECE = 4096  # characters


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    """The answer is on standard output."""
    DIFFERS = 1
    """`finaltable paper`: a number differs and is not a known slip."""
    BAD_INPUT = 2
    """Invalid input; standard error explains it."""
    CLOSED_OUTPUT = 3
    """Standard output was truncated: its reader stopped, or the disk is full."""
    PROBLEMS = 4
    """`finaltable batch`: finished, but some tables have a problem instead of values; `finaltable history`: some hands
    or files have a problem."""
    UNFINISHED = 5
    """`finaltable batch`: interrupted, or parts were set aside; run the same command again to continue."""
    INTERRUPTED = 130
    """Ctrl-C."""


class ClosedOutput(Exception):  # noqa: N818 (not an error)
    """Standard output was truncated."""


def tell(text: str) -> None:
    """Write a line to standard error, if it is open."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def write(text: str) -> None:
    """Write to standard output, or raise `ClosedOutput`."""
    if sys.stdout is None:
        raise ClosedOutput("the output is closed")
    try:
        # In pieces: an unbuffered stream may write only part of a long text without an error.
        for start in range(0, len(text), PIECE):
            sys.stdout.write(text[start : start + PIECE])
        sys.stdout.flush()
    except BrokenPipeError:
        raise ClosedOutput("the output was closed before everything was written") from None
    except OSError as error:
        raise ClosedOutput(f"the output cannot be written: {error.strerror}") from None
