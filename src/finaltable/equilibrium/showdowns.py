"""Orders of the hands at a showdown, and their weights: the channels of the solver.

A channel is the order of up to three hands: those of the players who pushed, then those of players all-in by posting,
who hold any two cards. The solver averages over the other players at the showdown, with weights from sampled deals.
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
DEALS, PLAYED = 60_000, 0.5  # deals to sample; players who push have one of the best half of hands in them
RARE = 1e-9
MOST_LISTED = 5  # players; up to this many, all orders are listed


def dense(ranks: Sequence[int]) -> Ranks:
    """Return ranks without gaps.

    >>> dense([3, 1, 3])
    (1, 0, 1)
    """
    levels = sorted(set(ranks))
    return tuple(levels.index(rank) for rank in ranks)


@dataclass(frozen=True)
class Showdowns:
    """All orders of players who pushed and players all-in by posting."""

    pushed: int
    posted: int
    orders: tuple[Ranks, ...]
    weights: NDArray[np.float64]
    """Frequency of each order, averaged over hands."""

    @property
    def channels(self) -> tuple[Ranks, ...]:
        """Orders of the hands that the solver distinguishes."""
        return CHANNELS[min(MOST_CARDS, self.pushed + self.posted)]

    def averaged(self, players: Sequence[int], among: Sequence[Ranks]) -> Values:
        """Return weights that average over all orders in which ``players`` have given ranks: a row per ranks."""
        rows = np.zeros((len(among), len(self.orders)))
        for column, order in enumerate(self.orders):
            rows[among.index(dense([order[player] for player in players])), column] = self.weights[column]
        total = rows.sum(axis=1, keepdims=True)
        rows /= np.maximum(total, RARE / 2)
        return rows

    def by_channel(self) -> Values:
        """Return weights that average over the orders of each channel."""
        return self.averaged(range(min(MOST_CARDS, self.pushed + self.posted)), self.channels)


@cache
def showdowns(pushed: int, posted: int) -> Showdowns:
    """Return all orders, with their weights from sampled deals.

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
        for rest in exchanged:  # players with any two cards are interchangeable
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
    """Return an order for each channel; the players who are not in the channel come last."""
    return [(*channel, *[max(channel) + 1] * (players - len(channel))) for channel in channels]


def one_shares(posted: int) -> Values:
    """Return the probability of each channel after one push: channel by class."""
    if posted == 0:
        return np.ones((1, CLASSES))
    counted = versus_random() if posted == 1 else with_random_third().sum(axis=2)
    return np.ascontiguousarray(counted / counted.sum(axis=0))


def versus_random() -> Values:
    """Return wins, ties and losses of each class against a random hand."""
    table = class_table()
    return np.stack([table.wins.sum(axis=1), table.ties.sum(axis=1), table.wins.sum(axis=0)])


@cache
def two_shares(posted: int) -> Values:
    """Return the probability of each channel after two pushes: channel by class by class."""
    table = class_table()
    counted = np.stack([table.wins, table.ties, table.wins.T]) if posted == 0 else with_random_third()
    return np.ascontiguousarray(counted / counted.sum(axis=0))
