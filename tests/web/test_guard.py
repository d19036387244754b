"""Middleware of all requests: headers, limits, and internal errors."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from finaltable.web.guard import path_of
from finaltable.web.limits import LimitError, Limits
from tests.serving import asking

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TABLE = {"stacks": [4242, 500, 100], "payouts": [100, 50], "names": ["Zaphod", "Bo", "Cy"]}
QUERY = urlencode([("name", "Zaphod"), ("stack", "4242"), ("name", "Bo"), ("stack", "500"), ("payouts", "100 50")])
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # WebAssembly, but no eval
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
BOUND = 2000


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking(Limits(body_bytes=BOUND), raise_server_exceptions=False) as client:
        yield client


def policy_of(headers: Any) -> dict[str, str]:
    pieces = (piece.strip().partition(" ") for piece in headers["content-security-policy"].split(";"))
    return {name: value for name, _, value in pieces}


# --- headers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/health", 200),
        ("GET", "/docs", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/nope", 404),
        ("POST", "/", 405),
        ("GET", "/?" + "x" * (BOUND + 1), 413),
        ("POST", "/api/v1/equity", 422),
    ],
)
def test_every_answer_has_all_the_headers(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert policy_of(answer.headers) == POLICY
    assert "set-cookie" not in answer.headers
    assert "server" not in answer.headers


def test_only_files_with_a_hash_in_their_address_are_cached(client: TestClient) -> None:
    [address] = re.findall(r'"(/static/[0-9a-f]{10}/app/main\.js)"', client.get("/").text)
    kept = client.get(address)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-type"].startswith("text/javascript")
    assert client.get(address, headers={"accept-encoding": "gzip"}).text == kept.text
    assert client.get("/static/0123456789/app/main.js").headers["cache-control"] == "no-cache"
    for name in ("nope", "app.py", "..%2fapp.py", "../app.py", "app/../../app.py"):
        missing = client.get(f"/static/0123456789/{name}")
        assert missing.status_code == 404
        assert missing.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/health", "/docs", "/openapi.json", "/static/0/app/main.js", "/value"])
def test_head_requests_work_for_all_pages(client: TestClient, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length", "cache-control"):
        assert head.headers[name] == whole.headers[name]


# --- limits ----------------------------------------------------------------------------------------------------------


def test_an_address_is_limited_like_a_body(client: TestClient) -> None:
    assert client.get("/?" + "x" * BOUND).status_code == 200
    refused = client.get("/?" + "x" * (BOUND + 1))
    assert refused.status_code == 413
    assert refused.json()["message"] == "address must be at most 2,000 bytes, got 2,001"


def test_a_body_may_be_as_large_as_the_limit_and_not_a_byte_larger(client: TestClient) -> None:
    body = b'{"stacks": [2, 1], "payouts": [1]}'
    headers = {"content-type": "application/json"}
    assert client.post("/api/v1/equity", content=body.ljust(BOUND), headers=headers).status_code == 200
    assert client.post("/api/v1/equity", content=body.ljust(BOUND + 1), headers=headers).status_code == 413


def test_an_address_has_a_limited_number_of_fields() -> None:
    with asking(Limits(players=4)) as client:
        assert client.get("/?" + "&".join(["name="] * 4 + ["x="] * 64)).status_code == 200
        for path in ("/", "/deal", "/docs"):
            refused = client.get(f"{path}?" + "&".join(["name="] * 69))
            assert refused.status_code == 413
            assert refused.json()["message"] == "address must have at most 68 fields, got 69"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"stacks": ["1" + " " * 3000 + "x"]}, "stacks must be at most 2,000 characters on this server, got 3,002"),
        ({"fixed": {"n" * 3000: 1}}, "fixed must be at most 2,000 characters on this server, got 3,000"),
        ({"names": ["a"] * 101}, "names must be at most 100 on this server, got 101 of them"),
        ({"models": [["icm"] * 101]}, "models must be at most 100 on this server, got 101 of them"),
        ({f"x{i}": 1 for i in range(101)}, "request must have at most 100 fields on this server, got 101"),
    ],
)
def test_a_request_is_limited_before_it_is_parsed(wrong: dict[str, Any], words: str) -> None:
    with asking() as client:
        answer = client.post("/api/v1/deal", json=wrong)
    assert answer.status_code == 422
    assert answer.json()["message"] == words


def test_a_limit_itself_is_allowed_and_errors_state_the_limit() -> None:
    limits = Limits(players=3, tolerance=1e-4)
    limits.check_table([1, 2, 3], [3, 2, 1])
    limits.check_most("points", 500, 500)
    limits.check_tolerance(1e-4)
    beyond: list[tuple[Callable[[], None], str]] = [
        (lambda: limits.check_table([1] * 4), "stacks must be at most 3 on this server, got 4 of them"),
        (lambda: limits.check_table([1], [1] * 4), "payouts must be at most 3 on this server, got 4 of them"),
        (lambda: limits.check_most("points", 501, 500), "points must be at most 500 on this server, got 501"),
        (lambda: limits.check_tolerance(9e-5), "tolerance must be at least 0.0001 on this server, got 9e-05"),
    ]
    for check, words in beyond:
        with pytest.raises(LimitError, match=re.escape(words)):
            check()


def test_values_that_are_not_numbers_pass_the_limits() -> None:
    limits = Limits()
    nothing: list[object] = [None, "many", [], 0, -1]
    for wrong in nothing:
        limits.check_tolerance(wrong)
        limits.check_most("points", wrong, 500)


@pytest.mark.parametrize(
    ("question", "body", "words"),
    [
        ("finish", {"stacks": [1] * 5}, "stacks must be at most 4 on this server"),
        ("finish", {"stacks": [2, 1], "tolerance": 1e-6}, "tolerance must be at least 0.001 on this server"),
        ("sweep", {**TABLE, "points": 51, "tolerance": 1e-3}, "points must be at most 50 on this server"),
        ("sweep", {**TABLE, "tolerance": 1e-6}, "tolerance must be at least 0.001 on this server"),
        ("compare", {**TABLE, "tolerance": 1e-6}, "tolerance must be at least 0.001 on this server"),
        ("sensitivity", {**TABLE, "payouts": [1] * 5}, "payouts must be at most 4 on this server"),
        ("deal", {**TABLE, "payouts": [1] * 5}, "payouts must be at most 4 on this server"),
        (
            "decide",
            {**TABLE, "hero": 0, "all_in": [1], "samples": 1001, "tolerance": 1e-3},
            "samples must be at most 1,000",
        ),
        ("decide", {**TABLE, "hero": 0, "all_in": [1], "tolerance": 1e-6}, "tolerance must be at least 0.001 on"),
    ],
)
def test_every_question_is_limited(question: str, body: dict[str, Any], words: str) -> None:
    with asking(Limits(players=4, points=50, samples=1000, tolerance=1e-3)) as client:
        answer = client.post(f"/api/v1/{question}", json=body)
        assert answer.status_code == 422
        assert answer.json()["message"].startswith(words)


# --- internal errors -------------------------------------------------------------------------------------------------


def test_an_internal_error_shows_neither_code_nor_input(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("Zaphod has 4242")

    monkeypatch.setattr("finaltable.values.equities.equity.equity", broken)
    caplog.set_level(logging.INFO, "finaltable.web")
    # Uvicorn would log an exception that reaches it, with its message.
    with asking(raise_server_exceptions=True) as client:
        answer = client.post("/api/v1/equity", json=TABLE)
    assert answer.status_code == 500
    assert answer.json()["message"] == "request could not be answered: this is our mistake"
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    ours = [record.getMessage() for record in caplog.records if record.name == "finaltable.web"]
    assert ours[0] == "POST /api/v1/equity: RuntimeError"
    assert re.fullmatch(r"POST /api/v1/equity 500 [0-9.]+ ms", ours[1])
    assert not any(record.exc_info for record in caplog.records)
    for secret in ("Zaphod", "4242", "Traceback"):
        assert secret not in caplog.text
        assert secret not in answer.text


def test_a_path_in_the_log_is_one_short_printable_line() -> None:
    assert path_of({"path": "/straße\r\n/\x1b[31m"}) == "/stra\\xdfe\\r\\n/\\x1b[31m"
    assert len(path_of({"path": "/" + "x" * 5000})) == 100


def test_a_server_with_a_coarse_tolerance_answers_requests_without_one() -> None:
    with asking(Limits(tolerance=1e-4)) as client:
        table = {"stacks": [1000, 990, 2000], "payouts": [50, 30]}
        assert client.post("/api/v1/sweep", json={**table, "points": 3}).status_code == 200
        spot = {**table, "hero": 1, "all_in": [0], "equity": 0.5}
        assert client.post("/api/v1/decide", json=spot).status_code == 200
        refused = client.post("/api/v1/decide", json={**spot, "tolerance": 1e-6})
        assert refused.status_code == 422
        assert refused.json()["field"] == "tolerance"
