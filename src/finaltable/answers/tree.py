"""The game tree; probabilities are exact fractions, as texts."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from finaltable.answers.shared import Amount, PlayersDict

NodeKind = Literal["hand", "won", "out", "repeats", "more"]


class BustDict(TypedDict):
    """A player who is out after a hand; equal stacks share the places from ``first`` to ``last``."""

    player: int
    first: int
    last: int


class NodeDict(TypedDict):
    """The table after a hand."""

    number: Annotated[int, "1 is the start; nodes are counted hand by hand."]
    depth: Annotated[int, "Hands played so far."]
    stacks: list[Amount]
    probability: str
    winner: Annotated[int | None, "The winner of the hand that led here; null at the start."]
    busts: list[BustDict]
    kind: Annotated[NodeKind, "How the tree goes on below this node."]
    repeats: Annotated[int | None, 'The number of the node with the same stacks, where kind is "repeats".']
    children: list[NodeDict]


class GameTreeDict(PlayersDict):
    """Everything that can happen in the next hands."""

    depth: Annotated[int, "How many hands are drawn."]
    player: Annotated[int | None, "The player whose partial tree it is; null: the whole tree."]
    win_probabilities: Annotated[list[str], "What the winning paths drawn give each player."]
    open_probability: Annotated[str, "The probability of the paths that are not drawn to their end."]
    root: NodeDict
