"""Build an Equity from an exact solution."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from finaltable.results import Equity, Values
from finaltable.table.options import Progress
from finaltable.table.table import Table, exact_value


class Solution(NamedTuple):
    """The answer for players who all hold chips, in the type of the stacks: exact for fractions."""

    finish: list[list[Any]]
    """Players by places."""
    knockouts: list[list[Any]]
    """``knockouts[i][j]``: the probability that i busts j."""
    states: int


def exact_equity(table: Table, model: str, seats: Sequence[int], solution: Solution) -> Equity:
    """Return the answer for a table where the players in ``seats`` hold chips; the others share the last places."""
    players, live = table.players, len(seats)
    finish: Values = np.array([[Fraction(0)] * players] * players, dtype=object)
    knockouts = finish.copy()
    for i, seat in enumerate(seats):
        finish[seat, :live] = solution.finish[i]
        knockouts[seat, seats] = solution.knockouts[i]
    for out in set(range(players)).difference(seats):
        finish[out, live:] = Fraction(1, players - live)
    prizes = np.array([exact_value(payout) for payout in table.payouts], dtype=object)
    return Equity(
        table=table,
        equities=finish[:, : len(prizes)] @ prizes,
        error=0.0,
        guaranteed=True,
        model=model,
        method="exact",
        work=solution.states,
        tolerance=0.0,
        _finish=(finish, 0.0),
        _knockouts=partial(known, knockouts),
    )


def known(values: Values, _progress: Progress | None) -> tuple[Values, float]:
    """Return a matrix that is already computed, with an error of 0."""
    return values, 0.0
