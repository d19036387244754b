"""Report of expected bounties under several models, and of the next envelope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount
from finaltable.table.mystery import QUANTILES
from finaltable.values.bounties.report import bounties_report, bounty_title, matrix_parts, notes_of

if TYPE_CHECKING:
    from finaltable.results import Bounties
    from finaltable.table.mystery import Mystery
    from finaltable.values.bounties.comparison import BountyComparison


def incomes_report(comparison: BountyComparison, currency: str = "") -> Report:
    """Return each player's expected bounties under each model, with differences from the first, and any envelopes."""
    first, *others = comparison.results
    envelopes = mystery_parts(comparison.table.prizes.mystery, currency)
    if not others:
        return Report((*bounties_report(first, currency).parts, *envelopes))
    grid = incomes_grid(comparison, MoneyFormat.of(comparison.table.bounty_pool, currency))
    known = [result for result in comparison.results if "matrix" in result._later]
    matrices = [part for result in known for part in titled(result)]
    rules = notes_of(first, currency)[1]
    notes = [note for result in comparison.results for note in notes_of(result, currency) if note != rules]
    return Report((grid, *matrices, *notes, rules, *envelopes))


def titled(result: Bounties) -> list[Part]:
    """Return the split of each bounty under a model, below its title."""
    blank, *parts = matrix_parts(result)
    return [blank, Note(bounty_title(result), "strong"), *parts]


def envelope_lines(mystery: Mystery, purse: MoneyFormat) -> list[str]:
    """Return sentences on the mean and the distribution of the next envelope."""
    mean, spread = purse.money(float(mystery.mean)), purse.money(mystery.standard_deviation)
    points = ", ".join(f"{100 * point:.0f} % {purse.money(float(mystery.quantile(point)))}" for point in QUANTILES)
    left = f"{counted(mystery.count, 'envelope')} {'is' if mystery.count == 1 else 'are'}"
    return [
        f"{left} left, worth {mean} each on average; standard deviation {spread}.",
        f"Quantiles of the next one: {points}.",
    ]


def incomes_grid(comparison: BountyComparison, purse: MoneyFormat) -> Grid:
    """Return a line for each player."""
    first, *others = comparison.results
    header = ["Player", "Stack", "Bounty", bounty_title(first)]
    for other in others:
        header += [bounty_title(other), "difference"]
    differences = comparison.differences
    rows = []
    for i, name in enumerate(comparison.table.names):
        row: list[Cell | str] = [
            name,
            amount(comparison.table.stacks[i]),
            purse.money(float(comparison.table.bounties[i])),
        ]
        row.append(purse.money(first.income[i]))
        for m, other in enumerate(others, start=1):
            difference = float(differences[m, i])
            row += [purse.money(other.income[i]), Cell(purse.signed(difference), purse.tone(difference))]
        rows.append(tuple(row))
    return Grid(tuple(header), tuple(rows), fixed=2)


def mystery_parts(mystery: Mystery | None, currency: str) -> list[Part]:
    """Return the distribution of the next envelope; empty without envelopes."""
    if mystery is None:
        return []
    purse = MoneyFormat.of(float(mystery.total), currency)
    rows = tuple(
        (purse.money(amount), f"{count:,}", f"{100 * count / mystery.count:.2f} %")
        for count, amount in mystery.envelopes
    )
    return [
        Note(""),
        Grid(("Next envelope", "left", "chance"), rows, left=frozenset()),
        *(Note(line) for line in envelope_lines(mystery, purse)),
        Note("Each bounty is valued at this mean: on average, later envelopes are worth as much as the next one."),
    ]
