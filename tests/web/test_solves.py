"""Long questions: polled until answered, resumed, fair between clients, limited."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Awaitable, Callable
from http.client import HTTPConnection
from threading import Event
from typing import Any

import pytest
from starlette.responses import Response

from finaltable.equilibrium.question import NashQuestion
from finaltable.errors import InputError, TooSlowError
from finaltable.web import solves as module
from finaltable.web.limits import LimitError, Limits
from finaltable.web.packing import FEWEST
from finaltable.web.solves import AT_ONCE, OVERHEAD, PER_CLIENT, LongJob, Solves
from finaltable.web.workers import Busy, ClientDisconnected, Job, Work, compute
from tests.serving import asking, serving_here, wait_for

NASH = dict(NashQuestion.example)
PATIENT = {"Prefer": "respond-async, return=minimal"}
TABLE = {"stacks": [4242, 500, 100], "payouts": [100, 50]}


class Slow:
    """Work that waits for a signal, and counts how often it was started and stopped."""

    def __init__(self) -> None:
        self.go, self.begun, self.stopped = Event(), 0, 0

    def __call__(self, job: Job) -> Response:
        """Be the work."""
        self.begun += 1
        try:
            while not self.go.wait(0.005):
                job.checkpoint(0.4)
        except ClientDisconnected:
            self.stopped += 1
            raise
        return Response(b"done")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer polls quickly, so that tests are short."""
    monkeypatch.setattr(module, "HELD", 0.03)


def solving(test: Callable[[Solves], Awaitable[None]], **limits: Any) -> None:
    """Run a test on an event loop with workers."""

    async def run() -> None:
        solves = Solves(Limits(**limits))
        solves.open()
        try:
            await test(solves)
        finally:
            solves.close()

    asyncio.run(run())


