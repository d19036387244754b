"""Equities and finish probabilities under any model: equity, compare, finish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from finaltable.answers import Answer, Tabular, by_player, json_fields
from finaltable.errors import InputError, Verbatim, check_choice, similar
from finaltable.models import (
    Choice,
    FinishFunction,
    Model,
    all_models,
    find_model,
    find_models,
    functions_of,
    known_name,
)
from finaltable.models.cache import sharing
from finaltable.results import Equity, Facts, FinishProbabilities, Values
from finaltable.table.options import check_max_seconds, check_progress, check_seed, check_threads, check_tolerance
from finaltable.table.table import (
    LARGEST,
    SMALLEST,
    BountyOptions,
    Number,
    Table,
    as_table,
    check_stacks,
    check_unmasked,
    exact_array,
)
from finaltable.values.equities.chosen import MATRIX_PAYS, Chosen, check_chosen, chosen_places


def equity(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    model: Choice = "dcm",
    *,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
    bounties: Iterable[object] | Number | None = None,
    bounty_share: object = None,
    own_bounty: object = None,
    **options: Any,
) -> Equity:
    """Return equities under one model or a mixture of models.

    >>> equity([1000, 500, 100], [100, 50], model="icm").equities.round(2).tolist()
    [78.79, 58.33, 12.88]
    >>> equity([1000, 500, 100], [100, 50], model={"icm": 0.8, "dcm": 0.2}).equities.round(2).tolist()
    [79.19, 58.8, 12.01]
    >>> equity([1000, 500, 100], [100, 50], model="icm^1.1").equities.round(2).tolist()
    [80.42, 58.63, 10.95]
    >>> equity([1000, 500, 100], [100, 50], bounties=20).total.round(2).tolist()
    [117.0, 80.8, 12.21]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts, bounties, bounty_share, own_bounty
        See `Table.of`; or a `Table` alone.
    model
        One of `model_names`, perhaps with a parameter, "icm^1.1"; or a mixture: weights of models that sum to 1, as a
        dict or as text, "icm:0.8+dcm:0.2".
    options
        Keyword options of that model: ``method``, ``tolerance``, ``seed``, ``max_seconds``, ``progress``, … A mixture
        passes each option to the models that accept it.
    """
    found, options = find_model(model).bind(options)
    check_known(options, [found])
    heads = given_bounties(bounties, bounty_share, own_bounty)
    known = found.known(options)
    return found.equity(stacks, payouts, names=names, extra_payouts=extra_payouts, heads=heads, **known)


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Tabular, Answer):
    """A table under several models; differences are from the first, as in the paper's Table 3. Made by `compare`."""

    results: tuple[Equity, ...]
    """The results, one per model, in the order given.

    ``comparison["icm"]`` looks one up by name.
    """

    reported_by = "values.equities.report.comparison_report"
    drawn_by = "comparison_figure"

    in_json = json_fields(
        "models first.table.names first.table.stacks first.table.payouts results differences percentages"
    ) + json_fields("total_differences", where="first.bounties")

    @property
    def first(self) -> Equity:
        """The result that the others are compared with."""
        return self.results[0]

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order given."""
        return tuple(result.model for result in self.results)

    @property
    def equities(self) -> Values:
        """Shape (models, players)."""
        return np.array([result.equities for result in self.results])

    @property
    def differences(self) -> Annotated[Values, list[list[float]]]:
        """By model and player: the equity minus that of the first model; shape (models, players)."""
        equities = self.equities
        differences: Values = equities - equities[0]
        return differences

    @property
    def percentages(self) -> Annotated[Values, list[list[float | None]]]:
        """The differences in % of the first model's equity; NaN if that is zero."""
        base = self.equities[0].astype(np.float64)
        return 100.0 * self.differences.astype(np.float64) / np.where(base == 0.0, np.nan, base)

    @property
    def totals(self) -> Values:
        """Prizes plus bounties, shape (models, players)."""
        return np.array([result.total for result in self.results])

    @property
    def total_differences(self) -> Annotated[Values, list[list[float]]]:
        """By model and player: the total minus that of the first model; shape (models, players)."""
        totals = self.totals
        differences: Values = totals - totals[0]
        return differences

    def __getitem__(self, model: Choice) -> Equity:
        return self.results[self.models.index(check_choice("model", known_name(model), self.models))]

    def records(self) -> list[dict[str, Any]]:
        """Return a line per player, with a column for each model."""
        return by_player(self.results[0].table, {one.model: one.total for one in self.results})


