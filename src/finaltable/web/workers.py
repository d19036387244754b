"""Compute requests in threads: fair between clients, with a deadline, cancelled if the client disconnects."""

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
SOON = 0.05  # seconds before watching the connection is worth it
LATE = 1.0  # seconds for a worker to notice its deadline


class Busy(Exception):  # noqa: N818 (it is an answer, not an error of ours)
    """Too many requests are waiting."""


class ClientDisconnected(Exception):  # noqa: N818
    """The client has disconnected."""


class Job:
    """One request to compute; the computation calls `checkpoint`, which raises to stop it."""

    answer: asyncio.Future[Response]
    """The answer; set once the job is queued."""

    def __init__(self, limits: Limits, client: str = "", work: Work | None = None) -> None:
        self.limits, self.client, self.work = limits, client, work or forgotten
        self.left = Event()
        self.packs = False  # whether the client accepts gzip
        self.asked = time.monotonic()
        self.deadline: float | None = None

    def checkpoint(self, _fraction: float = 0.0, _error: float = 0.0) -> None:
        """Raise if the work should stop; the deadline counts from the first checkpoint."""
        now = time.monotonic()
        if self.deadline is None:
            self.deadline = now + self.limits.seconds
        if self.left.is_set():
            raise ClientDisconnected
        if now > self.deadline:
            raise self.too_slow()

    def end(self, done: asyncio.Future[Response]) -> None:
        """Set the answer, or the exception."""
        if (problem := done.exception()) is None:
            self.work = forgotten  # release the request's body
            if not self.answer.done():  # it may have failed before
                self.answer.set_result(done.result())
        else:
            self.fail(problem)

    def fail(self, problem: BaseException) -> None:
        """Set an exception, unless there is an answer."""
        self.work = forgotten
        if not self.answer.done():
            if isinstance(problem, InputError | Busy | ClientDisconnected):
                # An expected error needs no traceback, whose frames would hold the request in memory.
                problem.__traceback__ = problem.__context__ = problem.__cause__ = None
            self.answer.set_exception(problem)
            self.answer.exception()

    def too_slow(self) -> TooSlowError:
        """Return the error for a missed deadline."""
        rule = f"would take longer than {self.limits.seconds:g} s, this server's limit"
        return TooSlowError("request", rule, Verbatim("no answer in time"), hint="ask for less")


class WorkQueue:
    """A queue for a few threads. Clients with the fewest running jobs come first; each may use some of the threads.

    If the queue is full, a job of the client with the most is refused. All methods run on the event loop.
    """

    def __init__(self, workers: int, at_once: int, most: int, begin: Callable[[Job], Response]) -> None:
        self.workers, self.at_once, self.most, self.compute = workers, at_once, most, begin
        self.waiting: list[Job] = []
        self.running: list[Job] = []
        self.pool: ThreadPoolExecutor | None = None

    def open(self, name: str, at_first: Callable[[], None] | None = None) -> None:
        """Start the threads."""
        self.pool = ThreadPoolExecutor(self.workers, name, at_first)

    def close(self) -> None:
        """Stop running jobs without waiting for them."""
        for job in self.running:
            job.left.set()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    def __len__(self) -> int:
        return len(self.running) + len(self.waiting)

    def of(self, client: str) -> list[Job]:
        """Return the running and waiting jobs of a client."""
        return [job for job in (*self.running, *self.waiting) if job.client == client]

    def add(self, job: Job) -> None:
        """Queue a job, or raise `Busy`."""
        if len(self) >= self.workers + self.most:
            self.make_room(job.client)
        job.answer = asyncio.get_running_loop().create_future()
        self.waiting.append(job)
        self.begin()

    def make_room(self, client: str) -> None:
        """Refuse the last job of the client with the most waiting; raise `Busy` if that is this client."""
        counts = Counter(job.client for job in self.waiting)
        crowd = max(counts, key=lambda one: counts[one], default=client)
        if counts[crowd] <= counts[client] + 1:
            raise Busy
        last = next(job for job in reversed(self.waiting) if job.client == crowd)
        self.waiting.remove(last)
        last.fail(Busy())

    def leave(self, job: Job) -> None:
        """Cancel a job: remove it from the queue, or stop it at its next checkpoint."""
        job.left.set()
        if job in self.waiting:
            self.waiting.remove(job)
            job.fail(ClientDisconnected())

    def begin(self) -> None:
        """Start waiting jobs on free threads."""
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
        """Set the answer of a job, and start the next."""
        self.running.remove(job)
        if done.cancelled():  # the server is stopping
            return
        job.end(done)
        self.begin()


class WorkerPool:
    """Computes requests while their clients wait."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.line = WorkQueue(limits.workers, max(2, limits.workers // 2), limits.waiting, self.begin)

    @property
    def inside(self) -> int:
        """Number of running and waiting requests."""
        return len(self.line)

    def open(self) -> None:
        """Start the threads."""
        self.line.open("finaltable")

    def close(self) -> None:
        """Stop running jobs."""
        self.line.close()

    async def run(self, request: Request, work: Work) -> Response:
        """Compute a request in a thread, or raise `Busy`, `ClientDisconnected` or an `InputError`."""
        job = Job(self.limits, client_of(request), work)
        job.packs = takes_gzip(request)
        self.line.add(job)
        # Most answers are ready before watching the connection is worth it.
        done, _ = await asyncio.wait({job.answer}, timeout=SOON)
        if not done:
            await self.watch(request, job)
        return await job.answer

    @staticmethod
    def begin(job: Job) -> Response:
        """Compute a job, unless it has waited too long."""
        if time.monotonic() - job.asked > job.limits.seconds:
            raise Busy  # the client should retry later
        return compute(job)

    async def watch(self, request: Request, job: Job) -> None:
        """Wait for the answer; give up if the client disconnects or the worker misses its deadline."""
        gone = asyncio.ensure_future(disconnected(request))
        longest = 2 * self.limits.seconds + LATE  # in the queue, and then running
        try:
            awaited: set[asyncio.Future[Any]] = {job.answer, gone}
            await asyncio.wait(awaited, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not job.answer.done():
                self.line.leave(job)
                raise ClientDisconnected if gone.done() else job.too_slow()
        finally:
            gone.cancel()


def client_of(request: Request) -> str:
    """Return the client of a request, as identified by `Guard`."""
    return request.client.host if request.client else ""


def compute(job: Job) -> Response:
    """Compute a job and check the size of its answer."""
    job.checkpoint()
    try:
        answer = job.work(job)
    except MemoryError:
        raise too_large() from None
    job.limits.check_answer(len(answer.body))
    return pack(answer) if job.packs else answer


def forgotten(job: Job) -> Response:
    """Replace the work of a job that is done or has none."""
    raise AssertionError(job)


def too_large() -> LimitError:
    """Return the error for running out of memory."""
    return LimitError("request", "needs more memory than this server has", Verbatim("too large a table"))


async def disconnected(request: Request) -> None:
    """Return when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
