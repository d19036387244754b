"""A real browser for the tests: Debian's Chromium or Playwright's, preferably the headless shell.

Chromium's headless shell is the engine without a window. It runs the same page with two thirds of the work.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
OWN = ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/chrome-linux*/chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

SHOTS = Path(__file__).parent / "screenshots"


def shoot(page: Page, name: str) -> None:
    """Save a screenshot of the page if ``make pictures`` runs the tests."""
    if os.environ.get("FINALTABLE_PICTURES"):
        page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


def serious_in(page: Page) -> list[tuple[str, str]]:
    """Return the serious and critical violations that axe finds."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] in ("serious", "critical")]


def find_browser() -> str | None:
    """Return the path of a browser, or None."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or playwrights_own()


def playwrights_own() -> str | None:
    """Return the browser that Playwright downloaded, or None."""
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache" / "ms-playwright"))
    return next((str(path) for pattern in OWN for path in sorted(cache.glob(pattern))), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start a browser; if there is none, skip with a warning, and fail in CI."""
    path = find_browser()
    if path is None:
        assert not os.environ.get("CI"), "no browser, but CI must have one: make browser"
        warnings.warn("NO BROWSER: the page is not tested in one. Run 'make browser'.", stacklevel=1)
        pytest.skip("no browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
