"""The page and its links without a browser: documents, the sheet and CSV of an address, pasted lists."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import finaltable as ft
from finaltable.deals.report import deal_csv
from finaltable.web.assets import Assets
from finaltable.web.limits import Limits
from finaltable.web.site import SCREENS
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
    for path in ("/", "/deal", "/docs", "/sheet?" + query()):
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
    for path in ("/nope", "/sheet?name=A&stack=x"):
        assert client.get(path, headers={"accept": accept}).headers["content-type"] == kind


# --- the deal of an address ------------------------------------------------------------------------------------------


def test_a_sheet_has_the_terms_of_its_address_and_its_style(client: TestClient) -> None:
    sheet = client.get("/sheet?" + query(("leave", "10"), ("event", "Spring Classic"), payouts="€100 €50"))
    assert "Deal: Spring Classic" in sheet.text
    assert "Left for the winner: €10." in sheet.text
    assert "sha256-" in sheet.headers["content-security-policy"]
    assert "unsafe-inline" not in sheet.headers["content-security-policy"]


def test_a_csv_is_that_of_the_library(client: TestClient) -> None:
    found = client.get("/deal.csv?" + query(("leave", "10"), ("choose", "dcm")))
    assert found.headers["content-type"] == "text/csv; charset=utf-8"
    assert found.headers["content-disposition"] == 'attachment; filename="deal.csv"'
    assert found.text == deal_csv(ft.deal(STACKS, PAYOUTS, names=NAMES, leave=10, choose="dcm"), for_spreadsheet=True)


def test_a_spreadsheet_gets_no_formulas(client: TestClient) -> None:
    fields = [("name", "=cmd"), ("stack", "5"), ("name", "Bo"), ("stack", "4"), ("payouts", "5 3")]
    assert client.get("/deal.csv?" + urlencode(fields)).text.splitlines()[1].startswith("'=cmd,5,")


# For every field of a deal: the rest of the address, and the value of the field.
FIELDS: dict[str, tuple[dict[str, str], str]] = {
    "payouts": ({}, "90 60 40"),
    "pool": ({"payouts": "50% 30% 20%", "pool": "100"}, "200"),
    "extra_payouts": ({"payouts": "40 30 20 10", "extra_payouts": "drop"}, "error"),
    "bounties": ({}, "10"),
    "bounty_share": ({"bounties": "10", "deal_heads": "share"}, "75%"),
    "no_own_bounty": ({"bounties": "10", "deal_heads": "share"}, "1"),
    "mystery": ({}, "9x10"),
    "choose": ({}, "dcm"),
    "leave": ({}, "10"),
    "unit": ({}, "5"),
    "between": ({}, "50%"),
    "withhold": ({}, "3%"),
    "fixed": ({}, "Ana=70"),
    "last_longer": ({}, "5"),
    "last_longer_players": ({"last_longer": "5"}, "Ana,Bo"),
    "trophy": ({}, "10"),
    "trophy_to": ({"trophy": "10"}, "Bo"),
    "pot": ({"choose": "dcm"}, "800"),
    "big_blind": ({"chip_noise": "0.1bb", "big_blind": "400"}, "800"),
    "chip_noise": ({}, "50"),
    "event": ({}, "Spring Classic"),
    "no_guarantee": ({}, "1"),
    "no_cap": ({}, "1"),
    "odd_to_staff": ({"withhold": "3", "unit": "5"}, "1"),
    "proposals": ({}, "icm,dcm"),
    "deal_heads": ({"bounties": "10"}, "share"),
}
REFUSED = ("extra_payouts", "no_own_bounty")  # conflict with the rest


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_of_an_address_changes_the_sheet(client: TestClient, field: str) -> None:
    around, typed = FIELDS[field]
    rows = [("name", "Ana"), ("stack", "1000"), ("name", "Bo"), ("stack", "990"), ("name", "Cy"), ("stack", "500")]
    before = {"payouts": "90 60 30", **around}
    one, other = (
        client.get("/sheet?" + urlencode([*rows, *fields.items()])) for fields in (before, {**before, field: typed})
    )
    assert one.status_code == 200
    assert one.text != other.text
    assert other.status_code == (422 if field in REFUSED else 200)


def test_fields_of_other_screens_do_not_change_a_sheet(client: TestClient) -> None:
    others = (("seed", "7.5"), ("heads", "yes"), ("players", "4"), ("me", "Ana"), ("range", "40%"), ("lang", "de"))
    assert client.get("/sheet?" + query(*others)).text == client.get("/sheet?" + query()).text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "stacks[0] must be given"),
        ([("name", "A"), ("stack", "5"), ("name", "B"), ("payouts", "5")], "stacks[1] must be given"),
        (
            [("name", ""), ("stack", ""), ("name", "A"), ("stack", "5"), ("name", "B"), ("stack", "x")],
            "stacks[2] must be a number",
        ),
        ([("stack", "1" * 500), ("payouts", "100")], "stacks[0] must be at most 120 characters"),
        ([("name", "n" * 500), ("stack", "5"), ("payouts", "5")], "names[0] must be at most 80 characters"),
        ([*ROWS, ("payouts", "5" * 5000)], "payouts must be at most 2,000 characters on this server"),
        ([*ROWS, ("payouts", "1 2 x")], "payouts[2] must be a number"),
        (ROWS, "payouts must be given"),
        ([*ROWS, ("payouts", "100"), ("leave", "999")], "leave"),
        ([*ROWS, ("payouts", "100"), ("fixed", "Zoe=5")], "fixed"),
        ([*ROWS, ("payouts", "100"), ("trophy_to", "²")], "trophy_to must be"),
    ],
)
def test_an_error_in_an_address_is_refused_with_its_field(
    client: TestClient, given: list[tuple[str, str]], message: str
) -> None:
    for path in ("/sheet", "/deal.csv"):
        answer = client.get(f"{path}?{urlencode(given)}")
        assert answer.status_code == 422
        assert answer.json()["message"].startswith(message)


def test_markup_stays_text(client: TestClient) -> None:
    nasty = '"><script>alert(1)</script><b>'
    fields = [("name", nasty), ("stack", "5"), ("name", nasty + "2"), ("stack", "4"), ("payouts", "5 3")]
    for leave in ("", nasty):
        given = urlencode([*fields, ("event", nasty), ("leave", leave)])
        answer = client.get("/sheet?" + given, headers={"accept": "text/html"})
        assert answer.status_code == (422 if leave else 200)
        assert "&lt;script&gt;alert" in answer.text
        assert "<script>alert" not in answer.text
        assert "<b>" not in answer.text


@given(st.lists(st.tuples(st.text(max_size=8), st.integers(1, 9)), min_size=1, max_size=4))
def test_any_names_are_answered_or_refused(client: TestClient, rows: list[tuple[str, int]]) -> None:
    pairs = [pair for name, stack in rows for pair in (("name", name), ("stack", str(stack)))]
    answer = client.get("/deal.csv?" + urlencode([*pairs, ("payouts", "10")], errors="replace"))
    assert answer.status_code in (200, 422)
    if answer.status_code == 200:
        assert len(list(csv.DictReader(io.StringIO(answer.text)))) == len(rows)


# --- pasted lists ----------------------------------------------------------------------------------------------------


def test_a_pasted_list_becomes_an_address(client: TestClient) -> None:
    taken = client.get("/pasted?" + urlencode([("paste", "name\tstack\tpayout\nAna\t1000\t100\nBo\t500\t50\n")]))
    assert taken.json() == {"query": "name=Ana&stack=1000&name=Bo&stack=500&payouts=100+50"}
    odd = client.get("/pasted?" + urlencode([("paste", 'name,stack,payout\nAna,1k,"€100\r\nX-Evil: 1"\nBo,500,50')]))
    assert odd.status_code == 200
    assert "x-evil" not in odd.headers
    wrong = client.get("/pasted?" + urlencode([("paste", "nothing here")]))
    assert wrong.status_code == 422
    assert wrong.json()["message"] == "paste must end in a number of chips, like Ana 1.2m, got 'nothing here'"


def test_a_table_above_the_limit_is_refused_with_the_limit() -> None:
    with asking(Limits(players=30)) as client:
        for path in ("/sheet", "/deal.csv"):
            empty = client.get(f"{path}?" + "&".join(["name="] * 90))
            assert empty.json()["message"] == "stacks must be at most 30 on this server, got 90 of them"
            prizes = client.get(f"{path}?{urlencode([*ROWS, ('payouts', '1 ' * 31), ('extra_payouts', 'drop')])}")
            assert prizes.status_code in (200, 422)
        pasted = client.get("/pasted?paste=" + "+".join(["1"] * 9000))
        assert pasted.json()["message"] == "paste must hold at most 30 players on this server, got 9,000"
