"""Long questions, which clients poll: shared between clients, fair, and stopped when no client polls."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from typing import NamedTuple

from starlette.responses import JSONResponse, Response

from finaltable.web.limits import Limits
from finaltable.web.workers import Busy, ClientDisconnected, Job, Work, WorkQueue, compute

HELD = 0.5  # seconds that a poll waits for the answer before it returns the progress
NOT_ASKED = 1.5  # seconds without a poll after which a question may give way to others
AT_ONCE = 2  # questions of one client computed in parallel
PER_CLIENT = 8  # questions of one client, running and waiting
OVERHEAD = 4_096  # bytes of memory of a cached answer besides its body
LOWER = 5  # added to the niceness of threads for long questions


class Progress(NamedTuple):
    """Progress of a long question; send the same request again."""

    progress: float
    """The fraction done, from 0 to 1."""


class LongJob(Job):
    """A job that continues between polls of its client."""

    def __init__(self, limits: Limits, key: bytes, client: str, work: Work) -> None:
        super().__init__(limits, client, work)
        self.key = key
        self.noted = 0.0

    @property
    def idle(self) -> float:
        """Seconds since the last poll."""
        return time.monotonic() - self.asked

    @property
    def progress(self) -> float:
        """The fraction done, by work or by elapsed time, whichever is larger."""
        spent = 0.0 if self.deadline is None else 1.0 - (self.deadline - time.monotonic()) / self.limits.seconds
        return max(self.noted, min(1.0, spent))

    @property
    def size(self) -> int:
        """Approximate memory of its answer, in bytes."""
        failed = self.answer.exception() is not None
        return OVERHEAD + (0 if failed else len(self.answer.result().body))

    def checkpoint(self, fraction: float = 0.0, error: float = 0.0) -> None:
        """Record the progress; raise if the work should stop, or if it has not been polled for a while."""
        super().checkpoint(fraction, error)
        self.noted = max(self.noted, min(1.0, fraction))
        if self.idle > self.limits.left_seconds:
            raise ClientDisconnected


class Solves:
    """All long questions. All methods run on the event loop; only the work runs in threads."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits.for_long_work()
        self.line = WorkQueue(self.limits.long_workers, AT_ONCE, self.limits.waiting, compute)
        self.jobs: dict[bytes, LongJob] = {}
        """Running and waiting jobs by key."""
        self.kept: dict[bytes, LongJob] = {}
        """Cache of finished jobs by key, least recently polled first."""
        self.kept_bytes = 0

    def open(self) -> None:
        """Start the threads, with low priority."""
        self.line.open("finaltable-long", stand_back)

    def close(self) -> None:
        """Stop running jobs."""
        self.line.close()

    async def ask(self, key: bytes, client: str, work: Work, *, packs: bool = False) -> Response:
        """Return the answer, or the progress. Equal questions of all clients share one job."""
        self.forget()
        job = self.jobs.get(key) or self.kept.get(key) or self.add(LongJob(self.limits, key, client, work))
        job.asked, job.packs = time.monotonic(), packs
        if key in self.kept:
            self.kept[key] = self.kept.pop(key)
        if job in self.line.waiting:
            self.leave_behind(job.client)
        await asyncio.wait({job.answer}, timeout=HELD)
        if not job.answer.done():
            return JSONResponse(Progress(job.progress)._asdict(), 202, {"preference-applied": "respond-async"})
        if job.answer.exception() is not None:
            self.stop(job)
        return self.taken(job)

    @staticmethod
    def taken(job: LongJob) -> Response:
        """Return the answer, or raise; a job that was just stopped is `Busy`: the client should retry."""
        try:
            return job.answer.result()
        except ClientDisconnected:
            raise Busy from None

    def add(self, job: LongJob) -> LongJob:
        """Queue a job; raise `Busy` if the queue is full, or the client has too many jobs."""
        own = [one for one in self.line.of(job.client) if isinstance(one, LongJob)]
        longest = max(own, key=lambda other: other.idle, default=job)
        if len(own) >= PER_CLIENT and longest.idle > NOT_ASKED:
            self.stop(longest)
        elif len(own) >= PER_CLIENT:
            raise Busy
        self.line.add(job)
        self.jobs[job.key] = job
        job.answer.add_done_callback(lambda _: self.keep(job))
        return job

    def stop(self, job: LongJob) -> None:
        """Remove a job and its answer; if it is running, it stops at its next checkpoint."""
        if self.jobs.get(job.key) is job:
            del self.jobs[job.key]
        if self.kept.get(job.key) is job:
            del self.kept[job.key]
            self.kept_bytes -= job.size
        self.line.leave(job)

    def keep(self, job: LongJob) -> None:
        """Cache the answer of a job, unless it was stopped."""
        if self.jobs.get(job.key) is job:
            del self.jobs[job.key]
            if not isinstance(job.answer.exception(), ClientDisconnected | Busy):
                self.kept[job.key] = job
                self.kept_bytes += job.size

    def leave_behind(self, client: str) -> None:
        """Stop jobs that a client no longer polls, to make room for its waiting job."""
        for job in self.line.running:
            if isinstance(job, LongJob) and job.client == client and job.idle > NOT_ASKED:
                self.stop(job)

    def forget(self) -> None:
        """Drop jobs that are not polled, and the oldest answers if the cache is too large."""
        for job in [*self.line.waiting]:
            if isinstance(job, LongJob) and job.idle > self.limits.left_seconds:
                self.stop(job)
        while (oldest := next(iter(self.kept.values()), None)) is not None:
            if oldest.idle <= self.limits.kept_seconds and self.kept_bytes <= self.limits.kept_bytes:
                return
            self.stop(oldest)


def stand_back() -> None:
    """Lower the priority of this thread, on Linux."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.nice(0) + LOWER)
