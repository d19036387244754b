"""The files of the page: read once, served under an address that names their content."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import posixpath
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from finaltable.web.packing import takes_gzip

KINDS = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
FOR_EVER, ASK_FIRST = "public, max-age=31536000, immutable", "no-cache"


class Assets:
    """All static files; modules import each other by relative addresses, so that one mark stands for all of them."""

    def __init__(self) -> None:
        self.files = dict(walk(files("finaltable.web").joinpath("static")))
        content = hashlib.sha256()
        for name in sorted(self.files):
            content.update(name.encode() + b"\0" + self.files[name])
        self.mark = content.hexdigest()[:10]
        self.packed: dict[str, bytes] = {}
        """What was asked for so far: to pack all of them would make up a fifth of the time a server takes to start."""

    def path(self, name: str) -> str:
        """Return where a file is below the page's own folder."""
        return f"static/{self.mark}/{name}"

    def address(self, name: str) -> str:
        """Return where a file is on a server."""
        return f"/{self.path(name)}"

    def words(self, accepted: str) -> str:
        """Return the words of the first language that a browser accepts and the page speaks."""
        tags = (part.strip()[:2].lower() for part in accepted.split(","))
        names = (f"app/words/{tag}.json" for tag in tags)
        return next((name for name in names if name in self.files), "app/words/en.json")

    def needed(self, screen: str) -> list[str]:
        """Return what the first module and a screen are made of: a browser need not find it one after the other."""
        return list(dict.fromkeys([*self.imported("app/main.js")[1:], *self.imported(screen)]))

    @cache  # noqa: B019 (there is one of them)
    def imported(self, module: str) -> list[str]:
        """Return a module and all that it imports at once, directly or not."""
        found = [module]
        for name in found:
            folder = posixpath.dirname(name)
            paths = re.findall(r'^(?:import .*|\}) from "(\..*)";', self.files[name].decode(), re.MULTILINE)
            found += [path for one in paths if (path := posixpath.normpath(f"{folder}/{one}")) not in found]
        return found

    async def answer(self, request: Request) -> Response:
        """Answer with the file that a request names."""
        return await self.send(request, request.path_params["mark"], request.path_params["name"])

    async def icon(self, request: Request) -> Response:
        """Answer with the icon, for browsers that ask for it by its old name."""
        return await self.send(request, "", "icon.svg")

    async def send(self, request: Request, mark: str, name: str) -> Response:
        """Return a file. The right mark names its content, which may be kept for ever; another may not."""
        if name not in self.files:
            return Response(status_code=404)
        headers = {"cache-control": FOR_EVER if mark == self.mark else ASK_FIRST, "vary": "accept-encoding"}
        content = self.files[name]
        if takes_gzip(request):
            headers["content-encoding"] = "gzip"
            if name not in self.packed:  # asked for twice at once it is packed twice, to the same bytes
                self.packed[name] = await asyncio.to_thread(gzip.compress, content, 9, mtime=0)
            content = self.packed[name]
        return Response(content, media_type=kind_of(name), headers=headers)


def kind_of(name: str) -> str:
    """Return the type of a file.

    >>> kind_of("app/main.js")
    'text/javascript'
    """
    return KINDS["." + name.rpartition(".")[2]]


def walk(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    """Return the files below a folder with their names."""
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = above + entry.name
        found += walk(entry, name + "/") if entry.is_dir() else [(name, entry.read_bytes())]
    return found
