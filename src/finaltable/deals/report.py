"""Deals as text: proposals side by side, one player's view, a chat message, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from finaltable.deals.proposals import jump_share, jumps
from finaltable.deals.report_bounties import (
    bounties_total,
    bounty_amounts,
    bounty_lines,
    bounty_notes,
    each_bounty,
    shared_words,
)
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount, listed, ordinal, provenance, short_amount, title, upper
from finaltable.table.money import total
from finaltable.values.amounts import worth_of
from finaltable.values.sensitivity.report import close_lines, reach_words

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal
    from finaltable.results import Equity

POINT = "It is a point between two proposals, not a model; real results favor no such point."


def purse_of(deal: Deal, currency: str) -> MoneyFormat:
    """Return the format of the payments: all their digits, no cents if all are whole."""
    return purse_for([money for proposal in deal.proposals for money in proposal.cash], currency)


def terms_purse(deal: Deal, currency: str) -> MoneyFormat:
    """Return the format of the prizes and the terms."""
    terms = deal.terms
    promised = [terms.withheld, *terms.leave, *terms.fixed.values(), terms.trophy, terms.last_longer]
    bounds = [terms.lowest, *([] if terms.highest is None else [terms.highest])]
    bounties = [*bounty_amounts(terms), bounties_total(terms)] if terms.bounties else []
    return purse_for([*terms.payouts, *promised, *bounds, *bounties, deal.paid_now, deal.chosen.odd], currency)


def purse_for(amounts: Sequence[Decimal], currency: str) -> MoneyFormat:
    """Return the format that shows all digits of some amounts."""
    if all(money == money.to_integral_value() for money in amounts):
        return MoneyFormat(currency, 0)
    return MoneyFormat(currency, max(-int(money.as_tuple().exponent) for money in amounts))


def rule_words(deal: Deal) -> str:
    """Return the chosen rule in a few words."""
    if deal.choose == "between":
        return f"ICM + {deal.between:g} x ({proposal_title(deal, 'dcm')} - ICM)"
    return proposal_title(deal, deal.choose)


def proposal_title(deal: Deal, name: str) -> str:
    """Return the title of a proposal."""
    if name == "dcm" and deal.chip_noise:
        return f"DCM ±{short_amount(float(deal.chip_noise))}"
    return title(name)


def deal_report(deal: Deal, currency: str = "") -> Report:
    """Return the proposals side by side, gains and losses, the terms, and the errors."""
    purse = purse_of(deal, currency)
    parts: list[Part] = [Note(f"Payments now ({chosen_words(deal)})", "strong"), shares_grid(deal, purse)]
    if len(deal.proposals) > 1 or is_rounded(deal):
        over = proposal_title(deal, deal.choose)
        parts += [Note(""), Note(f"Gain or loss compared with {over}", "strong"), gains_grid(deal, purse)]
    parts.append(Note(""))
    parts += [Note(line) for line in terms_lines(deal, terms_purse(deal, currency))]
    if any(proposal.name == "between" for proposal in deal.proposals):
        parts.append(Note(f"between: ICM + {deal.between:g} x (DCM - ICM). {POINT}"))
    parts += [Note(line, "strong") for line in cliff_lines(deal, currency)]
    if deal.sensitivity is not None:
        parts.append(Note(reach_words(deal.sensitivity)))
    used = used_results(deal, [proposal.name for proposal in deal.proposals])
    parts += [Note(provenance(result, currency)) for result in used]
    return Report((*parts, *bounty_notes(used, currency)))


def cliff_lines(deal: Deal, currency: str, player: int | None = None) -> list[str]:
    """Return sentences on close stacks, of all players or of one."""
    if deal.sensitivity is None:
        jumping = any(jumps(proposal.name) for proposal in deal.proposals)
        return ["Close stacks are searched for with up to 12 players only."] if jumping else []
    close = [found for found in deal.sensitivity.close if player is None or player in found.pair]
    lines = close_lines(replace(deal.sensitivity, close=tuple(close)), currency)
    lines += hidden_words(sum(found.cause != "pot" for found in close), len(close), len(lines))
    if lines and deal.chip_noise:
        lines[-1] += (
            f" Here DCM is averaged over ±{short_amount(float(deal.chip_noise))} chips, which smooths this jump."
        )
    elif lines:
        shares = {proposal.name: jump_share(proposal.name, float(deal.between)) for proposal in deal.proposals}
        smaller = {name: share for name, share in shares.items() if 0 < share < 1}
        lines[0] += "".join(f" {title(name)} moves {share:g} of that." for name, share in smaller.items())
    return lines


def hidden_words(near: int, all_pairs: int, shown: int) -> list[str]:
    """Return sentences on pairs that are not shown: close ones, and those that one pot would make level.

    >>> hidden_words(5, 6, 3)
    ['2 more pairs are close, too.', 'One pot would make 1 more pair level.']
    >>> hidden_words(0, 2, 1), hidden_words(1, 1, 1)
    (['One pot would make 1 more pair level.'], [])
    """
    close = max(0, near - shown)
    by_pot = all_pairs - max(near, shown)
    words = [f"{close} more pair{'s are' if close > 1 else ' is'} close, too."] if close else []
    return words + ([f"One pot would make {by_pot} more pair{'s' if by_pot > 1 else ''} level."] if by_pot > 0 else [])


def used_results(deal: Deal, names: Collection[str]) -> list[Equity]:
    """Return the results of the models that these proposals use."""
    names = {*names, *(("icm", "dcm") if "between" in names else ())}
    return [deal.playing_on[name] for name in deal.playing_on if name in names]


def chosen_words(deal: Deal) -> str:
    """Return the chosen proposal in words."""
    return f"chosen: {proposal_title(deal, deal.choose)}"


def is_rounded(deal: Deal) -> bool:
    """Return whether the unit of rounding is more than a cent."""
    return deal.terms.unit > Decimal("0.01")


def shares_grid(deal: Deal, purse: MoneyFormat) -> Grid:
    """Return the payment to each player by each proposal, and the sums."""
    header = ("Player", "Stack", *(proposal_title(deal, proposal.name) for proposal in deal.proposals))
    rows: list[tuple[Cell | str, ...]] = [
        (
            name,
            amount(deal.table.stacks[seat]),
            *(
                Cell(purse.money(proposal.cash[seat]), "strong" if proposal.name == deal.choose else "")
                for proposal in deal.proposals
            ),
        )
        for seat, name in enumerate(deal.table.names)
    ]
    sums = (Cell(purse.money(total(proposal.cash)), "quiet") for proposal in deal.proposals)
    chips = sum(Fraction(str(stack)) for stack in deal.table.stacks)
    rows.append((Cell("Total", "quiet"), Cell(short_amount(float(chips)), "quiet"), *sums))
    return Grid(header, tuple(rows), fixed=2)


def gains_grid(deal: Deal, purse: MoneyFormat) -> Grid:
    """Return the gain or loss of each player by the other proposals, and by rounding."""
    others = [proposal.name for proposal in deal.proposals if proposal.name != deal.choose]
    header = ["Player", *(["rounding"] if is_rounded(deal) else []), *(proposal_title(deal, name) for name in others)]
    gains = {name: deal.gains(name, over=deal.choose) for name in others}
    fine = MoneyFormat(purse.symbol, 2)
    rows = []
    for seat, player in enumerate(deal.table.names):
        row: list[Cell | str] = [player]
        if is_rounded(deal):
            row.append(Cell(fine.signed(float(Fraction(deal.chosen.cash[seat]) - deal.chosen.exact[seat])), "quiet"))
        row += [Cell(purse.signed(gains[name][seat]), purse.tone(gains[name][seat])) for name in others]
        rows.append(tuple(row))
    return Grid(tuple(header), tuple(rows))


def terms_lines(deal: Deal, purse: MoneyFormat) -> list[str]:
    """Return sentences on the terms besides the rule for sharing."""
    terms, names, money = deal.terms, deal.table.names, purse.money
    lines = []
    if terms.withheld:
        lines.append(f"Withheld from all prizes in proportion: {money(terms.withheld)}.")
    for place, left in enumerate(terms.leave, start=1):
        if left:
            lines.append(f"Left for {'the winner' if place == 1 else ordinal(place) + ' place'}: {money(left)}.")
    if terms.trophy_to is not None:
        taker = names[terms.trophy_to]
        lines.append(f"{taker} takes the trophy or seat now, {money(terms.trophy)} of their share.")
    elif terms.trophy:
        lines.append(f"The winner also gets the trophy or seat, worth {money(terms.trophy)}.")
    if terms.last_longer:
        who = [names[seat] for seat in terms.last_longer_players]
        players = listed(who) if len(who) < deal.table.players or len(who) < 4 else "all"
        pot = money(terms.last_longer_pot)
        lines.append(f"Last longer: {players} leave {money(terms.last_longer)} each; the last of them gets {pot}.")
    if terms.fixed:
        fixed = [f"{names[seat]} {money(share)}" for seat, share in terms.fixed.items()]
        lines.append(f"Fixed: {listed(fixed)}; the others share the rest.")
    lines += bounty_lines(deal, purse)
    lines.append(bounds_words(deal, money(terms.lowest), None if terms.highest is None else money(terms.highest)))
    unit = purse_for([terms.unit], purse.symbol).money(terms.unit)
    lines.append(f"Rounded to {unit} by largest remainder; {sum_words(deal, purse)}.")
    if deal.chosen.odd:
        taker = "the staff" if deal.chosen.odd_to is None else names[deal.chosen.odd_to]
        lines.append(f"Rounding leaves {money(deal.chosen.odd)}, which goes to {taker}.")
    paid = purse_of(deal, purse.symbol)
    pays = [f"{names[seat]} {paid.money(-cash)}" for seat, cash in enumerate(deal.chosen.cash) if cash < 0]
    if pays:
        lines.append(f"Players with negative amounts pay in: {listed(pays)}.")
    if deal.chosen.error > float(terms.unit):
        lines.append(
            f"These amounts are accurate only to {purse.symbol}{upper(deal.chosen.error)}: round to a larger unit."
        )
    return [line for line in lines if line]


def bounds_words(deal: Deal, lowest: str, highest: str | None) -> str:
    """Return a sentence with the bounds of a share; empty without bounds."""
    terms = deal.terms
    bounds = [f"at least {lowest}"] if terms.lowest else []
    if highest is not None:
        bounds.append(f"at most {highest}")
    parts = ["the trophy"] if terms.trophy_to is not None else []
    parts += ["last longer stakes"] if terms.last_longer else []
    including = f", including {listed(parts)}" if parts else ""
    return f"Each player's share is {' and '.join(bounds)}{including}." if bounds else ""


def sum_words(deal: Deal, purse: MoneyFormat) -> str:
    """Return the parts of the pool and their sum in words."""
    terms, money = deal.terms, purse.money
    pieces = [f"{money(deal.paid_now)} paid now"]
    pieces += [f"{money(left)} left" for left in [total(terms.leave)] if left]
    pieces += [f"{money(terms.last_longer_pot)} last longer"] if terms.last_longer else []
    pieces += [f"{money(terms.withheld)} withheld"] if terms.withheld else []
    pieces += [f"{money(deal.chosen.odd)} to the staff"] if deal.chosen.odd and terms.odd_to_staff else []
    whole = money(deal.pool if not terms.bounties_shared else total([deal.pool, bounties_total(terms)]))
    if len(pieces) == 1:
        return f"the sum is {whole}, {shared_words(deal)}"
    return f"{' + '.join(pieces)} = {whole}, {shared_words(deal)}"


def view_report(deal: Deal, player: int, currency: str = "") -> Report:
    """Return one player's view: their payment by each proposal, and the gain over playing on under each model."""
    purse = purse_of(deal, currency)
    fine = MoneyFormat.of(deal.table.pool, currency)
    bounties = deal.terms.bounties
    name = deal.table.names[player]
    models = list(deal.playing_on)
    header = ("Proposal", "gets now", *(f"if {proposal_title(deal, model)} is right" for model in models))
    rows: list[tuple[Cell | str, ...]] = []
    for proposal in deal.proposals:
        gains = [float(deal.against_playing_on(proposal.name, model)[player]) for model in models]
        cells = (Cell(fine.signed(gain), fine.tone(gain)) for gain in gains)
        rows.append((proposal_title(deal, proposal.name), purse.money(proposal.cash[player]), *cells))
    alone = (Cell(playing_on_words(deal, model, player, currency), "quiet") for model in models)
    rows.append((Cell("playing on", "quiet"), "", *alone))
    ordered = sorted(deal.proposals, key=lambda proposal: -proposal.cash[player])
    best, worst = ordered[0], ordered[-1]
    notes = [
        f"{name} does best by {proposal_title(deal, best.name)} ({purse.money(best.cash[player])}), "
        f"worst by {proposal_title(deal, worst.name)} ({purse.money(worst.cash[player])})."
    ]
    if deal.terms.trophy_to == player:
        notes.append(
            f"Included: the trophy or seat, {purse_for([deal.terms.trophy], currency).money(deal.terms.trophy)}."
        )
    if deal.terms.leave or deal.terms.last_longer or (bounties and not deal.terms.bounties_shared):
        still = {proposal_title(deal, model): fine.money(float(deal.still_worth[model][player])) for model in models}
        notes.append(f"Included for the money left to play for: {by_models(still)}.")
    if deal.terms.last_longer and len(deal.terms.last_longer_players) < deal.table.players:
        notes.append("The last longer pot is valued in proportion to chips, under every model.")
    if bounties:
        own = terms_purse(deal, currency).money(bounty_amounts(deal.terms)[player])
        notes.append(f"The bounty on {name}, {own}, {'is shared' if deal.terms.bounties_shared else 'stays'}.")
    notes.append("Gains and losses are averages, compared with playing on. A deal also removes variance.")
    notes += cliff_lines(deal, currency, player)
    return Report(
        (
            Note(f"{name}, {amount(deal.table.stacks[player])} chips", "strong"),
            Grid(header, tuple(rows)),
            *(Note(note) for note in notes),
        )
    )


