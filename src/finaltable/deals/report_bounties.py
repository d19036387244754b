"""Sentences about the bounties in a deal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from finaltable.deals.bounties import written
from finaltable.reporting.layout import Note
from finaltable.reporting.words import MoneyFormat, listed, title
from finaltable.values.bounties.report import notes_of

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal
    from finaltable.deals.terms import Terms
    from finaltable.results import Equity

MOST_NAMED = 12  # bounties in a sentence


def bounty_amounts(terms: Terms) -> list[Decimal]:
    """Return the bounty on each player in decimals; the mean of envelopes is rounded to cents."""
    amounts = [Decimal(written(bounty)) for bounty in terms.bounties]
    return amounts if terms.table.prizes.mystery is None else [round(amount, 2) for amount in amounts]


def bounties_total(terms: Terms) -> Decimal:
    """Return the sum of the bounties in decimals."""
    total = Decimal(written(sum(terms.bounties, Fraction(0))))
    return total if terms.table.prizes.mystery is None else round(total, 2)


def bounty_lines(deal: Deal, purse: MoneyFormat) -> list[str]:
    """Return a sentence on whether the bounties stay or are shared."""
    terms = deal.terms
    if not terms.bounties:
        return []
    whole = purse.money(bounties_total(terms))
    if terms.bounties_shared:
        return [f"Bounties are shared, too: {whole} in total. They are no longer played for."]
    return [f"Bounties stay on the players and are still played for: {each_bounty(deal, purse)}; total {whole}."]


def each_bounty(deal: Deal, purse: MoneyFormat) -> str:
    """Return the bounties in words: by player, or once if they are equal."""
    amounts = bounty_amounts(deal.terms)
    if len(set(amounts)) == 1:
        return f"{purse.money(amounts[0])} each"
    if len(amounts) > MOST_NAMED:
        return f"{len(amounts)} bounties from {purse.money(min(amounts))} to {purse.money(max(amounts))}"
    return listed([f"{name} {purse.money(amount)}" for name, amount in zip(deal.table.names, amounts, strict=True)])


def shared_words(deal: Deal) -> str:
    """Return the parts of the sum of a deal in words."""
    return "all the prizes and bounties" if deal.terms.bounties_shared else "all the prizes"


def bounty_method(deal: Deal, used: Sequence[Equity]) -> str:
    """Return sentences on how bounties are valued in the shares; empty if they are not shared."""
    if not deal.terms.bounties_shared or not used:
        return ""
    words = " Each share includes the bounties that the player wins on average."
    assumed = [(result.model, result.bounties.assumption) for result in used if result.bounties is not None]
    return words + "".join(f" For {title(model)}, {clause}." for model, clause in assumed if clause)


def bounty_notes(used: Sequence[Equity], currency: str) -> list[Note]:
    """Return notes on the method and the assumptions of bounties; empty without bounties."""
    found = [result.bounties for result in used if result.bounties is not None]
    rules = [notes_of(one, currency)[1] for one in found[:1]]
    return [note for one in found for note in notes_of(one, currency) if note not in rules] + rules
