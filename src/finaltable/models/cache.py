"""Cache answers of models for one call, so that a mixture reuses those of its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from finaltable.models.mixture import with_parts
from finaltable.models.model import Model
from finaltable.results import Equity, Finish, Income
from finaltable.table.table import Table

Answer = TypeVar("Answer", Equity, Finish, Income)
MOST_KEPT = 2**22  # cached numbers per model: 32 MB


def sharing(models: Sequence[Model]) -> list[Model]:
    """Return the same models; those that occur more than once, alone or in mixtures, share a cache.

    The cache lives as long as these models: for one call. Answers are the same, bit for bit.

    >>> from finaltable.models import find_models
    >>> table = Table.of([1000, 500, 100], [100, 50])
    >>> icm, mixed = sharing(find_models(["icm", "icm:0.8,dcm:0.2"]))
    >>> icm.solve(table) is mixed.parts[0].model.solve(table)
    True
    """
    used = [one for model in models for one in parts_of(model)]
    times = Counter(one.name for one in used)
    kept = {one.name: with_cache(one) for one in used if times[one.name] > 1}
    found = []
    for model in models:
        shares = tuple(part._replace(model=kept.get(part.model.name, part.model)) for part in model.parts)
        found.append(with_parts(model, shares) if shares else kept.get(model.name, model))
    return found


def parts_of(model: Model) -> list[Model]:
    """Return the models of a mixture, or a model alone."""
    return [part.model for part in model.parts] or [model]


def with_cache(model: Model) -> Model:
    """Return a model that caches its answers by tables and options; it values tables one by one."""
    bounty = model.bounty
    if bounty is not None:
        bounty = bounty._replace(income=cached(bounty.income), matrix=cached(bounty.matrix))
    finish = None if model.finish is None else cached(model.finish)
    return replace(model, solve=cached(model.solve), finish=finish, bounty=bounty, many=None)


def cached(compute: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return a function that caches its answers, up to `MOST_KEPT` numbers."""
    known: dict[Any, Answer] = {}
    kept = 0

    def answer(*tables: Any, **options: Any) -> Answer:
        nonlocal kept
        key = (*map(key_of, tables), *sorted((name, value) for name, value in options.items() if matters(name, value)))
        try:
            if key in known:
                return known[key]
        except TypeError:  # an unhashable option is invalid: the model raises the error
            return compute(*tables, **options)
        found = compute(*tables, **options)
        kept += size_of(found)
        if kept <= MOST_KEPT:
            known[key] = found
        return found

    return answer


def key_of(tables: Table | np.ndarray[Any, Any]) -> Any:
    """Return a cache key for a table, or for an array of tables."""
    if isinstance(tables, Table):
        return tables
    values = tuple(tables.ravel().tolist()) if tables.dtype == object else tables.tobytes()
    return tables.shape, tables.dtype.str, values


def matters(option: str, value: object) -> bool:
    """Return whether an answer may depend on an option; the method "auto" is the default."""
    return option != "progress" and (option, value) != ("method", "auto")


def size_of(found: Equity | Finish | Income) -> int:
    """Return roughly how many numbers an answer holds."""
    return found.table.players**2 if isinstance(found, Equity) else int(found.values.size)
