"""Where requests are computed: off the event loop, a few at a time, with a deadline, and not for clients who left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from finaltable.errors import Verbatim
from finaltable.web.limits import LimitError, Limits
from finaltable.web.packing import pack, takes_gzip

Work = Callable[["Job"], Response]
Begin = Callable[[Any, Callable[[], Awaitable[Response]]], Response]
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
        self.on_working: Callable[[], None] | None = None
        self.offered: asyncio.Future[Any] | None = None  # what can be sent before the answer is known

    def working(self, fraction: float = 0.0, error: float = 0.0) -> None:
        """Go on, as `checkpoint`. At the first call everything that was asked has been checked: a page may begin."""
        if self.on_working is not None:
            told, self.on_working = self.on_working, None
            told()
        self.checkpoint(fraction, error)

    def offer(self, beginning: object) -> None:
        """Hand out what can be sent already; a worker calls it."""
        if self.offered is not None:
            self.offered.get_loop().call_soon_threadsafe(settle, self.offered, beginning)

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
        rule = f"would take longer than {self.limits.seconds:g} s, this server's limit"
        return LimitError("request", rule, Verbatim("no answer in time"), hint="ask for less")


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
        job = Job(self.limits)
        return await self.finish(request, self.start(request, work, job), job)

    async def run_or_begin(self, request: Request, work: Work, begin: Begin) -> Response:
        """Answer as `run`. Where it takes long, return what ``begin`` makes of what the work offers and of the rest."""
        job = Job(self.limits)
        job.offered = asyncio.get_running_loop().create_future()
        future = self.start(request, work, job)
        await asyncio.wait({future}, timeout=SOON)
        if not future.done():
            await self.watch(request, future, job, job.offered)
        if future.done():
            return await future
        return begin(job.offered.result(), lambda: self.finish(request, future, job))

    def start(self, request: Request, work: Work, job: Job) -> asyncio.Future[Response]:
        """Give the work to a worker."""
        if self.inside >= self.limits.workers + self.limits.waiting:
            raise Busy
        job.packs = takes_gzip(request)
        self.jobs.add(job)
        future = asyncio.get_running_loop().run_in_executor(self.pool, self.begin, work, job)
        future.add_done_callback(lambda done: self.end(job, done))
        return future

    async def finish(self, request: Request, future: asyncio.Future[Response], job: Job) -> Response:
        """Wait for an answer."""
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

    async def watch(
        self, request: Request, future: asyncio.Future[Response], job: Job, *enough: asyncio.Future[Any]
    ) -> None:
        """Wait for the answer or what is enough, for the client to leave, or for a worker who looks at no clock."""
        gone = asyncio.ensure_future(disconnected(request))
        awaited: set[asyncio.Future[Any]] = {future, gone, *enough}
        longest = 2 * self.limits.seconds + LATE  # as long as a request may wait, and then as long as it may take
        try:
            await asyncio.wait(awaited, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not any(one.done() for one in (future, *enough)):
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


def settle(future: asyncio.Future[Any], value: object) -> None:
    """Give a future its value, if anybody still waits for one."""
    if not future.done():
        future.set_result(value)


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
