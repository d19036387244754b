"""Bounties in a deal, in words: what stays on the heads, or what of it is shared."""

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

MOST_NAMED = 12  # heads in a sentence


def head_amounts(terms: Terms) -> list[Decimal]:
    """Return what is on every head in decimals: in cents, unless more digits are money."""
    heads = [Decimal(written(head)) for head in terms.bounties]
    return heads if terms.table.prizes.mystery is None else [round(head, 2) for head in heads]


def heads_total(terms: Terms) -> Decimal:
    """Return what is on all heads together."""
    total = Decimal(written(sum(terms.bounties, Fraction(0))))
    return total if terms.table.prizes.mystery is None else round(total, 2)


def heads_lines(deal: Deal, purse: MoneyFormat) -> list[str]:
    """Say what becomes of the bounties."""
    terms = deal.terms
    if not terms.bounties:
        return []
    whole = purse.money(heads_total(terms))
    if terms.bounties_shared:
        return [f"Bounties are shared, too: {whole} on the heads. Nobody plays for them any more."]
    return [f"Bounties stay on the heads and are still played for: {each_head(deal, purse)}; together {whole}."]


def each_head(deal: Deal, purse: MoneyFormat) -> str:
    """Say what is on every head, or on each where it is the same."""
    heads = head_amounts(deal.terms)
    if len(set(heads)) == 1:
        return f"{purse.money(heads[0])} each"
    if len(heads) > MOST_NAMED:
        return f"{purse.money(min(heads))} to {purse.money(max(heads))} on each of {len(heads)} heads"
    return listed([f"{name} {purse.money(head)}" for name, head in zip(deal.table.names, heads, strict=True)])


def shared_words(deal: Deal) -> str:
    """Say what the sum of a deal is made of."""
    return "all the prizes and bounties" if deal.terms.bounties_shared else "all the prizes"


def bounty_method(deal: Deal, used: Sequence[Equity]) -> str:
    """Say how bounties came into the shares, by the results that were used; nothing where they did not."""
    if not deal.terms.bounties_shared or not used:
        return ""
    words = " Each share holds the bounties that the player can expect to win, too."
    assumed = [(result.model, result.bounties.assumption) for result in used if result.bounties is not None]
    return words + "".join(f" For {title(model)}, {clause}." for model, clause in assumed if clause)


def bounty_notes(used: Sequence[Equity], currency: str) -> list[Note]:
    """Say how bounties were found, and what is assumed; nothing where there are none."""
    found = [result.bounties for result in used if result.bounties is not None]
    rules = [notes_of(one, currency)[1] for one in found[:1]]
    return [note for one in found for note in notes_of(one, currency) if note not in rules] + rules
