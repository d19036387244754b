"""Equities, comparisons, finish probabilities and the paper's numbers as reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from finaltable.render.layout import Cell, Grid, Note, Part, Report
from finaltable.render.words import (
    amount,
    how_found,
    money,
    ordinal,
    percent_change,
    provenance,
    signed,
    sureness,
    title,
    upper,
)

if TYPE_CHECKING:
    from finaltable.equity import Comparison
    from finaltable.reproduction import Check, Reproduction
    from finaltable.result import Equity

MAX_COLUMNS = 20  # places shown before the rest becomes one column


def equity_report(result: Equity, currency: str = "") -> Report:
    """Return the equities as a table, with a line that says how they were found."""
    pool = result.table.pool or 1.0
    rows = tuple(
        (name, amount(stack), money(worth, currency), f"{100 * float(worth) / pool:.2f} %")
        for name, stack, worth in zip(result.names, result.stacks, result.equities, strict=True)
    )
    header = ("Player", "Stack", title(result.model), "of the pool")
    return Report((Grid(header, rows, fixed=2), Note(provenance(result, currency))))


def comparison_report(comparison: Comparison, currency: str = "") -> Report:
    """Return the models side by side, each with its difference from the first."""
    first, *others = comparison.results
    header = ["Player", "Stack", title(first.model)]
    for other in others:
        header += [title(other.model), "difference", "per cent"]
    rows = []
    for i, (name, stack) in enumerate(zip(first.names, first.stacks, strict=True)):
        row: list[Cell | str] = [name, amount(stack), money(first.equities[i], currency)]
        for m, other in enumerate(others, start=1):
            difference, percentage = comparison.differences[m, i], comparison.percentages[m, i]
            tone = gain_or_loss(difference)
            row += [money(other.equities[i], currency), Cell(signed(difference, currency), tone)]
            row.append(Cell(percent_change(percentage), tone))
        rows.append(tuple(row))
    notes = (Note(provenance(result, currency)) for result in comparison.results)
    return Report((Grid(tuple(header), tuple(rows), fixed=2), *notes))


def gain_or_loss(difference: float) -> str:
    """Return the tone of a difference that can be seen at two decimals."""
    return "" if abs(difference) < 0.005 else "gain" if difference > 0 else "loss"


def finish_report(results: Sequence[Equity], *, knockouts: bool = False, places: int | None = None) -> Report:
    """Return the probability of every place in per cent, model below model as in the paper's Table 4."""
    table = results[0].table
    shown = min(table.players, places or MAX_COLUMNS)
    header = ["Player", "Stack", "Model", *(ordinal(place) for place in range(1, shown + 1))]
    rest = shown < table.players
    if rest:
        header.append("later")
    rows: list[tuple[Cell | str, ...]] = []
    for i, (name, stack) in enumerate(zip(table.names, table.stacks, strict=True)):
        for m, result in enumerate(results):
            chances = [float(chance) for chance in result.finish[i]]
            shares = [*chances[:shown], *([sum(chances[shown:])] if rest else [])]
            front = (name, amount(stack)) if m == 0 else ("", "")
            rows.append((*front, title(result.model), *(chance_cell(share) for share in shares)))
    parts: list[Part] = [Grid(tuple(header), tuple(rows), fixed=3, left=frozenset({0, 2}))]
    parts += [Note(chance_provenance(result, result.finish_error)) for result in results]
    if knockouts:
        parts += [part for result in results if result.model == "dcm" for part in knockout_parts(result)]
    return Report(tuple(parts))


def knockout_parts(result: Equity) -> list[Part]:
    """Return who busts whom in per cent, and how many knockouts each player can expect."""
    names = result.names
    header = ("Busts", *(name for name in names), "knockouts")
    matrix = result.knockouts.astype(np.float64)
    rows = tuple(
        (name, *("" if i == j else chance_cell(matrix[i, j]) for j in range(len(names))), f"{matrix[i].sum():.4f}")
        for i, name in enumerate(names)
    )
    return [
        Note(""),
        Grid(header, rows),
        Note(
            f"Knockouts in per cent: the row's player busts the column's; right to "
            f"{upper(100 * result.knockouts_error)} ({sureness(result.guaranteed, result.method)})"
        ),
    ]


def chance_cell(chance: float) -> Cell:
    """Return a probability in per cent, shaded."""
    return Cell(f"{100 * float(chance):.2f}", shade=min(1.0, max(0.0, float(chance))))


def chance_provenance(result: Equity, error: float) -> str:
    """Say how finish probabilities were found and how good they are."""
    found = how_found(result.model, result.method, result.work)
    right = "exact" if error == 0 else f"right to {upper(100 * error)} ({sureness(result.guaranteed, result.method)})"
    return f"{found}: places in per cent, {right}"


def paper_report(reproduction: Reproduction) -> Report:
    """Return the paper's numbers beside ours, table by table, with the slips explained."""
    parts: list[Part] = []
    for section, checks in reproduction.by_section().items():
        rows = tuple(
            (check.row, column_of(check), check.printed, check.at_more_digits(), verdict(check)) for check in checks
        )
        parts += [
            Note(section, "strong"),
            Grid(("", "", "paper", "ours", "agree"), rows, fixed=2, left=frozenset({0, 1, 4})),
            Note(""),
        ]
    if reproduction.slips:
        parts.append(Note("Slips of the paper", "strong"))
        parts += [
            Note(f"{slip.where}: printed {slip.printed}, right {slip.right}: {slip.why}.", "")
            for slip in reproduction.slips
        ]
        parts.append(Note(""))
    parts.append(Note(reproduction.summary(), "bad" if reproduction.differing else "good"))
    return Report(tuple(parts))


def column_of(check: Check) -> str:
    """Return what a number is about, the model named once."""
    named = title(check.model) in f"{check.row} {check.column}"
    return check.column if named else f"{check.column}, {title(check.model)}"


def verdict(check: Check) -> Cell:
    """Say whether a number of the paper and ours agree."""
    if not check.agrees:
        return Cell("NO", "bad")
    return Cell(f"slip: {check.right} is right", "loss") if check.slip else Cell("yes", "good")
