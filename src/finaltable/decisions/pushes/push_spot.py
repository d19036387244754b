"""A push: hero is first in, goes all-in or folds, and players behind may call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from finaltable.errors import InputError, Verbatim
from finaltable.spots.knockouts import After
from finaltable.spots.posted import Forced, Posted, Stacks, dealt_chips, post
from finaltable.spots.spot import Player, check_elsewhere
from finaltable.spots.to_act import blind_seats, clockwise, usual_button
from finaltable.table.table import BountyOptions, Number, Table, as_table, check_bounty_options, check_player

MOST_DEALT = 23  # players: two cards each, and a board, from one deck


@dataclass(frozen=True, kw_only=True)
class PushSpot(Posted):
    """A hand in which all players before hero have folded, and hero must push or fold.

    Section 6 of the paper, one seat earlier: the small blind has 1,000 and may push into the big blind.

    >>> spot = PushSpot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=0, button=3, small_blind=100, big_blind=200)
    >>> spot.callers, spot.if_folded().stacks, spot.if_all_fold().stacks
    ((1,), (900, 1100, 2000, 3000), (1200, 800, 2000, 3000))
    >>> spot.if_called(1, (0, 1)).stacks, spot.if_called(1, (1, 0)).stacks
    ((2000, 0, 2000, 3000), (0, 2000, 2000, 3000))
    """

    hero: int
    """Seat of the player who decides."""
    able: Stacks
    """Chips of each player in the pot after going all-in."""
    big_blind_seat: int
    folders: tuple[int, ...]
    """Players who acted before hero and folded, in turn."""
    callers: tuple[int, ...]
    """Players who act after hero, in turn."""

    @classmethod
    def of(
        cls,
        stacks: Table | Iterable[object],
        payouts: Iterable[object] | None = None,
        *,
        hero: Player,
        button: Player | None = None,
        small_blind: object = 0,
        big_blind: object,
        ante: object = 0,
        big_blind_ante: object = 0,
        elsewhere: Iterable[Player] = (),
        names: Iterable[str] | None = None,
        extra_payouts: str = "error",
        **bounties: Unpack[BountyOptions],
    ) -> PushSpot:
        """Check everything and post blinds and antes; for the parameters, see `Spot.of`."""
        check_bounty_options(bounties, cls.of)
        table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts, **bounties)
        own = check_player(hero, table.names, "hero")
        given = () if button is None else (check_player(button, table.names, "button"),)
        away = check_elsewhere(table, elsewhere, {"hero": [own], "button": given})
        forced = Forced.of(small_blind, big_blind, ante, big_blind_ante)
        chips = dealt_chips(table, away)
        check_pushing(table, chips, own, forced)
        dealer = given[0] if given else usual_button(chips)
        posted, dead, dead_from = post(chips, dealer, forced)
        able = tuple(chip - (dead if seat == dead_from else 0) for seat, chip in enumerate(chips))
        _, big = blind_seats(chips, dealer)
        check_left(table, chips, posted, able)
        acting = clockwise(chips, big)
        if own == big:
            rule = "must act before the big blind, who wins if all others fold"
            raise InputError("hero", rule, table.names[own], code="conflict")
        return cls(
            table=table,
            hero=own,
            button=dealer,
            posted=tuple(posted),
            dead=dead,
            dead_from=dead_from,
            able=able,
            big_blind_seat=big,
            folders=tuple(acting[: acting.index(own)]),
            callers=tuple(acting[acting.index(own) + 1 :]),
            big_blind=forced.big_blind,
            elsewhere=away,
        )

    def if_folded(self) -> After:
        """Return chips, bounties and cash if hero and all players behind fold."""
        return self.settle(self.posted, (self.big_blind_seat,), (0,), 0)

    def if_all_fold(self) -> After:
        """Return chips, bounties and cash if hero pushes and all others fold."""
        return self.settle(self.put_in(), (self.hero,), (0,), 0)

    def if_called(self, caller: int, order: tuple[int, ...]) -> After:
        """Return chips, bounties and cash if one player calls; ``order`` ranks hero and the caller, 0 the best."""
        return self.settle(self.put_in(caller), (self.hero, caller), order, 0)

    def put_in(self, caller: int | None = None) -> list[Number]:
        """Return the chips that each player has put in after the push, and after the call if there is one."""
        put = list(self.posted)
        put[self.hero] = self.able[self.hero]
        if caller is not None:
            put[caller] = max(put[caller], min(self.able[caller], self.able[self.hero]))
        return put


def check_pushing(table: Table, chips: list[Number], hero: int, forced: Forced) -> None:
    """Raise if hero has no chips or no opponents, or there are too many players for a deck."""
    if (dealt := sum(1 for chip in chips if chip)) > MOST_DEALT:
        rule = f"must be at most {MOST_DEALT} players at the table, who need {2 * MOST_DEALT} cards and a board"
        raise InputError(
            "stacks",
            rule,
            Verbatim(f"{dealt} players"),
            hint="name those at other tables in {elsewhere}",
            code="too_many",
        )
    if not chips[hero]:
        raise InputError("hero", "must have chips", table.names[hero], code="too_small")
    if not forced.big_blind:
        raise InputError("big_blind", "must be above 0", forced.big_blind, code="too_small")
    if sum(1 for chip in chips if chip) < 2:
        raise InputError("stacks", "must leave hero an opponent with chips", list(table.stacks), code="too_few")


def check_left(table: Table, chips: list[Number], posted: list[Number], able: Stacks) -> None:
    """Raise if a player is all-in by posting: they would be at every showdown."""
    for seat, chip in enumerate(chips):
        if chip and posted[seat] >= able[seat]:
            rule = "must leave chips after blinds and antes"
            hint = "players all-in by posting are for nash"
            raise InputError(f"stacks[{seat}]", rule, table.stacks[seat], hint=hint, code="too_small")
