"""The application: the page, the API, and what guards them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import FastAPI
from starlette.responses import Response

from finaltable import __version__
from finaltable.web.clients import Proxies
from finaltable.web.guard import Guard
from finaltable.web.hosts import Hosts
from finaltable.web.limits import Limits
from finaltable.web.memory import keep_small
from finaltable.web.pages import page_routes
from finaltable.web.problems import add_problem_handlers
from finaltable.web.routes import answer_components, make_router
from finaltable.web.solves import Solves
from finaltable.web.workers import WorkerPool


def create_app(limits: Limits | None = None, hosts: Hosts | None = None, proxies: Proxies | None = None) -> Guard:
    """Return the ASGI application; it answers to the names of this machine alone unless ``hosts`` has others."""
    limits = limits or Limits()
    workers, solves = WorkerPool(limits), Solves(limits)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        workers.open()
        solves.open()
        tidying = asyncio.create_task(keep_small())
        yield
        tidying.cancel()
        solves.close()
        workers.close()

    app = FastAPI(
        title="finaltable",
        version=__version__,
        summary="What tournament poker chips are worth: DCM beside ICM.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # FastAPI would write it again for every request
        lifespan=lifespan,
        redirect_slashes=False,  # a redirect would be built from the request's own Host
    )
    app.include_router(make_router(workers, solves))
    app.router.routes.extend(page_routes(workers, solves))
    add_problem_handlers(app)
    describe_when_asked(app)
    return Guard(app, limits, hosts or Hosts(), proxies or Proxies())


def describe_when_asked(app: FastAPI) -> None:
    """Let OpenAPI have the objects of all answers; it is written once, at the first request for it."""

    @cache
    def described() -> bytes:
        return json.dumps({**app.openapi(), "components": {"schemas": answer_components()}}).encode()

    async def answer() -> Response:
        return Response(await asyncio.to_thread(described), media_type="application/json")

    app.add_api_route("/openapi.json", answer, methods=["GET", "HEAD"], include_in_schema=False)
