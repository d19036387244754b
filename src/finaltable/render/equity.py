"""Equities, comparisons, finish probabilities and the paper's numbers as reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from finaltable.render.bounties import comparison_with_bounties, equity_with_bounties
from finaltable.render.layout import Cell, Grid, Note, Part, Report
from finaltable.render.words import (
    amount,
    how_found,
    ordinal,
    percent_change,
    provenance,
    sureness,
    title,
    upper,
)
from finaltable.render.worth import worth_of

if TYPE_CHECKING:
    from finaltable.analysis.equity import Comparison
    from finaltable.analysis.reproduction import Check, Reproduction
    from finaltable.inputs.table import Table
    from finaltable.results import Equity, FinishProbabilities

MAX_COLUMNS = 20  # places shown before the rest becomes one column


def equity_report(result: Equity, currency: str = "") -> Report:
    """Return the equities as a table, with a line that says how they were found."""
    if result.bounties is not None:
        return equity_with_bounties(result, currency)
    pool = result.table.pool
    worth = worth_of(result, currency)
    rows = tuple(
        (name, amount(stack), worth.words(i), f"{100 * float(result.equities[i]) / (pool or 1.0):.2f} %")
        for i, (name, stack) in enumerate(zip(result.names, result.stacks, strict=True))
    )
    header = ("Player", "Stack", title(result.model), "of the prizes")
    return Report((Grid(header, rows, fixed=2), Note(provenance(result, currency))))


def comparison_report(comparison: Comparison, currency: str = "", *, money: bool = False) -> Report:
    """Return the models side by side, each with its difference from the first; ``money`` as for `worth_of`."""
    if comparison.results[0].bounties is not None:
        return comparison_with_bounties(comparison, currency, money=money)
    first, *others = comparison.results
    worths = [worth_of(result, currency, money=money) for result in comparison.results]
    header = ["Player", "Stack", title(first.model)]
    for other in others:
        header += [title(other.model), "difference", "%"]
    percentages = comparison.percentages  # each access would build them anew
    rows = []
    for i, (name, stack) in enumerate(zip(first.names, first.stacks, strict=True)):
        row: list[Cell | str] = [name, amount(stack), worths[0].words(i)]
        for m, other in enumerate(others, start=1):
            difference = worths[m].over(worths[0], i)
            tone = worths[m].purse.tone(difference)
            # Of next to nothing, a percentage says nothing.
            seen = float(first.equities[i]) > first.error + other.error
            percentage = percent_change(percentages[m, i]) if seen else ""
            row += [worths[m].words(i), Cell(worths[m].purse.signed(difference), tone), Cell(percentage, tone)]
        rows.append(tuple(row))
    notes = (Note(provenance(result, currency)) for result in comparison.results)
    return Report((Grid(tuple(header), tuple(rows), fixed=2), *notes))


def finish_report(
    table: Table,
    answers: Sequence[FinishProbabilities],
    knockouts: Equity | None = None,
    *,
    places: int | None = None,
    width: int | None = None,
) -> Report:
    """Return the probability of every place in %, model below model as in the paper's Table 4.

    Two decimals as there; one where that makes the table fit the width.
    """
    grid = finish_grid(table, answers, places, decimals=2)
    if width is not None and grid.width() > width:
        shorter = finish_grid(table, answers, places, decimals=1)
        grid = shorter if shorter.width() <= width else grid
    notes = (Note(chance_provenance(answer)) for answer in answers)
    return Report((grid, *notes, *(knockout_parts(knockouts) if knockouts else ())))


def finish_grid(table: Table, answers: Sequence[FinishProbabilities], places: int | None, decimals: int) -> Grid:
    """Return a row for each player and model, a column for each place."""
    shown = min(table.players, places or MAX_COLUMNS)
    later = ["later"] if shown < table.players else []
    header = ["Player", "Stack", "Model", *(ordinal(place) for place in range(1, shown + 1)), *later]
    rows: list[tuple[Cell | str, ...]] = []
    for i, (name, stack) in enumerate(zip(table.names, table.stacks, strict=True)):
        for m, answer in enumerate(answers):
            chances = [float(chance) for chance in answer[i]]
            shares = [*chances[:shown], *([sum(chances[shown:])] if later else [])]
            front = (name, amount(stack)) if m == 0 else ("", "")
            rows.append((*front, title(answer.model or ""), *(chance_cell(share, decimals) for share in shares)))
    return Grid(tuple(header), tuple(rows), fixed=3, left=frozenset({0, 2}))


def knockout_parts(result: Equity) -> tuple[Part, ...]:
    """Return who busts whom in %, and how many knockouts each player can expect."""
    names = result.names
    matrix = result.knockouts.astype(np.float64)
    rows = tuple(
        (name, *("" if i == j else chance_cell(matrix[i, j]) for j in range(len(names))), f"{matrix[i].sum():.4f}")
        for i, name in enumerate(names)
    )
    right = upper(100 * result.knockouts_error) if result.knockouts_error else "0"
    return (
        Note(""),
        Grid(("Busts", *names, "knockouts"), rows),
        Note(
            "Knockouts in %: the row's player busts the column's; right to "
            f"{right} ({sureness(result.guaranteed, result.method)})"
        ),
    )


def chance_cell(chance: float, decimals: int = 2) -> Cell:
    """Return a probability in %, shaded."""
    return Cell(f"{100 * float(chance):.{decimals}f}", shade=min(1.0, max(0.0, float(chance))))


def chance_provenance(answer: FinishProbabilities) -> str:
    """Say how finish probabilities were found and how good they are."""
    method, error = answer.method or "", answer.error or 0.0
    found = how_found(answer.model or "", method, answer.work or 0)
    right = f"right to {upper(100 * error)} ({sureness(bool(answer.guaranteed), method)})" if error else "exact"
    return f"{found}: places in %, {right}"


def paper_report(reproduction: Reproduction) -> Report:
    """Return the paper's numbers beside ours, table by table, with the slips explained."""
    parts: list[Part] = []
    for section, checks in reproduction.by_section().items():
        rows = tuple(
            (row_of(check), column_of(check), check.printed, check.at_more_digits(), verdict(check)) for check in checks
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


def row_of(check: Check) -> str:
    """Return a row of the paper's tables with the stacks, so that it can be typed again."""
    if check.section not in ("Table 1", "Table 3"):
        return check.row
    stacks, payouts = (" ".join(map(str, values)) for values in (check.stacks, check.payouts))
    return f"{stacks} for {payouts}"


def column_of(check: Check) -> str:
    """Return what a number is about, the model named once."""
    named = title(check.model) in f"{check.row} {check.column}"
    return check.column if named else f"{check.column}, {title(check.model)}"


def verdict(check: Check) -> Cell:
    """Say whether a number of the paper and ours agree."""
    if not check.agrees:
        return Cell("NO", "bad")
    return Cell(f"slip: {check.right} is right", "loss") if check.slip else Cell("yes", "good")
