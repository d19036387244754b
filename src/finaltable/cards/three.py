"""Three players all-in before the flop: the precomputed tables of orders for any three classes, and of boards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

WHOLE = 255
ORDERS: tuple[tuple[int, ...], ...] = tuple(tuple(order) for order in _core.ORDERS)
"""Ranks of the three players, 0 for the best, equal for ties."""


class ThreeWay(NamedTuple):
    """The table that ``make threeway`` computed; classes a <= b <= c have row c(c+1)(c+2)/6 + b(b+1)/2 + a."""

    shares: NDArray[np.uint8]
    """Share of each order in 255ths, by triple; memory-mapped, so only the rows used are loaded."""
    deals: NDArray[np.uint16]
    """Number of ways to deal each triple."""

    def orders(self, one: int, two: int, three: int) -> dict[tuple[int, ...], float]:
        """Return the probability of each order of three classes; ranks are in the order of the arguments.

        >>> aces = three_way().orders(14 * 12, 14 * 11, 14 * 10)
        >>> round(sum(share for order, share in aces.items() if order[0] == 0), 2)
        0.67
        """
        places = sorted(range(3), key=lambda place: (one, two, three)[place])
        row = self.shares[triple_index(*sorted((one, two, three)))]
        seats = [places.index(place) for place in range(3)]
        return {tuple(order[seat] for seat in seats): int(row[i]) / WHOLE for i, order in enumerate(ORDERS)}


def triple_index(low: int, middle: int, high: int) -> int:
    """Return the row of three classes, given in ascending order."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


@cache
def three_way() -> ThreeWay:
    """Return the memory-mapped table, cached."""
    from importlib import resources
    from pathlib import Path

    file = resources.files("finaltable").joinpath("data/threeway.npy")
    if isinstance(file, Path):
        return ThreeWay(np.load(file, mmap_mode="r"), _core.triple_deals())
    with file.open("rb") as opened:  # the package is in an archive
        return ThreeWay(np.load(opened), _core.triple_deals())


class BoardTable(NamedTuple):
    """The table that ``make boards`` computed: how the ranks on the board decide a showdown of two classes."""

    covariances: NDArray[np.int8]
    """Of a win and of a tie with the number of cards of a rank: result by rank by pair x <= y, at x + y(y+1)/2."""
    scales: NDArray[np.float64]
    """Units of wins and of ties."""


@cache
def board_table() -> BoardTable:
    """Return the table, cached."""
    from importlib import resources

    with resources.files("finaltable").joinpath("data/boards.npz").open("rb") as file, np.load(file) as stored:
        return BoardTable(stored["covariances"], stored["scales"])


@cache
def dealing(*, three: bool = True) -> _core.Dealing:
    """Return all deals of three players as the solver takes them, or of two players only, without the tables."""
    if not three:
        return _core.Dealing(np.zeros((0, len(ORDERS)), dtype=np.uint8), np.zeros(0, dtype=np.uint16))
    table, boards = three_way(), board_table()
    return _core.Dealing(table.shares, table.deals, boards.covariances, boards.scales.tolist())
