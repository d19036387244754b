"""HTTP with limits on the size of requests, the time of slow clients, and the number of connections."""

from __future__ import annotations

import asyncio
import json
from asyncio import TimerHandle
from collections import deque
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from finaltable.errors import InputError, Verbatim
from finaltable.web.clients import Proxies, client_name
from finaltable.web.guard import HEADERS
from finaltable.web.limits import LimitError, Limits
from finaltable.web.problems import RETRY_AFTER, busy, problem

MOST_UNANSWERED = 20  # pipelined requests of one connection
CHUNK_BYTES, MOST_CHUNKS = 256, 1_000  # minimum mean size of chunks; the number of chunks exempt from it
PATH_BYTES = 2_048  # of an address without its query
PIPELINE_SECONDS = 1.0  # age at which a connection with pipelined requests may be closed to make room
LAST_SECONDS = 2.0  # for clients to finish sending or receiving at shutdown


class Refused(Exception):  # noqa: N818 (it is an answer, not an error of ours)
    """Stops the parser: this request will not be answered."""


class BoundedProtocol(HttpToolsProtocol):
    """One connection. It is closed if its client is too slow or sends too much."""

    limits = Limits()
    proxies = Proxies()
    open: ClassVar[dict[str, dict[BoundedProtocol, None]]] = {}
    """All connections of the server by client, oldest first."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.unanswered: deque[RequestResponseCycle] = deque()
        self.patience = self.limits.answer_seconds
        self.head_timer: TimerHandle | None = None
        self.answer_timer: TimerHandle | None = None
        self.waiting_since = 0.0
        self.dropped = False
        self.deaf = False  # further data is ignored
        self.refusal: tuple[int, InputError] | None = None
        self.pieces = 0  # parsed so far
        self.in_piece = 0  # bytes of an incomplete piece
        self.head_size = 0
        self.chunks = 0  # of the body
        self.body_size = 0
        self.client_name = ""
        self.opened = 0.0
        self.has_asked = False

    # --- a connection --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the head of a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that pause_writing and resume_writing are called
        self.wait_for_head()
        self.opened = self.loop.time()
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        self.client_name = client_name(peer)
        own = self.open.setdefault(self.client_name, {})
        own[self] = None
        if len(own) > self.limits.client_connections and peer not in self.proxies:
            self.make_room([*own])
        elif sum(map(len, self.open.values())) > self.limits.connections:
            most = max(map(len, self.open.values()))
            self.make_room([one for held in self.open.values() if len(held) == most for one in held])

    def make_room(self, crowd: list[BoundedProtocol]) -> None:
        """Close one connection of a crowd: one that waits for its client, or has pipelined requests, or else the last.

        Connections that have sent nothing are closed first, then those that have been idle for longest. A connection
        with pipelined requests stays open for a while: a client that replaces such connections at once would
        otherwise keep the server busy with reading their requests.
        """
        waiting = [one for one in crowd if one is not self and one.waits_for_client()]
        before = self.loop.time() - PIPELINE_SECONDS
        greedy = [one for one in crowd if len(one.unanswered) > 1 and one.opened < before]  # no browser pipelines
        if waiting:
            min(waiting, key=lambda one: (one.has_asked, one.waiting_since)).drop()
        elif greedy:
            max(greedy, key=lambda one: len(one.unanswered)).drop()
        elif self in crowd:
            self.leave()
            self.turn_away(503, busy("too many connections are open"))
        else:
            crowd[-1].drop()

    def leave(self) -> None:
        """Remove this connection from the open ones."""
        own = self.open.get(self.client_name, {})
        own.pop(self, None)
        if not own:
            self.open.pop(self.client_name, None)

    def waits_for_client(self) -> bool:
        """Return whether the client has to send or receive something."""
        return not self.unanswered or self.unanswered[0].more_body or self.flow.write_paused

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timers, and mark all requests of the connection as disconnected; uvicorn marks only the last."""
        self.dropped = True
        self.leave()
        self.stop_waiting_for_head()
        self.stop_waiting_for_taker()
        for cycle in self.unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Finish running requests; slow clients get a short deadline."""
        super().shutdown()
        self.patience = min(self.patience, LAST_SECONDS)
        if self.answer_timer is not None:
            self.pause_writing()
        if any(cycle.more_body for cycle in self.unanswered):
            self.loop.call_later(LAST_SECONDS, self.drop_if_unfinished)

    def drop_if_unfinished(self) -> None:
        """Close the connection if a request is still incomplete."""
        if any(cycle.more_body for cycle in self.unanswered):
            self.drop()

    def drop(self) -> None:
        """Close the connection at once and discard unsent data."""
        if not self.dropped:
            self.dropped = True
            self.leave()
            self.transport.abort()

    # --- the head of a request -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse data; refuse an endless piece of a head."""
        if self.deaf:
            return
        self.waiting_since = self.loop.time()
        before = self.pieces
        super().data_received(data)
        self.in_piece = self.in_piece + len(data) if self.pieces == before else 0
        if self.in_piece > self.limits.head_bytes and not self.deaf:
            self.turn_away(*self.too_large())

    def on_message_begin(self) -> None:
        """Start a new request."""
        self.head_size = self.chunks = self.body_size = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Receive a part of the address."""
        self.pieces += 1
        super().on_url(url)
        most = self.limits.body_bytes + PATH_BYTES
        if len(self.url) > most:
            self.refuse(
                413, LimitError("address", f"must be at most {most:,} bytes", Verbatim(f"{len(self.url):,} or more"))
            )

    def on_header(self, name: bytes, value: bytes) -> None:
        """Receive a header, or a trailer after a body."""
        self.pieces += 1
        self.head_size += len(name) + len(value)
        if self.head_size > self.limits.head_bytes:
            self.refuse(*self.too_large())
        if len(self.headers) >= self.limits.headers:
            self.refuse(431, LimitError("headers", f"must be at most {self.limits.headers}", Verbatim("more")))
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """Receive a part of the body."""
        self.pieces += 1
        self.chunks += 1
        self.body_size += len(body)
        if self.chunks > MOST_CHUNKS + self.body_size // CHUNK_BYTES:
            rule = f"must not come in pieces of less than {CHUNK_BYTES} bytes"
            self.refuse(413, LimitError("request", rule, Verbatim(f"{self.chunks:,} of them")))
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """Stop waiting: the head is complete."""
        self.pieces += 1
        self.has_asked = True
        if len(self.unanswered) >= MOST_UNANSWERED:
            rule = f"must not be more than {MOST_UNANSWERED} at once on one connection"
            self.refuse(429, LimitError("requests", rule, Verbatim("more")))
        self.stop_waiting_for_head()
        super().on_headers_complete()
        self.unanswered.append(self.cycle)

    def on_response_complete(self) -> None:
        """Wait for the next head, unless it has arrived; uvicorn closes idle connections."""
        if self.unanswered:
            self.unanswered.popleft()
        super().on_response_complete()
        if not self.unanswered and not self.transport.is_closing():
            self.wait_for_head()

    def wait_for_head(self) -> None:
        """Start the timer for the head of a request."""
        self.waiting_since = self.loop.time()
        if self.head_timer is None:
            self.head_timer = self.loop.call_later(self.limits.body_seconds, self.hang_up)

    def stop_waiting_for_head(self) -> None:
        """Cancel the timer."""
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def hang_up(self) -> None:
        """Close an idle connection."""
        self.head_timer = None
        if not self.transport.is_closing():
            self.transport.close()

    # --- refusals ------------------------------------------------------------------------------------------------

    def too_large(self) -> tuple[int, InputError]:
        """Return status and error for a head that is too large."""
        rule = f"must be at most {self.limits.head_bytes:,} bytes together"
        return 431, LimitError("headers", rule, Verbatim("more"))

    def refuse(self, status: int, error: InputError) -> None:
        """Stop the parser, which then calls `send_400_response`."""
        self.refusal = (status, error)
        raise Refused

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's message)
        """Send our error instead of uvicorn's."""
        bad = InputError("request", "must be HTTP/1.1", Verbatim("something else"), code="bad_request")
        self.turn_away(*(self.refusal or (400, bad)))

    def turn_away(self, status: int, error: InputError) -> None:
        """Send an error without the application and close; earlier requests of the connection are answered first."""
        self.deaf = True
        if self.unanswered and not self.unanswered[-1].more_body:
            self.unanswered[-1].keep_alive = False
        elif not self.transport.is_closing():
            self.transport.write(written(status, error))
            self.transport.close()

    # --- the answer ----------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Start the timer for the client to receive the answer."""
        super().pause_writing()
        self.stop_waiting_for_taker()
        self.answer_timer = self.loop.call_later(self.patience, self.drop)

    def resume_writing(self) -> None:
        """Stop waiting: the client has received the answer."""
        super().resume_writing()
        self.stop_waiting_for_taker()

    def stop_waiting_for_taker(self) -> None:
        """Cancel the timer."""
        if self.answer_timer is not None:
            self.answer_timer.cancel()
            self.answer_timer = None


def written(status: int, error: InputError) -> bytes:
    """Return an error as a complete HTTP response that closes the connection."""
    body = json.dumps(problem(error)).encode()
    headers = {
        **HEADERS,
        "cache-control": "no-store",
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
    }
    if status == 503:
        headers["retry-after"] = str(RETRY_AFTER)
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def protocol_for(limits: Limits, proxies: Proxies) -> type[BoundedProtocol]:
    """Return the protocol class with this server's limits."""
    return type("Protocol", (BoundedProtocol,), {"limits": limits, "proxies": proxies, "open": {}})
