"""A run's job, the same for all parts, and its parts. Both are sent to workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from finaltable.batches.storage import Mark
from finaltable.batches.work import Work

PARTS = "part-"
SET_ASIDE = "_set-aside"
RETRIES = 2
"""Number of retries of a part."""


class PartError(Exception):
    """Raised if a part cannot be computed; it is set aside with this message."""


@dataclass(frozen=True)
class BatchJob:
    """The same for every part."""

    target: str
    key: str
    """Hash of the manifest, which identifies the parts of a run."""
    version: str
    work: Work


@dataclass(frozen=True)
class BatchPart:
    """Rows of a row group of a Parquet file, or the lines of a text file that begin in a range of bytes."""

    number: int
    address: str
    source: str
    """Name of the file for users."""
    mark: Mark
    start: int
    """The row group, or the first byte."""
    stop: int
    weight: int
    """Number of rows, or of bytes if the number of rows is unknown."""
    rows: tuple[int, int] | None = None
    """First and last row of the row group; None: all."""

    @property
    def name(self) -> str:
        """Name of the part's file."""
        return f"{PARTS}{self.number:06d}.parquet"


class Step(NamedTuple):
    """Event: some rows of a part are done."""

    tables: int
    problems: int
    weight: int


class Done(NamedTuple):
    """Event: a part is written."""

    part: BatchPart
    tables: int
    problems: int


class Failed(NamedTuple):
    """Event: a part was set aside."""

    part: BatchPart
    reason: str
