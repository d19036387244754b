"""Winamax: no colon after names; an uncalled bet is paid with the pot, without a line; pots are rounded."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    ACTS,
    ALL_IN,
    LINES,
    Found,
    Grammar,
    HandSetAside,
    N,
    find_first,
    ignore_line,
    merged,
    rules,
)
from finaltable.histories.hand import Act, Tournament, whole
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_time
from finaltable.histories.tables import board, seat_result, sit
from finaltable.table.numbers import exact_number, plain_number

NAME = "Winamax"
MARKS = ("Winamax Poker - ",)
FIRST = re.compile(
    r'Winamax Poker - (?:Tournament "(.*)" buyIn: (.*?)(?: level: (\d+))?|(.*?)) - HandId: #([\d-]+) - (.+) '
    r"\(([^()]+)\) - (\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d.*)"
)
PAID = r"[\d,.]+ ?[€$£]|[€$£]? ?[\d,.]+"
HALF = Fraction(1, 2)


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand; the number of the tournament is in the next line."""
    name, paid, level, cash, hand, game, blinds, time = find_first(FIRST, line, number).groups()
    if cash is not None:
        raise HandSetAside(f"a cash game: {cash.strip()[:40]}, {game[:40]}")
    if game.lower() != "holdem no limit":
        raise HandSetAside(f"another game: {game[:60]}")
    *ante, small, big = (read_amount(blind.strip(), number) for blind in blinds.split("/"))
    if len(ante) > 1:
        raise Unreadable(number, f"unrecognised blinds: {blinds[:40]!r}")
    event = priced(name, paid)
    return Heading(NAME, hand, event, small, big, ante[0] if ante else 0, level=level or "", time=read_time(time))


def priced(name: str, paid: str) -> Tournament:
    """Read the buy-in: prize and fee, with the bounty between them if there are three amounts; or a ticket."""
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
    builder.table, builder.button = found[2] or "", int(found[3])


def raise_short(builder: HandBuilder, name: str, found: Found) -> None:
    """Record "raises -30 to 70" as a call: it is an all-in for less than the bet."""
    to = read_amount(found[2], builder.line)
    builder.call(name, to - builder.ledger.bets.get(name, 0), all_in=bool(found[3]))


def post_late(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a missed blind: a small blind is dead, and so are the chips above a big blind."""
    amount, big = read_amount(found[1], builder.line), builder.heading.big_blind
    live = min(amount, big) if amount >= big else 0
    if amount > live:
        builder.put(name, Act.DEAD, amount - live)
    if live:
        builder.put(name, Act.POST, live)


def finish(builder: HandBuilder) -> None:
    """Undo the rounding of half chips, with a note, if only one correction is possible."""
    leave_out(builder)
    ledger, won = builder.ledger, builder.collected
    extra = Fraction(exact_number(sum(won.values()) - sum(action.amount for action in ledger.actions)))
    back = ledger.uncalled()
    winner = back.player if back and back.player in won else next(iter(won)) if len(won) == 1 else None
    # The shares of a split pot are equal, and rounded equally.
    paid = list(won) if len(set(won.values())) == 1 and len(won) > 1 else [winner] if winner else []
    if builder.given_back or not paid or not extra or abs(extra) > HALF * len(paid):
        return
    exact = whole(won[paid[0]] - extra / len(paid))
    chips = f"{plain_number(exact):,}, which the file rounds to {plain_number(won[paid[0]]):,}"
    builder.note(f"{', '.join(paid)[:100]} {'collect' if len(paid) > 1 else 'collects'} {chips}: corrected")
    won.update(dict.fromkeys(paid, exact))


def leave_out(builder: HandBuilder) -> None:
    """Mark players without any line as sitting out, if all others post antes or are in the summary."""
    acting = {action.player for action in builder.ledger.actions}
    absent = [name for name in builder.seats if name not in acting and name not in builder.summarised]
    antes = {action.player for action in builder.ledger.actions if action.act is Act.ANTE}
    if not absent or not any(acting <= others for others in (antes, builder.summarised)):
        return
    for name in absent:
        builder.seats[name] = replace(builder.seats[name], sitting_out=True)
    builder.note(f"no line names {', '.join(absent)[:100]}: treated as sitting out")


GRAMMAR = Grammar(
    acts=merged(
        ACTS,
        rules(
            (rf"raises -{N} to {N}{ALL_IN}", raise_short),
            (rf"posts (?:small|big) blind {N} out of position", post_late),
        ),
    ),
    lines=merged(
        LINES,
        rules(
            (r"Table: '.*\((\d+)\)(?:#(\w+))?'(?: \d+-max)?(?: \([^()]*\))* Seat #(\d+) is the button", sit_at),
            (rf"Seat (\d+): (.+) \({N}(?:, ({PAID}) bounty)?\) ?(is sitting out)?", sit),
        ),
    ),
    summary=rules((r"Total pot .+", ignore_line), (r"Board: \[([^\]]+)\]", board), (r"Seat \d+: (.+)", seat_result)),
    ignored=lambda line: ' said, "' in line or line.endswith(" deny SB"),
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
