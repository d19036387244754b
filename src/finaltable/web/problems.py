"""Errors as answers: the field, the rule, the value, a hint, and the sentence Python gives."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from finaltable.errors import InputError, MissingError, Verbatim, as_keyword, shorten, spell_hint, spell_rule
from finaltable.web.workers import Busy, ClientDisconnected

RETRY_AFTER = 1  # seconds
CLIENT_LEFT = 499  # nobody reads it; the log does


class Problem(NamedTuple):
    """What is wrong with a request."""

    field: str
    """The field, like "stacks[2]"."""
    rule: str
    """What must hold, like "must not be negative"."""
    value: str
    """What it was; empty where nothing was given."""
    hint: str
    """What may help, like "decimals are written 1.5"; often empty."""
    message: str
    """All of it in one sentence."""


def problem(error: InputError) -> dict[str, Any]:
    """Return an error as data."""
    value = "" if isinstance(error, MissingError) else shorten(error.value)
    rule = spell_rule(error.rule, str, as_keyword)
    hint = spell_hint(error.hint, str, as_keyword)
    return Problem(error.field, rule, value, hint, str(error))._asdict()


def problem_response(error: InputError, status: int = 422, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return an error as an answer."""
    return JSONResponse(problem(error), status, headers)


def answer_for(request: Request, error: InputError, status: int, headers: dict[str, str] | None = None) -> Response:
    """Return an error as data, or as a small page for somebody who follows a link."""
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return problem_response(error, status, headers)
    text = f"<!doctype html><html lang=en><title>finaltable</title><h1>{status}</h1><p>{escape(str(error))}</p>"
    return HTMLResponse(text + '<p><a href="/">finaltable</a></p></html>', status, headers)


def no_json() -> InputError:
    """Say that a body is not what the API reads."""
    return InputError("request", "must be a JSON object, sent as application/json", Verbatim("something else"))


def add_problem_handlers(app: Starlette) -> None:
    """Tell the application how to answer when something is wrong."""

    def on_input(request: Request, error: Exception) -> Response:
        assert isinstance(error, InputError)
        return answer_for(request, error, 422)

    def on_busy(request: Request, __: Exception) -> Response:
        rule = "cannot be taken now: too many are waiting"
        return answer_for(request, MissingError("request", rule), 503, {"Retry-After": str(RETRY_AFTER)})

    def on_left(_: Request, __: Exception) -> Response:
        return Response(status_code=CLIENT_LEFT)

    def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        found = MissingError("address" if error.status_code in (404, 405) else "request", str(error.detail).lower())
        return answer_for(request, found, error.status_code, dict(error.headers or {}))

    def on_fault(request: Request, _: Exception) -> Response:
        return answer_for(request, MissingError("request", "could not be answered: this is our mistake"), 500)

    app.add_exception_handler(InputError, on_input)
    app.add_exception_handler(Busy, on_busy)
    app.add_exception_handler(ClientDisconnected, on_left)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_fault)
