"""Money as people pay it: exact decimals, shares within bounds, rounded so that nothing is lost.

Amounts are computed as fractions and paid as decimals; there is no float in between.
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
COINS = {"₿": "0.00000001", "¥": "1", "₩": "1", "₫": "1"}  # what is paid in these, where a cent is not


def usual_unit(currency: str) -> str | None:
    """Return what a currency is rounded to where nothing is said; None: cents.

    >>> usual_unit("¥"), usual_unit("€")
    ('1', None)
    """
    return COINS.get(currency)


def smallest_coin(pool: Fraction) -> Fraction:
    """Return a cent, or less where the whole pool is less than a unit of money."""
    return Fraction(1, 100) if pool >= 1 else Fraction(1, 10 ** (3 - math.floor(math.log10(pool))))


def read_money(value: object, field: str, whole: Fraction | None = None, coin: Fraction | None = None) -> Fraction:
    """Return an amount given as a number or as people write it.

    A percentage is one of ``whole``, rounded down to what ``coin`` can pay.

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
    """Return an amount in decimals, two of them at least, or raise where decimals cannot write it.

    >>> as_decimal(Fraction(5, 8)), as_decimal(Fraction(1500))
    (Decimal('0.625'), Decimal('1500.00'))
    """
    with localcontext() as context:
        context.prec = 250  # the largest and the smallest amount in one number
        written = Decimal(amount.numerator) / Decimal(amount.denominator)
        if Fraction(written) != amount:
            raise InputError(field, "must be an amount that decimals can write", Verbatim(amount), code="too_precise")
        in_cents = written.quantize(Decimal("0.01"))
        return in_cents if in_cents == written else written.normalize()


def total(amounts: Iterable[Decimal]) -> Decimal:
    """Return the sum, exact however large."""
    return as_decimal(sum(map(Fraction, amounts), Fraction(0)))


def share_out(
    wanted: Sequence[Fraction], total: Fraction, lowest: Fraction, highest: Fraction | None
) -> list[Fraction]:
    """Divide ``total`` as ``wanted`` says, nobody below ``lowest`` or above ``highest``.

    What is above the lowest share is scaled until the sum is right. Players who would pass the highest share get that,
    and the others share the rest in the same way. The bounds must leave room for the total.

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
    """Shares in whole units, as far as their bounds allow."""

    shares: list[Fraction]
    odd: Fraction
    """What is left: less than a unit."""
    odd_to: int | None
    """Whose turn it is to get it; None: there is nothing left."""


def round_out(
    exact: Sequence[Fraction],
    unit: Fraction,
    lowest: Sequence[Fraction],
    highest: Sequence[Fraction | None],
    first: Sequence[int],
) -> Rounded:
    """Round shares to multiples of ``unit`` by largest remainder; with what is left their sum stays what it was.

    Everybody is rounded down, but not below their lowest share; the units that are left go to those who lost most by
    that, ties to who comes first in ``first``. Nobody moves by more than a unit, or beyond their bounds, also if they
    get what is left.

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
