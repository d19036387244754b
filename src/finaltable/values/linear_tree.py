"""The tree of DCM with linear functions as stacks, while chips move from one end of a range to the other.

Each stack at a node is a linear function of the chips moved, as long as the order of the stacks is fixed. It is stored
as the chips at both ends of the range, in whole numbers, to make ties exact. Places in the range are fractions in
lowest terms, as pairs of whole numbers: the objects of `fractions` would take most of the time.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from finaltable.table.table import Number, exact_value

Stack = tuple[int, int, int]  # chips at the low and the high end of a range, in some unit; and the player
Place = tuple[int, int]  # numerator and denominator of a number of chips moved


class LinearNode(NamedTuple):
    """The players left after some hands, as chips move from ``low`` to ``high``."""

    stacks: list[Stack]
    """Stacks from the shortest up; the order holds in the whole range once it has no tie."""
    low: Place
    high: Place
    path: tuple[int, ...]
    paths: int
    """One in this many tournaments takes this path."""
    probability: float
    """Probability of this path and of those that differ from it only by players who are always level."""


def start_node(stacks: Sequence[Number], direction: Sequence[int], low: Fraction, high: Fraction) -> LinearNode:
    """Return the node of the current table, without players who have no chips."""
    chips = [exact_value(stack) for stack in stacks]
    unit = math.lcm(*(stack.denominator for stack in chips))
    lines = [
        (slope * unit, int(stack * unit), player)
        for player, (stack, slope) in enumerate(zip(chips, direction, strict=True))
        if stack or slope
    ]
    ends = low.as_integer_ratio(), high.as_integer_ratio()
    return LinearNode(between(lines, *ends), *ends, (), 1, 1.0)


def between(lines: Sequence[tuple[int, int, int]], low: Place, high: Place) -> list[Stack]:
    """Return lines (slope, chips, player) as whole stacks at both ends, each times the end's denominator."""
    (first, below), (last, under) = low, high
    return sorted(
        [(slope * first + chips * below, slope * last + chips * under, player) for slope, chips, player in lines]
    )


def level_places(node: LinearNode) -> list[tuple[Place, tuple[int, int], bool]]:
    """Return the places where two players become level, with the pair, and whether it is between the ends.

    At an end, other players were level in an earlier hand; a player without chips there is out.
    """
    stacks = node.stacks
    found = []
    for end, (low, high, player) in enumerate(stacks, start=1):
        for other_low, other_high, other in stacks[end:]:
            if low < other_low and high < other_high:
                continue  # the same order at both ends, the common case
            pair = (player, other) if player < other else (other, player)
            ahead, behind = other_low - low, high - other_high
            if ahead and behind > 0:
                found.append((meeting(node, ahead, behind), pair, True))
            elif low and not ahead and behind:
                found.append((node.low, pair, False))
            elif high and not behind and ahead:
                found.append((node.high, pair, False))
    return found


def meeting(node: LinearNode, ahead: int, behind: int) -> Place:
    """Return where two lines cross: one is ``ahead`` by this much at the low end and ``behind`` at the high end."""
    (first, below), (last, under) = node.low, node.high
    numerator, denominator = first * behind + last * ahead, below * behind + under * ahead
    common = math.gcd(numerator, denominator)
    return numerator // common, denominator // common


def in_order(places: Iterable[Place]) -> list[Place]:
    """Return places from the lowest up.

    >>> in_order([(1, 2), (1, 3)])
    [(1, 3), (1, 2)]
    """
    return sorted(places, key=lambda place: Fraction(*place))


def pieces(node: LinearNode, places: Sequence[Place]) -> Iterator[LinearNode]:
    """Yield the pieces of a node between ties, in which the order of the stacks is fixed."""
    (first, below), (last, under) = node.low, node.high
    scale = last * below - first * under
    lines = [
        ((end * below - start * under) // scale, (start * last - end * first) // scale, player)
        for start, end, player in node.stacks
    ]
    for left, right in pairwise([node.low, *places, node.high]):
        yield LinearNode(between(lines, left, right), left, right, node.path, node.paths, node.probability)


def next_hands(node: LinearNode, most: Sequence[float], cut: float) -> tuple[list[LinearNode], float]:
    """Return the nodes after a hand that can move ``cut`` money, and the most that all others together can move.

    Players who are always level are interchangeable: only one of them needs to win.
    """
    stacks, players = node.stacks, len(node.stacks)
    hands, unseen = [], 0.0
    below_low = below_high = end = 0
    while end < players - 2:  # heads-up, no tie moves money
        first, (low, high, winner) = end, stacks[end]
        end += 1
        while end < players and stacks[end][0] == low and stacks[end][1] == high:
            end += 1
        level, above = end - first, players - end
        probability = node.probability * level / players
        # Players level with the winner risk their whole stack, like those below.
        below_low, below_high = below_low + level * low, below_high + level * high
        if (money := probability * most[above + 1]) < cut:
            unseen += money
            continue
        # Players above lose the winner's stack; all others, the winner included, put in their whole stack.
        left = [(one - low, other - high, player) for one, other, player in stacks[end:]]
        insort(left, (low * above + below_low, high * above + below_high, winner))
        hands.append(LinearNode(left, node.low, node.high, (*node.path, winner), node.paths * players, probability))
    return hands, unseen
