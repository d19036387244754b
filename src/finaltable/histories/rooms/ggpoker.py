"""GGPoker: like PokerStars, with thousands separators, aliases for names, and no bounties at the seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

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
    ignore_act,
    merged,
    rules,
    take_hidden_cards,
)
from finaltable.histories.hand import Act, Tournament, whole
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_time
from finaltable.histories.tables import SUMMARY, TABLES, compare_with_summary
from finaltable.table.numbers import plain_number

NAME = "GGPoker"
MARKS = ("Poker Hand #",)
BLIND = r"([\d,.]+)"
FIRST = re.compile(
    r"Poker Hand #(\w+): +(?:Tournament #(\d+), (.*?) +- +Level *(\w+) *"
    rf"\({BLIND} */ *{BLIND}(?: *\( *{BLIND} *\))?\)|(.+?)) +- +(\d{{4}}/\d\d?/\d\d? \d\d?:\d\d:\d\d.*)"
)
GAME = "Hold'em No Limit"
OTHER = re.compile(r".*?((?:PLO|Omaha|Short Deck|ShortDeck|6\+|Hold'em|AoF).*)")


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand."""
    hand, tournament, about, level, small, big, ante, cash, time = find_first(FIRST, line, number).groups()
    if cash is not None:
        raise HandSetAside(f"a cash game: {cash.strip()[:60]}")
    blinds = read_amount(small, number), read_amount(big, number), read_amount(ante, number) if ante else 0
    return Heading(NAME, hand, event(tournament, about), *blinds, level=level, time=read_time(time))


@lru_cache(maxsize=256)
def event(number: str, about: str) -> Tournament:
    """Read the name of the tournament, price included: fee and bounty are not separate.

    >>> event("1", "L-03: $52.50 Bounty Hunters Hold'em No Limit").name
    'L-03: $52.50 Bounty Hunters'
    """
    if not about.endswith(GAME) or "6+" in about:
        game = OTHER.fullmatch(about)
        raise HandSetAside(f"another game: {(game[1] if game else about)[:60]}")
    symbol = re.search(r"[$€£¥]", about)
    return Tournament(number, about.removesuffix(GAME).strip(), symbol[0] if symbol else "")


def blind(act: Act) -> Callable[[HandBuilder, str, Found], None]:
    """Return a function that records a blind as posted, even if the first line is of another level."""

    def post(builder: HandBuilder, name: str, found: Found) -> None:
        amount, heading = read_amount(found[1], builder.line), builder.heading
        size = heading.small_blind if act is Act.SMALL_BLIND else heading.big_blind
        builder.put(name, act, amount, all_in=bool(found[2]))
        if amount != size and not (amount < size and builder.ledger.left[name] == 0):
            words = f"{plain_number(amount):,}, not {plain_number(size):,} as in the first line"
            builder.note(f"{name} posts a {act} of {words}: the posted blinds are used")
            # Until the big blind is posted, scale it with the small blind.
            small = amount if act is Act.SMALL_BLIND else heading.small_blind
            scaled = whole(Fraction(heading.big_blind) * Fraction(small) / Fraction(heading.small_blind or 1))
            big = amount if act is Act.BIG_BLIND else scaled
            builder.heading = replace(heading, small_blind=small, big_blind=big, ante=0)
            builder.ledger.big_blind = big

    return post


GRAMMAR = Grammar(
    acts=merged(
        rules(
            (rf"posts small blind {N}{ALL_IN}", blind(Act.SMALL_BLIND)),
            (rf"posts big blind {N}{ALL_IN}", blind(Act.BIG_BLIND)),
        ),
        ACTS,
        rules((r"mucks hand", ignore_act), (r"doesn't show hand", ignore_act)),
    ),
    lines=merged(LINES, TABLES, rules((r"Dealt to (.+)", take_hidden_cards))),
    summary=SUMMARY,
    ignored=lambda line: ' said, "' in line,
    finish=compare_with_summary,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
