"""Where requests are computed: off the event loop, a few at a time, with a deadline, and not for clients who left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from finaltable.errors import Verbatim
from finaltable.web.limits import LimitError, Limits
from finaltable.web.packing import pack, takes_gzip

Work = Callable[["Job"], Response]
SOON = 0.05  # seconds before it is worth asking whether the client is still there
LATE = 1.0  # seconds after the deadline by which a worker should have noticed it


class Busy(Exception):  # noqa: N818 (it is an answer, not an error of ours)
    """Too many requests are waiting."""


class ClientDisconnected(Exception):  # noqa: N818
    """The client is gone; nobody will read the answer."""


class Job:
    """One request's work: its `checkpoint` is called now and then while it is computed, and stops it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.left = Event()
        self.packs = False  # whether the client takes packed answers
        self.asked = time.monotonic()
        self.deadline: float | None = None

    def checkpoint(self, _fraction: float = 0.0, _error: float = 0.0) -> None:
        """Raise where the work should end; the time counts from the first checkpoint, when a worker has begun."""
        now = time.monotonic()
        if self.deadline is None:
            self.deadline = now + self.limits.seconds
        if self.left.is_set():
            raise ClientDisconnected
        if now > self.deadline:
            raise self.too_slow()

    def too_slow(self) -> LimitError:
        """Say that there was not enough time."""
        rule = f"would take longer than {self.limits.seconds:g} s, this server's limit: ask for less"
        return LimitError("request", rule, Verbatim("no answer in time"))


class WorkerPool:
    """A few workers, a short queue in front of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.jobs: set[Job] = set()
        self.pool: ThreadPoolExecutor | None = None

    @property
    def inside(self) -> int:
        """How many requests are computed, or wait for that."""
        return len(self.jobs)

    def open(self) -> None:
        """Hire the workers."""
        self.pool = ThreadPoolExecutor(self.limits.workers, thread_name_prefix="finaltable")

    async def run(self, request: Request, work: Work) -> Response:
        """Let a worker read and answer a request, or raise `Busy`, `ClientDisconnected` or an `InputError`."""
        if self.inside >= self.limits.workers + self.limits.waiting:
            raise Busy
        job = Job(self.limits)
        job.packs = takes_gzip(request)
        self.jobs.add(job)
        future = asyncio.get_running_loop().run_in_executor(self.pool, self.begin, work, job)
        future.add_done_callback(lambda done: self.end(job, done))
        # Most answers are there before it is worth watching the connection.
        done, _ = await asyncio.wait({future}, timeout=SOON)
        if not done:
            await self.watch(request, future, job)
        return await future

    def end(self, job: Job, done: asyncio.Future[Response]) -> None:
        """Forget a job; what it raised may come too late for anybody to hear it."""
        self.jobs.discard(job)
        if not done.cancelled():
            done.exception()

    @staticmethod
    def begin(work: Work, job: Job) -> Response:
        """Start the clock and work; nothing is begun for a client who left while waiting."""
        if time.monotonic() - job.asked > job.limits.seconds:
            raise Busy  # who has waited that long is better told to come back
        return compute(work, job)

    async def watch(self, request: Request, future: asyncio.Future[Response], job: Job) -> None:
        """Wait for the answer, for the client to leave, or for a worker who looks at no clock."""
        gone = asyncio.ensure_future(disconnected(request))
        both: set[asyncio.Future[Any]] = {future, gone}
        longest = 2 * self.limits.seconds + LATE  # as long as a request may wait, and then as long as it may take
        try:
            await asyncio.wait(both, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not future.done():
                job.left.set()  # it notices at its next checkpoint
                raise ClientDisconnected if gone.done() else job.too_slow()
        finally:
            gone.cancel()

    def close(self) -> None:
        """Stop what still runs; nobody waits for it any more."""
        for job in self.jobs:
            job.left.set()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


def compute(work: Work, job: Job) -> Response:
    """Do the work; the answer has its bounds, too."""
    job.checkpoint()
    try:
        answer = work(job)
    except MemoryError:
        raise too_large() from None
    job.limits.check_answer(len(answer.body))
    return pack(answer) if job.packs else answer


def too_large() -> LimitError:
    """Say that there was not enough memory."""
    return LimitError("request", "needs more memory than this server has", Verbatim("too large a table"))


async def disconnected(request: Request) -> None:
    """Return when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