def playing_on_words(deal: Deal, model: str, player: int, currency: str) -> str:
    """Return the value of playing on to a player, bounties included."""
    result = deal.playing_on[model]
    worth = worth_of(result, currency, money=True)
    if result.bounties is None:
        return worth.words(player)
    return worth.purse.money(float(result.total[player]))


def deal_chat(deal: Deal, currency: str = "") -> str:
    """Return the chosen proposal as a short message: a line for each player."""
    terms = deal.terms
    purse = max(purse_of(deal, currency), terms_purse(deal, currency), key=lambda purse: purse.decimals)
    whole = deal.pool if not terms.bounties_shared else total([deal.pool, bounties_total(terms)])
    lines = [f"Deal, {deal.table.players} left, {purse.money(whole)}, by {rule_words(deal)}:"]
    span = {proposal.name: proposal for proposal in deal.proposals if proposal.name in ("icm", "dcm")}
    for seat, name in enumerate(deal.table.names):
        others = [
            f"{proposal_title(deal, model)} {purse.money(proposal.cash[seat])}"
            for model, proposal in span.items()
            if model != deal.choose
        ]
        cash = deal.chosen.cash[seat]
        paid = purse.money(cash) if cash >= 0 else f"pays in {purse.money(-cash)}"
        lines.append(f"{name} {paid}" + (f" ({', '.join(others)})" if others else ""))
    if terms.leave:
        places = ("the winner" if place == 1 else ordinal(place) for place in range(1, len(terms.leave) + 1))
        left = [f"{purse.money(money)} for {place}" for place, money in zip(places, terms.leave, strict=True) if money]
        lines.append(f"Left: {listed(left)}")
    if terms.trophy_to is not None:
        lines.append(f"{deal.table.names[terms.trophy_to]} also takes the trophy ({purse.money(terms.trophy)})")
    if terms.last_longer:
        lines.append(f"Last longer: {purse.money(terms.last_longer_pot)}")
    if terms.bounties_shared:
        lines.append(f"Bounties are shared, too: {purse.money(bounties_total(terms))} of it")
    elif terms.bounties:
        lines.append(f"Bounties stay on the players: {each_bounty(deal, purse)}")
    if terms.withheld:
        lines.append(f"Withheld: {purse.money(terms.withheld)}")
    if deal.chosen.odd and terms.odd_to_staff:
        lines.append(f"To the staff, left by rounding: {purse.money(deal.chosen.odd)}")
    lines.append(f"Sum {purse.money(deal.paid_now)}")
    return "\n".join(lines) + "\n"


def deal_csv(deal: Deal) -> str:
    """Return CSV with a line for each player: their stack and their payment by each proposal.

    With bounties, two columns have the bounty on the player and the part that stays.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    bounties = bounty_amounts(deal.terms)
    columns = ["bounty", "bounty_stays"] if bounties else []
    writer.writerow(["name", "stack", *columns, *(proposal.name for proposal in deal.proposals), "chosen"])
    for seat, name in enumerate(deal.table.names):
        stack = deal.table.stacks[seat]
        paid = [proposal.cash[seat] for proposal in deal.proposals]
        own = [bounties[seat], Decimal("0.00") if deal.terms.bounties_shared else bounties[seat]] if bounties else []
        writer.writerow([name, stack, *own, *paid, deal.chosen.cash[seat]])
    return text.getvalue()


def by_models(amounts: dict[str, str]) -> str:
    """Return the amount that all models agree on, or one for each model."""
    if len({*amounts.values()}) == 1:
        return f"{next(iter(amounts.values()))} by every model"
    return listed([f"{money} by {model}" for model, money in amounts.items()])
