"""`value_tables`: equities of many tables, in the caller's kind of columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from finaltable.batches.engine import Columns, ModelColumns, RowWork, value_rows
from finaltable.batches.frames import kind_of, list_column, lists_of, load, plain_column
from finaltable.batches.lists import Lists
from finaltable.errors import InputError, Verbatim, check_choice, counted
from finaltable.freezing import FrozenArrays, freeze_all
from finaltable.models import Choice, find_models, known_name
from finaltable.table.options import Progress, check_progress, check_threads, check_tolerance
from finaltable.table.table import check_numbers
from finaltable.values.equities.equity import check_known

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOLERANCE = 1e-6


class ModelValues(NamedTuple):
    """Values of many tables under one model, each field a column of the caller's kind."""

    model: str
    equities: Any
    """A list of money per table; for NumPy, an array of shape (tables, players) if all have the same number."""
    error: Any
    """Bound on the error of a table's equities, in payout units."""
    guaranteed: Any
    """Whether the error is proved."""
    method: Any
    """Method that computed the table."""


@dataclass(frozen=True, eq=False, repr=False)
class TableValues(FrozenArrays):
    """Values of many tables under several models. Made by `value_tables`.

    >>> values = value_tables([[1000, 500, 100], [300, 200]], [100, 50])
    >>> len(values), values.models, values["icm"].equities[1].round(2).tolist()
    (2, ('icm', 'dcm'), [80.0, 70.0])
    """

    models: tuple[str, ...]
    """Names of the models, in the order asked."""
    kind: str
    """Library of the columns of ``values["icm"]``: "numpy", "pandas", "polars" or "arrow", as for the stacks."""
    _offsets: NDArray[np.int64]
    _columns: dict[str, tuple[NDArray[Any], ...]]  # the fields of ModelColumns
    _index: Any = None  # of a pandas Series or frame

    def __post_init__(self) -> None:
        freeze_all([self._offsets, self._columns])

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, model: Choice) -> ModelValues:
        name = check_choice("model", known_name(model), self.models)
        return ModelValues(name, *self._fields(name, self.kind, self._index))

    @property
    def error(self) -> NDArray[np.float64]:
        """Largest error of any model, for every table."""
        largest: NDArray[np.float64] = np.max([self._columns[name][1] for name in self.models], axis=0)
        return largest

    def to_arrow(self) -> Any:
        """Return a `pyarrow.Table` with a column for each model, and ``error``."""
        return load("pyarrow", "to_arrow").table(self._frame("arrow"))

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame with a column for each model, and ``error``; it keeps the index of the stacks."""
        return load("pandas", "to_pandas").DataFrame(self._frame("pandas"), index=self._index)

    def to_polars(self) -> Any:
        """Return a polars DataFrame with a column for each model, and ``error``."""
        return load("polars", "to_polars").DataFrame(self._frame("polars"))

    def _frame(self, kind: str) -> dict[str, Any]:
        equities = {name: self._fields(name, kind, None, only=1)[0] for name in self.models}
        return equities | {"error": plain_column(kind, self.error)}

    def _fields(self, name: str, kind: str, index: Any, only: int = 4) -> list[Any]:
        columns = ModelColumns(*self._columns[name])
        nothing = np.zeros(len(self), dtype=bool)
        fields = [list_column(kind, columns.equities, self._offsets, nothing)]
        others = (columns.error, columns.guaranteed, columns.method)[: only - 1]
        fields += [plain_column(kind, values) for values in others]
        if kind != "pandas" or index is None:
            return fields
        series = load("pandas", "stacks").Series
        return [series(values, index=index, copy=False) for values in fields]

    def __repr__(self) -> str:
        return f"<TableValues of {counted(len(self), 'table')} by {', '.join(self.models)}>"

    def __str__(self) -> str:
        from finaltable.batches.report_values import values_text

        return values_text(self)

    def _repr_html_(self) -> str:
        from finaltable.batches.report_values import values_html

        return values_html(self)

    def first(self, tables: int) -> list[tuple[dict[str, list[float]], float]]:
        """Return the equities by model, and the error, of the first tables as plain lists."""
        error = self.error[:tables].tolist()
        ends = self._offsets[: tables + 1].tolist()
        return [
            ({name: self._columns[name][0][ends[row] : ends[row + 1]].tolist() for name in self.models}, error[row])
            for row in range(min(tables, len(self)))
        ]


def value_tables(
    stacks: Any,
    payouts: Any,
    models: Sequence[Choice] = ("icm", "dcm"),
    *,
    tolerance: float = TOLERANCE,
    extra_payouts: str = "error",
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> TableValues:
    """Return equities of many tables under several models, on all cores.

    >>> values = value_tables([[1000, 500, 100], [900, 500, 200]], [100, 50])
    >>> values["dcm"].equities.round(2).tolist()
    [[80.79, 60.67, 8.54], [76.47, 54.36, 19.17]]
    >>> bool(values["dcm"].error.max() <= 1e-6 * 150), values["dcm"].method.tolist()
    (True, ['tree', 'tree'])

    Parameters
    ----------
    stacks
        An array of shape (tables, players), a list of lists, a column of lists, or a frame with one column per player:
        NumPy, pandas, polars or Arrow. Tables may differ in their number of players; a player with a stack of 0 is
        out.
    payouts
        One list for all tables, or a list for each, from first place down.
    models
        Names of models, or mixtures.
    tolerance
        Maximum error, as a fraction of a table's prize pool.
    extra_payouts
        See `Table.of`.
    threads
        Number of threads, by default one per core. The result does not depend on it.
    progress
        Called regularly with (fraction done, error reached); it may raise to stop the work.
    **options
        Passed to the models that have the option, as in `compare`.

    Returns
    -------
    TableValues
        ``values["dcm"].equities`` is a column of the same kind as the stacks. A table's values and error do not
        depend on other tables.
    """
    work = check_work(models, tolerance, extra_payouts, threads, progress, options)
    lists = check_lists(stacks)
    prizes = check_prizes(payouts, len(lists))
    columns = value_rows(lists, prizes, work)
    if columns.problems:
        raise first_problem(columns, one_for_all=len(prizes) == 1)
    return TableValues(
        models=tuple(columns.models),
        kind=kind_of(stacks),
        _offsets=columns.offsets,
        _columns={name: (own.equities, own.error, own.guaranteed, own.method) for name, own in columns.models.items()},
        _index=stacks.index if kind_of(stacks) == "pandas" else None,
    )


def check_work(
    models: Sequence[Choice],
    tolerance: float,
    extra_payouts: str,
    threads: int | None,
    progress: Progress | None,
    options: dict[str, Any],
) -> RowWork:
    """Return the options for valuing rows, or raise."""
    found = find_models(models)
    if "bounties" in options:
        rule = "are valued for one table at a time"
        raise InputError("bounties", rule, options["bounties"], hint="see bounties and equity", code="conflict")
    check_known(options, found)
    options = {**options, "tolerance": check_tolerance(tolerance)}
    return RowWork(
        found,
        [model.check(model.known(options)) for model in found],
        check_threads(threads),
        check_choice("extra_payouts", extra_payouts, ("error", "drop")),
        check_progress(progress),
    )


def check_lists(stacks: Any) -> Lists:
    """Return stacks, one list per table, or raise."""
    if isinstance(stacks, list | tuple) and stacks and isinstance(stacks[0], Number | np.number):
        rule = "must have a list of stacks for every table"
        raise InputError("stacks", rule, stacks, hint="equity and compare take a single table", code="wrong_type")
    return lists_of(stacks, "stacks")


def check_prizes(payouts: Any, tables: int) -> Lists:
    """Return one list of payouts, or one for each table, or raise."""
    if is_one_list(payouts):
        values = np.array([float(value) for value in check_numbers(as_numbers(payouts), "payouts")])
        return Lists(values, np.array([0, len(values)]))
    prizes = lists_of(payouts, "payouts")
    if len(prizes) not in (1, tables):
        found = Verbatim(f"{len(prizes):,} for {counted(tables, 'table')}")
        raise InputError("payouts", "must be one list for all tables, or a list for each", found, code="wrong_count")
    return prizes


def is_one_list(payouts: Any) -> bool:
    """Return whether payouts are a single list of numbers."""
    if isinstance(payouts, list | tuple):
        return not payouts or not isinstance(payouts[0], list | tuple | np.ndarray)
    if isinstance(payouts, np.ndarray):
        return payouts.ndim == 1 and payouts.dtype != object
    if kind_of(payouts) == "numpy" or hasattr(payouts, "columns"):
        return False
    first = payouts[0] if kind_of(payouts) != "pandas" and len(payouts) else None
    first = payouts.iloc[0] if kind_of(payouts) == "pandas" and len(payouts) else first
    return isinstance(getattr(first, "as_py", lambda: first)(), Number | np.number)


def as_numbers(payouts: Any) -> Any:
    """Return a column of numbers as a list."""
    if isinstance(payouts, list | tuple | np.ndarray):
        return payouts
    return payouts.to_pylist() if hasattr(payouts, "to_pylist") else payouts.to_list()


def first_problem(columns: Columns, *, one_for_all: bool) -> InputError:
    """Return the error of the first invalid row, with the row in its field."""
    row = min(columns.problems)
    problem = columns.problems[row]
    kind, bracket, which = problem.field.partition("[")
    if kind == "stacks" or (kind == "payouts" and not one_for_all):
        return problem.with_field(f"{kind}[{row}]{bracket}{which}")
    return problem
