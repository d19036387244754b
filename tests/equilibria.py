"""A push-or-fold game of three players solved slowly, in plain Python: for the tests, independent of the core.

Nothing is approximated: every deal of three hands, every way to act, every order of the hands, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

Hand = int
Facing = tuple[int, ...]
Strategy = dict[tuple[int, Facing], dict[Hand, float]]
Chances = Callable[[tuple[Hand, ...], Facing], Mapping[tuple[int, ...], float]]
Value = Callable[[Facing, tuple[int, ...]], Sequence[float]]
NODES: list[tuple[int, Facing]] = [(0, ()), (1, ()), (1, (0,)), (2, (0,)), (2, (1,)), (2, (0, 1))]


class SlowGame:
    """Three players: how often each three hands are dealt, how those who pushed compare, and what an end is worth."""

    def __init__(self, deals: Mapping[tuple[Hand, ...], float], chances: Chances, value: Value) -> None:
        total = sum(deals.values())
        self.deals = {hands: times / total for hands, times in deals.items() if times}
        self.hands = sorted({hand for hands in deals for hand in hands})
        self.worth: dict[tuple[tuple[Hand, ...], Facing], list[float]] = {}
        for hands in self.deals:
            for pushed in ends():
                sums = [0.0] * 3
                for order, chance in chances(hands, pushed).items():
                    for player, money in enumerate(value(pushed, order)):
                        sums[player] += chance * money
                self.worth[hands, pushed] = sums

    def expected(self, hands: tuple[Hand, ...], strategy: Strategy, forced: Mapping[int, bool]) -> list[float]:
        """Return what everybody has on average, if some players do what is forced."""
        sums = [0.0] * 3
        for pushed, chance in self.paths(hands, strategy, forced):
            for player, value in enumerate(self.worth[hands, pushed]):
                sums[player] += chance * value
        return sums

    def paths(
        self, hands: tuple[Hand, ...], strategy: Strategy, forced: Mapping[int, bool]
    ) -> Iterator[tuple[Facing, float]]:
        """Yield every way the hand can go, with its chance."""
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
        """Return what going in gains over folding at every decision with every hand, times how often it comes up."""
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
        """Return what all players together could gain."""
        return sum(
            (1.0 - strategy[node][hand]) * gain if gain > 0 else -strategy[node][hand] * gain
            for node, row in self.gains(strategy).items()
            for hand, gain in row.items()
        )

    def solve(self, rounds: int) -> Strategy:
        """Return the average of best responses, later ones weighing more."""
        average: Strategy = {node: dict.fromkeys(self.hands, 0.5) for node in NODES}
        for step in range(1, rounds + 1):
            for node, row in self.gains(average).items():
                for hand, gain in row.items():
                    average[node][hand] += (float(gain > 0) - average[node][hand]) * 2 / (step + 2)
        return average


def ends() -> list[Facing]:
    """Return who can have pushed: the last player alone cannot, who has won if all fold."""
    return [(), (0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
