"""Finish probabilities of a few places, in fields that are too large for a matrix of all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from finaltable.errors import InputError
from finaltable.models import Model
from finaltable.results import Facts, FinishProbabilities, Values
from finaltable.table.numbers import check_whole
from finaltable.table.options import stage_of

MATRIX_PAYS = 100  # players: up to here all places take no longer than a few
MAX_CHOSEN = 100


def check_chosen(only: object, players: int) -> tuple[int, ...]:
    """Return places, from 1 on, or raise.

    >>> check_chosen([1, 9], 10)
    (1, 9)
    """
    if isinstance(only, str) or not isinstance(only, Iterable):
        raise InputError("only", "must be a list of places", only, code="wrong_type")
    places = tuple(check_whole(place, f"only[{i}]", 1, players) for i, place in enumerate(only))
    if not 1 <= len(places) <= MAX_CHOSEN:
        code = "too_many" if places else "too_few"
        raise InputError("only", f"must name 1 to {MAX_CHOSEN} places", len(places), code=code)
    if len(set(places)) < len(places):
        raise InputError("only", "must name each place once", list(places), code="duplicate")
    return places


def chosen_places(
    model: Model, tables: Values, single: bool, only: tuple[int, ...], options: dict[str, Any]
) -> FinishProbabilities:
    """Return the probabilities of some places: each is the equity of a table that pays 1 for this place only."""
    progress = options.pop("progress", None)
    known = model.known(options)
    if known.get("max_seconds") is not None:
        known["max_seconds"] /= len(only)  # it is the limit of a table
    found, results = np.zeros((*tables.shape, len(only))), []
    for number, (table, column) in enumerate(np.ndindex(len(tables), len(only))):
        prizes = [0] * (only[column] - 1) + [1]
        stage = stage_of(progress, number, len(tables) * len(only))
        results.append(model.equity(tables[table], prizes, progress=stage, **known))
        found[table, :, column] = results[-1].equities
    facts = Facts(
        model.name,
        results[0].method,
        max(result.error for result in results),
        all(result.guaranteed for result in results),
        sum(result.work for result in results),
    )
    return FinishProbabilities.of(found[0] if single else found, facts)
