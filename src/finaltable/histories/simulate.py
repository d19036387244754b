"""Hands played as a solution says, with real cards: for trackers, and to look at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import card_name, class_of, combo_of
from finaltable.equilibrium.solution import Nash
from finaltable.equilibrium.tree import GameTree, TreeEnd, rows_of, tree_of
from finaltable.errors import InputError
from finaltable.histories.hand import Act, Action, BountyPaid, PlayedHand, Seat, Tournament, Uncalled
from finaltable.histories.history import History
from finaltable.spots.knockouts import Pot, Won, take_bounties, takers
from finaltable.spots.posted import pots, split
from finaltable.spots.to_act import blind_seats, clockwise
from finaltable.table.numbers import Number, exact_number, exact_value
from finaltable.table.options import Progress, check_progress, check_seed
from finaltable.table.table import check_player, check_whole

if TYPE_CHECKING:
    from finaltable.equilibrium.lineup import Lineup
    from finaltable.results import Values
    from finaltable.spots.spot import Player

MOST_HANDS = 1_000_000
ROOM = "finaltable"
BEGIN = datetime(2000, 1, 1, tzinfo=UTC)  # one hand a minute from here
ALL_IN, RAISE = 0, 1


def simulate(
    found: Nash,
    hands: int = 100,
    *,
    seed: int = 0,
    hero: Player | None = None,
    progress: Progress | None = None,
) -> History:
    """Play hands from the stacks of a solution: deal real cards, and let each player follow it.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    >>> played = simulate(found, 3, seed=1)
    >>> len(played.hands), int(sum(played.hands[0].stacks_after.values()))
    (3, 20)

    Parameters
    ----------
    found
        Result of `nash` or `open_solution`.
    hands, seed
        Number of hands; the same seed gives the same hands. Each hand begins with the same stacks, as a tournament of
        its own.
    hero
        The player whose hands these are for a tracker, by index or name; by default the first to act. The cards of
        all players are known.
    progress
        A function called between hands with (fraction done, 0.0). It may raise to stop.
    """
    if not isinstance(found, Nash):
        raise InputError("found", "must be a result of nash or open_solution", found, code="wrong_type")
    count, rng = check_whole(hands, "hands", 1, MOST_HANDS), np.random.default_rng(check_seed(seed))
    tell = check_progress(progress)
    dealer = Dealer.of(found)
    who = found.lineup.deciding[0] if hero is None else check_player(hero, found.table.names, "hero")
    if who not in dealer.dealt:
        raise InputError("hero", "must be at the table", found.table.names[who], code="conflict")
    played = []
    for number in range(count):
        played.append(dealer.play(number, rng, who))
        if tell is not None:
            tell((number + 1) / count, 0.0)
    return History(tuple(played))


class Cards(NamedTuple):
    """Cards of a hand."""

    held: dict[int, tuple[int, int]]
    """Two cards of each player at the table."""
    board: list[int]


class Dealer(NamedTuple):
    """A solution, ready to be played."""

    found: Nash
    tree: GameTree
    profile: Values
    """Frequency of going all-in and of raising: decision by choice by class."""
    unit: Fraction
    """Chips per unit of the lineup."""
    dealt: tuple[int, ...]
    """Players at the table, in the order of acting."""
    small_blind_seat: int

    @classmethod
    def of(cls, found: Nash) -> Dealer:
        """Return a solution, ready to be played."""
        lineup, tree = found.lineup, tree_of(found.lineup)
        chips = [0 if seat in lineup.elsewhere else chips for seat, chips in enumerate(lineup.chips)]
        small, big = blind_seats(chips, lineup.button)
        profile = tree.profile({node: found.profile[row] for node, row in rows_of(lineup).items()})
        unit = exact_value(found.table.stacks[0]) / lineup.chips[0]
        return cls(found, tree, profile, Fraction(unit), tuple(clockwise(chips, big)), small)

    @property
    def lineup(self) -> Lineup:
        """Blinds and antes, and the order of acting."""
        return self.found.lineup

    def chips(self, units: int) -> Number:
        """Return units of the lineup as chips."""
        return exact_number(units * self.unit)

    def play(self, number: int, rng: np.random.Generator, hero: int) -> PlayedHand:
        """Return one hand."""
        deck = rng.permutation(52)[: 2 * len(self.dealt) + 5].tolist()
        held = {seat: (deck[2 * i], deck[2 * i + 1]) for i, seat in enumerate(self.dealt)}
        cards = Cards(held, deck[2 * len(self.dealt) :])
        choices, end = self.walk(cards, rng)
        return self.written(number, cards, choices, end, hero)

    def walk(self, cards: Cards, rng: np.random.Generator) -> tuple[list[tuple[int, int | None]], TreeEnd]:
        """Return the choices of the players in order, each as a seat and its choice (None: fold), and the end."""
        place, choices = 0, []
        while place >= 0:
            turn, *after = self.tree.decisions[place].tolist()
            seat = self.lineup.deciding[turn]
            all_in, raised = self.profile[place, :, class_of(combo_of(*cards.held[seat]))]
            drawn = rng.random()
            choice = ALL_IN if drawn < all_in else RAISE if drawn < all_in + raised else None
            choices.append((seat, choice))
            place = after[0 if choice is None else 1 + choice]
        return choices, self.tree.ends[-1 - place]

    def written(
        self, number: int, cards: Cards, choices: list[tuple[int, int | None]], end: TreeEnd, hero: int
    ) -> PlayedHand:
        """Return a hand with its actions, pots and winners."""
        names, table = self.found.table.names, self.found.table
        actions, put_in, back = self.actions(choices)
        shown = self.lineup.showdown([self.lineup.deciding[turn] for turn in end.pushed])
        in_pot = [put_in.get(seat, 0) for seat in range(table.players)]
        layers = pots(in_pot, shown, self.lineup.dead)
        won = self.winners(cards, shown, layers)
        collected: dict[int, Number] = {}
        for pot, winners in won:
            for seat, chips in split(self.chips(int(pot.chips)), winners):
                collected[seat] = exact_number(collected.get(seat, 0) + chips)
        rest = sum(in_pot) + self.lineup.dead - sum(int(pot.chips) for pot in layers)
        if rest:  # players who folded put in more than those who did not: as in the solution, the largest stake wins it
            most = max(self.dealt, key=lambda seat: in_pot[seat])
            collected[most] = exact_number(collected.get(most, 0) + self.chips(rest))
        up = len(shown) > 1
        faces = {names[seat]: name_of(two) for seat, two in cards.held.items()}
        bounties = table.prizes.bounties
        return PlayedHand(
            room=ROOM,
            id=str(number + 1),
            tournament=Tournament(str(number + 1), name="Simulated hands"),
            seats=tuple(
                Seat(seat + 1, names[seat], exact_number(table.stacks[seat]), bounties[seat] if bounties else None)
                for seat in sorted(self.dealt)
            ),
            button=self.lineup.button + 1,
            small_blind=self.lineup.forced.small_blind,
            big_blind=self.lineup.forced.big_blind,
            ante=self.lineup.forced.ante,
            big_blind_ante=self.lineup.forced.big_blind_ante,
            time=(BEGIN + timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%SZ"),
            table="1",
            hero=names[hero],
            actions=tuple(actions),
            cards=faces,
            shown={names[seat]: faces[names[seat]] for seat in shown} if up else {},
            boards=("".join(map(card_name, cards.board)),) if up else (),
            collected={names[seat]: chips for seat, chips in collected.items() if chips},
            uncalled=() if back is None else (Uncalled(names[back[0]], self.chips(back[1])),),
            bounties=self.bounties(won, collected, put_in, back),
        )

    def actions(
        self, choices: list[tuple[int, int | None]]
    ) -> tuple[list[Action], dict[int, int], tuple[int, int] | None]:
        """Return the actions, the chips of each player in the pot, and the bet that goes back, all in units."""
        lineup, names = self.lineup, self.found.table.names
        ante = int(exact_value(lineup.forced.ante) / self.unit)
        antes = {seat: min(ante, lineup.chips[seat]) for seat in self.dealt}
        bets = {seat: lineup.posted[seat] - antes[seat] for seat in self.dealt}
        found = [self.action(seat, Act.ANTE, antes[seat]) for seat in sorted(self.dealt) if antes[seat]]
        for seat, act in ((self.small_blind_seat, Act.SMALL_BLIND), (lineup.big_blind_seat, Act.BIG_BLIND)):
            if bets[seat]:
                found.append(self.action(seat, act, bets[seat], bets[seat] + antes[seat] == lineup.chips[seat]))
        if lineup.dead:
            found.append(self.action(lineup.big_blind_seat, Act.BIG_BLIND_ANTE, lineup.dead))
        match = max(bets.values())
        for seat, choice in self.in_turn(choices):
            if choice is None:
                found.append(Action(names[seat], Act.FOLD))
                continue
            total = (lineup.able[seat] if choice == ALL_IN else lineup.raised[seat]) - antes[seat]
            act = Act.RAISE if total > match else Act.CALL
            if act is Act.CALL:
                total = min(total, match)
            has_all_in = total + antes[seat] == lineup.able[seat]
            found.append(self.action(seat, act, total - bets[seat], has_all_in))
            bets[seat], match = total, max(match, total)
        top, second = sorted(bets, key=lambda seat: -bets[seat])[:2]
        back = (top, bets[top] - bets[second]) if bets[top] > bets[second] else None
        bets[top] = bets[second]
        return found, {seat: bet + antes[seat] for seat, bet in bets.items()}, back

    def in_turn(self, choices: list[tuple[int, int | None]]) -> list[tuple[int, int | None]]:
        """Return all choices in order, with the folds that the solution leaves out."""
        made: dict[int, int | None] = {}
        for seat, choice in choices:
            made.setdefault(seat, choice)
        again = [choice for i, choice in enumerate(choices) if choice[0] in [seat for seat, _ in choices[:i]]]
        in_pot = any(choice is not None for choice in made.values())
        found: list[tuple[int, int | None]] = []
        for seat in self.dealt:
            folded = seat not in self.lineup.acting  # before the first decision
            late = seat in self.lineup.deciding and in_pot  # three players are all-in
            if seat in made or folded or late:
                found.append((seat, made.get(seat)))
        return found + again

    def action(self, seat: int, act: Act, units: int, all_in: bool = False) -> Action:
        """Return an action that puts chips in."""
        return Action(self.found.table.names[seat], act, self.chips(units), all_in=all_in)

    def winners(self, cards: Cards, shown: tuple[int, ...], pots: Sequence[Pot]) -> list[Won]:
        """Return the winners of each pot, from the left of the button."""
        seats, first = len(self.lineup.chips), self.lineup.button + 1
        strength = dict.fromkeys(shown, 0)
        if len(shown) > 1:
            strength = {seat: _core.hand_strength([*cards.held[seat], *cards.board]) for seat in shown}
        won = []
        for pot in pots:
            best = max(strength[seat] for seat in pot.eligible)
            level = [seat for seat in pot.eligible if strength[seat] == best]
            won.append(Won(pot, tuple(sorted(level, key=lambda seat: (seat - first) % seats))))
        return won

    def bounties(
        self, won: list[Won], collected: dict[int, Number], put_in: dict[int, int], back: tuple[int, int] | None
    ) -> tuple[BountyPaid, ...]:
        """Return the bounties paid for players who are out."""
        prizes, names = self.found.table.prizes, self.found.table.names
        players = dict.fromkeys(seat for one in won for seat in one.pot.eligible)
        kept = {seat: collected.get(seat, 0) or (back is not None and seat == back[0]) for seat in players}
        lost = [seat for seat in players if not kept[seat] and put_in[seat] >= self.lineup.able[seat]]
        if not prizes.bounties or not lost:
            return ()
        taken = takers(won, lost)
        after, cash = take_bounties(prizes.bounties, prizes.share, taken)
        paid = []
        for winner in dict.fromkeys(seat for seats in taken.values() for seat in seats):
            victims = tuple(names[seat] for seat, seats in taken.items() if winner in seats)
            paid.append(BountyPaid(names[winner], victims, cash[winner], after[winner]))
        return tuple(paid)


def name_of(cards: tuple[int, int]) -> str:
    """Return two cards as text."""
    return card_name(cards[0]) + card_name(cards[1])
