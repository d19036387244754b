"""A hand while its lines are read: what lines say is written down here, and is made a ``Hand`` at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from finaltable.errors import counted
from finaltable.histories.hand import Act, BountyPaid, Finished, Hand, Seat, Street, Tournament, Uncalled, whole
from finaltable.histories.ledger import Ledger, Unreadable, settle, with_antes
from finaltable.table.numbers import Number, plain_number

MAX_SEATS = 23  # as many as a deck can deal to
MAX_NOTES = 3
CARD = re.compile("..")
DEALT = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}


@dataclass(frozen=True, slots=True)
class Heading:
    """What the first lines of a hand say."""

    room: str
    id: str
    tournament: Tournament
    small_blind: Number = 0
    big_blind: Number = 0
    ante: Number = 0
    level: str = ""
    time: str = ""
    table: str = ""
    button: int | None = None


def same_cards(cards: str, others: str) -> bool:
    """Tell whether cards are the same in any order: GGPoker sorts a flop once the turn is there.

    >>> same_cards("Ad7d9d", "7d9dAd"), same_cards("AdKd", "AdKs")
    (True, False)
    """
    return cards == others or sorted(CARD.findall(cards)) == sorted(CARD.findall(others))


class HandBuilder:
    """What is known of a hand so far; every method is something that a line says.

    ``line`` is the number of the line that is being read. Whatever cannot be raises `Unreadable`; what is odd but
    harmless is a note, which is reported beside the hand.
    """

    def __init__(self, heading: Heading, file: str, line: int) -> None:
        self.heading = heading
        self.file, self.first, self.line = file, line, line
        self.table, self.button = heading.table, heading.button
        self.seats: dict[str, Seat] = {}
        self.out: dict[str, Seat] = {}
        """At the table, but not dealt in."""
        self.names: tuple[str, ...] = ()
        """Of everybody at the table, the longest first."""
        self.boards: list[str] = []
        self.cards: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.collected: dict[str, Number] = {}
        self.given_back: list[Uncalled] = []
        self.bounties: list[BountyPaid] = []
        self.finished: list[Finished] = []
        self.added: dict[str, Number] = {}
        self.total: Number | None = None
        self.notes: list[tuple[int, str]] = []
        self.in_summary = False
        self.in_the_end: set[str] = set()
        """Whom the summary names."""
        self.folded: set[str] = set()
        """Who folded, as the summary says."""
        self.kept: dict[str, str] = {}
        """What a room keeps between lines; one without names: who has which position."""
        self.ends: dict[str, Number] = {}
        """Stacks that the summary tells."""
        self.has_board = False
        """Whether the summary has a board."""
        self._ledger: Ledger | None = None

    def fail(self, reason: str) -> Unreadable:
        """Return an error about the line that is being read."""
        return Unreadable(self.line, reason)

    def note(self, reason: str) -> None:
        """Keep something odd about the line, to be reported; of many the first are enough."""
        if len(self.notes) < MAX_NOTES:
            self.notes.append((self.line, reason))

    # --- who sits there ---

    def sit(self, seat: Seat, *, dealt_in: bool = True) -> None:
        """Seat a player; one without chips is not dealt in."""
        if self._ledger is not None:
            raise self.fail(f"{seat.name} takes a seat after the hand began")
        taken = any(other.seat == seat.seat for other in self.seats.values())
        if taken or seat.name in self.seats or seat.name in self.out:
            raise self.fail(f"seat {seat.seat} or the name {seat.name} is there twice")
        if len(self.seats) + len(self.out) >= MAX_SEATS:
            raise self.fail(f"a table must have at most {MAX_SEATS} seats")
        if dealt_in and seat.stack:
            self.seats[seat.name] = seat
        else:
            self.out[seat.name] = seat
        self.names = tuple(sorted((*self.seats, *self.out), key=len, reverse=True))

    @property
    def ledger(self) -> Ledger:
        """The chips; from here on nobody sits down."""
        if self._ledger is None:
            self._ledger = Ledger(self.seats.values(), self.heading.big_blind)
        return self._ledger

    def known(self, name: str) -> str:
        """Return a name if somebody who was dealt in is called so."""
        if name in self.seats:
            return name
        raise self.fail(f"nobody at the table is called {name[:40]!r}")

    # --- what they do ---

    def put(self, name: str, act: Act, amount: Number = 0, *, all_in: bool = False) -> None:
        """Write an action by the chips it adds."""
        if self.in_summary:
            raise self.fail(f"{name} acts after the summary: lines of another hand, without its first line")
        self.ledger.put(name, act, amount, self.line)
        self.check_all_in(name, all_in)

    def call(self, name: str, amount: Number, *, all_in: bool = False) -> None:
        """Write a call; it must match the bet, unless no chips are left."""
        mine, levels = self.ledger.bets.get(name, 0), self.levels()
        self.put(name, Act.CALL, amount, all_in=all_in)
        short = self.ledger.left[name] == 0 and mine + amount <= levels[-1]
        if mine + amount not in levels and not short:
            owed = plain_number(levels[-1] - mine)
            raise self.fail(f"{name} calls {plain_number(amount):,}, but {owed:,} is to call")

    def raise_to(self, name: str, to: Number, by: Number | None = None, *, all_in: bool = False) -> None:
        """Write a raise by what it is to; ``by``, where the room prints it, must be what it is above the bet."""
        levels = self.levels()
        # Above a big blind that is not all there, even where the small blind is more: so does Winamax count.
        posted = [action.amount for action in self.ledger.actions if action.act is Act.BIG_BLIND]
        short = levels[0] <= self.heading.big_blind
        if by is not None and to - by not in levels and not (short and to - by in posted):
            numbers = f"{plain_number(by):,} to {plain_number(to):,}, but the bet was {plain_number(levels[-1]):,}"
            raise self.fail(f"{name} raises {numbers}")
        self.put(name, Act.RAISE, to - self.ledger.bets.get(name, 0), all_in=all_in)

    def levels(self) -> tuple[Number, Number]:
        """Return the bet to match; where whoever posts the big blind has less, rooms take either that or all of it."""
        highest = self.ledger.highest
        return highest, max(highest, self.heading.big_blind) if self.ledger.street is Street.PREFLOP else highest

    def check_all_in(self, name: str, said: bool) -> None:
        """Raise where a line says all-in of somebody who has chips left."""
        if said and self.ledger.left[name]:
            left = plain_number(self.ledger.left[name])
            raise self.fail(f"{name} is said to be all-in, but has {left:,} chips left: a line before may be missing")

    def deal(self, street: Street, board: str, number: int = 0) -> None:
        """Begin a street with the whole board so far; ``number`` counts boards where there is more than one."""
        before = self.boards[number] if len(self.boards) > number else ""
        if len(board) != 2 * DEALT[street]:
            raise self.fail(f"the {street} must show {counted(DEALT[street], 'card')}")
        if not same_cards(board[: len(before)], before):
            raise self.fail(f"the board of the {street} is another than before")
        if number == 0:
            self.ledger.begin(street, self.line)
        self.set_board(before + board[len(before) :], number)

    def set_board(self, board: str, number: int = 0) -> None:
        """Write down a board as far as it is dealt."""
        while len(self.boards) <= number:
            self.boards.append("")
        self.boards[number] = board

    def check_board(self, board: str) -> None:
        """Compare a board of the summary with those that were dealt."""
        self.has_board = True
        if not any(same_cards(board, dealt) for dealt in self.boards):
            raise self.fail("the board of the summary is another than the one that was dealt: lines are missing")

    # --- who gets what ---

    def show(self, name: str, hand: str) -> None:
        """Write down cards that somebody showed; one card alone is no hand."""
        before = self.shown.get(name) or self.cards.get(name) or hand
        if len(hand) == len(before) and not same_cards(hand, before):
            raise self.fail(f"{name} has two different hands")
        if len(hand) == len(before) == 4:
            self.shown[name] = before

    def dealt(self, name: str, hand: str) -> None:
        """Write down cards that the file shows before the flop."""
        if self.cards.get(name, hand) != hand:
            raise self.fail(f"{name} has two different hands")
        self.cards[name] = hand

    def collect(self, name: str, amount: Number) -> None:
        """Give chips of a pot to somebody."""
        self.collected[name] = whole(self.collected.get(name, 0) + amount)

    def give_back(self, name: str, amount: Number) -> None:
        """Give back what nobody called."""
        self.given_back.append(Uncalled(name, amount))

    def pay_head(self, paid: BountyPaid) -> None:
        """Write down money for busting somebody, once."""
        if any((one.winner, one.victims) == (paid.winner, paid.victims) for one in self.bounties):
            self.note(f"the bounty of {paid.winner} is there twice: read once")
        else:
            self.bounties.append(paid)

    def finish(self, finished: Finished) -> None:
        """Write down where somebody finished, once."""
        if any(one.player == finished.player for one in self.finished):
            self.note(f"the place of {finished.player} is there twice: read once")
        else:
            self.finished.append(finished)

    def left_over(self) -> dict[str, Number]:
        """Return what everybody has in the end, as far as lines told."""
        left = {name: chips + self.collected.get(name, 0) for name, chips in self.ledger.left.items()}
        for back in self.given_back:
            left[back.player] += back.amount
        return left

    def add(self, name: str, amount: Number) -> None:
        """Write down chips that somebody bought."""
        self.added[name] = whole(self.added.get(name, 0) + amount)

    # --- the hand ---

    def hand(self) -> Hand:
        """Return the hand, or raise for what is missing or does not add up."""
        self.line = self.first
        if self.button is None or len(self.seats) < 2:
            raise self.fail("no button, or fewer than two players with chips: lines are missing")
        heading = self.heading
        hand = Hand(
            heading.room,
            heading.id,
            heading.tournament,
            tuple(sorted(self.seats.values(), key=lambda seat: seat.seat)),
            self.button,
            heading.small_blind,
            heading.big_blind,
            heading.ante,
            level=heading.level,
            time=heading.time,
            table=self.table,
            hero=self.hero(),
            cards=self.cards,
            shown=self.shown,
            boards=tuple(self.boards),
            bounties=tuple(self.bounties),
            finished=tuple(self.finished),
            added=self.added,
            waiting=tuple(self.out.values()),
            file=self.file,
            line=self.first,
        )
        self.check_given_back()
        return with_antes(settle(hand, self.ledger, self.collected, self.given_back))

    def hero(self) -> str | None:
        """Return whose cards the file shows; nobody's where it shows several players'."""
        if len(self.cards) > 1:
            self.note(f"the file shows the cards of several players before the flop: {', '.join(self.cards)[:100]}")
        return next(iter(self.cards)) if len(self.cards) == 1 else None

    def check_given_back(self) -> None:
        """Raise where something else came back than the bets say."""
        found = self.ledger.uncalled()
        told = self.given_back
        if told and (
            len(told) > 1 or found is None or (told[0].player, told[0].amount) != (found.player, found.amount)
        ):
            meant = f"{plain_number(found.amount):,} of {found.player}" if found else "nothing"
            raise self.fail(f"the uncalled bet does not follow from the bets, which leave {meant}: lines are missing")
