"""Players before the cards are dealt: blinds and antes, the order of acting, players all-in by posting."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from finaltable.errors import InputError, Verbatim
from finaltable.spots.knockouts import After, Pot, Won, take_bounties, takers
from finaltable.spots.posted import Forced, dealt_chips, post, pots
from finaltable.spots.to_act import blind_seats, clockwise, usual_button
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
    >>> lineup.after((0, 1), (0, 1)).stacks == tuple(60 * chips for chips in (2000, 0, 2000, 3000))
    True
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
    raised: tuple[int, ...] = ()
    """Chips of each player in the pot after a raise, 0 if they cannot raise; empty: push or fold."""

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
        dealt = [0 if seat in elsewhere else chip for seat, chip in enumerate(chips)]
        posted, dead, dead_from = post(dealt, button, Forced(*(int(exact_value(one) * unit) for one in forced)))
        _, big = blind_seats(dealt, button)
        acting = tuple(seat for seat in clockwise(dealt, big) if seat not in folded)
        able = [chip - (int(dead) if seat == dead_from else 0) for seat, chip in enumerate(chips)]
        whole = tuple(int(put) for put in posted)
        lineup = cls(table, button, forced, tuple(chips), whole, tuple(able), int(dead), big, acting)
        if raises is None:
            return lineup
        ante = int(exact_value(forced.ante) * unit)
        bets = {seat: int(exact_value(bet) * unit) + ante for seat, bet in raises.items()}
        return replace(lineup, raised=lineup.possible(bets))

    def possible(self, bets: Mapping[int, int]) -> tuple[int, ...]:
        """Return the raises that leave chips behind, and that a later player can raise; 0 for the others."""
        found = [0] * len(self.chips)
        for turn, seat in enumerate(self.deciding):
            behind = [self.able[other] for other in self.deciding[turn + 1 :]]
            if 0 < bets.get(seat, 0) < min(self.able[seat], max(behind, default=0)):
                found[seat] = bets[seat]
        return tuple(found)

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
    def deciding(self) -> tuple[int, ...]:
        """Players with chips left to push or call, in the order of acting."""
        return tuple(seat for seat in self.acting if self.posted[seat] < self.able[seat])

    @property
    def all_in(self) -> tuple[int, ...]:
        """Players all-in by posting, the largest stake first."""
        seats = [seat for seat in self.acting if self.posted[seat] >= self.able[seat]]
        return tuple(sorted(seats, key=lambda seat: -self.able[seat]))

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

    def pots(self, pushed: Sequence[int], raiser: int | None = None) -> tuple[list[int], list[Pot]]:
        """Return each player's remaining chips, and the pots; ``raiser`` has raised and folded.

        Chips above the largest stake at the showdown go back to the player who put in most.
        """
        put_in = [self.able[seat] if seat in pushed else self.posted[seat] for seat in range(len(self.chips))]
        if raiser is not None:
            put_in[raiser] = self.raised[raiser]
        left = [chip - put for chip, put in zip(self.chips, put_in, strict=True)]
        left[self.big_blind_seat] -= self.dead
        found = pots(put_in, self.showdown(pushed), self.dead)
        most = max(range(len(put_in)), key=lambda seat: put_in[seat])
        left[most] += sum(put_in) + self.dead - sum(int(pot.chips) for pot in found)
        return left, found

    def after(self, pushed: Sequence[int], ranks: Sequence[int]) -> After:
        """Return stacks and bounties after a hand; ``ranks`` has a rank per player at the showdown, 0 the best."""
        return self.settle(self.showdown(pushed), *self.pots(pushed), ranks)

    def settle(self, players: Sequence[int], left: Sequence[int], pots: Sequence[Pot], ranks: Sequence[int]) -> After:
        """Pay each pot to the best of the players who can win it, and the bounties of players who bust."""
        after, rank = list(left), dict(zip(players, ranks, strict=True))
        won = []
        for pot in pots:
            best = min(rank[player] for player in pot.eligible)
            winners = tuple(player for player in pot.eligible if rank[player] == best)
            won.append(Won(pot, winners))
            for player in winners:
                after[player] += int(pot.chips) // len(winners)
        prizes = self.table.prizes
        if not prizes.bounties:
            return After(tuple(after))
        busted = [player for player in players if not after[player]]
        return After(tuple(after), *take_bounties(prizes.bounties, prizes.share, takers(won, busted)))


def unit_of(table: Table, forced: Forced, players: int, bets: Iterable[Number] = ()) -> int:
    """Return the factor that makes chips, and all shares of a pot, whole numbers."""
    values = [exact_value(number) for number in (*table.stacks, *forced, *bets)]
    whole = math.lcm(*(value.denominator for value in values))
    return whole * math.lcm(*range(1, max(MOST_IN + 2, players) + 1) if players > 5 else (60,))


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
