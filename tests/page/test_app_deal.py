"""Exports of the page's deal: a chat message and a picture; and the prizes of playing on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import finaltable as ft
from finaltable.deals.report import deal_chat, deal_csv
from finaltable.deals.sheet import deal_sheet
from tests.device import run_jobs
from tests.page.test_device import Request, random_deals
from tests.program import in_process
from tests.visiting import LANGUAGES, NAMES, NINE, PHONE, PRIZES, SPOT, STACKS, Visitor, typed

pytestmark = pytest.mark.slow

WORDS = Path(__file__).parents[2] / "src" / "finaltable" / "web" / "static" / "app" / "words"
COMMAND = ["deal", *(f"{name}={stack}" for name, stack in zip(NAMES, STACKS, strict=True)), "--chat"]
COMMAND += ["--payouts", ",".join(f"€{prize}" for prize in PRIZES)]
FOUR = ["deal", "CO=2000", "BTN=3000", "SB=1000", "BB=1000", "--payouts", "€50,€30,€20", "--chat"]
YEN = "name=Ana&stack=50&name=Bo&stack=30&name=Cy&stack=19&payouts=¥1000+¥500+¥250"
DEALS = [
    (NINE, COMMAND),
    (NINE + "&withhold=3%25", [*COMMAND, "--withhold", "3%"]),
    (NINE + "&leave=20000&unit=5&choose=dcm", [*COMMAND, "--leave", "20000", "--round", "5", "--choose", "dcm"]),
    (NINE + "&choose=between&between=0.35", [*COMMAND, "--choose", "between", "--between", "0.35"]),
    (NINE + "&choose=chip_chop&leave=10%25", [*COMMAND, "--choose", "chip_chop", "--leave", "10%"]),
    (SPOT + "&bounties=20+20+10+40", [*FOUR, "--bounties", "20,20,10,40"]),
    (SPOT + "&bounties=20+20+10.5+40&deal_heads=share", [*FOUR, "--bounties", "20,20,10.5,40", "--heads", "share"]),
    (SPOT + "&bounties=20+20+20+20&choose=equal", [*FOUR, "--bounties", "20", "--choose", "equal"]),
    (YEN, ["deal", "Ana=50", "Bo=30", "Cy=19", "-p", "¥1000,¥500,¥250", "--chat"]),
]
# Chat messages of many answers, from the page's module.
MESSAGES = """async (deals) => {
    const { chatText } = await import(new URL("parts/chat.js", document.querySelector("script[type=module]").src));
    return deals.map(([answer, currency]) => chatText(answer, { currency, fields: {}, players: [], prizes: [] }));
}"""
# The sheet to sign and the CSV of many answers.
SHEETS = """async (deals) => {
    const load = (name) => import(new URL(name, document.querySelector("script[type=module]").src));
    const { dealCsv, parts, sheetPage, sheetView } = await load("sheet.js");
    const found = await parts();
    const state = (currency) => ({ currency, fields: { event: "A & {{b}}" }, players: [], prizes: [] });
    return Promise.all(deals.map(async ([answer, currency]) =>
        [sheetPage(found, await sheetView(answer, state(currency))), dealCsv(answer, state(currency))]));
}"""
WRITTEN = """() => {
    globalThis.written = [];
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
        written.push(text);
        return write.call(this, text, ...where);
    };
}"""


def copied(page: Page) -> str:
    """Copy the deal for a chat, and return the copied text."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy for chat").locator("visible=true").click()
    expect(page.locator(".toast")).to_contain_text("Copied.")
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def test_the_message_for_a_chat_is_the_text_of_the_command(visit: Visitor) -> None:
    page = visit("/deal", NINE)
    for query, command in DEALS:
        visit.walk(page, "deal", query)
        assert copied(page) + "\n" == in_process(*command)[1]


def test_the_message_is_the_same_without_a_server(visit: Visitor) -> None:
    page = visit("/deal", NINE + "&withhold=3%25", locale="en-NZ")
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("Computed on this device")).to_be_visible()
    assert copied(page) + "\n" == in_process(*COMMAND, "--withhold", "3%")[1]


def asked(request: Request) -> dict[str, Any]:
    """Return a request as Python arguments."""
    return {name: value for name, value in request.items() if name not in ("stacks", "payouts")}


