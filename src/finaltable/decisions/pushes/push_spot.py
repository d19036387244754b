"""A push: hero goes all-in or folds, first in or after bets, and the players behind and those who bet may call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from finaltable.decisions.pushes.bets import check_bets
from finaltable.errors import InputError, Verbatim
from finaltable.spots.knockouts import After
from finaltable.spots.posted import Forced, Posted, Stacks, dealt_chips, post, stacks_in_chips
from finaltable.spots.spot import Player, check_elsewhere
from finaltable.spots.to_act import blind_seats, clockwise, usual_button
from finaltable.table.table import BountyOptions, Number, Table, as_table, check_bounty_options, check_player

MOST_DEALT = 23  # players: two cards each, and a board, from one deck
MOST_SHOWN = 5  # players at a showdown
MOST_POSTED = MOST_SHOWN - 3  # players all-in by posting: hero and two callers can be there, too


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
    all_in: tuple[int, ...]
    """Players all-in by posting: they hold random cards, and are at every showdown."""
    to_match: Number
    """Chips that hero has to put in to call, antes included."""

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
        forced = Forced.of(small_blind, big_blind, ante, big_blind_ante)
        in_chips = stacks_in_chips(stacks, forced.big_blind)
        table = as_table(in_chips, payouts, names=names, extra_payouts=extra_payouts, **bounties)
        own = check_player(hero, table.names, "hero")
        given = () if button is None else (check_player(button, table.names, "button"),)
        away = check_elsewhere(table, elsewhere, {"hero": [own], "button": given})
        chips = dealt_chips(table, away)
        check_pushing(table, chips, own, forced)
        dealer = given[0] if given else usual_button(chips)
        posted, dead, dead_from = post(chips, dealer, forced)
        able = tuple(chip - (dead if seat == dead_from else 0) for seat, chip in enumerate(chips))
        _, big = blind_seats(chips, dealer)
        waiting = check_posted(
            table, own, [seat for seat, chip in enumerate(chips) if chip and posted[seat] >= able[seat]]
        )
        acting = [seat for seat in clockwise(chips, big) if seat not in waiting]
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
            all_in=waiting,
            to_match=max([forced.ante + forced.big_blind, *put.values()]),
            forced=forced,
            elsewhere=away,
        )
        if own == big and not put:
            rule = "must act before the big blind, who wins if all others fold"
            hint = "limps or a raise before hero go into {bets}"
            raise InputError("hero", rule, table.names[own], hint=hint, code="conflict")
        check_choice(spot)
        return spot

    @property
    def ante(self) -> Number:
        """Ante of each player."""
        return self.forced.ante

    @property
    def raiser(self) -> int | None:
        """The only player who bet, if that was a raise; None if there were limps or calls, or no bet."""
        return self.bettors[0] if len(self.bettors) == 1 and self.to_match > self.ante + self.big_blind else None

    @property
    def winners_if_folded(self) -> tuple[int, ...]:
        """Players left with the pot if hero and the players behind fold: those who matched the highest bet.

        Players all-in by posting meet them at a showdown, or win if there is no such player.
        """
        matched = [seat for seat in (*self.bettors, self.big_blind_seat) if self.posted[seat] >= self.to_match]
        left = tuple(seat for seat in matched if seat not in self.all_in and seat != self.hero)
        if left or not self.all_in:
            return left or (self.big_blind_seat,)
        stake = max(self.posted[seat] for seat in self.all_in)
        return tuple(seat for seat in self.callers if self.posted[seat] >= stake) or self.all_in[:1]

    def left_if_folded(self, winner: int) -> tuple[int, ...]:
        """Return the players at the showdown if hero folds: one of `winners_if_folded`, and those all-in by posting."""
        return (winner, *(seat for seat in self.all_in if seat != winner))

    @property
    def could_be_first_in(self) -> tuple[int, ...]:
        """Players before hero who had no bet before them."""
        acting = clockwise(dealt_chips(self.table, self.elsewhere), self.big_blind_seat)
        before = acting[: acting.index(self.hero)]
        return tuple(before[: before.index(self.bettors[0]) + 1] if self.bettors else before)

    @property
    def can_check(self) -> bool:
        """Whether hero is in the big blind after limps: instead of folding, hero checks."""
        return self.hero == self.big_blind_seat and self.posted[self.hero] >= self.to_match

    @property
    def committed(self) -> tuple[int, ...]:
        """Players in `bettors` who cannot fold: the push is for no more than their bet."""
        return tuple(seat for seat in self.bettors if self.posted[seat] >= self.able[self.hero])

    def if_folded(self, winner: int | None = None, order: Sequence[int] = (0,)) -> After:
        """Return chips, bounties and cash if hero and the players behind fold.

        ``winner`` is one of `winners_if_folded`; ``order`` ranks the players of `left_if_folded`, 0 the best.
        """
        left = self.left_if_folded(self.winners_if_folded[0] if winner is None else winner)
        most = max(self.posted[seat] for seat in left)
        return self.settle([min(chips, most) for chips in self.posted], left, order, 0)

    def if_checked(self) -> After:
        """Return chips, bounties and cash if hero checks, wins the pot, and no more chips go in."""
        return self.settle(self.posted, (self.hero, *self.all_in), (0, *[1] * len(self.all_in)), 0)

    def if_all_fold(self, order: Sequence[int] = (0,)) -> After:
        """Return chips, bounties and cash if hero pushes and all others fold.

        ``order`` ranks hero and the players all-in by posting.
        """
        return self.if_called((), order)

    def if_called(self, callers: int | Sequence[int], order: Sequence[int]) -> After:
        """Return chips, bounties and cash if players call.

        ``order`` ranks hero, the callers and the players all-in by posting, 0 the best.
        """
        return self.ends_if_called((callers,) if isinstance(callers, int) else callers, [order])[0]

    def ends_if_called(self, callers: Sequence[int], orders: Sequence[Sequence[int]]) -> list[After]:
        """Return the same for several orders."""
        put_in, players = tuple(self.put_in(callers)), (self.hero, *callers, *self.all_in)
        return [self.settle(put_in, players, order, 0) for order in orders]

    def put_in(self, callers: Sequence[int] = ()) -> list[Number]:
        """Return the chips that each player has put in after the push and the calls; uncalled chips are returned."""
        put = list(self.posted)
        put[self.hero] = self.able[self.hero]
        level = max(self.to_match, self.able[self.hero])
        for seat in callers:
            put[seat] = max(put[seat], min(self.able[seat], level))
        most = max(put[seat] for seat in (self.hero, *callers, *self.all_in))
        return [min(chips, most) for chips in put]


def check_choice(spot: PushSpot) -> None:
    """Raise if several players who bet cannot fold, or hero has matched all that others can put in."""
    if len(spot.committed) > 1:
        names = " and ".join(spot.table.names[seat] for seat in spot.committed)
        rule = f"must be more than the bets of {names}, who could not fold"
        raise InputError(f"stacks[{spot.hero}]", rule, spot.table.stacks[spot.hero], code="too_small")
    others = [spot.able[seat] for seat in (*spot.callers, *spot.bettors, *spot.all_in)]
    if max(others) <= spot.posted[spot.hero]:
        rule = "must have a decision: the others are all-in for no more than hero has put in"
        raise InputError("hero", rule, spot.table.names[spot.hero], code="no_decision")


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


def check_posted(table: Table, hero: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the players all-in by posting, or raise if hero is one of them, or they are too many."""
    if hero in seats:
        rule = "must leave hero chips after blinds and antes"
        raise InputError(f"stacks[{hero}]", rule, table.stacks[hero], code="no_chips_left")
    if len(seats) > MOST_POSTED:
        rule = f"must leave all players but {MOST_POSTED} chips after blinds and antes"
        names = ", ".join(table.names[seat] for seat in seats)
        raise InputError("stacks", rule, Verbatim(f"{names} all-in by posting"), code="too_many")
    return tuple(seats)
