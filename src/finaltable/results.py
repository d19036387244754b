"""Results: equities, bounties and finish probabilities, each with its method and its error."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from finaltable.answers import Amount, Answer, Displayed, Tabular, by_player, json_fields
from finaltable.errors import InputError, UnavailableError, check_choice
from finaltable.freezing import FrozenArrays, frozen
from finaltable.table.options import Progress
from finaltable.table.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


# float64, or Fraction objects for method="exact". In an answer, the annotation of an array is its type in JSON.
Values: TypeAlias = "NDArray[Any]"
Vector: TypeAlias = Annotated["NDArray[Any]", list[Amount]]
Matrix: TypeAlias = Annotated["NDArray[Any]", list[list[Amount]]]
Later: TypeAlias = "Callable[[Progress | None], tuple[Values, float]]"
PARTS = ("finish", "knockouts")
Key = TypeVar("Key")
Item = TypeVar("Item")


class Finish(NamedTuple):
    """Finish probabilities of several tables, as a model returns them."""

    values: Values
    """Shape (tables, players, places)."""
    error: float
    """No entry is further from its exact value than this."""
    guaranteed: bool
    method: str
    work: int


class Income(NamedTuple):
    """Expected bounties of the players, or the split of each bounty, at several tables, as a model returns them."""

    values: Values
    """Shape (tables, players); for the split of each bounty (tables, players, players)."""
    errors: Values
    """For each table: no value is further from its exact value than this."""
    guaranteed: bool
    method: str
    work: int

    @property
    def error(self) -> float:
        """The largest of the errors."""
        return float(self.errors.max())


@dataclass(frozen=True, repr=False, eq=False)
class Bounties(FrozenArrays, Tabular, Answer):
    """Expected bounties of each player under one model. Made by `bounties`; part of an `Equity` with bounties."""

    table: Table
    """The players, their stacks and the bounties on them."""
    income: Vector
    """Money that each player wins in bounties on average; with the winner's own bounty it sums to all bounties."""
    error: float
    """No income is further from its exact value than this, in units of the bounties."""
    guaranteed: bool
    """True: `error` is proved. False: it is four standard errors, plus a bound for outcomes that were never drawn."""
    model: str
    """Name of the model."""
    method: str
    """The method of computation; never "auto"."""
    work: int
    """Nodes of the tree, distinct states, samples, or terms of a sum."""
    tolerance: float
    """The error allowed, as a share of all bounties; 0 if the method has no tolerance."""
    assumption: str = ""
    """The assumption about who busts whom, if the model itself makes none; else empty."""
    _matrix: Later | None = None
    _later: dict[str, tuple[Values, float]] = field(default_factory=dict)

    reported_by = "values.bounties.report.bounties_report"
    in_json = json_fields(
        "model method table.names table.stacks bounties=table.bounties bounty_share=table.prizes.share "
        "own_bounty=table.prizes.own income error guaranteed tolerance work assumption"
    ) + json_fields("matrix matrix_error", where="_later")

    def __post_init__(self) -> None:
        frozen(self.income)

    @property
    def matrix(self) -> Matrix:
        """The split of each bounty: ``matrix[i, j]`` is the share of the bounty on player j that player i wins."""
        return self.with_matrix()._later["matrix"][0]

    @property
    def matrix_error(self) -> float:
        """No entry of the matrix is further from its exact value than this."""
        return self.with_matrix()._later["matrix"][1]

    def with_matrix(self, progress: Progress | None = None) -> Bounties:
        """Compute the matrix now, reporting to ``progress``; return this result."""
        if "matrix" not in self._later:
            if self._matrix is None:
                raise UnavailableError("matrix", f"is not part of model '{self.model}' by method '{self.method}'")
            values, error = self._matrix(progress)
            self._later["matrix"] = (frozen(values), error)
        return self

    def records(self) -> list[dict[str, Any]]:
        """Return a line per player."""
        return by_player(self.table, {"bounty": self.table.bounties, "income": self.income})

    def __repr__(self) -> str:
        return in_brief(self, self.income)


