"""Report of the bounties in a decision: cash now, the bounty on hero, later bounties, dead chips."""

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
    """Return the effect of bounties, a line for each model; nothing without bounties."""
    if not decision.spot.table.bounties:
        return []
    single = len(decision.spot.all_in) == 1
    without = ("break-even without", "drop") if single else ("call - fold without",)
    header = ("Bounties", "cash now", "to own bounty", "later: fold", "later: call", *without, "in chips", "in BB")
    rows = tuple(bounty_row(verdict, purse, single) for verdict in decision.verdicts)
    notes = [Note(line) for line in bounty_notes(decision, purse)]
    return [Grid(header, rows), *notes, Note("")]


def bounty_row(verdict: Verdict, purse: MoneyFormat, single: bool) -> tuple[Cell | str, ...]:
    """Return the effect of bounties on the verdict of one model."""
    bounty = verdict.bounty
    assert bounty is not None, "the table has bounties"
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
    """Return lines about the bounty for a win, the columns of the grid, and bounty power."""
    lines = [if_hero_wins(decision, purse)] if decision.cash else []
    lines.append(
        "Cash and bounties are averages over the cards. Drop: points by which bounties lower the break-even equity. "
        "In chips: dead chips in the pot that would change call - fold as much."
    )
    jumping = [title(verdict.model) for verdict in decision.verdicts if find_model(verdict.model).jumps]
    if jumping:
        lines.append(f"{listed(jumping)}: a few chips can have that effect if they change the order of two stacks.")
    mystery = decision.spot.table.prizes.mystery
    if mystery is not None:
        lines += envelope_lines(mystery, purse)
    power = decision.bounty_power
    if power is not None:
        chips = short_amount(round(power, 4))
        lines.append(f"Bounty power: {chips} chips in play for each {purse.symbol}1 of prizes and bounties.")
    return lines


def if_hero_wins(decision: Decision, purse: MoneyFormat) -> str:
    """Return a line about the bounty that hero wins against the only all-in player."""
    hero, name = decision.spot.hero, decision.spot.table.names[decision.spot.hero]
    cash = exact_value(decision.cash["win"][hero])
    own, before = exact_value(decision.heads["win"][hero]), exact_value(decision.spot.table.bounties[hero])
    if not cash and own == before:
        return f"{name} does not cover the all-in player: no bounty to win in this hand."
    added = f", {purse.money(float(own - before))} added to their own bounty, now {purse.money(float(own))}"
    return f"If {name} wins: {purse.money(float(cash))} in cash now{added if own > before else ''}."
