"""Compute parts on the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from finaltable.batches.job import RETRIES, BatchJob, BatchPart, Done, Failed, PartError, Step
from finaltable.batches.part import check_worker, work_part
from finaltable.batches.storage import Target, TargetError
from finaltable.batches.threads import HEARTBEAT, Event
from finaltable.errors import InputError, UnfinishedError, Verbatim

WINDOW = 1000  # parts submitted to the scheduler at a time
PATIENCE = 15.0  # seconds without a scheduler until the run stops
PAUSE = 0.05  # seconds between two checks of the scheduler


class Cluster:
    """Submits parts to a client, and returns their results."""

    def __init__(self, job: BatchJob, client: Any) -> None:
        self.job = job
        self.client = client
        self.done: SimpleQueue[Any] = SimpleQueue()
        self.running: dict[Any, BatchPart] = {}
        self.submitted, self.token = 0, uuid4().hex
        self.seen = time.monotonic()
        """Time at which the scheduler was last seen."""
        self.failed = 0
        """Number of results in a row that could not be fetched."""

    def submit(self, part: BatchPart) -> None:
        """Submit a part under a new name, so that Dask does not reuse an earlier result."""
        self.submitted += 1
        key = f"finaltable-{part.number}-{self.submitted}-{self.token}"
        future = self.client.submit(work_part, self.job, part, key=key, retries=RETRIES, pure=False)
        self.running[future.key] = part
        future.add_done_callback(self.done.put)

    def next_event(self) -> Event:
        """Wait for a part, or a short time; raise if the scheduler has been gone for too long."""
        try:
            future = self.done.get(timeout=HEARTBEAT)
        except Empty:
            self.check_scheduler()
            return Step(0, 0, 0)
        if future.status == "finished":
            return self.fetched(future)
        part = self.running.pop(future.key)
        if future.status == "error":
            return failed(part, future.exception())
        # Lost or cancelled: Dask reports this for a short time after a worker or the scheduler died.
        self.wait_for_scheduler()
        self.submit(part)
        return Step(0, 0, 0)

    def fetched(self, future: Any) -> Event:
        """Return the result of a part; if the scheduler went away meanwhile, try again for a while."""
        try:
            found: Done = future.result()
        except OSError:
            self.check_scheduler()
            self.failed += 1
            if self.failed * PAUSE > PATIENCE:
                raise
            self.done.put(future)
            time.sleep(PAUSE)
            return Step(0, 0, 0)
        self.failed = 0
        del self.running[future.key]
        return found

    def check_scheduler(self) -> None:
        """Raise if there has been no scheduler for a while."""
        if self.client.status == "running":
            self.seen = time.monotonic()
        elif self.client.status == "closed" or time.monotonic() - self.seen > PATIENCE:
            reason = "the scheduler of the cluster is gone"
            raise UnfinishedError(f"the run stopped ({reason}); the same call resumes from the finished parts")

    def wait_for_scheduler(self) -> None:
        """Return once the scheduler is back, or raise."""
        while self.client.status != "running":
            self.check_scheduler()
            time.sleep(PAUSE)

    def cancel(self) -> None:
        """Cancel the parts that have not started."""
        futures = [self.client.futures[key] for key in self.running if key in self.client.futures]
        if futures and self.client.status == "running":
            with suppress(OSError, RuntimeError, TimeoutError):
                self.client.cancel(list(self.running), force=True)


def run_on_cluster(job: BatchJob, parts: Sequence[BatchPart], client: Any) -> Iterator[Event]:
    """Compute parts on the workers of a client, and yield events."""
    if parts:
        check_workers(job, client)
    cluster, waiting = Cluster(job, client), iter(parts)
    try:
        for part in islice(waiting, WINDOW):
            cluster.submit(part)
        while cluster.running:
            event = cluster.next_event()
            yield event
            if not isinstance(event, Step):
                for part in islice(waiting, 1):
                    cluster.submit(part)
    finally:
        cluster.cancel()


def failed(part: BatchPart, error: BaseException) -> Failed:
    """Return the event of a failed part; raise for errors of the target, which stop the run."""
    from distributed import KilledWorker

    if isinstance(error, TargetError):
        raise error
    if isinstance(error, KilledWorker):
        return Failed(part, "the worker died on every try")
    return Failed(part, str(error) if isinstance(error, PartError) else f"{type(error).__name__}: {error}")


def check_workers(job: BatchJob, client: Any) -> None:
    """Raise if a worker has no finaltable, another version, or cannot reach the target."""
    try:
        found = client.run(check_this_worker, job, on_error="return")
    except (AttributeError, TypeError) as error:
        rule = "must be a client of Dask"
        raise InputError("client", rule, Verbatim(f"{type(client).__name__}: {error}"), code="wrong_type") from None
    for worker, answer in found.items():
        if isinstance(answer, BaseException):
            raise UnfinishedError(f"the run did not begin: worker {worker} cannot work ({answer})")


def check_this_worker(job: BatchJob) -> None:
    """Raise on a worker that cannot compute parts."""
    check_worker(job, Target(job.target))
