"""Blinds and antes, pots, and their payment to the winners."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias, TypeVar

from finaltable.errors import InputError, counted
from finaltable.spots.knockouts import After, Pot, Won, take_bounties, takers
from finaltable.spots.to_act import blind_seats
from finaltable.table.table import Number, Table, check_number, exact_number, plain_number
from finaltable.table.text import is_in_blinds, read_blinds

Stacks: TypeAlias = "tuple[Number, ...]"
Given = TypeVar("Given")


class Forced(NamedTuple):
    """Blinds and antes."""

    small_blind: Number
    """The small blind."""
    big_blind: Number
    """The big blind."""
    ante: Number
    """The ante of each player."""
    big_blind_ante: Number
    """The ante that the big blind pays for the table."""

    @classmethod
    def of(cls, *values: object) -> Forced:
        """Check the four amounts, in the order of the fields."""
        numbers = (exact_number(check_number(value, field)) for value, field in zip(values, cls._fields, strict=True))
        forced = cls(*numbers)
        if forced.small_blind > forced.big_blind:
            raise InputError(
                "small_blind",
                f"must be at most the big blind of {forced.big_blind}",
                forced.small_blind,
                code="above_big_blind",
                facts={"most": float(forced.big_blind)},
            )
        return forced


NONE = Forced(0, 0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class Posted:
    """Players, stacks before the hand, and the chips in the pot."""

    table: Table
    """Names, stacks before the hand, payouts."""
    button: int | None
    """Seat of the button; None if unknown."""
    posted: Stacks
    """Chips that each player has put in before hero acts, antes included; the whole stack of all-in players."""
    dead: Number
    """The big blind ante: it is in the pot, but players do not have to match it."""
    dead_from: int | None
    """Seat that paid the big blind ante."""
    forced: Forced = NONE
    """Blinds and antes."""
    elsewhere: tuple[int, ...] = ()
    """Players at other tables, as seats: they post nothing and are not in the hand."""

    @property
    def big_blind(self) -> Number:
        """The big blind; 0 if there is none."""
        return self.forced.big_blind

    @cached_property
    def _stacks(self) -> list[Number]:
        """Exact stacks before the hand."""
        return [exact_number(stack) for stack in self.table.stacks]

    @cached_property
    def _settled(self) -> dict[object, After]:
        """Ends of the hand that are known: every model asks for the same ones."""
        return {}

    @cached_property
    def _pots(self) -> dict[object, tuple[list[Number], list[Pot]]]:
        """Stacks before pots are paid, and the pots, which do not depend on the order at the showdown."""
        return {}

    def settle(self, put_in: Sequence[Number], players: Sequence[int], order: Sequence[int], extra: Number) -> After:
        """Pay each pot to the best of the players who can win it, and the bounties of players who bust."""
        bets = (tuple(put_in), tuple(players), extra)
        end = (*bets, tuple(order))
        if end not in self._settled:
            if bets not in self._pots:
                self._pots[bets] = self._put_together(*bets)
            self._settled[end] = self._settle(*self._pots[bets], players, order)
        return self._settled[end]

    def _put_together(self, put_in: Stacks, players: Sequence[int], extra: Number) -> tuple[list[Number], list[Pot]]:
        left = [stack - put for stack, put in zip(self._stacks, put_in, strict=True)]
        if self.dead_from is not None:
            left[self.dead_from] -= self.dead
        return left, pots(put_in, players, self.dead + extra)

    def _settle(
        self, left: Sequence[Number], layers: Sequence[Pot], players: Sequence[int], order: Sequence[int]
    ) -> After:
        if len(order) != len(players):
            raise InputError("order", f"must rank {counted(len(players), 'player')}", list(order), code="wrong_count")
        after = list(left)
        won = self.winners(layers, dict(zip(players, order, strict=True)))
        for pot, winners in won:
            for player, chips in split(pot.chips, winners):
                after[player] += chips
        stacks = tuple(map(exact_number, after))
        prizes = self.table.prizes
        if not prizes.bounties:
            return After(stacks)
        busted = [player for player in players if not stacks[player]]
        return After(stacks, *take_bounties(prizes.bounties, prizes.share, takers(won, busted)))

    def winners(self, pots: Sequence[Pot], rank: Mapping[int, int]) -> list[Won]:
        """Return the winners of each pot, in the order of seats from the left of the button."""
        first = 0 if self.button is None else self.button + 1
        won = []
        for pot in pots:
            best = min([rank[player] for player in pot.eligible])
            level = [player for player in pot.eligible if rank[player] == best]
            if len(level) > 1:
                level.sort(key=lambda player: (player - first) % self.table.players)
            won.append(Won(pot, tuple(level)))
        return won


def split(chips: Number, winners: Sequence[int]) -> list[tuple[int, Number]]:
    """Split a pot; odd chips go to the first winners."""
    if len(winners) == 1:
        return [(winners[0], chips)]
    if not isinstance(chips, int):
        return [(player, chips / len(winners)) for player in winners]
    share, odd = divmod(chips, len(winners))
    return [(player, share + (place < odd)) for place, player in enumerate(winners)]


def chips_of(value: object, field: str, big_blind: Number) -> Number:
    """Return a number of chips, which may be a text in big blinds.

    >>> chips_of("2.2bb", "bets", 200), chips_of(450, "bets", 200)
    (440, 450)
    """
    if isinstance(value, str):
        value = read_blinds(value, field, plain_number(big_blind))
    return exact_number(check_number(value, field))


def stacks_in_chips(stacks: Given, big_blind: Number) -> Given | list[object]:
    """Return stacks in which those in big blinds are numbers; the others are checked with the table.

    >>> stacks_in_chips(["12.5bb", 4000], 200)
    [2500, 4000]
    """
    if not isinstance(stacks, list | tuple) or not any(isinstance(stack, str) for stack in stacks):
        return stacks
    return [
        read_blinds(stack, f"stacks[{i}]", plain_number(big_blind))
        if isinstance(stack, str) and is_in_blinds(stack)
        else stack
        for i, stack in enumerate(stacks)
    ]


def dealt_chips(table: Table, elsewhere: Collection[int]) -> list[Number]:
    """Return the chips of all players, 0 for players at other tables."""
    return [0 if seat in elsewhere else exact_number(stack) for seat, stack in enumerate(table.stacks)]


def post(chips: Sequence[Number], button: int | None, forced: Forced) -> tuple[list[Number], Number, int | None]:
    """Return the chips each player posts, the big blind ante and its seat; without blinds, no button is needed."""
    posted: list[Number] = [min(stack, forced.ante) for stack in chips]
    if not (forced.big_blind or forced.big_blind_ante):
        return posted, 0, None
    assert button is not None, "callers set a default"
    small_seat, big_seat = blind_seats(chips, button)
    for seat, blind in ((small_seat, forced.small_blind), (big_seat, forced.big_blind)):
        posted[seat] += min(chips[seat] - posted[seat], blind)
    dead = min(chips[big_seat] - posted[big_seat], forced.big_blind_ante)
    return posted, dead, big_seat if dead else None


def pots(put_in: Sequence[Number], players: Sequence[int], dead: Number) -> list[Pot]:
    """Return the main pot and the side pots: one per amount that a player in the hand has put in.

    >>> pots([100, 300, 300, 50], players=[0, 1, 2], dead=20)
    [Pot(chips=370, eligible=(0, 1, 2)), Pot(chips=400, eligible=(1, 2))]
    """
    levels = sorted({put_in[player] for player in players})
    found: list[Pot] = []
    before: Number = -dead
    for level in levels:
        upto = sum([put if put < level else level for put in put_in])  # a list: faster than a generator
        eligible = tuple([player for player in players if put_in[player] >= level])
        found.append(Pot(exact_number(upto - before), eligible))
        before = upto
    return found