def test_messages_sheets_and_csv_equal_those_of_python(visit: Visitor) -> None:
    requests = random_deals(150, 11)
    jobs = [{"kind": "ask", "question": "deal", "request": request} for request in requests]
    answers, expected = [], []
    for request, done in zip(requests, run_jobs(jobs), strict=True):
        try:
            deal = ft.deal(request["stacks"], request["payouts"], **asked(request))
        except ft.InputError:
            continue
        for currency, answer in (("€", deal.to_dict()), ("CHF ", deal.to_dict()), ("", done["answer"])):
            answers.append([answer, currency])
            expected.append((deal, currency))
    assert len(expected) > 300
    page = visit("/deal", NINE, locale="en-US")
    for text, (deal, currency) in zip(page.evaluate(MESSAGES, answers), expected, strict=True):
        assert f"{text}\n" == deal_chat(deal, currency)
    for (sheet, table), (deal, currency) in zip(page.evaluate(SHEETS, answers), expected, strict=True):
        assert sheet == deal_sheet(replace(deal, sensitivity=None), currency, "A & {{b}}")
        assert table == deal_csv(deal)


def test_without_a_clipboard_the_text_is_shown_selected(visit: Visitor) -> None:
    page = visit("/deal", NINE, **PHONE, locale="en-IE")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # as over http
    page.get_by_role("button", name="Copy for chat").locator("visible=true").click()
    area = page.get_by_label("Text to copy")
    assert area.input_value() + "\n" == in_process(*COMMAND)[1]
    selected = "(area) => area.value.slice(area.selectionStart, area.selectionEnd)"
    assert area.evaluate(selected) == area.input_value()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Link").click()
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("dialog").locator(".toast")).to_contain_text("The text is selected")
    address = page.get_by_role("textbox", name="Address")
    assert address.evaluate(selected) == address.input_value()


@pytest.mark.parametrize("players", [3, 9])
def test_the_picture_of_a_deal_shows_the_shares_the_model_and_the_sum(visit: Visitor, players: int) -> None:
    names, stacks, prizes = NAMES[:players], STACKS[:players], PRIZES[:players]
    query = "&".join(f"name={name}&stack={stack}" for name, stack in zip(names, stacks, strict=True))
    query += "&payouts=" + "+".join(f"€{prize}" for prize in prizes) + "&withhold=3%25&leave=10000"
    deal = ft.deal(stacks, prizes, names=names, withhold="3%", leave=10000)
    page = visit("/deal", query, locale="en-CA")
    page.evaluate(WRITTEN)
    page.get_by_role("button", name="Share").click()
    with page.expect_download():
        page.get_by_role("button", name=re.compile("Save the picture|Send the picture")).click()
    written = page.evaluate("written")
    assert {*names, *(f"€{cash:,}" for cash in deal["icm"].cash)} <= {*written}
    assert f"{players} left, by ICM" in written
    assert f"€{deal.paid_now:,}" in written
    assert f"Withheld: €{deal.terms.withheld:,}" in written
    page.evaluate("written.length = 0")
    page.get_by_label("names").uncheck()
    page.wait_for_function("() => written.length > 0")
    assert {"Seat 1", f"€{deal.paid_now:,}"} <= {*(written := page.evaluate("written"))}
    assert not {*names} & {*written}


def test_on_a_desk_everything_to_share_is_seen_at_once(visit: Visitor) -> None:
    page = visit("/deal", NINE, viewport={"width": 1440, "height": 900})
    page.get_by_role("button", name="Share").click()
    board = page.get_by_role("dialog", name="Share the deal")
    expect(board.locator("canvas")).to_have_count(2)
    sizes = board.locator("canvas").evaluate_all("(all) => all.map((one) => [one.width, one.height])")
    assert sizes == [[1080, 1350], [1200, 630]]
    expect(board.get_by_role("textbox", name="Text to copy")).to_have_value(re.compile("by ICM"))
    expect(board.get_by_role("button", name="Print")).to_be_visible()
    expect(board.get_by_role("textbox", name="Address")).to_be_visible()
    expect(board.get_by_role("button", name="Save the picture")).to_have_count(2)


def test_playing_on_pays_the_prizes_minus_withheld_money(visit: Visitor) -> None:
    page = visit("/deal", NINE + "&withhold=3%25", fresh=True)
    prizes = ft.deal(STACKS, PRIZES, withhold="3%").playing_on["icm"].table.payouts
    low, high = round(float(min(prizes))), round(float(max(prizes)))
    expect(page.locator("main")).to_contain_text(f"If you play on, you win €{low:,} to €{high:,}.")
    assert (low, high) == (12804, 147440)


