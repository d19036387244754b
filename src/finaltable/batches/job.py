"""A run's job, the same for all parts, and its parts. Both are sent to workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from finaltable.batches.storage import Mark

PARTS = "part-"
SET_ASIDE = "_set-aside"
RETRIES = 2
"""Number of retries of a part."""


class PartError(Exception):
    """Raised if a part cannot be computed; it is set aside with this message."""


@dataclass(frozen=True)
class BatchJob:
    """Options that are the same for every table."""

    target: str
    key: str
    """Hash of the manifest, which identifies the parts of a run."""
    version: str
    kind: str
    """ "parquet", "csv" or "jsonl"."""
    columns: tuple[str, ...]
    """Columns of text files, in order; empty for Parquet."""
    delimiter: str
    models: tuple[str, ...]
    tolerance: float


@dataclass(frozen=True)
class BatchPart:
    """One row group of a Parquet file, or the lines of a text file that begin in a range of bytes."""

    number: int
    address: str
    source: str
    """Name of the file for users."""
    mark: Mark
    start: int
    """The row group, or the first byte."""
    stop: int
    weight: int
    """Number of tables, or of bytes if the number of tables is unknown."""

    @property
    def name(self) -> str:
        """Name of the part's file."""
        return f"{PARTS}{self.number:06d}.parquet"


class Step(NamedTuple):
    """Event: some tables of a part are done."""

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
