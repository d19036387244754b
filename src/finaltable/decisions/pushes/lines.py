"""Lines that play can take after a push, and who holds what in each of them.

The players behind hero fold until one calls; those after this caller fold. Then the players who bet before hero act, in
turn: they fold until one calls, and those after this one fold. So at most three players are at the showdown, and those
all-in by posting. If hero folds, or checks in the big blind, no more chips go in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import Hands, Line, any_hand, folds, gives_up, plays
from finaltable.decisions.pushes.push_spot import MOST_SHOWN, PushSpot


@dataclass(frozen=True)
class Bet:
    """Hands of a player who bet before hero."""

    seat: int
    hands: Range
    """Range with which they bet."""
    calls: Range | None = None
    """Hands among them that call the push if all players behind fold."""
    overcalls: tuple[Range | None, ...] = ()
    """Hands among them that call the push and the call of a player behind, for each of these in turn."""
    find_calls: bool = False
    """Whether `calls` are to be the best ones."""
    find_overcalls: bool = False
    """Whether `overcalls` are to be the best ones."""


class Known(NamedTuple):
    """Ranges of hero's opponents; None for players who never call, or whose cards are random."""

    folders: Sequence[Range | None]
    """Hands that each player who folded before hero would have played."""
    bets: Sequence[Bet]
    """Hands of the players who bet, in turn."""
    seats: Sequence[int]
    """Players behind, in turn."""
    callers: Sequence[Range | None]
    """Hands that each player behind calls with."""
    all_in: int = 0
    """Number of players all-in by posting: they hold any hand."""

    @property
    def posted(self) -> tuple[Hands, ...]:
        """Hands of the players all-in by posting."""
        return (any_hand(),) * self.all_in

    def held(self, bets: Sequence[Bet]) -> list[Hands]:
        """Return what some of the players who bet hold."""
        return [plays(bet.hands) for bet in bets]

    def gone(self, behind: int, bets: Sequence[Bet]) -> list[Hands]:
        """Return what some of the players who bet hold if they fold, after the call of a player behind or of none."""
        return [gives_up(bet.hands, self.answer(bet, behind)) for bet in bets]

    def answer(self, bet: Bet, behind: int) -> Range | None:
        """Return the hands with which a player who bet calls, after the call of a player behind or of none."""
        return bet.calls if behind == len(self.seats) else bet.overcalls[behind]

    def ranges(self) -> Iterator[Range]:
        """Yield all ranges."""
        yield from (one for one in (*self.folders, *self.callers) if one is not None)
        for bet in self.bets:
            yield from (one for one in (bet.hands, bet.calls, *bet.overcalls) if one is not None)

    def before(self) -> list[Hands]:
        """Return what the players who folded before hero hold."""
        return [folds(one) for one in self.folders if one is not None]

    def behind(self, count: int) -> list[Hands]:
        """Return what the first players behind hold if they fold."""
        return [folds(one) for one in self.callers[:count] if one is not None]


def lines_of(spot: PushSpot, known: Known) -> list[Line]:
    """Return the condition, and all lines with a showdown.

    A line shares the deals of the players with whom it and the line before it begin: those who acted before hero.
    """
    before, count = known.before(), len(known.seats)
    lines = [condition(known, known.bets)]
    lines += answered(known, count, None)
    first_callers = [(i, one) for i, one in enumerate(known.callers) if one is not None]
    for i, one in first_callers:
        others = (*before, *known.gone(i, known.bets), *known.behind(i))
        lines.append(Line((known.seats[i],), others, (plays(one), *known.posted)))
    if known.all_in:
        lines.append(Line((), (*before, *known.gone(count, known.bets), *known.behind(count)), known.posted))
    for i, one in first_callers:
        lines += answered(known, i, one)
    return [*lines, *without_push(spot, known)]


def condition(known: Known, bets: Sequence[Bet]) -> Line:
    """Return what happened before hero acts: players folded and bet."""
    held = known.held(bets)
    return Line((), (*known.before(), *held[1:]), tuple(held[:1]), "before")


def answered(known: Known, behind: int, caller: Range | None) -> list[Line]:
    """Return the lines in which a player who bet calls, after the call of a player behind if there is one."""
    found = []
    for j, bet in enumerate(known.bets):
        calls = known.answer(bet, behind)
        if calls is None:
            continue
        gone, after = known.gone(behind, known.bets[:j]), known.held(known.bets[j + 1 :])
        first = () if caller is None else ((known.seats[behind], plays(caller)),)
        shown = (*first, (bet.seat, plays(calls)))
        seats, hands = tuple(seat for seat, _ in shown), tuple(hands for _, hands in shown)
        others = (*known.before(), *gone, *after, *known.behind(behind))
        found.append(Line(seats, others, (*hands, *known.posted)))
    return found


def without_push(spot: PushSpot, known: Known) -> list[Line]:
    """Return the lines in which hero folds and players all-in by posting see a showdown, and in which hero checks."""
    found = []
    held = {bet.seat: plays(bet.hands) for bet in known.bets}
    for winner in spot.winners_if_folded:
        if len(spot.left_if_folded(winner)) == 1:
            continue
        others = [hands for seat, hands in held.items() if seat != winner]
        rest = known.posted[winner in spot.all_in :]
        found.append(Line((winner,), (*known.before(), *others), (held.get(winner, any_hand()), *rest), "fold"))
    if spot.can_check and 1 + len(held) + known.all_in <= MOST_SHOWN:
        found.append(Line(tuple(held), tuple(known.before()), (*held.values(), *known.posted), "check"))
    return found
