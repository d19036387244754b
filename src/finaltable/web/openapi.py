"""OpenAPI description: requests from the fields of questions, answers from their types."""

from __future__ import annotations

from typing import Any

from finaltable import __version__
from finaltable.asking.declare import Question
from finaltable.errors import CODES
from finaltable.web.api import QUESTIONS, request_schema
from finaltable.web.problems import Problem
from finaltable.web.routes import SOLUTION
from finaltable.web.schemas import Schema, answer_shape, schema_of
from finaltable.web.solves import Progress

REFUSALS = {
    400: "The request cannot be read.",
    408: "The request did not arrive in time.",
    412: "The answer that If-None-Match names has not changed; nothing was computed.",
    413: "The request is too large.",
    421: "The server does not answer to this name.",
    422: "Something in the request is not allowed: the field, the rule, the value.",
    429: "Too many requests at once on one connection.",
    431: "The headers are too large.",
    500: "Internal error of the server.",
    503: "Too many requests are waiting; Retry-After states when to try again.",
    504: "The time limit was exceeded: max_seconds of the request, or the server's limit.",
}
TEXT = {"type": "string"}
ETAG = {"description": "Names an answer that cannot change; left out if a time limit could change it.", "schema": TEXT}
RETRY = {"description": "Seconds after which to send the request again.", "schema": {"type": "integer"}}
HEADERS = {200: {"ETag": ETAG}, 503: {"Retry-After": RETRY}}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of an answer that you have; if it still is the answer, the status is 412.",
    "schema": TEXT,
}
WORDS = {
    200: "The answer.",
    202: "Progress of a long question; send the same request again. Only with the header Prefer: respond-async.",
    **REFUSALS,
}


def describe_api() -> dict[str, Any]:
    """Return the whole description."""
    components: dict[str, Schema] = {}
    paths = {f"/api/v1/{name}": {"post": operation(question, components)} for name, question in QUESTIONS.items()}
    code = components["Problem"]["properties"]["code"]
    code["description"] = "\n".join([code["description"], *(f"- {name}: {meaning}" for name, meaning in CODES.items())])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "finaltable",
            "summary": "Compute what tournament poker chips are worth, with DCM and ICM.",
            "version": __version__,
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def operation(question: type[Question], components: dict[str, Schema]) -> dict[str, Any]:
    """Describe one question: its request and its answers; add objects to the components."""
    shapes = {200: answer_shape(question), 202: Progress, **dict.fromkeys(REFUSALS, Problem)}
    return {
        "tags": ["api"],
        "summary": question.help,
        "operationId": question.name,
        "parameters": [IF_NONE_MATCH],
        "requestBody": {"required": True, "content": in_json(request_schema(question))},
        "responses": {
            str(status): {
                "description": WORDS[status],
                **({"headers": HEADERS[status]} if status in HEADERS else {}),
                "content": {**in_json(schema_of(shape, components)), **files_of(question, status)},
            }
            for status, shape in shapes.items()
        },
    }


def files_of(question: type[Question], status: int) -> dict[str, Any]:
    """Return the content of an answer that can also be a file."""
    if question.name != "nash" or status != 200:
        return {}
    return {SOLUTION: {"schema": {"type": "string", "format": "binary", "description": "A .solution file."}}}


def in_json(schema: Schema) -> dict[str, Any]:
    """Return the content of a JSON body."""
    return {"application/json": {"schema": schema}}
