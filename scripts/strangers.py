"""Measure light requests of one client while another client attacks the server (``make strangers``).

A new server is started for every attack. The attacker is another process, at another address of this machine
(127.0.0.2), with 50 connections; the light requests come from 127.0.0.1. The table shows how long light requests took,
how many failed, how many slow uploads were cut, and the server's memory before, at its most, and a minute after.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from finaltable.asking import find_question
from scripts.attacks import ATTACKS, attack, post, say, upload

VICTIM, SECONDS, REST = "127.0.0.1", 15.0, 60.0
WITHIN = 50  # MB above the memory before the attack
LIGHT = ("/health", "/docs")


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


if __name__ == "__main__":
    main()
