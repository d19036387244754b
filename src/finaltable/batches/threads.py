"""Compute parts on the threads of this machine, or in a process for each thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeAlias

from finaltable.batches.job import RETRIES, BatchJob, BatchPart, Done, Failed, PartError, Step
from finaltable.batches.part import work_part
from finaltable.batches.processes import Workers
from finaltable.batches.work import OnStep

Event: TypeAlias = Step | Done | Failed
EventQueue: TypeAlias = "SimpleQueue[Event | BaseException]"

HEARTBEAT = 0.5  # seconds


class Task(NamedTuple):
    """The same for all threads of a run."""

    job: BatchJob
    threads: int
    """For one part."""
    workers: Workers
    stop: threading.Event
    queue: EventQueue


class BatchStopped(Exception):  # noqa: N818 (not an error)
    """Raised in a thread to stop the work."""


def run_on_threads(job: BatchJob, parts: Sequence[BatchPart], threads: int) -> Iterator[Event]:
    """Compute parts, and yield events; closing the iterator stops the work, and leaves no incomplete part."""
    stop, queue = threading.Event(), SimpleQueue[Event | BaseException]()
    at_once = max(1, min(threads, len(parts)))
    waiting = iter(parts)
    workers = Workers(at_once if job.work.in_processes else 0)
    task = Task(job, threads // at_once, workers, stop, queue)
    with ThreadPoolExecutor(at_once, "finaltable-part") as pool:
        try:
            running = 0
            for _ in range(at_once):
                running += begin(pool, next(waiting, None), task)
            while running:
                event = next_event(queue)
                if isinstance(event, BaseException):
                    raise event
                yield event
                if not isinstance(event, Step):
                    running += begin(pool, next(waiting, None), task) - 1
        finally:
            stop.set()
            workers.close()


def next_event(queue: EventQueue) -> Event | BaseException:
    """Return the next event, or an empty step after a while, so that the caller can stop the work."""
    try:
        return queue.get(timeout=HEARTBEAT)
    except Empty:
        return Step(0, 0, 0)


def begin(pool: ThreadPoolExecutor, part: BatchPart | None, task: Task) -> int:
    """Start a thread on a part, if there is one; return the number of parts started."""
    if part is None:
        return 0
    pool.submit(run_part, part, task)
    return 1


def run_part(part: BatchPart, task: Task) -> None:
    """Compute a part, with retries, and put the result into the queue."""

    def on_step(step: Step) -> None:
        if task.stop.is_set():
            raise BatchStopped
        if step.tables:
            task.queue.put(step)

    try:
        task.queue.put(with_retries(part, task, on_step))
    except BaseException as error:  # raised in the waiting thread
        task.queue.put(error)


def with_retries(part: BatchPart, task: Task, on_step: OnStep) -> Done | Failed:
    """Compute a part, and retry if it cannot be read: a network disk may come back, and a killed worker is replaced."""
    reason = ""
    for _ in range(1 + RETRIES):
        try:
            if task.job.work.in_processes:
                return task.workers.work_part(task.job, part, task.threads, on_step)
            return work_part(task.job, part, task.threads, on_step)
        except PartError as error:
            reason = str(error)
    return Failed(part, reason)
