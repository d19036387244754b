"""Players before the cards are dealt: blinds and antes, the order of acting, players all-in by posting."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from finaltable import _core
from finaltable.errors import InputError, Verbatim
from finaltable.spots.posted import Forced, dealt_chips
from finaltable.spots.to_act import usual_button
from finaltable.table.numbers import MAX_CHIP_BITS
from finaltable.table.table import Number, Table, check_player, exact_value

MOST_PLAYERS, MOST_IN = 10, 3
LATE = ("BTN", "CO", "HJ", "LJ")


def position_names(players: int) -> list[str]:
    """Return the names of the positions, from the small blind to the button.

    >>> position_names(2), position_names(4), position_names(7)
    (['SB', 'BB'], ['SB', 'BB', 'CO', 'BTN'], ['SB', 'BB', 'UTG', 'LJ', 'HJ', 'CO', 'BTN'])
    """
    others = max(0, players - 2)
    late = [*reversed(LATE[: min(others, len(LATE))])]
    early = ["UTG", *(f"UTG+{i}" for i in range(1, others))][: others - len(late)]
    return ["SB", "BB", *early, *late][:players]


@dataclass(frozen=True)
class Lineup:
    """A table with blinds posted. Chips are whole numbers of a unit small enough to divide every pot.

    >>> lineup = Lineup.of(Table.of([1000, 1000, 2000, 3000], [50, 30, 20]), 3, Forced.of(100, 200, 0, 0))
    >>> lineup.acting, lineup.deciding, lineup.last_opens
    ((2, 3, 0, 1), (2, 3, 0, 1), False)
    >>> [chips / lineup.chips[0] for chips in lineup.posted]
    [0.1, 0.2, 0.0, 0.0]
    """

    table: Table
    button: int
    forced: Forced
    chips: tuple[int, ...]
    """Stacks before the hand."""
    posted: tuple[int, ...]
    """Chips posted by each player, antes included."""
    able: tuple[int, ...]
    """Chips of each player in the pot after going all-in."""
    dead: int
    """The big blind ante."""
    big_blind_seat: int
    acting: tuple[int, ...]
    """Players in the hand, in the order of acting."""
    deciding: tuple[int, ...]
    """Players with chips left to push or call, in the order of acting."""
    all_in: tuple[int, ...]
    """Players all-in by posting, the largest stake first."""
    raised: tuple[int, ...] = ()
    """Chips of each player in the pot after a raise, 0 if they cannot raise; empty: push or fold."""
    raise_only: tuple[int, ...] = ()
    """Players who raise or fold first in, and do not push."""
    elsewhere: tuple[int, ...] = ()
    """Players at other tables."""

    @classmethod
    def of(
        cls,
        table: Table,
        button: int,
        forced: Forced,
        folded: Collection[int] = (),
        elsewhere: Collection[int] = (),
        raises: Mapping[int, Number] | None = None,
    ) -> Lineup:
        """Post blinds and antes, in a unit that divides every pot among all players.

        Players who have folded leave their blinds and antes in the pot. Players at other tables post nothing.
        ``raises`` has the bet of each player who may raise.
        """
        unit = unit_of(table, forced, table.players - len(elsewhere), (raises or {}).values())
        chips = [int(exact_value(stack) * unit) for stack in table.stacks]
        check_bits(chips)
        most = max(chips)
        posts = [min(most, int(exact_value(one) * unit)) for one in forced]
        bets = [] if raises is None else [0] * len(chips)
        for seat, bet in (raises or {}).items():
            bets[seat] = min(most, int((exact_value(bet) + exact_value(forced.ante)) * unit))
        found = _core.post_blinds(chips, button, posts, list(folded), list(elsewhere), bets)
        return cls(
            table=table,
            button=button,
            forced=forced,
            chips=tuple(chips),
            posted=found.posted,
            able=found.able,
            dead=found.dead,
            big_blind_seat=found.big_blind_seat,
            acting=found.acting,
            deciding=found.deciding,
            all_in=found.all_in,
            raised=found.raised,
            elsewhere=tuple(sorted(elsewhere)),
        )

    def in_core(self) -> _core.Lineup:
        """Return the chips and players as the core takes them."""
        return _core.Lineup(
            self.chips,
            self.posted,
            self.able,
            self.raised,
            self.dead,
            self.big_blind_seat,
            self.acting,
            self.deciding,
            self.all_in,
        )

    def raise_of(self, seat: int) -> float | None:
        """Return a player's raise in chips, without the ante; None if they cannot raise."""
        if not self.raised or not self.raised[seat]:
            return None
        unit = exact_value(self.table.stacks[seat]) / self.chips[seat]
        return float(self.raised[seat] * unit - exact_value(self.forced.ante))

    @property
    def depth(self) -> float:
        """Big blinds that a player who raises can lose to one who acts later; 0: push or fold."""
        most = 0
        for turn, seat in enumerate(self.deciding):
            if self.raised and self.raised[seat]:
                behind = max(self.able[other] for other in self.deciding[turn + 1 :])
                most = max(most, min(self.able[seat], behind))
        unit = exact_value(self.table.stacks[0]) / self.chips[0]
        return float(most * unit / exact_value(self.forced.big_blind))

    @property
    def last_opens(self) -> bool:
        """Whether the last player has a decision if all others fold. The big blind has none: they win."""
        return self.big_blind_seat not in self.deciding

    def showdown(self, pushed: Sequence[int]) -> tuple[int, ...]:
        """Return the players at the showdown: those who pushed, and those all-in by posting.

        If no player pushes, the big blind is at the showdown, too.
        """
        waiting = () if pushed or self.last_opens else (self.big_blind_seat,)
        return (*pushed, *waiting, *self.all_in)


