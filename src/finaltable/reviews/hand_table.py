"""The table of a hand: seats, positions, blinds and antes. Players are named by their positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from finaltable.equilibrium.lineup import position_names
from finaltable.histories.hand import FORCED, Act, PlayedHand
from finaltable.spots.posted import Forced, post
from finaltable.table.numbers import Number, exact_number

UNUSUAL = frozenset({Act.STRADDLE, Act.POST, Act.DEAD})


class NotReviewed(Exception):  # noqa: N818 (not an error)
    """Raised for a decision or a hand that cannot be valued. The message is the reason; equal reasons are counted."""


class NeverReached(NotReviewed):
    """Raised for a decision that the equilibrium never gets to, or an action that it never takes."""


@dataclass(frozen=True)
class Seating:
    """Players and blinds before the cards are dealt. Seats count from 0, in the order of the file."""

    hand: PlayedHand
    button: int
    """Seat of the button; for a dead button, the seat right of the blinds."""
    forced: Forced

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """Names of the seats: BTN, SB, BB, UTG and so on."""
        players = len(self.hand.seats)
        first = self.button if players == 2 else self.button + 1
        called = position_names(players)
        return tuple(called[(seat - first) % players] for seat in range(players))

    def seat(self, name: str) -> int:
        """Return a player's seat."""
        return self.hand.names.index(name)

    @property
    def stacks(self) -> tuple[Number, ...]:
        """Chips of each player before posting."""
        return tuple(seat.stack for seat in self.hand.seats)


def seat_players(hand: PlayedHand) -> Seating:
    """Return the seating, or raise if blinds and antes are unusual."""
    posted = [action for action in hand.actions if action.act in FORCED]
    if any(action.act in UNUSUAL for action in posted):
        raise NotReviewed("a missed blind or a straddle was posted")
    if len(hand.seats) < 2:
        raise NotReviewed("no other player is at the table")
    if len(hand.seats) > 10:
        raise NotReviewed("more than ten players are at the table")
    small, big = (next((a.player for a in posted if a.act is act), None) for act in (Act.SMALL_BLIND, Act.BIG_BLIND))
    if big is None:
        raise NotReviewed("no player posted the big blind")
    seating = Seating(hand, find_button(hand, small, big), forced_of(hand, small is not None))
    check_posted(seating)
    return seating


def find_button(hand: PlayedHand, small: str | None, big: str) -> int:
    """Return the seat right of the blinds; heads-up, that of the small blind."""
    players, big_seat = len(hand.seats), hand.names.index(big)
    if small is not None and (hand.names.index(small) + 1) % players != big_seat:
        raise NotReviewed("the blinds do not sit side by side")
    return (big_seat - (1 if players == 2 else 2)) % players


def forced_of(hand: PlayedHand, small_blind: bool) -> Forced:
    """Return the blinds and antes, as numbers."""
    ante = hand.ante or max((a.amount for a in hand.actions if a.act is Act.ANTE), default=0)
    values = (hand.small_blind if small_blind else 0, hand.big_blind, ante, hand.big_blind_ante)
    return Forced(*(exact_number(value) for value in values))


def check_posted(seating: Seating) -> None:
    """Raise if a player posted anything but the usual blinds and antes."""
    hand = seating.hand
    posted, dead, _ = post([exact_number(stack) for stack in seating.stacks], seating.button, seating.forced)
    matched: dict[str, Number] = dict.fromkeys(hand.names, 0)
    for_table: Number = 0
    for action in hand.actions:
        if action.act in (Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND):
            matched[action.player] = matched.get(action.player, 0) + action.amount
        elif action.act is Act.BIG_BLIND_ANTE:
            for_table += action.amount
    if posted != [exact_number(one) for one in matched.values()] or dead != for_table:
        raise NotReviewed("blinds and antes were not posted as usual")
