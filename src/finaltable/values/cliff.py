"""Cliffs of DCM: the stacks at which two players become level, now or some hands later.

DCM ranks players who bust in the same hand by their stacks, so an equity jumps where two stacks pass each other. Chips
move in a given direction (one stack grows; one player's chips go to another); following the tree with lines instead of
numbers (`lines`) finds the ties as exact fractions, without trying stack after stack. No tie that moves much money is
missed. The proof has three steps.

1. *Only players who are level and bust in the same hand change places.* Compare the tournament at a tie t with the one
   a little to the left or right of it, with the same winners. The stacks are nearly the same, with one exception:
   players who are level with the winner at t are out, and may keep a tiny stack on one side of t. Such a player is out
   as soon as a player with real chips wins, behind all others who are left then, but ahead of all players who bust
   before: in one of the places that those level with the winner share at t. A hand that a tiny stack wins changes
   no other stack by more than that. So players who share places at t are put in some order on either side, and no
   other player moves.
2. *With m players left, ties at one t move no player by more than* ``most_moved(payouts, m)``, in this hand and all
   later ones together: a player busts once, and then moves only among the places of those who are level with them.
3. So the ties at t move no player by more than the sum of probability times ``most_moved``: over the nodes where
   two lines cross at t for the first time, and over the nodes around t that were not visited. Many small nodes may tie
   at one t (they do if several players are level at the start), so the search continues until all nodes that were not
   visited are small together, not only each of them.
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
from finaltable.values.linear_tree import LinearNode, Place, in_order, level_places, next_hands, pieces, start_node

MAX_NODES = 40_000  # about a second
FIRST_LOOK = 0.01  # of the most that a tie can move
NODES_POWER = 1.2  # a survey with k times the nodes is about k to this power times finer
MOST_FINER = 30  # times finer from one survey to the next: beyond that, the number of nodes is hard to predict
CHECK_NODES = 256  # between two checks of the deadline
UNSEEN = 0.75  # of the threshold: the most that unvisited nodes may move


class Tie(NamedTuple):
    """A number of moved chips at which two players are level."""

    moved: Fraction
    path: tuple[int, ...]
    """Winners of the hands before the tie; empty: the players are level now."""
    pair: tuple[int, int]
    probability: Fraction
    """Probability of that path."""
    first: bool
    """Whether no other players are level at the same place earlier on the path."""


class Ties(NamedTuple):
    """Places where DCM may jump, and a bound for jumps elsewhere."""

    found: list[Tie]
    """Ties sorted by chips moved, then by pair, each with its likeliest path."""
    elsewhere: float
    """No player gains or loses more than this at any other place, in payout units."""
    nodes: int
    """Number of nodes visited."""


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

    They include all that move a player by ``threshold``, and `Ties.elsewhere` is below it, unless that would take more
    than ``max_nodes``.

    >>> ties = find_ties([0, 800, 2000, 3000], [1, 0, 0, 0], 700, 2500, [50, 30, 20, 0], 10)
    >>> [(int(tie.moved), tie.path) for tie in ties.found], ties.elsewhere < 10
    ([(800, ()), (2000, ())], True)
    """
    root = start_node(stacks, direction, exact_value(start), exact_value(stop))
    most = known_most_moved(tuple(payouts), len(root.stacks))
    if not most[-1]:
        return Ties([], 0.0, 0)
    survey, nodes = nearby_cliffs(root, most, UNSEEN * threshold, max_nodes, checkpoint)
    # Ties that are left out must stay below the threshold, together with unvisited nodes.
    least = threshold - survey.unseen if survey.unseen < UNSEEN * threshold else threshold / 2
    left_out = max((money for money in survey.bounds.values() if money < least), default=0.0)
    return Ties(chosen(survey, least, alike(root)), survey.unseen + left_out, nodes)


