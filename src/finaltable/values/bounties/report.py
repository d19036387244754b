"""Reports of bounties: expected bounties, and prizes and bounties together."""

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
    """Return each player's expected bounties, and the split of each bounty if it was computed."""
    table = result.table
    purse = MoneyFormat.of(table.bounty_pool, currency)
    pool = table.bounty_pool or 1.0
    rows = tuple(
        (
            name,
            amount(stack),
            purse.money(float(bounty)),
            purse.money(result.income[i]),
            f"{100 * float(result.income[i]) / pool:.2f} %",
        )
        for i, (name, stack, bounty) in enumerate(zip(table.names, table.stacks, table.bounties, strict=True))
    )
    header = ("Player", "Stack", "Bounty", bounty_title(result), "of the bounties")
    grid = Grid(header, rows, fixed=2)
    return Report((grid, *(matrix_parts(result) if "matrix" in result._later else ()), *notes_of(result, currency)))


def matrix_parts(result: Bounties) -> tuple[Part, ...]:
    """Return the split of each bounty, in %."""
    names = result.table.names
    matrix = result.matrix.astype(np.float64)
    rows = tuple((name, *map(part_cell, matrix[i])) for i, name in enumerate(names))
    right = upper(100 * result.matrix_error) if result.matrix_error else "0"
    words = f"In %: the part of the bounty on the column's player that the row's player wins; right to {right}"
    return (
        Note(""),
        Grid(("Winner", *names), rows),
        Note(f"{words} ({sureness(result.guaranteed, result.method)})"),
    )


def part_cell(part: float) -> Cell | str:
    """Return a part of a bounty in %, shaded."""
    return Cell(f"{100 * part:.2f}", shade=min(1.0, max(0.0, float(part))))


def bounty_title(result: Bounties) -> str:
    """Return the title of the model, marked if it has to assume who busts whom."""
    return f"{title(result.model)} with an assumption" if result.assumption else title(result.model)


def notes_of(result: Bounties, currency: str = "") -> tuple[Note, ...]:
    """Return notes on the method, the error and the assumptions of bounties."""
    rules = result.table.prizes
    right = f"right to {currency}{upper(result.error)} ({sureness(result.guaranteed, result.method)})"
    found = how_found(result.model, result.method, result.work).replace(title(result.model), bounty_title(result), 1)
    kept = "" if rules.share == 1 else f" and {100 * (1 - float(rules.share)):.6g} % is added to the winner's own"
    last = "the last player is paid their own" if rules.own else "the last player's own is not paid"
    notes = [
        Note(f"Bounties, {found}: {right if result.error else 'exact'}"),
        Note(f"Of each bounty, {100 * float(rules.share):.6g} % is paid at once{kept}; {last}"),
    ]
    if result.assumption:
        notes.append(Note(f"{bounty_title(result)}: {result.assumption}"))
    return tuple(notes)


def equity_with_bounties(result: Equity, currency: str = "") -> Report:
    """Return prizes, bounties and their sum."""
    bounties = result.bounties
    assert bounties is not None, "asked for only where there are some"
    table = result.table
    pool = (table.pool + table.bounty_pool) or 1.0
    rows = []
    worth = worth_of(result, currency)
    for i, (name, stack, bounty) in enumerate(zip(table.names, table.stacks, table.bounties, strict=True)):
        share = f"{100 * float(result.total[i]) / pool:.2f} %"
        rows.append(
            (
                name,
                amount(stack),
                worth.purse.money(float(bounty)),
                *words_of(result, worth.amounts[i], i, worth.purse),
                share,
            )
        )
    header = ("Player", "Stack", "Bounty", f"{title(result.model)}: prizes", "bounties", "total", "of all")
    return Report(
        (Grid(header, tuple(rows), fixed=2), Note(provenance(result, currency)), *notes_of(bounties, currency))
    )


def words_of(result: Equity, prize: object, player: int, purse: MoneyFormat) -> tuple[str, str, str]:
    """Return a player's prizes, bounties and their sum as text."""
    bounty = result.bounty[player]
    if isinstance(bounty, Fraction):
        return purse.money(prize), purse.money(bounty), purse.money(result.total[player])  # type: ignore[arg-type]
    shown = [
        round(Fraction(str(value)) if not isinstance(value, float) else Fraction(value), purse.decimals)
        for value in (prize, float(bounty))
    ]
    return tuple(purse.money(float(value)) for value in (*shown, sum(shown)))  # type: ignore[return-value]


def comparison_with_bounties(comparison: Comparison, currency: str = "") -> Report:
    """Return prizes, bounties and totals of the models side by side, with differences of the totals."""
    first, *others = comparison.results
    table = first.table
    worths = [worth_of(result, currency) for result in comparison.results]
    purse = worths[0].purse
    header = ["Player", "Stack", "Bounty"]
    for number, result in enumerate(comparison.results):
        header += [f"{title(result.model)}: prizes", "bounties", "total", *(["difference", "%"] if number else [])]
    rows = []
    for i, (name, stack, bounty) in enumerate(zip(table.names, table.stacks, table.bounties, strict=True)):
        row: list[Cell | str] = [
            name,
            amount(stack),
            purse.money(float(bounty)),
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
    """Return notes on the method and the error of prizes and bounties under one model."""
    assert result.bounties is not None, "asked for only where there are some"
    found, _, *assumed = notes_of(result.bounties, currency)
    return (Note(provenance(result, currency)), found, *assumed)
