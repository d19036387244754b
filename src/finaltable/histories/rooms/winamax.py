"""Winamax: no colon after names, no line for an uncalled bet, which is paid with the pot; pots are printed rounded."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import ACTS, LINES, Found, Grammar, N, SetAside, find_first, merged, no_line, rules
from finaltable.histories.hand import Tournament, whole
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_time
from finaltable.histories.tables import board, fate, sit
from finaltable.inputs.numbers import exact_number, plain_number

NAME = "Winamax"
MARKS = ("Winamax Poker - ",)
FIRST = re.compile(
    r'Winamax Poker - (?:Tournament "(.*)" buyIn: (.*?) level: (\d+)|(.*?)) - HandId: #([\d-]+) - (.+) '
    r"\(([^()]+)\) - (\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d.*)"
)
PAID = r"[\d,.]+ ?[€$£]|[€$£]? ?[\d,.]+"
HALF = Fraction(1, 2)


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand; the number of the tournament stands in the next one."""
    name, paid, level, cash, hand, game, blinds, time = find_first(FIRST, line, number).groups()
    if cash is not None:
        raise SetAside(f"a cash game: {cash.strip()[:40]}, {game[:40]}")
    if game.lower() != "holdem no limit":
        raise SetAside(f"another game: {game[:60]}")
    *ante, small, big = (read_amount(blind.strip(), number) for blind in blinds.split("/"))
    if len(ante) > 1:
        raise Unreadable(number, f"the blinds are not understood: {blinds[:40]!r}")
    event = priced(name, paid)
    return Heading(NAME, hand, event, small, big, ante[0] if ante else 0, level=level, time=read_time(time))


def priced(name: str, paid: str) -> Tournament:
    """Read what a tournament costs: prize and fee, with the bounty between them if there are three; or a ticket."""
    parts = [read_amount(part) for part in re.findall(PAID, paid)] if re.search(r"\d", paid) else []
    symbol = re.search(r"[€$£]", paid)
    currency = symbol[0] if symbol else ""
    if len(parts) < 2:
        return Tournament("", name, currency, parts[0] if parts else None)
    return Tournament("", name, currency, parts[0], parts[1] if len(parts) == 3 else None, parts[-1])


def sit_at(builder: HandBuilder, found: Found) -> None:
    """Read the line of the table, which has the number of the tournament."""
    event = replace(builder.heading.tournament, id=found[1])
    builder.heading = replace(builder.heading, tournament=event)
    builder.table, builder.button = found[2], int(found[3])


def finish(builder: HandBuilder) -> None:
    """Undo the rounding of half chips where it can only be in one place, and say so."""
    ledger, won = builder.ledger, builder.collected
    extra = exact_number(sum(won.values()) - sum(action.amount for action in ledger.actions))
    back = ledger.uncalled()
    told = back.player if back and back.player in won else next(iter(won)) if len(won) == 1 else None
    if builder.given_back or told is None or not (extra and -HALF <= extra <= HALF):
        return
    exact = whole(won[told] - extra)
    builder.note(f"{told} is paid {plain_number(exact):,}; the file rounds it to {plain_number(won[told]):,}")
    won[told] = exact


GRAMMAR = Grammar(
    acts=merged(ACTS),
    lines=merged(
        LINES,
        rules(
            (r"Table: '.*\((\d+)\)#(\w+)'(?: \d+-max)?(?: \([^()]*\))* Seat #(\d+) is the button", sit_at),
            (rf"Seat (\d+): (.+) \({N}(?:, ({PAID}) bounty)?\) ?(is sitting out)?", sit),
        ),
    ),
    summary=rules((r"Total pot .+", no_line), (r"Board: \[([^\]]+)\]", board), (r"Seat \d+: (.+)", fate)),
    ignored=lambda line: ' said, "' in line,
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
