"""The command line in a process that has already loaded it: loading takes most of the time of a short command.

A server loads the program once and forks for every command. The child gets new streams, an environment and a folder,
runs ``finaltable.cli.main`` and exits. Code before ``main`` is not tested here: tests of loading, signals or shells
start the executable.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TextIO

from finaltable.cli import main

ROOT = Path(__file__).parent.parent
LONGEST = 1 << 20  # bytes of a request
FIRST = ["compare", "1000", "500", "100", "--payouts", "100,50"]  # imports NumPy, the core and the tables of rich

Streams = tuple[int, int, int]


def run(
    arguments: Sequence[str], environment: dict[str, str], streams: Streams, reader: int, folder: Path | None = None
) -> tuple[int, bytes]:
    """Run one command with these streams, and return its exit code and its output."""
    request = {"arguments": list(arguments), "environment": environment, "folder": str(folder or Path.cwd())}
    connection = server()
    try:
        socket.send_fds(connection, [json.dumps(request).encode()], streams)
        for stream in streams:
            os.close(stream)  # otherwise the reader would never reach the end
        written = read_all(reader)
        return int(connection.recv(LONGEST)), written
    except BaseException:
        server.cache_clear()  # the next command gets a new server
        raise


def read_all(stream: int) -> bytes:
    """Read a pipe or a terminal until the program that writes to it has ended."""
    pieces = []
    while True:
        try:
            piece = os.read(stream, 65536)
        except OSError:  # on Linux: the other end of the terminal is closed
            break
        if not piece:
            break
        pieces.append(piece)
    return b"".join(pieces)


@cache
def server() -> socket.socket:
    """Start the server of this process, and return the connection to it; closing it ends the server."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # A process with threads must not be forked, and NumPy would start some.
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.warm", str(theirs.fileno())]
    with theirs:
        process = subprocess.Popen(command, cwd=ROOT, env=alone, pass_fds=[theirs.fileno()], start_new_session=True)

    def stop() -> None:
        ours.close()
        os.killpg(process.pid, signal.SIGKILL)  # with a command that still runs
        process.wait()

    atexit.register(stop)
    return ours


def serve(connection: socket.socket) -> list[str]:
    """Answer requests until the connection ends; in a child, return the arguments of its command."""
    while True:
        message, streams, _, _ = socket.recv_fds(connection, LONGEST, 3)
        if not message:
            sys.exit()
        child = os.fork()
        if not child:
            connection.close()
            return prepare(json.loads(message), streams)
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def prepare(request: dict[str, Any], streams: Sequence[int]) -> list[str]:
    """Take over the streams, the environment and the folder of a request; return its arguments."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = opened(0, "r", "surrogateescape")
    sys.stdout = opened(1, "w", "surrogateescape")
    sys.stderr = opened(2, "w", "backslashreplace")
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    arguments: list[str] = request["arguments"]
    return arguments


def opened(stream: int, mode: Literal["r", "w"], errors: str) -> TextIO:
    """Open a stream as Python does when it starts in the locale C.UTF-8."""
    return os.fdopen(stream, mode, encoding="utf-8", errors=errors, buffering=1 if stream == 2 else -1)


def load() -> None:
    """Run a command in order to import what most commands need."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(FIRST)


if __name__ == "__main__":
    load()
    main(serve(socket.socket(fileno=int(sys.argv[1]))))