async def until(happened: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    for _ in range(1000):
        if happened():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it has not happened")


async def answered(solves: Solves, work: Work, key: bytes = b"q") -> None:
    """Poll until there is an answer."""
    while (await solves.ask(key, "ana", work)).status_code == 202:
        pass


def test_polling_returns_the_progress_until_the_answer() -> None:
    slow = Slow()

    async def test(solves: Solves) -> None:
        await solves.ask(b"q", "ana", slow)
        await until(lambda: slow.begun)
        waits = await solves.ask(b"q", "ana", slow)
        assert (waits.status_code, json.loads(bytes(waits.body))) == (202, {"progress": 0.4})
        next(iter(solves.jobs.values())).deadline = time.monotonic() + solves.limits.seconds / 2
        half = json.loads(bytes((await solves.ask(b"q", "ana", slow)).body))
        assert half["progress"] == pytest.approx(0.5, abs=0.1)
        slow.go.set()
        await until(lambda: not solves.line.running)
        done = await solves.ask(b"q", "ana", slow)
        assert (done.status_code, done.body) == (200, b"done")
        assert slow.begun == 1

    solving(test)


def test_the_same_question_of_several_clients_is_computed_once() -> None:
    slow = Slow()

    async def test(solves: Solves) -> None:
        await asyncio.gather(*(solves.ask(b"q", client, slow) for client in "abcdef"))
        slow.go.set()
        found = await asyncio.gather(*(solves.ask(b"q", client, slow) for client in "abcdef"))
        assert {one.body for one in found} == {b"done"}
        assert slow.begun == 1

    solving(test)


def test_work_that_is_not_polled_stops_and_restarts_with_the_next_poll() -> None:
    slow = Slow()

    async def test(solves: Solves) -> None:
        await solves.ask(b"q", "ana", slow)
        await until(lambda: slow.stopped)
        await until(lambda: not solves.jobs)
        await solves.ask(b"q", "ana", slow)
        await until(lambda: slow.begun == 2)
        slow.go.set()

    solving(test, left_seconds=0.2)


def test_no_client_runs_more_jobs_than_its_share_and_others_come_first() -> None:
    many, one = Slow(), Slow()

    async def test(solves: Solves) -> None:
        for k in range(6):
            await solves.ask(b"m%d" % k, "many", many)
        await until(lambda: many.begun == AT_ONCE)
        await solves.ask(b"o", "one", one)
        await until(lambda: one.begun)
        assert many.begun == AT_ONCE
        assert len(solves.line.waiting) == 4
        many.go.set()
        one.go.set()
        await until(lambda: many.begun == 6)

    solving(test, workers=6)


def test_jobs_that_a_client_no_longer_polls_give_way_to_its_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NOT_ASKED", 0.1)
    old, new = Slow(), Slow()

    async def test(solves: Solves) -> None:
        for k in range(AT_ONCE):
            await solves.ask(b"o%d" % k, "ana", old)
        await solves.ask(b"n", "ana", new)
        assert new.begun == 0  # the others may still be polled
        await asyncio.sleep(0.1)
        await solves.ask(b"n", "ana", new)
        await until(lambda: old.stopped == AT_ONCE and new.begun)
        new.go.set()

    solving(test)


def test_a_client_has_a_limited_number_of_questions() -> None:
    slow = Slow()

    async def test(solves: Solves) -> None:
        for k in range(PER_CLIENT):
            await solves.ask(b"%d" % k, "ana", slow)
        with pytest.raises(Busy):
            await solves.ask(b"more", "ana", slow)
        slow.go.set()

    solving(test)


def test_the_question_not_polled_for_longest_is_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NOT_ASKED", -1.0)
    slow = Slow()

    async def test(solves: Solves) -> None:
        for k in range(PER_CLIENT + 1):
            await solves.ask(b"%d" % k, "ana", slow)
        assert b"0" not in solves.jobs
        assert len(solves.line.running) + len(solves.line.waiting) <= PER_CLIENT + 1
        slow.go.set()

    solving(test)


def test_the_queue_is_limited() -> None:
    slow = Slow()

    async def test(solves: Solves) -> None:
        for k in range(2 + 3):
            await solves.ask(b"%d" % k, f"client {k}", slow)
        with pytest.raises(Busy):
            await solves.ask(b"more", "another", slow)
        slow.go.set()

    solving(test, workers=4, waiting=3)


def test_answers_are_cached_for_a_while_within_a_size_limit() -> None:
    def work(_job: Job) -> Response:
        return Response(b"x" * 400)

    async def few(solves: Solves) -> None:
        for key in (b"a", b"b", b"c"):
            await answered(solves, work, key)
        solves.forget()
        assert set(solves.kept) == {b"b", b"c"}

    async def short(solves: Solves) -> None:
        await answered(solves, work, b"a")
        await asyncio.sleep(0.06)
        solves.forget()
        assert not solves.kept

    solving(few, kept_bytes=2 * OVERHEAD + 1000)
    solving(short, kept_seconds=0.05)


@pytest.mark.parametrize("problem", [InputError("stacks", "must be given", 0), MemoryError()])
def test_errors_are_returned_and_not_cached(problem: Exception) -> None:
    def work(_job: Job) -> Response:
        raise problem

    async def test(solves: Solves) -> None:
        with pytest.raises(InputError):
            await answered(solves, work)
        assert not solves.jobs
        assert not solves.kept

    solving(test)


def test_long_questions_have_a_longer_time_limit() -> None:
    async def test(solves: Solves) -> None:
        job = LongJob(solves.limits, b"q", "ana", Slow())
        job.checkpoint(0.1)
        assert job.deadline is not None
        job.deadline -= solves.limits.seconds + 1
        with pytest.raises(TooSlowError, match="longer than 120 s"):
            job.checkpoint(0.2)

    solving(test)


def test_the_server_stops_without_waiting_for_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr("finaltable.web.routes.answer", lambda *given: slow(given[-1]))
    with serving_here(Limits()) as here:
        assert patiently(here.port)[0] == 202
        wait_for(lambda: slow.begun)
        here.stop()
        wait_for(lambda: slow.stopped)


def patiently(port: int, *, read: bool = True) -> tuple[int, bytes]:
    """Poll a long question once, over a new connection."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/api/v1/nash", json.dumps(NASH), {"Content-Type": "application/json", **PATIENT})
    if not read:
        connection.close()
        return 0, b""
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def test_a_client_that_disconnects_finds_its_answer_later(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()

    def answer(*given: Any) -> dict[str, Any]:
        slow(given[-1])
        return {"names": ["Zaphod"]}

    monkeypatch.setattr("finaltable.web.routes.answer", answer)
    with serving_here(Limits()) as here:
        patiently(here.port, read=False)
        wait_for(lambda: slow.begun)
        assert patiently(here.port) == (202, b'{"progress":0.4}')
        slow.go.set()
        wait_for(lambda: patiently(here.port) == (200, b'{"names": ["Zaphod"]}'))
    assert (slow.begun, slow.stopped) == (1, 0)


def test_long_and_short_questions_have_the_same_answer_and_numbers_can_be_rounded() -> None:
    with asking() as client:
        short = client.post("/api/v1/nash", json=NASH).json()
        while (long := client.post("/api/v1/nash", json=NASH, headers=PATIENT)).status_code == 202:
            assert 0 <= long.json()["progress"] <= 1
        assert client.get("/health").json()["long"] == 0
    found = long.json()
    assert [node["seat"] for node in found["nodes"]] == [node["seat"] for node in short["nodes"]]
    assert found["equities"] == pytest.approx(short["equities"], rel=1e-5)
    assert max(len(str(value)) for value in found["nodes"][0]["ev"].values()) <= 13
    assert len(long.content) < 0.8 * len(json.dumps(short))


def test_a_long_question_stops_before_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def answer(_question: object, asked: Any, *_: object) -> dict[str, Any]:
        given.append(asked["max_seconds"])
        return {}

    monkeypatch.setattr("finaltable.web.routes.answer", answer)
    with asking(Limits(long_seconds=10)) as client:
        for asked in (NASH, {**NASH, "max_seconds": 7}):
            while client.post("/api/v1/nash", json=asked, headers=PATIENT).status_code == 202:
                pass
    assert given == [8.0, 7]


@pytest.mark.parametrize("headers", [{}, PATIENT], ids=["short", "long"])
def test_large_answers_are_compressed_for_clients_that_accept_it(headers: dict[str, str]) -> None:
    with asking() as client:

        def raw(encoding: str, question: str, body: object) -> tuple[str | None, bytes]:
            while True:
                with client.stream(
                    "POST", f"/api/v1/{question}", json=body, headers={**headers, "Accept-Encoding": encoding}
                ) as answer:
                    content = b"".join(answer.iter_raw())
                assert len(content) == int(answer.headers["content-length"])
                if answer.status_code == 200:
                    return answer.headers.get("content-encoding"), content

        packed, plain = raw("gzip", "nash", NASH), raw("identity", "nash", NASH)
        assert (packed[0], plain[0]) == ("gzip", None)
        assert gzip.decompress(packed[1]) == plain[1]
        assert 2 * len(packed[1]) < len(plain[1])
        small = raw("gzip", "equity", TABLE)
        assert small[0] is None
        assert len(small[1]) < FEWEST


def test_the_size_limit_applies_before_compression() -> None:
    async def test(solves: Solves) -> None:
        job = LongJob(solves.limits, b"q", "ana", lambda _job: Response(b"x" * 5000))
        job.packs = True
        with pytest.raises(LimitError, match="answer of at most 4,000 bytes"):
            compute(job)

    solving(test, answer_bytes=4000)
