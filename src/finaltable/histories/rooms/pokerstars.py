"""PokerStars: hands of 2005 and later, home games, and Full Tilt as PokerStars ran it."""

from __future__ import annotations

import re
from functools import lru_cache

from finaltable.histories.amounts import cards, chips, iso_time, money
from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    ACTS,
    LINES,
    Found,
    Grammar,
    N,
    SetAside,
    no_line,
    nothing,
    rules,
)
from finaltable.histories.hand import BountyPaid, Finished, Seat, Tournament
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import TextRoom
from finaltable.inputs.numbers import Number

NAME = "PokerStars"
MARKS = (
    "PokerStars Hand #",
    "PokerStars Game #",
    "PokerStars Home Game Hand #",
    "PokerStars Zoom Hand #",
    "Full Tilt Hand #",
)
FIRST = re.compile(
    r"(?:PokerStars|Full Tilt) (?:Home Game |Zoom )?(?:Hand|Game) #(\d+): +(?:\{.*\} +)?(?:Zoom )?"
    r"(?:Tournament #(\d+), (.*?) - (?:Match Round [A-Z]+, )?Level ([A-Z]+|\d+) \(([\d,.]+)/([\d,.]+)\)|(.+?))"
    r" - (\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d.*)"
)
MONEY = r"[$€£₹¥]?\d[\d,.]*"
BUY_IN = re.compile(rf"(Freeroll|(?:{MONEY})(?: ?\+ ?{MONEY}){{0,2}} ?(?:[A-Z]+)?)? +(.+)")
SEAT = rf"Seat (\d+): (.+) \({N} in chips(?:, ({MONEY}) bounty)?\) ?(is sitting out|out of hand.*)?"
QUIET = (
    " is sitting out",
    " has returned",
    " is connected",
    " is disconnected",
    " sits out",
    " stands up",
    " leaves the table",
    " will be allowed to play after the button",
)
QUIET_WITHIN = (
    ' said, "',
    " has timed out",
    " joins the table at seat #",
    " was removed from the table",
    " was moved ",
)


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand."""
    found = FIRST.fullmatch(line)
    if not found:
        raise Unreadable(number, f"the first line of the hand is not understood: {line[:100]!r}")
    hand, tournament, about, level, small, big, cash, time = found.groups()
    if cash is not None:
        raise SetAside(f"a cash game: {cash.strip()[:60]}")
    small_blind, big_blind = chips(small, number), chips(big, number)
    return Heading(
        NAME, hand, event(tournament, about, number), small_blind, big_blind, level=level, time=iso_time(time)
    )


@lru_cache(maxsize=256)
def event(number: str, about: str, line: int) -> Tournament:
    """Read what the first line says of the tournament: what it costs, and the game."""
    found = BUY_IN.fullmatch(f"{about}" if about[:1] != " " else about)
    paid, game = (found[1], found[2].strip()) if found else (None, about)
    if game != "Hold'em No Limit":
        raise SetAside(f"another game: {game[:60]}")
    if not paid or paid == "Freeroll":
        return Tournament(number)
    parts = [money(part, line) for part in re.findall(r"\d[\d,.]*", paid)]
    code = re.search(r"[A-Z]+$", paid)
    symbol = re.search(r"[$€£₹¥]", paid)
    prize, *bounty, fee = parts if len(parts) > 1 else (*parts, 0)
    currency = symbol[0] if symbol else code[0] if code else ""
    return Tournament(number, currency=currency, buy_in=prize, bounty=bounty[0] if bounty else None, fee=fee)


def sit_at(builder: HandBuilder, found: Found) -> None:
    """Read the line of the table."""
    builder.table, builder.button = found[1], int(found[2])


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    number, name, stack, bounty, how = found.groups()
    head: Number | None = money(bounty, builder.line) if bounty else None
    seat = Seat(int(number), name, chips(stack, builder.line), head, sitting_out=how == "is sitting out")
    builder.sit(seat, dealt_in=not (how or "").startswith("out of hand"))


def finish_in(builder: HandBuilder, name: str, found: Found) -> None:
    """Read where somebody finished."""
    builder.finished.append(Finished(name, int(found[1]), money(found[2], builder.line) if found[2] else None))


def win_all(builder: HandBuilder, name: str, found: Found) -> None:
    """Read who won the tournament."""
    builder.finished.append(Finished(name, 1, money(found[1], builder.line) if found[1] else None))


def win_bounty(builder: HandBuilder, name: str, found: Found) -> None:
    """Read what a head paid; several names stand after one another, so they are looked for."""
    amount, victims, own = found.groups()
    who = tuple(other for other in builder.names if other in victims)
    if not who:
        raise builder.fail(f"nobody at the table is called {victims[:40]!r}")
    head = money(own, builder.line) if own else None
    builder.bounties.append(BountyPaid(name, named(victims, builder.names) or who, money(amount, builder.line), head))


def named(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of which a list consists, with commas or "and" between them; the longest are taken first."""
    found: list[str] = []
    while text:
        name = next((name for name in names if text.startswith(name)), None)
        if name is None:
            return ()
        found.append(name)
        text = re.sub(r"^(?:, and |, | and )", "", text[len(name) :], count=1)
    return tuple(found)


