"""Continue a hand after hero has folded or gone in, if all other players play the equilibrium.

Players behind, and after a raise the raiser, go in with the equilibrium's frequencies, given hero's cards; beyond that,
their cards count as independent. With no player behind, this is exact. The order of three hands follows from comparing
pairs of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.cards.hand import CLASSES, class_table
from finaltable.equilibrium.lineup import MOST_IN
from finaltable.equilibrium.nodes import DecisionNode

if TYPE_CHECKING:
    from finaltable.equilibrium.showdowns import Ranks
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values

ALONE: Ranks = (0,)
Pushed = tuple[int, ...]


class Crowd(NamedTuple):
    """The players who went in, and the player who raised before."""

    pushed: Pushed
    raiser: int | None = None

    @property
    def folded(self) -> int | None:
        """The raiser, if they have folded."""
        return None if self.raiser in self.pushed else self.raiser


@dataclass(frozen=True)
class Hero:
    """A player with a hand at a decision."""

    found: Nash
    node: DecisionNode
    hand: int
    """The class of the hand."""

    @property
    def turn(self) -> int:
        """Hero's turn to act."""
        return self.node.seat

    def crowds(self, goes_in: bool) -> dict[Crowd, float]:
        """Return the sets of players who can be all-in, with their probabilities."""
        raiser, facing = self.node.raiser, self.node.facing
        if self.node.returns:  # the last decision of the hand
            return {Crowd((self.turn, *facing) if goes_in else facing, raiser): 1.0}
        pushed = (*facing, self.turn) if goes_in else facing
        return dict(self._behind(Crowd(pushed, raiser), self.turn + 1, 1.0))

    def _behind(self, crowd: Crowd, turn: int, chance: float) -> Iterator[tuple[Crowd, float]]:
        """Let the players behind act, one by one, and then the player who raised."""
        pushed, raiser = crowd
        most = MOST_IN if raiser is None else MOST_IN - 1
        node = DecisionNode(turn, pushed, raiser)
        if turn == len(self.found.lineup.deciding) or len(pushed) == most or node not in self.found.nodes:
            yield from self._answered(crowd, chance)  # the others fold, or the big blind has won
            return
        often = self.frequency(node)
        if often > 0:
            yield from self._behind(Crowd((*pushed, turn), raiser), turn + 1, chance * often)
        first = DecisionNode(turn, (), turn)
        raises = self.frequency(first) if raiser is None and not pushed and first in self.found.nodes else 0.0
        if raises > 0:
            yield from self._behind(Crowd((), turn), turn + 1, chance * raises)
        if often + raises < 1:
            yield from self._behind(crowd, turn + 1, chance * (1.0 - often - raises))

    def _answered(self, crowd: Crowd, chance: float) -> Iterator[tuple[Crowd, float]]:
        """Let the player who raised answer: they call or fold, unless they cannot fold."""
        pushed, raiser = crowd
        if raiser is None:
            yield crowd, chance
            return
        called = Crowd((raiser, *pushed), raiser)
        node = DecisionNode(raiser, pushed, raiser)
        if not pushed or node not in self.found.nodes:
            yield called, chance
            return
        often = self.frequency(node)
        yield called, chance * often
        yield crowd, chance * (1.0 - often)

    def frequency(self, node: DecisionNode) -> float:
        """Return the probability that a player goes in, given hero's cards."""
        deals = dealt()[self.hand] * self.found.raised(node)
        return float(self.found.hands(node) @ deals / deals.sum()) if deals.any() else 0.0

    def range_of(self, turn: int, crowd: Crowd) -> Values:
        """Return the range of a player who went in, as weights of classes."""
        held = np.zeros(CLASSES)
        if turn == self.turn:
            held[self.hand] = 1.0
            return held
        pushed, raiser = crowd
        others = tuple(other for other in pushed if other != raiser)
        if turn == raiser:
            node = DecisionNode(turn, others, raiser)
            raised: Values = self.found.hands(DecisionNode(turn, (), raiser))
            return raised * self.found.hands(node) if node in self.found.nodes else raised
        return self.found.hands(DecisionNode(turn, tuple(other for other in others if other < turn), raiser))

    def orders(self, crowd: Crowd) -> dict[Ranks, float]:
        """Return the probabilities of the orders of the hands all-in."""
        if len(crowd.pushed) < 2:
            return {ALONE: 1.0}
        ranges = [self.range_of(turn, crowd) for turn in crowd.pushed]
        if len(crowd.pushed) == 2:
            win, tie, lose = compared(*ranges)
            return {(0, 1): win, (0, 0): tie, (1, 0): lose}
        return three_orders(ranges)

    def worth(self, crowds: dict[Crowd, float], valued: Nash) -> float:
        """Return hero's expected value under ``valued``, in money."""
        terminals = valued.terminals
        total = 0.0
        for crowd, chance in crowds.items():
            for order, share in self.orders(crowd).items():
                row = terminals.row(crowd.pushed, order, crowd.folded)
                total += chance * share * float(terminals.values[row, self.turn])
        return total * valued.pool


@cache
def dealt() -> Values:
    """Return how often two classes are dealt together, as a matrix."""
    table = class_table()
    found: Values = table.wins + table.wins.T + table.ties
    return found


def compared(one: Values, other: Values) -> tuple[float, float, float]:
    """Return the probabilities that one range beats, ties and loses to another."""
    table = class_table()
    counted = np.array([one @ table.wins @ other, one @ table.ties @ other, other @ table.wins @ one])
    total = counted.sum()
    return tuple(float(part) for part in counted / total) if total > 0 else (0.5, 0.0, 0.5)  # type: ignore[return-value]


def three_orders(ranges: list[Values]) -> dict[Ranks, float]:
    """Return the probabilities of the six orders of three hands, without ties, from comparisons of pairs.

    >>> same = [np.ones(CLASSES)] * 3
    >>> [round(chance, 6) for chance in three_orders(same).values()] == [round(1 / 6, 6)] * 6
    True
    """
    beats = np.full((3, 3), 0.5)
    for i in range(3):
        for j in range(i):
            win, tie, _ = compared(ranges[i], ranges[j])
            beats[i, j], beats[j, i] = win + tie / 2, 1.0 - win - tie / 2
    found: dict[Ranks, float] = {}
    for best, second, last in permutations(range(3)):
        ranks = [0, 0, 0]
        ranks[second], ranks[last] = 1, 2
        found[tuple(ranks)] = float(beats[best, second] * beats[best, last] * beats[second, last])
    total = sum(found.values())
    return {order: chance / total for order, chance in found.items()}