def in_brief(answer: Bounties | Equity, money: Values) -> str:
    """Return a result on one line, with its first six amounts."""
    amounts = ", ".join(map(str, money[:6]))
    more = ", …" if len(money) > 6 else ""
    return f"<{type(answer).__name__} {answer.model} by {answer.method}: {amounts}{more}; error {answer.error:.2g}>"


class BatchValues(NamedTuple):
    """Equities of many tables with the same number of players under one model."""

    equities: Values
    """Shape (tables, players)."""
    error: Values
    """For each table: no equity is further from its exact value than this, in its payout units."""
    guaranteed: Values
    """For each table: whether the error is proved."""
    method: Values
    """For each table: the method of computation."""
    problems: Mapping[int, InputError] = MappingProxyType({})
    """Tables that could not be valued, with their errors; their numbers mean nothing."""


@dataclass(frozen=True, repr=False, eq=False)
class Equity(FrozenArrays, Tabular, Answer):
    """The value of each player's chips under one model. Made by the models and by `equity`."""

    table: Table
    """The players, their stacks and the payouts."""
    equities: Vector
    """Expected prize of each player, in payout units; they sum to the payouts that can be paid."""
    error: float
    """No equity is further from its exact value than this, in payout units."""
    guaranteed: bool
    """True: `error` is proved. False: an estimate (an integral), or four standard errors plus a bound for outcomes that
    were never drawn."""
    model: str
    """Name of the model."""
    method: str
    """The method of computation; never "auto"."""
    work: int
    """Nodes of the tree, distinct states, samples, or points of an integral."""
    tolerance: float
    """The error allowed, as a share of the prize pool; 0 if the method has no tolerance."""
    _finish: Later | tuple[Values, float] | None = None
    _knockouts: Later | None = None
    _later: dict[str, tuple[Values, float]] = field(default_factory=dict)
    bounties: Bounties | None = None
    """Expected bounties, with their method and error; None without bounties."""

    reported_by = "values.equities.report.equity_report"
    in_json = json_fields(
        "model method table.names table.stacks table.payouts equities error guaranteed tolerance work"
    ) + json_fields(
        "bounties=table.bounties bounty_share=table.prizes.share own_bounty=table.prizes.own bounty bounty_error "
        "bounty_guaranteed=bounties.guaranteed bounty_method=bounties.method bounty_assumption=bounties.assumption "
        "total",
        where="bounties",
    )

    def __post_init__(self) -> None:
        frozen(self.equities)

    @property
    def bounty(self) -> Vector:
        """Money that each player wins in bounties on average; zeros without bounties."""
        return frozen(np.zeros_like(self.equities)) if self.bounties is None else self.bounties.income

    @property
    def bounty_error(self) -> float:
        """No player's bounty money is further from its exact value than this."""
        return 0.0 if self.bounties is None else self.bounties.error

    @property
    def total(self) -> Vector:
        """Prizes plus bounties; no total is further from its exact value than the sum of both errors."""
        return self.equities if self.bounties is None else frozen(self.equities + self.bounties.income)

    @property
    def finish(self) -> Matrix:
        """Finish probabilities, shape (players, places): ``finish[i, k]`` is player i in place k + 1."""
        return self._get("finish")[0]

    @property
    def finish_error(self) -> float:
        """No finish probability is further from its exact value than this."""
        return self._get("finish")[1]

    @property
    def knockouts(self) -> Matrix:
        """Knockout probabilities, shape (players, players): ``knockouts[i, j]`` is that of player i busting j."""
        return self._get("knockouts")[0]

    @property
    def knockouts_error(self) -> float:
        """No knockout probability is further from its exact value than this."""
        return self._get("knockouts")[1]

    def with_parts(self, *parts: str, progress: Progress | None = None) -> Equity:
        """Compute "finish" or "knockouts" now, reporting to ``progress``; return this result.

        Otherwise they are computed on first access, and only Ctrl-C can stop that. ``progress`` is called regularly
        with (fraction done, error reached), and may raise to stop the work.

        >>> from finaltable import dcm
        >>> dcm([1000, 500, 100], [100, 50]).with_parts("knockouts", progress=lambda *_: None).knockouts.shape
        (3, 3)
        """
        for part in parts:
            self._get(check_choice("parts", part, PARTS), progress)
        return self

    def _get(self, name: str, progress: Progress | None = None) -> tuple[Values, float]:
        # Computed on first access: knockouts, and the finish matrix of a large field, cost more than equities.
        if name not in self._later:
            source = self._finish if name == "finish" else self._knockouts
            if source is None:
                raise UnavailableError(name, f"is not part of model '{self.model}' by method '{self.method}'")
            values, error = source(progress) if callable(source) else source
            self._later[name] = (frozen(values), error)
        return self._later[name]

    @property
    def stacks(self) -> tuple[object, ...]:
        """The stacks as given."""
        return self.table.stacks

    @property
    def payouts(self) -> tuple[object, ...]:
        """The payouts that can be paid, from first place down."""
        return self.table.payouts

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self.table.names

    def records(self) -> list[dict[str, Any]]:
        """Return a line per player."""
        paid = {} if self.bounties is None else {"bounty": self.bounty, "total": self.total}
        return by_player(self.table, {"equity": self.equities, **paid})

    def __repr__(self) -> str:
        return in_brief(self, self.equities)


