"""A spot: the chips of all players when hero decides, and after the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Unpack

from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.spots.knockouts import After
from finaltable.spots.posted import Forced, Posted, Stacks, chips_of, dealt_chips, post, pots, stacks_in_chips
from finaltable.spots.to_act import Betting, first_to_act, still_to_act, usual_button
from finaltable.table.table import (
    BountyOptions,
    Number,
    Table,
    as_table,
    check_bounty_options,
    check_player,
    exact_number,
)

Player = int | str


@dataclass(frozen=True, kw_only=True)
class Spot(Posted):
    """A hand in which players are all-in, and hero must call or fold.

    Section 6 of the paper: the small blind is all-in, hero in the big blind must call 800 more.

    >>> spot = Spot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=1, all_in=[0], button=3, small_blind=100,
    ...                big_blind=200)
    >>> spot.to_call, spot.pot
    (800, 1200)
    >>> spot.after_fold(), spot.after_call((0, 1)), spot.after_call((1, 0))
    ((1200, 800, 2000, 3000), (0, 2000, 2000, 3000), (2000, 0, 2000, 3000))
    """

    hero: int
    """Seat of the player who decides."""
    all_in: tuple[int, ...]
    """Seats of the all-in players, in order."""
    folded: tuple[int, ...]
    """Seats given as folded; the other players who have folded follow from `to_act`."""
    called: Number
    """Chips that hero has put in after a call."""
    to_act: tuple[int, ...] | None
    """Players who act after hero, in turn, and are assumed to fold; None if the button is unknown."""

    @classmethod
    def of(
        cls,
        stacks: Table | Iterable[object],
        payouts: Iterable[object] | None = None,
        *,
        hero: Player,
        all_in: Iterable[Player],
        button: Player | None = None,
        small_blind: object = 0,
        big_blind: object = 0,
        ante: object = 0,
        big_blind_ante: object = 0,
        folded: Iterable[Player] = (),
        bets: Mapping[Player, object] | None = None,
        elsewhere: Iterable[Player] = (),
        names: Iterable[str] | None = None,
        extra_payouts: str = "error",
        **bounties: Unpack[BountyOptions],
    ) -> Spot:
        """Check everything and account for the chips as at a real table.

        Parameters
        ----------
        stacks, payouts, names, extra_payouts, bounties
            See `Table.of`; or a `Table` alone. Stacks are those before blinds and antes, in the order of the seats,
            in chips or big blinds ("12.5bb").
        hero, all_in, button, folded
            Players by index from 0 or by name. Players who are not all-in need not be listed in ``folded``: the button
            shows which players have had a turn. Those behind hero are assumed to fold. If there are blinds but no
            button, players are listed from the small blind on: the last one has the button; heads-up, the first.
        small_blind, big_blind, ante, big_blind_ante
            Blinds and antes. Each player posts the ante; only the big blind posts the big blind ante, after the blind.
        bets
            Chips that a player who is not all-in has put in, with the blind but without antes: a raise that was folded
            later, or hero's raise before the all-in. A number, or in big blinds: "2.2bb".
        elsewhere
            Players at other tables: they post nothing and are not in the hand, but play for the same prizes.
        """
        check_bounty_options(bounties, cls.of)
        forced = Forced.of(small_blind, big_blind, ante, big_blind_ante)
        in_chips = stacks_in_chips(stacks, forced.big_blind)
        table = as_table(in_chips, payouts, names=names, extra_payouts=extra_payouts, **bounties)
        seats = check_roles(table, hero, all_in, folded, button)
        here = {"hero": [seats.hero], "all_in": seats.all_in, "folded": seats.folded}
        dealer = () if seats.button is None else (seats.button,)
        away = check_elsewhere(table, elsewhere, {**here, "button": dealer})
        chips = dealt_chips(table, away)
        if seats.button is None and (forced.big_blind or forced.big_blind_ante):
            seats = seats._replace(button=usual_button(chips))
        posted, dead, dead_from = post(chips, seats.button, forced)
        had_to = tuple(posted)
        able = [chip - (dead if seat == dead_from else 0) for seat, chip in enumerate(chips)]
        antes = [min(chip, forced.ante) for chip in chips]
        for seat, bet in check_bets(bets or {}, table, seats, antes, posted, forced.big_blind).items():
            posted[seat] = bet
        for seat in seats.all_in:
            posted[seat] = able[seat]
        most = max(posted[seat] for seat in seats.all_in)
        check_others(table, seats, posted, able, most, away)
        called = min(able[seats.hero], most)
        playing = [seat for seat, chip in enumerate(chips) if chip]
        blind = forced.ante + forced.big_blind
        betting = Betting(seats.hero, playing, seats.all_in, seats.folded, had_to, posted, blind)
        first = None if seats.button is None else first_to_act(chips, seats.button)
        return cls(
            table=table,
            hero=seats.hero,
            all_in=seats.all_in,
            folded=seats.folded,
            button=seats.button,
            posted=tuple(posted),
            dead=dead,
            dead_from=dead_from,
            called=called,
            to_act=still_to_act(betting, first),
            forced=forced,
            elsewhere=away,
        )

    @property
    def to_call(self) -> Number:
        """Chips that hero has to add."""
        return self.called - self.posted[self.hero]

    @property
    def pot(self) -> Number:
        """Chips in the pot that hero can win, before calling."""
        return sum(min(put, self.called) for put in self.posted) + self.dead

    @property
    def main_pot(self) -> Number:
        """Chips in the main pot whether hero folds or calls."""
        folded, called = pots(self.posted, self.all_in, self.dead), pots(self.put_in, self.shown, self.dead)
        return min(folded[0].chips, called[0].chips)

    @property
    def put_in(self) -> Stacks:
        """Chips that each player has put in if hero calls."""
        return (*self.posted[: self.hero], self.called, *self.posted[self.hero + 1 :])

    @property
    def shown(self) -> tuple[int, ...]:
        """Players at the showdown if hero calls: hero, then the all-in players."""
        return (self.hero, *self.all_in)

    @property
    def bettors(self) -> tuple[int, ...]:
        """Players who are not all-in and have put in more than blind and ante, as seats in order."""
        forced, _, _ = post(dealt_chips(self.table, self.elsewhere), self.button, self.forced)
        seats = (seat for seat in range(self.table.players) if seat not in self.all_in)
        return tuple(seat for seat in seats if self.posted[seat] > forced[seat])

    @property
    def folders(self) -> tuple[int, ...]:
        """Players who folded before hero without a bet, in turn; if the button is unknown, those given as folded."""
        if self.to_act is None or self.button is None:
            return self.folded
        chips = dealt_chips(self.table, self.elsewhere)
        first = first_to_act(chips, self.button)
        turns = [(first + turn) % len(chips) for turn in range(len(chips))]
        others = {self.hero, *self.all_in, *self.to_act, *self.bettors}
        return tuple(seat for seat in turns if chips[seat] and seat not in others)

    def after_fold(self, order: Sequence[int] = ()) -> Stacks:
        """Return the chips of all players if hero folds; ``order`` ranks the all-in players if there are several."""
        return self.if_folded(order).stacks

    def after_call(self, order: Sequence[int]) -> Stacks:
        """Return the chips of all players if hero calls; ``order`` ranks hero, then the all-in players, 0 the best."""
        return self.if_called(order).stacks

    def if_folded(self, order: Sequence[int] = (), extra: Number = 0) -> After:
        """Return chips, bounties and cash if hero folds, with ``extra`` chips added to the main pot."""
        return self.settle(self.posted, self.all_in, order or [0] * len(self.all_in), extra)

    def if_called(self, order: Sequence[int], extra: Number = 0) -> After:
        """Return chips, bounties and cash if hero calls, with ``extra`` chips added to the main pot."""
        return self.settle(self.put_in, self.shown, order, extra)


class Roles(NamedTuple):
    """Seats of hero, the button, and the players who are all-in or have folded."""

    hero: int
    all_in: tuple[int, ...]
    folded: tuple[int, ...]
    button: int | None


def check_bets(
    bets: object,
    table: Table,
    seats: Roles,
    antes: Sequence[Number],
    posted: Sequence[Number],
    big_blind: Number,
) -> dict[int, Number]:
    """Return the chips that players in ``bets`` have put in, antes included, or raise."""
    if not isinstance(bets, Mapping):
        raise InputError("bets", "must be a mapping from players to chips", bets, code="wrong_type")
    found = {}
    for player, bet in bets.items():
        seat = check_player(player, table.names, "bets")
        field = f"bets[{table.names[seat]}]"
        put = antes[seat] + chips_of(bet, field, big_blind)
        if seat in seats.all_in:
            raise InputError(field, "must be a player who is not all-in: all their chips are in", bet, code="conflict")
        if put > exact_number(table.stacks[seat]):
            rule = f"must be at most the player's stack of {table.stacks[seat]}"
            raise InputError(field, rule, bet, code="too_large")
        if put < posted[seat]:
            rule = f"must be at least the player's blind of {posted[seat] - antes[seat]}"
            raise InputError(field, rule, bet, code="too_small")
        found[seat] = put
    return found


def check_others(
    table: Table,
    seats: Roles,
    posted: Sequence[Number],
    able: Sequence[Number],
    most: Number,
    elsewhere: Sequence[int] = (),
) -> None:
    """Raise if a player who is not all-in is still in the hand, or hero has no decision."""
    names = table.names
    for seat, put in enumerate(posted):
        if seat == seats.hero or seat in seats.all_in or seat in elsewhere or not table.stacks[seat]:
            continue
        if put >= able[seat]:
            rule = f"must include {names[seat]}, whose whole stack is in the pot"
            raise InputError(
                "all_in",
                rule,
                [names[villain] for villain in seats.all_in],
                code="posted_all_in",
                facts={"player": names[seat]},
            )
        if put > most and seat in seats.folded:
            rule = "must not name a player who has put in more than every all-in"
            raise InputError("folded", rule, names[seat], code="conflict")
        if put >= most and seat not in seats.folded:
            rule = f"must be more than the {put} that {names[seat]} has put in, who is still in the hand"
            raise InputError("all_in", rule, Verbatim(f"{most} at most"), code="too_small")
    if able[seats.hero] <= posted[seats.hero]:
        raise InputError("hero", "must have chips left after blinds and antes", names[seats.hero], code="no_chips_left")
    if most <= posted[seats.hero]:
        rule = "must leave hero something to call"
        raise InputError("all_in", rule, Verbatim(f"{most}, which hero has put in already"), code="nothing_to_call")


def check_roles(
    table: Table, hero: Player, all_in: Iterable[Player], folded: Iterable[Player], button: Player | None
) -> Roles:
    """Return the seats of the roles, or raise."""
    names = table.names
    own = check_player(hero, names, "hero")
    villains = [check_player(player, names, f"all_in[{i}]") for i, player in enumerate(as_list(all_in, "all_in"))]
    gone = [check_player(player, names, f"folded[{i}]") for i, player in enumerate(as_list(folded, "folded"))]
    if not villains:
        raise MissingError("all_in", "must name the player or players who are all-in")
    for field, seats in (("all_in", villains), ("folded", gone)):
        for i, seat in enumerate(seats):
            if seat in seats[:i]:
                raise InputError(f"{field}[{i}]", "must be named once", names[seat], code="duplicate")
    for field, seats in (("all_in", villains), ("folded", gone)):
        if own in seats:
            raise InputError("hero", f"must not be among {field}: hero is still to act", names[own], code="conflict")
    if both := set(villains) & set(gone):
        raise InputError("folded", "must not be all-in as well", names[min(both)], code="conflict")
    for field, seat in [("hero", own), *(("all_in", villain) for villain in villains)]:
        if not table.stacks[seat]:
            raise InputError(field, "must have chips", names[seat], code="too_small")
    dealer = None if button is None else check_player(button, names, "button")
    return Roles(own, tuple(sorted(villains)), tuple(sorted(gone)), dealer)


def as_list(players: Iterable[Player], field: str) -> list[Player]:
    """Return a list of players, or raise if the argument is a single player."""
    if isinstance(players, str | int | Mapping) or not isinstance(players, Iterable):
        raise InputError(field, "must be a list of players", players, code="wrong_type")
    return list(players)


def check_elsewhere(table: Table, elsewhere: Iterable[Player], here: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    """Return the seats of players at other tables, or raise if one of them has a role in ``here``."""
    given = as_list(elsewhere, "elsewhere")
    away = [check_player(player, table.names, f"elsewhere[{i}]") for i, player in enumerate(given)]
    for field, seats in here.items():
        for seat in seats:
            if seat in away:
                raise InputError(
                    "elsewhere", f"must not include a player given as {field}", table.names[seat], code="conflict"
                )
    return tuple(sorted(set(away)))
