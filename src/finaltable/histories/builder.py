"""Build a ``PlayedHand`` from its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from finaltable.errors import counted
from finaltable.histories.hand import Act, BountyPaid, Finished, PlayedHand, Seat, Street, Tournament, Uncalled, whole
from finaltable.histories.ledger import Ledger, Unreadable, settle, with_antes
from finaltable.table.numbers import Number, plain_number

MAX_SEATS = 23  # a deck has no cards for more
MAX_NOTES = 3
CARD = re.compile("..")
DEALT = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}


@dataclass(frozen=True, slots=True)
class Heading:
    """Facts from the first lines of a hand."""

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
    """Return whether cards are the same in any order: GGPoker sorts the flop after the turn.

    >>> same_cards("Ad7d9d", "7d9dAd"), same_cards("AdKd", "AdKs")
    (True, False)
    """
    return cards == others or sorted(CARD.findall(cards)) == sorted(CARD.findall(others))


class HandBuilder:
    """The facts of a hand so far; each method records one line.

    ``line`` is the number of the line that is being read. An impossible line raises `Unreadable`; an odd but harmless
    one is a note, which is reported beside the hand.
    """

    def __init__(self, heading: Heading, file: str, line: int) -> None:
        self.heading = heading
        self.file, self.first, self.line = file, line, line
        self.table, self.button = heading.table, heading.button
        self.seats: dict[str, Seat] = {}
        self.out: dict[str, Seat] = {}
        """Players at the table who are not dealt in."""
        self.names: tuple[str, ...] = ()
        """Names of all players at the table, the longest first."""
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
        self.summarised: set[str] = set()
        """Players whom the summary names."""
        self.folded: set[str] = set()
        """Players who folded, according to the summary."""
        self.kept: dict[str, str] = {}
        """State that a room keeps between lines, such as players by position."""
        self.ends: dict[str, Number] = {}
        """Stacks at the end, according to the summary."""
        self.has_board = False
        """Whether the summary has a board."""
        self._ledger: Ledger | None = None

    def fail(self, reason: str) -> Unreadable:
        """Return an error about the current line."""
        return Unreadable(self.line, reason)

    def note(self, reason: str) -> None:
        """Add a note about the current line, up to a maximum per hand."""
        if len(self.notes) < MAX_NOTES:
            self.notes.append((self.line, reason))

    # --- seats ---

    def sit(self, seat: Seat, *, dealt_in: bool = True) -> None:
        """Seat a player; a player without chips is not dealt in."""
        if self._ledger is not None:
            raise self.fail(f"{seat.name} takes a seat after the first action")
        taken = any(other.seat == seat.seat for other in self.seats.values())
        if taken or seat.name in self.seats or seat.name in self.out:
            raise self.fail(f"seat {seat.seat} or the name {seat.name} appears twice")
        if len(self.seats) + len(self.out) >= MAX_SEATS:
            raise self.fail(f"the table has more than {MAX_SEATS} seats")
        if dealt_in and seat.stack:
            self.seats[seat.name] = seat
        else:
            self.out[seat.name] = seat
        self.names = tuple(sorted((*self.seats, *self.out), key=len, reverse=True))

    @property
    def ledger(self) -> Ledger:
        """The chips; once it exists, no player can sit down."""
        if self._ledger is None:
            self._ledger = Ledger(self.seats.values(), self.heading.big_blind)
        return self._ledger

    def known(self, name: str) -> str:
        """Return the name of a player who was dealt in, or raise."""
        if name in self.seats:
            return name
        raise self.fail(f"no player at the table is called {name[:40]!r}")

    # --- actions ---

    def put(self, name: str, act: Act, amount: Number = 0, *, all_in: bool = False) -> None:
        """Record an action by the chips it adds."""
        if self.in_summary:
            raise self.fail(f"{name} acts after the summary: the first line of the next hand is missing")
        self.ledger.put(name, act, amount, self.line)
        self.check_all_in(name, all_in)

    def call(self, name: str, amount: Number, *, all_in: bool = False) -> None:
        """Record a call; it must match the bet, unless it is all-in."""
        mine, levels = self.ledger.bets.get(name, 0), self.levels()
        self.put(name, Act.CALL, amount, all_in=all_in)
        short = self.ledger.left[name] == 0 and mine + amount <= levels[-1]
        if mine + amount not in levels and not short:
            owed = plain_number(levels[-1] - mine)
            raise self.fail(f"{name} calls {plain_number(amount):,}, but the amount to call is {owed:,}")

    def raise_to(self, name: str, to: Number, by: Number | None = None, *, all_in: bool = False) -> None:
        """Record a raise by its total; ``by``, if the room prints it, must be the increase over the bet."""
        levels = self.levels()
        # Winamax counts from an incomplete big blind, even if the small blind is larger.
        posted = [action.amount for action in self.ledger.actions if action.act is Act.BIG_BLIND]
        short = levels[0] <= self.heading.big_blind
        if by is not None and to - by not in levels and not (short and to - by in posted):
            numbers = f"by {plain_number(by):,} to {plain_number(to):,}, but the bet was {plain_number(levels[-1]):,}"
            raise self.fail(f"{name} raises {numbers}")
        self.put(name, Act.RAISE, to - self.ledger.bets.get(name, 0), all_in=all_in)

    def levels(self) -> tuple[Number, Number]:
        """Return the bet to match: if the big blind is incomplete, rooms use the posted chips or the full blind."""
        highest = self.ledger.highest
        return highest, max(highest, self.heading.big_blind) if self.ledger.street is Street.PREFLOP else highest

    def check_all_in(self, name: str, stated: bool) -> None:
        """Raise if a line states an all-in of a player who has chips left."""
        if stated and self.ledger.left[name]:
            left = plain_number(self.ledger.left[name])
            raise self.fail(f"{name} goes all-in, but has {left:,} chips left: an earlier line may be missing")

    def deal(self, street: Street, board: str, number: int = 0) -> None:
        """Begin a street with the whole board so far; ``number`` counts boards if the hand is run more than once."""
        before = self.boards[number] if len(self.boards) > number else ""
        if len(board) != 2 * DEALT[street]:
            raise self.fail(f"the {street} must show {counted(DEALT[street], 'card')}")
        if not same_cards(board[: len(before)], before):
            raise self.fail(f"the board of the {street} differs from the board before it")
        if number == 0:
            self.ledger.begin(street, self.line)
        self.set_board(before + board[len(before) :], number)

    def set_board(self, board: str, number: int = 0) -> None:
        """Record the cards of a board so far."""
        while len(self.boards) <= number:
            self.boards.append("")
        self.boards[number] = board

    def check_board(self, board: str) -> None:
        """Check a board of the summary against the dealt ones."""
        self.has_board = True
        if not any(same_cards(board, dealt) for dealt in self.boards):
            raise self.fail("the board of the summary differs from the dealt board: lines are missing")

    # --- cards, winnings, places ---

    def show(self, name: str, hand: str) -> None:
        """Record shown cards; a single card is ignored."""
        before = self.shown.get(name) or self.cards.get(name) or hand
        if len(hand) == len(before) and not same_cards(hand, before):
            raise self.fail(f"{name} has two different hands")
        if len(hand) == len(before) == 4:
            self.shown[name] = before

    def dealt(self, name: str, hand: str) -> None:
        """Record cards that the file shows before the flop."""
        if self.cards.get(name, hand) != hand:
            raise self.fail(f"{name} has two different hands")
        self.cards[name] = hand

    def collect(self, name: str, amount: Number) -> None:
        """Record chips that a player wins from a pot."""
        self.collected[name] = whole(self.collected.get(name, 0) + amount)

    def give_back(self, name: str, amount: Number) -> None:
        """Record an uncalled bet that is returned."""
        self.given_back.append(Uncalled(name, amount))

    def pay_bounty(self, paid: BountyPaid) -> None:
        """Record bounty money; a duplicate is noted."""
        if any((one.winner, one.victims) == (paid.winner, paid.victims) for one in self.bounties):
            self.note(f"the bounty of {paid.winner} appears twice: counted once")
        else:
            self.bounties.append(paid)

    def finish(self, finished: Finished) -> None:
        """Record a finishing place; a duplicate is noted."""
        if any(one.player == finished.player for one in self.finished):
            self.note(f"the finishing place of {finished.player} appears twice: read once")
        else:
            self.finished.append(finished)

    def left_over(self) -> dict[str, Number]:
        """Return the stacks after the lines so far."""
        left = {name: chips + self.collected.get(name, 0) for name, chips in self.ledger.left.items()}
        for back in self.given_back:
            left[back.player] += back.amount
        return left

    def add(self, name: str, amount: Number) -> None:
        """Record chips that a player bought."""
        self.added[name] = whole(self.added.get(name, 0) + amount)

    # --- the hand ---

    def hand(self) -> PlayedHand:
        """Return the hand, or raise if lines are missing."""
        self.line = self.first
        if self.button is None or len(self.seats) < 2:
            raise self.fail("the hand has no button, or fewer than two players with chips: lines are missing")
        heading = self.heading
        hand = PlayedHand(
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
        """Return the player whose cards the file shows; None if it shows several players' cards."""
        if len(self.cards) > 1:
            names = ", ".join(self.cards)[:100]
            self.note(f"no hero, because several players' cards are shown before the flop: {names}")
        return next(iter(self.cards)) if len(self.cards) == 1 else None

    def check_given_back(self) -> None:
        """Raise if the returned chips are not the uncalled bet."""
        found = self.ledger.uncalled()
        returned = [(back.player, back.amount) for back in self.given_back]
        if returned and returned != ([(found.player, found.amount)] if found else []):
            expected = f"{plain_number(found.amount):,} of {found.player} uncalled" if found else "no bet uncalled"
            raise self.fail(f"the returned chips do not follow from the bets ({expected}): lines are missing")
