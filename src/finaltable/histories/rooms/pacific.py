"""888 (PacificPoker, Cassava): the client's language sets the separators of numbers and some of the words.

All chips are what an action adds, raises too. There is no line for an uncalled bet; some versions count it as
collected, some do not. Blinds, date and tournament stand on lines of their own below the first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import Found, Grammar, SetAside, begin_summary, no_line, nothing, rules
from finaltable.histories.hand import Act, Seat, Street, Tournament
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_cards, read_currency, read_time

NAME = "888"
MARKS = ("***** 888", "***** Cassava", "***** Lucky Ace", "***** Pacific")
FIRST = re.compile(r"\*{5} .{0,40}Hand History for Game (\d+) \*{5}")
A = r"\[ ?([^\]]{1,40}?) ?\]"
C = r"\[ ?([^\]]{5,14}?) ?\]"
POSTS = {"ante": Act.ANTE, "small blind": Act.SMALL_BLIND, "big blind": Act.BIG_BLIND}


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand: nothing but its number."""
    found = FIRST.fullmatch(line)
    if not found:
        raise Unreadable(number, f"the first line of the hand is not understood: {line[:100]!r}")
    return Heading(NAME, found[1], Tournament(""))


def game(builder: HandBuilder, found: Found) -> None:
    """Read the blinds, the game and the time."""
    small, big, kind, time = found.groups()
    if kind != "No Limit Holdem":
        raise SetAside(f"another game: {kind[:60]}")
    blinds = read_amount(small, builder.line), read_amount(big, builder.line)
    builder.heading = replace(builder.heading, time=read_time(time), small_blind=blinds[0], big_blind=blinds[1])


def event(builder: HandBuilder, found: Found) -> None:
    """Read what the hand says of its tournament; a free one has a word of the client's language for the buy-in."""
    number, about, table = found.groups()
    parts = [part for part in about.rstrip(" -").split("+") if re.search(r"\d", part)]
    costs = [read_amount(part, builder.line) for part in parts] if "+" in about else []
    prize, *bounty, fee = costs if len(costs) > 1 else (None, None)
    told = Tournament(number, "", read_currency(about), prize, bounty[0] if bounty else None, fee)
    builder.heading, builder.table = replace(builder.heading, tournament=told), table or ""


def cash(builder: HandBuilder, found: Found) -> None:
    """Set a hand aside that names a table and no tournament."""
    if not builder.heading.tournament.id:
        raise SetAside(f"a cash game: {found[0][:60]}")


def set_button(builder: HandBuilder, found: Found) -> None:
    """Read the button."""
    builder.button = int(found[1])


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    builder.sit(Seat(int(found[1]), found[2], read_amount(found[3], builder.line)))


def posts(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down an ante or a blind."""
    builder.put(name, POSTS[found[1]], read_amount(found[2], builder.line))


def posts_dead(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down blinds that were missed: the small one is dead, the big one is not."""
    builder.put(name, Act.DEAD, read_amount(found[1], builder.line))
    builder.put(name, Act.POST, read_amount(found[2], builder.line))


def passes(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a fold or a check."""
    builder.put(name, Act.FOLD if found[0] == "folds" else Act.CHECK)


def calls(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a call."""
    builder.call(name, read_amount(found[1], builder.line))


def adds(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a bet or a raise."""
    builder.put(name, Act.RAISE if builder.ledger.highest else Act.BET, read_amount(found[1], builder.line))


def deal(builder: HandBuilder, found: Found) -> None:
    """Begin a street, of which only the new cards are written."""
    before = builder.boards[0] if builder.boards else ""
    builder.deal(Street(found[1].lower()), before + read_cards(found[2], builder.line))


def take_cards(builder: HandBuilder, found: Found) -> None:
    """Write down the cards that the file shows before the flop."""
    builder.dealt(builder.known(found[1]), read_cards(found[2], builder.line, 2))


def shows(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down cards that are shown."""
    builder.show(name, read_cards(found[1], builder.line, 2))


def collects(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down chips that are won."""
    builder.collect(name, read_amount(found[1], builder.line))


def ignored(line: str) -> bool:
    """Tell whether a line is about nobody's chips: the next hand's number before its first line."""
    return line.startswith("#Game No : ")


GRAMMAR = Grammar(
    acts=rules(
        (rf"posts (ante|small blind|big blind) {A}", posts),
        (r"posts dead blind \[ ?(.{1,20}?) \+ (.{1,20}?) ?\]", posts_dead),
        (r"folds", passes),
        (r"checks", passes),
        (rf"calls {A}", calls),
        (rf"bets {A}", adds),
        (rf"raises {A}", adds),
        (rf"shows {C}", shows),
        (rf"mucks {C}", shows),
        (r"did not show his hand", nothing),
        (rf"collected {A}", collects),
    ),
    lines=rules(
        (r"([^/]{1,30})/([^/]{1,30}) Blinds (.{1,40}) - \*\*\*(.{0,40})", game),
        (r"Tournament #(\d+) (.{0,60}?) ?(?:- )?(Table #\d+)?(?: \d+ Max)? \(.{1,30}\)", event),
        (r"Table .{1,80}", cash),
        (r"Seat (\d+) is the button", set_button),
        (r"Total number of players : \d+", no_line),
        (r"Seat (\d+): (.+) \( (.{1,40}) \)", sit),
        (r"\*\* Dealing down cards \*\*", no_line),
        (r"\*\* Dealing (flop|turn|river) \*\* \[ ?(.{2,12}) \]", deal),
        (rf"Dealt to (.+) {C}", take_cards),
        (r"\*\* Summary \*\*", begin_summary),
    ),
    summary={},
    ignored=ignored,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
