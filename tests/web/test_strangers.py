"""No client can harm another, whatever it sends. ``make strangers`` measures the same."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import socket
import weakref
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from starlette.responses import Response

from finaltable.errors import InputError
from finaltable.histories.question import HAND
from finaltable.web import memory, protocol
from finaltable.web.app import create_app
from finaltable.web.clients import Proxies
from finaltable.web.limits import Limits
from finaltable.web.protocol import CHUNK_BYTES, MOST_CHUNKS
from finaltable.web.solves import OVERHEAD, Solves
from finaltable.web.workers import Busy, Job, WorkQueue, compute
from tests.refused import refused
from tests.serving import Here, asking, serving_here, wait_for
from tests.web.test_protocol import QUICK, SLOW, answers, is_cut, request

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

OTHER = "127.0.0.2"
UPLOAD = {"files": [{"name": "x", "text": "A\n" * 1000}]}


def connected(here: Here, address: str = "127.0.0.1") -> socket.socket:
    """Open a connection from a client's address."""
    return socket.create_connection(("127.0.0.1", here.port), 30, (address, 0))


@contextmanager
def crowd(here: Here, count: int, sent: bytes = b"", address: str = OTHER) -> Iterator[list[socket.socket]]:
    """Open many connections of another client, and send the same data on each."""
    with ExitStack() as stack:
        opened = [stack.enter_context(connected(here, address)) for _ in range(count)]
        for one in opened:
            one.sendall(sent)
        yield opened


def status_of(here: Here, sent: bytes) -> int:
    """Send a request on a new connection, and return the status of the answer."""
    with connected(here) as connection:
        connection.sendall(sent)
        [(status, _)] = answers(connection, 1)
    return status


