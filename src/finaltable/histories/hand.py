"""A hand as it was played, whatever the room: who sat where, what everybody did, who got the chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from finaltable.answers import json_fields
from finaltable.table.numbers import Number, plain_number


class Street(StrEnum):
    """When an action took place."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Act(StrEnum):
    """What a player did."""

    ANTE = "ante"
    BIG_BLIND_ANTE = "big blind ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    POST = "post"
    """A blind that was missed, live."""
    DEAD = "dead"
    """A blind that was missed, dead: in the pot, but not part of a bet."""
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


FORCED = frozenset({Act.ANTE, Act.BIG_BLIND_ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.POST, Act.DEAD})
NOT_MATCHED = frozenset({Act.ANTE, Act.BIG_BLIND_ANTE, Act.DEAD})
"""What is in the pot but is no part of a bet that others have to match."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table before anything is posted."""

    seat: int
    """The number of the seat, as the room counts."""
    name: str
    """Name of the player."""
    stack: Number
    """Chips before anything is posted."""
    bounty: Number | None = None
    """The head: all that is on it, in money; None: the file does not say."""
    sitting_out: bool = False

    in_json = json_fields("seat name stack bounty", fractions=plain_number)
    json_name = "HandSeat"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a player did."""

    player: str
    act: Act
    amount: Number = 0
    """The chips that this action put in, whatever the room prints: of a raise what was added, not what it is to."""
    street: Street = Street.PREFLOP
    all_in: bool = False
    """No chips are left after it."""
    line: int = 0
    """The line of the file."""


@dataclass(frozen=True, slots=True)
class Uncalled:
    """What nobody called, and was given back."""

    player: str
    amount: Number
    inferred: bool = False
    """True: the file has no such line, it follows from the bets."""


@dataclass(frozen=True, slots=True)
class BountyPaid:
    """Money for busting somebody."""

    winner: str
    victims: tuple[str, ...]
    amount: Number
    own_head: Number | None = None
    """What the winner's own head is worth after it, where the file says so."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Where somebody ended, as the hand's file says."""

    player: str
    place: int | None
    prize: Number | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """What hands tell of the tournament they belong to."""

    id: str
    """The room's number of the tournament."""
    name: str = ""
    currency: str = ""
    """$, €, £, a code, or empty: play money, a freeroll, or not said."""
    buy_in: Number | None = None
    """The part that goes to the prizes."""
    bounty: Number | None = None
    """The part that goes to heads."""
    fee: Number | None = None


@dataclass(frozen=True)
class Hand:
    """One hand. Chips are exact; names are as the room writes them."""

    room: str
    """The room that wrote it."""
    id: str
    """The room's number of the hand."""
    tournament: Tournament
    seats: tuple[Seat, ...]
    """Everybody who was dealt in, in the order of the seats."""
    button: int
    """The number of a seat; nobody needs to sit there (a dead button)."""
    small_blind: Number
    """The small blind of the level."""
    big_blind: Number
    """The big blind of the level."""
    ante: Number = 0
    """What every player has to post; 0: none."""
    big_blind_ante: Number = 0
    level: str = ""
    time: str = ""
    """ISO 8601 where the file can be read so; else as it is written."""
    table: str = ""
    hero: str | None = None
    """Whose cards the file shows before the flop; None: nobody's."""
    actions: tuple[Action, ...] = ()
    """In the order in which they happened, antes and blinds first."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """Cards known from the deal: hero's, as AhKd."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """Cards shown or mucked face up at the end."""
    boards: tuple[str, ...] = ()
    """The board as AhKd2c5s9h; more than one where it was run more than once; empty if there was no flop."""
    collected: Mapping[str, Number] = field(default_factory=dict)
    """Chips won from the pots, by the name of the player."""
    uncalled: tuple[Uncalled, ...] = ()
    bounties: tuple[BountyPaid, ...] = ()
    finished: tuple[Finished, ...] = ()
    added: Mapping[str, Number] = field(default_factory=dict)
    """Chips bought during or after the hand: rebuys and add-ons."""
    waiting: tuple[Seat, ...] = ()
    """At the table with their chips, but not dealt in: moved from another table into the small blind."""
    file: str = ""
    line: int = 0
    """Where the hand begins."""

    in_json = json_fields(
        "id room tournament=tournament.id small_blind big_blind antes button seats pot collected "
        "uncalled=uncalled_chips uncalled_inferred stacks_after",
        fractions=plain_number,
    )
    json_name = "PlayedHand"

    @property
    def uncalled_chips(self) -> dict[str, Number]:
        """Chips that were given back, by the name of the player."""
        return {back.player: back.amount for back in self.uncalled}

    @property
    def uncalled_inferred(self) -> bool:
        """Whether the file has no line for what was given back: it follows from the bets."""
        return any(back.inferred for back in self.uncalled)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def put_in(self) -> dict[str, Number]:
        """What every player put in, before what was uncalled came back."""
        total: dict[str, Number] = dict.fromkeys(self.names, 0)
        for action in self.actions:
            total[action.player] = whole(total.get(action.player, 0) + action.amount)
        return total

    @property
    def antes(self) -> Number:
        """All antes together."""
        return whole(sum(action.amount for action in self.actions if action.act in (Act.ANTE, Act.BIG_BLIND_ANTE)))

    @property
    def pot(self) -> Number:
        """What was played for: all that was put in, less what came back."""
        return whole(sum(self.put_in.values()) - sum(back.amount for back in self.uncalled))

    @property
    def stacks_after(self) -> dict[str, Number]:
        """Chips of each player after the hand, by name; rebuys are not counted."""
        after = {seat.name: seat.stack for seat in self.seats}
        for name, chips in self.put_in.items():
            after[name] = after.get(name, 0) - chips
        for back in self.uncalled:
            after[back.player] += back.amount
        for name, chips in self.collected.items():
            after[name] += chips
        return {name: whole(chips) for name, chips in after.items()}


def whole(number: Number) -> Number:
    """Return a whole number as an int, anything else as it is."""
    if type(number) is int:
        return number  # by far the most, and quicker than a look at what kinds of numbers there are
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number
