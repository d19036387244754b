"""What the pages show, as data: each view against the library, and every field of every form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.datastructures import QueryParams
from starlette.testclient import TestClient

import finaltable as ft
from finaltable.reporting.layout import Cell, Drawing, Grid, Note, Report
from finaltable.reporting.words import MoneyFormat
from finaltable.values.sensitivity.report import close_lines
from finaltable.web.forms import Form
from finaltable.web.limits import Limits
from finaltable.web.pages import PAGES
from finaltable.web.views import (
    TREE_BOX,
    TREE_GAP,
    TREE_ROW,
    View,
    chart,
    deal_view,
    decide_view,
    drawn_tree,
    how_view,
    html_parts,
    read_deal,
    spans,
    value_view,
)
from finaltable.web.workers import Job
from tests.serving import asking
from tests.spots import SECTION_6, section_6

NAMES, STACKS, PAYOUTS = ("Ana", "Bo", "Cy"), (1000, 990, 500), (90, 60, 30)
ROWS = [pair for name, stack in zip(NAMES, STACKS, strict=True) for pair in (("name", name), ("stack", str(stack)))]
SPOT = {"payouts": "50 30 20", "hero": "Hero", "all_in": "Villain", "button": "BTN", "blinds": "100/200"}
SEATS = [
    pair
    for name, stack in zip(SECTION_6["names"], SECTION_6["stacks"], strict=True)
    for pair in (("name", name), ("stack", str(stack)))
]


def form_of(rows: list[tuple[str, str]] = ROWS, **fields: str) -> Form:
    return Form(QueryParams([*rows, *({"payouts": "90 60 30"} | fields).items()]))


def seen(view: Any, form: Form) -> View:
    found: View = view(form, Job(Limits()))
    return found


def grid(parts: list[dict[str, Any]], number: int = 0) -> dict[str, list[str]]:
    """The rows of a report's table by their first cell."""
    rows = [part for part in parts if part["kind"] == "grid"][number]["rows"]
    return {row[0]["text"]: [cell["text"] for cell in row[1:]] for row in rows}


# --- value -----------------------------------------------------------------------------------------------------------


def test_the_bars_are_the_two_models_in_per_cent_of_the_longest() -> None:
    bars = seen(value_view, form_of()).data["bars"]
    both = ft.compare(STACKS, PAYOUTS)
    longest = both.equities.max()
    assert [bar["name"] for bar in bars] == list(NAMES)
    for model in (0, 1):
        widths = [bar["widths"][model] for bar in bars]
        assert widths == pytest.approx(100 * both.equities[model] / longest, abs=0.006)
    assert max(max(bar["widths"]) for bar in bars) == 100


def test_the_value_page_says_what_dcm_gives_in_the_prizes_currency() -> None:
    view = seen(value_view, form_of(payouts="€90 €60 €30"))
    first, second, third = ft.deal(STACKS, PAYOUTS)["dcm"].cash
    assert view.status == f"By DCM: Ana €{first:.2f}, Bo €{second:.2f} and Cy €{third:.2f}."
    assert f"€{first:.2f}" in grid(view.data["comparison"])["Ana"]


def test_places_and_knockouts_are_those_of_the_library() -> None:
    parts = seen(value_view, form_of()).data["places"]
    ana = ft.finish_probabilities(STACKS, "icm")[0]
    assert f"{100 * ana[0]:.2f}" in str(parts)
    busts = ft.dcm(STACKS, PAYOUTS).knockouts
    assert f"{100 * busts[0, 1]:.2f}" in grid(parts, 1)["Ana"]


@pytest.mark.parametrize(("players", "shown"), [(1, False), (2, True), (12, True), (13, False)])
def test_knockouts_are_shown_for_two_to_twelve_players(players: int, shown: bool) -> None:
    rows = [pair for i in range(players) for pair in (("name", f"P{i}"), ("stack", str(100 + i)))]
    data = seen(value_view, form_of(rows, payouts="90")).data
    assert data["knockouts"] == shown
    assert sum(part["kind"] == "grid" for part in data["places"]) == 1 + shown


def test_close_stacks_are_those_a_recount_would_move() -> None:
    near = [("name", "Ana"), ("stack", "1000"), ("name", "Bo"), ("stack", "990"), ("name", "Cy"), ("stack", "2000")]
    found = ft.sensitivity([1000, 990, 2000], PAYOUTS, pot=0, names=NAMES)
    assert seen(value_view, form_of(near)).data["close"] == close_lines(found) != []
    assert seen(value_view, form_of()).data["close"] == []
    assert "close" not in seen(value_view, form_of(near[:4], payouts="90 60")).data  # heads-up nothing can jump


