"""Runs on a Dask cluster whose processes are killed: nothing is lost or done twice, and nothing hangs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from finaltable.batches import cluster
from finaltable.batches.dask_clients import ANY_PORT, opened_client
from tests.killable import POISON, Nursery, alive, held_in, kill_driver, nursery, wait_for
from tests.many import hidden_in, ids_of, parts_of, write_parquet, write_rows

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ours() -> Iterator[Nursery]:
    with nursery() as own:
        yield own


def new_client(*given: Any, **options: Any) -> Any:
    """Return a Dask client, which has no types."""
    return import_module("distributed").Client(*given, **options)


class Cluster:
    """A scheduler and workers, each in a separate process, and a client in this one."""

    def __init__(self, ours: Nursery, folder: Path, workers: int) -> None:
        self.ours, self.folder = ours, folder
        self.scheduler = ours.start("schedule", folder)
        self.address = (
            wait_for(lambda: (folder / "address").exists(), "a scheduler") and (folder / "address").read_text()
        )
        for _ in range(workers):
            ours.start("work", folder, self.address)
        self.opened = ExitStack()
        self.client = self.opened.enter_context(opened_client(self.address))  # as --scheduler does
        self.client.wait_for_workers(workers, timeout=120)

    def begin(self, source: Path, out: Path) -> Any:
        """Start a run in another thread, and return its future."""
        pool = ThreadPoolExecutor(1)
        run = pool.submit(ft.batch, source, out, client=self.client)
        pool.shutdown(wait=False)
        return run

    def held(self) -> int:
        """Wait until a worker is held in the middle of a part, and return its process id."""
        return int(wait_for(lambda: [one for one in held_in(self.folder) if alive(one)], "a worker at work")[0])


@pytest.fixture
def served(ours: Nursery, tmp_path: Path) -> Iterator[Cluster]:
    own = Cluster(ours, tmp_path, 4)
    yield own
    own.opened.close()


def test_workers_a_poisonous_part_and_the_scheduler_die_and_nothing_is_lost(
    served: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One cluster for all cases, because it takes seconds to start: four workers, of which three die."""
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"

    # A worker is killed in the middle of a part: another one computes it.
    run = served.begin(source, out)
    os.kill(served.held(), signal.SIGKILL)
    (tmp_path / "free").touch()
    done = run.result(timeout=120)
    assert (done.parts, done.tables, done.set_aside) == (3, 24, ())
    assert ids_of(out) == list(range(24))

    # A part that kills every worker is set aside; the others are done.
    (tmp_path / "poison").touch()
    done = ft.batch(source, tmp_path / "poisoned", client=served.client)
    assert [aside.part for aside in done.set_aside] == ["part-000002.parquet"]
    assert "the worker died on every try" in done.set_aside[0].reason
    assert POISON not in ids_of(tmp_path / "poisoned")
    assert ids_of(tmp_path / "poisoned") == list(range(16))
    (tmp_path / "poison").unlink()
    done = ft.batch(source, tmp_path / "poisoned", client=served.client)
    assert (done.skipped, done.set_aside) == (2, ())
    assert ids_of(tmp_path / "poisoned") == list(range(24))

    # The scheduler is killed: the run ends with an error, and is resumed without a cluster.
    (tmp_path / "free").unlink()
    for path in tmp_path.glob("held-*"):
        path.unlink()
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    run = served.begin(source, tmp_path / "orphaned")
    served.held()
    os.kill(served.scheduler, signal.SIGKILL)
    with pytest.raises(ft.UnfinishedError, match=r"the scheduler of the cluster is gone\); the same call resumes"):
        run.result(timeout=120)
    (tmp_path / "free").touch()
    assert ft.batch(source, tmp_path / "orphaned").tables == 24
    assert ids_of(tmp_path / "orphaned") == list(range(24))


def test_workers_of_a_killed_driver_end_and_the_run_can_be_resumed(ours: Nursery, tmp_path: Path) -> None:
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    driver = ours.start("drive_cluster", tmp_path, source, out)
    [worker] = wait_for(lambda: held_in(tmp_path), "the second part")
    assert worker != driver
    kill_driver(driver, [worker])
    assert parts_of(out) == ["part-000000.parquet"]
    done = ft.batch(source, out)
    assert (done.skipped, hidden_in(out)) == (1, [])
    assert ids_of(out) == list(range(24))


# --- without processes -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Yield a cluster within this process."""
    with new_client(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=ANY_PORT, set_as_default=False
    ) as own:
        yield own


