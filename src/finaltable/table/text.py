"""Parse amounts and players: "12.5k", "1,200,000", "€50", "50%", "1bb", and lists of them.

Text may be hostile: long text is rejected first, and parsing takes linear time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import MAX_PREC, Context, Decimal
from typing import NamedTuple

from finaltable.errors import InputError, MissingError, Verbatim, check_length
from finaltable.table.names import displayed

MAX_AMOUNT = 120  # characters of the largest number
MAX_LINE = 300  # characters of a line of one player
MAX_LIST = 100_000
NUMBER = re.compile(
    r"(?=\.?[0-9])(?:[1-9][0-9]{0,2}(?P<mark>[,'’_ ])[0-9]{3}(?:(?P=mark)[0-9]{3})*|[0-9]*)(?:\.[0-9]*)?"
    r"(?:e[+-]?[0-9]{1,3})?",
    re.IGNORECASE,
)
UNCLEAR = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")  # 212.223: thousands to some readers, decimals to others
UNITS = {"k": Decimal(10**3), "m": Decimal(10**6), "bn": Decimal(10**9), "b": Decimal(10**9)}
ALL_DIGITS = Context(prec=MAX_PREC)
CURRENCIES = "$¢£¤¥\u20a0-\u20cf"
GROUPING = str.maketrans("", "", ",'’_ ")


class Amount(NamedTuple):
    """A parsed amount."""

    value: int | float
    percent: bool = False
    """True: ``value`` is a percentage of the prize pool."""
    currency: str = ""
    """Its currency symbol, if any."""


class Numeral(str):
    """A number written by a program: its point is always a decimal point."""

    __slots__ = ()


def read_amount(text: str, field: str) -> Amount:
    """Parse an amount, or raise an error that names the field.

    >>> [read_amount(text, "stack").value for text in ("12.5k", "1,200,000", "€50", "1.2m", "0.5")]
    [12500, 1200000, 50, 1200000, 0.5]
    >>> read_amount("50%", "payout")
    Amount(value=50, percent=True, currency='')
    """
    written = text.strip()
    check_length(field, written, MAX_AMOUNT)
    bare, currency = split_currency(re.sub(r"\s", " ", written))
    digits, unit = split_unit(bare.removesuffix("%").rstrip())
    match = NUMBER.fullmatch(digits)
    if match is None:
        negative = digits[:1] in ("-", "−") and NUMBER.fullmatch(digits[1:].strip(f"{currency} "))
        if negative:
            raise InputError(field, "must not be negative", text, code="negative")
        raise InputError(field, "must be a number", text, hint=hint_for(bare), code="not_a_number")
    if UNCLEAR.fullmatch(bare) and not isinstance(text, Numeral):
        rule = "must not be ambiguous"
        one, other = both_readings(bare)
        facts = {"one": one, "other": other}
        raise InputError(field, rule, text, hint=f"write {one} or {other}", code="ambiguous", facts=facts)
    number = ALL_DIGITS.multiply(Decimal(match[0].translate(GROUPING)), unit)
    if number and not Decimal("1e-100") <= number <= Decimal("1e100"):
        raise InputError(field, "must be zero or between 1e-100 and 1e+100", text, code="out_of_range")
    return Amount(int(number) if number == int(number) else float(number), bare.endswith("%"), currency)


def split_currency(text: str) -> tuple[str, str]:
    """Return an amount without its currency symbol, and the symbol; text with several symbols is returned unchanged."""
    symbols = "".join(letter for letter in text if unicodedata.category(letter) == "Sc")
    return (text.strip(f"{symbols} ") if len(symbols) == 1 else text), symbols


def split_unit(text: str) -> tuple[str, Decimal]:
    """Return a number without its unit, and the factor of the unit.

    >>> split_unit("12.5 K"), split_unit("7")
    (('12.5', Decimal('1000')), ('7', Decimal('1')))
    """
    for unit, worth in UNITS.items():
        if text[-len(unit) :].lower() == unit:
            return text[: -len(unit)].rstrip(), worth
    return text, Decimal(1)


def both_readings(text: str) -> tuple[str, str]:
    """Return two unambiguous spellings of an amount: its point separates thousands, or decimals.

    >>> both_readings("212.223"), both_readings("50.000")
    (('212223', '212.2230'), ('50000', '50'))
    """
    shortest = text.rstrip("0").rstrip(".")
    decimals = f"{text}0" if shortest == text else shortest
    return text.replace(".", ""), decimals


def hint_for(text: str) -> str:
    """Return a hint for a text that is not an amount; empty if there is none."""
    if text.lower().endswith((".csv", ".json", ".txt")):
        return "a file? {file} reads it"
    if is_in_blinds(text):
        return "big blinds can be used only where blinds are given"
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{3}){2,}", text):
        return f"thousands are written {text.replace('.', ',')} or {text.replace('.', '')}"
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{3})+,[0-9]+", text):
        return f"write {text.translate(str.maketrans('.,', ',.'))}"
    if re.fullmatch(r"[0-9]+,[0-9]+[km]?", text, re.IGNORECASE):
        return f"decimals are written {text.replace(',', '.')}"
    return ""


def split_list(text: str, field: str) -> list[str]:
    """Split a list of amounts at semicolons, slashes or spaces; without these, at commas.

    >>> split_list("100,50", "payouts"), split_list("50,000 30,000", "payouts"), split_list("100 €, 50 €", "payouts")
    (['100', '50'], ['50,000', '30,000'], ['100€', '50€'])
    """
    check_length(field, text, MAX_LIST)
    together = " ".join(text.split())
    # "50 €" and "€ 50" are one amount each: the first amount shows on which side the symbol is.
    before, behind = rf"([{CURRENCIES}]) (?=[0-9])", rf"(?<=[0-9kmbn]) ([{CURRENCIES}])(?=[ ,;/]|$)"
    together = re.sub(before if re.match(f"[{CURRENCIES}]", together) else behind, r"\1", together)
    if re.search("[;/ ]", together):
        return [piece for piece in (piece.strip(",") for piece in re.split("[;/ ]", together)) if piece]
    pieces = [piece.strip() for piece in together.split(",")]
    if not pieces[-1]:
        pieces.pop()
    if has_thousands(pieces):
        hint = "put spaces between amounts, as in '50,000 30,000', or write them without commas"
        raise InputError(field, "is ambiguous", text, hint=hint, code="ambiguous")
    return pieces


def has_thousands(pieces: Sequence[str]) -> bool:
    """Return whether commas may be thousands separators, as in 1,200 or 50,000,30,000."""
    if not pieces:
        return False
    first, *rest = pieces
    first = re.sub(rf"[{CURRENCIES}\s]", "", first)
    if any(re.fullmatch("0[0-9]{2}", piece) for piece in rest):
        return True
    one_number = re.fullmatch("[1-9][0-9]{0,2}", first) and all(re.fullmatch("[0-9]{3}", piece) for piece in rest)
    return bool(rest and one_number) and int(rest[0]) > int(first)


def read_payouts(
    texts: Sequence[str], pool: str | None = None, where: Sequence[str] | None = None
) -> tuple[list[int | float], str]:
    """Return payouts as numbers, with percentages taken of the pool, and their currency symbol.

    >>> read_payouts(["50%", "30%", "20%"], pool="€1.5k")
    ([750, 450, 300], '€')
    """
    fields = where or [f"payouts[{i}]" for i in range(len(texts))]
    amounts = [read_amount(text, field) for text, field in zip(texts, fields, strict=True)]
    whole = None if pool is None else read_plain(pool, "pool")
    percentages = [Decimal(str(amount.value)) for amount in amounts if amount.percent]
    if percentages and whole is None:
        raise MissingError("pool", "is required for payouts in %")
    if whole is not None and not percentages:
        raise InputError("pool", "is only for payouts in %", pool, code="needs_other")
    if percentages and len(percentages) < len(amounts):
        raise InputError("payouts", "must be all in % or all in money", Verbatim(", ".join(texts)), code="conflict")
    if sum(percentages) > 100:
        rule = "must sum to at most 100 %"
        raise InputError("payouts", rule, Verbatim(f"{sum(percentages)} %"), code="above_100_percent")
    values = [part_of(whole.value, amount.value) if whole and amount.percent else amount.value for amount in amounts]
    symbols = {amount.currency for amount in [*amounts, *([whole] if whole else [])]} - {""}
    if len(symbols) > 1:
        raise InputError("payouts", "must be in one currency", Verbatim(" and ".join(sorted(symbols))), code="conflict")
    return values, symbols.pop() if symbols else ""


def part_of(whole: float, percent: float) -> int | float:
    """Return ``percent`` % of ``whole``, computed in decimals."""
    return plain_product(Decimal(str(percent)) / 100, whole)


def plain_product(factor: Decimal, amount: float) -> int | float:
    """Return a product computed in decimals."""
    product = factor * Decimal(str(amount))
    return int(product) if product == int(product) else float(product)


def read_player(text: str, names: tuple[str, ...], field: str = "player") -> int | str:
    """Return a player given by number, counted from 1, or by name, ignoring case."""
    return player_reader(names, field)(text)


def player_reader(names: tuple[str, ...], field: str) -> Callable[[str], int | str]:
    """Return a function that parses a player; the names are indexed once."""
    exact = frozenset(names)
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(displayed(name).casefold(), []).append(name)

    def read(text: str) -> int | str:
        check_length(field, text, MAX_LINE)
        if text in exact or not re.fullmatch("[0-9]{1,9}", text):
            meant = [text] if text in exact else alike.get(displayed(text).casefold(), [])
            return meant[0] if len(meant) == 1 else text
        if not 1 <= int(text) <= len(names):
            raise InputError(field, f"must be a number from 1 to {len(names)} or a name", text, code="unknown_choice")
        return int(text) - 1

    return read


def read_players(text: str, names: tuple[str, ...], field: str) -> list[int | str]:
    """Return several players given by number or name; a single name may contain a comma."""
    check_length(field, text, MAX_LIST)
    if text.strip() in names:
        return [text.strip()]
    read = player_reader(names, field)
    return [read(piece.strip()) for piece in text.split(",") if piece.strip()]


def read_pairs(text: str, names: tuple[str, ...], field: str, example: str) -> dict[int | str, str]:
    """Return the text for each player, as in "Ana=5,000, Bo=3k"; amounts may contain commas."""
    check_length(field, text, MAX_LIST)
    read = player_reader(names, field)
    pairs: dict[int | str, str] = {}
    for piece in re.split(r"[,;](?![0-9]{3}(?![0-9]))(?=[^,;=]*=)", text):
        if piece.strip():
            player, equals, amount = piece.rpartition("=")
            if not equals:
                raise InputError(field, f"must be players with amounts, like {example}", piece, code="wrong_format")
            who = read(player.strip())
            if who in pairs:
                raise InputError(field, f"must name {player.strip()} once", text, code="duplicate")
            pairs[who] = amount.strip()
    return pairs


def read_plain(text: str, field: str) -> Amount:
    """Parse an amount, or raise if it is a percentage."""
    amount = read_amount(text, field)
    if amount.percent:
        raise InputError(field, "must be an amount, not a percentage", text, code="not_an_amount")
    return amount


def read_chips(text: str | None, field: str) -> int | float | None:
    """Return a number of chips or an amount of money, or None."""
    return None if text is None else read_plain(text, field).value


def is_in_blinds(text: str) -> bool:
    """Return whether an amount is in big blinds.

    >>> is_in_blinds("12.5 BB"), is_in_blinds("12.5k")
    (True, False)
    """
    written = text.strip()
    return written[-2:].lower() == "bb" and not written[:-2].strip().strip("0123456789.,")


def read_stack(text: str, field: str, big_blind: int | float | None) -> Amount:
    """Return a stack, which may be in big blinds if the big blind is known.

    >>> read_stack("12.5bb", "stack", 200).value, read_stack("12.5k", "stack", None).value
    (2500, 12500)
    """
    in_blinds = read_blinds(text, field, big_blind) if big_blind and is_in_blinds(text) else None
    return read_amount(text, field) if in_blinds is None else Amount(in_blinds)


def read_blinds(text: str | None, field: str, big_blind: int | float | None) -> int | float | None:
    """Return a number of chips, which may be given in big blinds: "1bb"."""
    if text is None or not is_in_blinds(text):
        return read_chips(text, field)
    if not big_blind:
        raise MissingError("big_blind", f"is required if {field.replace('_', ' ')} is in big blinds")
    # A point in big blinds is a decimal point.
    return plain_product(Decimal(str(read_plain(Numeral(text.strip()[:-2]), field).value)), big_blind)


def read_share(text: str, field: str) -> float:
    """Return a share given as 0.4 or 40 %."""
    amount = read_amount(text, field)
    return amount.value / 100 if amount.percent else amount.value


def read_small_and_big(text: str) -> tuple[int | float, int | float]:
    """Return small and big blind from text like "100/200"."""
    check_length("blinds", text.strip(), MAX_LINE)
    pieces = [piece for piece in re.split(r"[/;\s]", text) if piece]
    if len(pieces) != 2:
        raise InputError("blinds", "must be the small and the big blind, like 100/200", text, code="wrong_format")
    small, big = (read_plain(piece, "blinds").value for piece in pieces)
    if small > big:
        raise InputError("blinds", "must have the small blind first", text, code="wrong_order")
    return small, big
