"""Answers as JSON. An answer is described once, by its class.

The class is a frozen dataclass, or a named tuple inside one. `Answer.to_dict` makes JSON of its attributes, and
`web.schemas` makes the schema of their types and docstrings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import groupby
from types import MethodType, NoneType
from typing import Any, ClassVar, NamedTuple, TypeAlias

# A fraction that no number holds exactly is a text: "5/8".
Amount: TypeAlias = float | str
PLAIN = frozenset({bool, int, float, str, NoneType})
Convert: TypeAlias = Callable[[Any], object]


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

    >>> [field.key for field in json_fields("model table.names bounties=table.bounties")]
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
        kind: Any = type(self)
        return dict_maker(kind)(self)


def fields_of(kind: type) -> tuple[JsonField, ...]:
    """Return the keys of a dataclass or a named tuple in JSON: those it declares, or all its public attributes."""
    attributes: Iterable[str] = getattr(kind, "_fields", ()) or getattr(kind, "__dataclass_fields__", ())
    public = (JsonField(name, name) for name in attributes if not name.startswith("_"))
    return getattr(kind, "in_json", ()) or tuple(public)


def is_object(kind: type) -> bool:
    """Tell whether values of a class are objects in JSON: dataclasses and named tuples."""
    return hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_fields")


@cache
def dict_maker(kind: type) -> Callable[[Any], dict[str, Any]]:
    """Return the function that makes a dict of an answer: the one that would be written by hand, as quick as that."""
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
    """Tell whether the type of an attribute or a property says that JSON has its values as they are."""
    member = getattr(kind, name, None)
    found = (base.__annotations__.get(name) for base in kind.__mro__[:-1] if hasattr(base, "__annotations__"))
    written = member.fget.__annotations__["return"] if isinstance(member, property) else next(filter(None, found), None)
    text = getattr(written, "__forward_arg__", written)  # named tuples wrap it
    return isinstance(text, str) and text.removesuffix(" | None") in ("bool", "int", "float", "str")


def to_jsonable(value: Any, fractions: Convert = str) -> Any:
    """Return a value ready for JSON: arrays as lists, answers as dicts, fractions as texts or numbers, NaN as null.

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
    """Return the function that makes JSON of values of a class."""
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
    if PLAIN.issuperset(map(type, values)):  # most are, and it is twice as quick
        return [value if value == value else None for value in values]
    return [to_jsonable(value, fractions) for value in values]


def array_to_jsonable(array: Any, fractions: Convert) -> Any:
    """Return a NumPy array as nested lists."""
    numbers = array.dtype.kind in "biu" or (array.dtype.kind == "f" and not (array != array).any())
    return array.tolist() if numbers else to_jsonable(array.tolist(), fractions)