# --- deal ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", ["icm", "sem", "dcm", "between", "chip_chop", "equal"])
def test_the_spans_go_from_icm_to_dcm_with_the_chosen_proposal_marked(choose: str) -> None:
    deal = ft.deal(STACKS, PAYOUTS, names=NAMES, choose=choose)
    most = max(max(deal[name].cash) for name in ("icm", "sem", "dcm", choose))
    for seat, span in enumerate(spans(deal)):
        assert span["name"] == NAMES[seat]
        for share, name in zip([*span["marks"], span["chosen"]], ("icm", "sem", "dcm", choose), strict=True):
            assert share == pytest.approx(float(100 * deal[name].cash[seat] / most), abs=0.006)


def test_what_a_player_pays_in_is_drawn_at_nothing() -> None:
    deal = ft.deal(STACKS, PAYOUTS, trophy=300, trophy_to=2)
    assert deal.chosen.cash[2] < 0
    assert spans(deal)[2]["chosen"] == 0


@pytest.mark.parametrize(
    ("payouts", "typed", "unit"),
    [("¥9000 ¥6000 ¥3000", "", "1"), ("¥9000 ¥6000 ¥3000", "100", "100"), ("€9000 €6000 €3000", "", "0.01")],
)
def test_a_deal_is_rounded_to_the_currencys_coin_or_to_what_was_typed(payouts: str, typed: str, unit: str) -> None:
    given = form_of(payouts=payouts, unit=typed)
    assert read_deal(given, Job(Limits()))[0].terms.unit == Decimal(unit)


def test_the_deal_page_holds_the_message_the_report_and_one_players_view() -> None:
    view = seen(deal_view, form_of(choose="icm", player="bo", payouts="€90 €60 €30"))
    deal = ft.deal(STACKS, PAYOUTS, choose="icm", pot=0)
    money = [f"€{cash}" for cash in deal["icm"].cash]
    assert [grid(view.data["report"])[name][1] for name in NAMES] == money
    lines = view.data["chat"].splitlines()
    assert [line.split(" (")[0] for line in lines[1:4]] == [
        f"{name} {cash}" for name, cash in zip(NAMES, money, strict=True)
    ]
    assert view.data["lines"] == len(lines) + 1
    assert view.status == " ".join(lines)
    assert view.data["view"][0]["text"] == "Bo, 990 chips"
    assert seen(deal_view, form_of()).data["view"] is None


# --- decide ----------------------------------------------------------------------------------------------------------


def test_a_decision_is_that_of_the_library() -> None:
    view = seen(decide_view, form_of(SEATS, **SPOT, equity="40%"))
    decision = ft.decide(section_6(), 0.4)
    rows = grid(view.data["report"])
    for verdict in decision.verdicts:
        row = rows[verdict.model.upper()]
        assert row[:2] == [f"{verdict.fold:.2f}", f"{verdict.call:.2f}"]
        assert row[-1] == verdict.recommendation
    assert view.status == "ICM says fold and DCM says call."
    assert view.data["chart"] == chart(decision, MoneyFormat.of(100))


def test_the_chart_is_as_high_as_the_money_at_its_ends() -> None:
    decision = ft.decide(section_6(), 0.4)
    drawn = chart(decision, MoneyFormat.of(100, "€"))
    assert drawn is not None
    icm, dcm = decision["icm"], decision["dcm"]
    assert icm.win is not None
    ends = [0.0, icm.win, icm.fold, dcm.fold]
    assert (drawn["low"], drawn["high"]) == ("€0.00", f"€{max(ends):.2f}")
    assert (drawn["from"], drawn["to"], drawn["equity"]) == (0, 100, 40)
    for line, verdict in zip(drawn["lines"], (icm, dcm), strict=True):
        heights = [60 - 60 * float(money or 0) / max(ends) for money in (verdict.fold, verdict.lose, verdict.win)]
        assert [line["fold"], line["never"], line["always"]] == pytest.approx(heights, abs=0.001)
        assert line["break_even"] == pytest.approx(100 * (verdict.break_even or 0), abs=0.006)
    several = section_6(hero="CO", all_in=["Villain", "BTN"], folded=["Hero"])
    assert chart(ft.decide(several, hand="AA", ranges=["KK", "QQ"]), MoneyFormat.of(100)) is None


# --- how it works ----------------------------------------------------------------------------------------------------


