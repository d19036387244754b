"""Long work that clients ask for again and again: shared by question, fair between clients, stopped once all left."""

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

HELD = 0.5  # seconds that a client waits for an answer before it is told how far it is
NOT_ASKED = 1.5  # seconds after which a client that wants an answer would have asked again
AT_ONCE = 2  # questions of one client that are computed at the same time
PER_CLIENT = 8  # questions of one client that are computed or wait
OVERHEAD = 4_096  # bytes that an answer takes in memory beside its own
LOWER = 5  # steps of priority by which long work stands behind all other


class Progress(NamedTuple):
    """How far an answer is that is not there yet."""

    progress: float
    """The share of the work that is done, from 0 to 1. Ask the same again."""


class LongJob(Job):
    """Work that goes on while its client is away, but not for long."""

    def __init__(self, limits: Limits, key: bytes, client: str, work: Work) -> None:
        super().__init__(limits, client, work)
        self.key = key
        self.noted = 0.0

    @property
    def idle(self) -> float:
        """Seconds since somebody asked for it."""
        return time.monotonic() - self.asked

    @property
    def progress(self) -> float:
        """How far it is, by the work that is done or by the time that is over: it ends with either."""
        spent = 0.0 if self.deadline is None else 1.0 - (self.deadline - time.monotonic()) / self.limits.seconds
        return max(self.noted, min(1.0, spent))

    @property
    def size(self) -> int:
        """About the bytes of memory that its answer holds."""
        failed = self.answer.exception() is not None
        return OVERHEAD + (0 if failed else len(self.answer.result().body))

    def checkpoint(self, fraction: float = 0.0, error: float = 0.0) -> None:
        """Note how far it is; raise where the work should end, and also where nobody has asked for a while."""
        super().checkpoint(fraction, error)
        self.noted = max(self.noted, min(1.0, fraction))
        if self.idle > self.limits.left_seconds:
            raise ClientDisconnected


class Solves:
    """All long work, by question. Everything but the work itself happens on the event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits.for_long_work()
        self.line = WorkQueue(self.limits.long_workers, AT_ONCE, self.limits.waiting, compute)
        self.jobs: dict[bytes, LongJob] = {}
        """What is computed, or waits for that."""
        self.kept: dict[bytes, LongJob] = {}
        """What is done, the longest not asked for first."""
        self.kept_bytes = 0

    def open(self) -> None:
        """Hire the workers, who let everybody else go first."""
        self.line.open("finaltable-long", stand_back)

    def close(self) -> None:
        """Stop what still runs."""
        self.line.close()

    async def ask(self, key: bytes, client: str, work: Work, *, packs: bool = False) -> Response:
        """Return the answer, or how far it is. Who asks the same shares the same work, whoever asked first."""
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
        """Return an answer, or raise; work that was stopped at this very moment is asked for again."""
        try:
            return job.answer.result()
        except ClientDisconnected:
            raise Busy from None

    def add(self, job: LongJob) -> LongJob:
        """Put new work in line; raise `Busy` where the line, or this client's part of it, is too long."""
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
        """Forget work or its answer; where it is computed, that ends at its next checkpoint."""
        if self.jobs.get(job.key) is job:
            del self.jobs[job.key]
        if self.kept.get(job.key) is job:
            del self.kept[job.key]
            self.kept_bytes -= job.size
        self.line.leave(job)

    def keep(self, job: LongJob) -> None:
        """Keep an answer; work that was stopped leaves none."""
        if self.jobs.get(job.key) is job:
            del self.jobs[job.key]
            if not isinstance(job.answer.exception(), ClientDisconnected | Busy):
                self.kept[job.key] = job
                self.kept_bytes += job.size

    def leave_behind(self, client: str) -> None:
        """Stop what a client has left for something that now waits for a worker."""
        for job in self.line.running:
            if isinstance(job, LongJob) and job.client == client and job.idle > NOT_ASKED:
                self.stop(job)

    def forget(self) -> None:
        """Drop what nobody has asked for in a while, and the oldest answers where all of them are too much to keep."""
        for job in [*self.line.waiting]:
            if isinstance(job, LongJob) and job.idle > self.limits.left_seconds:
                self.stop(job)
        while (oldest := next(iter(self.kept.values()), None)) is not None:
            if oldest.idle <= self.limits.kept_seconds and self.kept_bytes <= self.limits.kept_bytes:
                return
            self.stop(oldest)


def stand_back() -> None:
    """Let threads of short work go first, where the system tells one thread from another."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.nice(0) + LOWER)
