"""DCM in fractions: the game tree reduced to finitely many states.

Stacks are whole numbers with a fixed sum, so there are finitely many tables. Only the shortest stack's win keeps all n
players: the n-player tables form a chain that ends in a tie at the bottom or meets itself again. Where it meets itself
after L hands, the value satisfies V = B + n^-L (V with its players permuted), which is solved player by player.

A state is its sorted stacks, divided by their greatest common divisor; its value is a matrix by rank. Matrices are
integers over one denominator: reducing one fraction per matrix instead of one per cell makes this fast.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Generic, Self, TypeVar

from finaltable.errors import InputError, Verbatim
from finaltable.models.exact_equity import Solution

MAX_STATES = 20_000
MAX_BITS = 20_000

State = tuple[int, ...]
Ranks = Sequence[int]


class Matrix:
    """Finish probabilities and knockouts of n players by rank: integers over one denominator.

    Cell ``i * n + k`` is the probability that rank i ends in place k; cell ``n * n + i * n + j`` that i busts j.
    """

    __slots__ = ("cells", "denominator", "n")

    def __init__(self, n: int, denominator: int, cells: list[int] | None = None) -> None:
        self.n = n
        self.denominator = denominator
        self.cells = [0] * len(self.targets(range(n), n)) if cells is None else cells

    def add(self, other: Matrix, ranks: Ranks, divisor: int) -> None:
        """Add ``other / divisor``, whose rank r is this matrix's rank ``ranks[r]``."""
        denominator = math.lcm(self.denominator, other.denominator * divisor)
        scale = denominator // self.denominator
        if scale != 1:
            self.cells = [cell * scale for cell in self.cells]
            self.denominator = denominator
        scale = denominator // (other.denominator * divisor)
        for cell, target in zip(other.cells, self.targets(ranks, self.n), strict=True):
            self.cells[target] += cell * scale

    def reduced(self) -> Self:
        """Return the same matrix in lowest terms."""
        common = math.gcd(self.denominator, *self.cells)
        if common == 1:
            return self
        return type(self)(self.n, self.denominator // common, [cell // common for cell in self.cells])

    @staticmethod
    def targets(ranks: Ranks, n: int) -> list[int]:
        """Return the indices, in a matrix of ``n`` players, of the cells of one of ``len(ranks)`` players."""
        m = len(ranks)
        finish = [ranks[i] * n + k for i in range(m) for k in range(m)]
        knockouts = [n * n + ranks[i] * n + ranks[j] for i in range(m) for j in range(m)]
        return finish + knockouts


AnyMatrix = TypeVar("AnyMatrix", bound=Matrix)


def solve(chips: Sequence[int], checkpoint: Callable[[int], None] = lambda _: None) -> Solution:
    """Return the exact finish matrix and knockouts of positive integer stacks.

    >>> solve([10, 5, 1]).finish[0]
    [Fraction(5, 8), Fraction(64807, 177144), Fraction(811, 88572)]
    """
    seats = sorted(range(len(chips)), key=lambda i: -chips[i])
    solver = PlaceSolver(checkpoint)
    matrix = solver.value(tuple(chips[i] for i in seats))
    n = matrix.n
    rank = {seat: r for r, seat in enumerate(seats)}

    def cell(block: int, i: int, j: int) -> Fraction:
        return Fraction(matrix.cells[block * n * n + rank[i] * n + j], matrix.denominator)

    finish = [[cell(0, i, k) for k in range(n)] for i in range(n)]
    knockouts = [[cell(1, i, rank[j]) for j in range(n)] for i in range(n)]
    return Solution(finish, knockouts, len(solver.known))


class ExactSolver(ABC, Generic[AnyMatrix]):
    """Values every table in the tree; subclasses define the matrix and how a hand fills it."""

    def __init__(self, checkpoint: Callable[[int], None]) -> None:
        self.known: dict[State, AnyMatrix] = {}
        self.checkpoint = checkpoint

    @abstractmethod
    def at_most_two(self, state: State) -> AnyMatrix:
        """Value a table of one or two players, which needs no search."""

    @abstractmethod
    def other_branches(self, state: State) -> AnyMatrix:
        """Value one hand: players who bust, and the branches that leave fewer players."""

    def value(self, stacks: State) -> AnyMatrix:
        """Value a table; its chips may be in any unit."""
        state = lowest_terms(stacks)
        if state not in self.known:
            if len(state) <= 2:
                self.known[state] = self.at_most_two(state)
            else:
                self.solve_chain(state)
        return self.known[state]

    def solve_chain(self, start: State) -> None:
        """Follow the wins of the shortest stack from table to table, then value these tables from the end."""
        n = len(start)
        chain: list[State] = []
        constants: list[AnyMatrix] = []  # values of the other branches of each hand
        moves: list[list[int]] = []  # the rank in the next table of each rank in this one
        seen: dict[State, int] = {}
        state: State | None = start
        while state is not None and state not in self.known and state not in seen:
            self.check_limits(len(self.known) + len(chain))
            seen[state] = len(chain)
            chain.append(state)
            constants.append(self.other_branches(state))
            state, move = shortest_wins(state)
            moves.append(move)
        last = len(chain) - 1
        if state is None:  # a tie at the bottom: any win busts a player
            self.known[chain[last]] = constants[last]
        elif state in seen:
            first = seen[state]
            self.known[state] = close_cycle(n, constants[first:], moves[first:], self.check_deadline)
        for t in range(last, -1, -1):
            if chain[t] in self.known:
                continue
            self.check_deadline()
            following = self.known[lowest_terms(chain[t + 1])] if t < last else self.known[state]  # type: ignore[index]
            value = type(constants[t])(n, constants[t].denominator, list(constants[t].cells))
            value.add(following, inverse(moves[t]), n)
            self.known[chain[t]] = self.checked(value.reduced())

    def check_deadline(self) -> None:
        """Call the checkpoint also on the way back, which takes longest."""
        self.checkpoint(len(self.known))

    def check_limits(self, states: int) -> None:
        """Raise if there are too many tables."""
        self.checkpoint(states)
        if states >= MAX_STATES:
            raise beyond(f"meets at most {MAX_STATES} distinct tables", "more")

    def checked(self, matrix: AnyMatrix) -> AnyMatrix:
        """Return a matrix, or raise if its denominator is too long."""
        if matrix.denominator.bit_length() > MAX_BITS:
            raise beyond(f"keeps fractions below {MAX_BITS} bits", f"{matrix.denominator.bit_length()} bits")
        return matrix


class PlaceSolver(ExactSolver[Matrix]):
    """Finish probabilities and knockouts."""

    def at_most_two(self, state: State) -> Matrix:
        """Solve heads-up by chip share."""
        if len(state) == 1:
            return Matrix(1, 1, [1, 0])
        a, b = state
        return Matrix(2, a + b, [a, b, b, a, 0, a, b, 0])

    def other_branches(self, state: State) -> Matrix:
        """Value one hand: players who bust, and the branches that leave fewer players."""
        hand = busts(state)
        for stacks, ranks, _ in branches(state):
            hand.add(self.value(stacks), ranks, len(state))
        return self.checked(hand.reduced())


def branches(state: State) -> Iterator[tuple[State, list[int], int]]:
    """Yield the tables with fewer players after a hand, the former ranks of their players, and the winner's."""
    n = len(state)
    for first, last in groups(state):
        if first == n - 1:
            continue  # all players stay: the next table of the chain
        lost = state[first]
        won = (last + 1) * lost + sum(state[last + 1 :])
        stacks = [stack - lost for stack in state[:first]]
        rank = sum(1 for stack in stacks if stack >= won)
        stacks.insert(rank, won)
        for winner in range(first, last + 1):
            ranks = list(range(first))
            ranks.insert(rank, winner)
            yield tuple(stacks), ranks, winner


def beyond(limit: str, reached: str) -> InputError:
    """Return the error for a limit of the exact method, with an alternative."""
    hint = "use {method=tree}, or count the stacks in a larger unit"
    return InputError("method", f"'exact' {limit}", Verbatim(reached), hint=hint, code="too_precise")


def lowest_terms(stacks: State) -> State:
    """Divide by the greatest common divisor, which does not change the value."""
    common = math.gcd(*stacks)
    return stacks if common == 1 else tuple(stack // common for stack in stacks)


def groups(state: State) -> list[tuple[int, int]]:
    """Return the first and last rank of every run of equal stacks."""
    runs = []
    first = 0
    for _, run in groupby(state):
        last = first + len(list(run)) - 1
        runs.append((first, last))
        first = last + 1
    return runs


def busts(state: State) -> Matrix:
    """Return places and knockouts of the players who bust in this hand, for every winner (section 4.3).

    Ranks ``first`` to ``last`` hold equal stacks. When one of the ``first`` players above them wins, they share places
    ``first`` to ``last``; when one of them wins, the others share all of these but the best.
    """
    n = len(state)
    hand = Matrix(n, n * math.lcm(*(last - first + 1 for first, last in groups(state))))
    one = hand.denominator // n  # a hand's winner has probability 1/n
    for first, last in groups(state):
        size = last - first + 1
        for r in range(first, last + 1):
            for place in range(first, last + 1):
                hand.cells[r * n + place] += first * one // size + (one if place > first else 0)
            for loser in range(first, n):
                if loser != r:
                    hand.cells[n * n + r * n + loser] += one
    return hand


def shortest_wins(state: State) -> tuple[State | None, list[int]]:
    """Return the table after the shortest stack's win and each player's new rank; None if that busts a player."""
    n = len(state)
    lost = state[-1]
    if state[-2] == lost:
        return None, []
    stacks = [stack - lost for stack in state[:-1]]
    rank = sum(1 for stack in stacks if stack >= n * lost)
    move = [r + (r >= rank) for r in range(n - 1)]
    stacks.insert(rank, n * lost)
    return lowest_terms(tuple(stacks)), [*move, rank]


def close_cycle(
    n: int, constants: list[AnyMatrix], moves: list[list[int]], checkpoint: Callable[[], None] = lambda: None
) -> AnyMatrix:
    """Solve V = B + n^-L (V permuted) for the first table of a cycle of L tables."""
    kind = type(constants[0])
    total = kind(n, 1)
    place = list(range(n))  # the rank, in the table reached so far, of each rank of the first table
    for t, (constant, move) in enumerate(zip(constants, moves, strict=True)):
        checkpoint()
        total.add(constant, inverse(place), n**t)
        place = [move[r] for r in place]
    # V[cell] = B[cell] + c V[next(cell)]: around an orbit of m cells a geometric series with ratio c^m.
    step = kind.targets(place, n)
    ratio = n ** len(constants)  # 1 / c
    orbit_lengths = {m for m, _ in orbits(step)}
    denominator = total.denominator * math.lcm(*(ratio**m - 1 for m in orbit_lengths))
    cells = [0] * len(step)
    for m, orbit in orbits(step):
        scale = denominator // (total.denominator * (ratio**m - 1))
        weighted = sum(total.cells[cell] * ratio ** (m - s) for s, cell in enumerate(orbit))
        for cell in orbit:
            cells[cell] = weighted * scale
            # Move the start of the series by one cell.
            weighted = (weighted - total.cells[cell] * ratio**m) * ratio + total.cells[cell] * ratio
    return kind(n, denominator, cells).reduced()


def orbits(step: list[int]) -> list[tuple[int, list[int]]]:
    """Return the cycles of a permutation, each with its length."""
    found = []
    left = set(range(len(step)))
    while left:
        cell = min(left)
        orbit = []
        while cell in left:
            left.remove(cell)
            orbit.append(cell)
            cell = step[cell]
        found.append((len(orbit), orbit))
    return found


def inverse(move: Ranks) -> list[int]:
    """Return the permutation that undoes ``move``."""
    back = [0] * len(move)
    for r, target in enumerate(move):
        back[target] = r
    return back
