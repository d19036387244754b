"""States of a tournament: stacks on a grid, from the small blind to the button, and points between them.

Between grid points, values are interpolated on the triangulation of Freudenthal (1942), in the cumulative stacks: it
needs as many corners as players, and keeps every stack at 0 or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import comb

State = tuple[int, ...]


def count_states(players: int, units: int) -> int:
    """Return the number of ways to divide units among players who all have one or more.

    >>> count_states(2, 160), count_states(3, 45), count_states(4, 18)
    (159, 946, 680)
    """
    return comb(units - 1, players - 1)


@cache
def states_of(players: int, units: int) -> dict[State, int]:
    """Return the index of each state.

    >>> states_of(2, 4)
    {(1, 3): 0, (2, 2): 1, (3, 1): 2}
    """
    cuts = combinations(range(1, units), players - 1)
    states = (tuple(b - a for a, b in zip((0, *cut), (*cut, units), strict=True)) for cut in cuts)
    return {state: index for index, state in enumerate(states)}


def corners(stacks: Sequence[int], unit: int) -> Iterator[tuple[State, float]]:
    """Yield the grid points around stacks, with their weights; ``unit`` is the distance of grid points in chips.

    >>> list(corners((4, 5, 3), 4))
    [((1, 1, 1), 0.75), ((1, 2, 0), 0.25)]
    """
    below, rests, total = [0], [], 0
    for chips in stacks[:-1]:
        total += chips
        below.append(total // unit)
        rests.append(total % unit)
    below.append(sum(stacks) // unit)
    weight = unit
    for place in sorted(range(len(rests)), key=lambda i: (-rests[i], -i)):
        if weight > rests[place]:
            yield differences(below), (weight - rests[place]) / unit
            weight = rests[place]
        below[place + 1] += 1
    if weight:
        yield differences(below), weight / unit


def differences(cumulative: Sequence[int]) -> State:
    """Return the steps between cumulative stacks."""
    return tuple(b - a for a, b in pairwise(cumulative))
