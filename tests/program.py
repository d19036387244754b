"""Run finaltable in a pipe, on a terminal of a given width, as an executable, or in this process."""

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
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from finaltable.asking import question_names
from finaltable.cli.app import run
from finaltable.cli.commands import SERVERS
from tests import warm

FINALTABLE = str(Path(sys.executable).with_name("finaltable"))
PATIENCE = 60
COMMANDS = (*question_names(), *SERVERS)


class Outcome(NamedTuple):
    code: int
    out: str
    err: str = ""


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without variables that change colours and widths, and with those of a test."""
    dropped = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **changes}


def hearing_ctrl_c() -> None:
    """Restore Ctrl-C for a program that is about to start: background processes inherit that it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for_the_core(process: subprocess.Popen[bytes]) -> None:
    """Wait until a program has loaded the compiled core, which is imported last."""
    maps = Path(f"/proc/{process.pid}/maps")
    for _ in range(20 * PATIENCE):
        if "/_core." in maps.read_text("utf-8"):
            return
        time.sleep(0.05)
    raise AssertionError("the program does not load the core")


def in_process(*arguments: str) -> tuple[int, str]:
    """Run a command in this process, which is faster than starting a program."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = run(list(arguments))
    return code, out.getvalue()


def started(*arguments: str, given: str | bytes = "", **changes: str) -> Outcome:
    """Start the executable with its output in pipes, for tests of its start."""
    run = subprocess.run(
        [FINALTABLE, *arguments],
        input=as_bytes(given),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env=environment(**changes),
    )
    return Outcome(run.returncode, run.stdout.decode(), run.stderr.decode())


def piped(*arguments: str, given: str | bytes = "", **changes: str) -> Outcome:
    """Run finaltable with its output in a pipe."""
    with TemporaryFile() as source:
        source.write(as_bytes(given))
        source.seek(0)
        reader, writer = os.pipe()
        return run_between(os.dup(source.fileno()), writer, reader, arguments, changes)


def printed(arguments: Sequence[str], folder: Path, **changes: str) -> str:
    """Run finaltable in a folder and return its output, including errors."""
    reader, writer = os.pipe()
    streams = (os.open(os.devnull, os.O_RDONLY), os.dup(writer), writer)
    try:
        _, out = warm.run(arguments, environment(**changes), streams, reader, folder)
    finally:
        os.close(reader)
    return out.decode()


def on_terminal(columns: int, *arguments: str, **changes: str) -> Outcome:
    """Run finaltable on a terminal; standard error is separate."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    outcome = run_between(os.dup(slave), slave, master, arguments, changes)
    return outcome._replace(out=outcome.out.replace("\r\n", "\n"))


def run_between(source: int, target: int, reader: int, arguments: Sequence[str], changes: dict[str, str]) -> Outcome:
    """Run finaltable from one stream to another, read the output, and close all three streams."""
    with TemporaryFile() as errors:
        streams = (source, target, os.dup(errors.fileno()))
        try:
            code, out = warm.run(arguments, environment(**changes), streams, reader)
        finally:
            os.close(reader)
        errors.seek(0)
        return Outcome(code, out.decode(), errors.read().decode())


def as_bytes(given: str | bytes) -> bytes:
    """Return the input of a program in UTF-8."""
    return given.encode() if isinstance(given, str) else given
