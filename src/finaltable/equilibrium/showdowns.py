"""How players who are all-in compare: the channels of the solver, and players who are all-in by posting among them.

A channel is the order of up to three hands: those of the players who pushed, then those of players all-in by posting,
who hold any two cards. Who else is at the showdown is averaged, as drawn deals have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES, class_table
from finaltable.cards.range import ranking
from finaltable.cards.three import ORDERS, with_random_third

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values

Ranks = tuple[int, ...]
MOST_CARDS = 3  # hands in a channel
CHANNELS: dict[int, tuple[Ranks, ...]] = {1: ((0,),), 2: ((0, 1), (0, 0), (1, 0)), 3: ORDERS}
DEALS, PLAYED = 60_000, 0.5  # deals drawn; players who push are taken to hold one of the best half of hands
RARE = 1e-9
MOST_LISTED = 5  # players of whom all orders are listed


def dense(ranks: Sequence[int]) -> Ranks:
    """Return ranks without gaps.

    >>> dense([3, 1, 3])
    (1, 0, 1)
    """
    levels = sorted(set(ranks))
    return tuple(levels.index(rank) for rank in ranks)


@dataclass(frozen=True)
class Showdowns:
    """All orders of some players who pushed and some who are all-in by posting."""

    pushed: int
    posted: int
    orders: tuple[Ranks, ...]
    weights: NDArray[np.float64]
    """How often each comes up, on average over hands."""

    @property
    def channels(self) -> tuple[Ranks, ...]:
        """The orders of the hands that the solver knows."""
        return CHANNELS[min(MOST_CARDS, self.pushed + self.posted)]

    def averaged(self, players: Sequence[int], among: Sequence[Ranks]) -> Values:
        """Return what averages over all orders in which ``players`` compare in given ways: a row each."""
        rows = np.zeros((len(among), len(self.orders)))
        for column, order in enumerate(self.orders):
            rows[among.index(dense([order[player] for player in players])), column] = self.weights[column]
        total = rows.sum(axis=1, keepdims=True)
        rows /= np.maximum(total, RARE / 2)
        return rows

    def by_channel(self) -> Values:
        """Return what averages over the orders of every channel."""
        return self.averaged(range(min(MOST_CARDS, self.pushed + self.posted)), self.channels)


@cache
def showdowns(pushed: int, posted: int) -> Showdowns:
    """Return all orders, with the weights they have in drawn deals.

    >>> showdowns(2, 0).orders, len(showdowns(3, 0).orders), len(showdowns(3, 1).orders)
    (((0, 1), (0, 0), (1, 0)), 13, 75)
    """
    known = CHANNELS[min(MOST_CARDS, pushed + posted)]
    if not posted and pushed <= MOST_CARDS:
        return Showdowns(pushed, posted, known, np.ones(len(known)))
    best = list(ranking()[: int(PLAYED * CLASSES)])
    drawn = _core.ranks_at_showdown(best, pushed, posted, DEALS, 0)
    found: dict[Ranks, float] = {}
    for ranks, times in zip(*np.unique(drawn, axis=0, return_counts=True), strict=True):
        exchanged = list(permutations(ranks[pushed:])) if posted <= 3 else [tuple(ranks[pushed:])]
        for rest in exchanged:  # players who hold any two cards are alike
            order = tuple(int(rank) for rank in (*ranks[:pushed], *rest))
            found[order] = found.get(order, 0.0) + int(times) / len(exchanged)
    for order in all_orders(pushed + posted) if pushed + posted <= MOST_LISTED else bottomed(known, pushed + posted):
        found.setdefault(order, RARE)  # every channel needs an order, however rare
    return Showdowns(pushed, posted, tuple(found), np.array(list(found.values())))


def all_orders(players: int) -> list[Ranks]:
    """Return all orders of several players.

    >>> [len(all_orders(players)) for players in (1, 2, 3, 4)]
    [1, 3, 13, 75]
    """
    return sorted({dense(ranks) for ranks in product(range(players), repeat=players)})


def bottomed(channels: Sequence[Ranks], players: int) -> list[Ranks]:
    """Return an order for every channel in which those whom it does not know come last."""
    return [(*channel, *[max(channel) + 1] * (players - len(channel))) for channel in channels]


def one_shares(posted: int) -> Values:
    """Return how often each channel comes up when one player has pushed: channel by class."""
    if posted == 0:
        return np.ones((1, CLASSES))
    counted = versus_random() if posted == 1 else with_random_third().sum(axis=2)
    return np.ascontiguousarray(counted / counted.sum(axis=0))


def versus_random() -> Values:
    """Return wins, ties and losses of every class against any hand."""
    table = class_table()
    return np.stack([table.wins.sum(axis=1), table.ties.sum(axis=1), table.wins.sum(axis=0)])


@cache
def two_shares(posted: int) -> Values:
    """Return how often each channel comes up when two players have pushed: channel by class by class."""
    table = class_table()
    counted = np.stack([table.wins, table.ties, table.wins.T]) if posted == 0 else with_random_third()
    return np.ascontiguousarray(counted / counted.sum(axis=0))
