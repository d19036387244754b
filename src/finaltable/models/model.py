"""What is known of a model: how it is called, what it takes, what it can do. Nobody else asks for its name."""

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

MANY_OPTIONS = frozenset({"method", "tolerance", "seed"})  # what a function for many tables takes


class LineStyle(NamedTuple):
    """How a model is drawn, in Matplotlib's words."""

    color: str = "black"
    linestyle: str | tuple[int, tuple[float, ...]] = "-."
    linewidth: float | None = None
    marker: str = "o"
    filled: str = "none"
    """How its points are filled: "full", "left" or "none"."""


class Parameter(NamedTuple):
    """What makes a family of a model, and is part of its name: the exponent in icm^1.1."""

    option: str
    """The keyword option of `solve`, `finish` and `many` that takes it."""
    sign: str
    """What stands between the name of the model and the value."""
    default: Any
    """With this value it is the model without the parameter in its name."""
    read: Callable[[object], Any]
    """From a value, or its text, to what `solve` takes; raises a `ValueError` where it cannot be."""
    rule: str
    """What a value must be: "above 0 and at most 5"."""
    write: Callable[[Any], str] = str
    """From a value to its text in the name."""
    title: Callable[[str, Any], str] | None = None
    """From the model's title and a value to the title; None: as the name is made."""
    linestyle: str | tuple[int, tuple[float, ...]] = ":"
    """How the other members of the family are drawn."""

    def check(self, value: object) -> Any:
        """Return an option as `solve` takes it, or raise."""
        try:
            return self.read(value)
        except (ValueError, TypeError, OverflowError):
            raise InputError(self.option, f"must be {self.rule}", value, code="out_of_range") from None

    def find(self, text: str, name: str, field: str) -> Any:
        """Return the value that a name such as icm^1.1 has behind its sign, or raise."""
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
    """How a model values bounties. Each function also takes the keyword options of `Model.solve`, and any others."""

    income: IncomeFunction
    """From checked stacks and heads of many tables, both of shape (tables, players), and ``share`` and ``own`` (see
    `Prizes`) to an `Income` of shape (tables, players)."""
    matrix: IncomeFunction
    """From checked stacks, ``share`` and ``own`` to an `Income` of shape (tables, players, players): what each player
    wins of a unit on each head."""
    assumption: str = ""
    """What it assumes where the model itself does not say who busts whom, as a clause."""

    def bind(self, options: Mapping[str, Any]) -> BountyFunctions:
        """Return the same with some options given."""
        return self._replace(income=partial(self.income, **options), matrix=partial(self.matrix, **options))


@dataclass(frozen=True, eq=False)
class Model:
    """A model, or a mixture of several. Made by `finaltable.models.model` and `finaltable.models.mixture.mix`."""

    name: str
    """How it is asked for: "icm"."""
    title: str
    """How it is written in tables: "ICM"."""
    solve: Solve
    """From a `Table` and checked keyword options to an `Equity`; it does not check them again."""
    options: frozenset[str]
    """Keyword options that `solve` takes."""
    methods: tuple[str, ...] = ()
    """What its option ``method`` may be."""
    finish: FinishFunction | None = None
    """From checked stacks of many tables, shape (tables, players), to a `Finish`; None: it cannot do that."""
    many: ManyFunction | None = None
    """From a `TableBatch` to `BatchValues`; None: tables are solved one by one."""
    unit: str = "money"
    """What it counts. Under "money" a player who busts is paid for a place; under "chips" they have nothing."""
    counts: Mapping[str, str] = field(default_factory=dict)
    """For each method, what `Equity.work` counts: "nodes"."""
    needs: frozenset[str] = frozenset()
    """Options that it cannot do without."""
    knockouts: bool = False
    """Whether it says who busts whom."""
    bounty: BountyFunctions | None = None
    """How it values bounties; None: it cannot."""
    jumps: bool = False
    """Whether equities jump where two stacks pass each other, as those of DCM do."""
    ties: bool = False
    """Whether it jumps at the ties of DCM's tree, by no more than DCM does, and nowhere else: `values.cliff` finds
    these. Of a mixture: whether one of its parts does."""
    affordable: Callable[[int, int, float], float] | None = None
    """From the number of players with chips, how many tables there are and the coarsest tolerance to the finest one
    that takes about half a second; None: nobody knows."""
    would_sample: Callable[[int, float], bool] | None = None
    """Whether it draws samples for so many players at such a tolerance; None: it never does."""
    line: LineStyle = field(default_factory=LineStyle)
    """How it is drawn."""
    parts: tuple[MixturePart, ...] = ()
    """Of a mixture: models and their weights."""
    parameter: Parameter | None = None
    """What may stand behind its name: an exponent, as in icm^1.1."""

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
        """Check everything once, and solve."""
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
                error.value = limit  # as it was given
            raise

    def check(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options as `solve` takes them, or raise for the first that is wrong."""
        if "method" in options:
            check_choice("method", options["method"], self.methods)
        return {name: CHECKS[name](value) if name in CHECKS else value for name, value in options.items()}

    def known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that it takes; a method of another model leaves it free to choose."""
        known = {name: value for name, value in options.items() if name in self.options}
        if known.get("method") not in self.methods:
            known.pop("method", None)
        return known

    def bind(self, options: Mapping[str, Any]) -> tuple[Model, dict[str, Any]]:
        """Return the member of its family that the options ask for, and the other options."""
        rest = dict(options)
        if self.parameter is None or self.parameter.option not in rest:
            return self, rest
        return family(self, self.parameter.check(rest.pop(self.parameter.option))), rest

    def value_many(self, batch: TableBatch, *, threads: int, progress: Progress | None, **options: Any) -> BatchValues:
        """Value many tables; options that only `solve` knows mean that it is asked for each."""
        if self.many is None or not MANY_OPTIONS.issuperset(options):
            known = self.known(options | {"threads": threads})
            return solve_one_by_one(self.solve, batch, progress, known)
        return self.many(batch, threads=threads, progress=progress, **options)

    @property
    def paid_places(self) -> float:
        """The weight of what pays a player who busts for a place: 1, or less in a mixture with a model of chips."""
        parts = self.parts or (MixturePart(self, 1.0),)
        return sum(part.weight for part in parts if part.model.unit == "money")

    @property
    def tie_share(self) -> float:
        """The share of DCM's jumps that it makes: 1, or a weight in a mixture; 0: none, or others that nobody finds."""
        parts = self.parts or (MixturePart(self, 1.0),)
        if any(part.model.jumps and not part.model.ties for part in parts):
            return 0.0
        return sum(part.weight for part in parts if part.model.ties)


class MixturePart(NamedTuple):
    """A model in a mixture."""

    model: Model
    weight: float


@lru_cache(maxsize=256)
def family(model: Model, value: Any) -> Model:
    """Return a model with a checked value of its parameter; all others that it has are the same."""
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
        bounty=None if model.bounty is None else model.bounty.bind({parameter.option: value}),
        many=None if model.many is None else partial(model.many, **{parameter.option: value}),
        line=model.line._replace(linestyle=parameter.linestyle),
        parameter=None,
    )
