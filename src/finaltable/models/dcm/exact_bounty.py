"""Bounties under DCM in fractions: the same finitely many tables as for finish probabilities, with another matrix.

Cell [i, j] is the part of the bounty on rank j that rank i wins. When w wins a hand, the bounties on the players who
stay are divided as at the next table. Of a bounty that w takes, w gets a share at once, and the rest is added to the
bounty on w at the next table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from finaltable.models.dcm.exact import ExactSolver, Matrix, Ranks, State, branches


class BountyMatrix(Matrix):
    """Cell ``i * n + j`` is the part of the bounty on rank j that rank i wins: integers over one denominator."""

    __slots__ = ()

    @staticmethod
    def targets(ranks: Ranks, n: int) -> list[int]:
        """Return the indices, in a matrix of ``n`` players, of the cells of one of ``len(ranks)`` players."""
        return [i * n + j for i in ranks for j in ranks]


class BountySolver(ExactSolver[BountyMatrix]):
    """Solves for the bounty matrix."""

    def __init__(self, share: Fraction, own: bool, checkpoint: Callable[[int], None]) -> None:
        super().__init__(checkpoint)
        self.share, self.own = share, own

    def at_most_two(self, state: State) -> BountyMatrix:
        """Solve heads-up by chip share: the winner takes a share of the other's bounty, and perhaps their own."""
        if len(state) == 1:
            return BountyMatrix(1, 1, [int(self.own)])
        a, b = state
        unit = self.share.denominator
        taken = unit if self.own else self.share.numerator
        kept = unit if self.own else 0
        return BountyMatrix(2, (a + b) * unit, [a * kept, a * taken, b * taken, b * kept]).reduced()

    def other_branches(self, state: State) -> BountyMatrix:
        """Value one hand without the branch in which all players stay."""
        n = len(state)
        hand = BountyMatrix(n, 1)
        for stacks, ranks, winner in branches(state):
            hand.add(self.before(self.value(stacks), ranks, winner, n), range(n), n)
        return self.checked(hand.reduced())

    def before(self, after: BountyMatrix, ranks: Ranks, winner: int, n: int) -> BountyMatrix:
        """Return the matrix before a hand from the matrix of the table after it."""
        m, unit, share = after.n, self.share.denominator, self.share.numerator
        cells = [0] * (n * n)
        where = {rank: place for place, rank in enumerate(ranks)}
        for j in range(n):
            onto, weight = (where[j], unit) if j in where else (where[winner], unit - share)
            for i, rank in enumerate(ranks):
                cells[rank * n + j] = weight * after.cells[i * m + onto]
            if j not in where:
                cells[winner * n + j] += share * after.denominator
        return BountyMatrix(n, unit * after.denominator, cells)


def solve_bounties(
    chips: Sequence[int], share: Fraction, own: bool, checkpoint: Callable[[int], None] = lambda _: None
) -> tuple[list[list[Fraction]], int]:
    """Return the bounty matrix of players who all hold chips, and the number of distinct tables.

    >>> solve_bounties([10, 5, 1], Fraction(1, 2), True)[0][0]
    [Fraction(5, 8), Fraction(1229, 1952), Fraction(393685, 708576)]
    """
    seats = sorted(range(len(chips)), key=lambda i: -chips[i])
    solver = BountySolver(share, own, checkpoint)
    matrix = solver.value(tuple(chips[i] for i in seats))
    n = matrix.n
    rank = {seat: r for r, seat in enumerate(seats)}
    cells = [[Fraction(matrix.cells[rank[i] * n + rank[j]], matrix.denominator) for j in range(n)] for i in range(n)]
    return cells, len(solver.known)
