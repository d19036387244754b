"""Dask clients: of a cluster at an address, or of a temporary one on this machine."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.table import check_whole

ADDRESS = "must be the address of a Dask scheduler, as tcp://host:8786"
ANY_PORT = "127.0.0.1:0"  # for the scheduler's dashboard, so that two runs on one machine do not collide
CONNECTING = 15.0  # seconds
CHECK_EVERY = 0.5  # seconds between two checks that the parent lives


def check_choice_of_cluster(scheduler: str | None, workers: int | None, threads: int | None) -> None:
    """Raise if the options for threads and clusters conflict."""
    if workers is not None:
        check_whole(workers, "workers", 1, 1024)
    if scheduler is not None and "://" not in scheduler:
        raise InputError("scheduler", ADDRESS, scheduler, code="file_failed")
    if scheduler is not None and workers is not None:
        rule = "must not come with {scheduler}, whose cluster has workers already"
        raise InputError("workers", rule, workers, code="conflict")
    if threads is not None and (scheduler is not None or workers is not None):
        rule = "must not come with a cluster: each of its workers uses one core for a part"
        raise InputError("threads", rule, threads, code="conflict")


def watch_parent() -> None:
    """End this process when its parent has ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(CHECK_EVERY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="finaltable-parent").start()


@contextmanager
def opened_client(scheduler: str | None = None, workers: int | None = None) -> Iterator[Any]:
    """Open a client of the cluster at an address, or of a local one with some processes; None without either."""
    if scheduler is None and workers is None:
        yield None
        return
    try:
        import distributed
    except ImportError as missing:
        hint = f"pip install 'finaltable[cluster]'; {missing}"
        rule = "needs the extra cluster"
        raise MissingError("scheduler" if scheduler else "workers", rule, hint=hint, code="unavailable") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)  # finaltable reports errors itself
    opened = local_client(distributed, workers) if scheduler is None else client_at(distributed, scheduler)
    with opened as client:
        yield client


@contextmanager
def client_at(distributed: Any, scheduler: str) -> Iterator[Any]:
    """Open a client of the cluster at an address."""
    try:
        client = distributed.Client(scheduler, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        found = Verbatim(f"{scheduler}: {str(error) or type(error).__name__}")
        raise InputError("scheduler", ADDRESS, found, code="file_failed") from None
    try:
        yield client
    finally:
        with suppress(OSError, RuntimeError, TimeoutError):
            client.close(timeout=2)


@contextmanager
def local_client(distributed: Any, workers: int | None) -> Iterator[Any]:
    """Start processes on this machine that end with this one."""
    from finaltable.batches.plugin import ParentWatch

    with without_ctrl_c():
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=ANY_PORT, silence_logs=logging.CRITICAL + 1
        )
    with cluster, distributed.Client(cluster, set_as_default=False) as client:
        client.register_plugin(ParentWatch())
        yield client


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: this process handles it, and ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
