"""The doors to every model: equity, compare, finish_probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from finaltable.errors import InputError, Said, check_choice
from finaltable.inputs.options import check_max_seconds, check_progress, check_seed, check_threads, check_tolerance
from finaltable.inputs.table import LARGEST, SMALLEST, Table, check_stacks, check_unmasked, exact_array
from finaltable.models import FinishFunction, Model, find_model, find_models, model_names
from finaltable.results import Equity, Facts, FinishProbabilities, Values, plain


def equity(stacks: Iterable[object], payouts: Iterable[object], model: str = "dcm", **options: Any) -> Equity:
    """Return equities under the model of that name; options as for that model.

    >>> equity([1000, 500, 100], [100, 50], model="icm").equities.round(2).tolist()
    [78.79, 58.33, 12.88]

    Parameters
    ----------
    stacks, payouts
        See `Table.of`.
    model
        One of `model_names`.
    options
        Keyword options of that model: ``method``, ``tolerance``, ``seed``, ``max_seconds``, ``progress``, ``names``, …
    """
    found = find_model(model)
    check_known(options, [found])
    return found.equity(stacks, payouts, **known_options(found, options))


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same table under several models; differences are taken from the first, as in the paper's Table 3."""

    results: tuple[Equity, ...]
    """One a model, in the order asked; ``comparison["icm"]`` is one of them by name."""

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order asked."""
        return tuple(result.model for result in self.results)

    @property
    def equities(self) -> Values:
        """Shape (models, players)."""
        return np.array([result.equities for result in self.results])

    @property
    def differences(self) -> Values:
        """Money more or less than under the first model, shape (models, players)."""
        equities = self.equities
        differences: Values = equities - equities[0]
        return differences

    @property
    def percentages(self) -> Values:
        """The differences in per cent of the first model's equity; NaN where that is zero."""
        base = self.equities[0].astype(np.float64)
        return 100.0 * self.differences.astype(np.float64) / np.where(base == 0.0, np.nan, base)

    def __getitem__(self, model: str) -> Equity:
        return self.results[self.models.index(check_choice("model", model, self.models))]

    def to_dict(self) -> dict[str, object]:
        """Return the comparison as plain numbers, lists and strings, ready for JSON; no percentage is null."""
        percentages = np.where(np.isnan(self.percentages), None, self.percentages)  # type: ignore[call-overload]
        return {
            "models": list(self.models),
            "names": list(self.results[0].names),
            "stacks": plain(self.results[0].stacks),
            "payouts": plain(self.results[0].payouts),
            "results": [result.to_dict() for result in self.results],
            "differences": plain(self.differences),
            "percentages": plain(percentages),
        }

    def __str__(self) -> str:
        from finaltable.render.equity import comparison_report

        return str(comparison_report(self))


def compare(
    stacks: Iterable[object],
    payouts: Iterable[object],
    models: Sequence[str] = ("icm", "dcm"),
    **options: Any,
) -> Comparison:
    """Return several models side by side, with differences and percentages as in the paper's Table 3.

    >>> both = compare([1000, 500, 100], [100, 50])
    >>> both.percentages[1].round(1).tolist()
    [2.5, 4.0, -33.7]

    Parameters
    ----------
    stacks, payouts
        See `Table.of`.
    models
        Names of models; the first is the one compared with.
    **options
        Each is handed to the models that know it: ``tolerance``, ``max_seconds``, ``names``, …; so is a ``method``,
        the others choose theirs.
    """
    found = find_models(models)
    check_known(options, found)
    stacks, payouts = as_given(stacks), as_given(payouts)
    return Comparison(tuple(model.equity(stacks, payouts, **known_options(model, options)) for model in found))


def as_given(values: Iterable[object]) -> Iterable[object]:
    """Return something that can be read more than once."""
    return values if isinstance(values, Sequence | np.ndarray) or not isinstance(values, Iterable) else tuple(values)


def check_known(options: dict[str, Any], models: Sequence[Model]) -> None:
    """Raise for an option that none of the models knows."""
    known = sorted(frozenset().union(*(model.options for model in models)))
    for option in options:
        if option == "chip_noise" and option not in known:
            raise InputError(option, "is for the model smoothed, which must be among the models", options[option])
        if option not in (*known, "progress"):  # who is done at once need not tell how far he is
            names = " or ".join(model.name for model in models)
            shown = ", ".join(name for name in known if name != "progress")
            raise InputError(option, f"is no option of {names}, which takes {shown}", options[option])
    if "method" in options:
        check_choice("method", options["method"], dict.fromkeys(method for model in models for method in model.methods))


