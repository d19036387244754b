"""A plain search of DCM's tree, hand by hand and without merging: slow, and independent of the core.

Where it stops, a player wins by chip share and otherwise gets a prize of the places that are left.
"""

from __future__ import annotations

from collections.abc import Sequence

Hand = list[tuple[int, int]]
"""Stacks and players, by descending stack."""


def unmerged(stacks: Sequence[int], payouts: Sequence[float], threshold: float) -> tuple[list[float], list[float]]:
    """Return the least and the most that every equity can be, after a search of all hands down to a probability.

    >>> [[round(value, 6) for value in bound] for bound in unmerged([1000, 500, 100], [100, 50], 1e-9)]
    [[80.79218, 60.666322, 8.541497], [80.79218, 60.666322, 8.541497]]
    """
    prizes = [*payouts, *[0.0] * (len(stacks) - len(payouts))]
    least, most = [0.0] * len(stacks), [0.0] * len(stacks)

    def pay(player: int, low: float, high: float) -> None:
        least[player] += low
        most[player] += high

    def bust(group: Hand, first: int, probability: float) -> None:
        """Equal stacks share the places from ``first``, which counts from 0."""
        mean = sum(prizes[first : first + len(group)]) / len(group)
        for _, player in group:
            pay(player, probability * mean, probability * mean)

    def explore(hand: Hand, probability: float) -> None:
        if len(hand) <= 2 or probability < threshold:
            stop(hand, probability)
            return
        for winner, (lost, player) in enumerate(hand):
            left = [(stack - lost, other) for stack, other in hand if stack > lost]
            out = [one for number, one in enumerate(hand) if number != winner and one[0] <= lost]
            place = len(left) + 1
            for stack in sorted({stack for stack, _ in out}, reverse=True):
                group = [one for one in out if one[0] == stack]
                bust(group, place, probability / len(hand))
                place += len(group)
            won = sum(min(stack, lost) for stack, _ in hand)
            explore(sorted([*left, (won, player)], reverse=True), probability / len(hand))

    def stop(hand: Hand, probability: float) -> None:
        others = prizes[1 : len(hand)] or [0.0]
        for stack, player in hand:
            share = stack / sum(stacks)
            win = share * prizes[0]
            pay(
                player, probability * (win + (1 - share) * min(others)), probability * (win + (1 - share) * max(others))
            )

    start = sorted(((stack, player) for player, stack in enumerate(stacks) if stack > 0), reverse=True)
    gone = [(0, player) for player, stack in enumerate(stacks) if stack == 0]
    if gone:
        bust(gone, len(start), 1.0)
    explore(start, 1.0)
    return least, most