def compare(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    models: Sequence[Choice] = ("icm", "dcm"),
    *,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
    bounties: Iterable[object] | Number | None = None,
    bounty_share: object = None,
    own_bounty: object = None,
    **options: Any,
) -> Comparison:
    """Return equities under several models, with differences and percentages as in the paper's Table 3.

    >>> both = compare([1000, 500, 100], [100, 50])
    >>> both.percentages[1].round(1).tolist()
    [2.5, 4.0, -33.7]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts, bounties, bounty_share, own_bounty
        See `Table.of`; or a `Table` alone.
    models
        Names of models, or mixtures; the others are compared with the first.
    **options
        Options for the models that accept them: ``tolerance``, ``max_seconds``, …; models without the given ``method``
        choose their own.
    """
    found = sharing(find_models(models))
    check_known(options, found)
    checked = [model.check(model.known(options)) for model in found]
    on_players = given_bounties(bounties, bounty_share, own_bounty)
    table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts, **on_players)
    return Comparison(tuple(model.solve(table, **own) for model, own in zip(found, checked, strict=True)))


def given_bounties(
    bounties: Iterable[object] | Number | None, bounty_share: object, own_bounty: object
) -> BountyOptions:
    """Return the keyword arguments about bounties, or raise for a rule without bounties."""
    given: BountyOptions = {} if bounties is None else {"bounties": bounties}
    for field, value in (("bounty_share", bounty_share), ("own_bounty", own_bounty)):
        if value is not None and bounties is None:
            raise InputError(field, "must be given together with {bounties}", value, code="needs_other")
        if value is not None:
            given[field] = value  # type: ignore[literal-required]
    return given


def check_known(options: dict[str, Any], models: Sequence[Model]) -> None:
    """Raise for an option that none of the models accepts."""
    known = sorted(frozenset({"names", "extra_payouts"}).union(*(model.options for model in models)))
    # Every model accepts "progress", even if it is too fast to report it.
    for option in [name for name in options if name not in (*known, "progress")]:
        for other in all_models():
            if option in other.needs:
                rule = f"is for the model {other.name}, which must be among the models"
                raise InputError(option, rule, options[option], code="needs_other")
        names = " or ".join(model.name for model in models)
        shown = ", ".join(name for name in known if name != "progress")
        rule = f"is not an option of {names}; valid options: {shown}"
        raise InputError(option, rule, options[option], hint=similar(option, known), code="unknown_field")
    if "method" in options:
        check_choice("method", options["method"], dict.fromkeys(method for model in models for method in model.methods))


