"""WPN (Americas Cardroom, Black Chip and others), the format since about 2017.

A raise is printed with the chips it adds and with its total. An uncontested pot is paid only in the summary.
"""

from __future__ import annotations

import re

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    ACTS,
    ALL_IN,
    LINES,
    Found,
    Grammar,
    HandSetAside,
    N,
    collect,
    find_first,
    ignore_act,
    ignore_line,
    rules,
)
from finaltable.histories.hand import Act, Seat, Tournament
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_cards, read_time
from finaltable.histories.tables import check_pot, sit_at, total

NAME = "WPN"
FIRST = re.compile(
    r"Game Hand #(\d+) - (?:(.{0,100}?) ?Tournament #(\d+) - )?(\w[^(]{0,40}\([^)]{1,20}\)) - "
    r"(?:Level (\d+) \(([\d,.]+)/([\d,.]+)\)|.{1,40}?) ?- ?(\d{4}/.{10,30})"
)
QUIET = (" is sitting out", " has returned", " stands up", " sits down", " disconnected", " reconnected", " timed out")


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand."""
    hand, name, tournament, game, level, small, big, time = find_first(FIRST, line, number).groups()
    if tournament is None or level is None:
        raise HandSetAside(f"a cash game: {game}")
    if game != "Holdem(No Limit)":
        raise HandSetAside(f"another game: {game}")
    event = Tournament(tournament, name or "")
    blinds = read_amount(small, number), read_amount(big, number)
    return Heading(NAME, hand, event, *blinds, level=level, time=read_time(time))


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    builder.sit(Seat(int(found[1]), found[2], read_amount(found[3], builder.line), sitting_out=bool(found[4])))


def raises(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a raise; the chips it adds must agree with its total."""
    added, to = read_amount(found[1], builder.line), read_amount(found[2], builder.line)
    if builder.ledger.bets.get(name, 0) + added != to:
        raise builder.fail(f"{name} raises by {found[1]} to {found[2]}, which does not fit the previous bets")
    builder.put(name, Act.RAISE if builder.ledger.highest else Act.BET, added, all_in=bool(found[3]))


def seat_result(builder: HandBuilder, found: Found) -> None:
    """Read a seat's line of the summary: cards, and chips won if no line before states them."""
    name = next((name for name in builder.names if found[1].startswith(f"{name} ")), None)
    if name is None:
        raise builder.fail(f"unknown player in the summary: {found[1][:60]!r}")
    builder.summarised.add(name)
    rest = found[1][len(name) :]
    if hole := re.search(r" (?:showed|mucked) \[([^\]]{5})\]", rest):
        builder.show(name, read_cards(hole[1], builder.line))
    if (won := re.search(rf" (?:and )?won {N}", rest)) and name not in builder.collected:
        builder.collect(name, read_amount(won[1], builder.line))


def finish(builder: HandBuilder) -> None:
    """Compare the hand with its summary."""
    check_pot(builder)
    missing = [name for name in builder.seats if name not in builder.summarised]
    if missing:
        builder.note(f"the summary does not name {', '.join(missing)[:100]}: a line may be missing")


def ignored(line: str) -> bool:
    """Return whether a line is noise."""
    return line.endswith(QUIET)


OWN_ACTS = rules(
    (rf"raises {N} to {N}{ALL_IN}", raises),
    (rf"collected {N} from (?:main|side)? ?pot.{{0,20}}", collect),
    (r"does not show", ignore_act),
    (r"mucks hand", ignore_act),
    (r"is sitting out", ignore_act),
)
GRAMMAR = Grammar(
    acts={**ACTS, **OWN_ACTS},
    lines={
        **LINES,
        **rules(
            (r"Table '(.*)' .* Seat #(\d+) is the button", sit_at),
            (rf"Seat (\d+): (.+) \({N}\)( is sitting out)?", sit),
            (rf"Main pot {N}.*", ignore_line),
            (rf"Side pot.{{0,10}} {N}.*", ignore_line),
        ),
    },
    summary=rules(
        (rf"Total pot {N}(?: .*)?", total),
        (r"Board \[[^\]]+\]", ignore_line),
        (r"Seat \d+: (.+)", seat_result),
    ),
    ignored=ignored,
    finish=finish,
)
ROOM = TextRoom(NAME, ("Game Hand #",), heading, GRAMMAR)