def known_options(model: Model, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that a model knows; a method of another model leaves it free to choose."""
    known = {name: value for name, value in options.items() if name in model.options}
    if known.get("method") not in model.methods:
        known.pop("method", None)
    return known


def finish_probabilities(
    stacks: Any,
    model: str = "dcm",
    *,
    method: str = "auto",
    tolerance: float | None = None,
    seed: int | None = None,
    max_seconds: float | None = None,
    progress: Any = None,
    threads: int | None = None,
) -> FinishProbabilities:
    """Return the probability of every place for every player, for one table or for many.

    >>> finish_probabilities([1000, 500, 100])[0].round(4).tolist()
    [0.625, 0.3658, 0.0092]
    >>> finish_probabilities([[1000, 500, 100], [300, 200, 100]]).shape
    (2, 3, 3)

    Parameters
    ----------
    stacks
        Stacks of one table, or of many: shape (tables, players).
    model, method, tolerance, seed, progress
        As for `equity`; the tolerance is that of each probability.
    max_seconds
        Work up to this long for each table, and state the error reached.
    threads
        How many cores to use for many tables; all by default. The answer does not depend on it.

    Returns
    -------
    FinishProbabilities
        An array of shape (players, places) or (tables, players, places), with ``error``, ``guaranteed``, ``method``.
    """
    [finish] = finish_functions("model", [model])
    check_choice("method", method, find_model(model).methods or ("auto",))
    options: dict[str, Any] = {"method": method, "max_seconds": check_max_seconds(max_seconds), "progress": progress}
    check_progress(progress)
    if tolerance is not None:
        options["tolerance"] = check_tolerance(tolerance)
    if seed is not None:
        options["seed"] = check_seed(seed)
    options["threads"] = check_threads(threads)
    tables, single = check_tables(stacks)
    answer = finish(tables, **options)
    facts = Facts(model, answer.method, answer.error, answer.guaranteed, answer.work)
    return FinishProbabilities.of(answer.values[0] if single else answer.values, facts)


def places_of(result: Equity) -> FinishProbabilities:
    """Return the finish probabilities that belong to a result, for a single table, without computing them again.

    >>> places_of(equity([1000, 500, 100], [100, 50])).method
    'tree'
    """
    facts = Facts(result.model, result.method, result.finish_error, result.guaranteed, result.work)
    return FinishProbabilities.of(result.finish, facts)


def finish_functions(field: str, names: Sequence[str]) -> list[FinishFunction]:
    """Return the functions of models that know finish probabilities, or raise for the first that does not."""
    functions = {name: find_model(name).finish for name in model_names()}
    able = {name: function for name, function in functions.items() if function is not None}
    for name in names:
        if find_model(name).name not in able:
            raise InputError(field, f"must be among those that give finish probabilities ({', '.join(able)})", name)
    return [able[name] for name in names]


def check_places(models: Sequence[str], knockouts: bool) -> None:
    """Raise unless every model knows the places, and one of them who busts whom if that is asked for."""
    finish_functions("models", models)
    if knockouts and "dcm" not in models:
        raise InputError("knockouts", "are known to dcm only, which must be among the models", list(models))


def finish_dict(table: Table, answers: Sequence[FinishProbabilities], knockouts: Equity | None) -> dict[str, object]:
    """Return finish probabilities, and knockouts if asked for, ready for JSON."""
    results = []
    for answer in answers:
        result: dict[str, object] = {
            "model": answer.model,
            "method": answer.method,
            "finish": plain(answer),
            "finish_error": answer.error,
            "guaranteed": answer.guaranteed,
            "work": answer.work,
        }
        if knockouts is not None and answer.model == "dcm":
            result |= {"knockouts": plain(knockouts.knockouts), "knockouts_error": knockouts.knockouts_error}
        results.append(result)
    return {
        "models": [answer.model for answer in answers],
        "names": list(table.names),
        "stacks": plain(table.stacks),
        "results": results,
    }


def check_tables(stacks: Any) -> tuple[Values, bool]:
    """Return stacks of shape (tables, players), and whether a single table was given."""
    for part in (stacks, *stacks) if isinstance(stacks, Sequence) and not isinstance(stacks, str) else (stacks,):
        check_unmasked(part, "stacks")
    try:
        array = np.asarray(stacks)
    except ValueError:
        raise InputError("stacks", "must have as many players at every table", stacks) from None
    if array.ndim != 2:
        return exact_array([check_stacks(stacks)]), True
    if array.dtype.kind == "f" and not isinstance(stacks, np.ndarray):
        array = exact_array(stacks)  # decimals beside whole numbers that no float holds
    if array.dtype in (np.float32, np.float16):
        array = array.astype(np.float64)  # which holds every one of them exactly
    if array.size == 0:
        raise InputError("stacks", "must name at least one table and one player", Said(f"shape {array.shape}"))
    if array.dtype.kind not in "iuf" or array.dtype == np.longdouble:
        rows = [check_stacks(row, f"stacks[{i}]") for i, row in enumerate(array.tolist())]
        return exact_array(rows), False
    fine = (array == 0) | ((array >= SMALLEST) & (array <= LARGEST))
    bad = ~(fine.all(axis=1) & (array > 0).any(axis=1))
    if bad.any():
        table = int(np.flatnonzero(bad)[0])
        check_stacks(array[table], f"stacks[{table}]")
    return array, False