def archive(hands: int) -> dict[str, Any]:
    """Return a request with an archive of this many hands."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("hands.txt", "\n".join(HAND.replace("#1:", f"#{i}:") for i in range(hands)))
    return {"files": [{"name": "hands.zip", "base64": base64.b64encode(packed.getvalue()).decode()}]}


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("question", ["history", "review"])
def test_reading_files_stops_at_the_time_limit_and_frees_the_worker(question: str) -> None:
    with serving_here(Limits(seconds=1, workers=1)) as here:
        wait_for(lambda: status_of(here, request("equity", QUICK)) == 200)  # imports are done
        assert status_of(here, request(question, archive(15_000))) == 504
        assert status_of(here, request("equity", QUICK)) == 200


def test_reading_files_stops_when_the_client_disconnects() -> None:
    with serving_here(Limits(seconds=600, workers=1)) as here:
        with connected(here) as connection:
            connection.sendall(request("history", archive(15_000)))
            wait_for(lambda: len(here.server.server_state.tasks) == 1)
        assert status_of(here, request("equity", QUICK)) == 200


def test_archives_that_unpack_to_more_than_the_limit_are_refused() -> None:
    with asking(Limits(unpacked_bytes=100_000)) as client:
        refused = client.post("/api/v1/history", json=archive(1000))
        assert client.post("/api/v1/history", json=archive(100)).status_code == 200
    assert refused.status_code == 422
    words = "files must unpack to at most 100,000 bytes on this server (send fewer at a time), got "
    assert refused.json()["message"].startswith(words)


# --- work ------------------------------------------------------------------------------------------------------------


def test_a_client_with_many_slow_requests_does_not_block_others() -> None:
    limits = Limits(seconds=600, workers=4, waiting=10)
    with serving_here(limits) as here, crowd(here, 12, request("equity", SLOW)):
        wait_for(lambda: len(here.server.server_state.tasks) == 12)
        assert [status_of(here, request("equity", QUICK)) for _ in range(5)] == [200] * 5


def test_a_full_queue_drops_a_request_of_the_client_with_the_most() -> None:
    async def test() -> None:
        line = WorkQueue(1, 1, 3, compute)  # without threads: no job finishes
        line.running = [job("ana")]
        many = [job("ana") for _ in range(3)]
        for one in many:
            line.add(one)
        with pytest.raises(Busy):
            line.add(job("ana"))
        line.add(job("bo"))
        assert [one.client for one in line.waiting] == ["ana", "ana", "bo"]
        with pytest.raises(Busy):
            await many[-1].answer

    def job(client: str) -> Job:
        return Job(Limits(), client, lambda _: Response(b""))

    asyncio.run(test())


def test_the_cache_counts_the_overhead_of_tiny_answers() -> None:
    async def test() -> None:
        solves = Solves(Limits(kept_bytes=10 * OVERHEAD))
        solves.open()
        for k in range(50):
            await solves.ask(b"%d" % k, "ana", lambda _: Response(b"{}"))
        solves.forget()
        assert len(solves.kept) < 10
        solves.close()

    asyncio.run(test())


def test_a_stored_error_does_not_hold_the_request_in_memory() -> None:
    class Sent:
        """Something large."""

    seen: list[weakref.ref[Sent]] = []

    def work(_job: Job) -> Response:
        sent = Sent()
        seen.append(weakref.ref(sent))
        raise InputError("files", "must be read", 0)

    async def test() -> None:
        solves = Solves(Limits())
        solves.open()
        with pytest.raises(InputError):
            await solves.ask(b"q", "ana", work)
        solves.close()

    asyncio.run(test())
    assert seen[0]() is None


def test_free_memory_is_returned_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(memory, "EVERY", 0.01)
    monkeypatch.setattr(memory, "trimmer", lambda: given.append)
    with asking():
        wait_for(lambda: len(given) > 1)


# --- connections -----------------------------------------------------------------------------------------------------


def test_a_client_with_all_connections_does_not_lock_out_others() -> None:
    with serving_here(Limits(connections=10, seconds=600)) as here, crowd(here, 10, request("equity", SLOW)):
        assert [status_of(here, request("equity", QUICK)) for _ in range(5)] == [200] * 5


@pytest.mark.parametrize(("age", "statuses"), [(0.0, [200] * 5), (600.0, [503] * 5)], ids=["old", "young"])
def test_connections_with_many_pipelined_requests_are_closed_first_once_they_are_old(
    age: float, statuses: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "PIPELINE_SECONDS", age)
    many = request("equity", SLOW) * 15
    light = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving_here(Limits(connections=50, seconds=600)) as here, crowd(here, 10, many, address="127.0.0.1"):
        held: set[Any] = here.server.server_state.connections
        wait_for(lambda: sum(len(one.unanswered) for one in held) == 150)
        assert [status_of(here, light) for _ in range(5)] == statuses


@pytest.mark.parametrize("sent", [b"", b"GET / HT"], ids=["nothing", "half a head"])
def test_new_connections_of_one_client_do_not_close_those_of_another(sent: bytes) -> None:
    whole = request("history", UPLOAD)
    with serving_here(Limits(connections=10)) as here, connected(here) as upload, connected(here) as kept:
        upload.sendall(whole[:500])
        kept.sendall(request("equity", QUICK))
        file = answers(kept)
        assert next(file)[0] == 200
        with crowd(here, 60, sent) as others:
            assert is_cut(others[40])
            upload.sendall(whole[500:])
            kept.sendall(request("equity", QUICK))
            assert next(answers(upload))[0] == 200
            assert next(file)[0] == 200


def test_connections_that_sent_nothing_are_closed_first() -> None:
    whole = request("history", UPLOAD)
    with serving_here(Limits(connections=50)) as here, connected(here) as upload:
        upload.sendall(whole[:500])
        wait_for(lambda: any(one.has_asked for one in here.server.server_state.connections))  # type: ignore[union-attr]
        with crowd(here, 30, address="127.0.0.1") as silent:
            upload.sendall(whole[500:])
            assert next(answers(upload))[0] == 200
            assert is_cut(silent[0])


@pytest.mark.parametrize(
    ("size", "count", "status"),
    [(1, MOST_CHUNKS, 422), (1, 20 * MOST_CHUNKS, 413), (2 * CHUNK_BYTES, 2 * MOST_CHUNKS, 422)],
)
def test_a_body_in_too_small_chunks_is_refused(size: int, count: int, status: int) -> None:
    head = b"POST /api/v1/history HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    chunk = b"%x\r\n%s\r\n" % (size, b"A" * size)
    with serving_here(Limits()) as here, connected(here) as connection:
        connection.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * count + b"0\r\n\r\n")
        [(found, body)] = answers(connection, 1)
    assert found == status
    if status == 413:
        rule = f"must not come in pieces of less than {CHUNK_BYTES} bytes"
        assert json.loads(body)["rule"] == rule


# --- identity of clients ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trusted", "forwarded", "client"),
    [
        ("", [], "10.0.0.1"),
        ("", ["192.0.2.7"], "10.0.0.1"),
        ("10.0.0.2", ["192.0.2.7"], "10.0.0.1"),
        ("10.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("10.0.0.0/8", ["192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["198.51.100.9, 192.0.2.7"], "192.0.2.7"),  # the client may have written the first itself
        ("10.0.0.1", ["198.51.100.9", "192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["192.0.2.7:4242"], "192.0.2.7"),
        ("10.0.0.1", ["[2001:db8:0:7::1]:4242"], "2001:db8:0:7::/64"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
    ],
)
def test_only_the_last_address_of_a_trusted_proxy_counts(trusted: str, forwarded: list[str], client: str) -> None:
    headers = [(b"x-forwarded-for", one.encode()) for one in forwarded]
    assert Proxies(trusted).client_of({"client": ("10.0.0.1", 1), "headers": headers}) == client


def test_by_default_no_local_client_can_forge_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def noted(_solves: Solves, _key: bytes, client: str, *_: object, **__: object) -> Response:
        asked.append(client)
        return Response(b"{}")

    monkeypatch.setattr(Solves, "ask", noted)
    forged = b"Prefer: respond-async\r\nX-Forwarded-For: 192.0.2.7\r\nContent-Length"
    with serving_here(Limits()) as here:
        assert status_of(here, request("equity", QUICK).replace(b"Content-Length", forged)) == 200
    assert asked == ["127.0.0.1"]


def test_a_proxy_that_is_not_an_address_is_refused() -> None:
    with refused("wrong_format", "trust_proxy"):
        create_app(proxies=Proxies("cards.example"))
