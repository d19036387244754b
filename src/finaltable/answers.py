"""Answers as JSON, generated from their classes.

An answer is a frozen dataclass, or a named tuple inside one. `Answer.to_dict` converts its attributes to JSON;
`web.schemas` generates the schema from their types and docstrings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import groupby
from types import MethodType, NoneType
from typing import Any, ClassVar, NamedTuple, TypeAlias

# A fraction that is not a decimal is a string: "5/8".
Amount: TypeAlias = float | str
PLAIN = frozenset({bool, int, float, str, NoneType})
Convert: TypeAlias = Callable[[Any], object]


class JsonField(NamedTuple):
    """One key of an answer in JSON."""

    key: str
    path: str
    """The attribute, property or method without arguments that returns the value: ``table.names``."""
    where: str = ""
    """The key is left out if this attribute is None or empty; with an empty ``where``, it is always present."""
    fractions: Convert = str
    """The conversion of fractions and decimals: to strings, or to numbers (``float``)."""


def json_fields(names: str, *, where: str = "", fractions: Convert = str) -> tuple[JsonField, ...]:
    """Return fields of an answer in JSON order; write ``key=path`` if the key is not the last part of the path.

    >>> [field.key for field in json_fields("model table.names bounties=table.bounties")]
    ['model', 'names', 'bounties']
    """
    split = (name.rpartition("=") for name in names.split())
    return tuple(JsonField(key or path.rpartition(".")[2], path, where, fractions) for key, _, path in split)


def within(path: str, fields: Iterable[JsonField]) -> tuple[JsonField, ...]:
    """Return the fields of a nested answer as fields of the answer that has it as an attribute."""
    return tuple(
        field._replace(path=f"{path}.{field.path}", where=field.where and f"{path}.{field.where}") for field in fields
    )


class Answer:
    """A result that can be converted to JSON. The keys are its public attributes, or ``in_json`` if declared."""

    in_json: ClassVar[tuple[JsonField, ...]] = ()
    json_name: ClassVar[str] = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain numbers, lists and strings, ready for JSON. Players count from 0.

        Fractions become strings like ``"5/8"``, NaN becomes None. An `Equity` has no knockouts, and `Bounties` have a
        matrix only if it was computed before. A `Deal` has the values of playing on under all its models.
        """
        kind: Any = type(self)
        return dict_maker(kind)(self)


def fields_of(kind: type) -> tuple[JsonField, ...]:
    """Return the JSON keys of a dataclass or a named tuple: those it declares, or all its public attributes."""
    attributes: Iterable[str] = getattr(kind, "_fields", ()) or getattr(kind, "__dataclass_fields__", ())
    public = (JsonField(name, name) for name in attributes if not name.startswith("_"))
    return getattr(kind, "in_json", ()) or tuple(public)


def is_object(kind: type) -> bool:
    """Return whether values of a class are JSON objects: dataclasses and named tuples."""
    return hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_fields")


@cache
def dict_maker(kind: type) -> Callable[[Any], dict[str, Any]]:
    """Return a generated function that converts an answer to a dict, as fast as a handwritten one."""
    names: dict[str, Any] = {"to_jsonable": to_jsonable}
    parts = []
    for where, fields in groupby(fields_of(kind), key=lambda field: field.where):
        pairs = []
        for key, path, _, fractions in fields:
            names[fractions.__name__] = fractions
            converted = f"to_jsonable(answer.{path}, {fractions.__name__})"
            pairs.append(f"'{key}': {f'answer.{path}' if is_plain(kind, path) else converted}")
        parts.append(f"**({{{', '.join(pairs)}}} if answer.{where} else {{}})" if where else ", ".join(pairs))
    made: Callable[[Any], dict[str, Any]] = eval(f"lambda answer: {{{', '.join(parts)}}}", names)
    return made


def is_plain(kind: type, name: str) -> bool:
    """Return whether the values of an attribute or a property need no conversion, by its type."""
    member = getattr(kind, name, None)
    found = (base.__annotations__.get(name) for base in kind.__mro__[:-1] if hasattr(base, "__annotations__"))
    written = member.fget.__annotations__["return"] if isinstance(member, property) else next(filter(None, found), None)
    text = getattr(written, "__forward_arg__", written)  # named tuples wrap it
    return isinstance(text, str) and text.removesuffix(" | None") in ("bool", "int", "float", "str")


def to_jsonable(value: Any, fractions: Convert = str) -> Any:
    """Return a value ready for JSON: arrays as lists, answers as dicts, fractions as strings or numbers, NaN as null.

    >>> from fractions import Fraction
    >>> to_jsonable((Fraction(5, 8), float("nan"))), to_jsonable({"a": [Fraction(5, 8)]}, float)
    (['5/8', None], {'a': [0.625]})
    """
    kind: Any = type(value)
    if kind in PLAIN:
        return value if value == value else None  # NaN is equal to nothing
    return converter(kind)(value, fractions)


@cache
def converter(kind: Any) -> Callable[[Any, Convert], Any]:
    """Return the function that converts values of a class to JSON."""
    if issubclass(kind, Enum):
        return lambda value, _: value.value
    if issubclass(kind, int | float | str):
        return lambda value, _: value
    if is_object(kind):
        make = dict_maker(kind)
        return lambda value, _: make(value)
    if issubclass(kind, Mapping):
        return lambda value, fractions: {key: to_jsonable(one, fractions) for key, one in value.items()}
    if issubclass(kind, list | tuple):
        return list_to_jsonable
    if hasattr(kind, "tolist"):
        return array_to_jsonable
    if kind is MethodType:
        return lambda value, fractions: to_jsonable(value(), fractions)
    return lambda value, fractions: fractions(value)


def list_to_jsonable(values: Any, fractions: Convert) -> list[Any]:
    """Return a list or a tuple as a list."""
    if PLAIN.issuperset(map(type, values)):  # the common case, twice as fast
        return [value if value == value else None for value in values]
    return [to_jsonable(value, fractions) for value in values]


def array_to_jsonable(array: Any, fractions: Convert) -> Any:
    """Return a NumPy array as nested lists."""
    numbers = array.dtype.kind in "biu" or (array.dtype.kind == "f" and not (array != array).any())
    return array.tolist() if numbers else to_jsonable(array.tolist(), fractions)
