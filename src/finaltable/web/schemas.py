"""OpenAPI schemas of answers, generated from their classes, types and docstrings."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import get_annotations, getsource
from itertools import pairwise
from types import FunctionType, ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from finaltable.answers import Convert, fields_of, is_object
from finaltable.asking.declare import Question

Schema = dict[str, Any]
SIMPLE = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}
REFERENCE = "#/components/schemas/"
IN_JSON = {"None": "null", "NaN": "null", "True": "true", "False": "false", "``": ""}


def answer_shape(question: type[Question]) -> type:
    """Return the class of a question's answer: the return type of ``ask``; of several, the first.

    The others need fields that the API does not have, and libraries that a server does not have.
    """
    written = ast.parse(question.ask.__annotations__["return"], mode="eval").body
    while isinstance(written, ast.BinOp):
        written = written.left
    found: type = Names.of(question.__module__).evaluate(ast.unparse(written))
    return found


def schema_of(shape: Any, components: dict[str, Schema], fractions: Convert = str) -> Schema:
    """Describe a type; objects become components and references.

    >>> schema_of(tuple[float | None, ...], {})
    {'type': 'array', 'items': {'anyOf': [{'type': 'number'}, {'type': 'null'}]}}
    >>> schema_of(int | float | Fraction, {}), schema_of(int | float | Fraction, {}, float)
    ({'anyOf': [{'type': 'number'}, {'type': 'string'}]}, {'type': 'number'})
    """
    origin, inner = get_origin(shape), get_args(shape)
    if origin is Annotated:  # an array and its type in JSON
        return schema_of(inner[1], components)
    if origin in (Union, UnionType):
        return one_of([schema_of(one, components, fractions) for one in inner])
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (list, tuple):
        items = [schema_of(one, components, fractions) for one in inner if one is not ...]
        return {"type": "array", "items": one_of(items)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(inner[1], components, fractions)}
    if shape is Any:
        return {}
    if is_object(shape):
        return reference(shape, components)
    if shape in (Fraction, Decimal):
        return {"type": "string" if writes_texts(fractions) else "number"}
    return {"type": "string" if issubclass(shape, Enum) else SIMPLE[shape]}


def writes_texts(fractions: Convert) -> bool:
    """Return whether fractions become text in JSON, not numbers."""
    return fractions is str or getattr(fractions, "__annotations__", {}).get("return") == "str"


def one_of(schemas: list[Schema]) -> Schema:
    """Describe a union of types; integers are numbers."""
    different = [one for i, one in enumerate(schemas) if one not in schemas[:i]]
    if {"type": "number"} in different and {"type": "integer"} in different:
        different.remove({"type": "integer"})
    return different[0] if len(different) == 1 else {"anyOf": different}


def reference(shape: type, components: dict[str, Schema]) -> Schema:
    """Return a reference to an object; add the object to the components."""
    name = component_name(shape)
    if name not in components:
        components[name] = {}  # classes may be recursive
        components[name] |= object_schema(shape, components)
    return {"$ref": REFERENCE + name}


def object_schema(shape: type, components: dict[str, Schema]) -> Schema:
    """Describe an object: its keys, and which of them are required."""
    properties = {}
    for field in fields_of(shape):
        found = find(shape, field.path)
        text = left_out(found.about) if field.where else found.about
        about = {"description": text} if text else {}
        there = without_none(found.shape) if field.where == field.path else found.shape
        properties[field.key] = {**schema_of(there, components, field.fractions), **about}
    return {
        "title": component_name(shape),
        "description": Names.of(shape.__module__).docs.get(shape.__name__, ""),
        "type": "object",
        "properties": properties,
        "required": [field.key for field in fields_of(shape) if not field.where],
        "additionalProperties": False,
    }


def component_name(shape: type) -> str:
    """Return the name of a component: its ``json_name``, or the name of its class."""
    return getattr(shape, "json_name", "") or shape.__name__


class Attribute(NamedTuple):
    """An attribute, a property or a method."""

    shape: Any
    """Its type."""
    about: str
    """Its docstring, with null for None."""


def without_none(shape: Any) -> Any:
    """Return a type without None: `Bounties` for ``Bounties | None``."""
    if get_origin(shape) not in (Union, UnionType):
        return shape
    return next(one for one in get_args(shape) if one is not NoneType)


def find(shape: Any, path: str) -> Attribute:
    """Return the type and the docstring of ``table.names`` of an answer."""
    first, _, rest = path.partition(".")
    inside = get_args(shape)[0] if get_origin(shape) is Annotated else without_none(shape)
    home = next(base for base in inside.__mro__ if first in vars(base) or first in get_annotations(base))
    names, member = Names.of(home.__module__), vars(home).get(first)
    function = getattr(member, "fget", None) or getattr(member, "func", None) or member
    written = function.__annotations__["return"] if isinstance(function, FunctionType) else get_annotations(home)[first]
    found = names.evaluate(written)
    return find(found, rest) if rest else Attribute(found, names.docs.get(f"{home.__name__}.{first}", ""))


class Names(dict[str, Any]):
    """The names that a module's annotations use, including imports under ``TYPE_CHECKING``."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__()
        self.module, tree = module, ast.parse(getsource(module))
        self.docs = docs_of(tree)
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        self.imported = {name.asname or name.name: (node.module, name.name) for node in imports for name in node.names}

    @staticmethod
    @cache
    def of(module: str) -> Names:
        """Return the names of a module, cached."""
        return Names(sys.modules.get(module) or import_module(module))

    def __missing__(self, name: str) -> Any:
        home, original = self.imported.get(name, (None, name))
        if home and home.startswith("finaltable"):
            return Names.of(home)[original]
        module = import_module(home) if home else self.module if hasattr(self.module, name) else builtins
        return self.evaluate(getattr(module, original))

    def evaluate(self, written: Any) -> Any:
        """Evaluate an annotation or alias that is a string."""
        text = getattr(written, "__forward_arg__", written)  # named tuples use ForwardRef
        return eval(text, {}, self) if isinstance(text, str) else written


def docs_of(tree: ast.Module) -> dict[str, str]:
    """Return the docstrings of classes, their methods and their attributes."""
    docs: dict[str, str | None] = {}
    for one in tree.body:
        if isinstance(one, ast.ClassDef):
            docs[one.name] = ast.get_docstring(one)
            for node, after in pairwise([*one.body, ast.Pass()]):
                if isinstance(node, ast.FunctionDef):
                    docs[f"{one.name}.{node.name}"] = ast.get_docstring(node)
                elif isinstance(node, ast.AnnAssign) and isinstance(after, ast.Expr):
                    docs[f"{one.name}.{ast.unparse(node.target)}"] = ast.literal_eval(after.value)
    return {name: in_json(text) for name, text in docs.items() if text}


def in_json(text: str) -> str:
    """Return the first paragraph of a docstring in terms of JSON: null for None.

    >>> in_json("Win or not; None: not known.")
    'Win or not; null: not known.'
    """
    first = " ".join(text.partition("\n\n")[0].split()).partition(" Made by ")[0].removeprefix("Return ")
    return re.sub(r"``|\b(None|NaN|True|False)\b", lambda word: IN_JSON[word[0]], first[:1].upper() + first[1:])


def left_out(text: str) -> str:
    """Return the docstring of a key that is left out if its attribute is None or empty.

    >>> left_out("The bounties; empty where there are none.")
    'The bounties; left out where there are none.'
    """
    return re.sub(r"\b(null|empty|zeros)(?= where| without)", "left out", text)
