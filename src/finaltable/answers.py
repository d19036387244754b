"""Answers as JSON, generated from their classes.

An answer is a frozen dataclass, or a named tuple inside one. `Answer.to_dict` converts its attributes to JSON;
`web.schemas` generates the schema from their types and docstrings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import groupby
from types import MethodType, NoneType
from typing import Any, ClassVar, NamedTuple, TypeAlias

from finaltable.errors import MissingError, UnavailableError

# A fraction that is not a decimal is a string: "5/8".
Amount: TypeAlias = float | str
EXTRAS = ("matplotlib", "pyarrow")  # libraries that an extra installs
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


class Displayed:
    """A result that prints itself: as text, as HTML in a notebook, and as a figure."""

    reported_by: ClassVar[str] = ""
    """The function that makes its report, without "finaltable."; reports import results, so it is a name."""
    drawn_by: ClassVar[str] = ""
    """The function of `finaltable.plots` that draws it; empty: there is no figure."""

    def _report(self) -> Any:
        module, _, name = self.reported_by.rpartition(".")
        return getattr(import_module(f"finaltable.{module}"), name)(self)

    def __str__(self) -> str:
        return str(self._report()) if self.reported_by else repr(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{in_brief(self)}>"

    def _repr_html_(self) -> str | None:
        if not self.reported_by:
            return None
        made: str = import_module("finaltable.reporting.html").report_html(self._report())
        return made

    def _drawn(self) -> tuple[Any, ...]:
        return (self,)

    def plot(self) -> Any:
        """Return the figure that the command draws with ``--plot``: a matplotlib `Figure`."""
        if not self.drawn_by:
            raise UnavailableError("plot", f"is not part of {type(self).__name__}")
        load("matplotlib", "plot", "plots")
        figure = getattr(import_module("finaltable.plots"), self.drawn_by)(*self._drawn())
        return import_module("finaltable.reporting.plot_style").for_notebooks(figure)


def in_brief(answer: Any) -> str:
    """Return the players and the models of a result, for a repr of one line."""
    table: Any = getattr(answer, "table", None)
    models: Any = getattr(answer, "models", None) or getattr(answer, "model", "")
    names = [models] if isinstance(models, str) else [one for one in models if isinstance(one, str)]
    players = f" of {table.players} players" if table is not None else ""
    return players + (f" by {', '.join(names)}" if any(names) else "")


class Tabular(Displayed):
    """A result that is a table: a line per player, hand, model or point."""

    def records(self) -> list[dict[str, Any]]:
        """Return the lines of the table, each as a dict."""
        raise NotImplementedError

    def _columns(self) -> dict[str, list[Any]]:
        lines = self.records()
        return {name: [to_jsonable(line[name], float) for line in lines] for name in (lines[0] if lines else ())}

    def to_pandas(self) -> Any:
        """Return the table as a pandas DataFrame; fractions and decimals become floats."""
        return load("pandas", "to_pandas", "frames").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """Return the table as a polars DataFrame; fractions and decimals become floats."""
        return load("polars", "to_polars", "frames").DataFrame(self._columns(), strict=False)

    def to_arrow(self) -> Any:
        """Return the table as a `pyarrow.Table`; fractions and decimals become floats."""
        return load("pyarrow", "to_arrow", "frames").table(self._columns())


def by_player(table: Any, columns: Mapping[str, Iterable[Any]]) -> list[dict[str, Any]]:
    """Return a line per player of a table, with their name and stack first."""
    lines = zip(table.names, table.stacks, *columns.values(), strict=True)
    return [dict(zip(("player", "stack", *columns), line, strict=True)) for line in lines]


def load(library: str, field: str, extra: str) -> Any:
    """Import a library, or raise an error that says how to install it."""
    try:
        return import_module(library)
    except ImportError:
        hint = f"pip install 'finaltable[{extra}]'" if library in EXTRAS else f"pip install {library}"
        raise MissingError(field, f"needs {library}", hint=hint, code="unavailable") from None


class Answer(Displayed):
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
