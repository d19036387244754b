"""Connections: endless heads, pipelined requests, answers that the client does not read, and too many of them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import pytest

from finaltable.web.limits import Limits
from finaltable.web.protocol import MOST_UNANSWERED, BoundedProtocol
from tests.serving import Here, serving_here, wait_for

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

QUICK = {"stacks": [1000, 500, 100], "payouts": [100, 50]}
SLOW = {"stacks": list(range(1_000_003, 1_000_003 + 17 * 7919, 7919)), "payouts": [50, 30], "method": "paper"}
LARGE = {"stacks": list(range(1000, 1090)), "payouts": [50], "points": 500, "models": ["chip_chop", "chip_ev"]}
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
STALLED = b"POST /api/v1/equity HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"


def request(question: str, body: object) -> bytes:
    data = json.dumps(body).encode()
    head = f"POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data


def answers(connection: socket.socket, most: int = 10_000) -> Iterator[tuple[int, bytes]]:
    """Yield status and body of every answer until the server closes the connection."""
    file = connection.makefile("rb")
    for _ in range(most):
        line = file.readline()
        if not line:
            return
        headers = dict(header.lower().rstrip().split(b": ", 1) for header in iter(file.readline, b"\r\n"))
        yield int(line.split()[1]), file.read(int(headers[b"content-length"]))


def send_until_cut(connection: socket.socket, piece: bytes, most: int = 5000) -> int:
    """Send the same piece repeatedly; return how often before the server closed the connection."""
    for sent in range(most):
        try:
            connection.sendall(piece)
        except OSError:
            return sent
    return most


def is_cut(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def connections(here: Here) -> int:
    return len(here.server.server_state.connections)


# --- the head --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def here() -> Iterator[Here]:
    with serving_here(Limits(head_bytes=4096, headers=20, body_bytes=8192)) as here:
        yield here


@pytest.mark.parametrize(
    ("headers", "status", "words"),
    [
        (b"X: 1\r\n" * 19, 200, ""),
        (b"X: 1\r\n" * 20, 431, "headers must be at most 20, got more"),
        (b"X: " + b"a" * 4000 + b"\r\n", 200, ""),
        (b"X: " + b"a" * 4096 + b"\r\n", 431, "headers must be at most 4,096 bytes together, got more"),
        ((b"X: " + b"a" * 2100 + b"\r\n") * 2, 431, "headers must be at most 4,096 bytes together, got more"),
    ],
)
def test_a_head_is_limited_in_size_and_number_of_headers(here: Here, headers: bytes, status: int, words: str) -> None:
    with here.socket() as connection:
        connection.sendall(HEAD + headers + b"\r\n")
        [(found, body)] = answers(connection, 1)
    assert found == status
    assert not words or json.loads(body)["message"] == words


@pytest.mark.parametrize(
    "start",
    [
        HEAD + b"X: ",
        b"GET /" + b"a" * 100,
        b"POST /api/v1/equity HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX: ",
        b"POST /api/v1/equity HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    ],
    ids=["header", "address", "trailer", "extension of a chunk"],
)
def test_an_endless_piece_is_not_buffered(here: Here, start: bytes) -> None:
    with here.socket() as connection:
        connection.sendall(start)
        assert send_until_cut(connection, b"a" * 65_536) < 1000
    wait_for(lambda: connections(here) == 0)


def test_an_address_that_is_too_long_is_refused_with_our_error(here: Here) -> None:
    with here.socket() as connection:
        connection.sendall(b"GET /?" + b"x" * 12_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        [(status, body)] = answers(connection, 1)
    assert status == 413
    assert json.loads(body)["rule"] == "must be at most 10,240 bytes"


def test_data_that_is_not_http_is_refused_with_our_error(here: Here) -> None:
    with here.socket() as connection:
        connection.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        [(status, body)] = answers(connection)
    assert status == 400
    assert json.loads(body)["message"] == "request must be HTTP/1.1, got something else"


# --- pipelining ------------------------------------------------------------------------------------------------------


def test_pipelined_requests_are_all_answered() -> None:
    slow = {"stacks": list(range(1000, 1009)), "payouts": [50, 30, 20], "points": 60}
    with serving_here(Limits(body_seconds=0.3)) as here, here.socket() as connection:
        connection.sendall(request("sweep", slow) * 5)
        assert [status for status, _ in answers(connection, 5)] == [200] * 5


def test_too_many_pipelined_requests_are_not_buffered() -> None:
    with serving_here(Limits()) as here, here.socket() as connection:
        connection.sendall(request("equity", QUICK) + (HEAD + b"\r\n") * 3 * MOST_UNANSWERED)
        found = [status for status, _ in answers(connection)]
    assert found == [200] * MOST_UNANSWERED


def test_work_stops_when_a_client_with_pipelined_requests_disconnects() -> None:
    with serving_here(Limits(seconds=600, workers=1)) as here:
        with here.socket() as connection:
            connection.sendall(request("equity", SLOW) * 2)
            wait_for(lambda: len(here.server.server_state.tasks) == 1)
        wait_for(lambda: len(here.server.server_state.tasks) == 0)
        with here.socket() as connection:  # and the only worker is free
            connection.sendall(request("equity", QUICK))
            assert [status for status, _ in answers(connection, 1)] == [200]


# --- answers that the client does not read ---------------------------------------------------------------------------


def asks_and_never_reads(here: Here) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", here.port))
    connection.sendall(request("sweep", LARGE) * 8)
    return connection


def is_unread(here: Here) -> bool:
    return any(one.flow.write_paused for one in here.server.server_state.connections)  # type: ignore[union-attr]


def test_a_connection_is_closed_if_the_client_does_not_read_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    unread, pause = threading.Event(), BoundedProtocol.pause_writing

    def paused(one: BoundedProtocol) -> None:
        unread.set()
        pause(one)

    monkeypatch.setattr(BoundedProtocol, "pause_writing", paused)
    with serving_here(Limits(answer_seconds=0.5)) as here, asks_and_never_reads(here):
        assert unread.wait(60)
        wait_for(lambda: connections(here) == 0)
        assert here.status() == 200


def test_no_client_can_keep_the_server_from_stopping() -> None:
    limits = Limits(answer_seconds=600, body_seconds=600)
    with serving_here(limits) as here, asks_and_never_reads(here), here.socket() as body, here.socket() as head:
        body.sendall(STALLED)
        head.sendall(b"GET / HTTP/1.1\r\nHo")
        wait_for(lambda: is_unread(here) and connections(here) == 3)
        here.stop()


# --- too many --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"GET / HT", STALLED], ids=["nothing", "half a head", "half a body"])
def test_idle_connections_are_closed_to_make_room_for_others(sent: bytes) -> None:
    with serving_here(Limits(connections=10, body_seconds=600)) as here:
        stalled = []
        for _ in range(30):
            stalled.append(here.socket())
            stalled[-1].sendall(sent)
        try:
            assert here.status() == 200
            wait_for(lambda: connections(here) <= 10)
            assert is_cut(stalled[0])  # idle for longest
        finally:
            for connection in stalled:
                connection.close()


def test_if_all_connections_are_busy_the_next_gets_retry_after() -> None:
    with serving_here(Limits(connections=1, seconds=600)) as here, here.socket() as busy:
        busy.sendall(request("equity", SLOW))
        wait_for(lambda: len(here.server.server_state.tasks) == 1)
        with here.socket() as connection:
            [(status, body)] = answers(connection)
    assert status == 503
    assert json.loads(body)["message"] == "request cannot be taken now: too many connections are open"
