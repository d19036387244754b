"""PokerStars: hands of 2005 and later, home games, and Full Tilt as PokerStars ran it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    ACTS,
    LINES,
    Found,
    Grammar,
    HandSetAside,
    N,
    find_first,
    ignore_act,
    merged,
    rules,
)
from finaltable.histories.hand import BountyPaid, Finished, Tournament, whole
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_time
from finaltable.histories.tables import MONEY, SUMMARY, TABLES, compare_with_summary

NAME = "PokerStars"
MARKS = (
    "PokerStars Hand #",
    "PokerStars Game #",
    "PokerStars Home Game Hand #",
    "PokerStars Home Game #",
    "PokerStars Zoom Hand #",
    "Full Tilt Hand #",
)
FIRST = re.compile(
    r"(?:PokerStars|Full Tilt) (?:Home Game |Home |Zoom )?(?:Hand|Game) #(\d+): +(?:\{[^{}]*\} +)?(?:Zoom )?"
    r"(?:Tournament #(\d+), (.*?)(?: - (?:Match Round [A-Z]+, )?Level ([A-Z]+|\d+))? \(([\d,.]+)/([\d,.]+)\)"
    r"(?: \[[^\]]*\])?|(?!Tournament )(.+?))"
    r" - (\d{4}/\d\d?/\d\d?[ -]{1,3}\d\d?:\d\d:\d\d.*)"
)
BUY_IN = re.compile(rf"(Freeroll|{MONEY}(?: ?\+ ?{MONEY}){{0,2}}(?: ?(?:FPPs?|SC|[A-Z]{{3}}))?)? +(?:- +)?(.+)")
SPLIT = re.compile(rf"(.+) split the ({MONEY}) bounty for eliminating (.+)")
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
    " also received a",
    ' said, "',
    " has timed out",
    " joins the table at seat #",
    " was removed from the table",
    " was moved ",
)


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand."""
    hand, tournament, about, level, small, big, cash, time = find_first(FIRST, line, number).groups()
    if cash is not None:
        raise HandSetAside(f"a cash game: {cash.strip()[:60]}")
    small_blind, big_blind = read_amount(small, number), read_amount(big, number)
    return Heading(
        NAME, hand, event(tournament, about), small_blind, big_blind, level=level or "", time=read_time(time)
    )


@lru_cache(maxsize=256)
def event(number: str, about: str) -> Tournament:
    """Read the tournament's part of the first line: buy-in and game."""
    found = BUY_IN.fullmatch(about)
    paid, game = (found[1], found[2].strip()) if found else (None, about.strip())
    if game != "Hold'em No Limit":
        raise HandSetAside(f"another game: {game[:60]}")
    if not paid or paid == "Freeroll":
        return Tournament(number)
    prize, *bounty, fee = [read_amount(part) for part in re.findall(r"\d[\d,.]*", paid)] + [0] * ("+" not in paid)
    symbol = re.search(r"[$€£₹¥]|[A-Z]+$", paid)
    return Tournament(number, "", symbol[0] if symbol else "", prize, bounty[0] if bounty else None, fee)


def finish_in(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a finishing place."""
    builder.finish(Finished(name, int(found[1]), read_amount(found[2], builder.line) if found[2] else None))


def win_all(builder: HandBuilder, name: str, found: Found) -> None:
    """Record the winner of the tournament."""
    builder.finish(Finished(name, 1, read_amount(found[1], builder.line) if found[1] else None))


def win_bounty(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a bounty; the line may list several victims."""
    amount, victims, more, own = found.groups()
    busted = named(victims, builder.names)
    if not busted:
        raise builder.fail(f"no player at the table is called {victims[:40]!r}")
    after = read_amount(own, builder.line) if own else None
    before = [paid.own_head for paid in builder.bounties if paid.winner == name and paid.own_head is not None]
    had = before[-1] if before else builder.seats[builder.known(name)].bounty
    builder.pay_bounty(BountyPaid(name, busted, read_amount(amount, builder.line), after))
    if after is not None and had is not None and had + read_amount(more, builder.line) != after:
        builder.note(f"the bounty on {name} before this line, plus the increase, is not the bounty after it")


def named(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in a list with commas or "and"; the longest match first. Empty if a name is unknown."""
    found: list[str] = []
    while text:
        name = next((name for name in names if text.startswith(name)), None)
        if name is None:
            return ()
        found.append(name)
        text = re.sub(r"^(?:, and |, | and )", "", text[len(name) :], count=1)
    return tuple(found)


def rebuy(builder: HandBuilder, name: str, found: Found) -> None:
    """Record chips that a player bought."""
    builder.add(name, read_amount(found[1], builder.line))


def ignored(line: str) -> bool:
    """Return whether a line is noise."""
    return (
        line.startswith(("All players have agreed", "***********", "Transcript for your last "))
        or line.endswith(QUIET)
        or any(words in line for words in QUIET_WITHIN)
    )


def split_bounty(builder: HandBuilder, line: str) -> bool:
    """Read "Ana, Bo split the $50 bounty for eliminating Cy", in equal shares; return whether the line is one."""
    found = SPLIT.fullmatch(line)
    winners = named(found[1], builder.names) if found else ()
    if not found or not winners:
        return False
    victim = builder.known(found[3])
    share = whole(Fraction(read_amount(found[2], builder.line)) / len(winners))
    for name in winners:
        builder.pay_bounty(BountyPaid(name, (victim,), share))
    return True


def finish(builder: HandBuilder) -> None:
    """Compare the hand with its summary, and note busted players whose bounty is not paid."""
    compare_with_summary(builder)
    paid = {victim for bounty in builder.bounties for victim in bounty.victims}
    for name, left in builder.left_over().items():
        if left == 0 and builder.seats[name].bounty is not None and name not in paid:
            builder.note(f"{name} is out, but no player is paid the bounty: a line may be missing")


STARS_ACTS = rules(
    (r"doesn't show hand", ignore_act),
    (r"mucks hand", ignore_act),
    (r"shows (?:one card )?\[[2-9TJQKA][cdhs]\](?: \(.*\))?", ignore_act),
    (rf"finished the tournament in (\d+)(?:st|nd|rd|th) place(?: and received ({MONEY}?)\.)?", finish_in),
    (rf"wins the tournament(?: and receives ({MONEY}?))?(?: - congratulations!)?\.?", win_all),
    (rf"wins (?:the )?({MONEY})(?: bounty)? for (?:eliminating|splitting the elimination of) (.+?)"
     rf"(?: and their own bounty increases by ({MONEY}) to ({MONEY}))?", win_bounty),
    (r"wins an entry to tournament #\d+", ignore_act),
    (r"wins a .+ ticket.*", ignore_act),
    (rf"receives ({MONEY}) for eliminating (.+?)()()", win_bounty),
    (rf"re-buys and receives {N} chips for .+", rebuy),
    (rf"adds {N} chips \(.+", rebuy),
    (rf"takes the add-on and receives {N} chips for .+", rebuy),
)  # fmt: skip
GRAMMAR = Grammar(
    acts=merged(ACTS, STARS_ACTS),
    lines=merged(LINES, TABLES),
    summary=SUMMARY,
    ignored=ignored,
    other=split_bounty,
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
