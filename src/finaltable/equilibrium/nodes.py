"""Decisions of a hand: a player, the raise and the all-ins they face.

Written as "SB", "BB v SB", "BB v SB, CO". With a raise: "BTN raise", "SB v BTN raise", "BB v BTN raise, SB" and, after
a re-jam, "BTN raise v SB".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from finaltable.equilibrium.lineup import Lineup
from finaltable.errors import InputError, check_length
from finaltable.table.table import check_player

MAX_SPOT = 400  # characters
Action = Literal["push", "call", "overcall", "raise", "rejam", "call_rejam"]
ACTIONS: tuple[Action, ...] = ("push", "call", "overcall")
RAISE = " raise"  # after the name of a player


class DecisionNode(NamedTuple):
    """A decision; seats are numbers in the order of acting."""

    seat: int
    facing: tuple[int, ...]
    raiser: int | None = None
    """The player who raised and is not all-in; the player's own seat: to raise, or the decision after it."""

    @property
    def action(self) -> Action:
        """Name of going all-in here, or of raising."""
        if self.raiser is None:
            return ACTIONS[len(self.facing)]
        if self.facing:
            return "call_rejam"
        return "raise" if self.raiser == self.seat else "rejam"

    @property
    def returns(self) -> bool:
        """Whether the player has raised before."""
        return self.raiser == self.seat and bool(self.facing)


def nodes_of(seats: int) -> list[DecisionNode]:
    """Return all decisions, in the solver's order.

    >>> [(node.seat, node.facing) for node in nodes_of(2)]
    [(0, ()), (1, ()), (1, (0,))]
    """
    return [DecisionNode(seat, facing) for seat in range(seats) for facing in facing_of(seat)]


def facing_of(seat: int) -> Iterator[tuple[int, ...]]:
    """Yield the all-ins that a seat can face: none, one, two."""
    yield ()
    yield from ((i,) for i in range(seat))
    yield from ((i, j) for j in range(seat) for i in range(j))


def decided(node: DecisionNode, seats: int, last_opens: bool) -> bool:
    """Return whether there is a choice: if all players fold to the big blind, there is none."""
    return bool(node.facing) or node.raiser is not None or last_opens or node.seat < seats - 1


def node_name(lineup: Lineup, node: DecisionNode) -> str:
    """Return the name of a decision, like "BB v SB"."""
    names = [lineup.table.names[seat] for seat in lineup.deciding]
    own = names[node.seat] + (RAISE if node.raiser == node.seat else "")
    against = [names[node.raiser] + RAISE] if node.raiser not in (None, node.seat) else []
    against += [names[i] for i in node.facing]
    return f"{own} v {', '.join(against)}" if against else own


def read_node(lineup: Lineup, text: object, field: str) -> DecisionNode:
    """Parse the name of a decision, or a list of a seat and those it faces, or raise."""
    if isinstance(text, str):
        check_length(field, text, MAX_SPOT)
        own, _, against = split_versus(text)
        pieces: Sequence[object] = [name for name in (piece.strip() for piece in against.split(",")) if name]
    elif isinstance(text, Sequence) and text:
        own, *pieces = text
    else:
        raise InputError(field, 'must be a decision like "SB" or "BB v SB"', text, code="wrong_format")
    seat, raises = without_raise(lineup, own)
    others = [without_raise(lineup, piece) for piece in pieces]
    raisers = [name for name, raised in others if raised] + ([seat] if raises else [])
    if len(raisers) > 1:
        raise InputError(field, "must have one player who raises", text, code="conflict")
    return find_node(lineup, seat, [name for name, raised in others if not raised], field, *raisers)


def without_raise(lineup: Lineup, player: object) -> tuple[object, bool]:
    """Return a player without the word "raise", and whether it was there."""
    if isinstance(player, str) and player not in lineup.table.names and player.lower().endswith(RAISE):
        return player[: -len(RAISE)].strip(), True
    return player, False


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


def find_node(
    lineup: Lineup, seat: object, facing: Sequence[object], field: str, raised_by: object = None
) -> DecisionNode:
    """Return the decision of a player facing others, each by name or by index from 0, or raise."""
    acting = seat_in_turn(lineup, seat, field)
    if raised_by is not None:
        return find_after_raise(lineup, acting, facing, field, seat_in_turn(lineup, raised_by, field))
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


def find_after_raise(lineup: Lineup, acting: int, facing: Sequence[object], field: str, raiser: int) -> DecisionNode:
    """Return the decision to raise, or one after a raise, or raise an error."""
    from finaltable.equilibrium.tree import tree_of

    turns = tuple(sorted(seat_in_turn(lineup, other, field) for other in facing))
    node = DecisionNode(acting, turns, raiser)
    if not any(lineup.raised):
        hint = "{raise_to} adds raises"
        raise InputError(field, "must be without a raise", node_name(lineup, node), hint=hint, code="needs_other")
    if node not in tree_of(lineup).nodes:
        rule = f"must be a decision in this game, like BB v SB raise; the order is {acting_words(lineup)}"
        raise InputError(field, rule, node_name(lineup, node), code="conflict")
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
