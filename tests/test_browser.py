"""The page in a real browser: typed, pasted, by keyboard, on a phone, in the dark, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browsing import open_browser
from tests.serving import Served, serving
from tests.spots import QUERY

SHOTS = Path(__file__).parent / "screenshots"
PAPER = "name=Ana&stack=1000&name=Bo&stack=500&name=Cy&stack=100&payouts=100+50"
NINE = "".join(
    f"name=Player {i} with a name&stack={s}&"
    for i, s in enumerate((4125, 3380, 2910, 2400, 1985, 1470, 1455, 910, 615))
)
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving("--quiet") as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Open]:
    """Open an address; every error of a script, of the console or of the network fails the test."""
    contexts = []
    problems: list[str] = []

    def opened(address: str = "/", **options: Any) -> Page:
        context = browser.new_context(base_url=served.address, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    # The browser itself writes a line for every answer of 4xx or none at all; these are the point of some tests.
    known = ("status of 422", "net::ERR_FAILED")
    assert [problem for problem in problems if not any(words in problem for words in known)] == []


def shoot(page: Page, name: str) -> None:
    """Keep a picture of the page, to be looked at."""
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


def type_paper_table(page: Page) -> None:
    for i, (name, stack) in enumerate((("Ana", "1000"), ("Bo", "500"), ("Cy", "100"))):
        page.fill(f"#name-{i}", name)
        page.fill(f"#stack-{i}", stack)
    page.fill("#payouts", "100 50")


def paste_into(page: Page, element: str, text: str) -> None:
    """Paste as a person does: with an event that the page may take for itself."""
    page.evaluate(
        """([element, text]) => { const data = new DataTransfer(); data.setData('text', text);
            document.getElementById(element).dispatchEvent(
                new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }""",
        [element, text],
    )


def test_typing_a_table_shows_the_papers_numbers(visit: Open) -> None:
    page = visit()
    type_paper_table(page)
    for number in ("80.79", "60.67", "8.54"):
        expect(page.locator("#results")).to_contain_text(number)
    expect(page.locator("#payouts")).to_be_focused()
    expect(page.locator("#status")).to_contain_text("By DCM: Ana 80.79, Bo 60.67 and Cy 8.54.")
    shoot(page, "value")


def test_results_follow_what_is_typed_and_leave_the_cursor_where_it_is(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    expect(page.locator("#results")).to_contain_text("8.54")
    page.press("#stack-2", "5")
    expect(page.locator("#results")).not_to_contain_text("8.54")
    expect(page.locator("#results")).to_contain_text("Cy")
    expect(page.locator("#stack-2")).to_be_focused()


def test_the_address_is_the_state(visit: Open) -> None:
    page = visit()
    type_paper_table(page)
    expect(page.locator("#results")).to_contain_text("80.79")
    page.locator("#payouts").blur()
    again = visit(page.url)
    expect(again.locator("#results")).to_contain_text("80.79")
    assert again.input_value("#name-2") == "Cy"
    page.click("text=Deal")
    expect(page.locator("h2")).to_have_text("The deal")
    page.fill("#leave", "10")
    page.locator("#leave").blur()
    expect(page.locator("#results")).to_contain_text("Left for the winner: 10.")
    page.go_back()
    expect(page.locator("#results")).not_to_contain_text("Left for the winner")
    page.go_forward()
    expect(page.locator("#results")).to_contain_text("Left for the winner: 10.")


def test_rows_are_added_removed_and_moved(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    page.click("#add")
    expect(page.locator("#name-3")).to_be_focused()
    page.keyboard.type("Di")
    page.keyboard.press("Tab")
    page.keyboard.type("200")
    expect(page.locator("#results")).to_contain_text("Di")
    page.click("[aria-label='Move player 4 up']")
    assert page.input_value("#name-2") == "Di"
    page.click("[aria-label='Remove player 1']")
    assert page.input_value("#name-0") == "Bo"
    expect(page.locator("#results")).not_to_contain_text("Ana")


def test_a_list_is_pasted_into_the_table(visit: Open) -> None:
    page = visit("/?payouts=50k+30k")
    page.focus("#name-0")
    paste_into(page, "name-0", "Ana\t1,200,000\nBo\t800,000")
    expect(page.locator("#stack-1")).to_have_value("800,000")
    expect(page.locator("#results")).to_contain_text("1,200,000")
    page.click("summary")
    page.fill("#paste", "no chips here")
    page.click("text=Take it")
    expect(page.locator("#paste-fault")).to_contain_text("must end in a number of chips")
    assert page.input_value("#paste") == "no chips here"


def test_a_wrong_stack_is_told_beside_its_field_and_nothing_is_lost(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    page.fill("#stack-1", "many")
    expect(page.locator("#stack-1-fault")).to_have_text("Chips of player 2 must be a number, got 'many'")
    expect(page.locator("#stack-1")).to_have_attribute("aria-invalid", "true")
    assert page.input_value("#stack-1") == "many"
    shoot(page, "wrong")
    page.fill("#stack-1", "500")
    expect(page.locator("#results")).to_contain_text("80.79")
    expect(page.locator("#stack-1-fault")).to_have_text("")


def test_markup_in_a_name_stays_text(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    page.fill("#name-0", "<img src=x onerror=alert(1)><b>Ana</b>")
    expect(page.locator("#results table").first).to_contain_text("<img src=x onerror=alert(1)><b>Ana</b>")
    assert page.locator("#results img, #results b").count() == 0


def test_a_deal_is_copied_and_printed(visit: Open) -> None:
    page = visit(f"/deal?{PAPER}", permissions=["clipboard-read", "clipboard-write"])
    page.click("text=Copy as text")
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert "Sum 150.00" in page.evaluate("navigator.clipboard.readText()")
    shoot(page, "deal")
    with page.context.expect_page() as opened:
        page.click("text=Sheet to print and sign")
    sheet = opened.value
    expect(sheet.locator("h1")).to_have_text("Deal")
    # The policy lets the sheet's own style through.
    assert sheet.evaluate("getComputedStyle(document.querySelector('h1')).marginTop") == "0px"
    shoot(sheet, "sheet")


def test_hands_are_clicked(visit: Open) -> None:
    page = visit(f"/decide?{QUERY}&hand=AJs&range=AA")
    expect(page.locator("[data-hand=AA]").first).to_have_attribute("aria-pressed", "true")
    page.click("button[data-hand=KK]")
    expect(page.locator("#range")).to_have_value("AA, KK")
    expect(page.locator("#results")).to_contain_text("BB holds AJs against SB: KK+.")
    page.check("input[value=hand]")
    page.click("button[data-hand=AKs]")
    expect(page.locator("#results")).to_contain_text("BB holds AKs")
    shoot(page, "decision")


def test_the_tree_is_stepped_through(visit: Open) -> None:
    page = visit(f"/how?{PAPER}")
    page.locator("a[data-step]", has_text="Cy wins").click()
    expect(page.locator("#results")).to_contain_text("after 1 hand")
    expect(page.locator("#results")).to_contain_text("Ana 900, Bo 400, Cy 300")
    shoot(page, "how")
    page.locator("a[data-step]", has_text="Ana wins").click()
    expect(page.locator("#results")).to_contain_text("One player has all the chips")
    page.go_back()
    expect(page.locator("#results")).to_contain_text("Who wins the next hand?")


def test_everything_can_be_reached_by_keyboard(visit: Open) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "name-0":
            break
    for text in ("Ana", "1000"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    for _ in range(2):
        page.keyboard.press("Tab")
    for text in ("Bo", "500"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.focus("#payouts")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(page.locator("#results")).to_contain_text("6.67")


def test_it_works_without_javascript(visit: Open) -> None:
    page = visit("/", java_script_enabled=False)
    type_paper_table(page)
    page.click("button.primary")
    expect(page.locator("#results")).to_contain_text("80.79")
    page.click("#add")
    assert page.locator("[name=stack]").count() == 4
    page.click("text=Deal")
    expect(page.locator("#results")).to_contain_text("What each player gets now")
    page.goto(f"/decide?{QUERY}&equity=40%25")
    expect(page.locator("#results")).to_contain_text("ICM says fold and DCM says call.")
    page.goto(f"/how?{PAPER}")
    page.locator("a[data-step]", has_text="Cy wins").click()
    expect(page.locator("#results")).to_contain_text("after 1 hand")
    shoot(page, "no-javascript")


PAGES = {
    "value": f"/?{PAPER}",
    "nine": f"/?{NINE}payouts=100+60+40",
    "deal": f"/deal?{NINE}payouts=100+60+40&leave=5",
    "decide": f"/decide?{QUERY}&hand=AJs&range=22%2B",
    "how": f"/how?{PAPER}",
    "docs": "/docs",
    "empty": "/",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_needs_no_sideways_scrolling(visit: Open, name: str) -> None:
    page = visit(PAGES[name], viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    shoot(page, f"phone-{name}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_is_found_by_axe(visit: Open, name: str, scheme: Any) -> None:
    page = visit(PAGES[name], color_scheme=scheme, bypass_csp=True)
    if scheme == "dark":
        shoot(page, f"dark-{name}")
    found = Axe().run(page).response["violations"]
    serious = [
        (each["id"], [node["html"][:120] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_no_connection_keeps_what_was_typed(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    page.route("**/part/**", lambda route: route.abort())
    page.evaluate("window.addEventListener('error', event => event.preventDefault())")
    page.fill("#stack-0", "2000")
    expect(page.locator("#notice")).to_have_text("No connection: what you see is from before.")
    assert page.input_value("#stack-0") == "2000"
    page.unroute("**/part/**")
    expect(page.locator("#results")).to_contain_text("2,000")  # it tries again by itself
    expect(page.locator("#notice")).to_be_hidden()


def test_old_results_are_marked_while_new_ones_are_on_their_way(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    waiting: list[Any] = []
    page.route("**/part/**", lambda route: waiting.append(route))
    page.fill("#stack-0", "2000")
    expect(page.locator("#results")).to_have_attribute("aria-busy", "true")
    for route in waiting:
        route.continue_()
    expect(page.locator("#results")).to_contain_text("2,000")
    expect(page.locator("#results")).to_have_attribute("aria-busy", "false")


def test_a_column_of_chips_fills_down_and_keeps_the_names(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    paste_into(page, "stack-1", "700\n300")
    expect(page.locator("#stack-2")).to_have_value("300")
    assert [page.input_value(f"#name-{i}") for i in range(3)] == ["Ana", "Bo", "Cy"]
    assert page.input_value("#stack-0") == "1000"


def test_a_name_with_a_comma_is_pasted_as_a_name(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    page.fill("#name-0", "")
    page.focus("#name-0")
    paste_into(page, "name-0", "Smith, John")
    expect(page.locator("#name-0")).to_have_value("Smith, John")


def test_the_grid_keeps_what_was_typed(visit: Open) -> None:
    page = visit(f"/decide?{QUERY}&hand=AJs&range=22%2B, KhQh")
    page.click("button[data-hand='72o']")
    expect(page.locator("#range")).to_have_value("22+, KhQh, 72o")
    page.click("button[data-hand='72o']")
    expect(page.locator("#range")).to_have_value("22+, KhQh")
    page.check("input[value=hand]")
    page.fill("#payouts", "50 x")
    expect(page.locator("#payouts-fault")).to_contain_text("Prize 2 must be a number")
    expect(page.locator("#notice")).to_be_hidden()
    page.focus("button[data-hand=AA]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("button[data-hand=AKs]")).to_be_focused()


def test_prizes_in_per_cent_ask_for_the_pool(visit: Open) -> None:
    page = visit(f"/?{PAPER}")
    expect(page.locator("#pool")).to_be_hidden()
    page.fill("#payouts", "60% 40%")
    expect(page.locator("#pool-fault")).to_have_text("Prize pool must be given for payouts in %")
    page.fill("#pool", "10k")
    expect(page.locator("#results")).to_contain_text("5,213.37")


@pytest.mark.parametrize("payouts", ["50+30+20", "0.005+0.003+0.002", "€50000+€30000+€20000", "€50000000+€30000000"])
def test_the_chart_shows_small_and_large_money_in_full(visit: Open, payouts: str) -> None:
    page = visit(f"/decide?{QUERY.replace('50+30+20', payouts)}&equity=40%25", viewport={"width": 375, "height": 800})
    chart = page.locator("svg.chart")
    expect(chart).to_be_visible()
    frame = chart.bounding_box()
    assert frame is not None
    for label in chart.locator("text").all():
        box = label.bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"], label.text_content()
        assert box["x"] + box["width"] <= frame["x"] + frame["width"], label.text_content()
