"""The page as files that any host can serve: nobody answers but the browser itself."""

from __future__ import annotations

import json
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from finaltable.web.assets import Assets
from finaltable.web.guard import HEADERS
from finaltable.web.install import SCREENS, manifest, service_worker


def write_site(folder: Path) -> None:
    """Write the page into a folder; it may then be moved to any place below any address."""
    assets = Assets()
    for name, data in assets.files.items():
        if name != "plain.css":
            write(folder / assets.path(name), data)
    write(folder / "index.html", shell(assets, "./"))
    for screen in SCREENS:
        write(folder / screen / "index.html", shell(assets, "../"))
    write(folder / "manifest.webmanifest", json.dumps(manifest(assets)))
    screens = [f"{screen}/" for screen in SCREENS]
    write(folder / "sw.js", service_worker(assets, screens, screens))  # each page holds in its own folder only


def shell(assets: Assets, root: str) -> str:
    """Return the page, which draws itself; ``root`` is the way to the folder of the site."""
    environment = Environment(loader=PackageLoader("finaltable.web"), autoescape=True, undefined=StrictUndefined)
    environment.globals |= {"asset": lambda name: root + assets.path(name), "root": root, "policy": site_policy()}
    return environment.get_template("site.html").render()


def site_policy() -> str:
    """Return the content security policy of the server, but for what a page cannot say about itself.

    >>> "script-src 'self'" in site_policy(), "frame-ancestors" in site_policy()
    (True, False)
    """
    rules = HEADERS["content-security-policy"].split("; ")
    return "; ".join(rule for rule in rules if not rule.startswith("frame-ancestors"))


def write(path: Path, content: str | bytes) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
