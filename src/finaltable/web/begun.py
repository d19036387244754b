"""Pages whose beginning is sent while their answer is computed: a browser need not wait for it to fetch the rest."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from finaltable.errors import InputError, MissingError
from finaltable.web.packing import LEVEL
from finaltable.web.workers import ClientDisconnected

GZIP = 16 + zlib.MAX_WBITS  # zlib's word for gzip's format


class Halves(NamedTuple):
    """A page without its answer: what stands before it and what stands after it."""

    first: str
    last: str


class PageResponse(HTMLResponse):
    """A whole page, which knows the part that is its answer."""

    results: str = ""


class BegunPage(Response):
    """A page that is sent in two pieces. What goes wrong after the first is said in the second."""

    media_type = "text/html"

    def __init__(
        self,
        halves: Halves,
        answer: Callable[[], Awaitable[Response]],
        tell: Callable[[InputError], str],
        *,
        packs: bool,
    ) -> None:
        super().__init__()
        self.halves, self.answer, self.tell = halves, answer, tell
        self.packer = zlib.compressobj(LEVEL, wbits=GZIP) if packs else None
        del self.headers["content-length"]  # nobody knows it yet
        self.headers["vary"] = "accept-encoding"
        if packs:
            self.headers["content-encoding"] = "gzip"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send the beginning, wait for the answer, send the rest."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.packed(self.halves.first), "more_body": True})
        fault: Exception | None = None
        try:
            results = await self.results()
        except ClientDisconnected:
            return
        except Exception as error:
            fault, results = error, self.tell(MissingError("request", "could not be answered: this is our mistake"))
        last = await asyncio.to_thread(self.packed, results + self.halves.last, end=True)
        await send({"type": "http.response.body", "body": last, "more_body": False})
        if fault is not None:
            raise fault

    async def results(self) -> str:
        """Return the answer, or why there is none."""
        try:
            answer = await self.answer()
        except InputError as error:
            return self.tell(error)
        assert isinstance(answer, PageResponse)
        return answer.results

    def packed(self, text: str, *, end: bool = False) -> bytes:
        """Return a piece as it is sent; all of it can be read before the next one comes."""
        data = text.encode()
        if self.packer is None:
            return data
        return self.packer.compress(data) + self.packer.flush(zlib.Z_FINISH if end else zlib.Z_SYNC_FLUSH)
