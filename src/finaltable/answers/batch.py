"""Many tables in files."""

from __future__ import annotations

from typing import Annotated, TypedDict

from finaltable.answers.shared import Model


class SetAsideDict(TypedDict):
    """A part that could not be done."""

    part: str
    source: Annotated[str, "The file it is of."]
    piece: Annotated[int, "Its row group; in a text file, its first byte."]
    reason: str


class TableProblemDict(TypedDict):
    """A table without values."""

    part: str
    row: Annotated[int, "From 0."]
    problem: str


class BatchSummaryDict(TypedDict):
    """What came of a run."""

    where: Annotated[str, "The folder with the parts."]
    models: list[Model]
    parts: int
    tables: int
    problems: Annotated[int, "Tables with a problem instead of values."]
    skipped: Annotated[int, "Parts that an earlier run had done."]
    set_aside: list[SetAsideDict]
    first_problems: Annotated[list[TableProblemDict], "Some of them."]
    seconds: float
