"""Rules that 888, partypoker and the older WPN share: chips in brackets, amounts added, only new board cards."""

from __future__ import annotations

from finaltable.histories.builder import HandBuilder
from finaltable.histories.grammar import Found
from finaltable.histories.hand import Act, Seat, Street
from finaltable.histories.spelling import read_amount, read_cards

CHIPS = r"[\[(] {0,2}([^\])]{1,40}?) ?[\])]"
CARDS = r"\[ {0,2}([^\]]{5,7}?) ?\]"
POSTS = {
    "ante": Act.ANTE,
    "small blind": Act.SMALL_BLIND,
    "big blind": Act.BIG_BLIND,
    "straddle": Act.STRADDLE,
}


def set_button(builder: HandBuilder, found: Found) -> None:
    """Read the button."""
    builder.button = int(found[1])


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    builder.sit(Seat(int(found[1]), found[2], read_amount(found[3], builder.line)))


def posts(builder: HandBuilder, name: str, found: Found) -> None:
    """Record an ante or a blind."""
    builder.put(name, POSTS[found[1]], read_amount(found[2], builder.line))


def passes(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a fold or a check."""
    builder.put(name, Act.FOLD if found[0] == "folds" else Act.CHECK)


def calls(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a call."""
    builder.call(name, read_amount(found[1], builder.line))


def adds(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a bet or a raise."""
    builder.put(name, Act.RAISE if builder.ledger.highest else Act.BET, read_amount(found[1], builder.line))


def deal(builder: HandBuilder, found: Found) -> None:
    """Begin a street by its new cards."""
    before = builder.boards[0] if builder.boards else ""
    builder.deal(Street(found[1].lower()), before + read_cards(found[2], builder.line))


def take_cards(builder: HandBuilder, found: Found) -> None:
    """Record the cards that the file shows before the flop."""
    builder.dealt(builder.known(found[1]), read_cards(found[2], builder.line, 2))


def shows(builder: HandBuilder, name: str, found: Found) -> None:
    """Record shown cards."""
    builder.show(name, read_cards(found[1], builder.line, 2))


def collects(builder: HandBuilder, name: str, found: Found) -> None:
    """Record chips won."""
    builder.collect(name, read_amount(found[1], builder.line))
