"""Errors as HTTP answers: code, field, rule, value, hint, and the message of the Python exception."""

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
CLIENT_LEFT = 499  # for the log only
STATUSES = {
    "over_limit": (422, 413, 429, 431),  # a field; the size, number and headers of requests
    "request_too_slow": (408,),
    "bad_request": (400,),
    "not_here": (404, 405, 421),
    "unchanged": (412,),
    "busy": (503,),
    # The limit of the question or of the server. No `Retry-After`: the same question would take as long again.
    "too_slow": (504,),
    "internal": (500,),
}
"""Statuses of codes, the usual one first; all other codes are 422."""


if TYPE_CHECKING:
    Code = str
else:
    Code = Literal[tuple(CODES)]  # an enum in OpenAPI; mypy cannot evaluate it


class Problem(NamedTuple):
    """An error in a request."""

    code: Code
    """Stable error code for programs; the reference explains each."""
    field: str
    """The field, like "stacks[2]"."""
    rule: str
    """The violated rule, like "must not be negative"."""
    value: str
    """The given value; empty if it is missing."""
    hint: str
    """A hint, like "decimals are written 1.5"; often empty."""
    facts: dict[str, Fact]
    """Numbers and names for the code, like {"most": 8}; often empty."""
    message: str
    """The whole error in one sentence."""


def problem(error: InputError) -> dict[str, Any]:
    """Return an error as a dict."""
    value = "" if isinstance(error, MissingError) else shorten(error.value)
    rule = spell_rule(error.rule, str, as_keyword)
    hint = spell_hint(error.hint, str, as_keyword)
    return Problem(error.code, error.field, rule, value, hint, dict(error.facts), str(error))._asdict()


def statuses_of(code: str) -> tuple[int, ...]:
    """Return the HTTP statuses of a code, the usual one first."""
    return STATUSES.get(code, (422,))


def problem_response(error: InputError, status: int, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return an error as a JSON response."""
    return JSONResponse(problem(error), status, headers)


def our_mistake() -> MissingError:
    """Return the error for a fault of this program."""
    return MissingError("request", "could not be answered: this is our mistake", code="internal")


def busy(why: str) -> InputError:
    """Return the error of a busy server."""
    return MissingError("request", f"cannot be taken now: {why}", code="busy")


def answer_for(request: Request, error: InputError, status: int, headers: dict[str, str] | None = None) -> Response:
    """Return an error as JSON, or as a small page for a browser that follows a link."""
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return problem_response(error, status, headers)
    text = f"<!doctype html><html lang=en><title>finaltable</title><h1>{status}</h1><p>{escape(str(error))}</p>"
    return HTMLResponse(text + '<p><a href="/">finaltable</a></p></html>', status, headers)


def unchanged(etag: str) -> InputError:
    """Return the error for a question whose answer the client has."""
    return InputError("if-none-match", "names the answer, which cannot have changed", etag, code="unchanged")


def no_json() -> InputError:
    """Return the error for a body that is not a JSON object."""
    rule = "must be a JSON object, sent as application/json"
    return InputError("request", rule, Verbatim("something else"), code="wrong_format")


def add_problem_handlers(app: Starlette) -> None:
    """Register the exception handlers of the application."""

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
        return answer_for(request, our_mistake(), 500)

    app.add_exception_handler(InputError, on_input)
    app.add_exception_handler(Busy, on_busy)
    app.add_exception_handler(ClientDisconnected, on_left)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_fault)
