"""Model: its name, its options and its capabilities. Other modules ask for capabilities, not for names."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from finaltable.errors import InputError, check_choice
from finaltable.models.batching import solve_one_by_one
from finaltable.results import BatchValues, Equity, Finish, Income
from finaltable.table.options import (
    Progress,
    check_flag,
    check_max_seconds,
    check_progress,
    check_seed,
    check_threads,
    check_tolerance,
    time_left,
)
from finaltable.table.table import BountyOptions, Table, as_table

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch

Solve: TypeAlias = Callable[..., Equity]
FinishFunction: TypeAlias = Callable[..., Finish]
IncomeFunction: TypeAlias = Callable[..., Income]
ManyFunction: TypeAlias = Callable[..., BatchValues]
CHECKS: Mapping[str, Callable[[object], object]] = {
    "tolerance": check_tolerance,
    "seed": check_seed,
    "max_seconds": check_max_seconds,
    "threads": check_threads,
    "progress": check_progress,
    "places": partial(check_flag, field="places"),
}

MANY_OPTIONS = frozenset({"method", "tolerance", "seed"})  # options of a `ManyFunction`


class LineStyle(NamedTuple):
    """Line style of a model, in Matplotlib's terms."""

    color: str = "black"
    linestyle: str | tuple[int, tuple[float, ...]] = "-."
    linewidth: float | None = None
    marker: str = "o"
    filled: str = "none"
    """Fill style of its points: "full", "left" or "none"."""


class Parameter(NamedTuple):
    """A parameter that makes a model a family and is part of its name: the exponent in icm^1.1."""

    option: str
    """Name of the keyword option of `solve`, `finish` and `many`."""
    sign: str
    """Separator between the name of the model and the value."""
    default: Any
    """Default value; the name of the model then leaves it out."""
    read: Callable[[object], Any]
    """From a value or its text to the value that `solve` takes; raises a `ValueError` if it is invalid."""
    rule: str
    """Rule for values: "above 0 and at most 5"."""
    write: Callable[[Any], str] = str
    """From a value to its text in the name."""
    title: Callable[[str, Any], str] | None = None
    """From the model's title and a value to the title; None: built like the name."""
    linestyle: str | tuple[int, tuple[float, ...]] = ":"
    """Line style of the other members of the family."""

    def check(self, value: object) -> Any:
        """Return the value that `solve` takes, or raise."""
        if type(value) is type(self.default) and value == self.default:
            return self.default
        try:
            return self.read(value)
        except (ValueError, TypeError, OverflowError):
            raise InputError(self.option, f"must be {self.rule}", value, code="out_of_range") from None

    def find(self, text: str, name: str, field: str) -> Any:
        """Return the value after the sign in a name such as icm^1.1, or raise."""
        try:
            return self.read(text)
        except (ValueError, TypeError, OverflowError):
            article = "an" if self.option[0] in "aeiou" else "a"
            rule = f"must have {article} {self.option} that is {self.rule}"
            raise InputError(field, rule, f"{name}{self.sign}{text}", code="out_of_range") from None

    def name(self, name: str, value: Any) -> str:
        """Return the name of the model with this value."""
        return name if value == self.default else f"{name}{self.sign}{self.write(value)}"


class BountyFunctions(NamedTuple):
    """Functions that value bounties. Each takes the keyword options of `Model.solve` and ignores others."""

    income: IncomeFunction
    """From checked stacks and bounties of many tables, both of shape (tables, players), and ``share`` and ``own`` (see
    `Prizes`) to an `Income` of shape (tables, players)."""
    matrix: IncomeFunction
    """From checked stacks, ``share`` and ``own`` to an `Income` of shape (tables, players, players): the part
    of each bounty that each player wins."""
    assumption: str = ""
    """Assumption, as a clause, if the model itself does not determine who busts whom."""

    def bind(self, options: Mapping[str, Any]) -> BountyFunctions:
        """Return the same functions with some options bound."""
        return self._replace(income=partial(self.income, **options), matrix=partial(self.matrix, **options))


