"""Processes that tests can kill: drivers, and the scheduler and workers of a Dask cluster.

Loading Dask and pyarrow takes longer than most of the tests, so one process loads everything and forks the others.
A forked process can be held in the middle of a part: it creates a file, and continues when another file exists.
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
PATIENCE = 120.0  # seconds, on a busy machine
HELD, POISON = 12, 20
"""The ids of the tables at which a worker is held, and at which it dies."""


class Nursery:
    """A process that forks the others."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.killable"]
        alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, cwd=ROOT, env=alone, start_new_session=True, **pipes)

    def start(self, what: str, folder: Path, *arguments: object) -> int:
        """Fork a process for a role, and return its process id."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, str(folder), *map(str, arguments)]) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        """Kill it with all its children."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@contextmanager
def nursery() -> Iterator[Nursery]:
    """Start a nursery and close it in the end."""
    own = Nursery()
    try:
        yield own
    finally:
        own.close()


def wait_for(there: Callable[[], Any], what: str) -> Any:
    """Wait until a condition is true, and return its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := there():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited too long for {what}")


def held_in(folder: Path) -> list[int]:
    """Return the ids of the processes that are held in the middle of a part."""
    return [int(path.name.removeprefix("held-")) for path in folder.glob("held-*")]


def alive(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill_driver(driver: int, workers: list[int]) -> None:
    """Kill a driver, and wait until it and its workers are gone: until then, one of its threads may hold the lock."""
    os.kill(driver, signal.SIGKILL)
    wait_for(lambda: not Path(f"/proc/{driver}").exists(), "the end of the driver")
    wait_for(lambda: not any(map(alive, workers)), "the end of workers whose driver is dead")


def children_of(driver: int) -> list[int]:
    """Return the processes that the threads of a driver started, as far as they run."""
    found = [int(one) for path in Path(f"/proc/{driver}/task").glob("*/children") for one in path.read_text().split()]
    return [one for one in found if alive(one)]


# --- roles of forked processes ---------------------------------------------------------------------------------------


def hold(folder: Path) -> None:
    """Make this process read four rows at a time, wait at one table for the file ``free``, and die at another."""
    tables: Any = import_module("finaltable.batches.tables")
    value = tables.value_partition

    def held(frame: Any, **options: Any) -> Any:
        ids = frame.column("id").to_pylist()
        if POISON in ids and (folder / "poison").exists():
            os._exit(9)
        if HELD in ids and not (folder / "free").exists():
            (folder / f"held-{os.getpid()}").touch()
            wait_for((folder / "free").exists, "the file free")
        return value(frame, **options)

    tables.TableWork.at_once = 4
    tables.value_partition = held


def drive(folder: Path, source: str, target: str) -> None:
    """Run a batch on threads."""
    import finaltable as ft

    hold(folder)
    ft.batch(source, target, threads=1)


def drive_spots(folder: Path, source: str, target: str) -> None:
    """Solve spots in a process, slowly enough to be killed."""
    import finaltable as ft

    del folder
    ft.batch(source, target, ask="nash", threads=1)


def drive_hands(folder: Path, source: str, target: str) -> None:
    """Review hands in a process, a file in each part."""
    import finaltable as ft
    from finaltable.batches import file_lists

    del folder
    file_lists.PART_FILES = 1
    ft.review(source, [45, 27, 18], target=target, threads=1, ranges="20%", models=["icm"])


def drive_cluster(folder: Path, source: str, target: str) -> None:
    """Run a batch on a new cluster with one worker, which is held after it has written its second part."""
    import finaltable as ft
    from finaltable.batches.dask_clients import opened_client

    with opened_client(workers=1) as client:
        [process] = client.run(os.getpid).values()
        client.run(hold, folder)
        (folder / f"worker-{process}").touch()
        ft.batch(source, target, client=client)


def schedule(folder: Path) -> None:
    """Run a scheduler, and write its address to a file."""
    from distributed import Scheduler

    async def serve() -> None:
        async with Scheduler(host="127.0.0.1", port=0, dashboard=False, dashboard_address=ANY_PORT) as scheduler:
            (folder / "address.new").write_text(scheduler.address)
            (folder / "address.new").rename(folder / "address")
            await scheduler.finished()

    asyncio.run(serve())


def work(folder: Path, address: str) -> None:
    """Run a worker with one thread."""
    from distributed import Worker

    hold(folder)

    async def serve() -> None:
        async with Worker(address, nthreads=1, dashboard=False, local_directory=str(folder)) as worker:
            await worker.finished()

    asyncio.run(serve())


ROLES: dict[str, Callable[..., None]] = {
    "drive": drive,
    "drive_cluster": drive_cluster,
    "drive_hands": drive_hands,
    "drive_spots": drive_spots,
    "schedule": schedule,
    "work": work,
}


def main() -> None:
    """Fork for every line of standard input, and print the process id."""
    import logging

    import distributed  # noqa: F401 (loaded once)

    import finaltable.batches.resume  # noqa: F401

    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies
    for line in sys.stdin:
        what, folder, *arguments = json.loads(line)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115 (as long as the process)
            ROLES[what](Path(folder), *arguments)
            os._exit(0)
        print(child, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
