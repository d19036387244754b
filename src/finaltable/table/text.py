"""Amounts and players as people write them: "12.5k", "1,200,000", "€50", "50%", "1bb", lists of them.

A text may come from a stranger: what is too long is refused first, and the work grows no faster than the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import MAX_PREC, Context, Decimal
from typing import NamedTuple

from finaltable.errors import InputError, MissingError, Verbatim, check_length
from finaltable.table.names import displayed

MAX_AMOUNT = 120  # characters: the largest number, written in full
MAX_LINE = 300  # of one player with all that stands beside the name
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
    """One amount as it was written."""

    value: int | float
    percent: bool = False
    """True: ``value`` is a percentage of the prize pool."""
    currency: str = ""
    """The currency symbol it was written with, if any."""


class Numeral(str):
    """A number as programs write it: its point stands before decimals, however many there are."""

    __slots__ = ()


def read_amount(text: str, field: str) -> Amount:
    """Read one amount, or raise an error that names the field.

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
        rule = "must be a number that can be read in one way only"
        one, other = both_readings(bare)
        facts = {"one": one, "other": other}
        raise InputError(field, rule, text, hint=f"write {one} or {other}", code="ambiguous", facts=facts)
    number = ALL_DIGITS.multiply(Decimal(match[0].translate(GROUPING)), unit)
    if number and not Decimal("1e-100") <= number <= Decimal("1e100"):
        raise InputError(field, "must be zero or between 1e-100 and 1e+100", text, code="out_of_range")
    return Amount(int(number) if number == int(number) else float(number), bare.endswith("%"), currency)


def split_currency(text: str) -> tuple[str, str]:
    """Return an amount without its currency symbol, and the symbol; what has several is no amount."""
    symbols = "".join(letter for letter in text if unicodedata.category(letter) == "Sc")
    return (text.strip(f"{symbols} ") if len(symbols) == 1 else text), symbols


def split_unit(text: str) -> tuple[str, Decimal]:
    """Return a number without its unit, and how many the unit stands for.

    >>> split_unit("12.5 K"), split_unit("7")
    (('12.5', Decimal('1000')), ('7', Decimal('1')))
    """
    for unit, worth in UNITS.items():
        if text[-len(unit) :].lower() == unit:
            return text[: -len(unit)].rstrip(), worth
    return text, Decimal(1)


def both_readings(text: str) -> tuple[str, str]:
    """Return how to write an amount whose point may stand for thousands, so that it does or does not.

    >>> both_readings("212.223"), both_readings("50.000")
    (('212223', '212.2230'), ('50000', '50'))
    """
    shortest = text.rstrip("0").rstrip(".")
    decimals = f"{text}0" if shortest == text else shortest
    return text.replace(".", ""), decimals


def hint_for(text: str) -> str:
    """Say what may have been meant by a text that is no amount."""
    if text.lower().endswith((".csv", ".json", ".txt")):
        return "a file? {file} reads it"
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
    # "50 €" and "€ 50" are one amount each: the symbol stands where it stands first.
    before, behind = rf"([{CURRENCIES}]) (?=[0-9])", rf"(?<=[0-9kmbn]) ([{CURRENCIES}])(?=[ ,;/]|$)"
    together = re.sub(before if re.match(f"[{CURRENCIES}]", together) else behind, r"\1", together)
    if re.search("[;/ ]", together):
        return [piece for piece in (piece.strip(",") for piece in re.split("[;/ ]", together)) if piece]
    pieces = [piece.strip() for piece in together.split(",")]
    if not pieces[-1]:
        pieces.pop()
    if has_thousands(pieces):
        hint = "put spaces between amounts, as in '50,000 30,000', or write them without commas"
        raise InputError(field, "can be read in two ways", text, hint=hint, code="ambiguous")
    return pieces


