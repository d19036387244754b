"""Compute parts on the threads of this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import TypeAlias

from finaltable.batches.job import RETRIES, BatchJob, BatchPart, Done, Failed, PartError, Step
from finaltable.batches.part import work_part

Event: TypeAlias = Step | Done | Failed
EventQueue: TypeAlias = "SimpleQueue[Event | BaseException]"

HEARTBEAT = 0.5  # seconds


class BatchStopped(Exception):  # noqa: N818 (not an error)
    """Raised in a thread to stop the work."""


def run_on_threads(job: BatchJob, parts: Sequence[BatchPart], threads: int) -> Iterator[Event]:
    """Compute parts, and yield events; closing the iterator stops the work, and leaves no incomplete part."""
    stop, queue = threading.Event(), SimpleQueue[Event | BaseException]()
    at_once = max(1, min(threads, len(parts)))
    waiting = iter(parts)
    with ThreadPoolExecutor(at_once, "finaltable-part") as pool:
        try:
            running = 0
            for _ in range(at_once):
                running += begin(pool, next(waiting, None), job, threads // at_once, stop, queue)
            while running:
                event = next_event(queue)
                if isinstance(event, BaseException):
                    raise event
                yield event
                if not isinstance(event, Step):
                    running += begin(pool, next(waiting, None), job, threads // at_once, stop, queue) - 1
        finally:
            stop.set()


def next_event(queue: EventQueue) -> Event | BaseException:
    """Return the next event, or an empty step after a while, so that the caller can stop the work."""
    try:
        return queue.get(timeout=HEARTBEAT)
    except Empty:
        return Step(0, 0, 0)


def begin(
    pool: ThreadPoolExecutor,
    part: BatchPart | None,
    job: BatchJob,
    threads: int,
    stop: threading.Event,
    queue: EventQueue,
) -> int:
    """Start a thread on a part, if there is one; return the number of parts started."""
    if part is None:
        return 0
    pool.submit(run_part, job, part, threads, stop, queue)
    return 1


def run_part(job: BatchJob, part: BatchPart, threads: int, stop: threading.Event, queue: EventQueue) -> None:
    """Compute a part, with retries, and put the result into the queue."""

    def on_step(step: Step) -> None:
        if stop.is_set():
            raise BatchStopped
        if step.tables:
            queue.put(step)

    try:
        queue.put(with_retries(job, part, threads, on_step))
    except BaseException as error:  # raised in the waiting thread
        queue.put(error)


def with_retries(job: BatchJob, part: BatchPart, threads: int, on_step: object) -> Done | Failed:
    """Compute a part, and retry if it cannot be read: a network disk may come back."""
    reason = ""
    for _ in range(1 + RETRIES):
        try:
            return work_part(job, part, threads, on_step)  # type: ignore[arg-type]
        except PartError as error:
            reason = str(error)
    return Failed(part, reason)
