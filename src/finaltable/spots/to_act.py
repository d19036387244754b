"""Who is still to act before the flop: it follows from the seats, the button and the chips that are in the pot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from finaltable.table.table import Number


@dataclass(frozen=True)
class Betting:
    """The chips in front of everybody when it is hero's turn; players are seats."""

    hero: int
    playing: Sequence[int]
    """Players who were dealt cards, in the order of their seats."""
    all_in: Collection[int]
    folded: Collection[int]
    """Players who are known to have folded."""
    forced: Sequence[Number]
    """What every player had to post."""
    put_in: Sequence[Number]
    """What every player has put in, blinds and antes included."""
    blind: Number
    """What the first to act has to match."""

    def bet(self, seat: int) -> bool:
        """Tell whether a player has put in more than they had to."""
        return self.put_in[seat] > self.forced[seat]

    def others(self) -> list[int]:
        """Return everybody else, clockwise from hero."""
        turn = self.playing.index(self.hero)
        return [*self.playing[turn + 1 :], *self.playing[:turn]]

    def without(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Return those of some players who can still do something."""
        return tuple(seat for seat in seats if seat not in self.all_in and seat not in self.folded)


def still_to_act(betting: Betting, first: int | None) -> tuple[int, ...] | None:
    """Return who acts after hero, in turn; None where that hangs on the button, which is not known.

    1. Players act clockwise, beginning with ``first``; whoever has folded or is all-in is passed over.
    2. If it is hero's first turn, those before had to match the big blind, and those behind have not acted.
    3. If hero has bet before, everybody else has had one turn since, and had to match that bet.
    4. A player who did not match what was bet when their turn came has folded. A player who did is in the hand, and
       acts again.

    Hero on the button, the cutoff is all-in, seat 4 limped: the blinds are still to act, and then seat 4.

    >>> chips = [0, 100, 200, 0, 200, 1000]
    >>> betting = Betting(0, range(6), [5], [], [0, 100, 200, 0, 0, 0], chips, blind=200)
    >>> still_to_act(betting, first=3)
    (1, 2, 4)
    """
    others = betting.others()
    if betting.bet(betting.hero):
        return again(betting, others, betting.put_in[betting.hero])
    if first is None:
        # A player who went all-in by choice acted before hero; those in between may sit on either side of the button.
        turn = next(turn for turn, seat in enumerate(others) if seat in betting.all_in and betting.bet(seat))
        return None if betting.without(others[:turn]) else again(betting, others[turn:], betting.blind)
    turn = others.index(first) if first in others else len(others)
    behind, before = others[:turn], others[turn:]
    if any(betting.bet(seat) for seat in behind):  # hero must have acted before: somebody behind has bet
        return again(betting, others, betting.put_in[betting.hero])
    return betting.without(behind) + again(betting, before, betting.blind)


def again(betting: Betting, turns: Sequence[int], to_match: Number) -> tuple[int, ...]:
    """Return who of those who have had a turn matched the bet, and acts again."""
    found = []
    for seat in turns:
        if betting.bet(seat) and betting.put_in[seat] >= to_match:
            to_match = betting.put_in[seat]
            found.append(seat)
    return betting.without(found)


def usual_button(chips: Sequence[Number]) -> int:
    """Return the seat of the button where none is given: players are listed from the small blind on.

    >>> usual_button([500, 500, 500]), usual_button([500, 500, 0]), usual_button([0, 500, 500, 500, 0])
    (2, 0, 3)
    """
    seats = [seat for seat, chip in enumerate(chips) if chip]
    return seats[0] if len(seats) == 2 else seats[-1]


def blind_seats(chips: Sequence[Number], button: int) -> tuple[int, int]:
    """Return the seats of the small and the big blind; heads-up the button is the small blind.

    >>> blind_seats([500, 500, 500], 0), blind_seats([500, 0, 500], 0)
    ((1, 2), (0, 2))
    """
    left = clockwise(chips, button)
    return (left[1], left[0]) if len(left) == 2 and chips[button] else (left[0], left[1])


def first_to_act(chips: Sequence[Number], button: int) -> int:
    """Return who acts first before the flop: the player left of the big blind."""
    return clockwise(chips, blind_seats(chips, button)[1])[0]


def clockwise(chips: Sequence[Number], seat: int) -> list[int]:
    """Return the players with chips, beginning with the one left of a seat."""
    seats = len(chips)
    return [other for other in ((seat + 1 + k) % seats for k in range(seats)) if chips[other]]
