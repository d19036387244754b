"""No layout shift: placeholders reserve the space of answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browsing import open_browser
from tests.serving import Served
from tests.visiting import HEADS, NEVER_IDLE, NINE, SCREENS, SPOT, path_of, written

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 412, "height": 823}, "is_mobile": True, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
MOST = 0.05  # half of what browsers call good
# Only answers and training spots are delayed.
WATCHED = """globalThis.moved = []; globalThis.asked = 0; globalThis.awaited = 0;
const name = ({ node }) => node ? `${node.nodeName}.${node.className || ''}` : 'something that is gone';
const moves = (list) => list.getEntries().filter((one) => !one.hadRecentInput)
    .forEach((one) => moved.push([one.value, one.sources.map(name).join(' ')]));
new PerformanceObserver(moves).observe({ type: 'layout-shift', buffered: true });
const ask = fetch;
globalThis.fetch = async (...what) => {
    if (String(what[0]).includes('/words/')) return ask(...what);
    asked += 1;
    awaited += 1;
    await new Promise((later) => setTimeout(later, 600));
    return ask(...what).finally(() => { awaited -= 1; });
};"""
STILL = "() => awaited === 0 && !document.querySelector('.ghost, .late, [aria-busy=true]')"
ASKS = ("home", "value", "deal", "decide", "nash", "train", "tournament", "how")
OTHERS = {
    "value of four": ("value", SPOT),
    "value with bounties": ("value", HEADS),
    "deal of four": ("deal", SPOT),
    "deal with bounties": ("deal", HEADS),
    "decide with bounties": ("decide", HEADS),
    "decide of nine": ("decide", f"{NINE}&hero=Gus&all_in=Eve&hand=AQo&range=20%25"),
    "decide by a chance": ("decide", f"{NINE}&hero=Gus&all_in=Eve&equity=45%25"),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


def moved(browser: Browser, served: Served, screen: str, query: str, **options: Any) -> list[tuple[float, str]]:
    """Open a screen with delayed answers, and return the elements that moved, and how far."""
    context = browser.new_context(base_url=served.address, service_workers="block", **{"locale": "en-GB", **options})
    page = context.new_page()
    page.add_init_script(WATCHED + NEVER_IDLE)
    page.goto(written(path_of(screen), query), wait_until="commit")
    page.wait_for_selector("html[data-app=on]")
    page.wait_for_timeout(300)  # the request has been sent
    asked: int = page.evaluate("asked")
    page.wait_for_function(STILL)
    page.wait_for_timeout(200)
    found: list[tuple[float, str]] = page.evaluate("moved")
    context.close()
    assert (asked > 0) == (screen in ASKS), f"{asked} questions"
    return found


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_does_not_move_when_its_answer_arrives(
    browser: Browser, served: Served, screen: str, device: dict[str, Any]
) -> None:
    found = moved(browser, served, screen, SCREENS[screen], **device)
    assert sum(value for value, _ in found) <= MOST, found


@pytest.mark.parametrize("which", OTHERS)
def test_other_tables_do_not_move_when_their_answers_arrive(browser: Browser, served: Served, which: str) -> None:
    screen, query = OTHERS[which]
    found = moved(browser, served, screen, query, **PHONE)
    assert sum(value for value, _ in found) <= MOST, found