def is_unnamed(table: Table) -> bool:
    """Return whether players have no names but their numbers."""
    return table.names == tuple(f"Player {i}" for i in range(1, table.players + 1))


def called_by_position(table: Table, button: object, elsewhere: Sequence[int] = ()) -> Table:
    """Return the table with positions as names; players at other tables keep their number."""
    here = [seat for seat in range(table.players) if seat not in elsewhere]
    if not 2 <= len(here) <= MOST_PLAYERS:
        return table
    if isinstance(button, str) and button in table.names:  # Player 3 is a name if it is used as one
        return table
    # A button given as "BTN" is the player in that position when stacks begin with the blinds.
    numbered = isinstance(button, int) and not isinstance(button, bool)
    dealer = check_player(button, table.names, "button") if numbered else usual_button(dealt_chips(table, elsewhere))
    first = here.index(dealer) + (len(here) > 2) if dealer in here else 0  # the small blind
    names, positions = list(table.names), position_names(len(here))
    for place, seat in enumerate(here):
        names[seat] = positions[(place - first) % len(here)]
    return replace(table, names=tuple(names))


def unit_of(table: Table, forced: Forced, players: int, bets: Iterable[Number] = ()) -> int:
    """Return the factor that makes chips, and all shares of a pot, whole numbers."""
    values = [exact_value(number) for number in (*table.stacks, *forced, *bets)]
    whole = math.lcm(*(value.denominator for value in values))
    return whole * math.lcm(*range(1, max(MOST_IN + 2, players) + 1) if players > 5 else (60,))


def check_bits(chips: Sequence[int]) -> None:
    """Raise if the core cannot count the chips."""
    bits, most = sum(chips).bit_length(), MAX_CHIP_BITS if _core.WIDE_CHIPS else _core.MOST_NARROW_CHIPS.bit_length()
    if bits > most:
        rule = f"must fit a common unit, in which all pots can be divided, in {most} bits"
        hint = "round them to fewer digits"
        raise InputError("stacks", rule, Verbatim(f"{bits} bits"), hint=hint, code="too_precise")


def check_lineup(
    table: Table,
    button: object,
    forced: Forced,
    folded: Collection[int] = (),
    elsewhere: Collection[int] = (),
    raises: Mapping[int, Number] | None = None,
) -> Lineup:
    """Return a table with blinds posted, or raise if no player has a decision."""
    players = table.players - len(elsewhere)
    if not 2 <= players <= MOST_PLAYERS:
        rule = f"must be those of 2 to {MOST_PLAYERS} players"
        raise InputError("stacks", rule, Verbatim(players), code="wrong_count")
    for seat, stack in enumerate(table.stacks):
        if not stack:
            rule = "must be above 0"
            hint = "leave out players who are not dealt in"
            raise InputError(f"stacks[{seat}]", rule, stack, hint=hint, code="too_small")
    if not forced.big_blind:
        raise InputError("big_blind", "must be above 0", forced.big_blind, code="too_small")
    largest = max(table.stacks)
    if exact_value(forced.big_blind) > exact_value(largest):
        rule = f"must be at most the largest stack of {largest}"
        raise InputError("big_blind", rule, forced.big_blind, code="too_large")
    dealt = dealt_chips(table, elsewhere)
    seat = usual_button(dealt) if button is None else check_player(button, table.names, "button")
    if seat in elsewhere:
        raise InputError("elsewhere", "must not include a player given as button", table.names[seat], code="conflict")
    lineup = Lineup.of(table, seat, forced, folded, elsewhere, raises)
    if lineup.big_blind_seat in folded:
        name = table.names[lineup.big_blind_seat]
        rule = "must not name the big blind, who acts last and has won if all others fold"
        raise InputError("folded", rule, name, code="conflict")
    if len(lineup.deciding) < (1 if lineup.last_opens else 2):
        rule = "must leave a player with a decision: all others have folded or are all-in by posting"
        if folded:
            raise InputError("folded", rule, [table.names[seat] for seat in folded], code="no_decision")
        raise InputError("stacks", rule, list(table.stacks), code="no_decision")
    return lineup
