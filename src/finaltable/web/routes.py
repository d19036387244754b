"""The routes of the API: each question is read, checked and answered by a worker."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.responses import Response

from finaltable.web.api import QUESTIONS
from finaltable.web.limits import Limits
from finaltable.web.problems import as_input_error, no_json
from finaltable.web.workshop import Job, Workshop


class Problem(BaseModel):
    """What is wrong with a request."""

    field: str
    rule: str
    value: str
    message: str


def make_router(workshop: Workshop) -> APIRouter:
    """Return the routes of the API, one for each question."""
    route: type[APIRoute] = type("Route", (WorkerRoute,), {"workshop": workshop})
    router = APIRouter(prefix="/api/v1", tags=["api"], route_class=route)
    refusals: dict[int | str, dict[str, Any]] = {
        422: {"model": Problem, "description": "Something cannot be: the field, the rule, the value."},
        413: {"model": Problem, "description": "The request is too large."},
        421: {"model": Problem, "description": "The server does not answer to this name."},
        503: {"model": Problem, "description": "Too many are waiting; Retry-After says when to try again."},
    }
    for name, question in QUESTIONS.items():
        router.add_api_route(
            f"/{name}",
            described(question),
            methods=["POST"],
            name=name,
            summary=(question.__doc__ or "").strip(),
            responses=refusals,
            response_model=None,
        )
    return router


class WorkerRoute(APIRoute):
    """A route whose requests are read, checked and answered by a worker.

    FastAPI would do the first two on the event loop, where they hold up everybody. It still describes the question.
    """

    workshop: Workshop

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function that answers one kind of question."""
        question, workshop = QUESTIONS[self.name], self.workshop

        async def answer(request: Request) -> Response:
            if not is_json(request.headers.get("content-type", "")):
                raise no_json()
            return await workshop.run(request, partial(work, question, workshop.limits, await request.body()))

        return answer


def described(question: Any) -> Callable[..., None]:
    """Return a function for FastAPI to describe a question by; it is never called."""

    def asked_for(asked: Any) -> None:
        """Take a question."""

    asked_for.__annotations__ = {"asked": question, "return": None}
    return asked_for


def is_json(content_type: str) -> bool:
    """Tell whether a body is said to be JSON: what another site's form can send is not.

    >>> is_json("application/json; charset=utf-8"), is_json("text/plain"), is_json("")
    (True, False, False)
    """
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def work(question: type[Any], limits: Limits, body: bytes, job: Job) -> Response:
    """Read a question, compute the answer and write it: all of it may take its time."""
    asked = read_question(question, limits, body)
    return Response(json.dumps(asked.answer(limits, job), allow_nan=False).encode(), media_type="application/json")


def read_question(question: type[Any], limits: Limits, body: bytes) -> Any:
    """Return what is asked, or raise in our own words."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise no_json() from None
    if not isinstance(given, dict):
        raise no_json()
    limits.check_sizes(given)
    try:
        return question.model_validate(given)
    except ValidationError as error:
        raise as_input_error(error) from None
