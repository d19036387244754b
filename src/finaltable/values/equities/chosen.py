"""Finish probabilities of a few places or players, in fields that are too large for a matrix of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from finaltable.errors import InputError
from finaltable.models import Model
from finaltable.results import Finish, Values
from finaltable.table.numbers import check_whole
from finaltable.table.options import stage_of
from finaltable.table.table import MAX_MATRIX_PLAYERS, check_player

MATRIX_PAYS = 100  # players: up to here all places take no longer than a few
MAX_CHOSEN = 100


class Chosen(NamedTuple):
    """Places, from 1 on, and players, from 0 on; None: all."""

    places: tuple[int, ...] | None = None
    players: tuple[int, ...] | None = None

    def rows(self, values: Values) -> Values:
        """Return the values of the chosen players, of shape (tables, players, places)."""
        return values if self.players is None else values[:, list(self.players)]

    def columns(self, values: Values) -> Values:
        """Return the values of the chosen places."""
        return values if self.places is None else values[..., np.array(self.places) - 1]


def check_chosen(only: object, players: object, names: Sequence[str] | int) -> Chosen:
    """Return the chosen places and players, or raise. Players are given by index, or by name if they have names.

    >>> check_chosen([1, 9], None, 10).places, check_chosen(None, [2, "Ana"], ["Ana", "Bo", "Cy"]).players
    ((1, 9), (2, 0))
    """
    count = names if isinstance(names, int) else len(names)
    places = check_list("only", "place", only, partial(check_whole, lowest=1, highest=count))
    by_index = partial(check_whole, lowest=0, highest=count - 1)
    rows = check_list("players", "player", players, by_index if isinstance(names, int) else partial(check_seat, names))
    most = MAX_MATRIX_PLAYERS**2 // (len(places) if places else count)
    if rows and len(rows) > most:
        rule = f"must name at most {most} players of this field, or fewer places with {{only}}"
        raise InputError("players", rule, len(rows), code="too_many")
    return Chosen(places, rows)


def check_seat(names: Sequence[str], player: object, field: str) -> int:
    """Return the index of a player given by index or name, or raise."""
    return check_player(player, names, field)


def check_list(field: str, noun: str, given: object, check_one: Callable[[Any, str], int]) -> tuple[int, ...] | None:
    """Return the checked items of a list, or raise; None if it is not given."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(field, f"must be a list of {noun}s", given, code="wrong_type")
    found = tuple(check_one(one, f"{field}[{i}]") for i, one in enumerate(given))
    if not 1 <= len(found) <= MAX_CHOSEN:
        code = "too_many" if found else "too_few"
        raise InputError(field, f"must name 1 to {MAX_CHOSEN} {noun}s", len(found), code=code)
    if len(set(found)) < len(found):
        raise InputError(field, f"must name each {noun} once", list(found), code="duplicate")
    return found


def chosen_places(model: Model, tables: Values, only: tuple[int, ...], options: dict[str, Any]) -> Finish:
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
    return Finish(
        found,
        max(result.error for result in results),
        all(result.guaranteed for result in results),
        results[0].method,
        sum(result.work for result in results),
    )
