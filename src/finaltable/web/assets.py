"""Static files of the page, served under an address that contains a hash of their content."""

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
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".packed": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
}
FOR_EVER, ASK_FIRST = "public, max-age=31536000, immutable", "no-cache"


class Assets:
    """All static files, with one hash (mark) for all, because modules import each other by relative addresses."""

    def __init__(self) -> None:
        self.files = with_imports(dict(walk(files("finaltable.web").joinpath("static"))))
        sheet = files("finaltable.deals")  # the command fills the same template
        self.files |= {f"app/{name}": sheet.joinpath(name).read_bytes() for name in ("sheet.html", "sheet.css")}
        content = hashlib.sha256()
        for name in sorted(self.files):
            content.update(name.encode() + b"\0" + self.files[name])
        self.mark = content.hexdigest()[:10]
        self.packed: dict[str, bytes] = {}
        """Cache of compressed files; compressing all at startup would make it a fifth slower."""

    def path(self, name: str) -> str:
        """Return the path of a file relative to the page's folder."""
        return f"static/{self.mark}/{name}"

    def address(self, name: str) -> str:
        """Return the address of a file on a server."""
        return f"/{self.path(name)}"

    def words(self, accepted: str) -> str:
        """Return the words file of the first accepted language that the page has."""
        tags = (part.strip()[:2].lower() for part in accepted.split(","))
        names = (f"app/words/{tag}.json" for tag in tags)
        return next((name for name in names if name in self.files), "app/words/en.json")

    def needed(self, screen: str) -> list[str]:
        """Return all modules of a screen and the main module, for preloading."""
        return list(dict.fromkeys([*self.imported("app/main.js")[1:], *self.imported(screen)]))

    @cache  # noqa: B019 (there is one instance)
    def imported(self, module: str) -> list[str]:
        """Return a module and its static imports, direct and indirect."""
        found = [module]
        for name in found:
            folder = posixpath.dirname(name)
            paths = re.findall(r'^(?:import .*|\}) from "(\..*)";', self.files[name].decode(), re.MULTILINE)
            found += [path for one in paths if (path := posixpath.normpath(f"{folder}/{one}")) not in found]
        return found

    async def answer(self, request: Request) -> Response:
        """Return the requested file."""
        return await self.send(request, request.path_params["mark"], request.path_params["name"])

    async def icon(self, request: Request) -> Response:
        """Return the icon, for browsers that request /favicon.ico."""
        return await self.send(request, "", "icon.svg")

    async def send(self, request: Request, mark: str, name: str) -> Response:
        """Return a file, cacheable forever if the mark is current."""
        if name not in self.files:
            return Response(status_code=404)
        headers = {"cache-control": FOR_EVER if mark == self.mark else ASK_FIRST, "vary": "accept-encoding"}
        content = self.files[name]
        if takes_gzip(request) and not name.endswith(".packed"):
            headers["content-encoding"] = "gzip"
            if name not in self.packed:  # concurrent requests may both compress it, to the same bytes
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
        found += walk(entry, name + "/") if entry.is_dir() else [(name, without_indentation(name, entry.read_bytes()))]
    return found


def with_imports(found: dict[str, bytes]) -> dict[str, bytes]:
    r"""Return the files, with style sheets inserted where others import them: one request instead of many.

    >>> with_imports({"styles/a.css": b'@import url("b.css");\nc {}\n', "styles/b.css": b"d {}\n"})
    {'styles/a.css': b'd {}\nc {}\n'}
    """
    importing = re.compile(rb'^@import url\("(\w+\.css)"\);\n', re.MULTILINE)
    sheets = {name: data for name, data in found.items() if name.startswith("styles/")}
    parts = {f"styles/{one.decode()}" for data in sheets.values() for one in importing.findall(data)}
    whole = {name: importing.sub(lambda one: found[f"styles/{one[1].decode()}"], data) for name, data in sheets.items()}
    return {name: data for name, data in (found | whole).items() if name not in parts}


def without_indentation(name: str, data: bytes) -> bytes:
    r"""Return a script or a style sheet without its indentation, which takes 3 % of the page's first load.

    Texts of several lines are in html templates only, which ignore it.

    >>> without_indentation("a.css", b"b {\n  color: red;\n}\n")
    b'b {\ncolor: red;\n}\n'
    """
    return re.sub(rb"\n +", b"\n", data) if name.endswith((".css", ".js")) else data
