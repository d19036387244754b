"""A real server in a separate process, for tests that need sockets, signals or a browser."""

from __future__ import annotations

import json
import queue
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple

import uvicorn
from starlette.testclient import TestClient

from finaltable.web.app import create_app
from finaltable.web.limits import Limits
from finaltable.web.server import make_server, serve_until_stopped
from tests.program import FINALTABLE, environment


def asking(limits: Limits | None = None, *, raise_server_exceptions: bool = True) -> TestClient:
    """Return a client of an application in this process, without sockets."""
    app = create_app(limits)
    return TestClient(app, base_url="http://localhost", raise_server_exceptions=raise_server_exceptions)


class Served(NamedTuple):
    """A running server."""

    port: int
    process: subprocess.Popen[str]

    @property
    def address(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def post(self, question: str, body: object, timeout: float = 30) -> tuple[int, Any]:
        """Send a question to the API; return the status and the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        connection.request("POST", f"/api/v1/{question}", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        data = json.loads(answer.read())
        connection.close()
        return answer.status, data

    def health(self) -> dict[str, Any]:
        """Return the answer of /health."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/health")
            data: dict[str, Any] = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        return data

    def wait_for_inside(self, requests: int) -> None:
        """Wait until the server handles exactly ``requests`` requests."""
        for _ in range(200):
            if self.health()["inside"] == requests:
                return
            time.sleep(0.05)
        raise AssertionError(f"not {requests} requests but {self.health()['inside']}")

    def socket(self) -> socket.socket:
        """Open a bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


@contextmanager
def serving(*options: str) -> Iterator[Served]:
    """Start ``finaltable serve`` on a free port and stop it in the end."""
    process = subprocess.Popen(
        [FINALTABLE, "serve", "--port", "0", *options], stderr=subprocess.PIPE, text=True, env=environment()
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/", line)
        assert found, line
        served = Served(int(found[1]), process)
        wait_until_up(served)
        yield served
    finally:
        process.terminate()
        process.wait(timeout=40)
        if process.stderr is not None:
            process.stderr.close()


def wait_until_up(served: Served) -> None:
    """Wait until the server answers."""
    for _ in range(200):
        try:
            served.health()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


class Here(NamedTuple):
    """A server in a thread of this process; tests can inspect or replace its parts."""

    port: int
    server: uvicorn.Server
    thread: threading.Thread

    def socket(self) -> socket.socket:
        """Open a bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def status(self, path: str = "/health", body: object = None) -> int:
        """Return the status of a page, or of a question with this body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {"content-type": "application/json"}
            connection.request("GET" if body is None else "POST", path, json.dumps(body), headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def stop(self) -> None:
        """Stop the server as a signal would, and wait for it."""
        self.server.should_exit = True
        self.thread.join(timeout=60)
        assert not self.thread.is_alive(), "the server does not stop"


@contextmanager
def serving_here(limits: Limits) -> Iterator[Here]:
    """Start a server in a thread and stop it in the end, without a timeout, so that a hanging shutdown fails."""
    server = make_server("127.0.0.1", 0, limits, quiet=True)
    server.config.timeout_graceful_shutdown = None
    addresses: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
    thread = threading.Thread(target=serve_until_stopped, args=(server, addresses.put), daemon=True)
    thread.start()
    [address] = addresses.get(timeout=30)
    here = Here(int(address.rstrip("/").rpartition(":")[2]), server, thread)
    wait_for(lambda: server.started)
    try:
        yield here
    finally:
        here.stop()


def wait_for(happened: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    for _ in range(1200):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("waited too long")
