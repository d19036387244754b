"""Amounts, cards and times as rooms print them, read exactly."""

from __future__ import annotations

import re
from fractions import Fraction

from finaltable.histories.hand import whole
from finaltable.histories.ledger import Unreadable
from finaltable.inputs.numbers import Number

MAX_DIGITS = 18
DECIMALS = re.compile(r"[.,]\d{1,2}(?!\d)")
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs] ?)+")
TIME = re.compile(r"(\d{4})[/-](\d{1,2})[/-](\d{1,2}) (\d{1,2}):(\d\d):(\d\d)")


def chips(text: str, line: int = 0) -> Number:
    """Return chips with commas between thousands and at most a point before decimals.

    >>> chips("12,500"), chips("7410.50")
    (12500, Fraction(14821, 2))
    """
    digits = text.replace(",", "")
    if digits.isdecimal() and digits.isascii() and len(digits) <= MAX_DIGITS:
        return int(digits)
    before, point, after = digits.partition(".")
    if point and len(digits) <= MAX_DIGITS and (before + after).isdecimal() and (before + after).isascii():
        return whole(Fraction(digits))
    raise Unreadable(line, f"{text[:40]!r} is no number of chips")


def money(text: str, line: int = 0) -> Number:
    """Return an amount of money without its symbol; one or two digits behind the last sign are decimals.

    >>> money("0,90"), money("1,050"), money("$332.50")
    (Fraction(9, 10), 1050, Fraction(665, 2))
    """
    digits = text.strip(" $€£₹¥\xa0")
    if digits[-3:-2] == "," or digits[-2:-1] == ",":
        digits = digits.replace(".", "").replace(",", ".")
    return chips(digits, line)


def cards(text: str, line: int = 0) -> str:
    """Return cards in one word: "Ah Kd" is AhKd."""
    if not CARDS.fullmatch(text):
        raise Unreadable(line, f"{text[:40]!r} is no list of cards")
    return text.replace(" ", "")


def iso_time(text: str) -> str:
    """Return a date and a time as ISO 8601, in the zone in which the room writes them.

    >>> iso_time("2016/11/13 9:03:34 PT")
    '2016-11-13T09:03:34'
    """
    found = TIME.search(text)
    if not found:
        return text.strip()
    year, month, day, hour, minute, second = found.groups()
    return f"{year}-{month:0>2}-{day:0>2}T{hour:0>2}:{minute}:{second}"
