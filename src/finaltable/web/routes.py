"""The routes of the API: workers parse and answer each question."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from finaltable import __version__
from finaltable.asking.declare import Question, fields_of
from finaltable.errors import InputError
from finaltable.web.api import QUESTIONS, answer, solution_file
from finaltable.web.limits import Limits
from finaltable.web.packing import takes_gzip
from finaltable.web.problems import no_json, unchanged
from finaltable.web.solves import Solves
from finaltable.web.workers import Job, WorkerPool, client_of

IN_TIME = 0.8  # fraction of the time limit at which a solver stops and states its error
TIMED = ("review",)  # solves each decision within a time
DIGITS = 6  # significant digits for a screen
SOLUTION = "application/vnd.finaltable.solution"  # a media type to accept: the file of a solution


def api_routes(workers: WorkerPool, solves: Solves) -> list[Route]:
    """Return a route for each question."""
    return [
        Route(f"/api/v1/{name}", route_for(question, workers, solves), methods=["POST"])
        for name, question in QUESTIONS.items()
    ]


def route_for(
    question: type[Question], workers: WorkerPool, solves: Solves
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Return the endpoint of a question; the body is parsed by a worker, not on the event loop."""

    async def take(request: Request) -> Response:
        if not is_json(request.headers.get("content-type", "")):
            raise no_json()
        body, wishes = await request.body(), preferences(request.headers.get("prefer", ""))
        if question.name == "nash" and SOLUTION in request.headers.get("accept", ""):
            wishes |= {SOLUTION}
        etag = etag_of(question.name, wishes, body)
        if etag.removeprefix("W/") in request.headers.get("if-none-match", ""):
            raise unchanged(etag)
        if "respond-async" not in wishes:
            return await workers.run(request, partial(work, question, workers.limits, body, wishes))
        packs = takes_gzip(request)
        key = hashlib.blake2b(repr((question.name, sorted(wishes), packs)).encode())
        key.update(body)
        does = partial(work, question, solves.limits, body, wishes)
        return await solves.ask(key.digest(), client_of(request), does, packs=packs)

    return take


def etag_of(name: str, wishes: frozenset[str], body: bytes) -> str:
    """Return the name of the answer to a request: the same request to the same version has the same answer."""
    shape = sorted(wishes - {"respond-async"})
    key = hashlib.blake2b(repr((__version__, name, shape)).encode(), digest_size=16)
    key.update(body)
    return f'W/"{key.hexdigest()}"'


def cannot_change(name: str, given: dict[str, Any], found: dict[str, Any]) -> bool:
    """Return whether an answer is the same on every machine: no time limit, or it was not reached."""
    if name in TIMED:
        return False
    second = found.get("compared") or {"reached": True}
    return given.get("max_seconds") is None or (found.get("reached") is True and second["reached"] is True)


def preferences(written: str) -> frozenset[str]:
    """Return the supported preferences in a ``Prefer`` header.

    >>> sorted(preferences("respond-async, wait=10, return=minimal"))
    ['respond-async', 'return=minimal']
    """
    known = {"respond-async", "return=minimal"}
    return frozenset(known & {part.strip().lower() for part in written.split(",")})


def is_json(content_type: str) -> bool:
    """Return whether a content type is JSON, which a form of another site cannot send.

    >>> is_json("application/json; charset=utf-8"), is_json("text/plain"), is_json("")
    (True, False, False)
    """
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def work(question: type[Question], limits: Limits, body: bytes, wishes: frozenset[str], job: Job) -> Response:
    """Parse a request, compute the answer and serialize it."""
    given = read_object(body)
    limits.check_sizes(given)
    set_time_limit(question, limits, given, "respond-async" in wishes)
    if SOLUTION in wishes:
        content = solution_file(question, given, limits, job)
        limits.check_answer(len(content))
        return Response(content, media_type=SOLUTION)
    found: Any = answer(question, given, limits, job)
    pieces, size = [], 0
    for piece in json_pieces(found, shortened if "return=minimal" in wishes else lambda value: value):
        job.checkpoint()
        pieces.append(piece)
        size += len(piece)
        limits.check_answer(size)
    headers = {"ETag": etag_of(question.name, wishes, body)} if cannot_change(question.name, given, found) else None
    return Response("".join(pieces).encode(), media_type="application/json", headers=headers)


def set_time_limit(question: type[Question], limits: Limits, given: dict[str, Any], long: bool) -> None:
    """Set ``max_seconds`` below the server's limit for solvers that state the error reached.

    This applies to long questions, and to questions with a default time limit.
    """
    field, wanted = fields_of(question).get("max_seconds"), given.get("max_seconds")
    if field is None or not (wanted is None or (wanted == 0 and wanted is not False)):
        return
    if long or field.default is not None:
        given["max_seconds"] = min(field.default or math.inf, IN_TIME * limits.seconds)


def json_pieces(found: Any, of_leaf: Callable[[Any], Any], depth: int = 4) -> Iterator[str]:
    """Yield JSON in pieces, so that serializing a long answer can be interrupted.

    >>> "".join(json_pieces({"ev": [0.5, {"a": []}], "names": ["x"]}, lambda value: value))
    '{"ev": [0.5, {"a": []}], "names": ["x"]}'
    """
    if depth and isinstance(found, dict) and all(isinstance(name, str) for name in found):
        for number, (name, value) in enumerate(found.items()):
            yield f"{', ' if number else '{'}{json.dumps(name)}: "
            yield from json_pieces(value, of_leaf, depth - 1)
        yield "}" if found else "{}"
    elif depth and isinstance(found, list | tuple):
        for number, value in enumerate(found):
            yield ", " if number else "["
            yield from json_pieces(value, of_leaf, depth - 1)
        yield "]" if found else "[]"
    else:
        yield json.dumps(of_leaf(found), allow_nan=False)


def shortened(found: Any) -> Any:
    """Round the numbers of an answer for a screen.

    >>> shortened({"ev": [0.123456789, 21942.760961981177], "chips": 1455000})
    {'ev': [0.123457, 21942.8], 'chips': 1455000}
    """
    if isinstance(found, float):
        return float(f"{found:.{DIGITS}g}")
    if isinstance(found, dict):
        return {name: shortened(value) for name, value in found.items()}
    return [shortened(value) for value in found] if isinstance(found, list | tuple) else found


def read_object(body: bytes) -> dict[str, Any]:
    """Parse a JSON object, or raise an `InputError`."""
    try:
        given = json.loads(body, object_pairs_hook=each_once)
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise no_json() from None
    if not isinstance(given, dict):
        raise no_json()
    return given


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, or raise if a name is given twice: parsers disagree on which of the values counts."""
    given: dict[str, Any] = {}
    for name, value in pairs:
        if name in given:
            raise InputError("request", "must give each name once", name, code="duplicate")
        given[name] = value
    return given