def test_a_walk_through_the_tree_tells_every_step_and_what_can_follow() -> None:
    rows = [("name", "Ana"), ("stack", "1000"), ("name", "Bo"), ("stack", "500"), ("name", "Cy"), ("stack", "100")]
    data = seen(how_view, form_of(rows, path="2.1")).data
    assert [step["path"] for step in data["steps"]] == ["2", "2.1"]
    assert [step["stacks"] for step in data["steps"]] == ["Ana 900, Bo 400, Cy 300", "Ana 500, Bo 1,100"]
    assert [step["out"] for step in data["steps"]] == ["", "Cy leaves 3rd"]
    assert [(option["winner"], option["path"]) for option in data["options"]] == [("Ana", "2.1.0"), ("Bo", "2.1.1")]
    assert [(option["stacks"], option["won"]) for option in data["options"]] == [
        ("Ana 1,000, Bo 600", False),
        ("Bo 1,600", True),
    ]
    assert [chips["chips"] for chips in data["chips"]] == ["500", "1,100", "0"]
    assert [chips["bar"] for chips in data["chips"]] == [31.25, 68.75, 0]
    assert data["probability"] == "11.1 %"
    assert (data["won"], seen(how_view, form_of(rows, path="2.0")).data["drawn"]) == (False, None)


@pytest.mark.parametrize(("stacks", "levels"), [((1000, 500, 100), 3), ((1000, 500, 100, 50), 2), ((9, 0, 5), 3)])
def test_the_tree_is_drawn_with_every_hand_between_its_outcomes(stacks: tuple[int, ...], levels: int) -> None:
    drawn = drawn_tree(stacks, ("Ana", "Bo", "Cy", "Di")[: len(stacks)])
    boxes = drawn["boxes"]
    assert sorted({box["x"] for box in boxes}) == [level * (TREE_BOX + TREE_GAP) for level in range(levels)]
    assert drawn["width"] == max(box["x"] for box in boxes) + TREE_BOX
    [root] = [box for box in boxes if box["title"] == "now"]
    assert root["x"] == 0
    assert root["text"] == " · ".join(f"{stack:,}" for stack in stacks if stack)
    children: dict[tuple[float, float], list[float]] = {}
    for x, y, to_x, to_y in drawn["lines"]:
        assert to_x == x + TREE_GAP
        children.setdefault((x - TREE_BOX, round(y - 13, 6)), []).append(round(to_y - 13, 6))
    at = {(box["x"], round(box["y"], 6)): box for box in boxes}
    assert len(at) == len(boxes) == len(drawn["lines"]) + 1  # no two in one place, and a line to each but the root
    for place, heights in children.items():
        assert place[1] == pytest.approx(sum(heights) / len(heights), abs=1e-5)
        assert all((place[0] + TREE_BOX + TREE_GAP, height) in at for height in heights)
    leaves = sorted(box["y"] for place, box in at.items() if place not in children)
    assert leaves == [TREE_ROW * row for row in range(len(leaves))]
    assert drawn["height"] == TREE_ROW * len(leaves)
    assert all(box["won"] == ("·" not in box["text"]) for box in boxes)


# --- reports and forms -----------------------------------------------------------------------------------------------


def test_a_report_becomes_headings_notes_drawings_and_tables() -> None:
    row = ("Ana", Cell("5", "gain"), Cell("9", shade=0.5))
    report = Report(
        (
            Note("Title", "strong"),
            Note(" "),
            Note("small"),
            Drawing(("a", "b")),
            Grid(("Player", "Stack", "x"), (row,), left=frozenset({0, 1})),
        )
    )
    heading, note, drawing, table = html_parts(report)
    assert (heading, note) == ({"kind": "heading", "text": "Title"}, {"kind": "note", "text": "small"})
    assert drawing == {"kind": "drawing", "text": "a\nb"}
    assert (table["header"], table["hidden"]) == (("Player", "Stack", "x"), [False, True, False])
    assert [cell["classes"] for cell in table["rows"][0]] == ["left", "gain left", "s10"]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"stack": "1" * 500}, "Chips of player 1 must be at most 120 characters"),
        ({"name": "n" * 500}, "Name of player 1 must be at most 80 characters"),
        ({"payouts": "5" * 5000}, "Prizes must be at most 2,000 characters on this server"),
    ],
)
def test_what_is_typed_is_never_cut_into_something_else(client: TestClient, typed: dict[str, str], said: str) -> None:
    """A stack of a hundred and one digits was read as one of a hundred."""
    answer = client.get("/", params={"stack": "1000", "payouts": "100", **typed})
    assert answer.status_code == 422
    assert said in answer.text
    [text] = typed.values()
    assert text in answer.text  # still there to be mended


