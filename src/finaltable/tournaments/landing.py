"""The value of stacks after a hand, as a linear function of the values of all states.

1. The big blind goes to the next player with chips, and the small blind to the player before them.
2. Players who bust take the lowest prizes left. If several bust together, those with fewer chips before the hand take
   the lower prizes; equal stacks share.
3. Stacks between grid points are interpolated. At a grid point where a player has no chips, they count as busted; among
   several, those with fewer chips take the lower prizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from finaltable.results import Values
from finaltable.tournaments.grid import corners, states_of
from finaltable.tournaments.rules import Rules

Rank = Callable[[int], tuple[int, int]]


class Landing(NamedTuple):
    """The value of stacks for each seat: prizes, plus weights times the values of states."""

    prizes: list[float]
    """By seat, as a share of the pool."""
    entries: list[tuple[int, int, float]]
    """Seat, place among the values of all states, weight."""

    def value(self, values: Values) -> list[float]:
        """Return the value for each seat, from the values of all states."""
        found = list(self.prizes)
        for seat, place, weight in self.entries:
            found[seat] += weight * float(values[place])
        return found


def land(rules: Rules, stacks: Sequence[int], unit: int, before: Sequence[int], cycle: Sequence[int]) -> Landing:
    """Find the states around stacks.

    ``unit`` is a step of the grid in the chips of ``stacks``; ``before`` has the stacks before the hand; ``cycle`` has
    the seats in turn, beginning with the next who can be the big blind.
    """
    prizes, entries = [0.0] * len(stacks), []
    order = from_small_blind([seat for seat in cycle if stacks[seat]])
    for point, weight in corners([stacks[seat] for seat in order], unit):
        chips = dict(zip(order, point, strict=True))
        left = from_small_blind([seat for seat in cycle if chips.get(seat)])
        out = [seat for seat in cycle if seat not in left]
        for seat, prize in prizes_of(out, lambda seat: (stacks[seat], before[seat]), rules.prizes, len(left)).items():
            prizes[seat] += weight * prize
        if len(left) == 1:
            prizes[left[0]] += weight * float(rules.prizes[0])
            continue
        state = states_of(len(left), rules.units)[tuple(chips[seat] for seat in left)]
        first = rules.first_value(len(left)) + state * len(left)
        entries += [(seat, first + place, weight) for place, seat in enumerate(left)]
    return Landing(prizes, entries)


def from_small_blind(cycle: Sequence[int]) -> tuple[int, ...]:
    """Return seats from the small blind on, given from the big blind on.

    >>> from_small_blind([2, 0, 1])
    (1, 2, 0)
    """
    return (cycle[-1], *cycle[:-1])


def next_cycle(players: int, big_blind: int = 1) -> tuple[int, ...]:
    """Return the seats after a hand, from the next who can be the big blind on; ``big_blind`` had it in the hand.

    >>> next_cycle(2), next_cycle(4), next_cycle(4, big_blind=3)
    ((0, 1), (2, 3, 0, 1), (0, 1, 2, 3))
    """
    return tuple((big_blind + 1 + turn) % players for turn in range(players))


def this_cycle(players: int) -> tuple[int, ...]:
    """Return the seats from the big blind on.

    >>> this_cycle(3)
    (1, 2, 0)
    """
    return tuple((1 + seat) % players for seat in range(players))


def prizes_of(out: Sequence[int], rank: Rank, prizes: Values, left: int) -> dict[int, float]:
    """Return the prizes of players who are out; equal ranks share.

    >>> import numpy as np
    >>> prizes_of([0, 1, 2], lambda seat: (0, (5, 5, 3)[seat]), np.array([0.5, 0.3, 0.2, 0.0]), 1)
    {0: 0.25, 1: 0.25, 2: 0.0}
    """
    found = {}
    for seat in out:
        ahead = left + sum(rank(other) > rank(seat) for other in out)
        level = sum(rank(other) == rank(seat) for other in out)
        found[seat] = float(prizes[ahead : ahead + level].sum()) / level
    return found
