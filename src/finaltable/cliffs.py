"""Where DCM jumps: the stacks at which two players come to be level, now or some hands later.

DCM ranks players who bust in the same hand by their stacks, so an equity jumps where two stacks pass each other. As one
player's stack s moves, every stack at every node of the tree is a line a s + b, as long as the order of the stacks does
not change; two lines cross where a tie is. Following the tree with lines instead of numbers finds every tie that is
reached with some probability, as an exact fraction, without trying stack after stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from finaltable.errors import InputError
from finaltable.table import Number, exact_value

MAX_NODES = 200_000


class Tie(NamedTuple):
    """A stack of the player who is moved at which two players are level."""

    stack: Fraction
    path: tuple[int, ...]
    """Who wins the hands that lead there; empty: they are level now."""
    pair: tuple[int, int]
    probability: Fraction
    """Of that path."""


class Line(NamedTuple):
    """A stack as a function of the moved one: slope * s + chips."""

    player: int
    slope: Fraction
    chips: Fraction

    def at(self, stack: Fraction) -> Fraction:
        """Return the number of chips for one stack of the moved player."""
        return self.slope * stack + self.chips


def find_ties(
    stacks: Sequence[Number], player: int, start: Number, stop: Number, least_probability: Fraction
) -> list[Tie]:
    """Return the ties between ``start`` and ``stop``, by stack, each with its likeliest path.

    Paths less probable than ``least_probability`` are not followed.

    >>> [(int(tie.stack), tie.path) for tie in find_ties([1000, 800, 2000, 3000], 0, 700, 2500, Fraction(1, 4))]
    [(800, ()), (2000, ())]
    """
    start_lines = [
        Line(i, Fraction(1), Fraction(0)) if i == player else Line(i, Fraction(0), exact_value(stack))
        for i, stack in enumerate(stacks)
        if stack or i == player
    ]
    found: dict[Fraction, Tie] = {}
    waiting: list[tuple[list[Line], tuple[int, ...], Fraction, Fraction, Fraction]]
    waiting = [(start_lines, (), Fraction(1), exact_value(start), exact_value(stop))]
    visited = 0
    while waiting:
        lines, path, probability, low, high = waiting.pop()
        visited += 1
        if visited > MAX_NODES:
            rule = f"must be large enough to look at no more than {MAX_NODES:,} nodes"
            raise InputError("threshold", rule, float(least_probability))
        ties = crossings(lines, low, high)
        for stack, pair in ties.items():
            if stack not in found or found[stack].probability < probability:
                found[stack] = Tie(stack, path, pair, probability)
        next_probability = probability / len(lines)
        if next_probability >= least_probability:
            for left, right in pairwise([low, *sorted(ties), high]):
                waiting += [
                    (after, (*path, winner), next_probability, left, right)
                    for winner, after in next_hands(lines, (left + right) / 2)
                ]
    return [found[stack] for stack in sorted(found)]


def crossings(lines: Sequence[Line], low: Fraction, high: Fraction) -> dict[Fraction, tuple[int, int]]:
    """Return where two lines cross strictly between ``low`` and ``high``, with the two players."""
    found = {}
    for one, other in combinations(lines, 2):
        if one.slope != other.slope:
            stack = (other.chips - one.chips) / (one.slope - other.slope)
            if low < stack < high:
                found[stack] = (min(one.player, other.player), max(one.player, other.player))
    return found


def next_hands(lines: Sequence[Line], stack: Fraction) -> list[tuple[int, list[Line]]]:
    """Return the winner and the lines after each hand that leaves three players or more.

    Nothing jumps once two players are left: heads-up, a place is chip share.
    """
    hands = []
    for winner in lines:
        stake = winner.at(stack)
        above = [line for line in lines if line.at(stack) > stake]
        if len(above) < 2:
            continue
        # Everybody above loses the winner's stack; everybody else gives all he has, the winner's own stack included.
        below = [line for line in lines if line.at(stack) <= stake]
        slope = winner.slope * len(above) + sum(line.slope for line in below)
        chips = winner.chips * len(above) + sum(line.chips for line in below)
        left = [Line(line.player, line.slope - winner.slope, line.chips - winner.chips) for line in above]
        hands.append((winner.player, [*left, Line(winner.player, slope, chips)]))
    return hands
