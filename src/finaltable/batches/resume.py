"""One run: plan the parts, skip those that exist, compute the others, and count."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

from finaltable import __version__
from finaltable.batches.counting import problems_of, stamps_of, write_set_aside
from finaltable.batches.job import PARTS, BatchJob, BatchPart, Done, Failed, Step
from finaltable.batches.manifest import check_manifest, manifest_of
from finaltable.batches.parquet import Stamp
from finaltable.batches.source_files import STANDARD_INPUT, remove_copies
from finaltable.batches.storage import Target, TargetError, is_folder, is_remote, local_path
from finaltable.batches.summary import BatchSummary
from finaltable.batches.threads import Event, run_on_threads
from finaltable.batches.work import Work
from finaltable.errors import InputError, UnfinishedError
from finaltable.table.options import Pace

OnPace = Callable[[Pace], None]


def run(source: Any, address: str, work: Work, client: Any, threads: int, progress: OnPace | None) -> BatchSummary:
    """Start or resume a run, with its folder locked."""
    target = Target(address)
    check_apart(source, address)
    try:
        target.make()
        with target.locked():
            return run_locked(source, target, work, client, threads, progress)
    except (OSError, TargetError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnfinishedError(f"the run stopped ({reason}); the same call resumes from the finished parts") from error


def check_apart(source: Any, address: str) -> None:
    """Raise if parts would be written among the source files."""
    for one in source if isinstance(source, list | tuple) else [source]:
        folder = str(one)
        if is_remote(folder) or is_remote(address) or folder == STANDARD_INPUT or not is_folder(folder):
            continue
        if local_path(address).resolve().is_relative_to(local_path(folder).resolve()):
            raise InputError("target", "must not lie in the folder that is read", address, code="conflict")


def run_locked(
    given: Any, target: Target, work: Work, client: Any, threads: int, progress: OnPace | None
) -> BatchSummary:
    """Plan, compute the missing parts, and count."""
    started = time.monotonic()
    remove_temporary_files(target)
    plan = work.plan(given, target)
    parts = plan.parts
    key = check_manifest(target, manifest_of(plan.sources, {"ask": work.ask, **work.options()}))
    job = BatchJob(target.address, key, __version__, plan.work)
    there = stamps_of(target, parts, key)
    waiting = [part for part in parts if part.number not in there]
    failed = follow(events_of(job, waiting, client, threads), Meter(parts, there, started), progress)
    target.settle()
    return summarize(target, job, parts, failed, len(there), started)


def remove_temporary_files(target: Target) -> None:
    """Remove temporary files of a killed run; the folder is locked."""
    for name in target.names():
        if name.startswith(f".{PARTS}"):
            target.remove(name)


def events_of(job: BatchJob, parts: Sequence[BatchPart], client: Any, threads: int) -> Iterator[Event]:
    """Compute parts here or on a cluster."""
    if client is None:
        return run_on_threads(job, parts, threads)
    from finaltable.batches.cluster import run_on_cluster

    return run_on_cluster(job, parts, client)


class Meter:
    """Counts the progress of a run."""

    def __init__(self, parts: Sequence[BatchPart], there: Mapping[int, Stamp], started: float) -> None:
        self.total = max(1, sum(part.weight for part in parts))
        self.weight = sum(part.weight for part in parts if part.number in there)
        self.tables = sum(stamp.tables for stamp in there.values())
        self.problems = sum(stamp.problems for stamp in there.values())
        self.earlier, self.started = self.tables, started
        self.open = Step(0, 0, 0)
        """Steps of parts that are not done."""

    def add(self, event: Event) -> None:
        """Count an event."""
        match event:
            case Step():
                self.open = Step(*map(sum, zip(self.open, event, strict=True)))
            case Done(part, tables, problems):
                self.weight, self.tables, self.problems = (
                    self.weight + part.weight,
                    self.tables + tables,
                    self.problems + problems,
                )
                counted = Step(tables, problems, part.weight)
                self.open = Step(*(max(0, all_ - own) for all_, own in zip(self.open, counted, strict=True)))
            case Failed(part):
                self.weight += part.weight

    def pace(self) -> Pace:
        """Return the progress."""
        fraction = min(1.0, (self.weight + self.open.weight) / self.total)
        tables = self.tables + self.open.tables
        problems = self.problems + self.open.problems
        return Pace(fraction, tables, problems, tables - self.earlier, time.monotonic() - self.started)


def follow(events: Iterator[Event], meter: Meter, progress: OnPace | None) -> list[Failed]:
    """Consume the events of a run, and return the parts that failed."""
    failed = []
    with closing(events):  # type: ignore[type-var]  # both are generators
        for event in events:
            meter.add(event)
            if isinstance(event, Failed):
                failed.append(event)
            if progress is not None:
                progress(meter.pace())
    return failed


def summarize(
    target: Target, job: BatchJob, parts: Sequence[BatchPart], failed: Sequence[Failed], skipped: int, started: float
) -> BatchSummary:
    """Count the parts, and set aside those that are missing."""
    stamps = stamps_of(target, parts, job.key)
    known = {one.part.number for one in failed}
    lost = [part for part in parts if part.number not in stamps and part.number not in known]
    aside = write_set_aside(target, [*failed, *(Failed(part, "the part was written, but is missing") for part in lost)])
    if not aside:
        remove_copies(target)
    found = BatchSummary(
        where=target.address,
        ask=job.work.ask,
        models=job.work.models,
        parts=len(stamps),
        tables=sum(stamp.tables for stamp in stamps.values()),
        problems=sum(stamp.problems for stamp in stamps.values()),
        skipped=skipped,
        set_aside=aside,
        first_problems=problems_of(target, parts, stamps),
        seconds=time.monotonic() - started,
    )
    return job.work.summary(found, target, [part.name for part in parts if part.number in stamps])
