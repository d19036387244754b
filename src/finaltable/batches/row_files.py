"""Work on the rows of Parquet, CSV and JSON lines files: tables and spots."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from finaltable.batches.job import BatchPart, Step
from finaltable.batches.manifest import SourceFile
from finaltable.batches.parquet import frames_of_group
from finaltable.batches.planning import ColumnLayout, Needs, plan_parts
from finaltable.batches.source_files import STANDARD_INPUT, copy_standard_input, find_sources, kind_of, remove_copies
from finaltable.batches.storage import Target, open_file
from finaltable.batches.text_rows import ROWS, Row, lines_between, row_of_csv, row_of_json, some_at_once
from finaltable.batches.work import OnStep, Work, WorkPlan


@dataclass(frozen=True)
class FileWork(Work):
    """Work on rows of files; each row of the source is one row of the result."""

    at_once: ClassVar[int] = ROWS
    """Number of rows that are computed together."""
    layout: ColumnLayout

    @abstractmethod
    def needs(self) -> Needs:
        """Return the columns that the source must have, and must not have."""

    @abstractmethod
    def answer(self, block: Any, threads: int, on_step: OnStep | None) -> Any:
        """Return some rows with their answers; ``block`` is an Arrow table of Parquet, or a list of `Row`."""

    def plan(self, given: Any, target: Target) -> WorkPlan:
        """Find the files, check that their columns match, and cut them."""
        sources = sources_of(given, target)
        layout, parts = plan_parts(sources, kind_of(sources), self.needs())
        return WorkPlan(replace(self, layout=layout), [source.fingerprint() for source in sources], parts)

    def frames(self, part: BatchPart, threads: int, on_step: OnStep | None) -> Iterator[Any]:
        """Yield the rows of a part with their answers."""
        empty = True
        for block in self.blocks(part):
            answer = self.answer(block, threads, on_step)
            if on_step is not None:
                bad = len(answer) - answer.column("problem").null_count
                on_step(Step(len(answer), bad, len(answer) if self.layout.kind == "parquet" else 0))
            empty = False
            yield answer
        if empty:  # no line begins in this range of bytes
            yield self.answer([], threads, None)

    def blocks(self, part: BatchPart) -> Iterator[Any]:
        """Yield the rows of a part, some at a time."""
        if self.layout.kind == "parquet":
            yield from frames_of_group(part.address, part.mark, part.start, part.rows, self.at_once)
            return
        with open_file(part.address) as file:
            yield from some_at_once(self.rows(part, lines_between(file, part.start, part.stop)), self.at_once)

    def rows(self, part: BatchPart, lines: Iterator[bytes]) -> Iterator[Row]:
        """Yield the rows of a text file, without its header."""
        for number, line in enumerate(lines):
            if self.layout.kind == "jsonl":
                yield row_of_json(line, self.layout.columns)
            elif number or part.start:
                yield row_of_csv(line, self.layout.columns, self.layout.delimiter, self.needs().lists)


def sources_of(given: Any, target: Target) -> list[SourceFile]:
    """Return the files to read; standard input is copied to a file."""
    if given == STANDARD_INPUT or given == [STANDARD_INPUT]:
        source = copy_standard_input(target)
        remove_copies(target, but=source.address)
        return [source]
    return find_sources(given)
