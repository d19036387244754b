"""Long work that clients ask for again and again: shared by question, fair between clients, stopped once all left."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from starlette.responses import JSONResponse, Response

from finaltable.web.limits import Limits
from finaltable.web.workers import Busy, ClientDisconnected, Job, Work, compute

HELD = 0.5  # seconds that a client waits for an answer before it is told how far it is
NOT_ASKED = 1.5  # seconds after which a client that wants an answer would have asked again
AT_ONCE = 2  # questions of one client that are computed at the same time
PER_CLIENT = 8  # questions of one client that are computed or wait
LOWER = 5  # steps of priority by which long work stands behind all other


class LongJob(Job):
    """Work that goes on while its client is away, but not for long."""

    def __init__(self, limits: Limits, key: bytes, client: str, work: Work) -> None:
        super().__init__(limits)
        self.key, self.client, self.work = key, client, work
        self.noted = 0.0
        self.answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

    @property
    def idle(self) -> float:
        """Seconds since somebody asked for it."""
        return time.monotonic() - self.asked

    @property
    def progress(self) -> float:
        """How far it is, by the work that is done or by the time that is over: it ends with either."""
        spent = 0.0 if self.deadline is None else 1.0 - (self.deadline - time.monotonic()) / self.limits.seconds
        return max(self.noted, min(1.0, spent))

    def checkpoint(self, fraction: float = 0.0, error: float = 0.0) -> None:
        """Note how far it is; raise where the work should end, and also where nobody has asked for a while."""
        super().checkpoint(fraction, error)
        self.noted = max(self.noted, min(1.0, fraction))
        if self.idle > self.limits.left_seconds:
            raise ClientDisconnected

    def end(self, done: asyncio.Future[Response]) -> None:
        """Keep the answer, or what was raised; that may come too late for anybody to hear it."""
        self.work = forgotten  # the question may hold files, which nobody keeps
        if self.answer.done():
            return
        if (problem := done.exception()) is None:
            self.answer.set_result(done.result())
        else:
            self.answer.set_exception(problem)
            self.answer.exception()


class Solves:
    """All long work, by question. Everything but the work itself happens on the event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits.for_long_work()
        self.jobs: dict[bytes, LongJob] = {}
        self.waiting: list[LongJob] = []
        self.running: list[LongJob] = []
        self.pool: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Hire the workers, who let everybody else go first."""
        self.pool = ThreadPoolExecutor(self.limits.long_workers, "finaltable-long", stand_back)

    def close(self) -> None:
        """Stop what still runs."""
        for job in self.running:
            job.left.set()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    async def ask(self, key: bytes, client: str, work: Work, *, packs: bool = False) -> Response:
        """Return the answer, or how far it is. Who asks the same shares the same work, whoever asked first."""
        self.forget()
        job = self.jobs.get(key) or self.add(LongJob(self.limits, key, client, work))
        job.asked, job.packs = time.monotonic(), packs
        self.start_waiting()
        if job in self.waiting:
            self.leave_behind(job.client)
        await asyncio.wait({job.answer}, timeout=HELD)
        if not job.answer.done():
            return JSONResponse({"progress": job.progress}, 202, {"preference-applied": "respond-async"})
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
        own = [other for other in (*self.running, *self.waiting) if other.client == job.client]
        longest = max(own, key=lambda other: other.idle, default=job)
        if len(own) >= PER_CLIENT and longest.idle > NOT_ASKED:
            self.stop(longest)
        elif len(own) >= PER_CLIENT or len(self.waiting) >= self.limits.waiting:
            raise Busy
        self.jobs[job.key] = job
        self.waiting.append(job)
        return job

    def stop(self, job: LongJob) -> None:
        """Forget work; where it is computed, that ends at its next checkpoint."""
        job.left.set()
        if job in self.waiting:
            self.waiting.remove(job)
        if self.jobs.get(job.key) is job:
            del self.jobs[job.key]

    def leave_behind(self, client: str) -> None:
        """Stop what a client has left for something that now waits for a worker."""
        for job in self.running:
            if job.client == client and job.idle > NOT_ASKED:
                self.stop(job)

    def start_waiting(self) -> None:
        """Begin what can be begun: clients with the least at work come first."""
        while self.waiting and len(self.running) < self.limits.long_workers:
            job = min(self.waiting, key=self.at_work)
            if self.at_work(job) >= AT_ONCE:
                return
            self.waiting.remove(job)
            self.running.append(job)
            done = asyncio.get_running_loop().run_in_executor(self.pool, compute, job.work, job)
            done.add_done_callback(lambda done, job=job: self.end(job, done))  # type: ignore[misc]

    def at_work(self, job: LongJob) -> int:
        """Return how many questions of the same client are computed."""
        return sum(other.client == job.client for other in self.running)

    def end(self, job: LongJob, done: asyncio.Future[Response]) -> None:
        """Keep an answer, and let the next one begin."""
        self.running.remove(job)
        if done.cancelled():  # the server stops
            return
        job.end(done)
        if job.left.is_set() or isinstance(job.answer.exception(), ClientDisconnected):
            self.stop(job)
        self.start_waiting()

    def forget(self) -> None:
        """Drop what nobody has asked for in a while, and the oldest answers where all of them are too much to keep."""
        kept = 0
        for job in sorted(self.jobs.values(), key=lambda job: job.idle):
            done = job.answer.done()
            kept += size_of(job) if done else 0
            longest = self.limits.kept_seconds if done else self.limits.left_seconds
            if job.idle > longest or (done and kept > self.limits.kept_bytes):
                self.stop(job)


def forgotten(job: Job) -> Response:
    """Stand where work was that is done."""
    raise AssertionError(job)


def size_of(job: LongJob) -> int:
    """Return the bytes of an answer."""
    return 0 if job.answer.exception() is not None else len(job.answer.result().body)


def stand_back() -> None:
    """Let threads of short work go first, where the system tells one thread from another."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.nice(0) + LOWER)
