"""ETags of answers that cannot change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.serving import asking

TABLE = {"stacks": [1000, 500, 100], "payouts": [100, 50]}
SPOT = {"stacks": [1000, 500], "payouts": [1], "blinds": "50/100", "tolerance": 1e-3}


@pytest.fixture(scope="module")
def served() -> Iterator[TestClient]:
    with asking() as client:
        yield client


def test_the_same_question_has_the_same_tag_and_is_not_computed_again(served: TestClient) -> None:
    first = served.post("/api/v1/equity", json=TABLE)
    tag = first.headers["etag"]
    assert tag.startswith('W/"')
    for value in (tag, f'"other", {tag}', tag.removeprefix("W/")):
        again = served.post("/api/v1/equity", json=TABLE, headers={"If-None-Match": value})
        assert again.status_code == 412
        assert again.json()["code"] == "unchanged"
    other = served.post("/api/v1/equity", json={**TABLE, "model": "icm"}, headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert other.headers["etag"] != tag
    compare = served.post("/api/v1/compare", json=TABLE, headers={"If-None-Match": tag})
    assert compare.status_code == 200


def test_an_answer_that_a_time_limit_could_change_has_no_tag(served: TestClient) -> None:
    assert "etag" in served.post("/api/v1/nash", json=SPOT).headers  # it reached its tolerance
    late = {**SPOT, "tolerance": 1e-9, "max_seconds": 0.001, "stacks": [1000] * 6, "payouts": [3, 2, 1]}
    answer = served.post("/api/v1/nash", json=late)
    if answer.status_code == 200 and not answer.json()["reached"]:
        assert "etag" not in answer.headers
    limited = served.post("/api/v1/equity", json={**TABLE, "max_seconds": 3})
    assert "etag" not in limited.headers


@pytest.mark.parametrize("wrong", [{"stacks": [-1], "payouts": [1]}])
def test_a_refusal_has_no_tag(served: TestClient, wrong: dict[str, object]) -> None:
    assert "etag" not in served.post("/api/v1/equity", json=wrong).headers
