"""A deal as a page to print: input, payments, the method in two sentences, lines to sign."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING

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
from finaltable.deals.sheet_axis import sheet_axis
from finaltable.reporting.words import MoneyFormat, amount, ordinal, provenance, short_amount
from finaltable.table.table import exact_value

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal

ROOM = 140  # millimetres of an A4 page for players, terms and the comparison of proposals
SIGNED_ROW, COMPARED_ROW, TERM_ROW = 8.5, 4.4, 5.0

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
    from jinja2 import Environment, StrictUndefined

    template = files("finaltable.deals").joinpath("sheet.html").read_text("utf-8")
    page = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True).from_string(template)
    purse = purse_of(deal, currency)
    table = deal.table
    others = [proposal for proposal in deal.proposals if proposal is not deal.chosen]
    fine = terms_purse(deal, currency)
    terms = terms_lines(deal, fine)
    close = cliff_lines(deal, currency) if jumps(deal.choose) else []
    roomy = has_room(table.players, len(terms) + 2 * len(close))
    shown = [deal.choose, *(proposal.name for proposal in others if roomy)]
    return page.render(
        version=__version__,
        event=event,
        rule=rule_words(deal),
        players=[
            {
                "name": name,
                "chips": amount(table.stacks[seat]),
                "cash": paid_words(deal.chosen.cash[seat], purse),
                "aside": ", ".join(aside_words(deal, seat, fine)),
            }
            for seat, name in enumerate(table.names)
        ],
        chips=short_amount(float(sum((exact_value(stack) for stack in table.stacks), Fraction(0)))),
        paid_now=purse.money(deal.paid_now),
        pool=fine.money(deal.pool),
        prizes=[f"{ordinal(place)} {fine.money(payout)}" for place, payout in enumerate(deal.terms.payouts, start=1)],
        bounties=bounties_words(deal, fine) if deal.terms.bounties else "",
        terms=terms,
        method=method_words(deal),
        close=close,
        compact=not roomy,
        axis=sheet_axis(deal, shown, purse),
        comparison={
            "names": [proposal_title(deal, proposal.name) for proposal in others],
            "rows": [
                [name, *(purse.money(proposal.cash[seat]) for proposal in others)]
                for seat, name in enumerate(table.names)
            ],
        }
        if others and roomy
        else None,
        errors=[provenance(result, currency) for result in used_results(deal, shown)],
    )


def bounties_words(deal: Deal, purse: MoneyFormat) -> str:
    """Return the bounty on each player, and their sum."""
    return f"{each_bounty(deal, purse)}; total {purse.money(bounties_total(deal.terms))}"


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


def has_room(players: int, terms: int) -> bool:
    """Return whether the other proposals fit on the page, too."""
    return players * (SIGNED_ROW + COMPARED_ROW) + terms * TERM_ROW <= ROOM
