"""A deal as a page to print and sign: sums, payments, terms, the method in two sentences, lines to sign.

The page of the app fills the same template, in the reader's language; in English, both write the same page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from finaltable import __version__
from finaltable.deals.proposals import jumps
from finaltable.deals.report import (
    cliff_lines,
    proposal_title,
    purse_of,
    rule_words,
    terms_lines,
    terms_purse,
    used_results,
)
from finaltable.deals.report_bounties import bounties_total, bounty_amounts, bounty_method, each_bounty
from finaltable.reporting.words import MoneyFormat, amount, ordinal, short_amount
from finaltable.table.money import total
from finaltable.table.table import exact_value

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal

MANY = 13  # players and terms together that fit a page in large print
SECTION = re.compile(r"\{\{#(\w+)\}\}\n?(.*?)\{\{/\1\}\}\n?", re.DOTALL)
VALUE = re.compile(r"\{\{(\w+)\}\}")
LABELS = {
    "title": "Deal",
    "player": "Player",
    "chips": "Chips",
    "gets": "Gets now",
    "signature": "Signature",
    "sum": "Sum",
}
ICM = (
    "ICM gives first place to every player in proportion to their chips, then second place among the others in the "
    "same way, and so on"
)
DCM = (
    "DCM (E. Besalú) lets players of equal skill play all-in hands until one has all the chips, and counts every way "
    "this can go"
)
USES_DCM = ("dcm", "between")
UNDER = "Each share is the prize a player wins on average under this model: {model}."
METHODS = {
    "icm": f"Each share is the prize a player wins on average under the Independent Chip Model. {ICM}.",
    "dcm": f"Each share is the prize a player wins on average under the Dependent Chip Model. {DCM}.",
    "between": "Each share lies {between:g} of the way from the Independent (ICM) to the Dependent Chip Model (DCM), "
    f"a point between two proposals that the table has agreed on. {ICM}; {DCM}.",
    "sem": "Each share is the prize a player wins on average under sequential elimination (SEM). Players go out one "
    "after another, short stacks more often, and their chips go to the others.",
    "chip_chop": "Each player gets the lowest prize. The rest is shared in proportion to chips.",
    "equal": "All players get the same. Chips do not count.",
}


def deal_sheet(deal: Deal, currency: str = "", event: str = "") -> str:
    """Return the chosen proposal as an HTML page to print and sign; it needs no other file."""
    template, style = (part(name) for name in ("sheet.html", "sheet.css"))
    return fill(template, sheet_view(deal, currency, event)).replace("<style></style>", f"<style>\n{style}</style>")


@cache
def part(name: str) -> str:
    """Return the template or its style."""
    return files("finaltable.deals").joinpath(name).read_text("utf-8")


def fill(template: str, view: Mapping[str, Any]) -> str:
    """Fill a template: ``{{name}}`` is a value, ``{{#names}}…{{/names}}`` is repeated for the items of a list.

    >>> fill("{{a}}:{{#list}} {{it}}{{/list}}", {"a": "<&>", "list": ["x", "{{a}}"]})
    '&lt;&amp;&gt;: x &#123;&#123;a}}'
    """

    def repeated(found: re.Match[str]) -> str:
        items = [item if isinstance(item, dict) else {"it": item} for item in view[found[1]]]
        return "".join(fill(found[2], {**view, **item}) for item in items)

    def value(found: re.Match[str]) -> str:
        return escape(str(view[found[1]])).replace("{", "&#123;")  # text of a player is not a template

    return VALUE.sub(value, SECTION.sub(repeated, template))


def sheet_view(deal: Deal, currency: str, event: str) -> dict[str, Any]:
    """Return the values of the template, in English."""
    purse, fine, table = purse_of(deal, currency), terms_purse(deal, currency), deal.table
    terms = terms_lines(deal, fine)
    close = cliff_lines(deal, currency) if deal.sensitivity is not None and jumps(deal.choose) else []
    chips = short_amount(float(sum((exact_value(stack) for stack in table.stacks), Fraction(0))))
    return {
        **LABELS,
        **{f"{name}_2": "" for name in LABELS},
        "lang": "en",
        "heading": f"Deal: {event}" if event else "Deal",
        "size": "many" if table.players + len(terms) + 2 * len(close) > MANY else "",
        "event": event,
        "event_label": "event",
        "sums": sums(deal, purse, fine, chips),
        "players": [
            {
                "name": name,
                "stack": amount(table.stacks[seat]),
                "cash": paid_words(deal.chosen.cash[seat], purse),
                "aside": ", ".join(aside_words(deal, seat, fine)),
            }
            for seat, name in enumerate(table.names)
        ],
        "all_chips": chips,
        "paid_now": purse.money(deal.paid_now),
        "prizes": prizes_words(deal, fine),
        "method": f"Shared by {rule_words(deal)}. {method_words(deal)}",
        "terms": terms,
        "close": close,
        "director": "director",
        "date": "date, time, place",
        "code": [],
        "version": __version__,
    }


def sums(deal: Deal, purse: MoneyFormat, fine: MoneyFormat, chips: str) -> list[dict[str, str]]:
    """Return the sums at the top of the sheet."""
    left = total(deal.terms.leave)
    found = {
        "Prizes left": fine.money(deal.pool),
        "Paid now": purse.money(deal.paid_now),
        **({"Left to play for": fine.money(left)} if left else {}),
        "Players": str(deal.table.players),
        "Chips": chips,
    }
    return [{"label": label, "second": "", "value": value} for label, value in found.items()]


def prizes_words(deal: Deal, purse: MoneyFormat) -> str:
    """Return the prizes, and the bounties if there are any."""
    prizes = [f"{ordinal(place)} {purse.money(payout)}" for place, payout in enumerate(deal.terms.payouts, start=1)]
    words = f"Prizes left to win: {', '.join(prizes)}."
    if not deal.terms.bounties:
        return words
    return f"{words} Bounties: {each_bounty(deal, purse)}; total {purse.money(bounties_total(deal.terms))}."


def method_words(deal: Deal) -> str:
    """Return sentences on how the shares are computed."""
    if len(deal.terms.fixed) == deal.table.players:
        return "All shares were fixed by agreement. No model was used."
    method = METHODS.get(deal.choose, UNDER).format(between=deal.between, model=proposal_title(deal, deal.choose))
    if deal.chip_noise and deal.choose in USES_DCM:
        method += f" DCM is averaged over counts that may be off by {short_amount(float(deal.chip_noise))} chips."
    if deal.terms.fixed:
        method += " Fixed shares are as agreed; the others share the rest in this proportion, above the lowest prize."
    method += bounty_method(deal, used_results(deal, [deal.choose]))
    if deal.terms.leave:
        method += " The value of the money left to play for is subtracted from each share."
    return method


def paid_words(cash: Decimal, purse: MoneyFormat) -> str:
    """Return the payment to a player, or from a player who pays in."""
    return purse.money(cash) if cash >= 0 else f"pays in {purse.money(-cash)}"


def aside_words(deal: Deal, seat: int, purse: MoneyFormat) -> list[str]:
    """Return the other parts of a player's share in words."""
    terms = deal.terms
    parts = [f"fixed share {purse.money(terms.fixed[seat])}"] if seat in terms.fixed else []
    if seat == terms.trophy_to:
        parts.append(f"takes the trophy or seat, {purse.money(terms.trophy)}")
    if seat in terms.last_longer_players and len(terms.last_longer_players) < deal.table.players:
        parts.append(f"leaves {purse.money(terms.last_longer)} for the last longer")
    if terms.bounties and not terms.bounties_shared:
        parts.append(f"bounty of {purse.money(bounty_amounts(terms)[seat])} stays")
    return parts