# For every field: what stands around it, and what is typed into it instead of nothing or of what stands there.
FIELDS: dict[str, dict[str, tuple[dict[str, str], str]]] = {
    "deal": {
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
        "big_blind": ({}, "400"),
        "chip_noise": ({}, "50"),
        "player": ({}, "Bo"),
        "event": ({}, "Spring Classic"),
        "no_guarantee": ({}, "1"),
        "no_cap": ({}, "1"),
        "odd_to_staff": ({"withhold": "3", "unit": "5"}, "1"),
        "proposals": ({}, "icm,dcm"),
        "pot": ({"payouts": "90 60 30"}, "800"),
        "deal_heads": ({"bounties": "10"}, "share"),
    },
    "decide": {
        "hero": ({**SPOT, "equity": "40%"}, "CO"),
        "all_in": ({**SPOT, "equity": "40%"}, "CO"),
        "button": ({**SPOT, "equity": "40%"}, "CO"),
        "blinds": ({**SPOT, "equity": "40%"}, "100/300"),
        "ante": ({**SPOT, "equity": "40%"}, "10"),
        "folded": ({**SPOT, "hero": "BTN", "all_in": "CO", "equity": "40%"}, "Villain"),
        "equity": ({**SPOT, "equity": "40%"}, "50%"),
        "hand": ({**SPOT, "hand": "AA", "range": "KK"}, "QQ"),
        "range": ({**SPOT, "hand": "AA", "range": "KK"}, "72o"),
        "big_blind_ante": ({**SPOT, "equity": "40%"}, "200"),
        "bets": ({**SPOT, "equity": "40%"}, "CO=300"),
        "models": ({**SPOT, "equity": "40%"}, "icm,icm:0.5+dcm:0.5"),
        "between": ({**SPOT, "equity": "40%"}, "30%"),
    },
    "value": {"between": ({}, "30%"), "models": ({}, "icm,chip_chop")},
    "how": {},
}
PRIZES: dict[str, tuple[dict[str, str], str]] = {
    "payouts": ({}, "90 60 40"),
    "pool": ({"payouts": "50% 30% 20%", "pool": "100"}, "200"),
    "bounties": ({}, "10"),
    "bounty_share": ({"bounties": "10", "deal_heads": "share"}, "75%"),
    "no_own_bounty": ({"bounties": "10", "player": "Ana"}, "1"),
    "mystery": ({}, "9x10"),
}
CHECKED_ONLY = {"mystery_begins"}  # what is refused with it, and nothing else changes
PLAYERS = {"name", "stack", "paste", "do", "fills"}  # see test_pages and test_browser


@pytest.mark.parametrize("page", PAGES)
def test_the_tables_here_hold_every_field_of_the_page(client: TestClient, page: str) -> None:
    found = re.findall(r'<(?:input|select|textarea|button)[^>]* name="([a-z_]+)"', client.get(PAGES[page][0]).text)
    assert set(found) - PLAYERS == {*FIELDS[page], *({*PRIZES, *CHECKED_ONLY} if page != "how" else ())}


def results(client: TestClient, page: str, fields: list[tuple[str, str]]) -> tuple[int, str]:
    """Return the status of a page, and what stands below its form."""
    answer = client.get(f"{PAGES[page].path if page in PAGES else '/' + page}?{urlencode(fields)}")
    return answer.status_code, answer.text.rpartition('<div id="results">')[2]


def test_bounties_are_shown_with_prizes_and_refused_in_the_words_of_the_page(client: TestClient) -> None:
    def ask(page: str, **fields: str) -> str:
        return results(client, page, [*ROWS, ("payouts", "90 60 30"), *fields.items()])[1]

    assert "ICM: prizes" in ask("value", bounties="Ana=10, Bo=20, Cy=5")
    assert "Next envelope" in ask("value", mystery="1x100, 4x10", mystery_begins="3")
    assert "begins with 2 players, and 3 are left" in ask("value", mystery="1x100, 4x10", mystery_begins="2")
    by_row = [
        pair for pair, head in zip(ROWS[1::2], ("10", "20", "5"), strict=True) for pair in (pair, ("bounty", head))
    ]
    assert "ICM: prizes" in results(client, "value", [*by_row, ("payouts", "90 60 30")])[1]
    assert "Bounty of player 2 must not be negative" in ask("value", bounties="10 -5 5")
    assert "Part that is paid at once must be given together with Bounties" in ask("value", bounty_share="25%")
    assert "next hands" in ask("how", bounties="10 20 5") or "wins" in ask("how", bounties="10 20 5")


@pytest.mark.parametrize(
    ("page", "field"),
    [(page, field) for page in FIELDS for field in (*FIELDS[page], *(PRIZES if page in ("value", "deal") else ()))],
)
def test_every_field_of_a_page_does_something(client: TestClient, page: str, field: str) -> None:
    around, typed = {**PRIZES, **FIELDS[page]}[field]
    before = {"payouts": "90 60 30", **around}
    rows = SEATS if page == "decide" else ROWS
    where = "sheet" if field == "event" else page
    one, other = (results(client, where, [*rows, *fields.items()]) for fields in (before, {**before, field: typed}))
    assert (one[0], other[0]) == (200, 200), other[1]
    # The links hold the whole state, whatever it is worth.
    assert re.sub(r'href="[^"]*"', "", one[1]) != re.sub(r'href="[^"]*"', "", other[1])
