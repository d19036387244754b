"""Where DCM jumps: the stacks at which two players come to be level, now or some hands later.

DCM ranks players who bust in the same hand by their stacks, so an equity jumps where two stacks pass each other. Chips
move in a given direction (one stack grows; one player's chips go to another); following the tree with lines instead of
numbers (`lines`) finds the ties as exact fractions, without trying stack after stack. No tie that moves much money is
missed. The proof has three steps.

1. *Only players who are level and bust in the same hand change places.* Compare the tournament at a tie t with the one
   a little to the left or right of it, with the same winners. The stacks are nearly the same, with one exception:
   players who are level with the winner at t are out, and may keep next to nothing beside it. Such a player is out
   as soon as anybody with real chips wins, behind all others who are left then, but ahead of everybody who bust
   before: in one of the places that those level with the winner share at t. A hand that is won with next to nothing
   changes nobody's chips by more than that. So players who share places at t are put in some order on either side, and
   nobody else moves.
2. *With m players left, ties in one place move nobody by more than* ``most_moved(payouts, m)``, in this hand and all
   later ones together: a player busts once, and then changes only among the places of those who are level with them.
3. So the ties at t move nobody by more than this sum of probability times ``most_moved``: over the nodes where
   two lines cross at t and none has done so before, and over the nodes around t that were not looked at. Many small
   nodes may tie in one place (they do when several players are level to begin with), so the search goes on until all
   nodes that were not looked at are small together, not only each of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from finaltable.table.table import Number, exact_value
from finaltable.values.distributions import Checkpoint
from finaltable.values.linear_tree import LinearNode, level_places, next_hands, pieces, start_node

MAX_NODES = 40_000  # about a second
FIRST_LOOK = 0.01  # of what a tie can move
NODES_POWER = 1.2  # a survey with k times the nodes is about k to this power times finer
MOST_FINER = 30  # times, from one survey to the next: further ahead, the nodes are hard to foresee
CHECK_NODES = 256  # between two looks at the clock
UNSEEN = 0.75  # of the threshold: what may stay unseen


class Tie(NamedTuple):
    """How far chips must move for two players to be level."""

    moved: Fraction
    path: tuple[int, ...]
    """Who wins the hands that lead there; empty: they are level now."""
    pair: tuple[int, int]
    probability: Fraction
    """Of that path."""
    first: bool
    """Whether nobody else is level in the same place on the way."""


class Ties(NamedTuple):
    """Where DCM may jump, and how much it may jump elsewhere."""

    found: list[Tie]
    """By how far chips must move, then by pair, each with its likeliest path."""
    elsewhere: float
    """No player gains or loses more than this at any other place, in payout units."""
    nodes: int
    """How many nodes were looked at."""


def find_ties(
    stacks: Sequence[Number],
    direction: Sequence[int],
    start: Number,
    stop: Number,
    payouts: Sequence[float],
    threshold: float,
    *,
    max_nodes: int = MAX_NODES,
    checkpoint: Checkpoint = lambda _: None,
) -> Ties:
    """Return the ties of ``stacks + t * direction`` for t strictly between ``start`` and ``stop``.

    All that move a player by ``threshold`` are among them, and `Ties.elsewhere` is less than that, unless it would take
    more than ``max_nodes``.

    >>> ties = find_ties([0, 800, 2000, 3000], [1, 0, 0, 0], 700, 2500, [50, 30, 20, 0], 10)
    >>> [(int(tie.moved), tie.path) for tie in ties.found], ties.elsewhere < 10
    ([(800, ()), (2000, ())], True)
    """
    root = start_node(stacks, direction, exact_value(start), exact_value(stop))
    most = most_moved(payouts, len(root.stacks))
    if not most[-1]:
        return Ties([], 0.0, 0)
    survey, nodes = nearby_cliffs(root, most, UNSEEN * threshold, max_nodes, checkpoint)
    # What is left out must stay below the threshold, together with what is unseen.
    least = threshold - survey.unseen if survey.unseen < UNSEEN * threshold else threshold / 2
    left_out = max((money for money in survey.bounds.values() if money < least), default=0.0)
    return Ties(chosen(survey, least, alike(root)), survey.unseen + left_out, nodes)


def most_moved(payouts: Sequence[float], players: int) -> list[float]:
    """Return, for every number of players left, how much money a tie can move one of them, now and in all later hands.

    >>> [round(money, 2) for money in most_moved([50, 30, 20, 0], 4)]
    [0.0, 0.0, 0.0, 6.67, 22.5]

    It is the largest of what can follow from one hand. Say that a player shares the ranks ``first`` to ``last`` with
    others, or is alone there. If one of the first - 1 players above wins, all these bust and cover the places first to
    last. If another one of them wins, the others bust and cover first + 1 to last. If the player wins, as many as
    ``first`` are left; if a player of a lower rank k wins, at most k are, and with fewer players no more can move.
    """
    most = [0.0] * (players + 1)
    for left in range(3, players + 1):
        most[left] = most[left - 1]
        for first, last in ranks(left):
            above, among = spread(payouts, first, last), spread(payouts, first + 1, last)
            later = [first, *range(last + 1, left + 1)]
            money = (first - 1) * above + (last - first) * among + sum(most[k] for k in later if k < left)
            most[left] = max(most[left], money / (left - later.count(left)))  # all of them left: the same once more
    return most


def ranks(players: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last rank that some players can share."""
    return ((first, last) for first in range(1, players + 1) for last in range(first, players + 1))


