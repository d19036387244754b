"""All hands of a tournament with a number of players as one Markov chain: where outcomes lead, and what they are worth.

1. After a hand, the big blind goes to the next player with chips, and the small blind to the player before.
2. Players who bust take the lowest prizes left: together, those with less chips before the hand take less.
3. Stacks between grid points are interpolated. A grid point where a player has no chips counts as if they had bust, and
   the fewer chips they really have, the lower.
Values are shares of the pool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.tournaments.grid import State, corners, states_of
from finaltable.tournaments.hand import Hand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values

Solved = Mapping[int, "Values"]  # values by number of players: state by seat


class Landing(NamedTuple):
    """A grid point after a hand."""

    state: State
    """Stacks of the players who are left, from the small blind on."""
    seats: tuple[int, ...]
    """Their seats."""
    weight: float


def landings(cycle: Sequence[int], stacks: Sequence[int], unit: int) -> list[Landing]:
    """Return the grid points around stacks; ``cycle`` has the seats from the next big blind on.

    >>> landings((2, 0, 1), (4, 8, 0), 4)
    [Landing(state=(2, 1), seats=(1, 0), weight=1.0)]
    """
    order = in_turn([seat for seat in cycle if stacks[seat]])
    found = []
    for point, weight in corners([stacks[seat] for seat in order], unit):
        chips = dict(zip(order, point, strict=True))
        seats = in_turn([seat for seat in cycle if chips.get(seat)])
        found.append(Landing(tuple(chips[seat] for seat in seats), seats, weight))
    return found


def in_turn(cycle: Sequence[int]) -> tuple[int, ...]:
    """Return seats from the small blind on, given from the big blind on."""
    return (cycle[-1], *cycle[:-1])


def prizes_of(out: Sequence[int], rank: Callable[[int], tuple[int, int]], prizes: Values, left: int) -> dict[int, float]:
    """Return the prizes of players who are out; equal ranks share.

    >>> prizes_of([0, 1, 2], lambda seat: (0, (5, 5, 3)[seat]), np.array([0.5, 0.3, 0.2, 0.0]), 1)
    {0: 0.25, 1: 0.25, 2: 0.0}
    """
    found = {}
    for seat in out:
        ahead = left + sum(rank(other) > rank(seat) for other in out)
        level = sum(rank(other) == rank(seat) for other in out)
        found[seat] = float(prizes[ahead : ahead + level].sum()) / level
    return found


@dataclass(frozen=True)
class Chain:
    """Hands with one number of players, and where they lead: `fixed` + the matrix of `row`, `column`, `weight`."""

    players: int
    hands: tuple[Hand, ...]
    fixed: Values
    """Part of each outcome's value that is known, by seat: prizes, and values with fewer players."""
    row: NDArray[np.intp]
    """Outcome * players + seat."""
    column: NDArray[np.intp]
    """State * players + seat."""
    weight: Values

    @classmethod
    def of(cls, hands: Sequence[Hand], units: int, unit: int, prizes: Values, solved: Solved) -> Chain:
        """Find where the outcomes of all hands lead; ``unit`` is a grid unit in the chips of lineups."""
        players = len(hands[0].lineup.chips)
        fixed: list[Values] = []
        entries: list[tuple[int, int, float]] = []
        known = {count: states_of(count, units) for count in range(2, players + 1)}
        for hand in hands:
            for stacks in hand.outcomes:
                worth = np.zeros(players)
                for landing in landings(after_hand(players), stacks, unit):
                    left, weight = len(landing.seats), landing.weight
                    out = [seat for seat in range(players) if seat not in landing.seats]
                    rank = ranking(stacks, hand.lineup.chips)
                    for seat, prize in prizes_of(out, rank, prizes, left).items():
                        worth[seat] += weight * prize
                    if left == 1:
                        worth[landing.seats[0]] += weight * float(prizes[0])
                    elif left < players:
                        worth[list(landing.seats)] += weight * solved[left][known[left][landing.state]]
                    else:
                        state, outcome = known[left][landing.state], len(fixed)
                        entries += [
                            (outcome * players + seat, state * players + place, weight)
                            for place, seat in enumerate(landing.seats)
                        ]
                fixed.append(worth)
        row, column, weights = zip(*entries, strict=True) if entries else ((), (), ())
        return cls(
            players,
            tuple(hands),
            np.array(fixed),
            np.array(row, dtype=np.intp),
            np.array(column, dtype=np.intp),
            np.array(weights),
        )

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """The first outcome of each hand, and the number of all outcomes."""
        return np.cumsum([0, *(len(hand.outcomes) for hand in self.hands)])

    def worth(self, values: Values) -> Values:
        """Return the value of every outcome: outcome by seat; ``values`` are those of all states, by seat."""
        added = np.bincount(self.row, self.weight * values.ravel()[self.column], self.fixed.size)
        return self.fixed + added.reshape(self.fixed.shape)

    def expected(self, chances: Values, worth: Values) -> Values:
        """Return the mean of outcomes' values in every state: state by seat."""
        found: Values = np.add.reduceat(chances[:, np.newaxis] * worth, self.first[:-1], axis=0)
        return found

    def evaluate(self, chances: Values, guess: Values) -> Values:
        """Return the values of all states if outcomes have these probabilities, to 1e-13."""
        constant = self.expected(chances, self.fixed).ravel()
        weight = self.weight * chances[self.row // self.players]
        state = np.repeat(np.arange(len(self.hands)), np.diff(self.first))
        row = state[self.row // self.players] * self.players + self.row % self.players

        def moved(values: Values) -> Values:
            found: Values = np.bincount(row, weight * values[self.column], len(constant))
            return values - found

        return solve_linear(moved, constant, guess.ravel()).reshape(guess.shape)


def after_hand(players: int) -> tuple[int, ...]:
    """Return the seats from the next big blind on; seats are numbered from the small blind on."""
    return tuple((2 + seat) % players for seat in range(players))


def ranking(stacks: Sequence[int], before: Sequence[int]) -> Callable[[int], tuple[int, int]]:
    """Return the rank of a seat without chips on the grid: by its chips after the hand, then before it."""
    return lambda seat: (stacks[seat], before[seat])


def solve_linear(apply: Callable[[Values], Values], constant: Values, guess: Values, most: int = 1000) -> Values:
    """Solve a linear system by BiCGSTAB (van der Vorst 1992), to 1e-14 of the largest constant."""
    values = guess.copy()
    rest = constant - apply(values)
    shadow, ahead, small = rest.copy(), rest.copy(), 1e-14 * max(1.0, float(np.abs(constant).max()))
    size = inner(shadow, rest)
    for _ in range(most):
        if float(np.abs(rest).max()) <= small or size == 0.0:
            break
        moved = apply(ahead)
        step = size / inner(shadow, moved)
        half = rest - step * moved
        turned = apply(half)
        length = inner(turned, turned)
        damped = inner(turned, half) / length if length else 0.0
        values += step * ahead + damped * half
        rest = half - damped * turned
        before, size = size, inner(shadow, rest)
        if damped == 0.0:
            break
        ahead = rest + (size / before) * (step / damped) * (ahead - damped * moved)
    return values


def inner(one: Values, other: Values) -> float:
    """Return the inner product, summed in the same order on every machine."""
    return float((one * other).sum())
