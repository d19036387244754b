"""The ASGI application: the page, the API and their middleware."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from finaltable.web.clients import Proxies
from finaltable.web.guard import Guard
from finaltable.web.hosts import Hosts
from finaltable.web.limits import Limits
from finaltable.web.memory import keep_small
from finaltable.web.openapi import describe_api
from finaltable.web.pages import page_routes
from finaltable.web.problems import add_problem_handlers
from finaltable.web.routes import api_routes
from finaltable.web.solves import Solves
from finaltable.web.workers import WorkerPool


def create_app(limits: Limits | None = None, hosts: Hosts | None = None, proxies: Proxies | None = None) -> Guard:
    """Return the ASGI application; by default it answers only to the names of this machine."""
    limits = limits or Limits()
    workers, solves = WorkerPool(limits), Solves(limits)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        workers.open()
        solves.open()
        tidying = asyncio.create_task(keep_small())
        yield
        tidying.cancel()
        solves.close()
        workers.close()

    routes = [*api_routes(workers, solves), Route("/openapi.json", openapi), *page_routes(workers, solves)]
    app = Starlette(routes=routes, lifespan=lifespan)
    add_problem_handlers(app)
    app.router.redirect_slashes = False  # a redirect would use the request's Host header
    return Guard(app, limits, hosts or Hosts(), proxies or Proxies())


async def openapi(_: Request) -> Response:
    """Return the OpenAPI description."""
    return Response(await asyncio.to_thread(described), media_type="application/json")


@cache
def described() -> bytes:
    """Return the OpenAPI description as JSON, cached."""
    return json.dumps(describe_api()).encode()
