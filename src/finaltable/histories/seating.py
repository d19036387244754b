"""Seats as they must be: two players at least, each with a place and a name of their own."""

from __future__ import annotations

from collections.abc import Iterable

from finaltable.histories.hand import Seat
from finaltable.histories.ledger import Unreadable

MOST = 12
"""Rooms seat ten at most; two seats more cost nothing."""


def check_seats(seats: Iterable[Seat], line: int) -> list[Seat]:
    """Return the seats in their order, or raise."""
    ordered = sorted(seats, key=lambda seat: seat.seat)
    if len(ordered) < 2:
        raise Unreadable(line, "there are fewer than two players")
    if len(ordered) > MOST:
        raise Unreadable(line, f"there are more than {MOST} players")
    for what, values in (("seat", [seat.seat for seat in ordered]), ("name", [seat.name for seat in ordered])):
        if len(set(values)) != len(values):
            raise Unreadable(line, f"two players have the same {what}")
    if any(seat.stack < 0 for seat in ordered):
        raise Unreadable(line, "a stack is negative")
    return ordered
