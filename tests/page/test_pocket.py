"""The page as an app: cached by a service worker, without a server, and with a new version of the server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from finaltable.training.progress import progress_of
from finaltable.training.session import train
from finaltable.web import assets, pages
from finaltable.web.limits import Limits
from finaltable.web.site import SCREENS, write_site
from tests.browsing import open_browser
from tests.serving import serving, serving_here, wait_for
from tests.visiting import HEADS, NINE, SPOT

UPDATED = """() => new Promise((done, fail) => {
    setTimeout(() => fail(new Error("no new version came")), 30000);
    navigator.serviceWorker.addEventListener("controllerchange", () => done());
    navigator.serviceWorker.getRegistration().then((found) => found.update());
})"""
KEPT = """async () => {
    const end = performance.now() + 30_000;
    while (!navigator.serviceWorker.controller && performance.now() < end)
        await new Promise((done) => setTimeout(done, 50));
    return navigator.serviceWorker.controller ? (await caches.keys()).length : 0;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


def kept(page: Page) -> int:
    """Wait until the page is cached, and return the number of caches; a failed installation is repeated by a visit."""
    for _ in range(3):
        if found := page.evaluate(KEPT):
            return int(found)
        page.reload()
    raise AssertionError("the page is not cached")


def opened(browser: Browser, port: int, path: str, query: str) -> Page:
    """Open a page and wait until it is cached."""
    page = browser.new_context(base_url=f"http://127.0.0.1:{port}", locale="en-GB").new_page()
    page.goto(f"{path}?{query}")
    page.wait_for_selector("html[data-app=on]")
    assert kept(page) == 1
    return page


def test_the_app_works_after_a_reload_with_the_server_gone(browser: Browser) -> None:
    with serving("--quiet") as served:
        page = opened(browser, served.port, "/value", NINE)
        expect(page.get_by_text("€80,742").first).to_be_visible()
        expect(page.get_by_text("Computed on this device")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Computed on this device")).to_be_visible()
    expect(page.get_by_text("€80,742").first).to_be_visible()
    expect(page.locator("table.heat tbody tr")).to_have_count(9)  # the places
    page.goto(f"/deal?{NINE}&choose=between&between=0.5")
    expect(page.get_by_text("€504,000.00").first).to_be_visible()
    page.goto(f"/decide?{SPOT}")
    expect(page.locator(".verdict .word")).to_have_text("FOLD")
    expect(page.get_by_text("You need 47.7 %. You have 39.9 %.")).to_be_visible()
    page.goto(f"/nash?{SPOT}")
    expect(page.get_by_text("No network.").first).to_be_visible()
    page.context.close()


def test_a_deal_is_set_up_and_shared_in_flight_mode(browser: Browser, static_host: str) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{static_host}/")
    page.wait_for_selector("html[data-app=on]")
    assert kept(page) == 1
    page.context.set_offline(True)
    page.get_by_role("button", name="Paste one").click()
    page.get_by_role("textbox").fill("Kim 1240k\nLee 860k\nMax 610k\n$20,000, $14,000, $9,500")
    page.get_by_role("button", name="Use these 3").click()
    page.get_by_role("navigation").first.get_by_role("link", name="Deal").click()
    expect(page.get_by_text("Computed on this device")).to_be_visible()
    page.get_by_role("button", name="Sheet to sign").locator("visible=true").click()
    expect(page.locator(".paper .sum")).to_contain_text("$43,500")
    expect(page.locator(".paper svg path")).to_have_count(1)
    for tab, shown in {"Picture": "canvas", "Text": "textarea", "Link": "svg.qr"}.items():
        page.get_by_role("dialog").get_by_role("button", name=tab, exact=True).click()
        expect(page.get_by_role("dialog").locator(shown)).to_be_visible()
    page.get_by_role("button", name="Close").click()
    with page.expect_download():
        page.get_by_role("button", name="Table (CSV)").click()
    page.context.close()


def test_training_works_in_flight_mode(browser: Browser) -> None:
    spots = train(seed=7, spots=2).spots
    with serving("--quiet") as served:
        page = opened(browser, served.port, "/train", "seed=7")
    page.context.set_offline(True)
    page.reload()
    assert page.evaluate("fetch('/health').then(() => true, () => false)") is False
    for number, spot in enumerate(spots):
        expect(page.get_by_role("img", name=f"Hand {spot.hand}")).to_be_visible()
        best = spot.score("in").best
        goes_in = (best == "in") == (number == 0)  # the first answer is right, the second wrong
        page.locator(".ans .go" if goes_in else ".ans .hollow").click()
        expect(page.locator(".verdict")).to_contain_text("Not this time" if number else "Right")
        expect(page.locator(".verdict .word")).to_have_text(spot.chart.action.upper() if best == "in" else "FOLD")
        page.locator(".stay").get_by_role("button").click()
    page.reload()  # still offline: the answers are stored
    kept = progress_of(page.evaluate("localStorage.getItem('finaltable.training')"))
    assert [(one.key, one.lost > 0) for one in kept.answers] == [(spots[0].key, False), (spots[1].key, True)]
    page.context.close()


def test_a_new_version_comes_with_the_next_screen_and_nothing_typed_is_lost(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    served_files = assets.Assets()
    monkeypatch.setattr(pages, "Assets", lambda: served_files)
    monkeypatch.setattr(pages, "cache", lambda made: made)  # a new version comes with a new process
    with serving_here(Limits()) as served:
        page = opened(browser, served.port, "/deal", NINE)
        mark = page.locator("script[src]").get_attribute("src")
        page.get_by_label("Left for the winner").fill("12345")
        newer = {**served_files.files, "tokens.css": served_files.files["tokens.css"] + b"\n/* newer */"}
        monkeypatch.setattr(assets, "walk", lambda _folder: list(newer.items()))
        vars(served_files).update(vars(assets.Assets()))
        page.evaluate(UPDATED)
        assert page.locator("script[src]").get_attribute("src") == mark
        page.get_by_role("link", name="Value").first.click()
        page.wait_for_function(
            "(mark) => document.querySelector('script[src]')?.getAttribute('src') !== mark", arg=mark
        )
        page.wait_for_selector("html[data-app=on]")
        page.get_by_role("link", name="Deal").first.click()
        expect(page.get_by_label("Left for the winner")).to_have_value("12,345")
        page.context.close()


class Quiet(SimpleHTTPRequestHandler):
    """A static server without a log, which refuses service workers while it is busy."""

    server: StaticHost

    def do_GET(self) -> None:
        """Answer; while busy, refuse pages that a script fetches."""
        if self.server.busy and self.headers["sec-fetch-dest"] == "empty" and self.path.endswith("/"):
            self.server.refused += 1
            self.send_error(503)
        else:
            super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class StaticHost(ThreadingHTTPServer):
    """A plain static server, with the site in a folder below its root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.busy, self.refused = folder, False, 0
        write_site(folder / "poker")
        super().__init__(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))

    @property
    def address(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self.server_port}/poker"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[StaticHost]:
    with StaticHost(tmp_path) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def static_host(host: StaticHost) -> str:
    return host.address


def test_the_answer_of_a_busy_server_is_never_cached_as_the_page(browser: Browser, host: StaticHost) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    host.busy = True
    page.goto(f"{host.address}/")
    wait_for(lambda: host.refused)
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => !found)")
    assert page.evaluate("caches.keys()") == []
    host.busy = False
    page.reload()
    assert kept(page) == 1
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.close()


def test_an_invalid_cached_page_is_replaced_at_the_next_visit(browser: Browser, host: StaticHost) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{host.address}/")
    kept(page)
    page.evaluate("""async () => {
        const cache = await caches.open((await caches.keys())[0]);
        await cache.put("./", new Response("too many connections are open", { status: 503 }));
    }""")
    page.reload()
    page.wait_for_function("caches.match('./').then((found) => found.ok)")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.close()


def test_every_screen_of_a_static_site_opens_offline_after_one_visit(browser: Browser, static_host: str) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{static_host}/")
    kept(page)
    page.context.set_offline(True)
    for screen in SCREENS:
        for path in (f"{screen}/", screen, f"{screen}/index.html"):
            page.goto(f"{static_host}/{path}?{NINE}")
            page.wait_for_selector("html[data-app=on]")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{static_host}/deal?{NINE}")
    expect(page.get_by_text("€504,000.00").first).to_be_visible()
    assert page.url.startswith(f"{static_host}/deal/?name=Ana")
    page.context.close()


def test_a_failed_update_leaves_the_previous_version_intact(
    browser: Browser, host: StaticHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{host.address}/")
    kept(page)
    mark = page.locator("script[src]").get_attribute("src")
    newer = {**assets.Assets().files, "tokens.css": assets.Assets().files["tokens.css"] + b"\n/* newer */"}
    monkeypatch.setattr(assets, "walk", lambda _folder: list(newer.items()))
    shutil.rmtree(host.folder / "poker")
    write_site(host.folder / "poker")
    host.busy = True
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => {})")
    wait_for(lambda: host.refused)
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => !found.installing)")
    page.context.set_offline(True)
    page.goto(f"{host.address}/value/?{NINE}")
    expect(page.get_by_text("€80,742").first).to_be_visible()
    assert page.locator("script[src]").get_attribute("src") == f".{mark}"
    page.context.set_offline(False)
    host.busy = False
    page.evaluate(UPDATED)
    page.context.set_offline(True)
    page.goto(f"{host.address}/value/?{NINE}")
    expect(page.get_by_text("€80,742").first).to_be_visible()
    assert page.locator("script[src]").get_attribute("src") != f".{mark}"
    page.context.close()


TABLES = (
    """async () => (await (await caches.open('finaltable.tables')).keys()).map((one) => one.url.split('/').pop())"""
)
LEAVING = """async () => {
    const folder = document.querySelector('script[src]').src;
    const { DeviceEngine } = await import(new URL('anywhere.js', folder));
    const { STOP } = await import(new URL('engine.js', folder));
    const engine = new DeviceEngine();
    const names = Array.from({ length: 7 }, (_, i) => `P${i}`);
    const request = { names, stacks: names.map((_, i) => 1000 + 130 * i), payouts: [5, 3, 2], big_blind: 100 };
    const ask = (tolerance, reason) => {
        const control = new AbortController();
        const seen = [];
        const how = { signal: control.signal, progress: (share) => {
            seen.push(share);
            if (reason && share > 0.1) control.abort(reason.why);
        } };
        const asked = engine.ask('nash', { ...request, tolerance }, how);
        return asked.then((answer) => ({ answer, seen }), ({ name }) => ({ problem: name, seen }));
    };
    const left = await ask(1e-5, { why: undefined });
    const going = engine.jobs.size;
    const found = await ask(1e-5);
    const again = await ask(1e-5);
    const stopped = await ask(1e-6, { why: STOP });
    return {
        problems: [left.problem, stopped.problem], going, reached: found.answer.reached,
        rising: String(found.seen) === String([...found.seen].sort((a, b) => a - b)),
        same: found.answer === again.answer, asked: engine.asked, jobs: engine.jobs.size,
        other: (await engine.ask('nash', { ...request, tolerance: 1e-3 })).reached,
    };
}"""


def test_a_chart_that_is_left_is_found_again_and_one_that_is_stopped_is_not(browser: Browser, static_host: str) -> None:
    page = browser.new_context(locale="en-GB", service_workers="block").new_page()
    page.goto(f"{static_host}/")
    page.wait_for_selector("html[data-app=on]")
    found = page.evaluate(LEAVING)
    assert found == {
        **{"problems": ["AbortError", "AbortError"], "going": 1, "reached": True, "rising": True, "same": True},
        **{"asked": 2, "jobs": 1, "other": True},
    }
    page.context.close()


def test_charts_are_solved_in_flight_mode(browser: Browser, static_host: str) -> None:
    page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{static_host}/")
    kept(page)
    page.goto(f"{static_host}/nash/?{SPOT}")
    expect(page.get_by_text("Solved", exact=False).first).to_be_visible(timeout=60_000)
    assert page.evaluate(TABLES) == ["three-1.packed"]
    page.context.set_offline(True)
    page.goto(f"{static_host}/nash/?{HEADS.replace('stack=3000', 'stack=2900')}")
    solved = page.get_by_text("Solved", exact=False).first
    expect(solved).to_be_visible(timeout=60_000)
    page.get_by_role("navigation").first.get_by_role("link", name="Value").click()
    expect(page.get_by_role("heading", name="Bounties expected")).to_be_visible()
    page.go_back()
    expect(solved).to_be_visible()
    page.reload()
    expect(solved).to_be_visible(timeout=60_000)
    page.get_by_label("Raises").select_option("2.2")
    expect(page.get_by_text("need a server")).to_be_visible()
    page.get_by_role("button", name="Show push or fold").click()
    expect(page.get_by_text("need a server")).to_have_count(0)
    expect(solved).to_be_visible(timeout=60_000)
    page.context.close()


def test_charts_work_in_flight_mode_after_the_server_solved_one(browser: Browser) -> None:
    with serving("--quiet") as served:
        page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}).new_page()
        page.goto(f"{served.address}/")
        kept(page)
        page.goto(f"{served.address}/nash?{SPOT}")
        expect(page.get_by_text("Solved", exact=False).first).to_be_visible(timeout=60_000)
        page.wait_for_function(f"async () => (await ({TABLES})())?.[0] === 'three-1.packed'", timeout=60_000)
    page.goto(f"{served.address}/nash?{SPOT.replace('stack=3000', 'stack=2900')}")  # the server is gone
    expect(page.get_by_text("Solved", exact=False).first).to_be_visible(timeout=60_000)
    page.context.close()


def test_a_static_host_serves_the_same_page(browser: Browser, static_host: str) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{static_host}/value/?{NINE}")
    expect(page.get_by_text("€80,742").first).to_be_visible()
    expect(page.get_by_text("Computed on this device")).to_be_visible()
    page.get_by_role("navigation").first.get_by_role("link", name="Deal").click()
    expect(page.get_by_text("€504,000.00").first).to_be_visible()
    assert page.url.startswith(f"{static_host}/deal/?name=Ana")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Link").click()
    assert page.get_by_role("textbox", name="Address").input_value().startswith(f"{static_host}/deal/?t=3:4125.3380")
    page.reload()
    expect(page.get_by_text("€504,000.00").first).to_be_visible()
    page.goto(f"{static_host}/decide?{SPOT}")  # the host redirects to the folder
    expect(page.locator(".verdict .word")).to_have_text("FOLD")
    assert kept(page) == 1
    assert problems == []
    page.context.close()


def test_on_a_static_host_every_screen_can_be_opened_and_reloaded(browser: Browser, static_host: str) -> None:
    page = browser.new_context(locale="en-GB", service_workers="block").new_page()
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{static_host}/")
    page.wait_for_selector("html[data-app=on]")
    links = page.get_by_role("navigation").first.get_by_role("link").all()
    assert len(links) == len(SCREENS)
    for link in links:
        address = urljoin(static_host, link.get_attribute("href"))
        link.click()
        page.wait_for_url(f"{address}**")
    for screen in SCREENS:
        page.goto(f"{static_host}/{screen}/")
        page.wait_for_selector("html[data-app=on]")
        expect(page.get_by_text("This page has no server")).to_have_count(1 if screen == "review" else 0)
    assert failed == []
    page.context.close()
