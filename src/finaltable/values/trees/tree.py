"""The game tree as data: figures 1 to 4 of the paper, and the partial tree of section 4.2."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.table.table import (
    Number,
    Table,
    as_table,
    check_player,
    check_whole,
    exact_value,
    plain_number,
)

PLAYERS = range(2, 6)
"""How many players with chips a tree can have and still be read."""
MAX_DEPTH = 12
MAX_NODES = 2_000
NodeKind = Literal["hand", "won", "out", "repeats", "more"]


class Bust(NamedTuple):
    """A player who left in a hand; equal stacks share the places from ``first`` to ``last``."""

    player: int
    """Index of the player."""
    first: int
    """The best of the places that are shared."""
    last: int
    """The worst of them."""


@dataclass(frozen=True)
class TreeNode:
    """What stands after a hand. Made by `tree`."""

    number: int
    """1 is the start; nodes are counted hand by hand."""
    depth: int
    """Hands played so far."""
    stacks: tuple[Number, ...]
    """Chips of every player, 0 for those who are out."""
    probability: Fraction
    """The product of the 1/n along the path: p_k in the paper's equation 3."""
    winner: int | None
    """Who won the hand that led here; None at the start."""
    busts: tuple[Bust, ...]
    """Who left in that hand."""
    kind: NodeKind
    """"hand": play goes on below; "won": one player has all the chips (the paper's terminal node); "out": the player
    looked at has left (its finalization node); "repeats": the same stacks are drawn elsewhere; "more": the tree goes on
    beyond the depth asked for."""
    repeats: int | None = None
    """The number of the node with the same stacks, where kind is "repeats"."""
    children: tuple[TreeNode, ...] = field(default=(), repr=False)
    """The tables after the next hand."""

    def walk(self) -> Iterator[TreeNode]:
        """Visit this node and all below it, in the order they are drawn."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class GameTree(Answer):
    """Everything that can happen in the next hands. Made by `tree`."""

    names: tuple[str, ...]
    """The players' names."""
    depth: int
    """How many hands are drawn."""
    root: TreeNode
    """The table as it stands; its children are the next hands."""
    player: int | None = None
    """The player whose partial tree it is (section 4.2); None: the global tree."""

    in_json = json_fields("names root.stacks depth player win_probabilities open_probability root")

    def win_probabilities(self) -> tuple[Fraction, ...]:
        """Return what the winning paths drawn give each player: PW of the paper's equation 4, as far as drawn."""
        won = [Fraction(0)] * len(self.names)
        for node in self.root.walk():
            if node.kind == "won":
                won[next(i for i, stack in enumerate(node.stacks) if stack)] += node.probability
        return tuple(won)

    def open_probability(self) -> Fraction:
        """Return the probability of the paths that are not drawn to their end."""
        return sum((n.probability for n in self.root.walk() if n.kind in ("repeats", "more")), Fraction(0))

    def places(self, player: int) -> dict[int, Fraction]:
        """Return the probability of each place that ``player`` reaches on the paths drawn."""
        found: dict[int, Fraction] = {}
        for node in self.root.walk():
            if node.kind == "won" and node.stacks[player]:
                found[1] = found.get(1, Fraction(0)) + node.probability
            for bust in node.busts:
                if bust.player == player:
                    share = node.probability / (bust.last - bust.first + 1)
                    for place in range(bust.first, bust.last + 1):
                        found[place] = found.get(place, Fraction(0)) + share
        return dict(sorted(found.items()))

    def __str__(self) -> str:
        from finaltable.values.trees.report import tree_report

        return str(tree_report(self))


