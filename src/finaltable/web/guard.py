"""Middleware for all requests: allowed hosts, limits on size and time, headers, and a log without player data."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from finaltable.errors import InputError, Verbatim
from finaltable.web.clients import Proxies
from finaltable.web.hosts import Hosts
from finaltable.web.limits import SHOWN, LimitError, Limits
from finaltable.web.problems import problem_response

log = logging.getLogger("finaltable.web")

HEADERS = {
    # 'wasm-unsafe-eval' allows WebAssembly, but not eval.
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the address holds the table
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-frame-options": "DENY",
}


class HostError(InputError):
    """A request for another host."""

    usual_code = "not_here"


class Guard:
    """ASGI middleware that reads the whole body, within limits, before the application runs."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Hosts, proxies: Proxies) -> None:
        self.app, self.limits, self.hosts, self.proxies = app, limits, hosts, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["client"] = (self.proxies.client_of(scope), 0)
        started = time.perf_counter()
        status = 0

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            self.check_host(scope)
            body = await asyncio.wait_for(self.read(scope, receive), self.limits.body_seconds)
        except HostError as error:
            await problem_response(error, 421)(scope, receive, with_headers)
        except LimitError as error:
            await problem_response(error, 413)(scope, receive, with_headers)
        except TimeoutError:
            rule = f"must arrive within {self.limits.body_seconds:g} s"
            late = LimitError("request", rule, Verbatim("less"), code="request_too_slow")
            await problem_response(late, 408)(scope, receive, with_headers)
        else:
            if body is not None:
                await self.answer(scope, Replay(body, receive), with_headers)
        # The query (it contains the table) and the client's address are not logged.
        log.info("%s %s %d %.1f ms", scope["method"], path_of(scope), status, 1000 * (time.perf_counter() - started))

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application; log the type of an exception, but not its message.

        The client has its answer already (see `problems`). Uvicorn would log the exception with names and stacks.
        """
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            log.error("%s %s: %s", scope["method"], path_of(scope), type(error).__name__)

    def check_host(self, scope: Scope) -> None:
        """Raise for a request to another host: it may come from another site's page (DNS rebinding)."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not self.hosts.allow(hosts[0]):
            rule = "must be a name this server was started with"
            hint = "{allow_host} of finaltable serve adds names"
            raise HostError("host", rule, ", ".join(hosts)[:SHOWN], hint=hint)

    async def read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the body; None if the client disconnected first."""
        rule = f"must be at most {self.limits.body_bytes:,} bytes"
        if len(scope.get("query_string", b"")) > self.limits.body_bytes:
            raise LimitError("address", rule, Verbatim(f"{len(scope['query_string']):,}"))
        fields = scope.get("query_string", b"").count(b"&") + 1
        if fields > self.limits.fields:
            raise LimitError("address", f"must have at most {self.limits.fields} fields", Verbatim(f"{fields:,}"))
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return b""
        pieces: list[bytes] = []
        size, most = 0, self.limits.body_of(scope["path"])
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            size += len(message.get("body", b""))
            if size > most:
                raise LimitError("request", f"must be at most {most:,} bytes", Verbatim(f"{size:,} or more"))
            pieces.append(message.get("body", b""))
            if not message.get("more_body", False):
                return b"".join(pieces)


class Replay:
    """A receive channel that returns the body first, then further messages."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self.body: bytes | None = body
        self.receive = receive

    async def __call__(self) -> Message:
        """Return the next message."""
        if self.body is not None:
            message: dict[str, Any] = {"type": "http.request", "body": self.body, "more_body": False}
            self.body = None
            return message
        return await self.receive()


def path_of(scope: Scope) -> str:
    """Return the path for the log: printable and short."""
    return str(scope["path"]).encode("unicode_escape").decode()[:100]
