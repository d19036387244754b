"""Measure light requests of one client while another client attacks the server (``make strangers``).

A new server is started for every attack. The attacker is another process, at another address of this machine
(127.0.0.2), with 50 connections; the light requests come from 127.0.0.1. The table shows how long light requests took,
how many failed, how many slow uploads were cut, and the server's memory before, at its most, and a minute after.
"""

from __future__ import annotations

import argparse
import base64
import io
import itertools
import json
import random
import re
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from finaltable.asking import find_question
from finaltable.histories.question import HAND

MORE = {"patient": 500, "mixed": 8}  # the server's limit of connections; a few users
VICTIM, ATTACKER = "127.0.0.1", "127.0.0.2"
CONNECTIONS, SECONDS, REST = 50, 15.0, 60.0
WITHIN = 50  # MB above the memory before the attack
MB = 2**20
TABLE = {"stacks": [3000, 2500, 2200, 2000, 1800, 1500, 1200, 900, 700], "payouts": [50, 30, 20, 12, 8, 5, 4, 3, 2]}
LONG = {**TABLE, "small_blind": 50, "big_blind": 100, "tolerance": 1e-9}
MANY = {"stacks": [1000 + 7 * i for i in range(14)], "payouts": [100 - 5 * i for i in range(14)]}
HEAVY: list[tuple[str, dict[str, Any]]] = [
    ("nash", LONG),
    ("deal", {**MANY, "chip_noise": 50}),
    ("sensitivity", {**MANY, "big_blind": 100}),
    ("sweep", {**MANY, "player": 0, "points": 500, "tolerance": 1e-9}),
]
LIGHT = (
    "/health",
    "/docs",
)
ASYNC = "Prefer: respond-async\r\n"
counting = itertools.count(1)


def post(question: str, body: bytes, headers: str = "") -> bytes:
    """Return the bytes of a request to the API."""
    head = f"POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{headers}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def get(path: str) -> bytes:
    """Return the bytes of a request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n".encode()


def connected(port: int) -> socket.socket:
    """Open a connection of the attacker."""
    return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(ATTACKER, 0))


def again_and_again(port: int, request: Callable[[], bytes], at_once: int = 1) -> None:
    """Send requests and read the answers on one connection, until the server closes it."""
    with connected(port) as connection:
        file = connection.makefile("rb")
        while True:
            connection.sendall(b"".join(request() for _ in range(at_once)))
            for _ in range(at_once):
                if read_answer(file) != 200:
                    time.sleep(0.01)


def read_answer(file: Any) -> int:
    """Read one answer and return its status."""
    line = file.readline()
    if not line:
        raise ConnectionError
    headers = dict(header.lower().rstrip().split(b": ", 1) for header in iter(file.readline, b"\r\n"))
    if b"content-length" in headers:
        file.read(int(headers[b"content-length"]))
    else:
        while size := int(file.readline(), 16):
            file.read(size + 2)
        file.readline()
    return int(line.split()[1])


# --- the attacks -----------------------------------------------------------------------------------------------------


def archive_of(text: str) -> bytes:
    """Return a request with an archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hands.txt", text)
    return upload(base64=base64.b64encode(packed.getvalue()).decode())


