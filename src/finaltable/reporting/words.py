"""Format numbers as text: money, chips, percentages, places and errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from finaltable.errors import InputError

if TYPE_CHECKING:
    from finaltable.results import Equity

LONGEST_DENOMINATOR = 10**30


def title(model: str) -> str:
    """Return the title of a model; the name unchanged for other rules of a deal.

    >>> title("icm"), title("icm:0.8,dcm:0.2"), title("equal")
    ('ICM', '80 % ICM, 20 % DCM', 'equal')
    """
    from finaltable.models import find_model

    try:
        return find_model(model).title
    except InputError:
        return model


def provenance(result: Equity, currency: str = "") -> str:
    """Return a line with the method and the error of a result, and a warning if the error is above the tolerance."""
    line = f"{how_found(result.model, result.method, result.work)}: {error_words(result, currency)}"
    pool = result.table.pool
    if result.method == "sample" and pool and result.error > result.tolerance * pool:
        share = upper(result.error / pool)
        line += f"; that is {share} of the prizes, requested {result.tolerance:g}; raise max_seconds to get closer"
    return line


def how_found(model: str, method: str, work: int) -> str:
    """Return the model, the method and the amount of work as text."""
    from finaltable.models import find_model

    counted = find_model(model).counts.get(method)
    done = f", {work:,} {counted if work != 1 else counted[:-1]}" if counted else ""
    return f"{title(model)} by {method}{done}"


def error_words(result: Equity, currency: str = "") -> str:
    """Return the error of equities as text."""
    if result.error == 0:
        return "exact"
    return f"every equity right to {currency}{upper(result.error)} ({sureness(result.guaranteed, result.method)})"


def sureness(guaranteed: bool, method: str) -> str:
    """Return the kind of error: proved, 4 standard errors, or estimated."""
    return "proved" if guaranteed else "4 standard errors" if method in ("sample", "average") else "estimated"


def upper(error: float) -> str:
    """Round an error up to one digit, so that the text is never below the error.

    >>> upper(1.2e-9), upper(0.0123), upper(2.5)
    ('2e-09', '0.02', '3')
    """
    if error == 0:
        return "0"
    exponent = math.floor(math.log10(error))
    return f"{math.ceil(error / 10.0**exponent) * 10.0**exponent:.1g}"


class MoneyFormat(NamedTuple):
    """Format of money: symbol and number of decimals."""

    symbol: str = ""
    decimals: int = 2

    @classmethod
    def of(cls, pool: float, symbol: str = "") -> MoneyFormat:
        """Return a format with two decimals, or more for a small prize pool.

        >>> MoneyFormat.of(150), MoneyFormat.of(0.0015, "₿")
        (MoneyFormat(symbol='', decimals=2), MoneyFormat(symbol='₿', decimals=6))
        """
        return cls(symbol, 2 if pool >= 1 or pool <= 0 else min(12, 3 - math.floor(math.log10(pool))))

    def money(self, value: float | Fraction | Decimal) -> str:
        """Return an amount; append a fraction unless it is too long.

        >>> MoneyFormat("€").money(1234.5), MoneyFormat("€").money(-3), MoneyFormat().money(Fraction(5, 8))
        ('€1,234.50', '-€3.00', '0.62 = 5/8')
        """
        number = value if isinstance(value, Decimal) else float(value)  # decimals keep all their digits
        text = f"{'-' if number < 0 else ''}{self.symbol}{size(number):,.{self.decimals}f}"
        denominator = value.denominator if isinstance(value, Fraction) else 1
        plain = denominator in (1, 2, 4, 5, 10) or denominator > LONGEST_DENOMINATOR
        return text if plain else f"{text} = {value}"

    def at_most(self, value: float) -> str:
        """Return an amount rounded up, so that the text is never below the value.

        >>> MoneyFormat("€").at_most(1234.501), MoneyFormat().at_most(0.25)
        ('€1,234.51', '0.25')
        """
        return self.money(math.ceil(value * 10**self.decimals) / 10**self.decimals)

    def signed(self, value: float | Decimal) -> str:
        """Return a difference with its sign.

        >>> MoneyFormat().signed(2), MoneyFormat("€").signed(-4.336), MoneyFormat().signed(-0.001)
        ('+2.00', '-€4.34', '0.00')
        """
        text = f"{size(value):,.{self.decimals}f}"
        sign = "" if not any(digit in text for digit in "123456789") else "+" if value > 0 else "-"
        return f"{sign}{self.symbol}{text}"

    def tone(self, difference: float | Decimal) -> str:
        """Return "gain" or "loss" for a difference, "" if it rounds to zero."""
        rounded = round(float(difference), self.decimals)
        return "gain" if rounded > 0 else "loss" if rounded < 0 else ""


def size(value: float | Decimal) -> float | Decimal:
    """Return an amount without its sign; decimals keep all their digits."""
    return value.copy_abs() if isinstance(value, Decimal) else abs(float(value))


def percent_change(value: float) -> str:
    """Return a percentage as in the paper's Table 3; "" for NaN.

    >>> percent_change(2.544), percent_change(-0.01), percent_change(float("nan"))
    ('+2.5 %', '0.0 %', '')
    """
    if math.isnan(value):
        return ""
    rounded = round(float(value), 1)
    return f"{rounded:+.1f} %" if rounded else "0.0 %"


def amount(value: object) -> str:
    """Return a stack with thousands separators."""
    if isinstance(value, float) and value.is_integer() and value < 1e15:
        return f"{int(value):,}"
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def short_amount(value: float) -> str:
    """Return a number of chips with few digits.

    >>> short_amount(800), short_amount(444.4444), short_amount(0.1154), short_amount(1666666.7)
    ('800', '444.44', '0.1154', '1,666,666.7')
    """
    if float(value).is_integer():
        return f"{int(value):,}"
    digits = max(1, 4 - max(0, math.floor(math.log10(abs(value)))))
    return f"{value:,.{min(digits, 4)}f}".rstrip("0").rstrip(".")


def compact(value: float) -> str:
    """Return a large number in few characters, for axes.

    >>> compact(1250000), compact(800000), compact(1500), compact(0.5), compact(0)
    ('1.25m', '800k', '1,500', '0.5', '0')
    """
    for unit, size in (("bn", 1e9), ("m", 1e6), ("k", 1e3)):
        if abs(value) >= 10 * size or (abs(value) >= size and unit != "k"):
            return f"{value / size:.4g}{unit}"
    return f"{value:,.6g}"


def ordinal(place: int) -> str:
    """Return a place as an ordinal.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def places(first: int, last: int) -> str:
    """Return a place, or a range of places shared by equal stacks.

    >>> places(2, 2), places(2, 4)
    ('2nd', '2nd–4th')
    """
    return ordinal(first) if first == last else f"{ordinal(first)}–{ordinal(last)}"


def listed(words: Iterable[str]) -> str:
    """Join words with commas and "and".

    >>> listed(["Ana"]), listed(["Ana", "Bo"]), listed(["Ana", "Bo", "Cy"])
    ('Ana', 'Ana and Bo', 'Ana, Bo and Cy')
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
