"""Errors as answers: the code, the field, the rule, the value, a hint, and the sentence Python gives."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from finaltable.errors import (
    CODES,
    Fact,
    InputError,
    MissingError,
    Verbatim,
    as_keyword,
    shorten,
    spell_hint,
    spell_rule,
)
from finaltable.web.workers import Busy, ClientDisconnected

RETRY_AFTER = 1  # seconds
CLIENT_LEFT = 499  # nobody reads it; the log does
STATUSES = {
    "over_limit": (422, 413, 429, 431),  # a field; the request, its number, its headers
    "request_too_slow": (408,),
    "bad_request": (400,),
    "not_here": (404, 405, 421),
    "busy": (503,),
    # Whoever set the limit. There is no `Retry-After`: the same question takes as long again.
    "too_slow": (504,),
    "internal": (500,),
}
"""Statuses of codes, the usual one first; all other codes are 422."""


if TYPE_CHECKING:
    Code = str
else:
    Code = Literal[tuple(CODES)]  # a list in OpenAPI; mypy reads no types that are computed


class Problem(NamedTuple):
    """What is wrong with a request."""

    code: Code
    """What is wrong, for programs; it is stable, and its meaning is in the reference."""
    field: str
    """The field, like "stacks[2]"."""
    rule: str
    """What must hold, like "must not be negative"."""
    value: str
    """What it was; empty where nothing was given."""
    hint: str
    """What may help, like "decimals are written 1.5"; often empty."""
    facts: dict[str, Fact]
    """Numbers and names that the code is about, like {"most": 8}; often empty."""
    message: str
    """All of it in one sentence."""


def problem(error: InputError) -> dict[str, Any]:
    """Return an error as data."""
    value = "" if isinstance(error, MissingError) else shorten(error.value)
    rule = spell_rule(error.rule, str, as_keyword)
    hint = spell_hint(error.hint, str, as_keyword)
    return Problem(error.code, error.field, rule, value, hint, dict(error.facts), str(error))._asdict()


def statuses_of(code: str) -> tuple[int, ...]:
    """Return the statuses that a code comes with, the usual one first."""
    return STATUSES.get(code, (422,))


def problem_response(error: InputError, status: int, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return an error as an answer."""
    return JSONResponse(problem(error), status, headers)


def busy(why: str) -> InputError:
    """Say that the server has too much to do."""
    return MissingError("request", f"cannot be taken now: {why}", code="busy")


def answer_for(request: Request, error: InputError, status: int, headers: dict[str, str] | None = None) -> Response:
    """Return an error as data, or as a small page for somebody who follows a link."""
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return problem_response(error, status, headers)
    text = f"<!doctype html><html lang=en><title>finaltable</title><h1>{status}</h1><p>{escape(str(error))}</p>"
    return HTMLResponse(text + '<p><a href="/">finaltable</a></p></html>', status, headers)


def no_json() -> InputError:
    """Say that a body is not what the API reads."""
    rule = "must be a JSON object, sent as application/json"
    return InputError("request", rule, Verbatim("something else"), code="wrong_format")


def add_problem_handlers(app: Starlette) -> None:
    """Tell the application how to answer when something is wrong."""

    def on_input(request: Request, error: Exception) -> Response:
        assert isinstance(error, InputError)
        return answer_for(request, error, statuses_of(error.code)[0])

    def on_busy(request: Request, __: Exception) -> Response:
        return answer_for(request, busy("too many are waiting"), 503, {"Retry-After": str(RETRY_AFTER)})

    def on_left(_: Request, __: Exception) -> Response:
        return Response(status_code=CLIENT_LEFT)

    def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        lost = error.status_code in statuses_of("not_here")
        rule = str(error.detail).lower()
        found = MissingError("address" if lost else "request", rule, code="not_here" if lost else "bad_request")
        return answer_for(request, found, error.status_code, dict(error.headers or {}))

    def on_fault(request: Request, _: Exception) -> Response:
        fault = MissingError("request", "could not be answered: this is our mistake", code="internal")
        return answer_for(request, fault, 500)

    app.add_exception_handler(InputError, on_input)
    app.add_exception_handler(Busy, on_busy)
    app.add_exception_handler(ClientDisconnected, on_left)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_fault)
