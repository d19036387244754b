"""Orders of the hands at a showdown, and their weights: the channels of the solver. See core/equilibrium/showdowns.hpp.

Orders list the players who pushed, then those all-in by posting.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from finaltable import _core
from finaltable.cards.hand import class_table
from finaltable.cards.range import ranking
from finaltable.cards.three import dealing

if TYPE_CHECKING:
    from finaltable.equilibrium.lineup import Lineup
    from finaltable.results import Values

Ranks = tuple[int, ...]
MOST_LISTED = 5  # players; up to this many, all orders are listed


@cache
def showdowns(pushed: int, posted: int) -> _core.Showdowns:
    """Return all orders of players who pushed and players all-in by posting, with weights from sampled deals."""
    return _core.Showdowns(pushed, posted, ranking())


@cache
def orders(pushed: int, posted: int) -> dict[Ranks, int]:
    """Return all orders, numbered.

    >>> list(orders(2, 0)), len(orders(3, 0)), len(orders(3, 1))
    ([(0, 1), (0, 0), (1, 0)], 13, 75)
    """
    return {order: number for number, order in enumerate(showdowns(pushed, posted).orders)}


def at_showdown(lineup: Lineup, pushed: int) -> tuple[int, int]:
    """Return the number of players who pushed and of those with any two cards; if no player pushes, all have these."""
    if pushed:
        return pushed, len(lineup.all_in)
    waiting = len(lineup.showdown(()))
    return (0, waiting) if waiting > 1 else (1, 0)


def showdowns_of(lineup: Lineup) -> list[_core.Showdowns]:
    """Return the showdowns after none, one, two and three pushes."""
    return [showdowns(*at_showdown(lineup, pushed)) for pushed in range(4)]


def orders_after(lineup: Lineup, pushed: int) -> dict[Ranks, int]:
    """Return the orders after a number of pushes, numbered."""
    return orders(*at_showdown(lineup, pushed))


@cache
def one_shares(posted: int) -> Values:
    """Return the probability of each channel after one push: channel by class."""
    table = class_table()
    return _core.one_shares(posted, table.wins, table.ties, dealing(three=posted > 1))


@cache
def two_shares(posted: int) -> Values:
    """Return the probability of each channel after two pushes: channel by class by class."""
    table = class_table()
    return _core.two_shares(posted, table.wins, table.ties, dealing(three=posted > 0))
