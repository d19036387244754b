"""The range of each opponent of a push, and how often they call."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import Deals, Line
from finaltable.decisions.pushes.lines import Known
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.pushes.push_verdict import split_lines
from finaltable.results import Values
from finaltable.table.table import Number, plain_number


class Called(NamedTuple):
    """Probabilities for one player who may call."""

    calls: float
    """Probability that this player calls and all others fold."""
    win: float
    """Probability that hero wins then; win, tie and lose sum to 1."""
    tie: float
    """Probability that hero ties."""
    lose: float
    """Probability that hero loses."""

    @property
    def equity(self) -> float:
        """Hero's equity against this player, if they call: wins and half of the ties."""
        return self.win + self.tie / 2


@dataclass(frozen=True)
class Caller(Answer):
    """A player behind."""

    seat: int
    """Index of the player."""
    hands: str | None
    """Calling range; None if empty."""
    called: Called

    in_json = json_fields("player=seat range=hands called.calls called.win called.tie called.lose called.equity")


@dataclass(frozen=True)
class Folder(Answer):
    """A player who folded before hero."""

    seat: int
    """Index of the player."""
    hands: str | None
    """Range that they would have played; None if unknown: their cards are random."""

    in_json = json_fields("player=seat range=hands")


@dataclass(frozen=True)
class Bettor(Answer):
    """A player who limped, raised or called a raise before hero."""

    seat: int
    """Index of the player."""
    bet: Number
    """Chips that the player has put in, with the blind, without the ante."""
    hands: str
    """Range with which they bet."""
    calls_with: str | None
    """Hands among them that call the push if all players behind fold; None if empty."""
    called: Called

    in_json = (
        json_fields("player=seat")
        + json_fields("bet", fractions=plain_number)
        + json_fields("range=hands calls_with called.calls called.win called.tie called.lose called.equity")
    )


@dataclass(frozen=True)
class ThreeWay(Answer):
    """The call of a player behind, and then of a player who bet."""

    players: tuple[int, int]
    """Indices of the two players."""
    calls_with: str
    """Hands with which the player who bet calls then."""
    calls: float
    """Probability that both call."""
    equity: float
    """Hero's share then of the pot that both can win."""


class Opponents(NamedTuple):
    """All opponents, each kind in turn."""

    callers: tuple[Caller, ...]
    folders: tuple[Folder, ...]
    bettors: tuple[Bettor, ...]
    three_way: tuple[ThreeWay, ...]


def opponents_of(spot: PushSpot, known: Known, lines: Sequence[Line], dealt: Deals) -> Opponents:
    """Return what each opponent holds and does."""
    parts = split_lines(lines[1:], np.clip(dealt.chances(), 0.0, None))
    pairs = zip(lines[1:], parts, strict=True)
    by_seats = {line.seats: (line, part) for line, part in pairs if line.kind == "push"}
    return Opponents(
        callers=tuple(
            Caller(seat, shown(one), called(by_seats, seat))
            for seat, one in zip(spot.callers, known.callers, strict=True)
        ),
        folders=tuple(Folder(seat, shown(one)) for seat, one in zip(spot.folders, known.folders, strict=True)),
        bettors=tuple(
            Bettor(
                one.seat,
                spot.posted[one.seat] - spot.forced.ante,
                str(one.hands),
                shown(one.calls),
                called(by_seats, one.seat),
            )
            for one in known.bets
        ),
        three_way=tuple(
            three_way(line, bet.overcalls[known.seats.index(line.seats[0])], part)
            for line, part in by_seats.values()
            for bet in known.bets
            if line.seats[1:] == (bet.seat,)
        ),
    )


def called(by_seats: Mapping[tuple[int, ...], tuple[Line, Values]], seat: int) -> Called:
    """Return the probabilities for one player who may call."""
    if (seat,) not in by_seats:
        return Called(0.0, 0.0, 0.0, 1.0)
    line, part = by_seats[(seat,)]
    sums = [math.fsum(part[line.signs == sign]) for sign in (-1, 0, 1)]
    calls = math.fsum(sums)
    return Called(calls, *(one / calls for one in sums)) if calls else Called(0.0, 0.0, 0.0, 1.0)


def three_way(line: Line, hands: Range | None, chances: Values) -> ThreeWay:
    """Return the probability that two players call, and hero's equity then."""
    calls = math.fsum(chances)
    pairs = zip([order[:3] for order in line.orders], chances.tolist(), strict=True)
    wins = math.fsum(chance / order.count(min(order)) for order, chance in pairs if order[0] == min(order))
    first, second = line.seats
    return ThreeWay((first, second), str(hands), calls, wins / calls if calls else 0.0)


def checked_down(lines: Sequence[Line], dealt: Deals) -> float | None:
    """Return hero's share of the pot if hero checks and no more chips go in; None if hero cannot, or it is unknown."""
    for line, part in zip(lines[1:], split_lines(lines[1:], dealt.chances()), strict=True):
        if line.kind == "check":
            wins = math.fsum(
                chance / order.count(0) for order, chance in zip(line.orders, part, strict=True) if order[0] == 0
            )
            return wins / math.fsum(part)
    return None


def shown(hands: Range | None) -> str | None:
    """Return a range as text."""
    return None if hands is None else str(hands)
