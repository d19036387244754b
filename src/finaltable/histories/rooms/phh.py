"""Poker Hand History (PHH): a TOML document per hand; in a .phhs file, a table [1], [2], … per hand.

The format lists players from the small blind on and has no button, no pots and no winners: winners follow from the
folds, the stacks at the end, or the cards. It does not state whether a hand is of a tournament; all hands of no-limit
hold'em are treated as such. https://phh.readthedocs.io
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from finaltable.histories.grammar import HandSetAside
from finaltable.histories.hand import Act, Action, PlayedHand, Seat, Tournament, whole
from finaltable.histories.history import HistoryProblem
from finaltable.histories.ledger import STREETS, Ledger, Unreadable, settle, with_antes
from finaltable.histories.pots import award
from finaltable.histories.room import Document, check_hand_size
from finaltable.histories.rooms.ohh import exact
from finaltable.histories.seating import check_seats
from finaltable.histories.spelling import read_cards
from finaltable.table.numbers import Number

NAME = "PHH"
MAX_DOTS = 300  # in one line: the time to parse dotted names is quadratic
VARIANT = re.compile(r"^[ \t]{0,8}variant[ \t]{0,8}=", re.MULTILINE)
TABLE = re.compile(r"^[ \t]{0,8}\[[ \t]{0,8}(\w{1,20})[ \t]{0,8}\][ \t]{0,8}(?:#.{0,200})?\r?$", re.MULTILINE)
PLAYER = re.compile(r"p([0-9]{1,2})")
VARIANTS = {
    "FT": "fixed-limit hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha hi-lo",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud hi-lo",
    "FR": "razz",
    "N2L1D": "no-limit single draw",
    "F2L3D": "fixed-limit triple draw",
    "FB": "badugi",
}
Values = Mapping[str, Any]


def read_phh(text: str, file: str = "") -> Iterator[PlayedHand | HistoryProblem]:
    """Yield the hands of a text, and problems."""
    line, before = 1, 0
    for name, begin, at, end in parts_of(text):
        line += text.count("\n", before, at)
        before = at
        try:
            yield replace(hand_of(parse(text[begin:end], line), name or file), file=file, line=line)
        except HandSetAside as aside:
            yield HistoryProblem(file, line, str(aside), name, "aside")
        except Unreadable as unreadable:
            yield HistoryProblem(file, unreadable.line or line, unreadable.reason, name)
        except KeyError as error:
            yield HistoryProblem(file, line, f"not a valid PHH hand: {str(error)[:40]} is missing", name)
        except (TypeError, ValueError, AttributeError) as error:
            yield HistoryProblem(file, line, f"not a valid PHH hand: {str(error)[:100]}", name)


def parts_of(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the tables of a text: name, start of its fields, start, and end."""
    found = TABLE.finditer(text)
    table = next(found, None)
    if table is None:
        yield "", 0, 0, len(text)
    while table is not None:
        after = next(found, None)
        yield table[1], table.end(), table.start(), after.start() if after else len(text)
        table = after


