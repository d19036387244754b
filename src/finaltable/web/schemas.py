"""Answers as OpenAPI describes them: schemas made of the types in ``answers/``."""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import getdoc
from pkgutil import iter_modules
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from finaltable import answers
from finaltable.asking.declare import Question

Schema = dict[str, Any]
SIMPLE = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}
REFERENCE = "#/components/schemas/"


def answer_shape(question: type[Question]) -> type:
    """Return the type of a question's answer as JSON: `SweepDict` where ``ask`` returns a `Sweep`.

    It is declared in ``answers/``, or beside the question.
    """
    result = question.ask.__annotations__["return"]
    name = f"{result}Dict"
    places = [sys.modules[question.__module__], *answer_modules()]
    found = next((getattr(place, name) for place in places if hasattr(place, name)), None)
    if found is None:
        raise LookupError(
            f"{question.name}: {result}.to_dict() must return a {name}. Declare it in finaltable/answers/ as a "
            f"TypedDict with one line per key, and write `def to_dict(self) -> {name}`; OpenAPI is made of it."
        )
    return found  # type: ignore[no-any-return]


def answer_modules() -> list[Any]:
    """Return the modules of ``answers/``."""
    return [import_module(f"{answers.__name__}.{module.name}") for module in iter_modules(answers.__path__)]


def schema_of(shape: Any, components: dict[str, Schema]) -> Schema:
    """Describe a type; objects become components, and are referred to.

    >>> schema_of(list[float | None], {})
    {'type': 'array', 'items': {'anyOf': [{'type': 'number'}, {'type': 'null'}]}}
    """
    origin, inner = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return {**schema_of(inner[0], components), "description": inner[1]}
    if origin is NotRequired:
        return schema_of(inner[0], components)
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(one, components) for one in inner]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": schema_of(inner[0], components)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1], components)}
    return reference(shape, components) if is_typeddict(shape) else {"type": SIMPLE[shape]}


def reference(shape: type, components: dict[str, Schema]) -> Schema:
    """Refer to an object, which is described among the components."""
    name = component_name(shape)
    if name not in components:
        components[name] = {}  # a node has nodes
        components[name] |= object_schema(shape, components)
    return {"$ref": REFERENCE + name}


def object_schema(shape: type, components: dict[str, Schema]) -> Schema:
    """Describe an object: its keys, all of them but those that may be left out, and no others."""
    keys = get_type_hints(shape, include_extras=True)
    always = shape.__required_keys__  # type: ignore[attr-defined]
    return {
        "title": component_name(shape),
        "description": getdoc(shape),
        "type": "object",
        "properties": {key: schema_of(kind, components) for key, kind in keys.items()},
        "required": [key for key, kind in keys.items() if get_origin(kind) is not NotRequired and key in always],
        "additionalProperties": False,
    }


def component_name(shape: type) -> str:
    """Return the name of a component: Sweep for SweepDict."""
    return shape.__name__.removesuffix("Dict")
