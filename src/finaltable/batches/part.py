"""One part: read, computed and written, on a thread of this machine or on a worker."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from finaltable import __version__
from finaltable.batches.job import BatchJob, BatchPart, Done, PartError
from finaltable.batches.manifest import MANIFEST, key_of
from finaltable.batches.parquet import read_stamp, stamped
from finaltable.batches.storage import Target, TargetError, mark_of
from finaltable.batches.work import OnStep
from finaltable.errors import InputError


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
    frames = computed(job, part, threads, on_step)
    first = next(frames)
    schema = stamped(first.schema, job.key, part.source, part.start)
    # Money rarely repeats: a dictionary would cost more than it saves. Problems are counted from the statistics.
    repeated = job.work.repeated(schema.names)
    with pq.ParquetWriter(
        path, schema, compression="zstd", use_dictionary=repeated, write_statistics=["problem"]
    ) as writer:
        for frame in itertools.chain([first], frames):
            writer.write_table(frame.cast(schema))


def computed(job: BatchJob, part: BatchPart, threads: int, on_step: OnStep | None) -> Iterator[Any]:
    """Yield the rows of a part, or raise `PartError`."""
    try:
        check_unchanged(part)
        yield from job.work.frames(part, threads, on_step)
        check_unchanged(part)
    except (OSError, pa.ArrowException, InputError, MemoryError) as error:
        raise PartError(f"{type(error).__name__}: {error}") from error


def check_unchanged(part: BatchPart) -> None:
    """Raise if a file has changed since the run was planned."""
    if mark_of(part.address) != part.mark:
        raise PartError(f"{part.source} has changed during the run")
