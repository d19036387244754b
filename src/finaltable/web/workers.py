"""Where requests are computed: off the event loop, a few at a time, with a deadline, and not for clients who left."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from finaltable.errors import InputError, TooSlowError, Verbatim
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

    answer: asyncio.Future[Response]
    """What comes of it, once it stands in line."""

    def __init__(self, limits: Limits, client: str = "", work: Work | None = None) -> None:
        self.limits, self.client, self.work = limits, client, work or forgotten
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

    def end(self, done: asyncio.Future[Response]) -> None:
        """Have the answer, or what was raised instead."""
        if (problem := done.exception()) is None:
            self.work = forgotten  # it holds what was sent
            if not self.answer.done():  # it may be too late
                self.answer.set_result(done.result())
        else:
            self.fail(problem)

    def fail(self, problem: BaseException) -> None:
        """Have no answer; it may be too late for anybody to hear that."""
        self.work = forgotten
        if not self.answer.done():
            if isinstance(problem, InputError | Busy | ClientDisconnected):
                # It is no mistake of ours. The frames that it came through hold all that was sent and read.
                problem.__traceback__ = problem.__context__ = problem.__cause__ = None
            self.answer.set_exception(problem)
            self.answer.exception()

    def too_slow(self) -> TooSlowError:
        """Say that there was not enough time."""
        rule = f"would take longer than {self.limits.seconds:g} s, this server's limit"
        return TooSlowError("request", rule, Verbatim("no answer in time"), hint="ask for less")


class WorkQueue:
    """Work in line for a few threads: clients with the least at work come first, and each has a part of the threads.

    Where the line is full, the client with the most in it gives way. All of this happens on the event loop.
    """

    def __init__(self, workers: int, at_once: int, most: int, begin: Callable[[Job], Response]) -> None:
        self.workers, self.at_once, self.most, self.compute = workers, at_once, most, begin
        self.waiting: list[Job] = []
        self.running: list[Job] = []
        self.pool: ThreadPoolExecutor | None = None

    def open(self, name: str, at_first: Callable[[], None] | None = None) -> None:
        """Hire the workers."""
        self.pool = ThreadPoolExecutor(self.workers, name, at_first)

    def close(self) -> None:
        """Stop what still runs; nobody waits for it any more."""
        for job in self.running:
            job.left.set()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    def __len__(self) -> int:
        return len(self.running) + len(self.waiting)

    def of(self, client: str) -> list[Job]:
        """Return what a client has in line, or at work."""
        return [job for job in (*self.running, *self.waiting) if job.client == client]

    def add(self, job: Job) -> None:
        """Put new work in line, or raise `Busy`."""
        if len(self) >= self.workers + self.most:
            self.make_room(job.client)
        job.answer = asyncio.get_running_loop().create_future()
        self.waiting.append(job)
        self.begin()

    def make_room(self, client: str) -> None:
        """Turn away the last work of the client that has most in line; raise `Busy` where that is the new one."""
        counts = Counter(job.client for job in self.waiting)
        crowd = max(counts, key=lambda one: counts[one], default=client)
        if counts[crowd] <= counts[client] + 1:
            raise Busy
        last = next(job for job in reversed(self.waiting) if job.client == crowd)
        self.waiting.remove(last)
        last.fail(Busy())

    def leave(self, job: Job) -> None:
        """Give work up: it is not begun, or ends at its next checkpoint."""
        job.left.set()
        if job in self.waiting:
            self.waiting.remove(job)
            job.fail(ClientDisconnected())

    def begin(self) -> None:
        """Begin what can be begun."""
        while self.waiting and len(self.running) < self.workers:
            at_work = Counter(job.client for job in self.running)
            job = min(self.waiting, key=lambda one: at_work[one.client])
            if at_work[job.client] >= self.at_once:
                return
            self.waiting.remove(job)
            self.running.append(job)
            done = asyncio.get_running_loop().run_in_executor(self.pool, self.compute, job)
            done.add_done_callback(partial(self.end, job))

    def end(self, job: Job, done: asyncio.Future[Response]) -> None:
        """Hand out an answer, and let the next work begin."""
        self.running.remove(job)
        if done.cancelled():  # the server stops
            return
        job.end(done)
        self.begin()


class WorkerPool:
    """Answers requests while their clients wait."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.line = WorkQueue(limits.workers, max(2, limits.workers // 2), limits.waiting, self.begin)

    @property
    def inside(self) -> int:
        """How many requests are computed, or wait for that."""
        return len(self.line)

    def open(self) -> None:
        """Hire the workers."""
        self.line.open("finaltable")

    def close(self) -> None:
        """Stop what still runs."""
        self.line.close()

    async def run(self, request: Request, work: Work) -> Response:
        """Let a worker read and answer a request, or raise `Busy`, `ClientDisconnected` or an `InputError`."""
        job = Job(self.limits, client_of(request), work)
        job.packs = takes_gzip(request)
        self.line.add(job)
        # Most answers are there before it is worth watching the connection.
        done, _ = await asyncio.wait({job.answer}, timeout=SOON)
        if not done:
            await self.watch(request, job)
        return await job.answer

    @staticmethod
    def begin(job: Job) -> Response:
        """Start the clock and work, but not for who has waited too long already."""
        if time.monotonic() - job.asked > job.limits.seconds:
            raise Busy  # who has waited that long is better told to come back
        return compute(job)

    async def watch(self, request: Request, job: Job) -> None:
        """Wait for the answer, for the client to leave, or for a worker who looks at no clock."""
        gone = asyncio.ensure_future(disconnected(request))
        longest = 2 * self.limits.seconds + LATE  # as long as a request may wait, and then as long as it may take
        try:
            awaited: set[asyncio.Future[Any]] = {job.answer, gone}
            await asyncio.wait(awaited, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not job.answer.done():
                self.line.leave(job)
                raise ClientDisconnected if gone.done() else job.too_slow()
        finally:
            gone.cancel()


def client_of(request: Request) -> str:
    """Return who asks, as `Guard` has found out."""
    return request.client.host if request.client else ""


def compute(job: Job) -> Response:
    """Do the work; the answer has its bounds, too."""
    job.checkpoint()
    try:
        answer = job.work(job)
    except MemoryError:
        raise too_large() from None
    job.limits.check_answer(len(answer.body))
    return pack(answer) if job.packs else answer


def forgotten(job: Job) -> Response:
    """Stand where work was that is done, or where there is none."""
    raise AssertionError(job)


def too_large() -> LimitError:
    """Say that there was not enough memory."""
    return LimitError("request", "needs more memory than this server has", Verbatim("too large a table"))


async def disconnected(request: Request) -> None:
    """Return when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
