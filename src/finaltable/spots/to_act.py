"""Players still to act before the flop, derived from the seats, the button and the chips in the pot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from finaltable.table.table import Number


@dataclass(frozen=True)
class Betting:
    """Chips of all players at hero's turn; players are seats."""

    hero: int
    playing: Sequence[int]
    """Players who were dealt cards, in the order of their seats."""
    all_in: Collection[int]
    folded: Collection[int]
    """Players given as folded."""
    forced: Sequence[Number]
    """Chips that each player had to post."""
    put_in: Sequence[Number]
    """Chips that each player has put in, blinds and antes included."""
    blind: Number
    """Chips that the first player to act has to match."""

    def bet(self, seat: int) -> bool:
        """Return whether a player has put in more than blind and ante."""
        return self.put_in[seat] > self.forced[seat]

    def others(self) -> list[int]:
        """Return the other players, clockwise from hero."""
        turn = self.playing.index(self.hero)
        return [*self.playing[turn + 1 :], *self.playing[:turn]]

    def without(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Return the players among ``seats`` who can still act."""
        return tuple(seat for seat in seats if seat not in self.all_in and seat not in self.folded)


def still_to_act(betting: Betting, first: int | None) -> tuple[int, ...] | None:
    """Return the players who act after hero, in turn; None if that depends on an unknown button.

    1. Players act clockwise, beginning with ``first``; players who have folded or are all-in are skipped.
    2. On hero's first turn, the players before hero had to match the big blind; those behind have not acted.
    3. If hero has bet before, each other player has had one turn since, and had to match that bet.
    4. A player who did not match the bet at their turn has folded. A player who did acts again.

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
        # A player who went all-in by choice acted before hero; the button may be before or behind those in between.
        turn = next(turn for turn, seat in enumerate(others) if seat in betting.all_in and betting.bet(seat))
        return None if betting.without(others[:turn]) else again(betting, others[turn:], betting.blind)
    turn = others.index(first) if first in others else len(others)
    behind, before = others[:turn], others[turn:]
    if any(betting.bet(seat) for seat in behind):  # a player behind has bet: hero has acted before
        return again(betting, others, betting.put_in[betting.hero])
    return betting.without(behind) + again(betting, before, betting.blind)


def again(betting: Betting, turns: Sequence[int], to_match: Number) -> tuple[int, ...]:
    """Return the players among those who have had a turn who matched the bet: they act again."""
    found = []
    for seat in turns:
        if betting.bet(seat) and betting.put_in[seat] >= to_match:
            to_match = betting.put_in[seat]
            found.append(seat)
    return betting.without(found)


def usual_button(chips: Sequence[Number]) -> int:
    """Return the default seat of the button, with players listed from the small blind on.

    >>> usual_button([500, 500, 500]), usual_button([500, 500, 0]), usual_button([0, 500, 500, 500, 0])
    (2, 0, 3)
    """
    seats = [seat for seat, chip in enumerate(chips) if chip]
    return seats[0] if len(seats) == 2 else seats[-1]


def blind_seats(chips: Sequence[Number], button: int) -> tuple[int, int]:
    """Return the seats of the small and the big blind; heads-up, the button is the small blind.

    >>> blind_seats([500, 500, 500], 0), blind_seats([500, 0, 500], 0)
    ((1, 2), (0, 2))
    """
    left = clockwise(chips, button)
    return (left[1], left[0]) if len(left) == 2 and chips[button] else (left[0], left[1])


def first_to_act(chips: Sequence[Number], button: int) -> int:
    """Return the first player to act before the flop: the one left of the big blind."""
    return clockwise(chips, blind_seats(chips, button)[1])[0]


def clockwise(chips: Sequence[Number], seat: int) -> list[int]:
    """Return the players with chips, clockwise from the left of a seat."""
    seats = len(chips)
    return [other for other in ((seat + 1 + k) % seats for k in range(seats)) if chips[other]]
