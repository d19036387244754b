"""Simulated tournaments that follow a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator

from finaltable.scoring.snapshots import Snapshot

Play = Callable[[Sequence[float], Generator], list[int]]
PAYOUTS = {3: (100, 60, 30), 4: (100, 60, 40, 20), 5: (100, 65, 40, 25, 15)}


def by_powers(exponent: float = 1.0) -> Play:
    """Return a tournament by ICM with an exponent: places are drawn in proportion to powers of stacks."""

    def play(stacks: Sequence[float], random: Generator) -> list[int]:
        left, places = list(range(len(stacks))), [0] * len(stacks)
        for place in range(len(stacks)):
            weights = np.array([stacks[i] for i in left]) ** exponent
            places[left.pop(int(random.choice(len(left), p=weights / weights.sum())))] = place
        return places

    return play


def all_in(stacks: Sequence[float], random: Generator) -> list[int]:
    """Play a tournament by DCM: all players are all-in in every hand until one has all the chips."""
    chips, places = list(stacks), [0] * len(stacks)
    live = list(range(len(stacks)))
    while len(live) > 1:
        winner = live[int(random.integers(len(live)))]
        bets = {i: min(chips[i], chips[winner]) for i in live if i != winner}
        before = dict(enumerate(chips))
        for player, bet in bets.items():
            chips[player] -= bet
            chips[winner] += bet
        bust = sorted((i for i in live if chips[i] == 0), key=lambda i: (before[i], random.random()))
        for player in bust:
            places[player] = len(live) - 1
            live.remove(player)
    return places


def snapshots(events: int, play: Play, seed: int = 0, players: Sequence[int] = (3, 4, 5)) -> list[Snapshot]:
    """Return tournaments with one or two snapshots each; the second has twice the stacks and the same places."""
    random = np.random.default_rng(seed)
    found = []
    for event in range(events):
        count = int(random.choice(players))
        stacks = [int(chips) for chips in random.integers(20, 400, count) * 10]
        places = play(stacks, random)
        payouts = [prize * (1000 + event) for prize in PAYOUTS[count]]  # different top prizes make a different event
        found.append(Snapshot(stacks, places, payouts))
        if event % 2:
            found.append(Snapshot([2 * chips for chips in stacks], places, payouts))
    return found
