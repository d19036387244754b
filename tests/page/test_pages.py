"""The page and its links without a browser: documents, the sheet and CSV of an address, pasted lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from finaltable.web.assets import Assets
from finaltable.web.limits import Limits
from finaltable.web.site import SCREENS
from finaltable.web.site import page as document
from tests.serving import asking

NAMES, STACKS, PAYOUTS = ("Ana", "Bo", "Cy"), (1000, 500, 100), (100, 50)
ROWS = [pair for name, stack in zip(NAMES, STACKS, strict=True) for pair in (("name", name), ("stack", str(stack)))]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


def query(*extra: tuple[str, str], payouts: str = "100 50") -> str:
    return urlencode([*ROWS, ("payouts", payouts), *extra])


# --- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["", *SCREENS])
def test_a_screen_is_the_same_document_for_any_query(client: TestClient, screen: str) -> None:
    blank = client.get(f"/{screen}")
    assert blank.status_code == 200
    for address in (query(), query(("leave", "x"), ("hero", "²")), "stack=-5&payouts=x", "a" * 5000):
        assert client.get(f"/{screen}?{address}").content == blank.content


def test_no_page_needs_a_worker() -> None:
    with asking(Limits(workers=1, waiting=-1)) as full:
        for screen in ("", *SCREENS):
            assert full.get(f"/{screen}?{query()}").status_code == 200


def test_training_preloads_its_spots(client: TestClient) -> None:
    named = re.findall(r'rel="preload" as="fetch" crossorigin href="([^"]+)"', client.get("/train").text)
    assert [name.split("/", 3)[-1] for name in named] == ["training/pack.json"]
    assert client.get(named[0]).status_code == 200
    assert 'as="fetch"' not in client.get("/deal").text


def test_a_page_preloads_exactly_the_modules_of_its_screen(client: TestClient) -> None:
    named = set(re.findall(r'modulepreload" href="/static/[0-9a-f]+/([^"]+)"', client.get("/deal").text))
    assert {"app/hooks.js", "app/screens/deal.js", "app/parts/lists.js", "vendor/preact.js"} <= named
    assert not {"app/screens/nash.js", "app/screens/home.js", "app/parts/grid.js"} & named


@pytest.mark.parametrize(
    ("accepted", "code"), [("de-AT,en;q=0.5", "de"), ("nl, PT-br", "pt"), ("", "en"), ("*", "en"), ("../x", "en")]
)
def test_the_words_of_the_browsers_language_are_preloaded(client: TestClient, accepted: str, code: str) -> None:
    announced = client.get("/", headers={"accept-language": accepted}).headers["link"]
    assert announced.endswith(f"/app/words/{code}.json>; rel=preload; as=fetch; crossorigin")


def test_the_first_load_is_small(client: TestClient) -> None:
    page = client.get("/")
    assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert len([address for address in assets if not address.endswith(".js")]) == 5  # three style sheets, and icons
    sent = [client.get(address).num_bytes_downloaded for address in set(assets)]  # compressed
    assert 40_000 < page.num_bytes_downloaded + sum(sent) < 80_000


def test_nothing_is_fetched_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/deal", "/docs"):
        assert re.findall(r'(?:src|href|action)="(?!/|#)[^"]*"', client.get(path).text) == []
    for name, data in Assets().files.items():
        assert not re.findall(rb"(?:from|import|url)[ (]*[\"']?https?:", data), name


def test_the_api_is_described(client: TestClient) -> None:
    page = client.get("/docs").text
    for name in ("equity", "compare", "finish", "decide", "deal", "sensitivity", "sweep"):
        assert f"POST /api/v1/{name}" in page
        assert f"/api/v1/{name}" in client.get("/openapi.json").json()["paths"]


@pytest.mark.parametrize(("accept", "kind"), [("text/html", "text/html; charset=utf-8"), ("*/*", "application/json")])
def test_a_refused_link_is_a_page_for_a_browser_and_json_for_a_program(
    client: TestClient, accept: str, kind: str
) -> None:
    assert client.get("/nope", headers={"accept": accept}).headers["content-type"] == kind


# --- files of the app ---


def test_every_page_of_the_site_states_its_policy() -> None:
    text = document(Assets(), root="./", served=False)
    assert "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" in text.replace("&#39;", "'")
    assert not re.findall(r'(?:src|href)="(?:/|https?:)', text)


def test_the_manifest_names_existing_icons() -> None:
    found = asking().get("/manifest.webmanifest")
    assert found.headers["content-type"] == "application/manifest+json"
    sizes = {icon["sizes"] for icon in found.json()["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon["purpose"] == "maskable" for icon in found.json()["icons"])
    for icon in found.json()["icons"]:
        answer = asking().get(icon["src"].removeprefix("."))
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])


def test_the_service_worker_is_revalidated_and_lists_all_files() -> None:
    client = asking()
    worker = client.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "app/device/core.wasm" in worker.text
    assert "app/words/pt.json" in worker.text
    assert "install/icon-512.png" not in worker.text
    listed = json.loads(worker.text.partition("\n")[0].removeprefix("const KEEP = ").removesuffix(";"))["files"]
    # If one is missing, nothing is cached.
    assert {client.get(f"/{name}").status_code for name in listed} == {200}
