"""One process that serves the page and the API, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import socket
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from finaltable.web.app import create_app
from finaltable.web.limits import Limits

GRACE = 30  # seconds for what runs to be finished when the server is told to stop
KEEP_ALIVE = 5  # seconds
BACKLOG = 2048


class PatientProtocol(HttpToolsProtocol):
    """HTTP that hangs up on clients who do not send their request's head in time."""

    head_seconds = Limits.body_seconds
    head_timer: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the head of a request."""
        super().connection_made(transport)
        self.head_timer = self.loop.call_later(self.head_seconds, self.hang_up)

    def on_headers_complete(self) -> None:
        """Stop waiting: it is here."""
        self.stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next one; idle connections are closed by uvicorn, half-sent requests by us."""
        super().on_response_complete()
        if self.head_timer is None and not self.transport.is_closing():
            self.head_timer = self.loop.call_later(self.head_seconds, self.hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        self.stop_waiting()
        super().connection_lost(exc)

    def stop_waiting(self) -> None:
        """Stop the timer."""
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def hang_up(self) -> None:
        """Close a connection that sends nothing."""
        self.head_timer = None
        if not self.transport.is_closing():
            self.transport.close()


def protocol_for(limits: Limits) -> type[PatientProtocol]:
    """Return the protocol with this server's patience."""
    return type("Protocol", (PatientProtocol,), {"head_seconds": limits.body_seconds})


def make_server(host: str, port: int, limits: Limits, *, quiet: bool = False) -> uvicorn.Server:
    """Return a server that has not started yet."""
    options: dict[str, Any] = {"http": protocol_for(limits), "ws": "none", "loop": "uvloop", "server_header": False}
    config = uvicorn.Config(
        create_app(limits),
        host=host,
        port=port,
        access_log=False,  # it would write the addresses, and these hold the tables
        log_config=None,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        **options,
    )
    level = logging.ERROR if quiet else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    return uvicorn.Server(config)


def serve_until_stopped(server: uvicorn.Server, tell: Callable[[str], None]) -> None:
    """Listen, say where, and serve until a signal stops it; an address that is taken raises OSError."""
    host, port = server.config.host, server.config.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
        shown = f"[{host}]" if ":" in host else host
        tell(f"http://{shown}:{listening.getsockname()[1]}/")
        server.run(sockets=[listening])
