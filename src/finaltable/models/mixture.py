"""Mixtures: models with weights, written {"icm": 0.8, "dcm": 0.2} or "icm:0.8+dcm:0.2".

All answers of a model are linear in its finish probabilities, so a mixture is the weighted sum of its parts: equities,
finish probabilities, knockouts, bounties, and their errors. An error is proved only if that of every part is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.errors import InputError, Verbatim, check_length
from finaltable.models.model import BountyFunctions, MixturePart, Model
from finaltable.results import BatchValues, Bounties, Equity, Finish, Income, Values
from finaltable.table.options import Progress, stage_of
from finaltable.table.table import Table, check_number

if TYPE_CHECKING:
    from finaltable.table.table_batch import TableBatch

LONGEST_NAME = 200
OFF_BY = 1e-9  # largest error of the sum of all weights
ROUNDING = 2.0**-50


def read_mixture(text: str, field: str = "model") -> dict[str, object]:
    """Parse weights of models, separated by plus signs or commas.

    >>> read_mixture("icm:0.8+dcm:0.2"), read_mixture("icm:0.8, dcm:0.2")
    ({'icm': 0.8, 'dcm': 0.2}, {'icm': 0.8, 'dcm': 0.2})
    """
    check_length(field, text, LONGEST_NAME)
    weights: dict[str, object] = {}
    for piece in text.replace("+", ",").split(","):
        name, _, weight = (side.strip() for side in piece.partition(":"))
        if name in weights:
            raise InputError(field, "must name each model of a mixture once", text, code="duplicate")
        try:
            weights[name] = float(weight)
        except ValueError:
            rule = "must give every model a weight, as in icm:0.8+dcm:0.2"
            raise InputError(field, rule, text, code="wrong_format") from None
    return weights


def mixture_between(weight: object) -> str:
    """Return the name of the mixture of ICM and DCM in which DCM has this weight; for 0 and 1, of ICM or DCM alone.

    >>> mixture_between(0.2), mixture_between(1)
    ('icm:0.8,dcm:0.2', 'dcm')
    """
    share = round_weight(check_number(weight, "mixture"))
    if share > 1:
        raise InputError("mixture", "must lie between 0 (ICM) and 1 (DCM)", weight, code="above_100_percent")
    parts = {"icm": round_weight(1.0 - share), "dcm": share}
    named = [f"{name}:{part:.12g}" for name, part in check_weights({n: p for n, p in parts.items() if p}).items()]
    return ",".join(named) if len(named) > 1 else named[0].partition(":")[0]


def check_weights(weights: Mapping[Any, object], field: str = "model") -> dict[Any, float]:
    """Return weights that are positive and sum to 1, the largest first, or raise."""
    if not weights:
        raise InputError(field, "must name at least one model", dict(weights), code="too_few")
    found = {name: round_weight(check_number(weight, f"{field}[{name}]")) for name, weight in weights.items()}
    for name, weight in found.items():
        if not weight:
            raise InputError(f"{field}[{name}]", "must be above 0", weights[name], code="too_small")
    total = math.fsum(found.values())
    if abs(total - 1.0) > OFF_BY:
        raise InputError(field, "must have weights that sum to 1", Verbatim(f"a sum of {total:.12g}"), code="conflict")
    return dict(sorted(found.items(), key=lambda item: (-item[1], str(item[0]))))


def round_weight(weight: Any) -> float:
    """Return a weight rounded to twelve digits, as in the name of the mixture."""
    return float(f"{float(weight):.12g}")


def mix(parts: Sequence[MixturePart]) -> Model:
    """Return the mixture of several parts; a single part is returned unmixed."""
    if len(parts) == 1:
        return parts[0].model
    name = ",".join(f"{part.model.name}:{part.weight:.12g}" for part in parts)
    total = math.fsum(part.weight for part in parts)
    shares = tuple(MixturePart(part.model, part.weight / total) for part in parts)
    models = [part.model for part in parts]
    samplers = [model.would_sample for model in models if model.would_sample is not None]
    return Model(
        name=name,
        title=", ".join(f"{100 * part.weight:.6g} % {part.model.title}" for part in parts),
        solve=partial(solve, name, shares),
        options=frozenset().union(*(model.options for model in models)),
        methods=tuple(dict.fromkeys(method for model in models for method in model.methods)),
        finish=partial(finish_tables, shares) if all(model.finish for model in models) else None,
        many=partial(value_many, shares) if all(model.many for model in models) else None,
        unit="money" if any(model.unit == "money" for model in models) else models[0].unit,
        needs=frozenset().union(*(model.needs for model in models)),
        knockouts=all(model.knockouts for model in models),
        bounty=mixed_bounty(shares),
        jumps=any(model.jumps for model in models),
        ties=any(model.ties for model in models),
        would_sample=partial(any_would_sample, samplers) if samplers else None,
        parts=shares,
    )


def with_parts(mixed: Model, shares: tuple[MixturePart, ...]) -> Model:
    """Return a mixture with its parts replaced by models of the same names and weights."""
    return replace(
        mixed,
        solve=partial(solve, mixed.name, shares),
        finish=None if mixed.finish is None else partial(finish_tables, shares),
        bounty=mixed_bounty(shares),
        parts=shares,
    )


def any_would_sample(samplers: Sequence[Callable[[int, float], bool]], live: int, tolerance: float) -> bool:
    """Return whether one of the parts would sample."""
    return any(would_sample(live, tolerance) for would_sample in samplers)


def solve(name: str, parts: Sequence[MixturePart], table: Table, **options: Any) -> Equity:
    """Return the weighted sum of the answers of the parts."""
    given = with_stages([part.model.known(options) for part in parts])
    results = [part.model.solve(table, **own) for part, own in zip(parts, given, strict=True)]
    weights = [part.weight for part in parts]
    equities, error = weighted(weights, [(result.equities, result.error) for result in results])
    return Equity(
        table=table,
        equities=equities,
        error=error + ROUNDING * table.pool,
        guaranteed=all(result.guaranteed for result in results),
        model=name,
        method=" + ".join(result.method for result in results),
        work=sum(result.work for result in results),
        tolerance=max(result.tolerance for result in results),
        _finish=partial(mixed_finish, weights, results),
        _knockouts=partial(mixed_knockouts, weights, results),
        bounties=mixed_bounties(name, table, weights, results),
    )


def mixed_finish(
    weights: Sequence[float], results: Sequence[Equity], progress: Progress | None
) -> tuple[Values, float]:
    """Return finish probabilities of a mixture; the first part without them raises."""
    for number, result in enumerate(results):
        result.with_parts("finish", progress=stage_of(progress, number, len(results)))
    values, error = weighted(weights, [(result.finish, result.finish_error) for result in results])
    return values, error + ROUNDING


def mixed_knockouts(
    weights: Sequence[float], results: Sequence[Equity], progress: Progress | None
) -> tuple[Values, float]:
    """Return knockout probabilities of a mixture; the first part without them raises."""
    for number, result in enumerate(results):
        result.with_parts("knockouts", progress=stage_of(progress, number, len(results)))
    values, error = weighted(weights, [(result.knockouts, result.knockouts_error) for result in results])
    return values, error + ROUNDING


def mixed_bounties(name: str, table: Table, weights: Sequence[float], results: Sequence[Equity]) -> Bounties | None:
    """Return the weighted sum of the bounties of the parts; None if there are no bounties."""
    found = [result.bounties for result in results if result.bounties is not None]
    if not found:
        return None
    income, error = weighted(weights, [(part.income, part.error) for part in found])
    return Bounties(
        table=table,
        income=income,
        error=error + ROUNDING * table.bounty_pool,
        guaranteed=all(part.guaranteed for part in found),
        model=name,
        method=" + ".join(part.method for part in found),
        work=sum(part.work for part in found),
        tolerance=max(part.tolerance for part in found),
        assumption="; ".join(dict.fromkeys(part.assumption for part in found if part.assumption)),
        _matrix=partial(mixed_matrix, weights, found),
    )


def mixed_matrix(
    weights: Sequence[float], found: Sequence[Bounties], progress: Progress | None
) -> tuple[Values, float]:
    """Return the bounty matrix of a mixture, and its error."""
    for number, part in enumerate(found):
        part.with_matrix(stage_of(progress, number, len(found)))
    values, error = weighted(weights, [(part.matrix, part.matrix_error) for part in found])
    return values, error + ROUNDING


def mixed_bounty(parts: Sequence[MixturePart]) -> BountyFunctions | None:
    """Return the bounty functions of a mixture; None if a part has none."""
    known = [part.model.bounty for part in parts]
    if any(functions is None for functions in known):
        return None
    assumed = dict.fromkeys(functions.assumption for functions in known if functions and functions.assumption)
    return BountyFunctions(
        partial(bounty_tables, parts, "income"), partial(bounty_tables, parts, "matrix"), "; ".join(assumed)
    )


def bounty_tables(
    parts: Sequence[MixturePart], which: str, *tables: Values, method: str = "auto", **options: Any
) -> Income:
    """Return the weighted sum of the parts' bounties at many tables."""
    given = [options | ({"method": method} if method in part.model.methods else {}) for part in parts]
    answers: list[Income] = [
        getattr(part.model.bounty, which)(*tables, **own) for part, own in zip(parts, with_stages(given), strict=True)
    ]
    weights = [part.weight for part in parts]
    largest = np.abs(tables[-1].astype(np.float64)).sum(axis=1) if which == "income" else 1.0
    return Income(
        np.tensordot(weights, [answer.values.astype(np.float64) for answer in answers], axes=1),
        np.tensordot(weights, [answer.errors for answer in answers], axes=1) + ROUNDING * largest,
        all(answer.guaranteed for answer in answers),
        " + ".join(answer.method for answer in answers),
        sum(answer.work for answer in answers),
    )