def tree(
    stacks: Table | Iterable[object],
    depth: int = 3,
    *,
    player: int | str | None = None,
    names: Iterable[str] | None = None,
) -> GameTree:
    """Return the game tree of the next hands (figures 1 to 4 of the paper), with exact probabilities.

    >>> found = tree([1000, 500], depth=2)
    >>> [(node.kind, str(node.probability)) for node in found.root.walk()]
    [('hand', '1'), ('won', '1/2'), ('hand', '1/2'), ('repeats', '1/4'), ('won', '1/4')]

    Parameters
    ----------
    stacks, names
        See `Table.of`; or a `Table` alone. 2 to 5 players with chips.
    depth
        How many hands to draw.
    player
        Draw only what this player sees (section 4.2): paths end where they win or leave. An index from 0, or a name.
    """
    table = as_table(stacks, None if isinstance(stacks, Table) else (0,), names=names)  # a tree pays nobody
    chips, called = table.stacks, table.names
    live = sum(1 for chip in chips if chip)
    if live not in PLAYERS:
        rule = f"must leave {PLAYERS[0]} to {PLAYERS[-1]} players with chips for a tree that can be read"
        raise InputError("stacks", rule, Verbatim(f"{live} with chips"), code="wrong_count")
    depth = check_whole(depth, "depth", 1, MAX_DEPTH)
    seat = None if player is None else check_player(player, called)
    if seat is not None and not chips[seat]:
        raise InputError("player", "must have chips", called[seat], code="too_small")
    return GameTree(called, depth, grow(chips, depth, seat), seat)


class Sprout(NamedTuple):
    """A node before its children are known."""

    parent: int | None
    depth: int
    stacks: tuple[Number, ...]
    probability: Fraction
    winner: int | None
    busts: tuple[Bust, ...]


def grow(stacks: tuple[Number, ...], depth: int, player: int | None) -> TreeNode:
    """Play hands breadth first, so that a state is drawn where it comes first; then link the nodes."""
    # Decimals are played as the fractions they are written as, so that ties are exact.
    start = stacks if all(type(stack) is int for stack in stacks) else tuple(exact_value(stack) for stack in stacks)
    waiting = deque([Sprout(None, 0, start, Fraction(1), None, ())])
    first_seen: dict[tuple[Number, ...], int] = {}
    grown: list[tuple[Sprout, NodeKind, int | None]] = []
    while waiting:
        sprout = waiting.popleft()
        number = len(grown) + 1
        kind, repeats = kind_of(sprout, depth, player, first_seen.setdefault(sprout.stacks, number), number)
        grown.append((sprout, kind, repeats))
        if len(grown) > MAX_NODES:
            rule = f"must be small enough for {MAX_NODES:,} nodes"
            raise InputError("depth", rule, depth, hint="ask for fewer hands", code="too_large")
        if kind == "hand":
            waiting.extend(hands(sprout, number))
    children: dict[int | None, list[TreeNode]] = {}
    for number, (sprout, kind, repeats) in reversed(list(enumerate(grown, start=1))):
        below = tuple(reversed(children.pop(number, [])))
        shown = tuple(plain_number(stack) for stack in sprout.stacks)
        node = TreeNode(
            number, sprout.depth, shown, sprout.probability, sprout.winner, sprout.busts, kind, repeats, below
        )
        children.setdefault(sprout.parent, []).append(node)
    return children[None][0]


def kind_of(sprout: Sprout, depth: int, player: int | None, first: int, number: int) -> tuple[NodeKind, int | None]:
    """Say what kind of node it is, and which one it repeats."""
    if player is not None and not sprout.stacks[player]:
        return "out", None
    if sum(1 for stack in sprout.stacks if stack) == 1:
        return "won", None
    if first != number:
        return "repeats", first
    return ("hand", None) if sprout.depth < depth else ("more", None)


def hands(node: Sprout, number: int) -> Iterator[Sprout]:
    """Let each player with chips win the next hand (figure 3)."""
    live = [i for i, stack in enumerate(node.stacks) if stack]
    for winner in live:
        stakes = [min(stack, node.stacks[winner]) for stack in node.stacks]
        after = [stack - stake for stack, stake in zip(node.stacks, stakes, strict=True)]
        after[winner] = sum(stakes)
        gone = [i for i in live if not after[i]]
        busts = rank(gone, node.stacks, len(live))
        yield Sprout(number, node.depth + 1, tuple(after), node.probability / len(live), winner, busts)


def rank(gone: Sequence[int], stacks: Sequence[Number], players: int) -> tuple[Bust, ...]:
    """Give those who bust in one hand their places: by the stacks they entered with, equals share (section 4.3)."""
    places = []
    for i in gone:
        below = sum(1 for j in gone if stacks[j] < stacks[i])
        level = sum(1 for j in gone if stacks[j] == stacks[i])
        last = players - below
        places.append(Bust(i, last - level + 1, last))
    return tuple(sorted(places, key=lambda bust: (bust.first, bust.player)))
