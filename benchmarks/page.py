"""The page in a browser: the first load on a slow phone, and how long an answer takes to be drawn after a key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from benchmarks.deals import PAYOUTS, STACKS
from benchmarks.measure import Report
from benchmarks.web import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOADS = 5  # each with an empty cache; the median counts, as in Lighthouse
STEPS = 20
APART = 250  # milliseconds between two keys
TABLE = "&".join(f"name=P{k}&stack={stack}" for k, stack in enumerate(STACKS))
TABLE += f"&payouts={'+'.join(map(str, PAYOUTS))}&me=P3&hero=P3&all_in=P5&button=P8&blinds=60000/120000"


class Typed(NamedTuple):
    """A field to type in, and the element that shows the answer."""

    what: str
    path: str
    field: str
    drawn: str


TYPED = (
    Typed("deal: a key in a field", "/deal", "input[inputmode=decimal] >> nth=0", ".list"),
    Typed("deal: a step of the slider", "/deal", ".slider input", ".list"),
    Typed("decision: a step of the slider", "/decide", "#spot input[type=range]", ".verdict"),
)
OBSERVE = """globalThis.measured = { paint: 0, shift: 0, blocked: 0 };
const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
watch('largest-contentful-paint', (one) => { measured.paint = one.startTime / 1000; });
watch('layout-shift', (one) => { measured.shift += one.value; });
watch('longtask', (one) => { measured.blocked += Math.max(0, one.duration - 50) / 1000; });"""
# From the key press to the frame that shows its answer.
WATCH = """(drawn) => {
    globalThis.waited = [];
    let since = null;
    addEventListener('input', () => { since = performance.now(); }, true);
    const seen = () => {
        if (since === null) return;
        const begun = since;
        since = null;
        requestAnimationFrame(() => setTimeout(() => waited.push((performance.now() - begun) / 1000)));
    };
    const all = { subtree: true, characterData: true, childList: true, attributes: true };
    new MutationObserver(seen).observe(document.querySelector(drawn), all);
}"""


class Loaded(NamedTuple):
    """The first load of the page on a slow phone."""

    transferred: int
    paint: float
    shift: float
    blocked: float


@contextmanager
def browsing() -> Iterator[Browser | None]:
    """Start a browser; return None if there is none."""
    from playwright.sync_api import sync_playwright

    from tests.browsing import FLAGS, find_browser

    path = find_browser()
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def first_load(browser: Browser, port: int) -> Loaded:
    """Load the page as on a phone: 1.6 Mbit/s, 150 ms latency, a quarter of the processor speed."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    tools = page.context.new_cdp_session(page)
    network = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 93_750}
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", network)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(OBSERVE)
    page.goto(f"http://127.0.0.1:{port}/", wait_until="networkidle")
    page.wait_for_timeout(500)
    found = page.evaluate(
        """() => [performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
            .reduce((sum, one) => sum + one.transferSize, 0), measured.paint, measured.shift, measured.blocked]"""
    )
    page.context.close()
    return Loaded(*found)


def key_to_answer(page: Page, port: int, typed: Typed) -> list[float]:
    """Return the seconds from each key press to its answer, sorted; every key press asks a new question."""
    page.goto(f"http://127.0.0.1:{port}{typed.path}?{quote(TABLE, safe='=&+/')}", wait_until="networkidle")
    field = page.locator(typed.field)
    field.focus()
    page.evaluate(WATCH, typed.drawn)
    slides = field.get_attribute("type") == "range"
    for step in range(STEPS):
        field.press("ArrowRight" if slides else str(1 + step % 9) if step % 5 else "Control+a")
        page.wait_for_timeout(APART)
    found: list[float] = sorted(page.evaluate("waited"))
    return found


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("The page")
    with serving() as (port, _), browsing() as browser:
        if browser is None:
            report.row("no browser: `make browser` brings one", "", "")
            return report.missed
        loads = [first_load(browser, port) for _ in range(LOADS)]
        loaded = Loaded(*(sorted(one)[LOADS // 2] for one in zip(*loads, strict=True)))
        size = f"{loaded.transferred:,} bytes"
        report.row("first load, as transferred", "150,000 bytes", size, loaded.transferred <= 150_000)
        report.time("largest paint, slow phone", 2.5, loaded.paint)
        report.row("layout shift, slow phone", "0.1", f"{loaded.shift:.3f}", loaded.shift <= 0.1)
        longest = f", longest of {LOADS} {1000 * max(one.blocked for one in loads):.0f} ms"
        report.time("blocked by scripts, slow phone", 0.200, loaded.blocked, longest)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        for typed in TYPED:
            waits = key_to_answer(page, port, typed)
            slow = f", slowest of {len(waits)} {1000 * waits[-1]:.0f} ms"
            report.time(f"{typed.what}, nine players, until it is drawn", 0.100, waits[len(waits) // 2], slow)
    return report.missed
