"""The page without JavaScript, in a real browser: typed, on a phone, in the dark. With it: test_app."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browsing import open_browser, serious_in, shoot
from tests.serving import Served
from tests.spots import QUERY

PAPER = "name=Ana&stack=1000&name=Bo&stack=500&name=Cy&stack=100&payouts=100+50"
NINE = "".join(
    f"name=Player {i} with a name&stack={s}&"
    for i, s in enumerate((4125, 3380, 2910, 2400, 1985, 1470, 1455, 910, 615))
)
Open = Callable[..., Page]


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
        context = browser.new_context(base_url=served.address, **{"java_script_enabled": False, **options})
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


def type_paper_table(page: Page) -> None:
    for i, (name, stack) in enumerate((("Ana", "1000"), ("Bo", "500"), ("Cy", "100"))):
        page.fill(f"#name-{i}", name)
        page.fill(f"#stack-{i}", stack)
    page.fill("#payouts", "100 50")


def test_markup_in_a_name_stays_text(visit: Open) -> None:
    page = visit(f"/?{PAPER.replace('Ana', '%3Cimg+src=x+onerror=alert(1)%3E%3Cb%3EAna%3C/b%3E')}")
    expect(page.locator("#results table").first).to_contain_text("<img src=x onerror=alert(1)><b>Ana</b>")
    assert page.locator("#results img, #results b").count() == 0


def test_it_works_without_javascript(visit: Open) -> None:
    page = visit("/")
    type_paper_table(page)
    page.click("button.primary")
    expect(page.locator("#results")).to_contain_text("80.79")
    page.click("#add")
    expect(page.locator("[name=stack]")).to_have_count(4)
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


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_is_found_by_axe_in_pages_without_javascript(visit: Open, name: str) -> None:
    """Axe itself is a script: the pages are shown as a browser without any would show them, to one that has it."""
    page = visit(bypass_csp=True, java_script_enabled=True)
    page.route("**/*", without_javascript)
    page.goto(PAGES[name])
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert serious_in(page) == [], scheme


def without_javascript(route: Route) -> None:
    """Answer with a page whose style is the one of browsers without scripts, and that has none of its own."""
    if route.request.resource_type != "document":
        route.continue_()
        return
    answer = route.fetch()
    plain = re.sub(r"<script.*?</script>|<link[^>]*(?:modulepreload|scripting)[^>]*>|</?noscript>", "", answer.text())
    route.fulfill(response=answer, body=plain)


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