def very_many_hands() -> bytes:
    """Return a small archive that unpacks to far more than the server accepts."""
    return archive_of("\n\n".join(HAND.replace("#1:", f"#{i}:") for i in range(60 * MB // len(HAND))))


def very_many_lines() -> bytes:
    """Return an archive that unpacks to the server's limit, in short lines, which need the most memory."""
    return archive_of("".join(random.choices(("AB\n", "AC\n"), k=8 * MB // 3)))


def upload(**content: str) -> bytes:
    """Return a question about a file."""
    return json.dumps({"files": [{"name": "hands", **content}]}).encode()


def archives(port: int) -> None:
    """Send archives and disconnect."""
    with connected(port) as connection:
        connection.sendall(post("history", PREPARED["archive"]))
        time.sleep(0.5)


def lines(port: int) -> None:
    """Send archives of short lines, and wait for the answer."""
    again_and_again(port, lambda: post("history", PREPARED["lines"]))


def texts(port: int) -> None:
    """Send files of the largest size allowed, and wait for the answer."""
    again_and_again(port, lambda: post("history", PREPARED["text"]))


def patient_texts(port: int) -> None:
    """Send large files as long work, each one different."""
    again_and_again(port, lambda: post("review", PREPARED["text"] + b" " * next(counting), ASYNC))


def heavy(port: int) -> None:
    """Ask heavy questions."""

    def question() -> bytes:
        name, body = random.choice(HEAVY)
        return post(name, json.dumps({**body, "stacks": [x + random.randrange(50) for x in body["stacks"]]}).encode())

    again_and_again(port, question)


def patient(port: int) -> None:
    """Ask long questions, many at once on each connection."""
    again_and_again(port, lambda: post("nash", json.dumps(LONG).encode(), ASYNC), 90)


def tiny(port: int) -> None:
    """Ask tiny questions as long work, no two the same."""
    again_and_again(port, lambda: post("equity", b'{"stacks": [%d, 3], "payouts": [1]}' % next(counting), ASYNC), 50)


def descriptions(port: int) -> None:
    """Ask for large answers that are always the same."""
    again_and_again(port, lambda: get(random.choice(("/openapi.json", "/docs", "/sw.js", "/", "/deal"))))


def quick(port: int) -> None:
    """Ask for very small answers, many times at once."""
    again_and_again(port, lambda: get("/health"), 90)


def chunks(port: int) -> None:
    """Send a body byte by byte, each in a separate chunk."""
    head = post("review", b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    with connected(port) as connection:
        connection.sendall(head)
        for _ in range(55):
            connection.sendall(b"1\r\nA\r\n" * 20_000)


def idle(port: int) -> None:
    """Open connections and send nothing, ten per second in each thread."""
    kept = []
    while True:
        kept.append(connected(port))
        time.sleep(0.1)
        if len(kept) > 20:
            kept.pop(0).close()


def mixed(port: int) -> None:
    """Ask questions of all kinds, no two the same: a mixed load, not an attack."""

    def request() -> bytes:
        stacks = [random.randrange(500, 9000) for _ in range(random.randrange(3, 10))]
        table = {"stacks": stacks, "payouts": [50, 30, 20][: len(stacks)]}
        name = random.choice(("equity", "compare", "finish", "deal", "sweep", "nash", "history"))
        if name == "history":
            return post(name, upload(text=HAND * random.randrange(1, 500)))
        own = {"finish": {"stacks": stacks}, "nash": {**table, "small_blind": 50, "big_blind": 100, "tolerance": 1e-3}}
        return post(name, json.dumps(own.get(name, table)).encode(), random.choice(("", ASYNC)))

    again_and_again(port, request)


PREPARED: dict[str, bytes] = {}
PREPARE: dict[str, Callable[[], bytes]] = {
    "archive": very_many_hands,
    "lines": very_many_lines,
    "text": lambda: upload(text=HAND * (900_000 // len(HAND))),
}
ATTACKS: dict[str, Callable[[int], None]] = {
    one.__name__: one
    for one in (
        archives,
        lines,
        texts,
        patient_texts,
        heavy,
        patient,
        tiny,
        descriptions,
        quick,
        chunks,
        idle,
    )
}
OTHERS = {"mixed": mixed}


def attack(name: str, port: int) -> None:
    """Attack until this process is terminated."""

    def keep_on() -> None:
        while True:
            try:
                (ATTACKS | OTHERS)[name](port)
            except (OSError, ValueError, IndexError):
                time.sleep(0.01)

    PREPARED.update((what, make()) for what, make in PREPARE.items() if what in name)
    say("ready")
    threads = [threading.Thread(target=keep_on, daemon=True) for _ in range(MORE.get(name, CONNECTIONS))]
    for thread in threads:
        thread.start()
    sys.stdin.read()


# --- the other client ------------------------------------------------------------------------------------------------


class Victim:
    """A client that sends light requests one after another, and uploads that take three seconds."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.times: list[float] = []
        self.refused = self.uploads = self.cut = 0
        self.ends = threading.Event()
        self.threads = [threading.Thread(target=one, daemon=True) for one in (self.ask, self.send)]

    def run(self, seconds: float) -> None:
        """Send requests for a given time."""
        for thread in self.threads:
            thread.start()
        time.sleep(seconds)
        self.ends.set()
        for thread in self.threads:
            thread.join(120)

    def ask(self) -> None:
        """Send light requests, each on a new connection."""
        for turn in itertools.count():
            if self.ends.wait(0.05):
                return
            start = time.perf_counter()
            self.refused += not self.answered(turn)
            self.times.append(time.perf_counter() - start)

    def answered(self, turn: int) -> bool:
        """Send one light request, and return whether it was answered."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(VICTIM, 0))
        try:
            if turn % 3 == 2:
                json_type = {"Content-Type": "application/json"}
                connection.request("POST", "/api/v1/equity", '{"stacks": [1000, 500, 100], "payouts": [9]}', json_type)
            else:
                connection.request("GET", LIGHT[turn % 3])
            answer = connection.getresponse()
            answer.read()
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()
        return answer.status == 200

    def send(self) -> None:
        """Upload files slowly."""
        body = upload(text="A\n" * 100_000)
        whole = post("history", body)
        step = len(whole) // 20
        while not self.ends.wait(0.1):
            self.uploads += 1
            try:
                with socket.create_connection(("127.0.0.1", self.port), 60, (VICTIM, 0)) as connection:
                    for at in range(0, len(whole), step):
                        connection.sendall(whole[at : at + step])
                        time.sleep(0.15)
                    self.cut += not connection.recv(100).startswith(b"HTTP/1.1 200")
            except OSError:
                self.cut += 1


class Measured(NamedTuple):
    """The measured effect of one attack."""

    median: float
    worst: float
    longest: float
    asked: int
    refused: int
    uploads: int
    cut: int
    before: int
    most: int
    after: int
    seconds: float
    """Seconds until the memory was back."""


class Server(NamedTuple):
    """A running server."""

    port: int
    pid: int

    def memory(self, name: str = "VmRSS") -> int:
        """Return the memory in megabytes, now or at its peak (VmHWM)."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name)) // 1024


@contextmanager
def serving() -> Iterator[Server]:
    """Start a server on a free port, and warm it up."""
    command = [sys.executable, "-m", "finaltable", "serve", "--port", "0", "--quiet"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r":([0-9]+)/", process.stderr.readline())
            assert found
            server = Server(int(found[1]), process.pid)
            warm(server.port)
            yield server
        finally:
            process.terminate()


def warm(port: int) -> None:
    """Ask a question of each kind once."""
    time.sleep(1)
    for name in ("equity", "nash", "deal", "sweep", "history", "review", "sensitivity"):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        body = json.dumps(dict(find_question(name).example))
        connection.request("POST", f"/api/v1/{name}", body, {"Content-Type": "application/json"})
        connection.getresponse().read()
        connection.close()


@contextmanager
def attacking(name: str, port: int) -> Iterator[None]:
    """Attack from another process."""
    command = [sys.executable, "-m", "scripts.strangers", "--attack", name, str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as attacker:
        assert attacker.stdout is not None
        attacker.stdout.readline()
        yield
        attacker.kill()


def watch_memory(minutes: int) -> None:
    """Print the server's memory minute by minute under a mixed load."""
    with serving() as server, attacking("mixed", server.port):
        for minute in range(minutes + 1):
            say(f"{minute} min: {server.memory()} MB")
            time.sleep(60)


def measured(name: str) -> Measured:
    """Start a server, attack it, and measure the effect on another client."""
    with serving() as server:
        before = server.memory()
        with attacking(name, server.port):
            time.sleep(1)
            victim = Victim(server.port)
            victim.run(SECONDS)
        start = time.monotonic()
        while time.monotonic() - start < REST and server.memory() > before + WITHIN:
            time.sleep(0.5)
        rested, times = time.monotonic() - start, sorted(victim.times)
        return Measured(
            times[len(times) // 2],
            times[min(len(times) - 1, int(0.99 * len(times)))],
            times[-1],
            len(times),
            victim.refused,
            victim.uploads,
            victim.cut,
            before,
            server.memory("VmHWM"),
            server.memory(),
            rested,
        )


def main() -> None:
    """Measure all attacks, or the named ones."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="attack", help=", ".join(ATTACKS))
    parser.add_argument("--attack", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--memory", type=int, metavar="MINUTES", help="watch memory under mixed load instead")
    given = parser.parse_args()
    if given.attack:
        attack(given.attack[0], int(given.attack[1]))
        return
    if given.memory:
        watch_memory(given.memory)
        return
    say("| attack | median | 99 % | longest | refused | uploads cut | MB before, at most, after |")
    say("|---|---|---|---|---|---|---|")
    for name in given.names or ATTACKS:
        one = measured(name)
        times = " | ".join(f"{1000 * seconds:,.0f} ms" for seconds in (one.median, one.worst, one.longest))
        memory = f"{one.before}, {one.most}, {one.after} ({one.seconds:.0f} s)"
        say(f"| {name} | {times} | {one.refused} of {one.asked} | {one.cut} of {one.uploads} | {memory} |")


def say(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