def parse(text: str, line: int) -> Values:
    """Return the fields of one hand, or raise."""
    check_hand_size(text, line)
    if max(row.count(".") for row in text.split("\n")) > MAX_DOTS:
        raise Unreadable(line, f"the hand has a line with more than {MAX_DOTS} dots")
    try:
        return tomllib.loads(text.replace("\r\n", "\n"), parse_float=exact)
    except RecursionError:
        raise Unreadable(line, "invalid TOML: lists are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(line, f"invalid TOML: {str(error)[:100]}") from None


def hand_of(phh: Values, number: str) -> PlayedHand:
    """Return one hand, or raise."""
    variant = str(phh["variant"])
    if variant != "NT":
        raise HandSetAside(f"another game: {VARIANTS.get(variant, variant[:20])}")
    stacks = phh["starting_stacks"]
    names = [str(name) for name in phh.get("players") or [f"p{i + 1}" for i in range(len(stacks))]]
    numbers = phh.get("seats") or range(1, len(stacks) + 1)
    seats = [Seat(int(at), name, chips) for at, name, chips in zip(numbers, names, stacks, strict=True)]
    check_seats(seats, 0)
    ledger = Ledger(seats)
    small, big = post(ledger, phh, names)
    board, dealt, shown = write_all(ledger, phh["actions"], names)
    hero = next(iter(dealt)) if len(dealt) == 1 else None
    hand = PlayedHand(
        NAME,
        str(phh.get("hand", number)),
        Tournament(str(phh.get("event", "")), str(phh.get("event", "")), str(phh.get("currency", ""))),
        tuple(sorted(seats, key=lambda seat: seat.seat)),
        seats[-1].seat,
        small,
        big,
        level=str(phh.get("level", "")),
        time=date_of(phh),
        table=str(phh.get("table", "")),
        hero=hero,
        cards={hero: dealt[hero]} if hero else {},
        shown=shown if hero else {**dealt, **shown},
        boards=(board,) if board else (),
    )
    return with_antes(pay(hand, ledger, phh, names))


def date_of(phh: Values) -> str:
    """Return the date and time of the hand, as far as the file states them."""
    parts = [phh.get(name) for name in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in parts):
        return ""
    day = "-".join(f"{part:02}" for part in parts)
    return f"{day}T{phh['time']}" if "time" in phh else day


def post(ledger: Ledger, phh: Values, names: Sequence[str]) -> tuple[Number, Number]:
    """Post antes and blinds, all-in if need be, and return the blinds."""
    for name, ante in zip(names, phh["antes"], strict=True):
        post_one(ledger, name, Act.ANTE, ante)
    blinds = list(phh["blinds_or_straddles"])
    if len(names) == 2:
        blinds.reverse()  # heads-up, the last player has the button and posts the first blind listed, as in PokerKit
    sizes = sorted(blind for blind in blinds if blind)
    small, big = (sizes[0], sizes[1]) if len(sizes) > 1 else (0, max(blinds))
    kinds = {small: Act.SMALL_BLIND, big: Act.BIG_BLIND}
    for name, blind in zip(names, blinds, strict=True):
        post_one(ledger, name, kinds.pop(blind, Act.STRADDLE), blind)
    return small, big


def post_one(ledger: Ledger, name: str, act: Act, amount: Number) -> None:
    """Post an amount, or all-in for less."""
    if amount:
        ledger.put(name, act, min(amount, ledger.left[name]))


def write_all(
    ledger: Ledger, actions: Sequence[str], names: Sequence[str]
) -> tuple[str, dict[str, str], dict[str, str]]:
    """Record all actions, and return the board, the dealt cards and the shown cards."""
    board = ""
    dealt: dict[str, str] = {}
    shown: dict[str, str] = {}
    for action in actions:
        words = str(action).partition("#")[0].split()
        if words[:2] == ["d", "db"]:
            if ledger.street is STREETS[-1]:
                raise Unreadable(0, "cards are dealt after the river")
            ledger.begin(STREETS[STREETS.index(ledger.street) + 1])
            board += read_cards(words[2], 0, 3 if not board else 1)
        elif words[:2] == ["d", "dh"]:
            dealt |= known(name_of(words[2], names), words[3])
        elif words[1:2] == ["sm"]:
            shown |= known(name_of(words[0], names), words[2] if len(words) > 2 else "")
        else:
            write(ledger, name_of(words[0], names), words[1:])
    return board, dealt, shown


def known(name: str, cards: str) -> dict[str, str]:
    """Return a player's cards by name; empty if unknown."""
    return {name: read_cards(cards, 0, 2)} if cards and "?" not in cards and cards != "-" else {}


def name_of(word: str, names: Sequence[str]) -> str:
    """Return the name of the player p1, p2, …, or raise."""
    found = PLAYER.fullmatch(word)
    if found is None or not 1 <= int(found[1]) <= len(names):
        raise Unreadable(0, f"{word[:20]!r} is not a player")
    return names[int(found[1]) - 1]


def write(ledger: Ledger, name: str, words: Sequence[str]) -> None:
    """Record one action."""
    if words == ["f"]:
        ledger.put(name, Act.FOLD)
    elif words == ["cc"]:
        owed = min(ledger.highest - ledger.bets[name], ledger.left[name])
        ledger.put(name, Act.CALL if owed else Act.CHECK, owed)
    elif words[:1] == ["cbr"] and len(words) == 2:
        ledger.raise_to(name, exact(words[1]))
    else:
        raise Unreadable(0, f"unknown action: {' '.join(words)[:40]!r}")


def pay(hand: PlayedHand, ledger: Ledger, phh: Values, names: Sequence[str]) -> PlayedHand:
    """Return the hand with the chips won: from the stacks at the end, the winnings, or the cards."""
    back = ledger.uncalled()
    hand = replace(hand, actions=tuple(ledger.actions), uncalled=(back,) if back else ())
    if "finishing_stacks" in phh:
        before = hand.stacks_after
        ends = zip(names, phh["finishing_stacks"], strict=True)
        won = {name: whole(chips - before[name]) for name, chips in ends}
        check_winners(won, live_of(hand.actions, names))
        return replace(hand, collected={name: chips for name, chips in won.items() if chips})
    if "winnings" in phh:
        return settle(hand, ledger, dict(zip(names, phh["winnings"], strict=True)))
    prizes = award(with_antes(hand), live_of(hand.actions, names), {**hand.cards, **hand.shown})
    if prizes is None:
        raise Unreadable(0, "the winners are unknown: the hand has no cards, no finishing_stacks and no winnings")
    return replace(hand, collected=prizes)


def check_winners(won: Mapping[str, Number], live: Sequence[str]) -> None:
    """Raise if a player lost more than they put in, or won after a fold."""
    for name, chips in won.items():
        if chips < 0 or (chips > 0 and name not in live):
            raise Unreadable(0, f"the actions of {name} do not lead to their finishing stack: lines are missing")


def live_of(actions: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Return the players who did not fold."""
    folded = {action.player for action in actions if action.act is Act.FOLD}
    return [name for name in names if name not in folded]


def recognises(text: str) -> bool:
    """Return whether a text has the field of PHH for the variant."""
    return VARIANT.search(text) is not None


ROOM = Document(NAME, recognises, read_phh)
