"""Reviews on the API: files are names and contents, their size is bounded, and no file of the server is read."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from finaltable.reviews.question import EXAMPLE
from finaltable.web.limits import Limits
from tests.serving import asking

GAME = (Path(__file__).parents[1] / "data" / "game.txt").read_text("utf-8")
ABOUT = {"payouts": [45, 27, 18], "ranges": {"push": "30%", "call": "15%"}, "models": ["icm"]}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking(Limits(file_bytes=40_000)) as client:
        yield client


def asked(client: TestClient, *files: Any, status: int = 200, **about: Any) -> Any:
    answer = client.post("/api/v1/review", json={"files": list(files), **ABOUT, **about})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_files_that_are_longer_than_other_texts_are_read(client: TestClient) -> None:
    found = asked(client, {"name": "game.txt", "text": GAME})
    assert found["tournaments"][0]["hands"] == 5
    assert {one["file"] for one in found["tournaments"][0]["decisions"]} == {"game.txt"}


def test_a_zip_archive_is_sent_in_base64(client: TestClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("night/game.txt", GAME)
    found = asked(client, {"name": "night.zip", "base64": base64.b64encode(packed.getvalue()).decode()})
    assert found["tournaments"][0]["decisions"][0]["file"] == "night.zip/night/game.txt"


def test_an_unreadable_file_does_not_stop_the_others(client: TestClient) -> None:
    photo = {"name": "photo.jpg", "base64": base64.b64encode(bytes(range(256)) * 9).decode()}
    found = asked(client, photo, {"name": "game.txt", "text": GAME})
    assert [one["file"] for one in found["problems"]] == ["photo.jpg"]
    assert found["tournaments"][0]["hands"] == 5


def test_the_name_of_a_file_of_the_server_is_only_a_name(client: TestClient) -> None:
    error = asked(client, {"name": "/etc/passwd", "text": "/etc/passwd"}, status=422)
    assert error["field"] == "files"
    assert "root" not in error["message"]
    for wrong in (
        "/etc/passwd",
        {"name": "a"},
        {"name": "a", "text": "x", "base64": "eA=="},
        {"name": "a", "base64": "!"},
    ):
        assert asked(client, wrong, status=422)["field"].startswith("files[0]")


def test_too_much_input_is_refused(client: TestClient) -> None:
    assert asked(client, {"name": "a.txt", "text": GAME * 12}, status=422)["field"] == "files"
    whole = client.post("/api/v1/review", json={"files": [{"name": f"{i}.txt", "text": GAME * 5} for i in range(6)]})
    assert whole.status_code == 413
    assert client.post("/api/v1/equity", content=b" " * 70_000).status_code == 413


def test_the_example_without_payouts_is_refused(client: TestClient) -> None:
    error = asked(client, {"name": "a.txt", "text": EXAMPLE}, payouts=None, status=422)
    assert error["message"] == "payouts must be given: no summary says what the tournament paid"
