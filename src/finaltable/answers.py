"""Answers as JSON. An answer is described once, by its class.

The class is a frozen dataclass, or a named tuple inside one. `Answer.to_dict` makes JSON of its attributes, and
`web.schemas` makes the schema of their types and docstrings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import groupby
from operator import attrgetter
from types import MethodType
from typing import Any, ClassVar, NamedTuple, TypeAlias

# A fraction that no number holds exactly is a text: "5/8".
Amount: TypeAlias = float | str
Convert: TypeAlias = Callable[[Any], object]
Group: TypeAlias = tuple[Callable[[Any], object] | None, tuple[tuple[str, Callable[[Any], Any], Convert], ...]]


class JsonField(NamedTuple):
    """One key of an answer in JSON."""

    key: str
    path: str
    """The attribute, the property or the method without arguments that has the value: ``table.names``."""
    where: str = ""
    """The key is left out where this attribute is None or empty; empty: it is always there."""
    fractions: Convert = str
    """How fractions and decimals are written: as texts, or as numbers (``float``)."""


def json_fields(names: str, *, where: str = "", fractions: Convert = str) -> tuple[JsonField, ...]:
    """Return fields of an answer, in the order of JSON; ``key=path`` where the key is not the last part of the path.

    >>> [field.key for field in json_fields("model table.names bounties=table.heads")]
    ['model', 'names', 'bounties']
    """
    split = (name.rpartition("=") for name in names.split())
    return tuple(JsonField(key or path.rpartition(".")[2], path, where, fractions) for key, _, path in split)


def within(path: str, fields: Iterable[JsonField]) -> tuple[JsonField, ...]:
    """Return the fields of an answer that is an attribute of another, as fields of that one."""
    return tuple(
        field._replace(path=f"{path}.{field.path}", where=field.where and f"{path}.{field.where}") for field in fields
    )


class Answer:
    """A result that can be JSON. The keys are its public attributes, or ``in_json`` where they differ."""

    in_json: ClassVar[tuple[JsonField, ...]] = ()
    json_name: ClassVar[str] = ""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, lists and texts, ready for JSON. Players count from 0.

        Fractions become texts like ``"5/8"``, NaN becomes None. Nothing more is computed for this: an `Equity` has no
        knockouts, and `Bounties` have their matrix if it was asked for before.
        """
        return to_object(self)


def fields_of(kind: type) -> tuple[JsonField, ...]:
    """Return the keys of a dataclass or a named tuple in JSON: those it declares, or all its public attributes."""
    attributes: Iterable[str] = getattr(kind, "_fields", ()) or getattr(kind, "__dataclass_fields__", ())
    public = (JsonField(name, name) for name in attributes if not name.startswith("_"))
    return getattr(kind, "in_json", ()) or tuple(public)


def is_object(kind: type) -> bool:
    """Tell whether values of a class are objects in JSON: dataclasses and named tuples."""
    return hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_fields")


@cache
def plan_of(kind: type) -> tuple[Group, ...]:
    """Return how to read the keys of a class: in groups, each with what must be there for it."""
    return tuple(
        (
            attrgetter(where) if where else None,
            tuple((field.key, attrgetter(field.path), field.fractions) for field in group),
        )
        for where, group in groupby(fields_of(kind), key=lambda field: field.where)
    )


def to_object(answer: object) -> dict[str, Any]:
    """Return a dataclass or a named tuple as a dict, ready for JSON."""
    found: dict[str, Any] = {}
    kind: Any = type(answer)
    for where, group in plan_of(kind):
        if where is None or where(answer):
            for key, read, fractions in group:
                found[key] = to_jsonable(read(answer), fractions)
    return found


def to_jsonable(value: Any, fractions: Convert = str) -> Any:
    """Return a value ready for JSON: arrays as lists, answers as dicts, fractions as texts or numbers, NaN as null.

    >>> from fractions import Fraction
    >>> to_jsonable((Fraction(5, 8), float("nan"))), to_jsonable({"a": [Fraction(5, 8)]}, float)
    (['5/8', None], {'a': [0.625]})
    """
    kind: Any = type(value)
    if kind is float:
        return value if value == value else None  # NaN is equal to nothing
    if value is None or kind is int or kind is str or kind is bool:
        return value
    return converter(kind)(value, fractions)


@cache
def converter(kind: type) -> Callable[[Any, Convert], Any]:
    """Return the function that makes JSON of values of a class."""
    if issubclass(kind, Enum):
        return lambda value, _: value.value
    if issubclass(kind, int | float | str):
        return lambda value, _: value
    if is_object(kind):
        return lambda value, _: to_object(value)
    if issubclass(kind, Mapping):
        return lambda value, fractions: {key: to_jsonable(one, fractions) for key, one in value.items()}
    if issubclass(kind, list | tuple):
        return lambda value, fractions: [to_jsonable(one, fractions) for one in value]
    if hasattr(kind, "tolist"):
        return array_to_jsonable
    if kind is MethodType:
        return lambda value, fractions: to_jsonable(value(), fractions)
    return lambda value, fractions: fractions(value)


def array_to_jsonable(array: Any, fractions: Convert) -> Any:
    """Return a NumPy array as nested lists."""
    numbers = array.dtype.kind in "biu" or (array.dtype.kind == "f" and not (array != array).any())
    return array.tolist() if numbers else to_jsonable(array.tolist(), fractions)
