"""Decisions of a hand as a tree: push or fold, or with a raise that others re-raise all-in or fold to.

First in, a player folds, goes all-in, or raises. After a raise, each later player folds or re-jams, or calls a re-jam;
then the raiser folds or calls. At most three players go in. A raiser whose raise covers all re-jams has no decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.lineup import MOST_IN, Lineup
from finaltable.equilibrium.nodes import DecisionNode, nodes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values

CHOICES = 2  # all-in, raise


class TreeEnd(NamedTuple):
    """The end of a hand: the players who went in, and the raiser if they folded."""

    pushed: tuple[int, ...]
    raiser: int | None = None


class GameTree(NamedTuple):
    """Decisions and ends, as the core takes them; seats are numbers in the order of acting."""

    decisions: NDArray[np.int32]
    """Seat, and what follows a fold, an all-in and a raise: a decision, or -1 minus an end."""
    ends: tuple[TreeEnd, ...]
    nodes: dict[DecisionNode, int]
    """Row of each decision and choice in the core: twice the decision, one more for a raise. In the order of acting."""
    rows: Mapping[DecisionNode, int]
    """Row of each of these in a profile."""

    def profile(self, strategies: Mapping[DecisionNode, Values]) -> Values:
        """Return strategies as the core takes them: decision by choice by class."""
        found = np.zeros((len(self.decisions) * CHOICES, CLASSES))
        for node, row in self.nodes.items():
            found[row] = strategies[node]
        return found.reshape(-1, CHOICES, CLASSES)


def tree_of(lineup: Lineup) -> GameTree:
    """Return the tree of a hand.

    >>> from finaltable.spots.posted import Forced
    >>> from finaltable.table.table import Table
    >>> lineup = Lineup.of(Table.of([10, 10, 10], [1]), 2, Forced.of(0.5, 1, 0, 0))
    >>> tree = tree_of(lineup)
    >>> len(tree.decisions), len(tree.ends), len(tree.nodes)
    (6, 7, 6)
    """
    deciding = lineup.deciding
    able = tuple(lineup.able[seat] for seat in deciding)
    raised = tuple(lineup.raised[seat] if lineup.raised else 0 for seat in deciding)
    only = tuple(turn for turn, seat in enumerate(deciding) if seat in lineup.raise_only)
    return grow(able, raised, lineup.last_opens, only)


@lru_cache(maxsize=64)
def grow(able: tuple[int, ...], raised: tuple[int, ...], last_opens: bool, only: tuple[int, ...] = ()) -> GameTree:
    """Return the tree for the chips of each player all-in and after a raise; 0: no raise.

    The players in ``only`` do not push first in.
    """
    seats = len(able)
    decisions: list[list[int]] = []
    ends: list[TreeEnd] = []
    nodes: dict[DecisionNode, int] = {}

    def end(pushed: tuple[int, ...], raiser: int | None = None) -> int:
        ends.append(TreeEnd(pushed, raiser))
        return -len(ends)

    def decide(seat: int, facing: tuple[int, ...] = (), raiser: int | None = None) -> list[int]:
        number = len(decisions)
        nodes[DecisionNode(seat, facing, raiser)] = CHOICES * number
        decisions.append([seat, _core.NO_ACTION, _core.NO_ACTION, _core.NO_ACTION])
        return decisions[number]

    def first_in(seat: int) -> int:
        if seat == seats or (seat == seats - 1 and not last_opens):
            return end(())
        number, decision = len(decisions), decide(seat)
        decision[1] = first_in(seat + 1)
        if seat in only:
            del nodes[DecisionNode(seat, ())]
        else:
            decision[2] = all_in((seat,), seat + 1)
        if raised[seat]:
            nodes[DecisionNode(seat, (), seat)] = CHOICES * number + 1
            decision[3] = after_raise(seat, (), seat + 1)
        return number

    def all_in(pushed: tuple[int, ...], seat: int) -> int:
        if seat == seats or len(pushed) == MOST_IN:
            return end(pushed)
        number, decision = len(decisions), decide(seat, pushed)
        decision[1] = all_in(pushed, seat + 1)
        decision[2] = all_in((*pushed, seat), seat + 1)
        return number

    def after_raise(raiser: int, pushed: tuple[int, ...], seat: int) -> int:
        if seat < seats and len(pushed) < MOST_IN - 1:
            number, decision = len(decisions), decide(seat, pushed, raiser)
            decision[1] = after_raise(raiser, pushed, seat + 1)
            decision[2] = after_raise(raiser, (*pushed, seat), seat + 1)
            return number
        if all(able[other] <= raised[raiser] for other in pushed):  # also if all fold
            return end((raiser, *pushed))
        number, decision = len(decisions), decide(raiser, pushed, raiser)
        decision[1] = end(pushed, raiser)
        decision[2] = end((raiser, *pushed))
        return number

    first_in(0)
    order = sorted(nodes, key=lambda node: (node.seat, *in_order(node)))
    in_turn = {node: nodes[node] for node in order}
    return GameTree(np.array(decisions, dtype=np.int32), tuple(ends), in_turn, numbered(order))


def rows_of(lineup: Lineup) -> Mapping[DecisionNode, int]:
    """Return the rows of a profile: in push or fold all decisions of `nodes_of`, with a raise those of the tree."""
    return tree_of(lineup).rows if any(lineup.raised) else push_rows(len(lineup.deciding))


@cache
def push_rows(seats: int) -> Mapping[DecisionNode, int]:
    """Return the rows of push or fold; callers share them."""
    return numbered(nodes_of(seats))


def numbered(nodes: Iterable[DecisionNode]) -> Mapping[DecisionNode, int]:
    """Return nodes with their numbers."""
    return MappingProxyType({node: row for row, node in enumerate(nodes)})


def in_order(node: DecisionNode) -> tuple[int, ...]:
    """Return a key that sorts a player's decisions: first in, facing all-ins, facing a raise, after a raise."""
    if node.raiser is None:
        kind = 0 if not node.facing else 2
    elif node.raiser == node.seat:
        kind = 1 if not node.facing else 4
    else:
        kind = 3
    return (
        kind,
        len(node.facing),
        *((node.raiser,) if kind == 3 and node.raiser is not None else ()),
        *node.facing[::-1],
    )
