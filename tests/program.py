"""Running the real executable, in a pipe or on a terminal of a given width; or its commands in this process."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import NamedTuple

from finaltable.cli.app import run

FINALTABLE = str(Path(sys.executable).with_name("finaltable"))
PATIENCE = 60
COMMANDS = (
    "equity",
    "compare",
    "finish",
    "paper",
    "tree",
    "sweep",
    "decide",
    "pressure",
    "range",
    "deal",
    "sensitivity",
    "serve",
)


class Outcome(NamedTuple):
    code: int
    out: str
    err: str = ""


def environment(**changes: str) -> dict[str, str]:
    """The environment without what changes colours and widths, and with what a test wants."""
    dropped = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **changes}


def hearing_ctrl_c() -> None:
    """Let a program that is about to start hear Ctrl-C: what runs in the background inherits that it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for_the_core(process: subprocess.Popen[bytes]) -> None:
    """Wait until a program has loaded the compiled core: all else is imported, and the work begins."""
    maps = Path(f"/proc/{process.pid}/maps")
    for _ in range(20 * PATIENCE):
        if "/_core." in maps.read_text("utf-8"):
            return
        time.sleep(0.05)
    raise AssertionError("the program does not begin")


def in_process(*arguments: str) -> tuple[int, str]:
    """Run a command in this process: for many of them, where starting a program would take the time."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = run(list(arguments))
    return code, out.getvalue()


def piped(*arguments: str, given: str | bytes = "", **changes: str) -> Outcome:
    """Run finaltable with its output in pipes."""
    data = given.encode() if isinstance(given, str) else given
    run = subprocess.run(
        [FINALTABLE, *arguments],
        input=data,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env=environment(**changes),
    )
    return Outcome(run.returncode, run.stdout.decode(), run.stderr.decode())


def on_terminal(columns: int, *arguments: str, **changes: str) -> Outcome:
    """Run finaltable on a terminal; standard error is in a pipe of its own."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [FINALTABLE, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=subprocess.PIPE,
        env=environment(**changes),
        close_fds=True,
    )
    os.close(slave)
    try:
        out = read_all(master)
        err = process.communicate(timeout=PATIENCE)[1]
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return Outcome(process.returncode, out.replace("\r\n", "\n"), err.decode())


def read_all(terminal: int) -> str:
    """Read a terminal until the program on it has ended."""
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that nobody writes any more
            break
        if not piece:
            break
        pieces.append(piece)
    return b"".join(pieces).decode()
