"""The routes of the page: one document for each screen, its files, and the description of the API."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from finaltable import __version__
from finaltable.web.api import QUESTIONS
from finaltable.web.assets import ASK_FIRST, Assets
from finaltable.web.described import describe
from finaltable.web.site import SCREENS, manifest, page, service_worker, templates
from finaltable.web.solves import Solves
from finaltable.web.workers import WorkerPool

WORDS = ("Table", "Value", "Deal", "Decision", "Push or fold", "Review", "Train", "Tournament", "How it works")
TITLES = tuple(zip(SCREENS, WORDS, strict=True))  # of screens, for pages without a script
Endpoint = Callable[[Request], Awaitable[Response]]


def page_routes(workers: WorkerPool, solves: Solves) -> list[Route]:
    """Return all routes except those of the API."""
    assets = Assets()
    document = cache(partial(page, assets))

    def screen(name: str) -> Endpoint:
        async def answer(request: Request) -> Response:
            # Preload the words; the script would request them only once it runs.
            words = assets.address(assets.words(request.headers.get("accept-language", "")))
            return HTMLResponse(document(name), headers={"link": f"<{words}>; rel=preload; as=fetch; crossorigin"})

        return answer

    @cache
    def described() -> str:
        questions = [describe(name, question) for name, question in QUESTIONS.items()]
        return (
            templates()
            .get_template("docs.html")
            .render(
                asset=assets.address, version=__version__, questions=questions, limits=workers.limits, screens=TITLES
            )
        )

    async def docs(_: Request) -> Response:
        return HTMLResponse(await asyncio.to_thread(described))

    async def worker(_: Request) -> Response:
        return Response(service_worker(assets), media_type="text/javascript", headers={"cache-control": ASK_FIRST})

    async def installed(_: Request) -> Response:
        return JSONResponse(manifest(assets), media_type="application/manifest+json")

    async def health(_: Request) -> Response:
        inside = {"inside": workers.inside, "long": len(solves.line)}
        return JSONResponse({"ok": True, "version": __version__, **inside})

    return [
        *(Route(f"/{name}", screen(name)) for name in ("", *SCREENS)),
        Route("/docs", docs),
        Route("/static/{mark}/{name:path}", assets.answer),
        Route("/favicon.ico", assets.icon),
        Route("/sw.js", worker),
        Route("/manifest.webmanifest", installed),
        Route("/health", health),
    ]
