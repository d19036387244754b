"""The paper's own procedure: equations 1 and 2 and Algorithms 1, 2 and 3 in plain Python, step by step.

E. Besalú, "The Dependent Chip Model (DCM): a simple and more realistic alternative to the Independent Chip Model
(ICM)".

This is the specification. It is slow, and its names are the paper's, so that it can be read beside the appendix:
``n`` players at a node, stacks ``S``, identities ``w``, prizes ``P`` from the lowest to the highest, ``MD`` the maximal
depth, ``ProbMin`` the minimal probability of a node. Lists count from 0 where the paper counts from 1.

Slips of the paper, implemented as printed:

* Algorithm 3 hands down ``p``, the probability of *one branch* of a node, already divided by ``n``. At the forced stop
  it pays the ``n`` players of the node with weight ``p``, but the node has weight ``n * p``. ``DCM`` therefore sums
  to a little less than the prize pool. (``PW`` sums to less than 1 by design: a stop books no winner.)
* The test for the stop spells ``ProbMin`` as ``PromMin``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

Truncation = Literal["depth", "comparison", "chip share"]


def equation_1(
    a: float, b: float, *, truncation: Truncation = "comparison", MD: int = 50, prune_ties: bool = True
) -> float:
    """Return p(a, b), the probability that player 1 of two wins: the paper's equation 1.

    >>> round(equation_1(1000, 500), 12)
    0.666666666667

    Parameters
    ----------
    a, b
        The stacks of player 1 and player 2.
    truncation
        The value of p(x, y) after ``MD`` hands. Two are the paper's: ``"comparison"`` gives the path to the bigger
        stack, ``"chip share"`` is x / (x + y). ``"depth"`` is ours: it drops the path, which shows how much the
        truncation leaves out.
    MD
        Number of hands after which a path is truncated.
    prune_ties
        Use p(x, x) = 1/2, which the paper allows at any depth.
    """
    if a == 0:
        return 0.0
    if b == 0:
        return 1.0
    if prune_ties and a == b:
        return 0.5
    if MD == 0:
        return _truncated(a, b, truncation)
    e = min(a, b)
    win = equation_1(a + e, b - e, truncation=truncation, MD=MD - 1, prune_ties=prune_ties)
    lose = equation_1(a - e, b + e, truncation=truncation, MD=MD - 1, prune_ties=prune_ties)
    return win / 2 + lose / 2


def _truncated(x: float, y: float, truncation: Truncation) -> float:
    if truncation == "depth":
        return 0.0
    if truncation == "chip share":
        return x / (x + y)
    return 0.5 if x == y else float(x > y)


def equation_2(p: float, P1: float, P2: float) -> float:
    """Return U1, what player 1 of two expects from the prizes ``P1`` and ``P2``: the paper's equation 2.

    >>> round(equation_2(equation_1(1000, 100), 100, 50), 2)
    95.45
    """
    return p * P1 + (1 - p) * P2


def algorithm_1(S: Sequence[float], P: Sequence[float]) -> list[float]:
    """Return U, the money of L players who go bankrupt in one hand: the paper's Algorithm 1.

    ``S`` are the stacks with which they entered the hand, sorted from lower to higher. Players with equal stacks
    share the prizes they cover.

    >>> algorithm_1([100, 500, 500], [0, 20, 30])
    [0.0, 25.0, 25.0]
    """
    U = [0.0] * len(S)

    def share(i: int, k: int, money: float) -> None:
        U[i : k + 1] = [money] * (k - i + 1)

    _share_prizes(S, sorted(P), share)
    return U


def _share_prizes(S: Sequence[float], P: Sequence[float], share: Callable[[int, int, float], None]) -> None:
    """Walk the groups i..k of equal stacks and pay each the mean of the prizes it covers (Algorithms 1 and 2)."""
    L = len(S)
    i = 0
    PL = 0  # prize level
    while i < L:
        k = i
        while k + 1 < L and S[i] == S[k + 1]:  # tied players
            k += 1
        share(i, k, sum(P[PL : PL + k - i + 1]) / (k - i + 1))
        PL += k - i + 1
        i = k + 1


def algorithm_2(
    p: float, DCM: list[float], w: Sequence[int], S: Sequence[float], P: Sequence[float], *, sort_prizes: bool = True
) -> None:
    """Solve_Bankruptcy: add to ``DCM`` what L bankrupt players receive with probability p: the paper's Algorithm 2.

    ``w`` are their identities, ``S`` their stacks when entering the hand, ``P`` the prizes to share. Algorithm 2 sorts
    the prizes; with ``sort_prizes=False`` they keep their places, the "slight manipulation" behind Table 4, where the
    only prize lies on the second or third place.
    """
    order = sorted(range(len(S)), key=lambda i: S[i])  # dragging the players' identities
    S = [S[i] for i in order]
    w = [w[i] for i in order]
    P = sorted(P) if sort_prizes else P

    def share(i: int, k: int, money: float) -> None:
        for m in range(i, k + 1):
            DCM[w[m]] += p * money

    _share_prizes(S, P, share)


class PaperResult(NamedTuple):
    """Result of Algorithm 3."""

    PW: list[float]
    """Probability that each player wins the tournament."""
    DCM: list[float]
    """Each player's money."""
    nodes: int
    """Calls of New_Hand."""

    @property
    def completeness(self) -> float:
        """The sum of PW: the fraction of the tree that was explored (equation 4)."""
        return sum(self.PW)


