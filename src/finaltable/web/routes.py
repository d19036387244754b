"""The routes of the API: each question is read, checked and answered by a worker."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from finaltable.answers.problem import ProblemDict
from finaltable.questions._declare import Question
from finaltable.web.api import QUESTIONS, answer, request_schema
from finaltable.web.limits import Limits
from finaltable.web.problems import no_json
from finaltable.web.schemas import Schema, answer_shape, schema_of
from finaltable.web.workers import Job, WorkerPool

REFUSALS = {
    400: "The request cannot be read.",
    408: "The request did not arrive in time.",
    413: "The request is too large.",
    421: "The server does not answer to this name.",
    422: "Something in the request is not allowed: the field, the rule, the value.",
    429: "Too many requests at once on one connection.",
    431: "The headers are too large.",
    500: "The server made a mistake.",
    503: "Too many requests are waiting; Retry-After says when to try again.",
}


def make_router(workers: WorkerPool) -> APIRouter:
    """Return the routes of the API, one for each question."""
    router = APIRouter(prefix="/api/v1", tags=["api"])
    for name, question in QUESTIONS.items():
        body = {"required": True, "content": {"application/json": {"schema": request_schema(question)}}}
        router.add_api_route(
            f"/{name}",
            route_for(question, workers),
            methods=["POST"],
            name=name,
            summary=question.help,
            responses=responses_of(question, {}),
            response_model=None,
            openapi_extra={"requestBody": body},
        )
    return router


def responses_of(question: type[Question], components: dict[str, Schema]) -> dict[int | str, dict[str, Any]]:
    """Describe what comes back: the answer, or what is wrong; objects are added to the components."""
    shapes = {200: answer_shape(question), **dict.fromkeys(REFUSALS, ProblemDict)}
    return {
        status: {
            "description": REFUSALS.get(status, "The answer."),
            "content": {"application/json": {"schema": schema_of(shape, components)}},
        }
        for status, shape in shapes.items()
    }


def answer_components() -> dict[str, Schema]:
    """Describe the objects in all answers."""
    components: dict[str, Schema] = {}
    for question in QUESTIONS.values():
        responses_of(question, components)
    return components


def route_for(question: type[Question], workers: WorkerPool) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Return the function that takes one kind of question; FastAPI reads nothing of it on the event loop."""

    async def take(request: Request) -> Response:
        if not is_json(request.headers.get("content-type", "")):
            raise no_json()
        return await workers.run(request, partial(work, question, workers.limits, await request.body()))

    return take


def is_json(content_type: str) -> bool:
    """Tell whether a body is said to be JSON: what another site's form can send is not.

    >>> is_json("application/json; charset=utf-8"), is_json("text/plain"), is_json("")
    (True, False, False)
    """
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def work(question: type[Question], limits: Limits, body: bytes, job: Job) -> Response:
    """Read a question, compute the answer and write it: all of it may take its time."""
    given = read_object(body)
    limits.check_sizes(given)
    found = answer(question, given, limits, job)
    return Response(json.dumps(found, allow_nan=False).encode(), media_type="application/json")


def read_object(body: bytes) -> dict[str, Any]:
    """Return a JSON object, or raise in our own words."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise no_json() from None
    if not isinstance(given, dict):
        raise no_json()
    return given