def known_options(model: Model, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that a model accepts, without a method that it does not have."""
    return model.known(options)


def finish(
    stacks: Any,
    model: Choice = "dcm",
    *,
    only: Iterable[int] | None = None,
    players: Iterable[int | str] | None = None,
    method: str = "auto",
    tolerance: float | None = None,
    seed: int | None = None,
    max_seconds: float | None = None,
    progress: Any = None,
    threads: int | None = None,
) -> FinishProbabilities:
    """Return finish probabilities of one table or many: for each player, the probability of each place.

    >>> finish([1000, 500, 100])[0].round(4).tolist()
    [0.625, 0.3658, 0.0092]
    >>> finish([[1000, 500, 100], [300, 200, 100]]).shape
    (2, 3, 3)
    >>> finish(range(1, 10_001), model="icm", only=[1, 1500])[9999].round(6).tolist()
    [0.0002, 0.000178]
    >>> leader = finish(range(1, 10_001), model="icm", players=[9999])
    >>> leader.shape, leader[0, :1500].sum().round(4).item()  # the chance of a prize, if 1,500 places are paid
    ((1, 10000), 0.2842)

    Parameters
    ----------
    stacks
        Stacks of one table, or of many: shape (tables, players); or a `Table`.
    only
        Places, from 1 on: at most 100, in a field of any size. By default all places, of at most 3,000 players.
    players
        Players, by index from 0, or by name if ``stacks`` is a `Table`: at most 100. Under ICM the field may have any
        size, as long as the answer has at most nine million probabilities. By default all players.
    model, method, tolerance, seed, progress
        As for `equity`; the tolerance is the error allowed for each probability.
    max_seconds
        Time limit for each table; the result has the error reached.
    threads
        Number of cores for many tables; by default all. The answer does not depend on it.

    Returns
    -------
    FinishProbabilities
        An array of shape (players, places) or (tables, players, places), with ``error``, ``guaranteed``, ``method``;
        its places and players are all, or those of ``only`` and ``players`` in the order given.
    """
    found = find_model(model)
    finish_functions("model", [found])
    check_choice("method", method, found.methods or ("auto",))
    options: dict[str, Any] = {"method": method, "max_seconds": check_max_seconds(max_seconds), "progress": progress}
    check_progress(progress)
    if tolerance is not None:
        options["tolerance"] = check_tolerance(tolerance)
    if seed is not None:
        options["seed"] = check_seed(seed)
    options["threads"] = check_threads(threads)
    tables, single = check_tables(stacks)
    chosen = check_chosen(only, players, stacks.names if isinstance(stacks, Table) else tables.shape[1])
    return places_under(found, tables, single, chosen, **options)


def places_under(
    model: Model, tables: Values, single: bool, chosen: Chosen | None = None, **options: Any
) -> FinishProbabilities:
    """Return finish probabilities of checked stacks, shape (tables, players), with checked options."""
    [finish] = finish_functions("model", [model])
    chosen = chosen or Chosen()
    if chosen.players and model.rows is not None:
        answer = model.rows(tables, chosen.players, **options)
        values = chosen.columns(answer.values)
    elif chosen.places and tables.shape[1] > MATRIX_PAYS:
        answer = chosen_places(model, tables, chosen.places, options)
        values = chosen.rows(answer.values)
    else:
        answer = finish(tables, **options)
        values = chosen.columns(chosen.rows(answer.values))
    facts = Facts(model.name, answer.method, answer.error, answer.guaranteed, answer.work)
    return FinishProbabilities.of(values[0] if single else values, facts)


def places_of(result: Equity) -> FinishProbabilities:
    """Return the finish probabilities of a result without computing them again.

    >>> places_of(equity([1000, 500, 100], [100, 50])).method
    'tree'
    """
    facts = Facts(result.model, result.method, result.finish_error, result.guaranteed, result.work)
    return FinishProbabilities.of(result.finish, facts)


def finish_functions(field: str, models: Sequence[Model]) -> list[FinishFunction]:
    """Return the functions for finish probabilities of models, or raise for the first model without one."""
    return functions_of(field, models, lambda model: model.finish, "give finish probabilities")


def check_places(models: Sequence[Choice], knockouts: bool) -> None:
    """Raise unless every model has finish probabilities, and one has knockouts if they are asked for."""
    found = [find_model(choice) for choice in models]
    finish_functions("models", found)
    if knockouts and not any(model.knockouts for model in found):
        able = " or ".join(model.name for model in all_models() if model.knockouts)
        rule = f"require a model with knockouts: {able}"
        raise InputError("knockouts", rule, list(models), code="needs_other")


def check_tables(stacks: Any) -> tuple[Values, bool]:
    """Return stacks of shape (tables, players), and whether a single table was given."""
    if isinstance(stacks, Table):
        return exact_array([stacks.stacks]), True
    for part in (stacks, *stacks) if isinstance(stacks, Sequence) and not isinstance(stacks, str) else (stacks,):
        check_unmasked(part, "stacks")
    try:
        array = np.asarray(stacks)
    except ValueError:
        raise InputError(
            "stacks", "must have equally many players at every table", stacks, code="wrong_count"
        ) from None
    if array.ndim != 2:
        return exact_array([check_stacks(stacks)]), True
    if array.dtype.kind == "f" and not isinstance(stacks, np.ndarray):
        array = exact_array(stacks)  # mixes decimals with whole numbers too large for a float
    if array.dtype in (np.float32, np.float16):
        array = array.astype(np.float64)  # exact for all of them
    if array.size == 0:
        rule = "must name at least one table and one player"
        raise InputError("stacks", rule, Verbatim(f"shape {array.shape}"), code="too_few")
    if array.dtype.kind not in "iuf" or array.dtype == np.longdouble:
        rows = [check_stacks(row, f"stacks[{i}]") for i, row in enumerate(array.tolist())]
        return exact_array(rows), False
    fine = (array == 0) | ((array >= SMALLEST) & (array <= LARGEST))
    bad = ~(fine.all(axis=1) & (array > 0).any(axis=1))
    if bad.any():
        table = int(np.flatnonzero(bad)[0])
        check_stacks(array[table], f"stacks[{table}]")
    return array, False
