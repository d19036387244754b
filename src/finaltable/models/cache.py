"""Models that are asked about the same tables: what one of them says alone is known where it is part of a mixture."""

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
MOST_KEPT = 2**22  # numbers of one model: 32 MB


def sharing(models: Sequence[Model]) -> list[Model]:
    """Return the same models; one that is asked for more than once, alone or in mixtures, answers a question once.

    Answers are kept as long as these models are: for one call. They are the same, bit for bit.

    >>> from finaltable.models import find_models
    >>> table = Table.of([1000, 500, 100], [100, 50])
    >>> icm, mixed = sharing(find_models(["icm", "icm:0.8,dcm:0.2"]))
    >>> icm.solve(table) is mixed.parts[0].model.solve(table)
    True
    """
    asked = [one for model in models for one in parts_of(model)]
    times = Counter(one.name for one in asked)
    kept = {one.name: remembering(one) for one in asked if times[one.name] > 1}
    found = []
    for model in models:
        shares = tuple(part._replace(model=kept.get(part.model.name, part.model)) for part in model.parts)
        found.append(with_parts(model, shares) if shares else kept.get(model.name, model))
    return found


def parts_of(model: Model) -> list[Model]:
    """Return the models of a mixture, or a model alone."""
    return [part.model for part in model.parts] or [model]


def remembering(model: Model) -> Model:
    """Return a model that answers a question about the same tables, with the same options, once."""
    bounty = model.bounty
    if bounty is not None:
        bounty = bounty._replace(income=remembered(bounty.income), matrix=remembered(bounty.matrix))
    finish = None if model.finish is None else remembered(model.finish)
    return replace(model, solve=remembered(model.solve), finish=finish, bounty=bounty)


def remembered(ask: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return a function that keeps its answers, as long as they are not too many."""
    known: dict[Any, Answer] = {}
    kept = 0

    def answer(*tables: Any, **options: Any) -> Answer:
        nonlocal kept
        key = (*map(key_of, tables), *sorted((name, value) for name, value in options.items() if matters(name, value)))
        try:
            if key in known:
                return known[key]
        except TypeError:  # an option that cannot be a key is wrong: the model says why
            return ask(*tables, **options)
        found = ask(*tables, **options)
        kept += size_of(found)
        if kept <= MOST_KEPT:
            known[key] = found
        return found

    return answer


def key_of(tables: Table | np.ndarray[Any, Any]) -> Any:
    """Return what tells a table, or an array of many, from others."""
    if isinstance(tables, Table):
        return tables
    values = tuple(tables.ravel().tolist()) if tables.dtype == object else tables.tobytes()
    return tables.shape, tables.dtype.str, values


def matters(option: str, value: object) -> bool:
    """Tell whether an answer may depend on an option; a method of "auto" is as if none was given."""
    return option != "progress" and (option, value) != ("method", "auto")


def size_of(found: Equity | Finish | Income) -> int:
    """Return about how many numbers an answer holds."""
    return found.table.players**2 if isinstance(found, Equity) else int(found.values.size)
