"""Decisions of a hand: a player, and the all-ins they face. Written as "SB", "BB v SB", "BB v SB, CO"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from finaltable.equilibrium.lineup import Lineup
from finaltable.errors import InputError, check_length
from finaltable.table.table import check_player

MAX_SPOT = 400  # characters
Action = Literal["push", "call", "overcall"]
ACTIONS: tuple[Action, ...] = ("push", "call", "overcall")


class DecisionNode(NamedTuple):
    """A decision; seats are numbers in the order of acting."""

    seat: int
    facing: tuple[int, ...]

    @property
    def action(self) -> Action:
        """Name of going all-in here."""
        return ACTIONS[len(self.facing)]


def nodes_of(seats: int) -> list[DecisionNode]:
    """Return all decisions, in the solver's order.

    >>> nodes_of(2)
    [DecisionNode(seat=0, facing=()), DecisionNode(seat=1, facing=()), DecisionNode(seat=1, facing=(0,))]
    """
    return [DecisionNode(seat, facing) for seat in range(seats) for facing in facing_of(seat)]


def facing_of(seat: int) -> Iterator[tuple[int, ...]]:
    """Yield the all-ins that a seat can face: none, one, two."""
    yield ()
    yield from ((i,) for i in range(seat))
    yield from ((i, j) for j in range(seat) for i in range(j))


def decided(node: DecisionNode, seats: int, last_opens: bool) -> bool:
    """Return whether there is a choice: if all players fold to the big blind, there is none."""
    return bool(node.facing) or last_opens or node.seat < seats - 1


def node_name(lineup: Lineup, node: DecisionNode) -> str:
    """Return the name of a decision, like "BB v SB"."""
    names = [lineup.table.names[seat] for seat in lineup.deciding]
    against = ", ".join(names[i] for i in node.facing)
    return f"{names[node.seat]} v {against}" if node.facing else names[node.seat]


def read_node(lineup: Lineup, text: object, field: str) -> DecisionNode:
    """Parse the name of a decision, or a list of a seat and those it faces, or raise."""
    if isinstance(text, str):
        check_length(field, text, MAX_SPOT)
        seat, _, against = split_versus(text)
        facing: Sequence[object] = [name for name in (piece.strip() for piece in against.split(",")) if name]
    elif isinstance(text, Sequence) and text:
        seat, *facing = text
    else:
        raise InputError(field, 'must be a decision like "SB" or "BB v SB"', text, code="wrong_format")
    return find_node(lineup, seat, facing, field)


def split_versus(text: str) -> tuple[str, str, str]:
    """Split "BB v SB" or "BB vs SB, CO" before the opponents.

    >>> split_versus("BB vs. SB, CO"), split_versus("SB")
    (('BB', 'v', 'SB, CO'), ('SB', '', ''))
    """
    for word in (" v ", " vs ", " vs. "):
        if word in text:
            seat, _, against = text.partition(word)
            return seat.strip(), "v", against.strip()
    return text.strip(), "", ""


def find_node(lineup: Lineup, seat: object, facing: Sequence[object], field: str) -> DecisionNode:
    """Return the decision of a player facing others, each by name or by index from 0, or raise."""
    acting = seat_in_turn(lineup, seat, field)
    if len(facing) >= len(ACTIONS):
        rule = "must face at most two all-ins: after three, the others fold"
        raise InputError(field, rule, list(facing), code="too_many")
    turns = sorted(seat_in_turn(lineup, other, field) for other in facing)
    if len(set(turns)) < len(turns) or any(turn >= acting for turn in turns):
        rule = f"must face players who act earlier; the order is {acting_words(lineup)}"
        raise InputError(field, rule, f"{seat} v {', '.join(map(str, facing))}", code="conflict")
    node = DecisionNode(acting, tuple(turns))
    if not decided(node, len(lineup.deciding), lineup.last_opens):
        raise InputError(field, "must be a decision: if all fold, the big blind has won", str(seat), code="conflict")
    return node


def seat_in_turn(lineup: Lineup, player: object, field: str) -> int:
    """Return a player's place in the order of acting, or raise if they have no decision."""
    seat = check_player(player, lineup.table.names, field)
    if seat not in lineup.deciding:
        raise InputError(field, "must have chips left after posting", lineup.table.names[seat], code="no_chips_left")
    return lineup.deciding.index(seat)


def acting_words(lineup: Lineup) -> str:
    """Return the players' names, in the order of acting."""
    return ", ".join(lineup.table.names[seat] for seat in lineup.deciding)
