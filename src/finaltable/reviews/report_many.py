"""The reviews of many players as a report: totals, groups of mistakes, and what was not judged or read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, title

if TYPE_CHECKING:
    from finaltable.reviews.groups import MistakeGroup
    from finaltable.reviews.totals import ManyReviewed, ReviewTotal

SHOWN = 10
HEADINGS = {
    "player": "Players",
    "position": "Positions",
    "depth": "Effective stacks in big blinds",
    "kind": "Kinds of decisions",
}


def many_report(found: ManyReviewed) -> Report:
    """Return the report, the most important parts first."""
    parts: list[Part] = [Note(scope(found), "strong")]
    for by, heading in HEADINGS.items():
        some = [one for one in found.totals if one.by == by]
        if some:
            parts += [Note(""), Note(heading, "strong"), totals_grid(some[:SHOWN])]
            if len(some) > SHOWN:
                parts.append(Note(f"and {len(some) - SHOWN:,} more: see --json"))
    if found.groups:
        purse = purse_for(found.totals)
        parts += [Note(""), Note(f"Mistakes by {title(found.models[0])}, by sort", "strong")]
        parts += [Note(f"{group_line(one, purse)}.") for one in found.groups[:SHOWN]]
    parts += [Note(""), *(Note(line) for line in small_print(found))]
    return Report(tuple(parts))


def scope(found: ManyReviewed) -> str:
    """Return what was read and judged, in a sentence."""
    players = sum(1 for one in found.totals if one.by == "player")
    read = f"{counted(found.hands, 'hand')} of {counted(players, 'player')} in {counted(found.files, 'file')}"
    judged = f"{found.judged:,} of {counted(found.tables - found.problems - found.repeated, 'decision')} judged"
    return f"{read}: {judged}, {counted(found.mistakes, 'mistake')}."


def purse_for(totals: Sequence[ReviewTotal]) -> MoneyFormat:
    """Return the format of money for some totals."""
    symbols = {one.currency for one in totals}
    largest = max((abs(one.cost) for one in totals), default=0.0)
    return MoneyFormat.of(largest, symbols.pop() if len(symbols) == 1 else "")


def totals_grid(totals: Sequence[ReviewTotal]) -> Grid:
    """Return a line for each total."""
    rows = []
    for one in totals:
        purse = MoneyFormat.of(max(abs(one.cost), abs(one.luck)), one.currency)
        rows.append(
            (
                visible(one.name.replace("_", " ") if one.by == "kind" else one.name),
                f"{one.decisions:,}",
                f"{one.judged:,}",
                f"{one.mistakes:,}",
                Cell(purse.signed(-one.cost), purse.tone(-one.cost)),
                f"± {purse.money(one.uncertainty)}",
                Cell(purse.signed(one.luck), purse.tone(one.luck)),
            )
        )
    return Grid(("", "decisions", "judged", "mistakes", "cost", "", "luck"), tuple(rows))


def group_line(one: MistakeGroup, purse: MoneyFormat) -> str:
    """Return a group of mistakes in a line, without its full stop."""
    times = "once" if one.count == 1 else f"{one.count:,} times"
    words = one.words[:1].upper() + one.words[1:]
    return f"{words}: {times}, {purse.signed(-one.cost)} ± {purse.money(one.uncertainty)}"


def small_print(found: ManyReviewed) -> list[str]:
    """Return what was not judged, not read or not finished, and where the rows are."""
    lines = [f"Not judged: {count:,}, {reason}." for reason, count in [*found.not_judged.items()][:SHOWN]]
    if len(found.not_judged) > SHOWN:
        lines.append(f"Not judged, for other reasons: {sum([*found.not_judged.values()][SHOWN:]):,}.")
    if found.repeated:
        lines.append(f"{counted(found.repeated, 'decision')} of hands that the files have twice: each counts once.")
    lines += [visible(f"Not read: {one.file}, line {one.line:,}: {one.reason}") for one in found.not_read]
    if found.problems > len(found.not_read):
        lines.append(f"and {found.problems - len(found.not_read):,} more: see the column problem.")
    lines += [f"{one.part} was set aside: {one.reason}; the same call tries again." for one in found.set_aside]
    again = f", {counted(found.skipped, 'part')} from an earlier run" if found.skipped else ""
    lines.append(f"A row for each decision: {found.where} ({counted(found.parts, 'part')}{again}).")
    return lines


def visible(text: str) -> str:
    """Return text of a file with control characters replaced."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
