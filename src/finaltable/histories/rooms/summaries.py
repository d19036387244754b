"""Tournament summaries of PokerStars, Winamax and 888: prizes and finishing places, as far as the file lists them.

PokerStars lists all players from first place down, without prizes for those "still playing"; payouts are read only if
the prizes begin with first place. Winamax and 888 state the place and prize of one player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from finaltable.histories.history import HistoryProblem, Summary
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import Document, Read
from finaltable.histories.spelling import read_amount, read_currency
from finaltable.table.numbers import Number

NAME = "summaries"
MAX_LINE = 1_000
FIRST = re.compile(
    r"PokerStars Tournament #(?P<stars>\d{1,20}), (?P<game>.{1,60})"
    r"|Winamax Poker - Tournament summary : (?P<name>.{1,200})\((?P<winamax>\d{1,20})\)"
    r"|\*{5} (?:888|Cassava|Lucky Ace|Pacific).{0,30} Tournament Summary \*{5}"
)
PLAYERS = re.compile(r"(\d[\d,]{0,9}) players|Registered players : (\d{1,9})")
MONEY = r"[^\d\s]{0,3} ?\d[\d.,]{0,15}(?: ?[^\d\s,(]{1,3})?"
ROW = re.compile(r"(\d{1,6}): (.+?)(?: \[\d{1,4}\])? \(([^()]{0,60})\),(.{0,200})")
PRIZE = re.compile(rf" ?({MONEY}) ?(?:\(.{{0,100}})?")
NUMBER = re.compile(r"Tournament ID: (\d{1,20})")
HERO = re.compile(r"Player : (.{1,60})")
PLACE = re.compile(r"You finished in (\d{1,6})\w{0,2} place.{0,200}")
WON = re.compile(rf"You won ({MONEY}).{{0,100}}")
ENDED = re.compile(rf"(.{{1,60}}) finished (\d{{1,6}})/(\d{{1,6}})(?: and won ({MONEY}))?\.?")


@dataclass
class SummaryFacts:
    """Facts of a summary while it is read."""

    room: str
    number: str
    players: int | None = None
    hero: str = ""
    last: str = ""
    """The player of the previous row."""
    currency: str = ""
    ranks: list[int] = field(default_factory=list)
    prizes: list[Number | None] = field(default_factory=list)
    """Prizes by row; None if still playing or not stated."""
    places: dict[str, int] = field(default_factory=dict)
    won: dict[str, Number] = field(default_factory=dict)

    def finish(self, file: str) -> Summary:
        """Return the summary."""
        paid = [prize for prize in self.prizes if prize is not None]
        known = self.ranks[:1] == [1] and self.prizes[: len(paid)] == paid
        return Summary(
            self.number,
            self.room,
            self.players,
            tuple(paid) if known else (),
            self.currency,
            self.places,
            self.won,
            file,
        )


def read_summaries(text: str, file: str = "") -> Iterator[Read]:
    """Yield the summaries of a text, and problems."""
    facts: SummaryFacts | None = None
    for number, line in enumerate(lines_of(text), start=1):
        written = line.strip(" \t\r\ufeff")
        first = FIRST.fullmatch(written[:MAX_LINE])
        try:
            if first:
                if facts:
                    yield facts.finish(file)
                facts = begin(first)
            elif facts and written:
                take(facts, written[:MAX_LINE], number)
        except Unreadable as broken:
            yield HistoryProblem(file, broken.line, broken.reason, facts.number if facts else "")
            facts = None
    if facts and (facts.number or facts.places):
        yield facts.finish(file)
    elif facts:
        yield HistoryProblem(file, 1, "the summary is cut off: it does not name its tournament")


def lines_of(text: str) -> Iterator[str]:
    """Yield lines one by one: a list of millions would take twenty times the memory of the text."""
    here = 0
    while (end := text.find("\n", here)) >= 0:
        yield text[here:end]
        here = end + 1
    yield text[here:]


def begin(first: re.Match[str]) -> SummaryFacts:
    """Return the facts of a first line."""
    if first["stars"]:
        return SummaryFacts("PokerStars", first["stars"])
    return SummaryFacts("Winamax", first["winamax"]) if first["winamax"] else SummaryFacts("888", "")


def take(facts: SummaryFacts, line: str, number: int) -> None:
    """Record a line."""
    if row := ROW.fullmatch(line):
        take_row(facts, row, number)
    elif found := PLAYERS.fullmatch(line):
        facts.players = int((found[1] or found[2]).replace(",", ""))
    elif found := NUMBER.fullmatch(line):
        facts.number = found[1]
    elif found := HERO.fullmatch(line):
        facts.hero = found[1]
    elif facts.hero and (found := PLACE.fullmatch(line)):
        facts.places[facts.hero] = int(found[1])
    elif facts.hero and (found := WON.fullmatch(line)):
        pay(facts, facts.hero, found[1], number)
    elif facts.room == "888" and (found := ENDED.fullmatch(line)):
        facts.places[found[1]], facts.players = int(found[2]), int(found[3])
        if found[4]:
            pay(facts, found[1], found[4], number)


def take_row(facts: SummaryFacts, row: re.Match[str], number: int) -> None:
    """Record a row of the list: place, player, prize. Players who tie have the same place."""
    rank, name, _, rest = row.groups()
    place = int(rank)
    tie = bool(facts.ranks) and place == facts.ranks[-1] and name != facts.last
    if place != len(facts.ranks) + 1 and not tie:
        raise Unreadable(number, f"place {place} is in row {len(facts.ranks) + 1}: lines are missing or duplicated")
    facts.last = name
    facts.ranks.append(place)
    paid = PRIZE.fullmatch(rest)
    facts.prizes.append(read_amount(paid[1], number) if paid else None)
    if rest.strip() != "still playing":
        facts.places.setdefault(name, place)
    if paid:
        pay(facts, name, paid[1], number)


def pay(facts: SummaryFacts, name: str, text: str, number: int) -> None:
    """Add a prize to those of a player, who may have several entries."""
    facts.won[name] = facts.won.get(name, 0) + read_amount(text, number)
    facts.currency = facts.currency or read_currency(text)


def recognises(text: str) -> bool:
    """Return whether a text begins with a summary."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    return FIRST.fullmatch(first[:MAX_LINE]) is not None


ROOM = Document(NAME, recognises, read_summaries)