def finish_tables(parts: Sequence[MixturePart], stacks: Values, *, method: str = "auto", **options: Any) -> Finish:
    """Return finish probabilities of checked stacks, shape (tables, players)."""
    given = [options | ({"method": method} if method in part.model.methods else {}) for part in parts]
    answers = []
    for part, own in zip(parts, with_stages(given), strict=True):
        assert part.model.finish is not None, "a mixture has finish only if every part has"
        answers.append(part.model.finish(stacks, **own))
    weights = [part.weight for part in parts]
    values, error = weighted(weights, [(answer.values, answer.error) for answer in answers])
    return Finish(
        values,
        error + ROUNDING,
        all(answer.guaranteed for answer in answers),
        " + ".join(answer.method for answer in answers),
        sum(answer.work for answer in answers),
    )


def value_many(
    parts: Sequence[MixturePart], batch: TableBatch, *, threads: int, progress: Progress | None, **options: Any
) -> BatchValues:
    """Return the weighted sum of the parts' values of many tables."""
    found = []
    for number, part in enumerate(parts):
        own = dict(options)
        if own.get("method") not in part.model.methods:
            own.pop("method", None)
        stage = stage_of(progress, number, len(parts))
        found.append(part.model.value_many(batch, threads=threads, progress=stage, **own))
    weights = [part.weight for part in parts]
    error = sum_of(weights, [values.error for values in found]) + ROUNDING * batch.pools
    methods = found[0].method
    for values in found[1:]:
        methods = methods + " + " + values.method
    return BatchValues(
        sum_of(weights, [values.equities for values in found]),
        error,
        np.logical_and.reduce([values.guaranteed for values in found]),
        methods,
        {row: error for values in reversed(found) for row, error in values.problems.items()},
    )


def sum_of(weights: Sequence[float], found: Sequence[Values]) -> Values:
    """Return the weighted sum, in the same order of additions for any number of tables."""
    total: Values = weights[0] * found[0]
    for weight, values in zip(weights[1:], found[1:], strict=True):
        total = total + weight * values
    return total


def weighted(weights: Sequence[float], found: Sequence[tuple[Values, float]]) -> tuple[Values, float]:
    """Return the weighted sum of values and of their errors; fractions become floats."""
    values = np.array([values.astype(np.float64) for values, _ in found])
    return np.tensordot(weights, values, axes=1), float(np.dot(weights, [error for _, error in found]))


def with_stages(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give each part an equal share of the time limit, and its stage of the progress."""
    timed = sum(1 for own in given if own.get("max_seconds") is not None)
    for number, own in enumerate(given):
        if own.get("max_seconds") is not None:
            own["max_seconds"] /= timed
        if own.get("progress") is not None:
            own["progress"] = stage_of(own["progress"], number, len(given))
    return given