def test_a_client_gives_the_same_parts_as_threads(client: Any, tmp_path: Path) -> None:
    source = write_rows(tmp_path / "t.parquet", [[5, 3], [-1, 2], [7, 1]])
    done = ft.batch(source, tmp_path / "cluster", client=client)
    assert (done.tables, done.problems, done.first_problems[0].row) == (3, 1, 1)
    ft.batch(source, tmp_path / "threads")
    first, second = ((tmp_path / name / "part-000000.parquet").read_bytes() for name in ("cluster", "threads"))
    assert first == second


def test_a_lost_result_is_requested_again(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        """A future that Dask gave up, which happens for a short time when a worker dies."""

        status = "lost"

        def __init__(self, key: str) -> None:
            self.key = key

        def add_done_callback(self, call: Any) -> None:
            call(self)

    submitted = []
    submit = client.submit

    def losing(*given: Any, **options: Any) -> Any:
        submitted.append(options["key"])
        return Lost(options["key"]) if len(submitted) <= 2 else submit(*given, **options)

    monkeypatch.setattr(client, "submit", losing)
    done = ft.batch(write_parquet(tmp_path / "t.parquet"), tmp_path / "out", client=client)
    assert (done.parts, done.set_aside, len(submitted), len(set(submitted))) == (3, (), 5, 5)
    assert ids_of(tmp_path / "out") == list(range(24))


def test_a_scheduler_that_goes_away_while_a_result_is_fetched_is_awaited(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    future: Any = import_module("distributed").Future
    source, fetch = write_parquet(tmp_path / "t.parquet"), future.result
    statuses = iter(("running", "closed"))

    def closing(_: Any) -> Any:
        monkeypatch.setattr(client, "status", next(statuses))
        monkeypatch.setattr(future, "result", fetch)
        raise OSError("Stream is closed")  # Dask's message

    monkeypatch.setattr(future, "result", closing)
    done = ft.batch(source, tmp_path / "out", client=client)
    assert (done.parts, done.set_aside) == (3, ())
    assert ids_of(tmp_path / "out") == list(range(24))

    monkeypatch.setattr(future, "result", closing)
    with pytest.raises(ft.UnfinishedError, match="the scheduler of the cluster is gone"):
        ft.batch(source, tmp_path / "gone", client=client)


def test_a_result_that_can_never_be_fetched_ends_the_run(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(_: Any) -> Any:
        raise OSError("no route to the worker")

    monkeypatch.setattr(import_module("distributed").Future, "result", unreachable)
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with pytest.raises(ft.UnfinishedError, match="no route to the worker"):
        ft.batch(write_parquet(tmp_path / "t.parquet"), tmp_path / "out", client=client)


def test_a_part_that_cannot_be_read_is_set_aside_by_a_cluster_too(client: Any, tmp_path: Path) -> None:
    source = write_parquet(tmp_path / "t.parquet")
    data = bytearray(source.read_bytes())
    data[4:400] = b"\xff" * 396
    source.write_bytes(data)
    done = ft.batch(source, tmp_path / "out", client=client)
    assert [aside.part for aside in done.set_aside] == ["part-000000.parquet"]
    assert ids_of(tmp_path / "out") == list(range(8, 24))


def test_a_full_disk_of_a_worker_stops_the_run(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("finaltable.batches.part.write_part", full)
        with pytest.raises(ft.UnfinishedError, match="No space left on device"):
            ft.batch(write_parquet(tmp_path / "t.parquet"), tmp_path / "out", client=client)
    assert ft.batch(tmp_path / "t.parquet", tmp_path / "out", client=client).tables == 24


def test_workers_that_do_not_see_the_target_are_reported_before_the_run(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part: Any = import_module("finaltable.batches.part")
    monkeypatch.setattr(part, "__version__", "0.0.1")
    with pytest.raises(ft.UnfinishedError, match=r"a worker has finaltable 0\.0\.1, the run was started with"):
        ft.batch(write_parquet(tmp_path / "t.parquet"), tmp_path / "out", client=client)
    monkeypatch.undo()
    monkeypatch.setattr(part.Target, "read", lambda *_: None)
    monkeypatch.setattr("finaltable.batches.resume.check_manifest", lambda *_: "key")
    with pytest.raises(ft.UnfinishedError, match=r"does not see this run in .*: give a path that all workers reach"):
        ft.batch(tmp_path / "t.parquet", tmp_path / "out2", client=client)


def test_an_object_that_is_not_a_client_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ft.InputError, match="client must be a client of Dask, got str"):
        ft.batch(write_parquet(tmp_path / "t.parquet"), tmp_path / "out", client="tcp://host:8786")
