"""A played hand, whatever the room: seats, actions, board, chips won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from finaltable.answers import json_fields
from finaltable.table.numbers import Number, plain_number


class Street(StrEnum):
    """The betting round of an action."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Act(StrEnum):
    """The kind of an action."""

    ANTE = "ante"
    BIG_BLIND_ANTE = "big blind ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    POST = "post"
    """A missed blind that counts as a bet."""
    DEAD = "dead"
    """A missed blind that is dead: in the pot, but not part of a bet."""
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


FORCED = frozenset({Act.ANTE, Act.BIG_BLIND_ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.POST, Act.DEAD})
NOT_MATCHED = frozenset({Act.ANTE, Act.BIG_BLIND_ANTE, Act.DEAD})
"""Posts that go to the pot and are not part of a bet to match."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table, before antes and blinds are posted."""

    seat: int
    """The room's number of the seat."""
    name: str
    """Name of the player."""
    stack: Number
    """Chips before anything is posted."""
    bounty: Number | None = None
    """All the bounty money on the player; None if the file does not say."""
    sitting_out: bool = False

    in_json = json_fields("seat name stack bounty", fractions=plain_number)
    json_name = "HandSeat"


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a player."""

    player: str
    act: Act
    amount: Number = 0
    """Chips added by this action, whatever the room prints: of "raises to 60" after a bet of 10, it is 50."""
    street: Street = Street.PREFLOP
    all_in: bool = False
    """Whether the player has no chips left."""
    line: int = 0
    """The line of the file."""


@dataclass(frozen=True, slots=True)
class Uncalled:
    """An uncalled bet that was returned."""

    player: str
    amount: Number
    inferred: bool = False
    """Whether it follows from the bets, because the file has no line for it."""


@dataclass(frozen=True, slots=True)
class BountyPaid:
    """Bounty money won by busting players."""

    winner: str
    victims: tuple[str, ...]
    amount: Number
    own_head: Number | None = None
    """The bounty on the winner afterwards; None if the file does not say."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A player's finishing place and prize, from the hand's lines."""

    player: str
    place: int | None
    prize: Number | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """The tournament of a hand, as far as its lines describe it."""

    id: str
    """The room's number of the tournament."""
    name: str = ""
    currency: str = ""
    """$, €, £ or a code; empty for play money, freerolls and if unknown."""
    buy_in: Number | None = None
    """The part that goes to the prizes."""
    bounty: Number | None = None
    """The part that goes to bounties."""
    fee: Number | None = None


@dataclass(frozen=True)
class PlayedHand:
    """One hand. Chips are exact; names are spelled as in the file."""

    room: str
    """The room that wrote it."""
    id: str
    """The room's number of the hand."""
    tournament: Tournament
    seats: tuple[Seat, ...]
    """The players who were dealt in, by seat number."""
    button: int
    """The number of a seat, which may be empty (a dead button)."""
    small_blind: Number
    """The small blind of the level."""
    big_blind: Number
    """The big blind of the level."""
    ante: Number = 0
    """The ante that each player posts; 0 if none."""
    big_blind_ante: Number = 0
    level: str = ""
    time: str = ""
    """ISO 8601 if the time could be parsed; else the text of the file."""
    table: str = ""
    hero: str | None = None
    """The player whose cards the file shows before the flop; None if unknown."""
    actions: tuple[Action, ...] = ()
    """All actions in order, antes and blinds first."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """Cards shown when dealt: hero's, as AhKd."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """Cards shown or mucked face up at the end."""
    boards: tuple[str, ...] = ()
    """The board, as AhKd2c5s9h; several if it was run more than once, none without a flop."""
    collected: Mapping[str, Number] = field(default_factory=dict)
    """Chips won from the pots, by the name of the player."""
    uncalled: tuple[Uncalled, ...] = ()
    bounties: tuple[BountyPaid, ...] = ()
    finished: tuple[Finished, ...] = ()
    added: Mapping[str, Number] = field(default_factory=dict)
    """Chips bought during or after the hand: rebuys and add-ons."""
    waiting: tuple[Seat, ...] = ()
    """Players at the table who were not dealt in: moved from another table into the small blind."""
    file: str = ""
    line: int = 0
    """Number of the first line of the hand."""

    in_json = json_fields(
        "id room tournament=tournament.id small_blind big_blind antes button seats pot collected "
        "uncalled=uncalled_chips uncalled_inferred stacks_after",
        fractions=plain_number,
    )
    json_name = "PlayedHand"

    @property
    def uncalled_chips(self) -> dict[str, Number]:
        """Chips that were returned, by the name of the player."""
        return {back.player: back.amount for back in self.uncalled}

    @property
    def uncalled_inferred(self) -> bool:
        """Whether the uncalled bet follows from the bets, because the file has no line for it."""
        return any(back.inferred for back in self.uncalled)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, by seat number."""
        return tuple(seat.name for seat in self.seats)

    @property
    def put_in(self) -> dict[str, Number]:
        """Chips each player put in, uncalled bets included."""
        total: dict[str, Number] = dict.fromkeys(self.names, 0)
        for action in self.actions:
            total[action.player] = whole(total.get(action.player, 0) + action.amount)
        return total

    @property
    def antes(self) -> Number:
        """The sum of the antes."""
        return whole(sum(action.amount for action in self.actions if action.act in (Act.ANTE, Act.BIG_BLIND_ANTE)))

    @property
    def pot(self) -> Number:
        """All chips put in, minus the uncalled bets."""
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
    """Return a whole fraction as an int, any other number unchanged."""
    if type(number) is int:
        return number  # the common case, much faster than isinstance of an abstract number
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number
