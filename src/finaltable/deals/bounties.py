"""Bounties in a deal: they stay on the players, or are shared."""

from __future__ import annotations

from fractions import Fraction

from finaltable.errors import InputError, Verbatim, check_choice, counted
from finaltable.table.money import as_decimal
from finaltable.table.table import Table, exact_value

BOUNTY_TERMS = ("stay", "share")
FINEST = 8  # decimals of an amount without a finite decimal form


def check_bounty_terms(terms: object, table: Table) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return the bounty on each player, and the total that is shared; or raise."""
    agreed = check_choice("bounty_terms", terms, BOUNTY_TERMS)
    if agreed == "stay":
        return tuple(map(exact_value, table.bounties)), Fraction(0)
    if not table.bounties:
        raise InputError("bounty_terms", "can be 'share' only with {bounties}", terms, code="needs_other")
    if not table.prizes.own:
        rule = "must be 'stay' if the last bounty is not paid: the amount to share is unknown"
        raise InputError("bounty_terms", rule, terms, code="last_head_unpaid")
    amounts = tuple(map(exact_value, table.bounties))
    check_envelopes(table)
    return amounts, sum(amounts, Fraction(0))


def check_envelopes(table: Table) -> None:
    """Raise if more envelopes are left than will be drawn: the amount to share is unknown."""
    mystery = table.prizes.mystery
    if mystery is not None and mystery.count != table.players:
        rule = f"can be 'share' only if {table.players} envelopes are left, one for each player"
        raise InputError("bounty_terms", rule, Verbatim(counted(mystery.count, "envelope")), code="needs_other")


def written(amount: Fraction) -> str:
    """Return an amount in decimals, rounded if it has no finite decimal form, as the mean of envelopes may.

    >>> written(Fraction(120)), written(Fraction(1000, 3))
    ('120.00', '333.33333333')
    """
    return str(as_decimal(round(amount, FINEST)))
