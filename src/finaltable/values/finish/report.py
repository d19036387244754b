"""Reports of finish and knockout probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import amount, how_found, ordinal, sureness, title, upper

if TYPE_CHECKING:
    from finaltable.results import Equity, FinishProbabilities
    from finaltable.table.table import Table
    from finaltable.values.equities.chosen import Chosen

MAX_COLUMNS = 20  # places shown before the rest becomes one column


def finish_report(
    table: Table,
    answers: Sequence[FinishProbabilities],
    knockouts: Equity | None = None,
    *,
    places: int | None = None,
    chosen: Chosen | None = None,
    width: int | None = None,
) -> Report:
    """Return finish probabilities in %, one model below the other as in the paper's Table 4.

    They have two decimals as there, or one if the table fits the width only then.
    """
    grid = finish_grid(table, answers, places, chosen, decimals=2)
    if width is not None and grid.width() > width:
        shorter = finish_grid(table, answers, places, chosen, decimals=1)
        grid = shorter if shorter.width() <= width else grid
    notes = (Note(chance_provenance(answer)) for answer in answers)
    return Report((grid, *notes, *(knockout_parts(knockouts) if knockouts else ())))


def array_report(answer: FinishProbabilities) -> Report:
    """Return the finish probabilities of one table, without the names of its players."""
    places = tuple(f"{ordinal(place + 1)}" for place in range(answer.shape[1]))
    rows: list[tuple[Cell | str, ...]] = []
    for i, line in enumerate(np.asarray(answer).tolist()):
        rows.append((str(i), *(chance_cell(float(one)) for one in line)))
    return Report((Grid(("Player", *places), tuple(rows)), Note(chance_provenance(answer))))


def finish_grid(
    table: Table,
    answers: Sequence[FinishProbabilities],
    places: int | None,
    chosen: Chosen | None,
    decimals: int,
) -> Grid:
    """Return a row for each player and model, a column for each place."""
    only, players = chosen or (None, None)
    shown = min(table.players, places or MAX_COLUMNS) if only is None else len(only)
    later = ["later"] if only is None and shown < table.players else []
    header = ["Player", "Stack", "Model", *map(ordinal, only or range(1, shown + 1)), *later]
    rows: list[tuple[Cell | str, ...]] = []
    for i, player in enumerate(range(table.players) if players is None else players):
        for m, answer in enumerate(answers):
            chances = [float(chance) for chance in answer[i]]
            shares = [*chances[:shown], *([sum(chances[shown:])] if later else [])]
            front = (table.names[player], amount(table.stacks[player])) if m == 0 else ("", "")
            rows.append((*front, title(answer.model or ""), *(chance_cell(share, decimals) for share in shares)))
    return Grid(tuple(header), tuple(rows), fixed=3, left=frozenset({0, 2}))


def knockout_parts(result: Equity) -> tuple[Part, ...]:
    """Return knockout probabilities in %, and the expected knockouts of each player."""
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
            "Knockouts in %: the row's player busts the column's player; right to "
            f"{right} ({sureness(result.guaranteed, result.method)})"
        ),
    )


def chance_cell(chance: float, decimals: int = 2) -> Cell:
    """Return a probability in %, shaded."""
    return Cell(f"{100 * float(chance):.{decimals}f}", shade=min(1.0, max(0.0, float(chance))))


def chance_provenance(answer: FinishProbabilities) -> str:
    """Return a line on the method and the error of finish probabilities."""
    method, error = answer.method or "", answer.error or 0.0
    found = how_found(answer.model or "", method, answer.work or 0)
    right = f"right to {upper(100 * error)} ({sureness(bool(answer.guaranteed), method)})" if error else "exact"
    return f"{found}: finish probabilities in %, {right}"
