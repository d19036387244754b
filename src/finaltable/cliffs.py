"""Where DCM jumps: the stacks at which two players come to be level, now or some hands later.

DCM ranks players who bust in the same hand by their stacks, so an equity jumps where two stacks pass each other. As
chips move in a given direction (one stack grows; one player's chips go to another), every stack at every node of the
tree is a line a t + b, as long as the order of the stacks does not change; two lines cross where a tie is. Following
the tree with lines instead of numbers finds every tie that is reached with some probability, as an exact fraction,
without trying stack after stack.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from operator import itemgetter
from typing import NamedTuple

from finaltable.errors import InputError
from finaltable.table import Number, Table, exact_value

MAX_NODES = 200_000
BETWEEN_LOOKS = 500  # nodes; some ten milliseconds


class Tie(NamedTuple):
    """How far chips must move for two players to be level."""

    moved: Fraction
    path: tuple[int, ...]
    """Who wins the hands that lead there; empty: they are level now."""
    pair: tuple[int, int]
    probability: Fraction
    """Of that path."""


class Line(NamedTuple):
    """A stack as a function of how far chips have moved, t: slope * t + chips, in a unit that makes both whole."""

    player: int
    slope: int
    chips: int

    def at(self, moved: Fraction) -> int:
        """Return the number of chips there, times the denominator of ``moved``: comparable among lines."""
        return self.slope * moved.numerator + self.chips * moved.denominator


def find_ties(
    stacks: Sequence[Number],
    direction: Sequence[int],
    start: Number,
    stop: Number,
    least_probability: Fraction,
    look: Callable[[], None] = lambda: None,
) -> list[Tie]:
    """Return the ties of ``stacks + t * direction`` for t strictly between ``start`` and ``stop``, by t and pair.

    Each comes with its likeliest path; paths less probable than ``least_probability`` are not followed.
    ``look`` is called now and then, and may raise to stop the work.

    >>> [(int(tie.moved), tie.path) for tie in find_ties([0, 800, 2000, 3000], [1, 0, 0, 0], 700, 2500, Fraction(1, 4))]
    [(800, ()), (2000, ())]
    """
    chips = [exact_value(stack) for stack in stacks]
    unit = math.lcm(*(stack.denominator for stack in chips))
    start_lines = [
        Line(i, slope * unit, int(stack * unit))
        for i, (stack, slope) in enumerate(zip(chips, direction, strict=True))
        if stack or slope
    ]
    found: dict[tuple[Fraction, tuple[int, int]], Tie] = {}
    waiting: list[tuple[list[Line], tuple[int, ...], int, Fraction, Fraction]]
    waiting = [(start_lines, (), 1, exact_value(start), exact_value(stop))]
    most_paths = int(1 / least_probability)  # a path of probability 1/k is followed up to this k
    visited = 0
    while waiting:
        lines, path, paths, low, high = waiting.pop()
        visited += 1
        if visited % BETWEEN_LOOKS == 0:
            look()
        if visited > MAX_NODES:
            rule = f"must be large enough to look at no more than {MAX_NODES:,} nodes"
            raise InputError("threshold", rule, float(least_probability))
        places = in_order(lines, low, high)
        ties = crossings(places)
        for tie in ties:
            if tie not in found or found[tie].probability * paths < 1:
                found[tie] = Tie(tie[0], path, tie[1], Fraction(1, paths))
        next_paths = paths * len(lines)
        if next_paths <= most_paths:
            for left, right in pairwise([low, *sorted({moved for moved, _ in ties}), high]):
                between = in_order(lines, left, right) if ties else places
                waiting += [(after, (*path, winner), next_paths, left, right) for winner, after in next_hands(between)]
    return [found[tie] for tie in sorted(found)]


Place = tuple[tuple[int, int], Line]  # the chips at either end, and whose they are


def in_order(lines: Sequence[Line], low: Fraction, high: Fraction) -> list[Place]:
    """Return the lines with their chips at both ends, sorted: the order in between, if none cross there."""
    return sorted([((line.at(low), line.at(high)), line) for line in lines], key=itemgetter(0))


def crossings(places: Sequence[Place]) -> list[tuple[Fraction, tuple[int, int]]]:
    """Return where two lines cross strictly between the ends, with the two players."""
    if all(one[0] < other[0] and one[1] < other[1] for (one, _), (other, _) in pairwise(places)):
        return []  # in the same order at both ends, as nearly always
    found = []
    for ((low_one, high_one), one), ((low_other, high_other), other) in combinations(places, 2):
        if low_one < low_other and high_one > high_other:
            moved = Fraction(other.chips - one.chips, one.slope - other.slope)
            found.append((moved, (min(one.player, other.player), max(one.player, other.player))))
    return found


def next_hands(order: Sequence[Place]) -> list[tuple[int, list[Line]]]:
    """Return the winner and the lines after each hand that leaves three players or more.

    Nothing jumps once two players are left: heads-up, a place is chip share.
    """
    hands = []
    below_slope = below_chips = reached = 0
    for chips, winner in order:
        # Those level with the winner are at risk with all they have, like those below him.
        while reached < len(order) and order[reached][0] <= chips:
            below_slope += order[reached][1].slope
            below_chips += order[reached][1].chips
            reached += 1
        above = [line for _, line in order[reached:]]
        if len(above) < 2:
            break
        # Everybody above loses the winner's stack; everybody else gives all he has, the winner's own stack included.
        left = [Line(line.player, line.slope - winner.slope, line.chips - winner.chips) for line in above]
        won = Line(winner.player, winner.slope * len(above) + below_slope, winner.chips * len(above) + below_chips)
        hands.append((winner.player, [*left, won]))
    return hands


def least_probability(table: Table, threshold: float) -> Fraction:
    """Return how probable a tie must be to move ``threshold`` money.

    First place is chip share on either side of a tie, so a tie can only move a player among the other places: by the
    node's probability of what their prizes differ. Several nodes may tie in one place, at least one for each of players
    who are level now; dividing by their number leaves room for that.
    """
    later = table.payout_array[1:]  # of all players: who has no chips yet may be given some
    differ = float(later.max() - later.min()) if later.size else 0.0
    level = max(table.stacks.count(stack) for stack in table.stacks)
    return Fraction(threshold / differ) / max(2, level) if differ else Fraction(2)
