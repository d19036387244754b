"""The pages without a browser: forms, pasted lists, errors beside their field, markup that stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.testclient import TestClient

import finaltable as ft
from finaltable.reporting.words import MoneyFormat
from finaltable.web.assets import Assets
from finaltable.web.forms import EMPTY_ROWS, Form, Row
from finaltable.web.limits import Limits
from finaltable.web.pages import EXAMPLES, PAGES
from finaltable.web.views import chart
from tests.serving import asking

PAPER = [("name", "Ana"), ("stack", "1000"), ("name", "Bo"), ("stack", "500"), ("name", "Cy"), ("stack", "100")]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


def query(*extra: tuple[str, str]) -> str:
    return urlencode([*PAPER, ("payouts", "100 50"), *extra])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_works_without_anything_typed(client: TestClient, page: str) -> None:
    answer = client.get(PAGES[page][0])
    assert answer.status_code == 200
    assert answer.text.count('name="stack"') == 3


def test_the_numbers_are_those_of_the_paper(client: TestClient) -> None:
    page = client.get("/?" + query()).text
    for number in ("80.79", "60.67", "8.54", "78.79", "58.33", "12.88"):
        assert number in page
    assert "right to 4e-08 (proved)" in page


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example[0]))
def test_examples_open_on_every_page(client: TestClient, page: str, example: tuple[str, object, object]) -> None:
    link = re.search(rf'<a href="([^"]*)">{example[0].replace(chr(39), "&#39;")}</a>', client.get(PAGES[page][0]).text)
    assert link
    answer = client.get(link[1].replace("&amp;", "&"))
    expected = {
        ("how", "A nine-handed final"),
        ("decide", "The paper's first table"),
        ("decide", "A nine-handed final"),
    }
    assert answer.status_code == (422 if (page, example[0]) in expected else 200)


def test_a_page_names_every_module_of_its_screen_and_no_other(client: TestClient) -> None:
    named = set(re.findall(r'modulepreload" href="/static/[0-9a-f]+/([^"]+)"', client.get("/deal").text))
    assert {"app/hooks.js", "app/screens/deal.js", "app/parts/lists.js", "vendor/preact.js"} <= named
    assert not {"app/screens/nash.js", "app/screens/home.js", "app/parts/grid.js"} & named


@pytest.mark.parametrize(
    ("accepted", "code"), [("de-AT,en;q=0.5", "de"), ("nl, PT-br", "pt"), ("", "en"), ("*", "en"), ("../x", "en")]
)
def test_the_words_of_the_browsers_language_are_announced(client: TestClient, accepted: str, code: str) -> None:
    announced = client.get("/", headers={"accept-language": accepted}).headers["link"]
    assert announced.endswith(f"/app/words/{code}.json>; rel=preload; as=fetch; crossorigin")


def test_deal_sheet_and_csv(client: TestClient) -> None:
    deal = client.get("/deal?" + query(("leave", "10"), ("unit", "1")))
    assert "Left for the winner: 10." in deal.text
    assert "Sum 140" in deal.text
    sheet = client.get("/sheet?" + query(("leave", "10"), ("event", "Spring Classic")))
    assert "Deal: Spring Classic" in sheet.text
    assert "sha256-" in sheet.headers["content-security-policy"]
    assert "unsafe-inline" not in sheet.headers["content-security-policy"]
    rows = client.get("/deal.csv?" + query()).text.splitlines()
    assert rows[0] == "name,stack,icm,sem,dcm,chip_chop,equal,chosen"
    assert len(rows) == 4


def test_a_deal_has_everything_the_command_has(client: TestClient) -> None:
    terms = [
        ("last_longer", "5"),
        ("last_longer_players", "Ana,Bo"),
        ("withhold", "3%"),
        ("trophy", "4"),
        ("trophy_to", "Bo"),
    ]
    page = client.get(
        "/deal?" + query(*terms, ("fixed", "Cy=20"), ("player", "Bo"), ("choose", "icm"), ("no_cap", "1"))
    ).text
    for words in (
        "Last longer: Ana and Bo leave 5.00 each",
        "Withheld from all prizes alike: 4.50.",
        "Bo takes the trophy or seat now, 4.00 of their share.",
        "Fixed: Cy 20.00",
        "Bo, 500 chips",
        "chosen: ICM",
    ):
        assert words in page, words
    assert "share is at" not in page  # neither a guarantee, as third pays nothing, nor a ceiling
    half = client.get("/deal?" + query(("between", "50%"))).text
    assert "ICM + 0.5 x (DCM - ICM)" in half
    wrong = client.get("/deal?" + query(("player", "Zoe")))
    assert 'data-fault="player"' in wrong.text


def test_the_decision_of_section_6(client: TestClient) -> None:
    example = {title: (rows, fields) for title, rows, fields in EXAMPLES}["Section 6 of the paper"]
    pairs = [pair for name, stack in example[0] for pair in (("name", name), ("stack", stack))]
    page = client.get("/decide?" + urlencode([*pairs, *example[1].items()])).text
    for text in ("15.23", "9.57", "47.81 %", "31.16 %", "ICM says fold and DCM says call."):
        assert text in page


def test_the_tree_is_walked(client: TestClient) -> None:
    page = client.get("/how?" + query(("path", "2"))).text
    assert "Ana 900, Bo 400, Cy 300" in page
    won = client.get("/how?" + query(("path", "2.0"))).text
    assert "One player has all the chips" in won
    assert "16.7 %" not in won
    assert "11.1 %" in won  # a third of a third
    assert client.get("/how?" + query(("path", "2.7"))).status_code == 422


@pytest.mark.parametrize(
    ("extra", "element", "message"),
    [
        ([("name", "Di"), ("stack", "x")], "stack-3", "Chips of player 4 must be a number, got &#39;x&#39;"),
        ([("name", "Di"), ("stack", "")], "stack-3", "Chips of player 4 must be given"),
        (
            [("name", ""), ("stack", ""), ("name", "Di"), ("stack", "-5")],
            "stack-4",
            "Chips of player 5 must not be",
        ),
        ([("name", "Ana"), ("stack", "5")], "name-3", "Name of player 4 must differ from the other names"),
    ],
)
def test_an_error_stands_beside_its_field(
    client: TestClient, extra: list[tuple[str, str]], element: str, message: str
) -> None:
    answer = client.get("/?" + query(*extra))
    assert answer.status_code == 422
    assert re.search(rf'id="{element}"[^>]*aria-invalid="true"', answer.text)
    fault = re.search(rf'id="{element}-fault">([^<]*)<', answer.text)
    assert fault
    assert message in fault[1]
    assert 'value="1000"' in answer.text  # nothing that was typed is lost


def test_payouts_and_terms_have_their_errors_too(client: TestClient) -> None:
    for address, element in (
        ("/?" + urlencode([*PAPER, ("payouts", "1 2 x")]), "payouts"),
        ("/?" + urlencode(PAPER), "payouts"),
        ("/deal?" + query(("leave", "999")), "leave"),
        ("/deal?" + query(("fixed", "Zoe=5")), "fixed"),
        ("/deal?" + query(("chip_noise", "5000")), "chip_noise"),
        ("/decide?" + query(("hero", "Bo")), "all_in"),
        ("/decide?" + query(("hero", "Bo"), ("all_in", "Ana")), "equity"),
    ):
        page = client.get(address)
        assert page.status_code == 422
        assert f'data-fault="{element}"' in page.text, address


def test_fields_that_mean_nothing_are_told(client: TestClient) -> None:
    said = "The address has fields that mean nothing here and are left out: "
    page = client.get(
        "/?" + query(("utm_source", "mail"), ("<b>", "1"), ("me", "Ana"), ("hero", "Bo"), ("x" * 99, "1"))
    )
    assert page.status_code == 200
    assert f"{said}utm_source, &lt;b&gt;, {'x' * 24}." in page.text
    many = client.get("/?" + query(*((f"f{k}", "1") for k in range(9))))
    assert f"{said}f0, f1, f2, f3, f4, f5, and more." in many.text
    assert said not in client.get("/?" + query(("range", "40%"), ("lang", "de"), ("empty", ""))).text


def test_markup_stays_text(client: TestClient) -> None:
    nasty = '"><script>alert(1)</script><b>'
    for path in ("/", "/deal", "/how", "/decide", "/sheet", "/value"):
        fields = [("name", nasty), ("stack", "5"), ("name", nasty + "2"), ("stack", "4"), ("payouts", "5 3")]
        for leave in ("", nasty):
            answer = client.get(path + "?" + urlencode([*fields, ("event", nasty), ("leave", leave)]))
            if answer.headers["content-type"].startswith("text/html"):
                assert "<script>alert" not in answer.text
                assert "<b>" not in answer.text
            else:
                assert answer.headers["content-type"] == "application/json"


def test_the_buttons_work_without_javascript(client: TestClient) -> None:
    assert client.get("/?" + query(("do", "add"))).text.count('name="stack"') == 4
    assert client.get("/?" + query(("do", "remove-1"))).text.count('name="stack"') == 2
    moved = client.get("/?" + query(("do", "up-2"))).text
    assert moved.index('value="Cy"') < moved.index('value="Bo"')


def test_a_pasted_list_fills_the_table(client: TestClient) -> None:
    page = client.get("/?" + urlencode([("paste", "Ana 1.2m, Bo 800k"), ("payouts", "50 30")]))
    assert page.status_code == 200
    assert 'value="1.2m"' in page.text
    taken = client.get("/pasted?" + urlencode([("paste", "name\tstack\tpayout\nAna\t1000\t100\nBo\t500\t50\n")]))
    assert taken.json() == {"query": "name=Ana&stack=1000&name=Bo&stack=500&payouts=100+50"}
    odd = client.get("/pasted?" + urlencode([("paste", 'name,stack,payout\nAna,1k,"€100\r\nX-Evil: 1"\nBo,500,50')]))
    assert odd.status_code == 200
    assert "x-evil" not in odd.headers
    wrong = client.get("/pasted?" + urlencode([("paste", "nothing here")]))
    assert wrong.status_code == 422
    assert wrong.json()["message"] == "The list must end in a number of chips, like Ana 1.2m, got 'nothing here'"


@pytest.mark.parametrize(("accept", "kind"), [("text/html", "text/html; charset=utf-8"), ("*/*", "application/json")])
def test_what_is_not_there_is_said_in_the_readers_language(client: TestClient, accept: str, kind: str) -> None:
    for path in ("/nope", "/sheet?name=A&stack=x"):
        assert client.get(path, headers={"accept": accept}).headers["content-type"] == kind


def test_a_spreadsheet_gets_no_formulas(client: TestClient) -> None:
    fields = [("name", "=cmd"), ("stack", "5"), ("name", "Bo"), ("stack", "4"), ("payouts", "5 3")]
    assert client.get("/deal.csv?" + urlencode(fields)).text.splitlines()[1].startswith("'=cmd,5,")


def test_several_opponents_have_a_range_each(client: TestClient) -> None:
    spot = [("hero", "Cy"), ("all_in", "Ana,Bo"), ("hand", "AA")]
    assert client.get("/decide?" + query(*spot, ("range", "KK | QQ"))).status_code == 200
    for wrong, element in (("KK", "range"), ("KK | zz", "range")):
        assert f'data-fault="{element}"' in client.get("/decide?" + query(*spot, ("range", wrong))).text


@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8)), max_size=4), st.text(max_size=20))
def test_the_address_holds_the_whole_state(rows: list[tuple[str, str]], payouts: str) -> None:
    pairs = [pair for name, stack in rows for pair in (("name", name), ("stack", stack))]
    form = Form(QueryParams([*pairs, ("payouts", payouts)]))
    again = Form(QueryParams(form.query()))
    assert again.rows == form.rows == [Row(*row) for row in rows]
    assert again["payouts"] == form["payouts"]


def test_too_many_players_are_refused_with_the_bound() -> None:
    with asking(Limits(players=2)) as client:
        page = client.get("/?" + query())
        assert page.status_code == 422
        assert "stacks must be at most 2 on this server" in page.text


@pytest.mark.parametrize("page", [*(page.path for page in PAGES.values()), "/pasted"])
def test_no_more_rows_are_built_than_there_may_be_players(page: str) -> None:
    with asking(Limits(players=30)) as client:
        empty = client.get(f"{page}?" + "&".join(["name="] * 90))
        assert empty.status_code == 422
        assert empty.text.count('name="stack"') == (0 if page == "/pasted" else 30)
        assert "stacks must be at most 30 on this server, got 90 of them" in empty.text
        pasted = client.get(f"{page}?paste=" + "+".join(["1"] * 9000))
        assert pasted.status_code == 422
        assert pasted.text.count('name="stack"') == (0 if page == "/pasted" else EMPTY_ROWS)
        assert "The list must hold at most 30 players on this server, got 9,000" in pasted.text


def test_a_row_beyond_the_largest_table_is_not_added() -> None:
    with asking(Limits(players=3)) as client:
        page = client.get("/?do=add&" + query())
    assert page.status_code == 422
    assert page.text.count('name="stack"') == 3


def test_the_first_load_is_small(client: TestClient) -> None:
    page = client.get("/?" + query())
    assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    # Four style sheets, of which a browser takes three or one, and icons.
    assert len([address for address in assets if not address.endswith(".js")]) == 6
    sent = [client.get(address).num_bytes_downloaded for address in set(assets)]  # packed, as browsers take it
    assert 40_000 < page.num_bytes_downloaded + sum(sent) < 80_000


def test_nothing_is_fetched_from_elsewhere(client: TestClient) -> None:
    for path in ("/?" + query(), "/deal?" + query(), "/how", "/docs", "/sheet?" + query()):
        assert re.findall(r'(?:src|href|action)="(?!/|#)[^"]*"', client.get(path).text) == []
    for name, data in Assets().files.items():
        assert not re.findall(rb"(?:from|import|url)[ (]*[\"']?https?:", data), name


def test_the_api_is_described(client: TestClient) -> None:
    page = client.get("/docs").text
    for name in ("equity", "compare", "finish", "decide", "deal", "sensitivity", "sweep"):
        assert f"POST /api/v1/{name}" in page
        assert f"/api/v1/{name}" in client.get("/openapi.json").json()["paths"]


@pytest.mark.parametrize("field", ["player", "hero", "all_in", "button", "path", "folded"])
@pytest.mark.parametrize("typed", ["²", "٣", "1" * 5000])
def test_digits_that_are_none_never_break_a_page(client: TestClient, field: str, typed: str) -> None:
    for page in ("/deal", "/decide", "/how"):
        assert client.get(f"{page}?{query((field, typed))}").status_code in (200, 422)


def test_the_chart_crosses_a_fold_at_the_break_even_point_ties_included() -> None:
    spot = ft.Spot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=1, all_in=[0], big_blind=200, button=3)
    decision = ft.decide(spot, hand="AQo", ranges="AK, AQ")
    assert decision.tie > 0.2
    drawn = chart(decision, MoneyFormat.of(100, ""))
    assert drawn is not None
    for line in drawn["lines"]:
        if line["break_even"] is not None:
            along = (line["break_even"] - drawn["from"]) / (drawn["to"] - drawn["from"])
            height = line["never"] + along * (line["always"] - line["never"])
            assert height == pytest.approx(line["fold"], abs=0.02)
    assert any(line["break_even"] is not None for line in drawn["lines"])