@dataclass(frozen=True, eq=False)
class Model:
    """A model, or a mixture of models. Made by `finaltable.models.model` and `finaltable.models.mixture.mix`."""

    name: str
    """Name in code: "icm"."""
    title: str
    """Title in tables: "ICM"."""
    solve: Solve
    """From a `Table` and checked keyword options to an `Equity`."""
    options: frozenset[str]
    """Keyword options that `solve` takes."""
    methods: tuple[str, ...] = ()
    """Allowed values of the option ``method``."""
    finish: FinishFunction | None = None
    """From checked stacks of many tables, shape (tables, players), to a `Finish`; None: not available."""
    rows: FinishFunction | None = None
    """From checked stacks of many tables and the indices of some players to a `Finish` with a row for each of these, in
    a field of any size; None: rows of the matrix."""
    many: ManyFunction | None = None
    """From a `TableBatch` to `BatchValues`; None: tables are solved one by one."""
    unit: str = "money"
    """Unit of equities. With "money" a player who busts is paid for a place; with "chips" they have nothing."""
    counts: Mapping[str, str] = field(default_factory=dict)
    """For each method, the unit of `Equity.work`: "nodes"."""
    needs: frozenset[str] = frozenset()
    """Required options."""
    knockouts: bool = False
    """Whether it gives knockout probabilities."""
    bounty: BountyFunctions | None = None
    """Functions that value bounties; None: not available."""
    jumps: bool = False
    """Whether equities jump where two stacks pass each other, as under DCM."""
    ties: bool = False
    """Whether it jumps only at the ties of DCM's tree, by no more than DCM: `values.cliff` finds these jumps. For a
    mixture: whether one of its parts does."""
    affordable: Callable[[int, int, float], float] | None = None
    """From the number of players with chips, the number of tables and the coarsest tolerance to the finest one that
    takes about half a second; None: unknown."""
    would_sample: Callable[[int, float], bool] | None = None
    """Whether it samples, given the number of players with chips and the tolerance; None: never."""
    line: LineStyle = field(default_factory=LineStyle)
    """Line style in plots."""
    parts: tuple[MixturePart, ...] = ()
    """Models and weights of a mixture; empty for other models."""
    parameter: Parameter | None = None
    """Parameter that the name may end with: an exponent, as in icm^1.1."""

    def equity(
        self,
        stacks: Table | Iterable[object],
        payouts: Iterable[object] | None = None,
        *,
        names: Iterable[str] | None = None,
        extra_payouts: str = "error",
        heads: BountyOptions | None = None,
        **options: Any,
    ) -> Equity:
        """Check the table and the options once, and solve."""
        began = time.monotonic()
        checked = self.check(options)
        table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts, **(heads or {}))
        limit = checked.get("max_seconds")
        if limit is None:
            return self.solve(table, **checked)
        try:
            return self.solve(table, **checked | {"max_seconds": time_left(limit, began)})
        except InputError as error:
            if error.field == "max_seconds":
                error.value = limit  # the value that the caller gave
            raise

    def check(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return checked options for `solve`, without those that are None, or raise for the first invalid one."""
        if "method" in options:
            check_choice("method", options["method"], self.methods)
        given = options.items()
        return {name: CHECKS[name](value) if name in CHECKS else value for name, value in given if value is not None}

    def known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that this model takes; a method of another model is dropped."""
        known = {name: value for name, value in options.items() if name in self.options}
        if known.get("method") not in self.methods:
            known.pop("method", None)
        return known

    def bind(self, options: Mapping[str, Any]) -> tuple[Model, dict[str, Any]]:
        """Return the member of the family that the options select, and the other options."""
        rest = dict(options)
        if self.parameter is None or self.parameter.option not in rest:
            return self, rest
        return family(self, self.parameter.check(rest.pop(self.parameter.option))), rest

    def value_many(self, batch: TableBatch, *, threads: int, progress: Progress | None, **options: Any) -> BatchValues:
        """Value many tables; with options that only `solve` takes, one by one."""
        if self.many is None or not MANY_OPTIONS.issuperset(options):
            known = self.known(options | {"threads": threads})
            return solve_one_by_one(self.solve, batch, progress, known)
        return self.many(batch, threads=threads, progress=progress, **options)

    @property
    def paid_places(self) -> float:
        """The weight of the parts that pay prizes for places: 1, or less in a mixture with a model of chips."""
        parts = self.parts or (MixturePart(self, 1.0),)
        return sum(part.weight for part in parts if part.model.unit == "money")

    @property
    def tie_share(self) -> float:
        """The weight of DCM's jumps: 1, or less in a mixture; 0 if there are none, or others that cannot be found."""
        parts = self.parts or (MixturePart(self, 1.0),)
        if any(part.model.jumps and not part.model.ties for part in parts):
            return 0.0
        return sum(part.weight for part in parts if part.model.ties)


class MixturePart(NamedTuple):
    """A model and its weight in a mixture."""

    model: Model
    weight: float


@lru_cache(maxsize=256)
def family(model: Model, value: Any) -> Model:
    """Return a model with a checked value of its parameter."""
    assert model.parameter is not None, "only a model with a parameter has a family"
    parameter = model.parameter
    if value == parameter.default:
        return model
    return replace(
        model,
        name=parameter.name(model.name, value),
        title=(parameter.title or parameter.name)(model.title, value),
        solve=partial(model.solve, **{parameter.option: value}),
        finish=None if model.finish is None else partial(model.finish, **{parameter.option: value}),
        rows=None if model.rows is None else partial(model.rows, **{parameter.option: value}),
        bounty=None if model.bounty is None else model.bounty.bind({parameter.option: value}),
        many=None if model.many is None else partial(model.many, **{parameter.option: value}),
        line=model.line._replace(linestyle=parameter.linestyle),
        parameter=None,
    )
