"""Documents of the app: a page for each screen, a manifest and a service worker; served, or written as files."""

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

SCREENS = ("table", "value", "deal", "decide", "nash", "review", "train", "tournament", "how")  # except the home screen
LATER = ("app/device/field.wasm", "app/device/three-1.packed")  # cached when first needed
APART = ("install/", "samples/", "styles/docs.css", *LATER)  # not needed to show the page
STYLES = ("tokens.css", "styles/common.css")  # of all screens; a screen may have its own, too
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


FIRST_DATA = {"train": ("training/pack.json",)}  # that a screen needs before it shows anything


def page(assets: Assets, screen: str = "", root: str = "/", *, served: bool = True) -> str:
    """Return the page, which its script renders; ``root`` is the path to the folder of the site.

    The page preloads the modules and data of its first screen. A page on a static host contains its content security
    policy.
    """
    return (
        templates()
        .get_template("page.html")
        .render(
            asset=lambda name: root + assets.path(name),
            root=root,
            docs=f"{root}docs{'' if served else '/'}",
            policy="" if served else site_policy(),
            version=__version__,
            styles=[name for name in (*STYLES, f"styles/{screen or 'home'}.css") if name in assets.files],
            modules=assets.needed(f"app/screens/{screen or 'home'}.js"),
            data=FIRST_DATA.get(screen, ()),
        )
    )


def site_policy() -> str:
    """Return the server's content security policy without the rules that a page cannot set.

    >>> "script-src 'self'" in site_policy(), "frame-ancestors" in site_policy()
    (True, False)
    """
    rules = HEADERS["content-security-policy"].split("; ")
    return "; ".join(rule for rule in rules if not rule.startswith("frame-ancestors"))


def manifest(assets: Assets) -> dict[str, Any]:
    """Return the manifest for installing the app; addresses are relative to it."""

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
    """Return the service worker with the list of files to cache; it changes with any of them.

    The home page is cached for all screens, except those in ``pages``, which are cached separately.
    """
    files = [assets.path(name) for name in sorted(assets.files) if not name.startswith(APART)]
    keep = {
        "mark": f"{assets.mark}-{__version__}",
        "pages": ["./", *pages],
        "screens": ["./", *screens],
        "files": [*files, "manifest.webmanifest"],
        "later": [assets.path(name) for name in LATER],
    }
    return f"const KEEP = {json.dumps(keep)};\n{assets.files['install/sw.js'].decode()}"


def write_site(folder: Path) -> None:
    """Write the app into a folder, which can be served from any address."""
    assets = Assets()
    for name, data in assets.files.items():
        if name != "styles/docs.css":
            write(folder / assets.path(name), data)
    write(folder / "index.html", page(assets, root="./", served=False))
    for screen in SCREENS:
        write(folder / screen / "index.html", page(assets, screen, "../", served=False))
    write(folder / "manifest.webmanifest", json.dumps(manifest(assets)))
    screens = [f"{screen}/" for screen in SCREENS]
    write(folder / "sw.js", service_worker(assets, screens, screens))  # each page works in its folder only


def write(path: Path, content: str | bytes) -> None:
    """Write a file; create its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
