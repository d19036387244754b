"""All hands with one number of players as a Markov chain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from finaltable.results import Values
from finaltable.tournaments.grid import states_of
from finaltable.tournaments.hand import Effects, Hand, Shape
from finaltable.tournaments.landing import land, next_cycle
from finaltable.tournaments.linear import solve_linear

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.tournaments.rules import Rules


@dataclass(frozen=True)
class Chain:
    """Hands with one number of players, and where their outcomes lead.

    The value of an outcome for a seat is `fixed` plus a row of a sparse matrix times the values of all states: those
    with fewer players first, then those of this chain. All are shares of the pool.
    """

    players: int
    hands: tuple[Hand, ...]
    effects: tuple[Effects, ...]
    """Probabilities of outcomes of each hand; many hands share one."""
    fixed: Values
    """Prizes of players who bust or win: outcome by seat."""
    row: NDArray[np.intp]
    """Outcome times players, plus seat."""
    column: NDArray[np.intp]
    """Place among the values of all states."""
    weight: Values
    below: int
    """Number of values with fewer players."""

    @classmethod
    def of(cls, rules: Rules, players: int) -> Chain:
        """Play every hand of every state, and find where its outcomes lead."""
        hands = tuple(Hand.of(rules.lineup(rules.stacks(state))) for state in states_of(players, rules.units))
        prizes: list[list[float]] = []
        entries: list[tuple[int, int, float]] = []
        for hand in hands:
            unit, times = rules.in_lineup(hand.lineup)
            before = hand.lineup.chips
            for outcome in hand.outcomes:
                landing = land(rules, [times * chips for chips in outcome], unit, before, next_cycle(players))
                first = len(prizes) * players
                entries += [(first + seat, place, weight) for seat, place, weight in landing.entries]
                prizes.append(landing.prizes)
        row, column, weight = zip(*entries, strict=True)
        return cls(
            players,
            hands,
            shared_effects(hands),
            np.array(prizes),
            np.array(row, dtype=np.intp),
            np.array(column, dtype=np.intp),
            np.array(weight),
            rules.first_value(players),
        )

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """The first outcome of each hand, and the number of all outcomes."""
        return np.cumsum([0, *(len(hand.outcomes) for hand in self.hands)])

    @cached_property
    def state(self) -> NDArray[np.intp]:
        """State times players, plus seat, of each entry of the matrix."""
        hand = np.repeat(np.arange(len(self.hands)), np.diff(self.first))
        found: NDArray[np.intp] = hand[self.row // self.players] * self.players + self.row % self.players
        return found

    def worth(self, fewer: Values, values: Values) -> Values:
        """Return the value of every outcome, by seat; ``fewer`` are the values with fewer players, by place."""
        known = np.concatenate([fewer, values.ravel()])
        return self.fixed + self.summed(self.row, self.weight * known[self.column], self.fixed.shape)

    def expected(self, chances: Values, worth: Values) -> Values:
        """Return the mean of the values of outcomes in every state, by seat."""
        found: Values = np.add.reduceat(chances[:, np.newaxis] * worth, self.first[:-1], axis=0)
        return found

    def evaluate(self, chances: Values, fewer: Values, guess: Values) -> Values:
        """Return the values of all states, given the probabilities of outcomes."""
        constant = self.expected(chances, self.worth(fewer, np.zeros_like(guess)))
        return self.add_up(chances, constant, guess)

    def add_up(self, chances: Values, constant: Values, guess: Values) -> Values:
        """Return what is collected from each state on, if every hand there pays ``constant``."""
        own = self.column >= self.below
        column, state = self.column[own] - self.below, self.state[own]
        weight = self.weight[own] * chances[self.row[own] // self.players]

        def apply(values: Values) -> Values:
            return values - self.summed(state, weight * values[column], values.shape)

        return solve_linear(apply, constant.ravel(), guess.ravel()).reshape(guess.shape)

    @staticmethod
    def summed(places: NDArray[np.intp], values: Values, shape: tuple[int, ...]) -> Values:
        """Return the sums of values at each place."""
        found: Values = np.bincount(places, values, int(np.prod(shape))).reshape(shape)
        return found

    @cached_property
    def groups(self) -> dict[Shape, list[int]]:
        """States by the shape of their hands."""
        found: dict[Shape, list[int]] = {}
        for state, hand in enumerate(self.hands):
            found.setdefault(hand.shape, []).append(state)
        return found


def shared_effects(hands: tuple[Hand, ...]) -> tuple[Effects, ...]:
    """Return the probabilities of outcomes of each hand, computed once for all hands with the same ends."""
    known: dict[tuple[Shape, bytes], Effects] = {}
    found = []
    for hand in hands:
        key = (hand.shape, hand.rows.tobytes())
        if key not in known:
            known[key] = hand.effects()
        found.append(known[key])
    return tuple(found)