class Facts(NamedTuple):
    """Method, error and work of finish probabilities."""

    model: str
    """Name of the model."""
    method: str
    """The method of computation; never "auto"."""
    error: float
    """No entry is further from its exact value than this."""
    guaranteed: bool
    """True: `error` is proved. False: an estimate (an integral), or four standard errors plus a bound for outcomes that
    were never drawn."""
    work: int
    """Nodes, states, samples or points of an integral, summed over all tables."""


OWN = frozenset({"facts", *vars(Tabular), *vars(Displayed)})  # attributes that a plain array does not have


class FinishProbabilities(np.ndarray[Any, np.dtype[Any]], Tabular):
    """A read-only array of finish probabilities with its method and error.

    It has the fields of `Facts`, and keeps them when copied (by the module ``copy``) or pickled. Slices, and arrays
    computed from it, are plain arrays without them.

    >>> from finaltable import finish
    >>> found = finish([1000, 500, 100])
    >>> found.error < 1e-9, type(found[0]) is np.ndarray, type(found.T) is np.ndarray
    (True, True, True)
    """

    facts: Facts
    """Method, error and work; missing on arrays of this class that NumPy makes itself."""
    reported_by = "values.finish.report.array_report"

    @classmethod
    def of(cls, values: Values, facts: Facts) -> FinishProbabilities:
        """Return read-only values with their facts."""
        answer = frozen(values).view(cls)
        answer.facts = facts
        return answer

    def __getattribute__(self, name: str) -> Any:
        # NumPy's methods give views and copies the class of the original; those of a plain array do not.
        if name in Facts._fields:
            return getattr(self.facts, name)
        if name.startswith("__") or name in OWN:
            return super().__getattribute__(name)
        return getattr(np.asarray(self), name)

    def records(self) -> list[dict[str, Any]]:
        """Return a line per player, with a column for each place; of several tables, also the number of the table."""
        values = np.asarray(self)
        places = [f"place_{place + 1}" for place in range(values.shape[-1])]
        one = values.ndim == 2
        return [
            {**({} if one else {"table": number}), "player": i, **dict(zip(places, line, strict=True))}
            for number, table in enumerate([values] if one else values)
            for i, line in enumerate(table.tolist())
        ]

    def _repr_html_(self) -> str | None:
        return Displayed._repr_html_(self) if self.ndim == 2 and "facts" in vars(self) else None

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self)[key]

    def __iter__(self) -> Any:
        return iter(np.asarray(self))

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else np.asarray(array)

    def __reduce_ex__(self, protocol: Any) -> Any:
        values = np.asarray(self)
        return (
            (FinishProbabilities.of, (values, self.facts)) if "facts" in vars(self) else values.__reduce_ex__(protocol)
        )

    def __copy__(self) -> Any:
        return self if "facts" in vars(self) else np.array(self)

    def __deepcopy__(self, memo: Any) -> Any:
        return copy.copy(self)
