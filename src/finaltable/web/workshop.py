"""Where requests are computed: off the event loop, a few at a time, with a deadline, and not for clients who left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

from starlette.requests import Request

from finaltable.errors import Said
from finaltable.web.limits import LimitError, Limits

Result = TypeVar("Result")
SOON = 0.05  # seconds before it is worth asking whether the client is still there


class Busy(Exception):  # noqa: N818 (it is an answer, not an error of ours)
    """Too many requests are waiting."""


class Left(Exception):  # noqa: N818
    """The client is gone; nobody will read the answer."""


class Job:
    """One request's work: its `look` is called now and then while it is computed, and stops it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.left = Event()
        self.asked = time.monotonic()
        self.deadline: float | None = None

    def look(self, _fraction: float = 0.0, _error: float = 0.0) -> None:
        """Raise where the work should end; the time counts from the first look, when a worker has begun."""
        now = time.monotonic()
        if self.deadline is None:
            self.deadline = now + self.limits.seconds
        if self.left.is_set():
            raise Left
        if now > self.deadline:
            rule = f"would take longer than {self.limits.seconds:g} s, this server's limit: ask for less"
            raise LimitError("request", rule, Said("no answer in time"))


class Workshop:
    """A few workers, a short queue in front of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.inside = 0
        self.pool: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Hire the workers."""
        self.pool = ThreadPoolExecutor(self.limits.workers, thread_name_prefix="finaltable")

    async def run(self, request: Request, work: Callable[[Job], Result]) -> Result:
        """Compute something for a request, or raise `Busy`, `Left` or an `InputError`."""
        if self.inside >= self.limits.workers + self.limits.waiting:
            raise Busy
        job = Job(self.limits)
        self.inside += 1
        try:
            future = asyncio.get_running_loop().run_in_executor(self.pool, self.begin, work, job)
            # Most answers are there before it is worth watching the connection.
            done, _ = await asyncio.wait({future}, timeout=SOON)
            if not done:
                await self.watch(request, future, job)
            return await future
        finally:
            self.inside -= 1

    @staticmethod
    def begin(work: Callable[[Job], Result], job: Job) -> Result:
        """Start the clock and work; nothing is begun for a client who has left while he waited."""
        if time.monotonic() - job.asked > job.limits.seconds:
            raise Busy  # who has waited that long is better told to come back
        job.look()
        try:
            return work(job)
        except MemoryError:
            raise LimitError("request", "needs more memory than this server has", Said("too large a table")) from None

    @staticmethod
    async def watch(request: Request, future: asyncio.Future[Result], job: Job) -> None:
        """Wait for the answer, or for the client to leave."""
        gone = asyncio.ensure_future(disconnected(request))
        both: set[asyncio.Future[Any]] = {future, gone}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not future.done():
                job.left.set()
                await asyncio.wait({future})  # it notices at its next look
        finally:
            gone.cancel()

    def close(self) -> None:
        """Finish what runs and stop."""
        if self.pool is not None:
            self.pool.shutdown(wait=True)


async def disconnected(request: Request) -> None:
    """Return when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
