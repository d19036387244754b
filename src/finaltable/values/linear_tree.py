"""The tree of DCM with linear functions as stacks, while chips move from one end of a range to the other.

Each stack at a node is a linear function of the chips moved, as long as the order of the stacks is fixed. It is stored
as the chips at both ends of the range, in whole numbers, to make ties exact.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from finaltable.table.table import Number, exact_value

Stack = tuple[int, int, int]  # chips at the low and the high end of a range, in some unit; and the player


class LinearNode(NamedTuple):
    """The players left after some hands, as chips move from ``low`` to ``high``."""

    stacks: list[Stack]
    """Stacks from the shortest up; the order holds in the whole range once it has no tie."""
    low: Fraction
    high: Fraction
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
    return LinearNode(between(lines, low, high), low, high, (), 1, 1.0)


def between(lines: Sequence[tuple[int, int, int]], low: Fraction, high: Fraction) -> list[Stack]:
    """Return lines (slope, chips, player) as whole stacks at both ends, each times the end's denominator."""
    return sorted(
        (
            slope * low.numerator + chips * low.denominator,
            slope * high.numerator + chips * high.denominator,
            player,
        )
        for slope, chips, player in lines
    )


def level_places(node: LinearNode) -> list[tuple[Fraction, tuple[int, int], bool]]:
    """Return the places where two players become level, with the pair, and whether it is between the ends.

    At an end, other players were level in an earlier hand; a player without chips there is out.
    """
    if all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(node.stacks)):
        return []  # the same order at both ends, the common case
    found = []
    for one, other in combinations(node.stacks, 2):
        pair = min(one[2], other[2]), max(one[2], other[2])
        ahead, behind = other[0] - one[0], one[1] - other[1]
        if ahead > 0 and behind > 0:
            found.append((meeting(node, ahead, behind), pair, True))
        elif one[0] and ahead == 0 and behind:
            found.append((node.low, pair, False))
        elif one[1] and behind == 0 and ahead:
            found.append((node.high, pair, False))
    return found


def meeting(node: LinearNode, ahead: int, behind: int) -> Fraction:
    """Return where two lines cross: one is ``ahead`` by this much at the low end and ``behind`` at the high end."""
    low, high = node.low, node.high
    return Fraction(
        low.numerator * behind + high.numerator * ahead, low.denominator * behind + high.denominator * ahead
    )


def pieces(node: LinearNode, places: Sequence[Fraction]) -> Iterator[LinearNode]:
    """Yield the pieces of a node between ties, in which the order of the stacks is fixed."""
    low, high = node.low, node.high
    scale = high.numerator * low.denominator - low.numerator * high.denominator
    lines = [
        (
            (last * low.denominator - first * high.denominator) // scale,
            (first * high.numerator - last * low.numerator) // scale,
            player,
        )
        for first, last, player in node.stacks
    ]
    for left, right in pairwise([low, *places, high]):
        yield node._replace(stacks=between(lines, left, right), low=left, high=right)


def next_hands(node: LinearNode, most: Sequence[float], cut: float) -> tuple[list[LinearNode], float]:
    """Return the nodes after a hand that can move ``cut`` money, and the most that all others together can move.

    Players who are always level are interchangeable: only one of them needs to win.
    """
    stacks, players = node.stacks, len(node.stacks)
    hands, unseen = [], 0.0
    below_low = below_high = end = 0
    while end < players:
        first, (low, high, winner) = end, stacks[end]
        while end < players and stacks[end][0] == low and stacks[end][1] == high:
            end += 1
        # Players level with the winner risk their whole stack, like those below.
        below_low, below_high = below_low + (end - first) * low, below_high + (end - first) * high
        above = players - end
        probability = node.probability * (end - first) / players
        if probability * most[above + 1] < cut:
            unseen += probability * most[above + 1]
            continue
        # Players above lose the winner's stack; all others, the winner included, put in their whole stack.
        left = [(one - low, other - high, player) for one, other, player in stacks[end:]]
        insort(left, (low * above + below_low, high * above + below_high, winner))
        hands.append(LinearNode(left, node.low, node.high, (*node.path, winner), node.paths * players, probability))
    return hands, unseen
