"""Slow games of three players in plain Python, independent of the core: push or fold, and any tree of decisions.

Nothing is approximated: it enumerates every deal of three hands, every sequence of actions and every showdown order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from finaltable._core import NO_ACTION

if TYPE_CHECKING:
    from finaltable.equilibrium.tree import GameTree

Hand = int
Facing = tuple[int, ...]
Strategy = dict[tuple[int, Facing], dict[Hand, float]]
Chances = Callable[[tuple[Hand, ...], Facing], Mapping[tuple[int, ...], float]]
Value = Callable[[Facing, tuple[int, ...]], Sequence[float]]
Value3 = Sequence[float]
NODES: list[tuple[int, Facing]] = [(0, ()), (1, ()), (1, (0,)), (2, (0,)), (2, (1,)), (2, (0, 1))]


class SlowGame:
    """A game of three players: probabilities of deals and of showdown orders, and the value of each outcome."""

    def __init__(self, deals: Mapping[tuple[Hand, ...], float], chances: Chances, value: Value) -> None:
        total = sum(deals.values())
        self.deals = {hands: times / total for hands, times in deals.items() if times}
        self.hands = sorted({hand for hands in deals for hand in hands})
        self.values: dict[tuple[tuple[Hand, ...], Facing], list[float]] = {}
        for hands in self.deals:
            for pushed in ends():
                sums = [0.0] * 3
                for order, chance in chances(hands, pushed).items():
                    for player, money in enumerate(value(pushed, order)):
                        sums[player] += chance * money
                self.values[hands, pushed] = sums

    def expected(self, hands: tuple[Hand, ...], strategy: Strategy, forced: Mapping[int, bool]) -> list[float]:
        """Return the expected value of each player, with the actions of some players forced."""
        sums = [0.0] * 3
        for pushed, chance in self.paths(hands, strategy, forced):
            for player, value in enumerate(self.values[hands, pushed]):
                sums[player] += chance * value
        return sums

    def paths(
        self, hands: tuple[Hand, ...], strategy: Strategy, forced: Mapping[int, bool]
    ) -> Iterator[tuple[Facing, float]]:
        """Yield each set of players who push, with its probability."""
        for acts in product((False, True), repeat=3):
            pushed: Facing = ()
            chance = 1.0
            for player, goes_in in enumerate(acts):
                node = (player, pushed)
                often = strategy[node][hands[player]] if node in strategy else 0.0
                if player in forced:
                    often = float(forced[player])
                    often = often if node in strategy else 0.0
                chance *= often if goes_in else 1.0 - often
                pushed = (*pushed, player) if goes_in else pushed
            if chance:
                yield pushed, chance

    def gains(self, strategy: Strategy) -> dict[tuple[int, Facing], dict[Hand, float]]:
        """Return the gain of going in over folding at each decision with each hand, times its probability."""
        found = {node: dict.fromkeys(self.hands, 0.0) for node in NODES}
        for hands, dealt in self.deals.items():
            for player, facing in NODES:
                reach = dealt
                for earlier in range(player):
                    before = tuple(i for i in facing if i < earlier)
                    often = strategy[earlier, before][hands[earlier]] if (earlier, before) in strategy else 0.0
                    reach *= often if earlier in facing else 1.0 - often
                if not reach:
                    continue
                path = {i: i in facing for i in range(player)}
                both = [self.expected(hands, strategy, {**path, player: act})[player] for act in (True, False)]
                found[player, facing][hands[player]] += reach * (both[0] - both[1])
        return found

    def exploitability(self, strategy: Strategy) -> float:
        """Return the sum of what each player could gain by deviating."""
        return sum(
            (1.0 - strategy[node][hand]) * gain if gain > 0 else -strategy[node][hand] * gain
            for node, row in self.gains(strategy).items()
            for hand, gain in row.items()
        )

    def solve(self, rounds: int) -> Strategy:
        """Return the average of best responses, with more weight on later ones."""
        average: Strategy = {node: dict.fromkeys(self.hands, 0.5) for node in NODES}
        for step in range(1, rounds + 1):
            for node, row in self.gains(average).items():
                for hand, gain in row.items():
                    average[node][hand] += (float(gain > 0) - average[node][hand]) * 2 / (step + 2)
        return average


def ends() -> list[Facing]:
    """Return the possible sets of players who push; the last player alone is none, as they win if all fold."""
    return [(), (0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]


Weights = dict[tuple[Hand, ...], float]


class SlowTree:
    """A game as a tree of decisions: enumerates the hands of all players, and every sequence of actions.

    ``strategy`` has a frequency for each row of the tree and each hand; ``value`` gives each player's money at an end.
    """

    def __init__(
        self, tree: GameTree, deals: Mapping[tuple[Hand, ...], float], value: Callable[[int, tuple[Hand, ...]], Value3]
    ) -> None:
        total = sum(deals.values())
        self.tree, self.value = tree, value
        self.deals = {hands: times / total for hands, times in deals.items() if times}

    def expected(self, strategy: Mapping[int, Mapping[Hand, float]], player: int, best: bool = False) -> float:
        """Return a player's value, perhaps with the best response to the others."""
        own = {hands[player] for hands in self.deals}
        return sum(
            self.follow(
                0, {hands: p for hands, p in self.deals.items() if hands[player] == hand}, strategy, player, best
            )
            for hand in own
        )

    def follow(
        self,
        after: int,
        weights: Weights,
        strategy: Mapping[int, Mapping[Hand, float]],
        player: int,
        best: bool,
    ) -> float:
        """Return what the hands of one class of the player add to its value, from a decision or an end on."""
        if after < 0:
            return sum(weight * self.value(-1 - after, hands)[player] for hands, weight in weights.items())
        seat, *follows = self.tree.decisions[after].tolist()
        taken = [(2 * after + number, then) for number, then in enumerate(follows[1:]) if then != NO_ACTION]
        branches = []
        for row, then in [(None, follows[0]), *taken]:
            often = {
                hands: 1.0 - sum(strategy[other][hands[seat]] for other, _ in taken)
                if row is None
                else strategy[row][hands[seat]]
                for hands in weights
            }
            if seat == player and best:
                often = dict.fromkeys(weights, 1.0)
            kept = {hands: weight * often[hands] for hands, weight in weights.items()}
            branches.append(self.follow(then, kept, strategy, player, best))
        return max(branches) if seat == player and best else sum(branches)
