"""Checks of seats: at least two players, with different seats and names."""

from __future__ import annotations

from collections.abc import Iterable

from finaltable.histories.hand import Seat
from finaltable.histories.ledger import Unreadable

MOST = 12
"""Most players at a table; rooms seat at most ten."""


def check_seats(seats: Iterable[Seat], line: int) -> list[Seat]:
    """Return the seats by number, or raise."""
    ordered = sorted(seats, key=lambda seat: seat.seat)
    if len(ordered) < 2:
        raise Unreadable(line, "the hand has fewer than two players")
    if len(ordered) > MOST:
        raise Unreadable(line, f"the hand has more than {MOST} players")
    for what, values in (("seat", [seat.seat for seat in ordered]), ("name", [seat.name for seat in ordered])):
        if len(set(values)) != len(values):
            raise Unreadable(line, f"two players have the same {what}")
    if any(seat.stack < 0 for seat in ordered):
        raise Unreadable(line, "a stack is negative")
    return ordered
