"""A call for a bounty in words: cash now, what goes onto hero's head, what comes later, and all of it in chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.models import find_model
from finaltable.reporting.layout import Cell, Grid, Note, Part
from finaltable.reporting.words import MoneyFormat, listed, short_amount, title
from finaltable.table.table import exact_value
from finaltable.values.bounties.report_comparison import envelope_lines

if TYPE_CHECKING:
    from finaltable.decisions.decide import Decision
    from finaltable.decisions.verdict import Verdict


def bounty_parts(decision: Decision, purse: MoneyFormat) -> list[Part]:
    """Return what bounties change, a line for each model; nothing where there are none."""
    if not decision.spot.table.bounties:
        return []
    single = len(decision.spot.all_in) == 1
    without = ("break-even without", "drop") if single else ("call - fold without",)
    header = ("Bounties", "cash now", "onto own head", "later: fold", "later: call", *without, "in chips", "in BB")
    rows = tuple(bounty_row(verdict, purse, single) for verdict in decision.verdicts)
    notes = [Note(line) for line in bounty_notes(decision, purse)]
    return [Grid(header, rows), *notes, Note("")]


def bounty_row(verdict: Verdict, purse: MoneyFormat, single: bool) -> tuple[Cell | str, ...]:
    """Return what bounties change in the verdict of one model."""
    bounty = verdict.bounty
    assert bounty is not None, "asked for only where there are bounties"
    money = [bounty.cash, bounty.onto_head, bounty.later_fold, bounty.later_call]
    row: list[Cell | str] = [title(verdict.model), *map(purse.money, money)]
    if single:
        row.append(equity_words(bounty.break_even))
        drop = bounty.drop or 0.0
        row.append(Cell(f"{100 * drop:+.2f}", "gain" if drop > 0 else "loss" if drop < 0 else ""))
    else:
        row.append(purse.signed(bounty.difference))
    row.append("–" if bounty.chips is None else f"{short_amount(bounty.chips)}")
    row.append("–" if bounty.big_blinds is None else f"{bounty.big_blinds:.1f}")
    return tuple(row)


def equity_words(point: float | None) -> str:
    """Return a break-even point."""
    return "never" if point is None else "always" if point == 0 else f"{100 * point:.2f} %"


def bounty_notes(decision: Decision, purse: MoneyFormat) -> list[str]:
    """Say what a win brings, what the columns mean, and how many chips a unit of money stands for."""
    lines = [if_hero_wins(decision, purse)] if decision.cash else []
    lines.append(
        "Cash and heads on average over the cards; drop: by how many points bounties lower the break-even equity; "
        "in chips: dead chips in the pot that would change call - fold as much."
    )
    jumping = [title(verdict.model) for verdict in decision.verdicts if find_model(verdict.model).jumps]
    if jumping:
        lines.append(f"{listed(jumping)}: a few chips may do that where they bring two stacks past each other.")
    mystery = decision.spot.table.prizes.mystery
    if mystery is not None:
        lines += envelope_lines(mystery, purse)
    power = decision.bounty_power
    if power is not None:
        chips = short_amount(round(power, 4))
        lines.append(f"Bounty power: {chips} chips in play for each {purse.symbol}1 of prizes and bounties.")
    return lines


def if_hero_wins(decision: Decision, purse: MoneyFormat) -> str:
    """Say what hero takes by winning against the only all-in player."""
    hero, name = decision.spot.hero, decision.spot.table.names[decision.spot.hero]
    cash = exact_value(decision.cash["win"][hero])
    own, before = exact_value(decision.heads["win"][hero]), exact_value(decision.spot.table.bounties[hero])
    if not cash and own == before:
        return f"{name} does not cover the player who is all-in: no head to win in this hand."
    onto = f", {purse.money(float(own - before))} onto their own head, now {purse.money(float(own))}"
    return f"If {name} wins: {purse.money(float(cash))} in cash now{onto if own > before else ''}."
