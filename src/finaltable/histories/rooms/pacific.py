"""888 (PacificPoker, Cassava): the separators of numbers and some words depend on the language of the client.

Amounts are the chips that an action adds, also for raises. There is no line for an uncalled bet; some versions count it
as collected, others do not. Blinds, date and tournament are on separate lines below the first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from finaltable.histories.bracketed import (
    CARDS,
    CHIPS,
    adds,
    calls,
    collects,
    deal,
    passes,
    posts,
    set_button,
    shows,
    sit,
    take_cards,
)
from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    Found,
    Grammar,
    HandSetAside,
    begin_summary,
    find_first,
    ignore_act,
    ignore_line,
    rules,
)
from finaltable.histories.hand import Act, Tournament
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import amount_of, read_amount, read_currency, read_time

NAME = "888"
SKINS = ("888", "Cassava", "Lucky Ace", "Pacific")
MARKS = tuple(f"{stars} {skin}" for stars in ("*****", "****") for skin in SKINS)
FIRST = re.compile(r"\*{4,5} .{0,40}Hand History [Ff]or Game (\d+) \*{4,5}")


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand, which has only its number."""
    return Heading(NAME, find_first(FIRST, line, number)[1], Tournament(""))


def game(builder: HandBuilder, found: Found) -> None:
    """Read the blinds, the game and the time."""
    small, big, kind, time = found.groups()
    if kind.removesuffix(" Jackpot table").replace("'", "") != "No Limit Holdem":
        raise HandSetAside(f"another game: {kind[:60]}")
    blinds = read_amount(small, builder.line), read_amount(big, builder.line)
    builder.heading = replace(builder.heading, time=read_time(time), small_blind=blinds[0], big_blind=blinds[1])


def event(builder: HandBuilder, found: Found) -> None:
    """Read the line of the tournament; for a freeroll, the buy-in is a word in the client's language."""
    number, about, table, money = found.groups()
    parts = [part.strip() for part in about.rstrip(" -").split("+") if re.search(r"\d", part)]
    costs = [amount_of(part) for part in parts] if "+" in about else []
    prize, *bounty, fee = costs if len(costs) > 1 and None not in costs else (None, None)
    tournament = Tournament(number, "", read_currency(about), prize, bounty[0] if bounty else None, fee)
    builder.heading, builder.table = replace(builder.heading, tournament=tournament), table or ""
    if not money or None in costs:
        builder.note(f"unrecognised or truncated buy-in, ignored: {found[0][:80]!r}")


def cash(builder: HandBuilder, found: Found) -> None:
    """Raise for a hand with a table but no tournament."""
    if not builder.heading.tournament.id:
        raise HandSetAside(f"a cash game: {found[0][:60]}")


def posts_dead(builder: HandBuilder, name: str, found: Found) -> None:
    """Record missed blinds: the small blind is dead, the big blind is live."""
    builder.put(name, Act.DEAD, read_amount(found[1], builder.line))
    builder.put(name, Act.POST, read_amount(found[2], builder.line))


def finish(builder: HandBuilder) -> None:
    """Raise if the line of the tournament or of the blinds is missing."""
    if not builder.heading.tournament.id or not builder.heading.big_blind:
        raise builder.fail("the hand does not name its tournament or its blinds: lines are missing")


def ignored(line: str) -> bool:
    """Return whether a line is noise: the number of the next hand before its first line."""
    return line.startswith("#Game No : ")


GRAMMAR = Grammar(
    acts=rules(
        (rf"posts (?:the )?(ante|small blind|big blind) {CHIPS}", posts),
        (r"posts dead blind \[ ?(.{1,20}?) \+ (.{1,20}?) ?\]", posts_dead),
        (r"folds", passes),
        (r"checks", passes),
        (rf"calls {CHIPS}", calls),
        (rf"bets {CHIPS}", adds),
        (rf"raises {CHIPS}", adds),
        (r"sits out", ignore_act),
        (rf"shows {CARDS}", shows),
        (rf"mucks {CARDS}", shows),
        (r"did not show his hand", ignore_act),
        (rf"collected {CHIPS}", collects),
    ),
    lines=rules(
        (r"([^/]{1,30})/([^/]{1,30}) Blinds (.{1,40}) - \*\*\*(.{0,40})", game),
        (r"Tournament #(\d+) (.{0,60}?) ?(?:- )?(Table #\d+)?(?: \d+ Max)?( \(.{1,30}\))?", event),
        (r"Table .{1,80}", cash),
        (r"Seat (\d+) is the button", set_button),
        (r"Total number of players : \d+", ignore_line),
        (r"Seat (\d+): (.+) \( (.{1,40}) \)", sit),
        (r"\*\* Dealing down cards \*\*", ignore_line),
        (r"\*\* Dealing (flop|turn|river) \*\* \[ ?(.{2,12}) \]", deal),
        (rf"Dealt to (.+) {CARDS}", take_cards),
        (r"\*\* Summary \*\*", begin_summary),
    ),
    summary={},
    ignored=ignored,
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
