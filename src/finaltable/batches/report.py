"""The summary of a batch as a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.reporting.layout import Grid, Note, Report
from finaltable.reporting.words import title

if TYPE_CHECKING:
    from finaltable.batches.summary import BatchSummary


ROWS = {"equity": "table", "nash": "spot", "review": "decision"}


def batch_report(summary: BatchSummary) -> Report:
    """Return the counts, the parts set aside, the first problems, and the result in a line."""
    rows = (
        ("parts", f"{summary.parts:,}"),
        ("from an earlier run", f"{summary.skipped:,}"),
        ("set aside", f"{len(summary.set_aside):,}"),
        (f"{ROWS[summary.ask]}s", f"{summary.tables:,}"),
        ("problems", f"{summary.problems:,}"),
    )
    notes = [Note(f"{one.part} of {one.source} was set aside: {one.reason}", "bad") for one in summary.set_aside]
    notes += [Note(f"{one.part} row {one.row}: {one.problem}") for one in summary.first_problems]
    if summary.problems > len(summary.first_problems):
        notes.append(Note(f"and {summary.problems - len(summary.first_problems):,} more: see the column problem"))
    return Report((Grid((summary.where, ""), rows), *notes, last_line(summary)))


def last_line(summary: BatchSummary) -> Note:
    """Return the result of a run in a line."""
    models = " and ".join(title(model) for model in summary.models)
    text = f"{counted(summary.tables, ROWS[summary.ask])} by {models}: {counted(summary.problems, 'problem')}"
    if summary.set_aside:
        text += f", {counted(len(summary.set_aside), 'part')} set aside (the same call tries again)"
    return Note(text, "bad" if summary.set_aside or summary.problems else "good")
