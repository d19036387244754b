"""Pages that begin before their answer is known: a slow answer holds up neither the head nor the script."""

from __future__ import annotations

import gzip
import logging
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from threading import Event
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from finaltable.errors import InputError
from finaltable.web import pages
from finaltable.web.forms import Form
from finaltable.web.limits import Limits
from finaltable.web.views import VIEWS, View, value_view
from finaltable.web.workers import SOON, ClientDisconnected, Job
from tests.browsing import open_browser
from tests.serving import Here, asking, serving_here, wait_for
from tests.visiting import SPOT

QUERY = quote("/?name=Zaphod&stack=4242&name=Bo&stack=500&payouts=100 50", safe="/?=&")
TEN = "&".join(f"name=P{i}&stack={7919 * (10 - i) + 137}" for i in range(10))
TEN += "&payouts=100+70+50+35+25+20+15+12+10+8&bounties=20+20+20+20+20+20+20+20+20+20"
TEN += "&hero=P3&all_in=P5&button=P9&blinds=1000/2000"
PATIENT = 60


class Slow:
    """An answer that is computed until the test says that it is done, or what is wrong."""

    def __init__(self) -> None:
        self.go_on, self.left = Event(), Event()
        self.raises: Exception | None = None
        self.before: Callable[[], None] = lambda: None

    def view(self, form: Form, job: Job) -> View:
        """Do as `value_view` does, but slowly."""
        self.before()
        job.working()
        while not self.go_on.wait(0.02):
            try:
                job.checkpoint()
            except ClientDisconnected:
                self.left.set()
                raise
        if self.raises is not None:
            raise self.raises
        return value_view(form, job)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setitem(VIEWS, "value", slow.view)
    yield slow
    slow.go_on.set()


@pytest.fixture(scope="module")
def here() -> Iterator[Here]:
    with serving_here(Limits(seconds=PATIENT)) as served:
        yield served


def asked(here: Here, accepted: str = "identity") -> socket.socket:
    """Ask for the page."""
    connection = here.socket()
    head = f"GET {QUERY} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-encoding: {accepted}\r\n\r\n"
    connection.sendall(head.encode())
    return connection


def until(connection: socket.socket, enough: Callable[[bytes], bool]) -> bytes:
    """Return what comes until there is enough of it; the end is enough."""
    found = b""
    while not enough(found):
        piece = connection.recv(65536)
        if not piece:
            break
        found += piece
    return found


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def body_of(answer: bytes) -> bytes:
    """Return the body of a chunked answer, as far as it has come."""
    rest, found = answer.partition(b"\r\n\r\n")[2], b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        found, rest = found + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return found


def test_the_page_begins_before_its_answer_is_known(here: Here, slow: Slow) -> None:
    with asked(here) as connection:
        first = until(connection, lambda found: b"Working" in found)
        assert status_of(first) == 200
        assert b"script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" in first
        assert b"rel=preload; as=fetch" in first  # the words of the reader's language
        assert b'<script type="module" async src="/static/' in first
        assert b'value="Zaphod"' in first
        assert b"What the chips are worth" not in first
        slow.go_on.set()
        rest = until(connection, lambda _: False)
    assert b"What the chips are worth" in rest
    assert rest.endswith(b"</html>\n\r\n0\r\n\r\n") or rest.endswith(b"</html>\r\n0\r\n\r\n")


def test_the_beginning_can_be_unpacked_before_the_rest_is_there(here: Here, slow: Slow) -> None:
    unpacker = zlib.decompressobj(31)
    with asked(here, "gzip") as connection:
        first = until(connection, lambda found: len(found.partition(b"\r\n\r\n")[2]) > 2000)
        assert b"content-encoding: gzip" in first
        assert b"Working" in unpacker.decompress(body_of(first))
        slow.go_on.set()
        whole = first + until(connection, lambda _: False)
    assert b"What the chips are worth" in gzip.decompress(body_of(whole))


