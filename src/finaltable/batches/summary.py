"""The summary of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from finaltable.answers import Answer


class TablesSetAside(NamedTuple):
    """A part that could not be computed."""

    part: str
    """Name of the part."""
    source: str
    """Name of its source file."""
    piece: int
    """Number of its row group; in a text file, its first byte."""
    reason: str
    """Reason why it could not be computed."""


class BatchProblem(NamedTuple):
    """A table without a value."""

    part: str
    """Name of the part."""
    row: int
    """Number of the row, from 0."""
    problem: str
    """Reason why it has no value."""


@dataclass(frozen=True, repr=False)
class BatchSummary(Answer):
    """Summary of a run. Made by `batch`."""

    where: str
    """The folder with the parts."""
    ask: str
    """The question: "equity" of tables, "nash" of spots, "review" of hands."""
    models: tuple[str, ...]
    """Names of the models; each has a column."""
    parts: int
    """Number of parts in the folder."""
    tables: int
    """Number of rows in all parts: tables, spots, or decisions."""
    problems: int
    """Number of rows with a problem instead of values; the column ``problem`` has the reason."""
    skipped: int
    """Number of parts from an earlier run."""
    set_aside: tuple[TablesSetAside, ...]
    """Parts that could not be computed, with the reason; the same call tries them again."""
    first_problems: tuple[BatchProblem, ...]
    """The first few problems."""
    seconds: float
    """Duration of this run."""

    reported_by = "batches.report.batch_report"
