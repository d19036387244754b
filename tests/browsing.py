"""A real browser for the tests: Debian's Chromium by its path, or Playwright's own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def find_browser() -> str | None:
    """Return the path of a browser, or None."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or playwrights_own()


def playwrights_own() -> str | None:
    """Return the browser that Playwright downloaded, if it did."""
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache" / "ms-playwright"))
    return next((str(path) for path in sorted(cache.glob("chromium-*/chrome-linux*/chrome"))), None)
