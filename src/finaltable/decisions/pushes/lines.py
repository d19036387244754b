"""Lines that play can take after a push, and who holds what in each of them.

The players behind hero fold until one calls; those after this caller fold. Then the players who bet before hero act, in
turn: they fold until one calls, and those after this one fold. So at most three players are at the showdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import Hands, Line, folds, gives_up, plays


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
    """What is known of the hands of hero's opponents; None for players who never call, or whose cards are random."""

    folders: Sequence[Range | None]
    """Hands that each player who folded before hero would have played."""
    bets: Sequence[Bet]
    """Hands of the players who bet, in turn."""
    seats: Sequence[int]
    """Players behind, in turn."""
    callers: Sequence[Range | None]
    """Hands that each player behind calls with."""

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

    def answers(self, behind: int) -> list[Range | None]:
        """Return the hands with which each player who bet calls: after the call of a player behind, or of none."""
        return [bet.calls if behind == len(self.seats) else bet.overcalls[behind] for bet in self.bets]


def lines_of(known: Known) -> list[Line]:
    """Return the condition, and all lines with a showdown.

    Lines that differ in the first caller only follow one another: they share deals.
    """
    before, count = known.before(), len(known.seats)
    held = [plays(bet.hands) for bet in known.bets]
    lines = [Line((), (*before, *held[:-1]), tuple(held[-1:]))]
    lines += answered(known, count, before + known.behind(count), None)
    first_callers = [(i, one) for i, one in enumerate(known.callers) if one is not None]
    for i, one in first_callers:
        gone = [gives_up(bet.hands, kept) for bet, kept in zip(known.bets, known.answers(i), strict=True)]
        lines.append(Line((known.seats[i],), (*before, *gone, *known.behind(i)), (plays(one),)))
    for i, one in first_callers:
        lines += answered(known, i, before + known.behind(i), one)
    return lines


def answered(known: Known, behind: int, others: list[Hands], caller: Range | None) -> list[Line]:
    """Return the lines in which a player who bet calls, after the call of a player behind if there is one."""
    kept = known.answers(behind)
    found = []
    for j, bet in enumerate(known.bets):
        calls = kept[j]
        if calls is None:
            continue
        gone = [gives_up(one.hands, range_) for one, range_ in zip(known.bets[:j], kept[:j], strict=True)]
        after = [plays(one.hands) for one in known.bets[j + 1 :]]
        first = () if caller is None else ((known.seats[behind], plays(caller)),)
        shown = (*first, (bet.seat, plays(calls)))
        seats, hands = tuple(seat for seat, _ in shown), tuple(hands for _, hands in shown)
        found.append(Line(seats, (*others, *gone, *after), hands))
    return found
