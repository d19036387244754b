"""Parse amounts, times and cards in any room's format and any language of the client."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from finaltable.errors import counted
from finaltable.histories.hand import whole
from finaltable.histories.ledger import Unreadable
from finaltable.table.numbers import Number

MAX_AMOUNT = 40  # characters
MAX_CARDS = 200  # characters
SPACES = " \u00a0\u202f\u2009"
AMOUNT = re.compile(
    rf"(?P<whole>[1-9][0-9]{{0,2}}(?:(?P<mark>[.,'’{SPACES}])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*)|[0-9]+)"
    r"(?:[.,](?P<part>[0-9]{1,2}))?"
)
"""Three digits after a separator are thousands, one or two are decimals: no room prints thousandths of a chip."""
CURRENCY = re.compile(r"[$€£¥₹₽]|USD|EUR|GBP|CAD|RSD|INR|CNY|BRL")
POINTS = re.compile(r"Pts|FPPs?")
"""Points with which players buy entries."""
MONTHS = {"janfebmaraprmayjunjulaugsepoctnovdec"[3 * i : 3 * i + 3]: i + 1 for i in range(12)}
CLOCK = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
TIMES = (
    re.compile(rf"(?P<year>[0-9]{{4}})[-/](?P<month>[0-9]{{1,2}})[-/](?P<day>[0-9]{{1,2}})(?:T|[ -]{{1,3}}){CLOCK}"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})[-/. ](?P<month>[0-9]{{1,2}})[-/. ](?P<year>[0-9]{{4}}) {{1,2}}{CLOCK}"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})-(?P<month>[A-Za-z]{{3}})-(?P<year>[0-9]{{4}}) {CLOCK}"),
    re.compile(rf"(?P<month>[A-Z][a-z]{{2,8}}) (?P<day>[0-9]{{1,2}}),? {CLOCK} [A-Z]{{3,5}} (?P<year>[0-9]{{4}})"),
)
CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE)


def read_amount(text: str, line: int = 0) -> Number:
    """Return chips or money exactly, with the separators of any locale, or raise.

    >>> [read_amount(text) for text in ("1,500", "25 000", "1.123.698", "$1,060", "3.530 $", "12000.00")]
    [1500, 25000, 1123698, 1060, 3530, 12000]
    >>> read_amount("3,472.50"), read_amount("0,5 €")
    (Fraction(6945, 2), Fraction(1, 2))
    >>> read_amount("Pts 11.00")
    11
    """
    amount = amount_of(text) if len(text) <= MAX_AMOUNT else None
    if amount is None:
        raise Unreadable(line, f"{text[:MAX_AMOUNT]!r} is not an amount")
    return amount


@lru_cache(maxsize=4096)
def amount_of(text: str) -> Number | None:
    """Return an amount, or None; cached, because files repeat the same amounts."""
    found = AMOUNT.fullmatch(POINTS.sub("", CURRENCY.sub("", text)).strip(SPACES))
    if found is None:
        return None
    digits = int(re.sub("[^0-9]", "", found["whole"]))
    part = found["part"]
    return digits if part is None else whole(digits + Fraction(int(part), 10 ** len(part)))


def read_currency(text: str) -> str:
    """Return the currency sign or code in an amount; empty if it has none."""
    found = CURRENCY.search(text[:MAX_AMOUNT])
    return found[0] if found else ""


def read_time(text: str) -> str:
    """Return a time in ISO 8601, in the room's time zone; a text that is not a time is returned unchanged.

    >>> read_time("21 02 2012 22:00:14"), read_time("Mon Apr 26 20:17:29 EDT 2021"), read_time("soon")
    ('2012-02-21T22:00:14', '2021-04-26T20:17:29', 'soon')
    >>> read_time("2007/10/15 - 5:34:03 (ET)")
    '2007-10-15T05:34:03'
    """
    for pattern in TIMES:
        found = pattern.search(text[:80])
        month = MONTHS.get(found["month"][:3].lower(), found["month"]) if found else ""
        if found and str(month).isdigit() and 1 <= int(month) <= 12:
            day = f"{found['year']}-{int(month):02}-{int(found['day']):02}"
            return f"{day}T{int(found['hour']):02}:{found['minute']}:{found['second']}"
    return text.strip()


def read_cards(text: str, line: int = 0, count: int | None = None) -> str:
    """Return cards without separators, or raise.

    >>> read_cards("[ Ks, 10c ]"), read_cards("ah kd")
    ('KsTc', 'AhKd')
    """
    cards = cards_of(text) if len(text) <= MAX_CARDS else ()
    if not cards or (count is not None and len(cards) != count):
        raise Unreadable(line, f"{text[:40]!r} is not {'cards' if count is None else counted(count, 'card')}")
    if len(set(cards)) != len(cards):
        raise Unreadable(line, f"{text[:40]!r} has the same card twice")
    return "".join(cards)


@lru_cache(maxsize=4096)
def cards_of(text: str) -> tuple[str, ...]:
    """Return the cards of a list; empty if it contains anything else."""
    if re.search("[^], [-]", CARD.sub("", text)):
        return ()
    return tuple(("T" if rank == "10" else rank.upper()) + suit.lower() for rank, suit in CARD.findall(text))
