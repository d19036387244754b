"""Bounties under DCM in fractions: the same finitely many tables as for the places, with another matrix.

Cell [i, j] is what rank i wins of each unit on the head of rank j. When w wins a hand, the heads of those who stay are
shared out as the next table shares them out. Of a head that w takes, a share is w's at once, and the rest lies on the
head of w at the next table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from finaltable.models.dcm.exact import ExactSolver, Matrix, Ranks, State, branches


class HeadMatrix(Matrix):
    """Cell ``i * n + j`` is what rank i wins of a unit on the head of rank j: whole numbers over one denominator."""

    __slots__ = ()

    @staticmethod
    def targets(ranks: Ranks, n: int) -> list[int]:
        """Return where the cells of a matrix of ``len(ranks)`` players lie in one of ``n`` players."""
        return [i * n + j for i in ranks for j in ranks]


class HeadSolver(ExactSolver[HeadMatrix]):
    """How heads are shared out."""

    def __init__(self, share: Fraction, own: bool, checkpoint: Callable[[int], None]) -> None:
        super().__init__(checkpoint)
        self.share, self.own = share, own

    def at_most_two(self, state: State) -> HeadMatrix:
        """Whoever wins heads-up, by chip share, takes a share of the other's head, and perhaps what is on their own."""
        if len(state) == 1:
            return HeadMatrix(1, 1, [int(self.own)])
        a, b = state
        unit = self.share.denominator
        taken = unit if self.own else self.share.numerator
        kept = unit if self.own else 0
        return HeadMatrix(2, (a + b) * unit, [a * kept, a * taken, b * taken, b * kept]).reduced()

    def other_branches(self, state: State) -> HeadMatrix:
        """Value one hand but for the branch in which everybody stays."""
        n = len(state)
        hand = HeadMatrix(n, 1)
        for stacks, ranks, winner in branches(state):
            hand.add(self.before(self.value(stacks), ranks, winner, n), range(n), n)
        return self.checked(hand.reduced())

    def before(self, after: HeadMatrix, ranks: Ranks, winner: int, n: int) -> HeadMatrix:
        """Return what the heads before a hand become, from how the table after it shares out those that are left."""
        m, unit, share = after.n, self.share.denominator, self.share.numerator
        cells = [0] * (n * n)
        where = {rank: place for place, rank in enumerate(ranks)}
        for j in range(n):
            onto, weight = (where[j], unit) if j in where else (where[winner], unit - share)
            for i, rank in enumerate(ranks):
                cells[rank * n + j] = weight * after.cells[i * m + onto]
            if j not in where:
                cells[winner * n + j] += share * after.denominator
        return HeadMatrix(n, unit * after.denominator, cells)


def solve_heads(
    chips: Sequence[int], share: Fraction, own: bool, checkpoint: Callable[[int], None] = lambda _: None
) -> tuple[list[list[Fraction]], int]:
    """Return how heads are shared out among players who all hold chips, and the number of distinct tables.

    >>> solve_heads([10, 5, 1], Fraction(1, 2), True)[0][0]
    [Fraction(5, 8), Fraction(1229, 1952), Fraction(393685, 708576)]
    """
    seats = sorted(range(len(chips)), key=lambda i: -chips[i])
    solver = HeadSolver(share, own, checkpoint)
    matrix = solver.value(tuple(chips[i] for i in seats))
    n = matrix.n
    rank = {seat: r for r, seat in enumerate(seats)}
    cells = [[Fraction(matrix.cells[rank[i] * n + rank[j]], matrix.denominator) for j in range(n)] for i in range(n)]
    return cells, len(solver.known)
