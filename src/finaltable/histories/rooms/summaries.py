"""Summaries of tournaments: PokerStars, Winamax, 888. What was paid, and where players finished, as far as it is told.

PokerStars lists everybody from first place down; of those "still playing" it knows nothing, so payouts are told only
where the list of prizes begins with first place. Winamax and 888 tell one player's place and prize.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from finaltable.histories.history import Problem, Summary
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
class Told:
    """What a summary says, while it is read."""

    room: str
    number: str
    players: int | None = None
    hero: str = ""
    last: str = ""
    """Whose row was the one before."""
    currency: str = ""
    ranks: list[int] = field(default_factory=list)
    prizes: list[Number | None] = field(default_factory=list)
    """Of every row; None: still playing, or nothing is said."""
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
    """Read every summary of a text, or say why it cannot be read."""
    told: Told | None = None
    for number, line in enumerate(lines_of(text), start=1):
        written = line.strip(" \t\r\ufeff")
        first = FIRST.fullmatch(written[:MAX_LINE])
        try:
            if first:
                if told:
                    yield told.finish(file)
                told = begin(first)
            elif told and written:
                take(told, written[:MAX_LINE], number)
        except Unreadable as broken:
            yield Problem(file, broken.line, broken.reason, told.number if told else "")
            told = None
    if told and (told.number or told.places):
        yield told.finish(file)
    elif told:
        yield Problem(file, 1, "the summary is cut off: it does not say of which tournament")


def lines_of(text: str) -> Iterator[str]:
    """Return one line after the other: a list of millions would take twenty times the memory of the text."""
    here = 0
    while (end := text.find("\n", here)) >= 0:
        yield text[here:end]
        here = end + 1
    yield text[here:]


def begin(first: re.Match[str]) -> Told:
    """Return an empty summary of the room whose first line was found."""
    if first["stars"]:
        return Told("PokerStars", first["stars"])
    return Told("Winamax", first["winamax"]) if first["winamax"] else Told("888", "")


def take(told: Told, line: str, number: int) -> None:
    """Write down what a line says."""
    if row := ROW.fullmatch(line):
        take_row(told, row, number)
    elif found := PLAYERS.fullmatch(line):
        told.players = int((found[1] or found[2]).replace(",", ""))
    elif found := NUMBER.fullmatch(line):
        told.number = found[1]
    elif found := HERO.fullmatch(line):
        told.hero = found[1]
    elif told.hero and (found := PLACE.fullmatch(line)):
        told.places[told.hero] = int(found[1])
    elif told.hero and (found := WON.fullmatch(line)):
        pay(told, told.hero, found[1], number)
    elif told.room == "888" and (found := ENDED.fullmatch(line)):
        told.places[found[1]], told.players = int(found[2]), int(found[3])
        if found[4]:
            pay(told, found[1], found[4], number)


def take_row(told: Told, row: re.Match[str], number: int) -> None:
    """Write down a row of the list: a place, a player, a prize. Players who tie have the same place."""
    rank, name, _, rest = row.groups()
    place = int(rank)
    tie = bool(told.ranks) and place == told.ranks[-1] and name != told.last
    if place != len(told.ranks) + 1 and not tie:
        raise Unreadable(number, f"place {place} is row {len(told.ranks) + 1}: lines are missing or doubled")
    told.last = name
    told.ranks.append(place)
    paid = PRIZE.fullmatch(rest)
    told.prizes.append(read_amount(paid[1], number) if paid else None)
    if rest.strip() != "still playing":
        told.places.setdefault(name, place)
    if paid:
        pay(told, name, paid[1], number)


def pay(told: Told, name: str, text: str, number: int) -> None:
    """Write down what somebody was paid, all entries together."""
    told.won[name] = told.won.get(name, 0) + read_amount(text, number)
    told.currency = told.currency or read_currency(text)


def recognises(text: str) -> bool:
    """Tell whether a text begins with a summary."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    return FIRST.fullmatch(first[:MAX_LINE]) is not None


ROOM = Document(NAME, recognises, read_summaries)
