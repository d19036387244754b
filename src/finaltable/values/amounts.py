"""Equities for display: rounded to coins, as a deal would pay them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from finaltable.reporting.words import MoneyFormat
from finaltable.table.money import as_decimal
from finaltable.values.payable import coin_of, payable

if TYPE_CHECKING:
    from finaltable.results import Equity


class WrittenAmounts(NamedTuple):
    """The equities of one result, for display."""

    amounts: Sequence[Decimal | Fraction | float]
    """Rounded to coins that sum to the prize pool, or unrounded if no deal could pay them."""
    purse: MoneyFormat

    def words(self, player: int) -> str:
        """Return a player's money as text."""
        return self.purse.money(self.amounts[player])

    def over(self, other: WrittenAmounts, player: int) -> float | Decimal:
        """Return the difference from another result for a player, between the displayed amounts."""
        money, base = self.amounts[player], other.amounts[player]
        if isinstance(money, Decimal) and isinstance(base, Decimal):
            return as_decimal(Fraction(money) - Fraction(base))
        return float(money) - float(base)


def worth_of(result: Equity, currency: str = "", *, money: bool = False) -> WrittenAmounts:
    """Return the equities of a result for display.

    With a currency, or as ``money``, they are coins that sum to the prize pool, as in a deal. Otherwise each number is
    rounded on its own, so that players with equal stacks show equal values.
    """
    pool = result.table.pool
    coin = coin_of(pool, currency) if pool else Fraction(1)
    amounts = payable(result, coin) if money or currency else None
    if amounts is None:
        return WrittenAmounts(result.equities.tolist(), MoneyFormat.of(pool, currency))
    return WrittenAmounts(
        amounts, MoneyFormat(currency, 0 if coin == 1 else -int(as_decimal(coin).as_tuple().exponent))
    )
