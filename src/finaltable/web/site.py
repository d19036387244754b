"""The app as documents: a page for each screen, a manifest, a service worker; served, or written as files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from finaltable import __version__
from finaltable.web.assets import Assets
from finaltable.web.guard import HEADERS

SCREENS = ("table", "value", "deal", "decide", "nash", "review", "how", "train")  # beside the first
APART = ("install/", "docs.css")  # not needed to show the page
PAPER = "#f3f5f3"


@cache
def templates() -> Environment:
    """Return the templates."""
    return Environment(
        loader=PackageLoader("finaltable.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(assets: Assets, screen: str = "", root: str = "/", *, served: bool = True) -> str:
    """Return the page, which draws itself; ``root`` is the way to the folder of the site.

    It names the modules of its first screen, so that a browser need not find them one after the other. A page that no
    server of ours sends states its own content security policy.
    """
    return (
        templates()
        .get_template("page.html")
        .render(
            asset=lambda name: root + assets.path(name),
            root=root,
            docs=f"{root}docs{'' if served else '/'}",
            policy="" if served else site_policy(),
            modules=assets.needed(f"app/screens/{screen or 'home'}.js"),
        )
    )


def site_policy() -> str:
    """Return the content security policy of the server, but for what a page cannot say about itself.

    >>> "script-src 'self'" in site_policy(), "frame-ancestors" in site_policy()
    (True, False)
    """
    rules = HEADERS["content-security-policy"].split("; ")
    return "; ".join(rule for rule in rules if not rule.startswith("frame-ancestors"))


def manifest(assets: Assets) -> dict[str, Any]:
    """Return what a phone needs to install the app; addresses are relative to the manifest."""

    def icon(name: str, sizes: str, kind: str, purpose: str = "any") -> dict[str, str]:
        return {"src": f"./{assets.path(name)}", "sizes": sizes, "type": kind, "purpose": purpose}

    return {
        "name": "finaltable",
        "short_name": "finaltable",
        "description": "What tournament poker chips are worth.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
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


def write_site(folder: Path) -> None:
    """Write the app into a folder; it may then be moved to any place below any address."""
    assets = Assets()
    for name, data in assets.files.items():
        if name != "docs.css":
            write(folder / assets.path(name), data)
    write(folder / "index.html", page(assets, root="./", served=False))
    for screen in SCREENS:
        write(folder / screen / "index.html", page(assets, screen, "../", served=False))
    write(folder / "manifest.webmanifest", json.dumps(manifest(assets)))
    screens = [f"{screen}/" for screen in SCREENS]
    write(folder / "sw.js", service_worker(assets, screens, screens))  # each page holds in its own folder only


def write(path: Path, content: str | bytes) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