def spread(payouts: Sequence[float], first: int, last: int) -> float:
    """Return how much the prizes of some places differ."""
    prizes = payouts[first - 1 : last]
    return float(max(prizes) - min(prizes)) if prizes else 0.0


def nearby_cliffs(
    root: LinearNode, most: Sequence[float], little: float, max_nodes: int, checkpoint: Checkpoint
) -> tuple[Survey, int]:
    """Return a survey that leaves less than ``little`` unseen, or as little as can be, and how many nodes it took."""
    survey = Survey(root, most, math.inf, max_nodes, checkpoint)
    needed = fine_enough(tuple(most), little)
    cut, nodes_left = max(needed, most[-1] * FIRST_LOOK), max_nodes
    while survey.unseen >= little:
        try:
            survey = Survey(root, most, cut, nodes_left, checkpoint)
        except TooManyNodesError:
            return survey, max_nodes
        nodes_left -= survey.nodes
        if cut <= needed:
            needed /= 2  # where players are level throughout, the tree has another shape
        affordable = cut * (survey.nodes / max(1, nodes_left)) ** NODES_POWER
        if affordable > cut / 2:
            break
        cut = max(needed, affordable, cut / MOST_FINER)
    return survey, max_nodes - nodes_left


@lru_cache(maxsize=32)
def fine_enough(most: tuple[float, ...], little: float) -> float:
    """Return a cut that leaves less than ``little`` unseen where nobody is level: all those tables share one tree."""
    cut = little

    @cache
    def unseen(players: int, paths: int) -> float:
        following = [(left, most[left] / paths / players) for left in range(1, players + 1)]
        return sum(money if money < cut else unseen(left, paths * players) for left, money in following)

    while unseen(len(most) - 1, 1) >= little and unseen.cache_info().currsize < MAX_NODES / 8:
        cut *= 0.8
        unseen.cache_clear()
    return cut


class Survey:
    """The ties at all nodes that can move some money, and how much the others can move."""

    def __init__(
        self, root: LinearNode, most: Sequence[float], cut: float, max_nodes: int, checkpoint: Checkpoint
    ) -> None:
        self.root, self.most, self.cut, self.max_nodes, self.checkpoint = root, most, cut, max_nodes, checkpoint
        self.nodes = 0
        self.ties: dict[tuple[Fraction, tuple[int, int]], Tie] = {}
        self.bounds: defaultdict[Fraction, float] = defaultdict(float)
        """How much money a tie in some place can move, apart from what is not looked at."""
        self.unseen = self.follow(root)

    def follow(self, node: LinearNode) -> float:
        """Look at a node and those after it; return the most that what is not looked at can move in any one place."""
        places = self.record(node)
        return max(self.play(piece) for piece in pieces(node, places)) if places else self.play(node)

    def record(self, node: LinearNode) -> list[Fraction]:
        """Keep the node's ties, and return where they are if they are met here first."""
        places = set()
        for moved, pair, first in level_places(node):
            if first:
                places.add(moved)
            elif moved in (self.root.low, self.root.high):
                continue
            known = self.ties.get((moved, pair))
            if known is None or known.probability * node.paths < 1:
                self.ties[moved, pair] = Tie(moved, node.path, pair, Fraction(1, node.paths), first)
        for moved in places:
            self.bounds[moved] += node.probability * self.most[len(node.stacks)]
        return sorted(places)

    def play(self, node: LinearNode) -> float:
        """Follow a node in which nobody passes anybody."""
        self.nodes += 1
        if self.nodes > self.max_nodes:
            raise TooManyNodesError
        if not self.nodes % CHECK_NODES:
            self.checkpoint(0.0)
        hands, unseen = next_hands(node, self.most, self.cut)
        return unseen + sum(self.follow(hand) for hand in hands)


class TooManyNodesError(Exception):
    """More nodes matter than anybody would wait for."""


def alike(root: LinearNode) -> dict[int, list[int]]:
    """Return for every player those who are level with them throughout, themselves included."""
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for low, high, player in root.stacks:
        groups[low, high].append(player)
    return {player: groups[low, high] for low, high, player in root.stacks}


def chosen(survey: Survey, least: float, others: dict[int, list[int]]) -> list[Tie]:
    """Return the ties in places that can move ``least``, also of players who are alike those who were looked at."""
    found = {key: tie for key, tie in survey.ties.items() if survey.bounds[tie.moved] >= least}
    for tie in list(found.values()):
        for renamed in under_other_names(tie, others):
            found.setdefault((tie.moved, renamed.pair), renamed)
    return [found[key] for key in sorted(found)]


def under_other_names(tie: Tie, others: dict[int, list[int]]) -> Iterator[Tie]:
    """Yield the tie with its two players renamed to players who are alike them."""
    for one in others[tie.pair[0]]:
        for other in others[tie.pair[1]]:
            if one != other:
                players = exchanged((*tie.pair, *tie.path), tie.pair[0], one)
                players = exchanged(players, players[1], other)
                yield tie._replace(path=players[2:], pair=(min(one, other), max(one, other)))


def exchanged(players: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    """Return players with two of them in each other's place.

    >>> exchanged((0, 1, 2, 1), 1, 2)
    (0, 2, 1, 2)
    """
    return tuple({one: other, other: one}.get(player, player) for player in players)