def rebuy(builder: HandBuilder, name: str, found: Found) -> None:
    """Read chips that somebody bought."""
    builder.add(name, chips(found[1], builder.line))


def total(builder: HandBuilder, found: Found) -> None:
    """Read the size of the pot."""
    builder.total = chips(found[1].rstrip("."), builder.line)


def fate(builder: HandBuilder, found: Found) -> None:
    """Read how it ended for a seat: only cards are news."""
    for name in builder.names:
        if found[1].startswith(f"{name} "):
            builder.in_the_end.add(name)
            if hole := re.search(r" (?:showed|mucked) \[([^\]]+)\]", found[1][len(name) :]):
                builder.show(name, cards(hole[1], builder.line))
            return
    raise builder.fail(f"nobody at the table is called like this: {found[1][:60]!r}")


def ignored(line: str) -> bool:
    """Tell whether a line is about nobody's chips."""
    return line.endswith(QUIET) or any(words in line for words in QUIET_WITHIN)


def finish(builder: HandBuilder) -> None:
    """Compare the hand with its summary."""
    paid = sum(builder.collected.values())
    if builder.total is not None and builder.total != paid:
        raise builder.fail(f"the summary has a pot of {builder.total:,}, the lines pay {paid:,}")
    missing = [name for name in builder.seats if name not in builder.in_the_end]
    if missing:
        builder.note(f"the summary does not name {', '.join(missing)[:100]}: the hand may be cut off")


STARS_ACTS = rules(
    (r"doesn't show hand", nothing),
    (r"mucks hand", nothing),
    (r"shows (?:one card )?\[[2-9TJQKA][cdhs]\](?: \(.*\))?", nothing),
    (rf"finished the tournament in (\d+)(?:st|nd|rd|th) place(?: and received ({MONEY}?)\.)?", finish_in),
    (rf"wins the tournament(?: and receives ({MONEY}?))?(?: - congratulations!)?\.?", win_all),
    (rf"wins (?:the )?({MONEY})(?: bounty)? for (?:eliminating|splitting the elimination of) (.+?)"
     rf"(?: and their own bounty increases by {MONEY} to ({MONEY}))?", win_bounty),
    (rf"re-buys and receives {N} chips for .+", rebuy),
    (rf"takes the add-on and receives {N} chips for .+", rebuy),
)  # fmt: skip
GRAMMAR = Grammar(
    acts={**ACTS, **{word: (*ACTS.get(word, ()), *extra) for word, extra in STARS_ACTS.items()}},
    lines={**LINES, **rules((r"Table '(.*)'.* Seat #(\d+) is the button", sit_at), (SEAT, sit))},
    summary=rules(
        (rf"Total pot {N}(?: .*)?", total),
        (r"Board \[[^\]]+\]", no_line),
        (r"Seat \d+: (.+)", fate),
    ),
    ignored=ignored,
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
