"""One part: read, valued and written, on a thread of this machine or on a worker."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from finaltable import __version__
from finaltable.batches.job import BatchJob, BatchPart, Done, PartError, Step
from finaltable.batches.manifest import MANIFEST, key_of
from finaltable.batches.number_lists import LISTS
from finaltable.batches.parquet import Frames, frames_of_group, is_list, read_stamp, stamped
from finaltable.batches.partition import value_partition
from finaltable.batches.storage import Target, TargetError, mark_of, open_file
from finaltable.batches.text_rows import LISTED, Row, frames_of, lines_between, row_of_csv, row_of_json
from finaltable.errors import InputError

OnStep = Callable[[Step], None]
"""Callback for the progress of a part; it may raise to stop the work."""


def work_part(job: BatchJob, part: BatchPart, threads: int = 1, on_step: OnStep | None = None) -> Done:
    """Compute one part, unless it exists; raise `PartError` or `TargetError`."""
    target = Target(job.target)
    check_worker(job, target)
    there = read_stamp(target.address_of(part.name))
    if there is None or there.key != job.key:
        target.put(part.name, lambda path: write_part(job, part, path, threads, on_step))
        target.settle()
        there = read_stamp(target.address_of(part.name))
    if there is None:
        raise TargetError(f"{target.address_of(part.name)} cannot be read back")
    return Done(part, there.tables, there.problems)


def check_worker(job: BatchJob, target: Target) -> None:
    """Raise on a worker that has another version, or does not see the folder of the run."""
    if job.version != __version__:
        raise TargetError(f"a worker has finaltable {__version__}, the run was started with {job.version}")
    manifest = target.read(MANIFEST)
    if manifest is None or key_of(manifest) != job.key:
        raise TargetError(f"a worker does not see this run in {target.address}: give a path that all workers reach")


def write_part(job: BatchJob, part: BatchPart, path: Path, threads: int, on_step: OnStep | None) -> None:
    """Write a part; raise `PartError` for errors of reading, and `OSError` for errors of writing."""
    frames = valued(job, part, threads, on_step)
    first = next(frames, None)
    if first is None:  # no line begins in this range of bytes
        first = value(job, empty_frame(job), threads, None)
    schema = stamped(first.schema, job.key, part.source, part.start)
    # Money rarely repeats: a dictionary would cost more than it saves. Problems are counted from the statistics.
    with pq.ParquetWriter(
        path, schema, compression="zstd", use_dictionary=repeated_columns(schema, job), write_statistics=["problem"]
    ) as writer:
        for frame in itertools.chain([first], frames):
            writer.write_table(frame.cast(schema))


def repeated_columns(schema: Any, job: BatchJob) -> list[str]:
    """Return the columns with repeated values: all but those of models and the error."""
    return [field.name for field in schema if field.name not in (*job.models, "error", *LISTED)]


def valued(job: BatchJob, part: BatchPart, threads: int, on_step: OnStep | None) -> Iterator[Any]:
    """Yield the tables of a part with their values, or raise `PartError`."""
    try:
        check_unchanged(part)
        for frame, problems in frames_of_part(job, part):
            answer = with_problems(value(job, frame, threads, on_step), problems)
            if on_step is not None:
                bad = len(answer) - answer.column("problem").null_count
                on_step(Step(len(answer), bad, len(answer) if job.kind == "parquet" else 0))
            yield answer
        check_unchanged(part)
    except (OSError, pa.ArrowException, InputError, MemoryError) as error:
        raise PartError(f"{type(error).__name__}: {error}") from error


def check_unchanged(part: BatchPart) -> None:
    """Raise if a file has changed since the run was planned."""
    if mark_of(part.address) != part.mark:
        raise PartError(f"{part.source} has changed during the run")


def frames_of_part(job: BatchJob, part: BatchPart) -> Frames:
    """Yield the tables of a part, some rows at a time, with the problems found while parsing."""
    if job.kind == "parquet":
        yield from frames_of_group(part.address, part.mark, part.start)
        return
    with open_file(part.address) as file:
        yield from frames_of(rows_of(job, part, lines_between(file, part.start, part.stop)), job.columns, job.kind)


def rows_of(job: BatchJob, part: BatchPart, lines: Iterator[bytes]) -> Iterator[Row]:
    """Yield the rows of a text file, without its header."""
    for number, line in enumerate(lines):
        if job.kind == "jsonl":
            yield row_of_json(line, job.columns)
        elif number or part.start:
            yield row_of_csv(line, job.columns, job.delimiter)


def empty_frame(job: BatchJob) -> Any:
    """Return a table without rows that has the columns of a text file."""
    return pa.table({name: pa.array([], LISTS if name in LISTED else pa.string()) for name in job.columns})


def value(job: BatchJob, frame: Any, threads: int, on_step: OnStep | None) -> Any:
    """Return the tables with a column per model, the error and the problem."""

    def look(_fraction: float, _error: float) -> None:
        if on_step is not None:
            on_step(Step(0, 0, 0))

    found = value_partition(frame, models=job.models, tolerance=job.tolerance, threads=threads, progress=look)
    return without_hidden_values(found)


def without_hidden_values(frame: Any) -> Any:
    """Return a table whose missing lists are empty: pyarrow 17 cannot write missing lists with hidden values."""
    for place, field in enumerate(frame.schema):
        column = frame.column(place)
        if column.null_count and is_list(field.type) and not pa.types.is_fixed_size_list(field.type):
            frame = frame.set_column(place, field, column.take(pa.array(np.arange(len(column)))))
    return frame


def with_problems(answer: Any, problems: list[str | None] | None) -> Any:
    """Replace the problem of each row that could not be parsed by its parsing error."""
    if problems is None or not any(problems):
        return answer
    place = answer.schema.get_field_index("problem")
    kind = answer.schema.field(place).type
    merged = pc.coalesce(pa.array(problems, kind), answer.column(place))
    return answer.set_column(place, "problem", merged)
