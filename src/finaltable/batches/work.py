"""One kind of work on many rows: how its source is read, what is computed, and which columns come out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from finaltable.batches.job import BatchPart, Step
    from finaltable.batches.storage import Target
    from finaltable.batches.summary import BatchSummary

OnStep = Callable[["Step"], None]
"""Callback for the progress of a part; it may raise to stop the work."""
KINDS = {
    "equity": "finaltable.batches.tables",
    "nash": "finaltable.batches.spots",
    "review": "finaltable.reviews.many",
}
"""Modules of the kinds of work, by the question that they ask of each row; each has a function ``work_of``."""


class Work(ABC):
    """Base class of the kinds of work; a frozen dataclass of options, which is sent to workers."""

    ask: ClassVar[str]
    """Name of the question."""
    row: ClassVar[str]
    """Word for one row of the result: table, spot, decision."""
    in_processes: ClassVar[bool] = False
    """Whether parts need processes to run in parallel: most of the work is in Python, not in the core."""
    models: tuple[str, ...]
    """Names of the models."""

    @abstractmethod
    def options(self) -> dict[str, Any]:
        """Return the options as JSON values, for the manifest."""

    @abstractmethod
    def plan(self, given: Any, target: Target) -> WorkPlan:
        """Find the source files, check them and cut them into parts; or raise."""

    @abstractmethod
    def frames(self, part: BatchPart, threads: int, on_step: OnStep | None) -> Iterator[Any]:
        """Yield the rows of a part as Arrow tables of one schema, the last column ``problem``; at least one table."""

    def summary(self, found: BatchSummary, target: Target, parts: Sequence[str]) -> BatchSummary:
        """Return the summary of a run, with what the rows add up to; ``parts`` are the names of the files."""
        del target, parts
        return found

    def repeated(self, names: Sequence[str]) -> list[str]:
        """Return the columns whose values repeat, and are stored once."""
        return list(names)


class WorkPlan(NamedTuple):
    """Work with the layout of its files, what identifies them, and the parts."""

    work: Work
    sources: Sequence[Mapping[str, Any]]
    """Fingerprints for the manifest."""
    parts: Sequence[BatchPart]


def check_options(options: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise for an option that the work does not have."""
    from finaltable.errors import InputError, Verbatim

    for name in options:
        if name not in known:
            raise InputError(name, "must be an option of this batch", Verbatim(", ".join(known)), code="unknown_choice")
