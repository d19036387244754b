"""Strategies in all states of a chain, improved hand by hand with the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES
from finaltable.cards.three import dealing
from finaltable.equilibrium.nash import start_profile
from finaltable.equilibrium.showdowns import one_shares, two_shares

if TYPE_CHECKING:
    from finaltable.results import Values
    from finaltable.table.options import Progress
    from finaltable.tournaments.chain import Chain

ORDERS = 13  # of three hands


class Policy:
    """A profile for every hand of a chain, and what follows from it."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.groups: dict[tuple[int, int, bool], list[int]] = {}
        for state, hand in enumerate(chain.hands):
            self.groups.setdefault(hand.shape, []).append(state)
        self.profiles = {}
        self.locked = {}
        for shape, states in self.groups.items():
            if shape[0]:
                start, locked = start_profile(chain.hands[states[0]].lineup, {})
                self.profiles[shape] = np.repeat(start[np.newaxis].astype(np.float32), len(states), axis=0)
                self.locked[shape] = locked
        self.chances = np.concatenate([hand.fold for hand in chain.hands])
        self.exploitability = np.zeros((len(chain.hands), chain.players))

    def play(self, values, tolerance, most_sweeps, warmth, threads, max_seconds=None, progress=None):
        worth = self.chain.worth(values)
        first = self.chain.first
        for shape, states in self.groups.items():
            if not shape[0]:
                continue
            seats, posted, last_opens = shape
            n = self.chain.players
            ones, twos = one_shares(posted), two_shares(posted)
            c1, c2 = len(ones), len(twos)
            pairs, triples = seats * (seats - 1) // 2, seats * (seats - 1) * (seats - 2) // 6
            sizes = (seats * c1, pairs * c2, triples * ORDERS)
            gains = np.empty((len(states), sum(sizes), n))
            for i, state in enumerate(states):
                hand = self.chain.hands[state]
                order = [*hand.lineup.deciding, *hand.lineup.all_in]
                gains[i] = hand.change @ worth[first[state] : first[state + 1]][:, order]
            parts = np.split(gains, np.cumsum(sizes)[:-1], axis=1)
            found = _core.solve_hands(
                last_opens, ones, twos,
                np.ascontiguousarray(parts[0]).reshape(len(states), seats, c1, n),
                np.ascontiguousarray(parts[1]).reshape(len(states), pairs, c2, n),
                np.ascontiguousarray(parts[2]).reshape(len(states), triples, ORDERS, n),
                dealing(three=seats + posted > 2),
                self.profiles[shape].astype(np.float64), self.locked[shape], tolerance, most_sweeps, warmth, threads, max_seconds, progress)
            self.profiles[shape] = found.profile.astype(np.float32)
            masses = np.concatenate([m.reshape(len(states), -1) for m in (found.one, found.two, found.three)], axis=1)
            for i, state in enumerate(states):
                hand = self.chain.hands[state]
                self.chances[first[state] : first[state + 1]] = hand.fold + masses[i] @ hand.change
                self.exploitability[state, list(hand.lineup.deciding)] = found.exploitability[i]
