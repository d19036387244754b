"""How far other equilibria can move a verdict.

An equilibrium is found up to its exploitability e, and profiles within e of each other value a hand differently. If a
part x of the hands of an opponent is played otherwise, the opponent loses about x squared times what is at stake,
times the probability r of the decision; hero's value moves by about x times the stake s. So a profile in which each of
n players who are not locked can gain e / n moves it by about the square root of s * e / (n * r). `benchmarks.reviews`
compares this with more exact solutions from several starts: with the constant below, hands move by more in less than
one decision of a hundred.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash

TOLERANCES = (1e-3, 3e-4, 1e-4, 3e-5)  # of the exploitability: while a verdict is open, the search goes on
LOOSENESS = 3.0  # times that square root
LEAST_REACH = 1e-4  # probability of a decision: below this, the strategies there are arbitrary
LEAST_SHARE = 1e-3  # of all hands: an action that is never taken has no equilibrium after it


def uncertainty(found: Nash, node: DecisionNode, solved: Nash | None = None) -> float:
    """Return how far another profile within the exploitability may move the value of a hand, as a share of the pool.

    ``solved`` is the equilibrium of which another model values the strategies.
    """
    solved = solved or found
    reached = found.often(node)
    if reached < LEAST_REACH:
        return math.inf
    gap = solved.exploitability.total / max(1, free_players(solved))
    worth = found.difference(node)
    stake = float(np.nanmax(worth) - np.nanmin(worth))
    return LOOSENESS * math.sqrt(stake * gap / reached)


def free_players(solved: Nash) -> int:
    """Return the number of players with a decision that is not locked: only they can gain."""
    return len({node.seat for node in solved.nodes if solved.index_of(node) not in solved.locked})


def is_arbitrary(found: Nash, node: DecisionNode) -> bool:
    """Return whether a decision never comes up, or its action is never taken: others need not answer it well."""
    return found.often(node) < LEAST_REACH or found.share(node) < LEAST_SHARE
