"""Sequential elimination by its definition, in any type of number: exact for fractions; with floats, an oracle.

1. Of m players with stacks x, player i busts next with a probability proportional to the sum of w(x_i, x_j) over all
   others j, divided by x_i. They finish in place m.
2. The chips of i go to the others in proportion to w(x_i, x_j). In the same proportion they have busted i.
3. Of the last two, each wins with a probability of their share of the chips.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from finaltable.errors import InputError, Verbatim
from finaltable.models.exact_equity import Solution
from finaltable.models.sem.kernels import KERNELS, Weight

MAX_BITS = 13_000  # 3,900 digits, close to what Python prints; tables of five or six players may need more
Checkpoint = Callable[[float], None]


def solve(stacks: Sequence[Any], kernel: str = "knockout", checkpoint: Checkpoint = lambda _: None) -> Solution:
    """Enumerate the orders in which players who all hold chips can bust.

    >>> from fractions import Fraction
    >>> [str(place) for place in solve([Fraction(1), Fraction(2), Fraction(3)]).finish[0]]
    ['1/6', '15/68', '125/204']
    """
    walk = Walk(len(stacks), KERNELS[kernel], sum(stacks), checkpoint)
    walk.go(list(range(len(stacks))), list(stacks), walk.total / walk.total)
    return Solution(walk.finish, walk.knockouts, walk.states)


class Walk:
    """Sums over the orders of elimination enumerated so far."""

    def __init__(self, players: int, weight: Weight, total: Any, checkpoint: Checkpoint) -> None:
        nothing = total - total
        self.finish = [[nothing] * players for _ in range(players)]
        self.knockouts = [[nothing] * players for _ in range(players)]
        self.weight, self.total, self.checkpoint = weight, total, checkpoint
        self.states = 0
        self.expected = math.factorial(players)

    def go(self, who: list[int], stacks: list[Any], chance: Any) -> None:
        """Add the next elimination among these players, whose stacks have this probability, and recurse."""
        self.states += 1
        if self.states % 256 == 0:
            self.checkpoint(self.states / self.expected)
        if len(who) == 1:
            self.finish[who[0]][0] += chance
            return
        weights = [[self.weight(x, y) if i != j else 0 for j, y in enumerate(stacks)] for i, x in enumerate(stacks)]
        for out, rate in enumerate(self.rates(stacks, weights)):
            self.finish[who[out]][len(who) - 1] = check_size(self.finish[who[out]][len(who) - 1] + chance * rate)
            total = sum(weights[out])
            shares = [weight / total for weight in weights[out]]
            for taker, share in zip(who, shares, strict=True):
                self.knockouts[taker][who[out]] += chance * rate * share
            rest = [(i, x + stacks[out] * share) for i, x, share in zip(who, stacks, shares, strict=True)]
            del rest[out]
            self.go([i for i, _ in rest], [x for _, x in rest], chance * rate)

    def rates(self, stacks: list[Any], weights: list[list[Any]]) -> list[Any]:
        """Return each player's probability to bust next."""
        rates = [sum(row) / stack for row, stack in zip(weights, stacks, strict=True)]
        total = sum(rates)
        return [rate / total for rate in rates]


def check_size(value: Any) -> Any:
    """Return a probability, or raise if it is a fraction with too many digits."""
    bits = getattr(value, "denominator", 1).bit_length()
    if bits > MAX_BITS:
        rule = f"'exact' keeps fractions below {MAX_BITS} bits"
        raise InputError("method", rule, Verbatim(f"{bits} bits"), hint="use {method=tree}", code="too_precise")
    return value
