"""Parts on the threads of this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import TypeAlias

from finaltable.batches.job import RETRIES, BatchJob, BatchPart, Done, Failed, PartError, Step
from finaltable.batches.part import work_part

Event: TypeAlias = Step | Done | Failed
Said: TypeAlias = "SimpleQueue[Event | BaseException]"

HEARTBEAT = 0.5  # seconds


class BatchStopped(Exception):  # noqa: N818 (nobody made an error)
    """Somebody wants the work to stop."""


def run_on_threads(job: BatchJob, parts: Sequence[BatchPart], threads: int) -> Iterator[Event]:
    """Do parts, and yield what happens; closing the iterator stops the work, and leaves no half part behind."""
    stop, said = threading.Event(), SimpleQueue[Event | BaseException]()
    at_once = max(1, min(threads, len(parts)))
    waiting = iter(parts)
    with ThreadPoolExecutor(at_once, "finaltable-part") as pool:
        try:
            running = 0
            for _ in range(at_once):
                running += begin(pool, next(waiting, None), job, threads // at_once, stop, said)
            while running:
                event = heard(said)
                if isinstance(event, BaseException):
                    raise event
                yield event
                if not isinstance(event, Step):
                    running += begin(pool, next(waiting, None), job, threads // at_once, stop, said) - 1
        finally:
            stop.set()


def heard(said: Said) -> Event | BaseException:
    """Return what is said next; a step of nothing now and then, so that those who watch can stop the work."""
    try:
        return said.get(timeout=HEARTBEAT)
    except Empty:
        return Step(0, 0, 0)


def begin(
    pool: ThreadPoolExecutor, part: BatchPart | None, job: BatchJob, threads: int, stop: threading.Event, said: Said
) -> int:
    """Let a thread do a part, if there is one left; return how many were begun."""
    if part is None:
        return 0
    pool.submit(do_part, job, part, threads, stop, said)
    return 1


def do_part(job: BatchJob, part: BatchPart, threads: int, stop: threading.Event, said: Said) -> None:
    """Do a part, again if it fails, and say how it ended."""

    def tell(step: Step) -> None:
        if stop.is_set():
            raise BatchStopped
        if step.tables:
            said.put(step)

    try:
        said.put(tried(job, part, threads, tell))
    except BaseException as error:  # it belongs to the thread that waits
        said.put(error)


def tried(job: BatchJob, part: BatchPart, threads: int, tell: object) -> Done | Failed:
    """Do a part, again if it cannot be read: a disk of another machine may come back."""
    reason = ""
    for _ in range(1 + RETRIES):
        try:
            return work_part(job, part, threads, tell)  # type: ignore[arg-type]
        except PartError as error:
            reason = str(error)
    return Failed(part, reason)