TERMS = (
    "&leave=10000+5000&withhold=1%25&fixed=0+95000&trophy=3000&trophy_to=Cy&last_longer=500&last_longer_players=Di,Eve"
)


def test_all_terms_of_the_command_can_be_set_on_the_page(visit: Visitor) -> None:
    page = visit("/deal", NINE, locale="en-AU")
    page.get_by_text("More terms").click()
    typed(page, "Left for the winner", "10k")
    typed(page, "For second place", "5000")
    typed(page, "Staff or rake", "1%")
    page.get_by_label("Fix a share").select_option("Bo")
    typed(page, "Bo", "95,000")
    typed(page, "Trophy or seat: its value", "3000")
    page.get_by_label("Who takes it").select_option("Cy")
    typed(page, "Last longer: stake of each", "500")
    inside = page.get_by_role("group", name="Who takes part")
    for name in NAMES:
        if name not in ("Di", "Eve"):
            inside.get_by_role("button", name=name, exact=True).click()
    expect(inside.get_by_role("button", name="Di", exact=True)).to_be_disabled()  # two at least
    visit.wait(page)
    command = [*COMMAND, "--leave", "10000,5000", "--withhold", "1%", "--fixed", "Bo=95000", "--trophy", "3000"]
    command += ["--trophy-to", "Cy", "--last-longer", "500", "--last-longer-players", "Di,Eve"]
    assert copied(page) + "\n" == in_process(*command)[1]
    visit.walk(page, "deal", NINE + TERMS)
    assert copied(page) + "\n" == in_process(*command)[1]
    typed(page, "Last longer: stake of each", "900k")
    expect(page.locator(".note.warn")).to_contain_text("Last longer: stake of each: At most")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sheet_is_in_the_readers_language_and_fits_a_page(visit: Visitor, code: str) -> None:
    page = visit("/deal", NINE + TERMS, locale=LANGUAGES[code])
    words = json.loads((WORDS / f"{code}.json").read_text("utf-8"))
    page.evaluate("globalThis.print = () => {}")
    page.get_by_role("button", name=words["deal.sheet"]).locator("visible=true").click()
    paper = page.get_by_role("dialog").locator(".paper")
    expect(paper.locator("h1")).to_have_text(words["sheet.label.title"])
    assert "{" not in paper.inner_text()
    second = "es" if code != "es" else "en"
    page.get_by_role("dialog").get_by_role("combobox").select_option(second)
    other = json.loads((WORDS / f"{second}.json").read_text("utf-8"))["sheet.label.signature"]
    expect(paper.locator("th small").last).to_have_text(other)
    page.get_by_role("button", name=words["share.print"], exact=True).click()
    page.emulate_media(media="print")
    expect(page.locator(".to-print .paper")).to_be_visible()
    assert page.locator("#app").locator("visible=true").count() == 0
    assert len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True))) == 1


def test_csv_is_made_on_the_device_without_formulas(visit: Visitor) -> None:
    page = visit("/deal", NINE.replace("Ana", "=1%2B1"), viewport={"width": 1440, "height": 900}, locale="en-FJ")
    with page.expect_download() as file:
        page.get_by_role("button", name="Table (CSV)").click()
    lines = file.value.path().read_text("utf-8").splitlines()
    assert lines[0] == "name,stack,icm,sem,dcm,chip_chop,equal,chosen"
    assert lines[1].startswith("'=1+1,4125000,")
    assert len(lines) == 10


def test_markup_in_names_stays_text_on_the_sheet_and_in_a_link(visit: Visitor) -> None:
    nasty = '"><img src=x onerror=document.title=1>{{event}}'
    query = NINE.replace("Ana", nasty.replace("=", "%3D").replace(" ", "+")) + "&event=" + nasty.replace("=", "%3D")
    page = visit("/deal", query, locale="en-HK")
    page.get_by_role("button", name="Sheet to sign").locator("visible=true").click()
    paper = page.get_by_role("dialog").locator(".paper")
    expect(paper.locator(".signed tbody td").first).to_have_text(nasty)
    assert paper.locator("img").count() == 0
    page.get_by_role("button", name="Link").click()
    page.get_by_label("with names").check()
    visit.go(page, page.get_by_role("textbox", name="Address").input_value().removeprefix(visit.served.address))
    expect(page.locator("button.dr b").first).to_have_text(nasty)
    assert page.locator("main img").count() == 0