def test_a_page_that_begins_is_the_page_that_does_not(here: Here, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    with asked(here) as connection:
        begun = until(connection, lambda found: b"Working" in found)
        slow.go_on.set()
        begun += until(connection, lambda _: False)
    monkeypatch.setitem(VIEWS, "value", value_view)
    with asked(here) as connection:
        whole = until(connection, lambda _: False)
    assert b"transfer-encoding" not in whole
    assert whole.partition(b"\r\n\r\n")[2] == body_of(begun).replace(pages.WAITING.encode(), b"")


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (InputError("payouts[1]", "must be less", 50), b"Prize 2 must be less, got 50"),
        (MemoryError(), b"needs more memory than this server has"),
        (RuntimeError("secret"), b"could not be answered: this is our mistake"),
    ],
)
def test_what_goes_wrong_after_the_head_is_said_in_the_page(
    here: Here, slow: Slow, caplog: pytest.LogCaptureFixture, problem: Exception, words: bytes
) -> None:
    slow.raises = problem
    with asked(here) as connection, caplog.at_level(logging.ERROR, "finaltable.web"):
        first = until(connection, lambda found: b"Working" in found)
        slow.go_on.set()
        rest = until(connection, lambda _: False)
        if isinstance(problem, RuntimeError):
            wait_for(lambda: "RuntimeError" in caplog.text)
    assert (status_of(first), b'role="alert"' in rest) == (200, True)
    assert words in rest
    assert b"</html>" in rest
    assert b"secret" not in rest
    assert "Zaphod" not in caplog.text


def test_a_refusal_of_what_was_typed_keeps_its_status_however_long_reading_takes(here: Here, slow: Slow) -> None:
    def refuse() -> None:
        time.sleep(3 * SOON)
        raise InputError("stacks[1]", "must be larger", 500)

    slow.before = refuse
    with asked(here) as connection:
        answer = until(connection, lambda _: False)
    assert status_of(answer) == 422
    assert b"Chips of player 2 must be larger, got 500" in answer
    assert b'id="stack-1"' in answer
    assert b"Working" not in answer


@pytest.mark.parametrize(
    ("path", "words", "wrong"),
    [
        ("/", "What the chips are worth", "payouts=5+x"),
        ("/deal", "The deal", "unit=x"),
        ("/decide", "Call or fold", "hand=AA&range=ZZ"),
    ],
)
def test_every_page_with_slow_answers_begins_and_its_refusals_do_not(
    path: str, words: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("finaltable.web.workers.SOON", 0)
    with asking() as client:
        begun = client.get(f"{path}?{TEN}&equity=45%25")
        refused = [client.get(f"{path}?{TEN}&{more}").status_code for more in (wrong, "name=Bo&stack=x")]
    assert (begun.status_code, begun.headers.get("content-length")) == (200, None)
    assert 'class="quiet waiting"' in begun.text
    assert words in begun.text
    assert refused == [422, 422]


def test_work_stops_for_a_client_who_left_after_the_head(here: Here, slow: Slow) -> None:
    with asked(here) as connection:
        until(connection, lambda found: b"Working" in found)
    wait_for(slow.left.is_set)
    assert here.status() == 200


@pytest.mark.slow
def test_the_app_is_drawn_while_the_answer_without_it_is_computed(here: Here, slow: Slow) -> None:
    with open_browser() as browser:
        page = browser.new_page(base_url=f"http://127.0.0.1:{here.port}", locale="en-GB")
        page.goto("/value?" + quote(SPOT, safe="=&+%/"), wait_until="commit")
        page.wait_for_selector("html[data-app=on]")
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator("table.heat tbody tr")).to_have_count(4)
        assert page.evaluate("document.readyState") == "loading"
        slow.go_on.set()
        page.wait_for_load_state("load")
        expect(page.locator("#plain")).to_have_count(0)
