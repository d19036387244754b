"""Read pasted tables: spreadsheet cells, lines of a chat, a hand history, a list on one line.

`static/app/paste.js` of the page is the same reader, rule by rule; the tests compare them. Text may be hostile: lines
are short, and each pattern takes linear time on them.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from finaltable.errors import InputError, check_length
from finaltable.table.files import COLUMNS
from finaltable.table.text import CURRENCIES, MAX_LINE

MAX_PASTED = 20_000  # characters
MAX_DIGITS = 18  # of an amount, before the decimals
BLANK = " \t\u00a0\u2009\u202f\u3000"
SIGN = rf"(?:R\$|[{CURRENCIES}])"
THOUSANDS = "|".join(f"(?:{mark}[0-9]{{3}})+" for mark in ("['’]", "_", " "))
NUMBER = (
    rf"(?:[0-9]{{1,3}}(?:(?:,[0-9]{{3}})+(?:\.[0-9]+)?|(?:{THOUSANDS})(?:\.[0-9]+|,[0-9]{{1,2}})?)|"
    r"[0-9]{1,3}(?:\.[0-9]{3}){2,}(?:,[0-9]+)?|[0-9]{1,3}\.[0-9]{3},[0-9]{1,2}|[0-9]+,[0-9]{1,2}|[0-9]*\.?[0-9]+)"
)
UNIT = "(?:k|m|bn?)"
FLAGS = re.IGNORECASE | re.ASCII
AMOUNT = re.compile(rf"({SIGN} ?)?({NUMBER})( ?{UNIT})?( ?{SIGN})?", FLAGS)
IN_BLINDS = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,6}))? ?bbs?", FLAGS)
PLAYER = re.compile(rf"(.*?)(?:^|[ :=(|/–-])((?:{SIGN} ?)?{NUMBER}(?: ?(?:{UNIT}|bbs?))?(?: ?{SIGN})?)", FLAGS)
CELL = re.compile(rf"(?:{SIGN} ?)?\.?[0-9][0-9.,'’_ ]*(?:{UNIT}|bbs?)?(?: ?{SIGN})?", FLAGS)
UNCLEAR = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")  # 212.223: thousands to some readers, decimals to others
PLACE = "(?:place|platz|lugar|puesto|prize)"
PLACED = re.compile(
    rf"([0-9]{{1,2}})(?: ?(?:st|nd|rd|th|er|ère|e|º|ª|°)(?: ?{PLACE})?|\. ?{PLACE})[ .:=)–-]+(.+)",
    FLAGS,
)
NUMBERED = re.compile(r"(?:#?([0-9]{1,2})[.)]|[-*•|]|and\b|&) +(.+)", FLAGS)
SEAT = re.compile(r"^(?:seat|sitz|platz|asiento|siège|place|lugar|assento) ?#?[0-9]{1,2} ?[:.)-]? +", FLAGS)
PRIZES = re.compile(r"(?:prizes?|payouts?|preise?|premios|prix|prêmios) ?[:=] *(.+)", FLAGS)
CHIPS = re.compile(r" ?\b(?:in )?chips\b", FLAGS)
SUMS = re.compile(r"(?:total|totals|sum|together|average|avg)[ :]*", FLAGS)
NOT_A_NAME = re.compile(r"(?:^|[^a-z])(?:level|antes?|blinds?|pot|players|pool|prizepool|left|time)(?![a-z])", FLAGS)
APART = re.compile(r"[;|]|,(?= )|,(?![0-9]{3}(?![0-9]))")
HAND = re.compile(r"\*\*\*|[^:]*: posts ", FLAGS)  # lines of a hand history, whose seats come first
ZEROS = {"k": 3, "m": 6, "b": 9}


class Pasted(NamedTuple):
    """Players and prizes; amounts are decimals as text. A player without a name has an empty one."""

    names: tuple[str, ...]
    stacks: tuple[str, ...]
    """Chips, or big blinds: 12.5bb."""
    payouts: tuple[str, ...] = ()
    bounties: tuple[str, ...] = ()
    """The bounty on each player, if the list has a column of bounties."""
    currency: str = ""
    """The symbol of the prizes."""
    unread: tuple[str, ...] = ()
    """Lines that are neither."""


class Money(NamedTuple):
    """An amount as text, and the symbol beside it."""

    amount: str
    currency: str


def read_pasted(text: str) -> Pasted:
    r"""Read players and prizes from pasted text, or raise if it has neither.

    >>> read_pasted("Ana 1.2m, Bo 800k").stacks
    ('1200000', '800000')
    >>> read_pasted("Seat 1: Ana B (1,200,000)\nSeat 2: Bo – 75,000 chips").names
    ('Ana B', 'Bo')
    >>> read_pasted("1st: 20 000 €\n2nd: 14 000 €").payouts
    ('20000', '14000')
    >>> read_pasted("Ana 1.2m\nLevel 24, ante 10,000\nBo 800k").unread
    ('Level 24, ante 10,000',)
    """
    check_length("paste", text, MAX_PASTED)
    lines = [line.strip(BLANK) for line in re.split(r"[\r\n\v\f\u0085\u2028\u2029]", text)]
    lines = [line for line in lines if line]
    found = columns_in(lines) or lines_in(seats_of_a_hand(lines) or lines)
    if not (found.stacks or found.payouts):
        raise InputError("paste", "must hold players and their chips, or prizes", text, code="too_few")
    return found


def columns_in(lines: list[str]) -> Pasted | None:
    """Read lines below a header with a column of chips; None if there is no such header."""
    mark = next((mark for mark in "\t;," if mark in lines[0]), ",") if lines else ","
    titles = [cell.lower() for cell in cells_of(lines[0], mark)] if lines else []
    at = {
        column: next((i for i, title in enumerate(titles) if title in names), None) for column, names in COLUMNS.items()
    }
    if at["stack"] is None:
        return None
    names, stacks, heads, prizes, unread = [], [], [], [], []
    for line in lines[1:]:
        cells = cells_of(line, mark) if len(line) <= MAX_LINE else []
        cell = {column: cells[i] if i is not None and i < len(cells) else "" for column, i in at.items()}
        money = {column: amount_in(cell[column]) for column in ("stack", "payout", "bounty")}
        if any(cell[column] and not money[column] for column in money) or not (money["stack"] or money["payout"]):
            unread.append(line)
            continue
        if money["stack"]:
            names.append(cell["name"])
            stacks.append(money["stack"].amount)
            heads.append(money["bounty"].amount if money["bounty"] else "0")
        prizes += [money["payout"]] if money["payout"] else []
    given = tuple(heads) if at["bounty"] is not None else ()
    return Pasted(tuple(names), tuple(stacks), amounts(prizes), given, sign_of(prizes), tuple(unread))


def cells_of(line: str, mark: str) -> list[str]:
    """Return the cells of a line; a cell may be in quotation marks."""
    cells = re.findall(rf'("(?:[^"]|"")*"|[^{mark}]*)(?:{mark}|$)', line)
    return [cell.strip(BLANK).removeprefix('"').removesuffix('"').strip(BLANK) for cell in cells]


def seats_of_a_hand(lines: list[str]) -> list[str]:
    """Return the lines with the seats of a hand history; none if it is not one."""
    begins = next((i for i, line in enumerate(lines) if HAND.match(line)), 0)
    return [line for line in lines[:begins] if SEAT.match(line)]


def lines_in(lines: list[str]) -> Pasted:
    """Read lines without a header: players, prizes, or lists of them."""
    players: list[tuple[str, str]] = []
    prizes: list[tuple[int, Money]] = []
    bare: list[tuple[str, list[Money]]] = []  # lines with amounts only: chips or prizes
    unread: list[str] = []
    for line in lines:
        written = plain(line) if len(line) <= MAX_LINE else ""
        if placed := placed_in(written):
            prizes += placed
        elif listed := list_in(written, len(lines) == 1):
            bare.append((line, listed))
        elif (named := players_in(written, len(lines) == 1)) is not None:
            players += named
        else:
            unread.append(line)
    for line, listed in bare:
        if is_prizes(line, listed):
            prizes += [(100, money) for money in listed]
        elif not players or all(not name for name, _ in players):
            players += [("", money.amount) for money in listed]
        elif len(listed) > 1:
            prizes += [(100, money) for money in listed]
        else:
            unread.append(line)
    money = [one for _, one in sorted(prizes, key=lambda prize: prize[0])]
    names, stacks = (tuple(part) for part in zip(*players, strict=True)) if players else ((), ())
    return Pasted(names, stacks, amounts(money), (), sign_of(money), tuple(unread))


def plain(line: str) -> str:
    r"""Return a line with ordinary spaces, without narrow ones inside numbers.

    >>> plain("Ana 1\u202f200\u00a0500")
    'Ana 1200500'
    """
    line = re.sub(r"([0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))", r"\1", line)
    return re.sub(rf"[{BLANK[2:]} ]+", " ", line)


def amount_in(text: str) -> Money | None:
    """Return an amount as decimals, or None.

    >>> [amount_in(text).amount for text in ("1.455m", "$1,240,000", "20 000 €", "12,5k", "0.5")]
    ['1455000', '1240000', '20000', '12500', '0.5']
    >>> amount_in("212.223"), amount_in("1,20,3"), amount_in("Ana")
    (None, None, None)
    >>> amount_in("12,5 BB").amount
    '12.5bb'
    """
    if blinds := IN_BLINDS.fullmatch(text.strip(BLANK)):
        return Money(f"{blinds[1]}{'.' + blinds[2] if blinds[2] else ''}bb", "")
    found = AMOUNT.fullmatch(text.strip(BLANK))
    if not found or (UNCLEAR.fullmatch(found[2]) and not found[3]):
        return None
    before, digits, unit, behind = found.groups()
    decimal = "," if re.search(r",[0-9]{1,2}$", digits) or re.search(r"\..*,", digits) else "."
    if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3}){2,}", digits):
        decimal = ","
    whole, _, part = re.sub(rf"[^0-9{decimal}]", "", digits).partition(decimal)
    shift = ZEROS[unit.strip().lower()[0]] if unit else 0
    whole = (whole + part[:shift].ljust(shift, "0")).lstrip("0") or "0"
    part = part[shift:].rstrip("0")
    if len(whole) > MAX_DIGITS or len(part) > MAX_DIGITS:
        return None
    return Money(f"{whole}.{part}" if part else whole, (before or behind or "").strip())


def placed_in(line: str) -> list[tuple[int, Money]]:
    """Return prizes with their places: one of a line like "1st: 20 000 €", or all of "Prizes: 50, 30"."""
    if listed := PRIZES.fullmatch(line):
        return [(100, money) for money in list_in(listed[1], True)]
    if placed := PLACED.fullmatch(line.replace("\t", " ")):
        money = amount_in(placed[2])
        return [(int(placed[1]), money)] if money else []
    numbered = NUMBERED.fullmatch(line)
    money = amount_in(numbered[2]) if numbered and numbered[1] else None
    return [(int(numbered[1]), money)] if numbered and money and money.currency else []


def list_in(line: str, alone: bool) -> list[Money]:
    """Return the amounts of a line that has nothing else; on a single line, spaces separate them.

    >>> [money.amount for money in list_in("20000/14000/9500", True)]
    ['20000', '14000', '9500']
    >>> [money.amount for money in list_in("$20,000, $14,000", False)], list_in("Ana 5", True)
    (['20000', '14000'], [])
    """
    pieces = [piece for piece in re.split(rf"/|{APART.pattern}", line.strip(" ,;/")) if piece.strip(" ")]
    if len(pieces) == 1:
        signs = len(re.findall(SIGN, line))
        split = rf" +(?={SIGN})" if re.match(SIGN, line) else rf"(?<=[{CURRENCIES}]) +"
        pieces = re.split(split, line) if signs > 1 else line.split(" ") if alone and not signs else pieces
    found = [amount_in(piece) for piece in pieces]
    return [money for money in found if money] if all(found) else []


def is_prizes(line: str, listed: list[Money]) -> bool:
    """Return whether amounts without names are prizes: they have a currency, or fall from place to place by slashes."""
    if any(money.amount.endswith("bb") for money in listed):
        return False
    values = [float(money.amount) for money in listed]
    falling = all(one >= other for one, other in pairwise(values))
    return any(money.currency for money in listed) or ("/" in line and len(values) > 1 and falling)


def players_in(line: str, alone: bool) -> list[tuple[str, str]] | None:
    """Return the players of a line, none for a sum; None if it cannot be read.

    >>> players_in("Noa / 415k, Pat / 185k", False)
    [('Noa', '415000'), ('Pat', '185000')]
    """
    if "\t" in line:
        return cells_in(line)
    for split in [APART.pattern, "/", *([r"(?<=[0-9kmbKMB]) +(?=[^0-9 ])(?!bbs?(?![a-z]))"] if alone else [])]:
        pieces = [piece for piece in re.split(split, line.strip(" ,;")) if piece.strip(" ")]
        found = [player_in(piece.strip(" ")) for piece in pieces]
        if len(pieces) > 1 and all(one and one[0] for one in found):
            return [one for one in found if one and not SUMS.fullmatch(one[0])]
    player = player_in(line)
    return None if player is None else [] if SUMS.fullmatch(player[0]) else [player]


def player_in(piece: str) -> tuple[str, str] | None:
    """Return name and stack of a player, or None.

    >>> player_in("2) Bo B: $ 800 k;"), player_in("Seat 3: Max ($610,000 in chips)")
    (('Bo B', '800000'), ('Max', '610000'))
    >>> player_in("Ana 1.2m (24 BB)"), player_in("Player 1: 12.5bb")
    (('Ana', '1200000'), ('Player 1', '12.5bb'))
    """
    written = CHIPS.sub("", piece).rstrip(" ;|.,")
    numbered = NUMBERED.fullmatch(written)
    written = SEAT.sub("", numbered[2] if numbered else written, count=1)
    written = written.rstrip(" )")
    found = PLAYER.fullmatch(written)
    money = amount_in(found[2]) if found else None
    if found and money and money.amount.endswith("bb"):  # Ana 1.2m (24bb) has chips, Player 1 (24bb) has not
        chips = PLAYER.fullmatch(found[1].rstrip(" ("))
        known = amount_in(chips[2]) if chips else None
        if known and not known.amount.endswith("bb") and float(known.amount) > float(money.amount[:-2]):
            found, money = chips, known
    if not found or not money:
        return None
    name = found[1].strip(" :=|–-,/(")
    return None if NOT_A_NAME.search(name) else (name, money.amount)


def cells_in(line: str) -> list[tuple[str, str]] | None:
    """Return name and stack of a player from spreadsheet cells: the first text and the last number."""
    cells = [cell.strip(" ") for cell in line.split("\t") if cell.strip(" ")]
    numbers = [cell for cell in cells if CELL.fullmatch(cell)]
    money = amount_in(numbers[-1]) if numbers else None
    if not money:
        return None
    name = next((cell for cell in cells if cell not in numbers), "")
    return None if NOT_A_NAME.search(name) else [] if SUMS.fullmatch(name) else [(name, money.amount)]


def amounts(listed: list[Money]) -> tuple[str, ...]:
    """Return the amounts without their symbols."""
    return tuple(money.amount for money in listed)


def sign_of(listed: list[Money]) -> str:
    """Return the first symbol."""
    return next((money.currency for money in listed if money.currency), "")
