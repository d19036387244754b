"""The server under load: nine-handed tables, stalled connections, memory over many requests."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.deals import PAYOUTS as PRIZES
from benchmarks.deals import STACKS
from benchmarks.measure import Report, human

PAYOUTS = [180, 150, 120, 90, 70, 55, 45, 38, 32]
CONNECTIONS, SECONDS = 16, 8.0
STALLED = 200
MANY = 50_000
MODELS = ["icm", "sem", "dcm"]
NAMES = [f"P{k}" for k in range(len(STACKS))]
TABLE: dict[str, object] = {"payouts": PRIZES, "names": NAMES}
SCREENS: dict[str, tuple[str, dict[str, object]]] = {
    "value": ("compare", {**TABLE, "models": MODELS, "tolerance": 1e-9}),
    "deal": ("deal", {**TABLE, "choose": "icm", "close_stacks": False}),
    "decide": ("decide", {**TABLE, "models": MODELS, "hero": "P3", "all_in": ["P5"], "equity": 0.45}),
}


class Load(NamedTuple):
    """The result of a load test."""

    rate: float
    median: float
    slow: float
    """The 99th percentile."""


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """Start the server; yield its port and process number."""
    program = str(Path(sys.executable).with_name("finaltable"))
    command = [program, "serve", "--port", "0", "--quiet"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r":([0-9]+)/", process.stderr.readline())
        assert found
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait()


def nine_handed(rng: random.Random) -> bytes:
    """Return a question about a new table."""
    stacks = [rng.randint(10, 2000) * 100 for _ in range(9)]
    return question("compare", {"stacks": stacks, "payouts": PAYOUTS, "tolerance": 1e-6})


def three_handed(rng: random.Random) -> bytes:
    """Return a small question."""
    return question("equity", {"stacks": [rng.randint(1, 9999) for _ in range(3)], "payouts": [100, 50]})


def question(name: str, body: object) -> bytes:
    """Return a whole request."""
    data = json.dumps(body).encode()
    head = f"POST /api/v1/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
    return head.encode() + b"Content-Type: application/json\r\n\r\n" + data


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> None:
    """Send a request and read its answer to the end."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head[:200]
    length = re.search(rb"content-length: ([0-9]+)", head, re.IGNORECASE)
    assert length
    await reader.readexactly(int(length[1]))


async def asked(port: int, name: str, body: dict[str, object], times: int = 15) -> float:
    """Return the median time of a screen's request while a user types, each about another table."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    waited = []
    for k in range(times):
        sent = time.perf_counter()
        await ask(reader, writer, question(name, {**body, "stacks": [STACKS[0] + 1000 * k, *STACKS[1:]]}))
        waited.append(time.perf_counter() - sent)
    writer.close()
    return sorted(waited)[times // 2]


async def load(port: int, make: object, seconds: float, most: int = 10**9) -> Load:
    """Send requests on several connections; each sends its next request after the answer."""
    waited: list[float] = []
    started = time.perf_counter()

    async def one(k: int) -> None:
        rng = random.Random(k)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() - started < seconds and len(waited) < most:
            request = make(rng)  # type: ignore[operator]
            sent = time.perf_counter()
            await ask(reader, writer, request)
            waited.append(time.perf_counter() - sent)
        writer.close()

    await asyncio.gather(*(one(k) for k in range(CONNECTIONS)))
    rate = len(waited) / (time.perf_counter() - started)
    waited.sort()
    return Load(rate, waited[len(waited) // 2], waited[int(0.99 * len(waited))])


async def with_stalled(port: int) -> Load:
    """Measure the server while many connections have sent half a request."""
    stalled = [await asyncio.open_connection("127.0.0.1", port) for _ in range(STALLED)]
    for _, writer in stalled:
        writer.write(b"POST /api/v1/compare HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
    measured = await load(port, nine_handed, SECONDS / 2)
    for _, writer in stalled:
        writer.close()
    return measured


def memory(process: int) -> float:
    """Return the memory of a process in megabytes; 0 if the system does not report it."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+([0-9]+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("The server")
    with serving() as (port, process):
        asyncio.run(load(port, nine_handed, 1.0))
        measured = asyncio.run(load(port, nine_handed, SECONDS))
        words = f"{measured.rate:,.0f} a second, median {human(measured.median)}"
        report.row("nine-handed compare at 1e-6, every table different", "300 a second", words, measured.rate >= 300)
        report.time(f"its 99th percentile, {CONNECTIONS} connections", 0.150, measured.slow)
        for screen, (name, body) in SCREENS.items():
            report.time(f"{screen} for nine players, while a user types", 0.100, asyncio.run(asked(port, name, body)))
        stalled = asyncio.run(with_stalled(port))
        words = f"{stalled.rate:,.0f} a second, p99 {human(stalled.slow)}"
        report.row(f"the same while {STALLED} connections stall", "", words)
        asyncio.run(load(port, three_handed, 60.0, 5_000))
        before = memory(process)
        small = asyncio.run(load(port, three_handed, 300.0, MANY))
        after = memory(process)
        grown = f"{before:.1f} MB before, {after:.1f} MB after ({small.rate:,.0f} a second)"
        report.row(f"memory over {MANY:,} requests", "steady", grown, after < before + 5)
    return report.missed
