"""Bounties as reports: who wins how much of them, and prizes and bounties side by side."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import (
    MoneyFormat,
    amount,
    how_found,
    percent_change,
    provenance,
    sureness,
    title,
    upper,
)
from finaltable.values.amounts import worth_of

if TYPE_CHECKING:
    from finaltable.results import Bounties, Equity
    from finaltable.values.equities.equity import Comparison


def bounties_report(result: Bounties, currency: str = "") -> Report:
    """Return everybody's income, and how each head is shared out where that was asked for or is known at once."""
    table = result.table
    purse = MoneyFormat.of(table.bounty_pool, currency)
    pool = table.bounty_pool or 1.0
    rows = tuple(
        (
            name,
            amount(stack),
            purse.money(float(head)),
            purse.money(result.income[i]),
            f"{100 * float(result.income[i]) / pool:.2f} %",
        )
        for i, (name, stack, head) in enumerate(zip(table.names, table.stacks, table.bounties, strict=True))
    )
    header = ("Player", "Stack", "Head", bounty_title(result), "of the bounties")
    grid = Grid(header, rows, fixed=2)
    return Report((grid, *(matrix_parts(result) if "matrix" in result._later else ()), *notes_of(result, currency)))


def matrix_parts(result: Bounties) -> tuple[Part, ...]:
    """Return how each head is shared out, in %."""
    names = result.table.names
    matrix = result.matrix.astype(np.float64)
    rows = tuple((name, *map(part_cell, matrix[i])) for i, name in enumerate(names))
    right = upper(100 * result.matrix_error) if result.matrix_error else "0"
    words = f"In %: what the row's player wins of the column's head; right to {right}"
    return (
        Note(""),
        Grid(("Wins of", *names), rows),
        Note(f"{words} ({sureness(result.guaranteed, result.method)})"),
    )


def part_cell(part: float) -> Cell | str:
    """Return a part of a head in %, shaded."""
    return Cell(f"{100 * part:.2f}", shade=min(1.0, max(0.0, float(part))))


def bounty_title(result: Bounties) -> str:
    """Return how the model is written; one that has to assume who busts whom says so."""
    return f"{title(result.model)} with an assumption" if result.assumption else title(result.model)


def notes_of(result: Bounties, currency: str = "") -> tuple[Note, ...]:
    """Say how bounties were found, how good they are, and what is assumed."""
    rules = result.table.prizes
    right = f"right to {currency}{upper(result.error)} ({sureness(result.guaranteed, result.method)})"
    found = how_found(result.model, result.method, result.work).replace(title(result.model), bounty_title(result), 1)
    kept = "" if rules.share == 1 else f", {100 * (1 - float(rules.share)):.6g} % go onto the winner's head"
    last = "the last player is paid their own" if rules.own else "the last player's own is not paid"
    notes = [
        Note(f"Bounties, {found}: {right if result.error else 'exact'}"),
        Note(f"Of a bounty {100 * float(rules.share):.6g} % are paid at once{kept}; {last}"),
    ]
    if result.assumption:
        notes.append(Note(f"{bounty_title(result)}: {result.assumption}"))
    return tuple(notes)


def equity_with_bounties(result: Equity, currency: str = "") -> Report:
    """Return prizes, bounties and both together."""
    bounties = result.bounties
    assert bounties is not None, "asked for only where there are some"
    table = result.table
    pool = (table.pool + table.bounty_pool) or 1.0
    rows = []
    worth = worth_of(result, currency)
    for i, (name, stack, head) in enumerate(zip(table.names, table.stacks, table.bounties, strict=True)):
        share = f"{100 * float(result.total[i]) / pool:.2f} %"
        rows.append(
            (
                name,
                amount(stack),
                worth.purse.money(float(head)),
                *words_of(result, worth.amounts[i], i, worth.purse),
                share,
            )
        )
    header = ("Player", "Stack", "Head", f"{title(result.model)}: prizes", "bounties", "total", "of all")
    return Report(
        (Grid(header, tuple(rows), fixed=2), Note(provenance(result, currency)), *notes_of(bounties, currency))
    )


def words_of(result: Equity, prize: object, player: int, purse: MoneyFormat) -> tuple[str, str, str]:
    """Return a player's prizes, bounties and the sum of the two as they are written."""
    bounty = result.bounty[player]
    if isinstance(bounty, Fraction):
        return purse.money(prize), purse.money(bounty), purse.money(result.total[player])  # type: ignore[arg-type]
    shown = [
        round(Fraction(str(value)) if not isinstance(value, float) else Fraction(value), purse.decimals)
        for value in (prize, float(bounty))
    ]
    return tuple(purse.money(float(value)) for value in (*shown, sum(shown)))  # type: ignore[return-value]


def comparison_with_bounties(comparison: Comparison, currency: str = "") -> Report:
    """Return prizes, bounties and totals of the models side by side; differences are those of the totals."""
    first, *others = comparison.results
    table = first.table
    worths = [worth_of(result, currency) for result in comparison.results]
    purse = worths[0].purse
    header = ["Player", "Stack", "Head"]
    for number, result in enumerate(comparison.results):
        header += [f"{title(result.model)}: prizes", "bounties", "total", *(["difference", "%"] if number else [])]
    rows = []
    for i, (name, stack, head) in enumerate(zip(table.names, table.stacks, table.bounties, strict=True)):
        row: list[Cell | str] = [
            name,
            amount(stack),
            purse.money(float(head)),
            *words_of(first, worths[0].amounts[i], i, purse),
        ]
        base = float(first.total[i])
        for other, worth in zip(others, worths[1:], strict=True):
            difference = float(other.total[i]) - base
            tone = purse.tone(difference)
            percentage = percent_change(100 * difference / base) if base > first.error + first.bounty_error else ""
            row += [
                *words_of(other, worth.amounts[i], i, purse),
                Cell(purse.signed(difference), tone),
                Cell(percentage, tone),
            ]
        rows.append(tuple(row))
    notes = [note for result in comparison.results for note in notes_with_prizes(result, currency)]
    return Report((Grid(tuple(header), tuple(rows), fixed=2), *notes))


def notes_with_prizes(result: Equity, currency: str) -> tuple[Note, ...]:
    """Say how prizes and bounties of one model were found."""
    assert result.bounties is not None, "asked for only where there are some"
    found, _, *assumed = notes_of(result.bounties, currency)
    return (Note(provenance(result, currency)), found, *assumed)
