"""What a run has to do: the job, the same for all parts, and its parts. Both travel to workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from finaltable.batches.storage import Mark

PARTS = "part-"
SET_ASIDE = "_set-aside"
RETRIES = 2
"""How often a part is tried again."""


class PartError(Exception):
    """A part cannot be done, whatever the reason; it is set aside with these words."""


@dataclass(frozen=True)
class BatchJob:
    """What is done to every table."""

    target: str
    key: str
    """The manifest in short: parts of another run do not have it."""
    version: str
    kind: str
    """ "parquet", "csv" or "jsonl"."""
    columns: tuple[str, ...]
    """What the lines of text files hold, in order; Parquet files say it themselves."""
    delimiter: str
    models: tuple[str, ...]
    tolerance: float


@dataclass(frozen=True)
class BatchPart:
    """One row group of a Parquet file, or the lines of a text file that begin between two places."""

    number: int
    address: str
    source: str
    """The file as people know it."""
    mark: Mark
    start: int
    """The row group, or the first byte."""
    stop: int
    weight: int
    """Tables, or bytes where nobody knows how many tables they hold."""

    @property
    def name(self) -> str:
        """The file it becomes."""
        return f"{PARTS}{self.number:06d}.parquet"


class Step(NamedTuple):
    """Some tables of a part are done."""

    tables: int
    problems: int
    weight: int


class Done(NamedTuple):
    """A part is in its place."""

    part: BatchPart
    tables: int
    problems: int


class Failed(NamedTuple):
    """A part was set aside."""

    part: BatchPart
    reason: str
