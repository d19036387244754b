"""Processes that tests can kill: drivers, and the scheduler and workers of a Dask cluster.

Loading Dask and pyarrow takes longer than most of what they do here, so one process loads everything, and forks a copy
for each. A copy can be held in the middle of a part: it says so with a file, and goes on when another file is there.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from finaltable.batches.dask_clients import ANY_PORT

ROOT = Path(__file__).parent.parent
PATIENCE = 120.0  # seconds, on a machine that has much else to do
HELD, POISON = 12, 20
"""The numbers of the tables at which a worker stops, and at which it dies."""


class Nursery:
    """The process that forks, as the tests see it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.killable"]
        alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, cwd=ROOT, env=alone, start_new_session=True, **pipes)

    def start(self, what: str, folder: Path, *arguments: object) -> int:
        """Start a copy that does something, and return its number."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, str(folder), *map(str, arguments)]) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        """End it with all its copies."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@contextmanager
def nursery() -> Iterator[Nursery]:
    """Have one for a while."""
    own = Nursery()
    try:
        yield own
    finally:
        own.close()


def wait_for(there: Callable[[], Any], what: str) -> Any:
    """Wait until something is so, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := there():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited too long for {what}")


def held_in(folder: Path) -> list[int]:
    """The processes that are held in the middle of a part."""
    return [int(path.name.removeprefix("held-")) for path in folder.glob("held-*")]


def alive(process: int) -> bool:
    """Whether a process runs; one that waits to be buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# --- what runs in the copies -----------------------------------------------------------------------------------------


def hold(folder: Path) -> None:
    """Let this process read four rows at a time, stop at a table while ``free`` is not there, and die at another."""
    parquet: Any = import_module("finaltable.batches.parquet")
    part: Any = import_module("finaltable.batches.part")
    value = part.value_partition

    def held(frame: Any, **options: Any) -> Any:
        ids = frame.column("id").to_pylist()
        if POISON in ids and (folder / "poison").exists():
            os._exit(9)
        if HELD in ids and not (folder / "free").exists():
            (folder / f"held-{os.getpid()}").touch()
            wait_for((folder / "free").exists, "leave to go on")
        return value(frame, **options)

    parquet.ROWS = 4
    part.value_partition = held


def drive(folder: Path, source: str, target: str) -> None:
    """Run a batch on threads."""
    import finaltable as ft

    hold(folder)
    ft.batch(source, target, threads=1)


def drive_cluster(folder: Path, source: str, target: str) -> None:
    """Run a batch on a cluster of its own with one worker, which is held when it has written its second part."""
    import finaltable as ft
    from finaltable.batches.dask_clients import opened_client

    with opened_client(workers=1) as client:
        [process] = client.run(os.getpid).values()
        client.run(hold, folder)
        (folder / f"worker-{process}").touch()
        ft.batch(source, target, client=client)


def schedule(folder: Path) -> None:
    """Be a scheduler, and write down where."""
    from distributed import Scheduler

    async def serve() -> None:
        async with Scheduler(host="127.0.0.1", port=0, dashboard=False, dashboard_address=ANY_PORT) as scheduler:
            (folder / "address.new").write_text(scheduler.address)
            (folder / "address.new").rename(folder / "address")
            await scheduler.finished()

    asyncio.run(serve())


def work(folder: Path, address: str) -> None:
    """Be a worker with one thread."""
    from distributed import Worker

    hold(folder)

    async def serve() -> None:
        async with Worker(address, nthreads=1, dashboard=False, local_directory=str(folder)) as worker:
            await worker.finished()

    asyncio.run(serve())


ROLES: dict[str, Callable[..., None]] = {
    "drive": drive,
    "drive_cluster": drive_cluster,
    "schedule": schedule,
    "work": work,
}


def main() -> None:
    """Fork for every line of standard input, and tell the number of the copy."""
    import logging

    import distributed  # noqa: F401 (loaded once)

    import finaltable.batches.resume  # noqa: F401

    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the copies
    for line in sys.stdin:
        what, folder, *arguments = json.loads(line)
        copy = os.fork()
        if not copy:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115 (as long as the process)
            ROLES[what](Path(folder), *arguments)
            os._exit(0)
        print(copy, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
