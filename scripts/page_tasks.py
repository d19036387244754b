"""Do one task on each screen of the page, as a new user would, and print taps, keys, seconds and stumbles.

A script taps and types without thinking; the seconds are what the page takes. Every task runs on a phone of 390 pixels
and on a desk, the phone also in flight mode after a visit that cached the page and the table of charts, and with a
slow network and an empty cache.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Page, expect

from tests.browsing import SHOTS, open_browser
from tests.page.test_pocket import kept
from tests.serving import Served, serving
from tests.visiting import NINE, SPOT, written

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}  # 400 kbit/s
WAIT = 60_000  # milliseconds
LIST = "Seat 1: Kim (1,240,000)\nSeat 2: Lee (860,000)\nSeat 3: Max (610,000)\n1st: 20 000 €\n2nd: 14 000 €"
UNDECIDED = SPOT.replace("&hand=T8s", "")


class Task(NamedTuple):
    """A task: where it begins, what is done, and whether it needs a server."""

    screen: str
    words: str
    path: str
    query: str
    do: Callable[[Hands], None]
    server: bool = False


class Hands:
    """Taps and types on a page, and counts both."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, name: str, within: str = "body", *, role: Any = "button", exact: bool = False) -> None:
        """Tap what has a name; only what is visible."""
        found = self.page.locator(within).get_by_role(role, name=name, exact=exact).locator("visible=true")
        found.first.click(timeout=WAIT)
        self.taps += 1

    def press(self, selector: str) -> None:
        """Tap what a selector finds."""
        self.page.locator(selector).locator("visible=true").first.click(timeout=WAIT)
        self.taps += 1

    def keypad(self, digits: str) -> None:
        """Type on the page's keypad and go on."""
        for digit in digits:
            self.page.locator(".keypad").get_by_role("button", name=digit, exact=True).click()
        self.keys += len(digits)
        self.press(".keypad .pri")

    def to(self, screen: str) -> None:
        """Go to another screen: by the top bar, a tab or the menu."""
        bar = self.page.get_by_role("navigation").get_by_role("link", name=screen, exact=True)
        if not bar.locator("visible=true").count():
            self.tap("More", ".tabs")
        bar.locator("visible=true").first.click(timeout=WAIT)
        self.taps += 1

    def see(self, selector: str, words: str = "") -> None:
        """Wait until something is on the page."""
        found = self.page.locator(selector).locator("visible=true").first
        expect(found).to_be_visible(timeout=WAIT)
        if words:
            expect(found).to_contain_text(words, timeout=WAIT)


def value(hands: Hands) -> None:
    """See what a stack is worth by three models."""
    hands.to("Value")
    hands.tap("Open an example")
    hands.see("li.vr:not(.vh)", "€")


def new_table(hands: Hands) -> None:
    """Set up five players and their prizes."""
    hands.tap("Set up your table")
    hands.tap("5", ".how", exact=True)
    for digits in ("1240k", "860", "610", "415", "185", "54200"):
        hands.keypad(digits)
    hands.see(".oval", "54,200")


def paste(hands: Hands) -> None:
    """Paste a list and see what was read."""
    hands.tap("Paste")
    hands.page.locator("dialog textarea").fill(LIST)
    hands.see("dialog", "3 players")
    hands.tap("Use these 3")
    hands.see(".oval", "34,000")


def deal(hands: Hands) -> None:
    """Leave money for the winner and open the sheet to sign."""
    hands.see(".dr", "€")
    field = hands.page.get_by_label("Left for the winner")
    if not field.locator("visible=true").count():
        hands.tap("Terms", role="group")
    field.fill("20000")
    hands.see("main", "€20,000 for the winner")
    hands.tap("Sheet to sign")
    hands.see(".paper", "€504,000")


def share(hands: Hands) -> None:
    """Get a link and its code."""
    hands.see(".dr", "€")
    hands.tap("Share", ".top")
    if hands.page.viewport_size["width"] < 1300:  # type: ignore[index]
        hands.tap("Link", "dialog", exact=True)  # a desk shows everything
    hands.see("svg.qr")


def decide(hands: Hands) -> None:
    """Choose a hand and read the verdict."""
    hands.see(".ask .grid")
    hands.press("[data-hand=T8s]")
    hands.see(".verdict .word", "FOLD")


def chart(hands: Hands) -> None:
    """Read my chart of nine players, and copy a range."""
    hands.see(".solved .ok")
    hands.see(".mg")
    hands.tap("Copy", exact=True)


def review(hands: Hands) -> None:
    """Find the costliest mistake of the sample, and see how the hand ended."""
    hands.tap("Open the sample")
    hands.see(".ml")
    hands.press(".rib .rs:last-child .rb")
    hands.see(".board")