def has_thousands(pieces: Sequence[str]) -> bool:
    """Tell whether some commas may stand within a number: 1,200 and 50,000,30,000 are hardly lists of prizes."""
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
    """Return payouts as numbers, percentages taken of the pool, and the currency symbol they share.

    >>> read_payouts(["50%", "30%", "20%"], pool="€1.5k")
    ([750, 450, 300], '€')
    """
    fields = where or [f"payouts[{i}]" for i in range(len(texts))]
    amounts = [read_amount(text, field) for text, field in zip(texts, fields, strict=True)]
    whole = None if pool is None else read_plain(pool, "pool")
    percentages = [Decimal(str(amount.value)) for amount in amounts if amount.percent]
    if percentages and whole is None:
        raise MissingError("pool", "must be given for payouts in %")
    if whole is not None and not percentages:
        raise InputError("pool", "is for payouts in %", pool, code="needs_other")
    if percentages and len(percentages) < len(amounts):
        raise InputError("payouts", "must be all in % or all in money", Verbatim(", ".join(texts)), code="conflict")
    if sum(percentages) > 100:
        rule = "must not be more than 100 % together"
        raise InputError("payouts", rule, Verbatim(f"{sum(percentages)} %"), code="above_100_percent")
    values = [part_of(whole.value, amount.value) if whole and amount.percent else amount.value for amount in amounts]
    symbols = {amount.currency for amount in [*amounts, *([whole] if whole else [])]} - {""}
    if len(symbols) > 1:
        raise InputError("payouts", "must be in one currency", Verbatim(" and ".join(sorted(symbols))), code="conflict")
    return values, symbols.pop() if symbols else ""


def part_of(whole: float, percent: float) -> int | float:
    """Return ``percent`` % of ``whole``, exact where decimals are."""
    return plain_product(Decimal(str(percent)) / 100, whole)


def plain_product(factor: Decimal, amount: float) -> int | float:
    """Return a product of decimals, exact where decimals are."""
    product = factor * Decimal(str(amount))
    return int(product) if product == int(product) else float(product)


def read_player(text: str, names: tuple[str, ...], field: str = "player") -> int | str:
    """Return a player given by number, from 1 as people count, or by name, in capitals or not."""
    return player_reader(names, field)(text)


def player_reader(names: tuple[str, ...], field: str) -> Callable[[str], int | str]:
    """Return what reads one player after another: the names are gone through once."""
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
    """Return several players given by number or name; a name may hold a comma if it stands alone."""
    check_length(field, text, MAX_LIST)
    if text.strip() in names:
        return [text.strip()]
    read = player_reader(names, field)
    return [read(piece.strip()) for piece in text.split(",") if piece.strip()]


def read_pairs(text: str, names: tuple[str, ...], field: str, example: str) -> dict[int | str, str]:
    """Return what stands behind each player, as in "Ana=5,000, Bo=3k"; commas may stand in amounts."""
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
    """Read an amount that is no percentage, or raise."""
    amount = read_amount(text, field)
    if amount.percent:
        raise InputError(field, "must be an amount, not a percentage", text, code="not_an_amount")
    return amount


def read_chips(text: str | None, field: str) -> int | float | None:
    """Return a number of chips or an amount of money as written, if any."""
    return None if text is None else read_plain(text, field).value


def read_blinds(text: str | None, field: str, big_blind: int | float | None) -> int | float | None:
    """Return a number of chips, which may be written in big blinds: "1bb"."""
    written = (text or "").strip()
    number = written[:-2].strip()
    if written[-2:].lower() != "bb" or number.strip("0123456789.,"):
        return read_chips(text, field)
    if not big_blind:
        raise MissingError("big_blind", f"must be given where {field.replace('_', ' ')} is in big blinds")
    # Nobody counts big blinds in thousands.
    return plain_product(Decimal(str(read_plain(Numeral(number), field).value)), big_blind)


def read_share(text: str, field: str) -> float:
    """Return a share written as 0.4 or 40 %."""
    amount = read_amount(text, field)
    return amount.value / 100 if amount.percent else amount.value


def read_small_and_big(text: str) -> tuple[int | float, int | float]:
    """Return small and big blind, as in "100/200"."""
    check_length("blinds", text.strip(), MAX_LINE)
    pieces = [piece for piece in re.split(r"[/;\s]", text) if piece]
    if len(pieces) != 2:
        raise InputError("blinds", "must be the small and the big one: 100/200", text, code="wrong_format")
    small, big = (read_plain(piece, "blinds").value for piece in pieces)
    if small > big:
        raise InputError("blinds", "must be the small one first", text, code="wrong_order")
    return small, big
