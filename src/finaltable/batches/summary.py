"""What came of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from finaltable.answers import Answer


class TablesSetAside(NamedTuple):
    """A part that could not be done."""

    part: str
    """Name of the part."""
    source: str
    """The file it is of."""
    piece: int
    """Its row group; in a text file, its first byte."""
    reason: str
    """Why it could not be done."""


class BatchProblem(NamedTuple):
    """A table without a value."""

    part: str
    """Name of the part."""
    row: int
    """Number of the row, from 0."""
    problem: str
    """Why it has no value."""


@dataclass(frozen=True)
class BatchSummary(Answer):
    """What came of a run of `batch`. Made by `batch`."""

    where: str
    """The folder with the parts."""
    models: tuple[str, ...]
    """A column for each."""
    parts: int
    """Parts in the folder."""
    tables: int
    """Rows of all parts."""
    problems: int
    """Rows that have a problem instead of values; the column says which."""
    skipped: int
    """Parts that an earlier run had done."""
    set_aside: tuple[TablesSetAside, ...]
    """Parts that could not be done, with the reason; the same call tries them again."""
    first_problems: tuple[BatchProblem, ...]
    """Some of the problems."""
    seconds: float
    """How long this run took."""

    def __str__(self) -> str:
        from finaltable.batches.report import batch_report

        return str(batch_report(self))
