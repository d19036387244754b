"""Processes of this machine that compute parts, one for each thread: they speak over pipes, and a dead one is replaced.

A process is a new interpreter, so that a script needs no guard against being imported by its own workers.
"""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Any

from finaltable.batches.dask_clients import watch_parent
from finaltable.batches.job import BatchJob, BatchPart, Done, PartError, Step
from finaltable.batches.storage import TargetError
from finaltable.batches.work import OnStep

DIED = "the worker died on every try"


class Workers:
    """Up to so many processes; each thread of a run uses one at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.idle: list[subprocess.Popen[bytes]] = []
        self.all: set[subprocess.Popen[bytes]] = set()
        self.lock = threading.Lock()
        self.closed = False

    def work_part(self, job: BatchJob, part: BatchPart, threads: int, on_step: OnStep) -> Done:
        """Compute a part in a process, as `part.work_part` does here; raise `PartError` if the process dies."""
        process = self.take()
        try:
            send(process.stdin, (job, part, threads))
            while isinstance(found := receive(process.stdout), Step):
                on_step(found)
        except (EOFError, OSError, pickle.UnpicklingError):
            self.end(process)
            on_step(Step(0, 0, 0))  # stops a run that is being closed, which killed the process
            raise PartError(DIED) from None
        except BaseException:
            self.end(process)
            raise
        with self.lock:
            self.idle.append(process)
        if isinstance(found, BaseException):
            raise found
        done: Done = found
        return done

    def take(self) -> subprocess.Popen[bytes]:
        """Return an idle process, or start one."""
        with self.lock:
            if self.idle:
                return self.idle.pop()
            if self.closed:
                raise PartError(DIED)
            command = [sys.executable, "-P", "-c", "from finaltable.batches.processes import main; main()"]
            # Ctrl-C is for the driver, which ends its workers.
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
            self.all.add(process)
            return process

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process; what it was writing has a hidden name."""
        process.kill()
        process.wait()
        with self.lock:
            self.all.discard(process)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def close(self) -> None:
        """Kill all processes: no part is incomplete, because a part appears when it is whole."""
        with self.lock:
            self.closed, running = True, [*self.all]
        for process in running:
            process.kill()
        for process in self.idle:
            self.end(process)
        self.idle.clear()


def send(pipe: IO[bytes] | None, message: Any) -> None:
    """Write a message to a pipe."""
    assert pipe is not None
    pickle.dump(message, pipe)
    pipe.flush()


def receive(pipe: IO[bytes] | None) -> Any:
    """Read a message from a pipe of a process that we started."""
    assert pipe is not None
    return pickle.load(pipe)


def main() -> None:
    """Compute the parts that come over standard input, until it ends or the driver does."""
    from finaltable.batches.part import work_part

    watch_parent()
    gc.set_threshold(100_000)  # almost all objects of a part are freed without it
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not end up among the messages
    while True:
        try:
            job, part, threads = receive(inbox)
        except EOFError:
            return
        try:
            answer: Any = work_part(job, part, threads, lambda step: send(outbox, step) if step.tables else None)
        except (PartError, TargetError) as error:  # sent to the driver, which raises it
            answer = error
        except Exception as error:  # of any type, perhaps one that cannot be sent
            answer = RuntimeError(f"{type(error).__name__}: {error}")
        send(outbox, answer)
