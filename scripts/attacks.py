"""Attacks on a server, from another address of this machine; `scripts.strangers` measures their effect."""

from __future__ import annotations

import base64
import io
import itertools
import json
import random
import socket
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from typing import Any

from finaltable.histories.question import HAND

MORE = {"patient": 500, "mixed": 8}  # the server's limit of connections; a few users
ATTACKER, CONNECTIONS = "127.0.0.2", 50
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


def say(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