def most_moved(payouts: Sequence[float], players: int) -> list[float]:
    """Return, for every number of players left, the most that ties can move one player, in this and all later hands.

    >>> [round(money, 2) for money in most_moved([50, 30, 20, 0], 4)]
    [0.0, 0.0, 0.0, 6.67, 22.5]

    It is the maximum over the outcomes of one hand. Say that a player shares the ranks ``first`` to ``last`` with
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
            most[left] = max(most[left], money / (left - later.count(left)))  # with all of them left, the same recurs
    return most


known_most_moved = lru_cache(maxsize=32)(most_moved)  # the same for every move of chips at a table


def ranks(players: int) -> Iterator[tuple[int, int]]:
    """Yield every pair of a first and a last rank that players can share."""
    return ((first, last) for first in range(1, players + 1) for last in range(first, players + 1))


def spread(payouts: Sequence[float], first: int, last: int) -> float:
    """Return the spread of the prizes of some places."""
    prizes = payouts[first - 1 : last]
    return float(max(prizes) - min(prizes)) if prizes else 0.0


def nearby_cliffs(
    root: LinearNode, most: Sequence[float], little: float, max_nodes: int, checkpoint: Checkpoint
) -> tuple[Survey, int]:
    """Return a survey that leaves less than ``little`` unseen, or as little as possible, and its number of nodes."""
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
            needed /= 2  # the tree is larger if some players are always level
        affordable = cut * (survey.nodes / max(1, nodes_left)) ** NODES_POWER
        if affordable > cut / 2:
            break
        cut = max(needed, affordable, cut / MOST_FINER)
    return survey, max_nodes - nodes_left


@lru_cache(maxsize=32)
def fine_enough(most: tuple[float, ...], little: float) -> float:
    """Return a cut that leaves less than ``little`` unseen if no players are level: all such tables have one tree."""
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
    """The ties at all nodes that can move at least ``cut``, and a bound for the other nodes."""

    def __init__(
        self, root: LinearNode, most: Sequence[float], cut: float, max_nodes: int, checkpoint: Checkpoint
    ) -> None:
        self.root, self.most, self.cut, self.max_nodes, self.checkpoint = root, most, cut, max_nodes, checkpoint
        self.nodes = 0
        self.ties: dict[tuple[Place, tuple[int, int]], tuple[LinearNode, bool]] = {}
        """By place and pair: the likeliest node, and whether no others are level at the place earlier on its path."""
        self.bounds: defaultdict[Place, float] = defaultdict(float)
        """Most money that a tie at a place can move, without unvisited nodes."""
        self.unseen = self.follow(root)

    def follow(self, node: LinearNode) -> float:
        """Visit a node and its descendants; return the most that unvisited ones can move at any one place."""
        level = level_places(node)
        places = self.record(node, level) if level else None
        return max([self.play(piece) for piece in pieces(node, places)]) if places else self.play(node)

    def record(self, node: LinearNode, level: Sequence[tuple[Place, tuple[int, int], bool]]) -> list[Place]:
        """Store the node's ties, and return the places of those that are new on this path."""
        places = set()
        for moved, pair, first in level:
            if first:
                places.add(moved)
            elif moved == self.root.low or moved == self.root.high:
                continue
            known = self.ties.get((moved, pair))
            if known is None or known[0].paths > node.paths:
                self.ties[moved, pair] = node, first
        for moved in places:
            self.bounds[moved] += node.probability * self.most[len(node.stacks)]
        return in_order(places) if len(places) > 1 else list(places)

    def tie(self, place: Place, pair: tuple[int, int]) -> Tie:
        """Return a stored tie."""
        node, first = self.ties[place, pair]
        return Tie(Fraction(*place), node.path, pair, Fraction(1, node.paths), first)

    def play(self, node: LinearNode) -> float:
        """Visit a node in which the order of the stacks is fixed."""
        self.nodes += 1
        if self.nodes > self.max_nodes:
            raise TooManyNodesError
        if not self.nodes % CHECK_NODES:
            self.checkpoint(0.0)
        hands, unseen = next_hands(node, self.most, self.cut)
        return unseen + sum([self.follow(hand) for hand in hands]) if hands else unseen


class TooManyNodesError(Exception):
    """The survey exceeded its budget of nodes."""


def alike(root: LinearNode) -> dict[int, list[int]]:
    """Return for each player those who are always level with them, themselves included."""
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for low, high, player in root.stacks:
        groups[low, high].append(player)
    return {player: groups[low, high] for low, high, player in root.stacks}


def chosen(survey: Survey, least: float, others: dict[int, list[int]]) -> list[Tie]:
    """Return the ties at places that can move ``least``, including those of interchangeable players."""
    there = (key for key in survey.ties if survey.bounds[key[0]] >= least)
    found = {(tie.moved, tie.pair): tie for tie in (survey.tie(*key) for key in there)}
    for tie in list(found.values()):
        for renamed in under_other_names(tie, others):
            found.setdefault((tie.moved, renamed.pair), renamed)
    return [found[key] for key in sorted(found)]


def under_other_names(tie: Tie, others: dict[int, list[int]]) -> Iterator[Tie]:
    """Yield the tie with its two players replaced by interchangeable ones."""
    for one in others[tie.pair[0]]:
        for other in others[tie.pair[1]]:
            if one != other:
                players = exchanged((*tie.pair, *tie.path), tie.pair[0], one)
                players = exchanged(players, players[1], other)
                yield tie._replace(path=players[2:], pair=(min(one, other), max(one, other)))


def exchanged(players: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    """Return players with two of them swapped.

    >>> exchanged((0, 1, 2, 1), 1, 2)
    (0, 2, 1, 2)
    """
    return tuple({one: other, other: one}.get(player, player) for player in players)
