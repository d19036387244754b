"""Visits to the page in a real browser, shared by all tests of the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tests.browsing import open_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.serving import Served

STACKS = (4125000, 3380000, 2910000, 2400000, 1985000, 1470000, 1455000, 910000, 615000)
PRIZES = (152000, 101400, 72500, 54000, 40600, 30300, 22800, 17200, 13200)
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fil", "Gus", "Hana", "Ivo")
NINE = "&".join(f"name={name}&stack={stack}" for name, stack in zip(NAMES, STACKS, strict=True))
NINE += "&payouts=" + "+".join(f"€{prize}" for prize in PRIZES)
NINE += "&blinds=60000/120000&big_blind_ante=120000&button=Cy&me=Gus"
SPOT = "name=CO&stack=2000&name=BTN&stack=3000&name=SB&stack=1000&name=BB&stack=1000&payouts=€50+€30+€20"
SPOT += "&blinds=100/200&button=BTN&me=BB&hero=BB&all_in=SB&hand=T8s&range=40%25"
HEADS = SPOT + "&bounties=20+20+10+40"
SCREENS = {
    "home": "",
    "table": NINE,
    "value": NINE,
    "deal": NINE,
    "decide": SPOT,
    "nash": SPOT,
    "review": "",
    "train": "seed=7",
    "tournament": "",
    "how": "",
}
LANGUAGES = {"en": "en-GB", "es": "es-ES", "de": "de-DE", "fr": "fr-FR", "pt": "pt-BR"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
KNOWN = ("status of 422", "status of 504", "net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED")


# Counts pending answers. NEVER_IDLE turns off fetching the rest of the page in idle time: most tests do not need these
# files, which are half of the cost of a visit.
WATCHED = """globalThis.awaited = 0;
const ask = fetch;
globalThis.fetch = async (...what) => {
    awaited += 1;
    const end = () => { awaited -= 1; };
    const answer = await ask(...what).catch((problem) => { end(); throw problem; });
    answer.clone().arrayBuffer().then(end, end);
    return answer;
};"""
NEVER_IDLE = "globalThis.requestIdleCallback = () => 0;"
# Two frames after the last answer everything is drawn, and further requests have been sent.
DRAWN = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const frames = () => frame().then(frame);
    do await frames(); while (awaited);
    await frames();
    return awaited === 0;
}"""
# Like the Back button: the page shows another address without loading again.
WALK = """async ([screen, address]) => {
    await import(new URL(`screens/${screen}.js`, document.querySelector('script[type=module]').src));
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}"""


class Visitor:
    """Opens pages. It keeps contexts, so that files are fetched once, and collects errors of the console."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.browser, self.served = browser, served
        self.contexts: dict[str, BrowserContext] = {}
        self.pages: list[Page] = []
        self.problems: list[str] = []

    def __call__(
        self, path: str = "/", query: str = "", *, whole: bool = False, fresh: bool = False, **options: Any
    ) -> Page:
        """Open an address and wait until the page is drawn.

        ``whole``: the page may also fetch the other screens. ``fresh``: the browser has stored nothing before.
        """
        if fresh:
            self.contexts.pop(key_of(options), None)
        page = self.context(options).new_page()
        self.pages.append(page)
        page.add_init_script(WATCHED if whole else WATCHED + NEVER_IDLE)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        self.go(page, path, query)
        return page

    def go(self, page: Page, path: str, query: str = "") -> None:
        """Open another address and wait until its first answer has replaced the placeholder."""
        page.goto(written(path, query))
        page.wait_for_selector("html[data-app=on]:not(:has(.ghost))", state="attached")

    def screen(self, page: Page, name: str) -> None:
        """Open a screen with its table and wait for its answers."""
        self.go(page, path_of(name), SCREENS[name])
        self.wait(page)

    def walk(self, page: Page, name: str, query: str) -> None:
        """Show a screen without loading the page again, like "Back", and wait for its answers."""
        page.evaluate(WALK, [name, written(path_of(name), query)])
        self.wait(page)

    def wait(self, page: Page) -> None:
        """Wait until the page has received and drawn all answers."""
        page.wait_for_function(DRAWN)

    def context(self, options: dict[str, Any]) -> BrowserContext:
        """Return the browser context for these options."""
        key = key_of(options)
        if key not in self.contexts:
            known = {"locale": "en-GB", "base_url": self.served.address, "service_workers": "block"}
            self.contexts[key] = self.browser.new_context(**{**known, **options})
        return self.contexts[key]

    def leave(self) -> list[str]:
        """Close all pages and return the errors, without those that tests provoke."""
        for page in self.pages:
            page.close()
        problems = [words for words in self.problems if not any(known in words for known in KNOWN)]
        self.pages, self.problems = [], []
        return problems


@contextmanager
def visiting(served: Served) -> Iterator[Visitor]:
    """Start a browser."""
    with open_browser() as browser:
        yield Visitor(browser, served)


def key_of(options: dict[str, Any]) -> str:
    """Return the key of the context for some options."""
    return json.dumps(options, sort_keys=True)


def written(path: str, query: str) -> str:
    """Return an address."""
    return path + ("?" + quote(query, safe="=&+%/€") if query else "")


def path_of(screen: str) -> str:
    """Return the path of a screen."""
    return "/" if screen == "home" else "/" + screen


def money_in(text: str) -> float:
    """Read €83,154 or −€1,137.

    >>> money_in("−€1,137.50")
    -1137.5
    """
    return float(re.sub(r"[^\d.−-]", "", text).replace("−", "-"))


def seat(page: Page, name: str) -> Locator:
    """Return a player's seat."""
    return page.locator(".oval").get_by_role("button", name=re.compile(f"^{name}\\b"))


def typed(page: Page, label: str, text: str) -> None:
    """Type into a field."""
    page.get_by_label(label, exact=True).fill(text)
