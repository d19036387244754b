"""Report of the paper's numbers, printed and computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import title

if TYPE_CHECKING:
    from finaltable.values.paper.paper import Check, PaperNumbers


def paper_report(reproduction: PaperNumbers) -> Report:
    """Return printed and computed numbers, table by table, with the slips explained."""
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
    """Return the stacks and payouts of a row of the paper's tables."""
    if check.section not in ("Table 1", "Table 3"):
        return check.row
    stacks, payouts = (" ".join(map(str, values)) for values in (check.stacks, check.payouts))
    return f"{stacks} for {payouts}"


def column_of(check: Check) -> str:
    """Return the column of a number, with its model named once."""
    named = title(check.model) in f"{check.row} {check.column}"
    return check.column if named else f"{check.column}, {title(check.model)}"


def verdict(check: Check) -> Cell:
    """Return a cell that states whether the printed number agrees with the computed one."""
    if not check.agrees:
        return Cell("NO", "bad")
    return Cell(f"slip: {check.right} is right", "loss") if check.slip else Cell("yes", "good")
