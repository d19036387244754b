"""The page as an app that can be installed: its manifest, and the service worker that keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from finaltable import __version__
from finaltable.web.assets import Assets

PAPER = "#f3f5f3"
APART = ("install/", "plain.css")  # not needed to show the page
SCREENS = ("table", "value", "deal", "decide", "nash", "review", "how", "train")  # beside the first


def manifest(assets: Assets, root: str = ".") -> dict[str, Any]:
    """Return what a phone wants to know about the app; ``root`` is the way from the manifest to the page."""

    def icon(name: str, sizes: str, kind: str, purpose: str = "any") -> dict[str, str]:
        return {"src": f"{root}/{assets.path(name)}", "sizes": sizes, "type": kind, "purpose": purpose}

    return {
        "name": "finaltable",
        "short_name": "finaltable",
        "description": "What tournament poker chips are worth.",
        "id": f"{root}/",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            icon("icon.svg", "any", "image/svg+xml"),
            icon("install/icon-192.png", "192x192", "image/png"),
            icon("install/icon-512.png", "512x512", "image/png"),
            icon("install/maskable-512.png", "512x512", "image/png", "maskable"),
        ],
    }


def service_worker(assets: Assets, screens: Iterable[str] = SCREENS, pages: Iterable[str] = ()) -> str:
    """Return the service worker with the list of what it keeps; a new version of any file is a new worker.

    The first page is kept for all screens, but for those in ``pages``, which have one of their own.
    """
    files = [assets.path(name) for name in sorted(assets.files) if not name.startswith(APART)]
    keep = {
        "mark": f"{assets.mark}-{__version__}",
        "pages": ["./", *pages],
        "screens": ["./", *screens],
        "files": [*files, "manifest.webmanifest"],
    }
    return f"const KEEP = {json.dumps(keep)};\n{assets.files['install/sw.js'].decode()}"
