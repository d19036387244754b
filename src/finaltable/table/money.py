"""Exact money: decimals, shares within bounds, and rounding that keeps the sum.

Amounts are computed as fractions and paid as decimals, never as floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from finaltable.errors import InputError, Verbatim
from finaltable.table.table import check_number, exact_value
from finaltable.table.text import read_amount

PERCENT = Fraction(1, 100)
COINS = {"₿": "0.00000001", "¥": "1", "₩": "1", "₫": "1"}  # smallest amounts of currencies without cents


def usual_unit(currency: str) -> str | None:
    """Return the default unit of rounding for a currency; None: cents.

    >>> usual_unit("¥"), usual_unit("€")
    ('1', None)
    """
    return COINS.get(currency)


def smallest_coin(pool: Fraction) -> Fraction:
    """Return a cent, or a smaller unit if the pool is less than 1."""
    return Fraction(1, 100) if pool >= 1 else Fraction(1, 10 ** (3 - math.floor(math.log10(pool))))


def read_money(value: object, field: str, whole: Fraction | None = None, coin: Fraction | None = None) -> Fraction:
    """Return an amount given as a number or as text.

    A percentage is taken of ``whole`` and rounded down to multiples of ``coin``.

    >>> read_money("€1.5k", "leave"), read_money("10%", "leave", Fraction(250)), read_money(0.1, "leave")
    (Fraction(1500, 1), Fraction(25, 1), Fraction(1, 10))
    """
    if isinstance(value, str):
        amount = read_amount(value, field)
        if not amount.percent:
            return exact_value(amount.value)
        if whole is None or amount.value > 100:
            rule = "must be an amount, not a percentage" if whole is None else "must be at most 100 %"
            raise InputError(field, rule, value, code="not_an_amount" if whole is None else "above_100_percent")
        part = exact_value(amount.value) * PERCENT * whole
        return part if coin is None else part // coin * coin
    return exact_value(check_number(value, field))


def as_decimal(amount: Fraction, field: str = "payouts") -> Decimal:
    """Return an amount with at least two decimals, or raise if it has no finite decimal form.

    >>> as_decimal(Fraction(5, 8)), as_decimal(Fraction(1500))
    (Decimal('0.625'), Decimal('1500.00'))
    """
    with localcontext() as context:
        context.prec = 250  # digits from the largest to the smallest amount
        written = Decimal(amount.numerator) / Decimal(amount.denominator)
        if Fraction(written) != amount:
            raise InputError(field, "must be an amount that decimals can write", Verbatim(amount), code="too_precise")
        in_cents = written.quantize(Decimal("0.01"))
        return in_cents if in_cents == written else written.normalize()


def total(amounts: Iterable[Decimal]) -> Decimal:
    """Return the exact sum."""
    return as_decimal(sum(map(Fraction, amounts), Fraction(0)))


def share_out(
    wanted: Sequence[Fraction], total: Fraction, lowest: Fraction, highest: Fraction | None
) -> list[Fraction]:
    """Divide ``total`` in proportion to ``wanted``, each share from ``lowest`` to ``highest``.

    The parts above the lowest share are scaled to the total. Shares that would exceed the highest one are set to it,
    and the rest is divided among the others in the same way. The bounds must leave room for the total.

    >>> [float(share) for share in share_out([Fraction(60), Fraction(30), Fraction(10)], Fraction(90), Fraction(20),
    ...     Fraction(50))]
    [44.0, 26.0, 20.0]
    """
    above = [max(share - lowest, Fraction(0)) for share in wanted]
    free = list(range(len(wanted)))
    shares = [lowest] * len(wanted)
    rest = total - lowest * len(wanted)
    while free:
        weight = sum((above[i] for i in free), Fraction(0))
        for i in free:
            shares[i] = lowest + (rest * above[i] / weight if weight else rest / len(free))
        if highest is None or all(shares[i] <= highest for i in free):
            break
        full = {i for i in free if shares[i] > highest}
        for i in full:
            shares[i] = highest
        rest -= (highest - lowest) * len(full)
        free = [i for i in free if i not in full]
    return shares


class Rounded(NamedTuple):
    """Shares rounded to units, within their bounds."""

    shares: list[Fraction]
    odd: Fraction
    """The remainder, less than a unit."""
    odd_to: int | None
    """Index of the share that gets the remainder; None: there is none."""


def round_out(
    exact: Sequence[Fraction],
    unit: Fraction,
    lowest: Sequence[Fraction],
    highest: Sequence[Fraction | None],
    first: Sequence[int],
) -> Rounded:
    """Round shares to multiples of ``unit`` by largest remainder; with the remainder, their sum stays the same.

    Each share is rounded down, but not below its lowest value. The units left over go to the shares that lost most,
    ties to the one that is first in ``first``. No share moves by more than a unit or out of its bounds, even if it
    gets the remainder.

    >>> third = Fraction(100, 3)
    >>> rounded = round_out([third] * 3, Fraction(1, 100), [Fraction(0)] * 3, [None] * 3, [0, 1, 2])
    >>> [str(as_decimal(share)) for share in rounded.shares]
    ['33.34', '33.33', '33.33']
    """
    down = [max(share // unit * unit, low) for share, low in zip(exact, lowest, strict=True)]
    up = [share // unit * unit + unit for share in exact]
    up = [share if high is None else min(share, high) for share, high in zip(up, highest, strict=True)]
    rounded = list(down)
    left = sum(exact, Fraction(0)) - sum(down)
    turn = {player: place for place, player in enumerate(first)}
    waiting = []
    for i in sorted(range(len(exact)), key=lambda i: (down[i] - exact[i], turn[i])):
        step = up[i] - down[i]
        if step <= left:
            rounded[i] = up[i]
            left -= step
        else:
            waiting.append(i)
    return Rounded(rounded, left, waiting[0] if left else None)
