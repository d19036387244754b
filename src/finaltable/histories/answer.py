"""Hands as JSON answers have them: exact chips as plain numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from finaltable.table.numbers import Number, plain_number

if TYPE_CHECKING:
    from finaltable.answers.history import HandSeatDict, PlayedHandDict
    from finaltable.histories.hand import Hand, Seat


def hand_answer(hand: Hand) -> PlayedHandDict:
    """Return a hand as JSON has it."""
    return {
        "id": hand.id,
        "room": hand.room,
        "tournament": hand.tournament.id,
        "small_blind": plain_number(hand.small_blind),
        "big_blind": plain_number(hand.big_blind),
        "antes": plain_number(hand.antes),
        "button": hand.button,
        "seats": [seat_answer(seat) for seat in hand.seats],
        "pot": plain_number(hand.pot),
        "collected": plain_chips(hand.collected),
        "uncalled": plain_chips({back.player: back.amount for back in hand.uncalled}),
        "uncalled_inferred": any(back.inferred for back in hand.uncalled),
        "stacks_after": plain_chips(hand.stacks_after),
    }


def seat_answer(seat: Seat) -> HandSeatDict:
    """Return a seat as JSON has it."""
    bounty = None if seat.bounty is None else plain_number(seat.bounty)
    return {"seat": seat.seat, "name": seat.name, "stack": plain_number(seat.stack), "bounty": bounty}


def plain_chips(chips: Mapping[str, Number]) -> dict[str, int | float]:
    """Return chips by name as plain numbers."""
    return {name: plain_number(amount) for name, amount in chips.items()}