def train(hands: Hands) -> None:
    """Answer a spot and read why."""
    hands.see(".ans")
    hands.press(".ans .hollow")
    hands.see(".verdict .word")
    hands.see(".wholly, .shades")


def paint(hands: Hands) -> None:
    """Give the opponent the best 20 % of hands."""
    hands.see(".verdict .word")
    hands.tap("Range: ")
    hands.see("dialog .grid")
    slider = hands.page.locator("dialog [type=range]")
    slider.fill("20")
    hands.taps += 1
    hands.see("dialog", "20")
    hands.press("dialog .pri")
    hands.see("main", "20")


def tournament(hands: Hands) -> None:
    """See how far DCM is from the solved tournament."""
    hands.tap("DCM", "main", exact=True)
    hands.see("main", "DCM is within")


def how(hands: Hands) -> None:
    """Let a hand play itself."""
    hands.tap("Next hand")
    hands.see(".frame")


def language(hands: Hands) -> None:
    """Read the page in German."""
    if hands.page.locator(".tabs").locator("visible=true").count():
        hands.tap("More", ".tabs")
    hands.page.get_by_label("Language").locator("visible=true").last.select_option("de")
    hands.taps += 2
    hands.see("h1", "wert")


TASKS = (
    Task("Home", "what is a stack worth?", "/", "", value),
    Task("New table", "five stacks, a prize pool", "/", "", new_table),
    Task("Paste", "a list from a chat", "/table", NINE, paste),
    Task("Deal", "money for the winner, sheet to sign", "/deal", NINE, deal),
    Task("Share", "link and code", "/deal", NINE, share),
    Task("Decision", "pick a hand, read the verdict", "/decide", UNDECIDED, decide),
    Task("Range", "best 20 % for the opponent", "/decide", SPOT, paint),
    Task("Push or fold", "my chart of nine, copied", "/nash", NINE, chart),
    Task("Review", "the sample, how a hand ended", "/review", "", review, server=True),
    Task("Train", "answer a spot, read why", "/train", "seed=7", train),
    Task("Tournament", "how far is DCM?", "/tournament", "", tournament),
    Task("How it works", "the next hand", "/how", "", how),
    Task("Menu", "the page in German", "/", "", language),
)


@contextmanager
def opened(browser: Browser, served: Served, where: str) -> Iterator[Page]:
    """Open an empty browser on a phone or a desk; in flight mode, after one visit that caches the page."""
    context = browser.new_context(base_url=served.address, locale="en-GB", **(DESK if where == "desk" else PHONE))
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    if where == "flight":
        page.goto("/")
        kept(page)
        page.evaluate(
            "fetch(performance.getEntriesByType('resource').find((one) => "
            "one.name.includes('/app/')).name.replace(/app\\/.*/, 'app/device/three-1.packed'))"
            ".then((answer) => answer.arrayBuffer()).then(() => 0)"
        )
        context.set_offline(True)
    if where == "slow":
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    yield page
    context.close()


def tried(browser: Browser, served: Served, task: Task, where: str) -> str:
    """Return "taps + keys, seconds" of a task, or where it got stuck."""
    if task.server and where == "flight":
        return "needs a server"
    with opened(browser, served, where) as page:
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        began = time.monotonic()
        hands = Hands(page)
        try:
            page.goto(written(task.path, task.query))
            page.wait_for_selector("html[data-app=on]:not(:has(.ghost))", state="attached", timeout=WAIT)
            drawn = time.monotonic() - began
            task.do(hands)
        except (AssertionError, Error) as problem:
            page.screenshot(path=SHOTS / f"stuck-{task.screen.replace(' ', '-')}-{where}.png")
            return "stuck: " + str(problem).split("\n")[0][:60]
        done = time.monotonic() - began
    keys = f"+{hands.keys}" if hands.keys else ""
    return f"{hands.taps}{keys}, {drawn:.1f} / {done:.1f} s" + (f" {problems[0]}" if problems else "")


def main(wanted: list[str]) -> None:
    """Print the table: taps (+ keys), seconds until the screen is drawn and until the task is done."""
    places = ("phone", "desk", "flight", "slow")
    sys.stdout.write("| Screen | Task | " + " | ".join(places) + " |\n|---|---|" + "---|" * len(places) + "\n")
    with serving("--quiet") as served, open_browser() as browser:
        for task in TASKS:
            if not wanted or task.screen in wanted:
                found = [tried(browser, served, task, where) for where in places]
                sys.stdout.write(f"| {task.screen} | {task.words} | " + " | ".join(found) + " |\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
