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
"""Numbers of players with chips for which a tree is readable."""
MAX_DEPTH = 12
MAX_NODES = 2_000
NodeKind = Literal["hand", "won", "out", "repeats", "more"]


class Bust(NamedTuple):
    """A player who busts in a hand; equal stacks share the places from ``first`` to ``last``."""

    player: int
    """Index of the player."""
    first: int
    """Best of the shared places."""
    last: int
    """Worst of the shared places."""


@dataclass(frozen=True)
class TreeNode:
    """The table after a hand. Made by `tree`."""

    number: int
    """Number of the node; 1 is the start, and nodes are counted hand by hand."""
    depth: int
    """Hands played so far."""
    stacks: tuple[Number, ...]
    """Chips of each player, 0 for those who are out."""
    probability: Fraction
    """Product of 1/n along the path: p_k in the paper's equation 3."""
    winner: int | None
    """Winner of the last hand; None at the start."""
    busts: tuple[Bust, ...]
    """Players who bust in that hand."""
    kind: NodeKind
    """"hand": play continues below; "won": one player has all the chips (the paper's terminal node); "out": the player
    of a partial tree has busted (its finalization node); "repeats": the same stacks are drawn elsewhere; "more": play
    continues beyond the depth."""
    repeats: int | None = None
    """Number of the node with the same stacks, if kind is "repeats"."""
    children: tuple[TreeNode, ...] = field(default=(), repr=False)
    """The tables after the next hand."""

    def walk(self) -> Iterator[TreeNode]:
        """Yield this node and all below it, in the order of drawing."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, repr=False)
class GameTree(Answer):
    """The game tree of the next hands. Made by `tree`."""

    names: tuple[str, ...]
    """The players' names."""
    depth: int
    """Number of hands."""
    root: TreeNode
    """The current table; its children are the next hands."""
    player: int | None = None
    """The player whose partial tree it is (section 4.2); None: the global tree."""

    reported_by = "values.trees.report.tree_report"
    drawn_by = "tree_figure"

    in_json = json_fields("names root.stacks depth player win_probabilities open_probability root")

    def win_probabilities(self) -> tuple[Fraction, ...]:
        """Return each player's probability of the winning paths drawn: PW of the paper's equation 4."""
        won = [Fraction(0)] * len(self.names)
        for node in self.root.walk():
            if node.kind == "won":
                won[next(i for i, stack in enumerate(node.stacks) if stack)] += node.probability
        return tuple(won)

    def open_probability(self) -> Fraction:
        """Return the probability of the paths that do not end in the tree."""
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
        Number of hands.
    player
        Return the partial tree of this player (section 4.2): paths end where they win or bust. An index from 0, or a
        name.
    """
    table = as_table(stacks, None if isinstance(stacks, Table) else (0,), names=names)  # a tree needs no prizes
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
    """A node without its children."""

    parent: int | None
    depth: int
    stacks: tuple[Number, ...]
    probability: Fraction
    winner: int | None
    busts: tuple[Bust, ...]


def grow(stacks: tuple[Number, ...], depth: int, player: int | None) -> TreeNode:
    """Build the nodes breadth first, so that a state is drawn where it first occurs; then link them."""
    # Decimals are exact fractions, to make ties exact.
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
    """Return the kind of a node, and the node that it repeats."""
    if player is not None and not sprout.stacks[player]:
        return "out", None
    if sum(1 for stack in sprout.stacks if stack) == 1:
        return "won", None
    if first != number:
        return "repeats", first
    return ("hand", None) if sprout.depth < depth else ("more", None)


def hands(node: Sprout, number: int) -> Iterator[Sprout]:
    """Yield the nodes after the next hand, one for each winner (figure 3)."""
    live = [i for i, stack in enumerate(node.stacks) if stack]
    for winner in live:
        stakes = [min(stack, node.stacks[winner]) for stack in node.stacks]
        after = [stack - stake for stack, stake in zip(node.stacks, stakes, strict=True)]
        after[winner] = sum(stakes)
        gone = [i for i in live if not after[i]]
        busts = rank(gone, node.stacks, len(live))
        yield Sprout(number, node.depth + 1, tuple(after), node.probability / len(live), winner, busts)


def rank(gone: Sequence[int], stacks: Sequence[Number], players: int) -> tuple[Bust, ...]:
    """Return the places of players who bust in one hand: by their stacks, equal stacks share places (section 4.3)."""
    places = []
    for i in gone:
        below = sum(1 for j in gone if stacks[j] < stacks[i])
        level = sum(1 for j in gone if stacks[j] == stacks[i])
        last = players - below
        places.append(Bust(i, last - level + 1, last))
    return tuple(sorted(places, key=lambda bust: (bust.first, bust.player)))
