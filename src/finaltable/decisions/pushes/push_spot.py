"""A push: hero goes all-in or folds, first in or after bets, and the players behind and those who bet may call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from finaltable.decisions.pushes.bets import check_bets, check_can_fold
from finaltable.errors import InputError, Verbatim
from finaltable.spots.knockouts import After
from finaltable.spots.posted import Forced, Posted, Stacks, dealt_chips, post
from finaltable.spots.spot import Player, check_elsewhere
from finaltable.spots.to_act import blind_seats, clockwise, usual_button
from finaltable.table.table import BountyOptions, Number, Table, as_table, check_bounty_options, check_player

MOST_DEALT = 23  # players: two cards each, and a board, from one deck


@dataclass(frozen=True, kw_only=True)
class PushSpot(Posted):
    """A hand in which no player before hero is all-in, and hero must push or fold.

    Section 6 of the paper, one seat earlier: the small blind has 1,000 and may push into the big blind.

    >>> spot = PushSpot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=0, button=3, small_blind=100, big_blind=200)
    >>> spot.callers, spot.if_folded().stacks, spot.if_all_fold().stacks
    ((1,), (900, 1100, 2000, 3000), (1200, 800, 2000, 3000))
    >>> spot.if_called(1, (0, 1)).stacks, spot.if_called(1, (1, 0)).stacks
    ((2000, 0, 2000, 3000), (0, 2000, 2000, 3000))

    The cutoff raises to 450, and hero on the button goes all-in. If all fold, the raise is dead money:

    >>> spot = PushSpot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=3, small_blind=100, big_blind=200,
    ...                    bets={2: 450})
    >>> spot.bettors, spot.if_folded().stacks, spot.if_all_fold().stacks
    ((2,), (900, 800, 2300, 3000), (900, 800, 1550, 3750))
    """

    hero: int
    """Seat of the player who decides."""
    able: Stacks
    """Chips of each player in the pot after going all-in."""
    big_blind_seat: int
    folders: tuple[int, ...]
    """Players who acted before hero and folded, in turn."""
    bettors: tuple[int, ...]
    """Players who acted before hero and limped, raised or called a raise, in turn: they act again after a push."""
    callers: tuple[int, ...]
    """Players who act after hero, in turn."""
    to_match: Number
    """Chips that hero has to put in to call, antes included."""
    ante: Number = 0
    """Ante of each player."""

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
        bets: Mapping[Player, object] | None = None,
        elsewhere: Iterable[Player] = (),
        names: Iterable[str] | None = None,
        extra_payouts: str = "error",
        **bounties: Unpack[BountyOptions],
    ) -> PushSpot:
        """Check everything and post blinds and antes; for the parameters, see `Spot.of`.

        ``bets`` are the limps, the raise and its calls before hero: the chips that each of these players has put in,
        with the blind but without antes, as numbers or in big blinds ("2.2bb"). All other players before hero folded.
        """
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
        turn = acting.index(own)
        put = check_bets(bets, table, acting, own, able, forced)
        for seat, chips_in in put.items():
            posted[seat] = chips_in
        spot = cls(
            table=table,
            hero=own,
            button=dealer,
            posted=tuple(posted),
            dead=dead,
            dead_from=dead_from,
            able=able,
            big_blind_seat=big,
            folders=tuple(seat for seat in acting[:turn] if seat not in put),
            bettors=tuple(seat for seat in acting[:turn] if seat in put),
            callers=tuple(acting[turn + 1 :]),
            to_match=max([forced.ante + forced.big_blind, *put.values()]),
            ante=forced.ante,
            big_blind=forced.big_blind,
            elsewhere=away,
        )
        if own == big:
            check_can_fold(spot.to_match > posted[big], table.names[own], bool(put))
        check_one_committed(spot)
        return spot

    @property
    def winners_if_folded(self) -> tuple[int, ...]:
        """Players left with the pot if hero and the players behind fold: those who matched the highest bet."""
        left = [seat for seat in self.bettors if self.posted[seat] >= self.to_match]
        blind = [self.big_blind_seat] if self.posted[self.big_blind_seat] >= self.to_match else []
        return tuple(left + blind) or (self.big_blind_seat,)

    @property
    def could_be_first_in(self) -> tuple[int, ...]:
        """Players before hero who had no bet before them."""
        acting = clockwise(dealt_chips(self.table, self.elsewhere), self.big_blind_seat)
        before = acting[: acting.index(self.hero)]
        return tuple(before[: before.index(self.bettors[0]) + 1] if self.bettors else before)

    @property
    def committed(self) -> tuple[int, ...]:
        """Players in `bettors` who cannot fold: the push is for no more than their bet."""
        return tuple(seat for seat in self.bettors if self.posted[seat] >= self.able[self.hero])

    def if_folded(self, winner: int | None = None) -> After:
        """Return chips, bounties and cash if hero and the players behind fold, and one of `winners_if_folded` wins."""
        return self.settle(self.posted, (self.winners_if_folded[0] if winner is None else winner,), (0,), 0)

    def if_all_fold(self) -> After:
        """Return chips, bounties and cash if hero pushes and all others fold."""
        return self.settle(self.put_in(), (self.hero,), (0,), 0)

    def if_called(self, callers: int | Sequence[int], order: Sequence[int]) -> After:
        """Return chips, bounties and cash if one or more players call; ``order`` ranks hero and them, 0 the best."""
        seats = (callers,) if isinstance(callers, int) else tuple(callers)
        return self.settle(self.put_in(seats), (self.hero, *seats), order, 0)

    def put_in(self, callers: Sequence[int] = ()) -> list[Number]:
        """Return the chips that each player has put in after the push and the calls; uncalled chips are returned."""
        put = list(self.posted)
        put[self.hero] = self.able[self.hero]
        level = max(self.to_match, self.able[self.hero])
        for seat in callers:
            put[seat] = max(put[seat], min(self.able[seat], level))
        most = max(put[seat] for seat in (self.hero, *callers))
        return [min(chips, most) for chips in put]


def check_one_committed(spot: PushSpot) -> None:
    """Raise if several players who bet cannot fold: they would all be at the showdown."""
    if len(spot.committed) > 1:
        names = " and ".join(spot.table.names[seat] for seat in spot.committed)
        rule = f"must be more than the bets of {names}, who could not fold"
        raise InputError(f"stacks[{spot.hero}]", rule, spot.table.stacks[spot.hero], code="too_small")


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
