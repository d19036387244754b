"""The tree of DCM with lines instead of numbers: every stack as chips move from one end of a range to the other.

As chips move in a given direction, every stack at a node is a line in how far they have moved, as long as nobody passes
anybody. A line is kept as the chips at both ends of the range: in whole numbers, so that ties are exact.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from finaltable.table.table import Number, exact_value

Stack = tuple[int, int, int]  # chips at the low end of a range, at its high end, in some unit; and whose they are


class LinearNode(NamedTuple):
    """The players left after some hands, as chips move from ``low`` to ``high``."""

    stacks: list[Stack]
    """From the shortest up; everywhere in between once the range holds no tie."""
    low: Fraction
    high: Fraction
    path: tuple[int, ...]
    paths: int
    """One in so many tournaments takes this path."""
    probability: float
    """Of this path and of all that differ from it only by players who are level throughout."""


def start_node(stacks: Sequence[Number], direction: Sequence[int], low: Fraction, high: Fraction) -> LinearNode:
    """Return the table as it stands, without players who have no chips."""
    chips = [exact_value(stack) for stack in stacks]
    unit = math.lcm(*(stack.denominator for stack in chips))
    lines = [
        (slope * unit, int(stack * unit), player)
        for player, (stack, slope) in enumerate(zip(chips, direction, strict=True))
        if stack or slope
    ]
    return LinearNode(between(lines, low, high), low, high, (), 1, 1.0)


def between(lines: Sequence[tuple[int, int, int]], low: Fraction, high: Fraction) -> list[Stack]:
    """Return lines (slope, chips, player) as stacks at two ends, each times the end's denominator: whole numbers."""
    return sorted(
        (
            slope * low.numerator + chips * low.denominator,
            slope * high.numerator + chips * high.denominator,
            player,
        )
        for slope, chips, player in lines
    )


def level_places(node: LinearNode) -> list[tuple[Fraction, tuple[int, int], bool]]:
    """Return where two players are level who are not level throughout, and whether it is between the ends.

    At an end, others were level in an earlier hand; whoever has no chips there is out.
    """
    if all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(node.stacks)):
        return []  # in the same order at both ends, as nearly always
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
    """Return where two lines cross, of which one is ahead by so much at the low end and behind at the high end."""
    low, high = node.low, node.high
    return Fraction(
        low.numerator * behind + high.numerator * ahead, low.denominator * behind + high.denominator * ahead
    )


def pieces(node: LinearNode, places: Sequence[Fraction]) -> Iterator[LinearNode]:
    """Yield the node between one tie and the next, where nobody passes anybody."""
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
    """Return the nodes after a hand that can move ``cut`` money, and how much all others together can move.

    Players who are level throughout are alike: whichever of them wins, the same follows under other names.
    """
    stacks, players = node.stacks, len(node.stacks)
    hands, unseen = [], 0.0
    below_low = below_high = end = 0
    while end < players:
        first, (low, high, winner) = end, stacks[end]
        while end < players and stacks[end][0] == low and stacks[end][1] == high:
            end += 1
        # Those level with the winner are at risk with all they have, like those below them.
        below_low, below_high = below_low + (end - first) * low, below_high + (end - first) * high
        above = players - end
        probability = node.probability * (end - first) / players
        if probability * most[above + 1] < cut:
            unseen += probability * most[above + 1]
            continue
        # Everybody above loses the winner's stack; everybody else gives all they have, the winner's own stack included.
        left = [(one - low, other - high, player) for one, other, player in stacks[end:]]
        insort(left, (low * above + below_low, high * above + below_high, winner))
        hands.append(LinearNode(left, node.low, node.high, (*node.path, winner), node.paths * players, probability))
    return hands, unseen