def algorithm_3(
    S: Sequence[float],
    P: Sequence[float],
    *,
    MD: int = 50,
    ProbMin: float = 1e-15,
    sort_prizes: bool = True,
    checkpoint: Callable[[float], None] = lambda _: None,
) -> PaperResult:
    """Run the DCM procedure: the paper's Algorithm 3, a depth-first search by the recursive New_Hand.

    >>> result = algorithm_3([1000, 500, 100], [0, 50, 100])
    >>> [round(money, 2) for money in result.DCM]
    [80.79, 60.67, 8.54]

    Parameters
    ----------
    S
        The players' stacks, all positive.
    P
        Prizes for the N places, sorted from lower to higher.
    MD, ProbMin
        The search stops at this depth, and at nodes whose branches are less probable than this.
    sort_prizes
        See `algorithm_2`.
    checkpoint
        Called from time to time with the completeness so far; it may raise to end the search.
    """
    N = len(S)
    DCM = [0.0] * N
    PW = [0.0] * N
    nodes = 0

    def New_Hand(Deep: int, p: float, w: list[int], S: list[float], P: list[float]) -> None:
        nonlocal nodes
        nodes += 1
        if nodes % 4096 == 0:
            checkpoint(sum(PW))
        n = len(S)
        if Deep == MD or p < ProbMin:  # pruning: tree search termination is forced
            algorithm_2(p, DCM, w, S, P, sort_prizes=sort_prizes)
            return
        if n == 1:  # termination node: always one single winner
            DCM[w[0]] += p * P[0]
            PW[w[0]] += p
            return
        for j in range(n):  # the winning player is the j-th one
            S1 = all_in(S, j)
            bankrupt = [i for i in range(n) if S1[i] == 0]
            L = len(bankrupt)
            if L > 0:
                w2 = [w[i] for i in bankrupt]
                S2 = [S[i] for i in bankrupt]  # original stacks when entering the node
                algorithm_2(p, DCM, w2, S2, P[:L], sort_prizes=sort_prizes)
            left = [i for i in range(n) if S1[i] > 0]
            p1 = p / len(left)
            New_Hand(Deep + 1, p1, [w[i] for i in left], [S1[i] for i in left], P[L:])

    New_Hand(1, 1 / N, list(range(N)), list(S), list(P))
    return PaperResult(PW, DCM, nodes)


def all_in(S: Sequence[float], j: int) -> list[float]:
    """Return the stacks after all players went all-in and player ``j`` won (Figure 3).

    >>> all_in([1000, 500, 100], 1)
    [500, 1100, 0]
    """
    S1 = [S[i] - min(S[i], S[j]) for i in range(len(S))]
    S1[j] = sum(min(S[i], S[j]) for i in range(len(S)))
    return S1
