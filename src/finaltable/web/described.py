"""Documentation of the API: each question with its fields, examples and answer."""

from __future__ import annotations

import json
import pprint
import shlex
from typing import Any

from finaltable.asking.declare import Question
from finaltable.web.api import request_schema
from finaltable.web.schemas import Schema, answer_shape, object_schema

CURL = """curl -s -X POST localhost:8000/api/v1/{name} -H 'content-type: application/json' \\
  -d {body}"""
PYTHON = """import json, urllib.request

body = {given}
request = urllib.request.Request(
    "http://localhost:8000/api/v1/{name}", json.dumps(body).encode(), {{"content-type": "application/json"}}
)
answer = json.load(urllib.request.urlopen(request))"""
JAVASCRIPT = """const response = await fetch("http://localhost:8000/api/v1/{name}", {{
  method: "POST",
  headers: {{ "content-type": "application/json" }},
  body: JSON.stringify({body}),
}});
const answer = await response.json();"""


def describe(name: str, question: type[Question]) -> dict[str, Any]:
    """Return the documentation of one question."""
    schema = request_schema(question)
    required = set(schema.get("required", []))
    fields = [
        {
            "name": field,
            "kind": kind_of(about),
            "default": "required" if field in required else json.dumps(about.get("default")),
            "about": about.get("description", ""),
        }
        for field, about in schema["properties"].items()
    ]
    return {
        "name": name,
        "about": question.help,
        "fields": fields,
        "body": json.dumps(schema["examples"][0]),
        "examples": examples_of(name, schema["examples"][0]),
        "answer": answer_of(question),
    }


def examples_of(name: str, given: dict[str, Any]) -> dict[str, str]:
    r"""Return the same request in three languages.

    >>> print(examples_of("range", {"hands": ["TT+"]})["curl"])
    curl -s -X POST localhost:8000/api/v1/range -H 'content-type: application/json' \
      -d '{"hands": ["TT+"]}'
    """
    body = json.dumps(given)
    python = PYTHON.format(name=name, given=pprint.pformat(given, sort_dicts=False, width=100))
    return {
        "curl": CURL.format(name=name, body=shlex.quote(body)),
        "Python": python,
        "JavaScript": JAVASCRIPT.format(name=name, body=body),
    }


def answer_of(question: type[Question]) -> list[dict[str, str]]:
    """Return the fields of a question's answer."""
    described = object_schema(answer_shape(question), {})
    return [
        {"name": name, "kind": kind_of(about), "about": about.get("description", "")}
        for name, about in described["properties"].items()
    ]


def kind_of(schema: Schema) -> str:
    """Return a schema's type as text."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))
