"""Worker threads: a limited number, one core per request, with a time limit."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from finaltable.errors import InputError, TooSlowError, Verbatim
from finaltable.models.dcm.tree import search_knockouts
from finaltable.models.model import CHECKS
from finaltable.web.api import QUESTIONS
from finaltable.web.limits import Limits
from finaltable.web.workers import Busy, ClientDisconnected, Job, WorkerPool
from tests.serving import asking, serving_here

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TABLE = {"stacks": [4242, 500, 100], "payouts": [100, 50], "names": ["Zaphod", "Bo", "Cy"]}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


@pytest.fixture(scope="module")
def full() -> Iterator[TestClient]:
    """Return a client of a server with a full queue."""
    with asking(Limits(workers=1, waiting=-1)) as client:
        yield client


def test_a_question_to_a_busy_server_is_refused_for_now(full: TestClient) -> None:
    refused = full.post("/api/v1/equity", json=TABLE)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert refused.json()["field"] == "request"


def test_work_that_needs_too_much_memory_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("finaltable.values.equities.equity.equity", too_large)
    answer = client.post("/api/v1/equity", json=TABLE)
    assert answer.status_code == 422
    assert answer.json()["message"] == "request needs more memory than this server has, got too large a table"


def test_no_work_starts_for_clients_that_left_or_waited_too_long() -> None:
    left = Job(Limits())
    left.left.set()
    with pytest.raises(ClientDisconnected):
        WorkerPool.begin(left)
    late = Job(Limits(seconds=5))
    late.asked -= 6
    with pytest.raises(Busy):
        WorkerPool.begin(late)


def test_the_time_limit_counts_from_the_start_of_the_work() -> None:
    job = Job(Limits(seconds=5))
    job.asked -= 4  # waiting does not count
    job.checkpoint()
    job.checkpoint()
    assert job.deadline is not None
    job.deadline -= 6
    with pytest.raises(TooSlowError, match=r"longer than 5 s, this server's limit \(ask for less\)"):
        job.checkpoint()


def test_the_size_of_an_answer_is_limited() -> None:
    body = {"stacks": list(range(1000, 1020)), "payouts": [1], "models": ["chip_chop"]}
    with asking(Limits(answer_bytes=70_000)) as client:
        assert client.post("/api/v1/sweep", json={**body, "points": 10}).status_code == 200
        refused = client.post("/api/v1/sweep", json={**body, "points": 500})
    assert refused.status_code == 422
    words = "request must have an answer of at most 70,000 bytes on this server (ask for less), got "
    assert refused.json()["message"].startswith(words)


@pytest.mark.parametrize("reader", ["read_object", "answer", "json_pieces"])
def test_parsing_and_serializing_do_not_block_other_requests(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, answered = Event(), Event()

    def slow(*_: object, **__: object) -> None:
        reading.set()
        assert answered.wait(60), "no other request was answered in the meantime"
        raise InputError("stacks", "was read", Verbatim("at last"))

    monkeypatch.setattr(f"finaltable.web.routes.{reader}", slow)
    with asking() as client, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(client.post, "/api/v1/equity", json=TABLE)
        assert reading.wait(60)
        assert client.get("/health").json()["inside"] == 1
        answered.set()
        assert asked.result(60).status_code == 422


def test_a_worker_that_ignores_its_deadline_does_not_block_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    freed = Event()
    monkeypatch.setattr("finaltable.web.routes.read_object", lambda _: freed.wait(60))
    with serving_here(Limits(seconds=0.1, workers=1)) as here:
        assert here.status("/api/v1/equity", TABLE) == 504  # the deadline passed
        assert here.status() == 200
        here.stop()  # shutdown does not wait for it either
        assert not freed.is_set()
        freed.set()


def test_a_request_is_computed_on_one_core(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def noted(threads: object) -> int:
        asked.append(threads)
        return 1

    monkeypatch.setitem(CHECKS, "threads", noted)
    for module in (
        "values.equities.equity",
        "values.sweeps.sweep",
        "values.sensitivity.sensitivity",
        "decisions.decide",
        "decisions.pressures.pressure",
    ):
        monkeypatch.setattr(f"finaltable.{module}.check_threads", noted)
    for name, question in QUESTIONS.items():
        assert client.post(f"/api/v1/{name}", json=dict(question.example)).status_code == 200
    smooth = {**TABLE, "models": ["icm", "smoothed"], "chip_noise": 5}
    assert client.post("/api/v1/compare", json=smooth).status_code == 200
    assert len(asked) > 12
    assert set(asked) == {1}


def test_knockouts_respect_the_time_limit_and_stop_if_the_client_disconnects(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[object] = []

    def noted(chips: Any, plan: Any, progress: Any) -> Any:
        watched.append(progress)
        return search_knockouts(chips, plan, progress)

    monkeypatch.setattr("finaltable.models.dcm.choose.search_knockouts", noted)
    assert client.post("/api/v1/finish", json={"stacks": [5, 3, 2], "knockouts": True}).status_code == 200
    assert [getattr(progress, "__func__", None) for progress in watched] == [Job.checkpoint]
