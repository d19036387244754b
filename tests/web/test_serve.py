"""The server under load: clients that disconnect, stall or send too much; too many clients; signals."""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from tests.program import piped
from tests.serving import serving

QUICK = {"stacks": [1000, 500, 100], "payouts": [100, 50]}
SLOW = {"stacks": list(range(1_000_003, 1_000_003 + 17 * 7919, 7919)), "payouts": [50, 30], "method": "paper"}


def send(connection: socket.socket, body: object, length: int | None = None) -> None:
    """Send a request by hand; ``length`` may claim more than is sent."""
    data = json.dumps(body).encode()
    size = len(data) if length is None else length
    head = "POST /api/v1/equity HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {size}\r\n\r\n"
    connection.sendall(head.encode() + data)


def test_work_stops_when_the_client_disconnects() -> None:
    with serving("--quiet", "--workers", "1", "--max-seconds", "600") as served:
        with served.socket() as connection:
            send(connection, SLOW)
            served.wait_for_inside(1)
        # The only worker is free long before its time limit.
        assert served.post("equity", QUICK)[0] == 200
        served.wait_for_inside(0)


def test_stalled_connections_do_not_block_others() -> None:
    with serving("--quiet") as served:
        stalled = [served.socket() for _ in range(200)]
        try:
            for i, connection in enumerate(stalled):
                if i % 2:
                    send(connection, {}, length=1000)  # a body that never comes
                else:
                    connection.sendall(b"POST /api/v1/equity HTTP/1.1\r\nHost:")
            for _ in range(20):
                assert served.post("compare", QUICK)[0] == 200
        finally:
            for connection in stalled:
                connection.close()


@pytest.mark.timeout(60)
def test_a_connection_is_closed_if_its_request_does_not_arrive_in_time() -> None:
    with serving("--quiet") as served, served.socket() as head, served.socket() as body:
        head.sendall(b"POST /api/v1/equity HTTP/1.1\r\nHost:")
        send(body, {}, length=1000)
        assert b" 408 " in body.recv(4096)
        assert head.recv(4096) == b""


def test_a_giant_body_is_refused_before_it_has_arrived() -> None:
    with serving("--quiet", "--max-bytes", "2048") as served, served.socket() as connection:
        send(connection, {"stacks": [1] * 2000}, length=10**9)
        assert b" 413 " in connection.recv(4096)


def test_a_full_queue_answers_with_retry_after() -> None:
    with serving("--quiet", "--workers", "1", "--waiting", "1", "--max-seconds", "60") as served:
        busy = [served.socket() for _ in range(2)]
        try:
            for connection in busy:
                send(connection, SLOW)
            served.wait_for_inside(2)
            turned_away = HTTPConnection("127.0.0.1", served.port, timeout=10)
            turned_away.request("POST", "/api/v1/equity", json.dumps(QUICK), {"Content-Type": "application/json"})
            answer = turned_away.getresponse()
            assert answer.status == 503
            assert answer.headers["Retry-After"] == "1"
            assert "too many are waiting" in json.loads(answer.read())["message"]
            turned_away.close()
        finally:
            for open_one in busy:
                open_one.close()


def test_a_short_request_is_answered_while_long_ones_run() -> None:
    with serving("--quiet", "--max-seconds", "600") as served:
        busy = [served.socket() for _ in range(3)]
        try:
            for connection in busy:
                send(connection, SLOW)
            served.wait_for_inside(3)
            assert served.post("equity", QUICK)[0] == 200
            assert served.health()["inside"] == 3
        finally:
            for connection in busy:
                connection.close()


def test_a_request_that_waits_too_long_is_refused_with_retry_after() -> None:
    with serving("--quiet", "--workers", "1", "--max-seconds", "1") as served:
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: served.post("equity", SLOW)[0], range(4)))
        assert set(answers) == {504, 503}


def test_limits_are_set_on_the_command_line() -> None:
    with serving("--quiet", "--max-players", "3", "--tolerance", "1e-4", "--max-seconds", "0.3") as served:
        assert served.post("equity", {**QUICK, "stacks": [1, 2, 3, 4]})[0] == 422
        status, problem = served.post("equity", {**QUICK, "tolerance": 1e-6})
        assert status == 422
        assert problem["rule"] == "must be at least 0.0001 on this server"


def test_sigterm_under_load_truncates_no_answer() -> None:
    outcomes: list[int] = []
    refused = 0
    lock = threading.Lock()
    with serving("--quiet") as served:
        stop = threading.Event()

        def ask_on(k: int) -> None:
            nonlocal refused
            while not stop.is_set():
                try:
                    connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
                    connection.connect()
                except OSError:
                    with lock:
                        refused += 1
                    return  # the server no longer listens, as expected
                try:
                    body = json.dumps({"stacks": [100 + k, 90, 80, 70, 60, 50, 40, 30, 20], "payouts": [5, 3, 2]})
                    connection.request("POST", "/api/v1/compare", body, {"Content-Type": "application/json"})
                    answer = connection.getresponse()
                    json.loads(answer.read())
                    with lock:
                        outcomes.append(answer.status)
                except (ConnectionResetError, BrokenPipeError):
                    with lock:
                        refused += 1  # the connection was in the backlog and never accepted
                    return
                finally:
                    connection.close()

        with ThreadPoolExecutor(8) as pool:
            running = [pool.submit(ask_on, k) for k in range(8)]
            time.sleep(1.0)
            served.process.send_signal(signal.SIGTERM)
            served.process.wait(timeout=40)
            stop.set()
            for each in running:
                each.result(timeout=30)  # raises if an answer was truncated
    assert set(outcomes) == {200}
    assert len(outcomes) > 20
    assert served.process.returncode in (0, -signal.SIGTERM)


def test_the_log_contains_no_names_or_stacks() -> None:
    with serving() as served:
        served.post("equity", {**QUICK, "names": ["Zaphod", "Bo", "Cy"]})
        connection = HTTPConnection("127.0.0.1", served.port, timeout=10)
        connection.request("GET", "/?name=Zaphod&stack=4242&payouts=5")
        connection.getresponse().read()
        connection.close()
        served.process.terminate()
        served.process.wait(timeout=40)
        assert served.process.stderr is not None
        log = served.process.stderr.read()
    assert "POST /api/v1/equity 200" in log
    assert "Zaphod" not in log
    assert "4242" not in log
    assert "127.0.0.1" not in log


def test_a_port_in_use_and_invalid_options_are_one_line_errors() -> None:
    with serving("--quiet") as served:
        outcome = piped("serve", "--port", str(served.port))
        assert outcome.code == 2
        assert "--port must be free to listen on" in outcome.err
        assert outcome.err.count("\n") == 1
    assert "--port" in piped("serve", "--port", "99999").err
    assert "--max-seconds must be above 0" in piped("serve", "--max-seconds", "0").err
    assert "--tolerance must lie between 0 and 1" in piped("serve", "--tolerance", "2").err
    assert piped("serve", "--host", "no.such.host.invalid").code == 2
