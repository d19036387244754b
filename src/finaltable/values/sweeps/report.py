"""Report of a sweep: a chart for one player, a sparkline for each, and the cliffs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from finaltable.reporting.layout import Cell, Drawing, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, listed, short_amount, title, upper

if TYPE_CHECKING:
    from finaltable.results import Values
    from finaltable.values.sweeps.sweep import Cliff, Sweep

BARS = "▁▂▃▄▅▆▇█"
MARKS = "·o+x*"
CHART_ROWS = 14
SAMPLE_ROWS = 9


def sweep_report(sweep: Sweep, currency: str = "", width: int | None = None) -> Report:
    """Return the chart, a sparkline for each player, the player's equities at some stacks, and the cliffs."""
    width = 80 if width is None else max(40, min(width, 110))
    purse = MoneyFormat.of(sweep.table.pool, currency)
    moved = sweep.table.names[sweep.player]
    legend = ", ".join(f"{mark} {title(model)}" for mark, model in zip(MARKS, sweep.models, strict=False))
    parts: list[Part] = [
        Note(f"{moved}'s equity as {moved}'s stack grows ({legend})", "strong"),
        Drawing(chart(sweep, purse, width)),
        Note(""),
        sparklines(sweep, purse, width),
        Note(""),
        samples(sweep, purse),
        Note(""),
    ]
    parts += cliff_parts(sweep, purse)
    errors = zip(sweep.models, sweep.errors, strict=True)
    words = listed([f"{title(model)} right to {currency}{upper(error)}" for model, error in errors])
    parts.append(Note(f"{len(sweep.points):,} stacks; {words}."))
    return Report(tuple(parts))


def chart(sweep: Sweep, purse: MoneyFormat, width: int) -> tuple[str, ...]:
    """Draw the player's equity with a mark for each model; where models meet, the last one is drawn."""
    curves = sweep.equities[:, :, sweep.player].astype(np.float64)
    low, high = float(curves.min()), float(curves.max())
    labels = [purse.money(high - (high - low) * row / (CHART_ROWS - 1)) for row in range(CHART_ROWS)]
    margin = max(len(label) for label in labels)
    columns = max(10, width - margin - 3)
    canvas = [[" "] * columns for _ in range(CHART_ROWS)]
    for mark, curve in zip(MARKS, curves, strict=False):
        for column, value in enumerate(at_columns(sweep.points, curve, columns)):
            row = 0 if high == low else round((high - value) / (high - low) * (CHART_ROWS - 1))
            canvas[row][column] = mark
    shown = {0, CHART_ROWS // 2, CHART_ROWS - 1}
    lines = [
        f"{(labels[row] if row in shown else '').rjust(margin)} ┤{''.join(canvas[row])}".rstrip()
        for row in range(CHART_ROWS)
    ]
    first, last = short_amount(sweep.points[0]), short_amount(sweep.points[-1])
    ruler = " " * (margin + 2) + first + last.rjust(columns - len(first))
    return (*lines, " " * (margin + 1) + "└" + "─" * columns, ruler)


def at_columns(stacks: Values, curve: Values, columns: int) -> list[float]:
    """Return the curve at evenly spaced stacks: the nearest point, never a mean across a cliff."""
    places = np.linspace(float(stacks[0]), float(stacks[-1]), columns)
    nearest = [int(np.abs(stacks - place).argmin()) for place in places]
    return [float(curve[i]) for i in nearest]


def sparklines(sweep: Sweep, purse: MoneyFormat, width: int) -> Grid:
    """Return a sparkline for each player and model, with the lowest and the highest equity."""
    rows = []
    columns = max(10, min(40, width - 45))
    for player, name in enumerate(sweep.table.names):
        for m, model in enumerate(sweep.models):
            curve = sweep.equities[m, :, player].astype(np.float64)
            bars = sparkline(at_columns(sweep.points, curve, columns), sweep.equities[:, :, player])
            extremes = (purse.money(float(curve.min())), purse.money(float(curve.max())))
            rows.append((name if m == 0 else "", title(model), bars, *extremes))
    return Grid(("Player", "Model", "equity", "lowest", "highest"), tuple(rows), fixed=2, left=frozenset({0, 1, 2}))


def sparkline(values: Sequence[float], among: Values) -> str:
    """Draw values as bars, scaled to the range of ``among``.

    >>> sparkline([0, 1, 2, 3], np.array([0, 7]))
    '▁▂▃▄'
    """
    low, high = float(among.min()), float(among.max())
    scale = (len(BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(BARS[round((value - low) * scale)] for value in values)


def samples(sweep: Sweep, purse: MoneyFormat) -> Grid:
    """Return the player's equity at a few stacks, with the difference from the first model."""
    picked = np.unique(np.linspace(0, len(sweep.points) - 1, SAMPLE_ROWS).round().astype(int))
    header = [f"{sweep.table.names[sweep.player]}'s stack", title(sweep.models[0])]
    for model in sweep.models[1:]:
        header += [title(model), "difference"]
    rows = []
    for k in picked:
        first, *others = (float(value) for value in sweep.equities[:, k, sweep.player])
        row: list[Cell | str] = [short_amount(sweep.points[k]), purse.money(first)]
        for other in others:
            row += [purse.money(other), Cell(purse.signed(other - first), purse.tone(other - first))]
        rows.append(tuple(row))
    return Grid(tuple(header), tuple(rows), left=frozenset())


def cliff_parts(sweep: Sweep, purse: MoneyFormat) -> list[Part]:
    """Return the cliffs of each model that jumps, and the size from which on none is missing."""
    from finaltable.models import find_model

    parts: list[Part] = []
    for model in (found for found in map(find_model, sweep.models) if found.jumps):
        cliffs = [cliff for cliff in sweep.cliffs if cliff.model == model.name]
        if not model.tie_share:
            parts.append(Note(f"{model.title} jumps, too. Its cliffs are not listed: only those of DCM are found."))
        elif cliffs:
            parts += cliff_list(sweep, cliffs, purse)
        else:
            size = purse.at_most(sweep.complete_above) if is_short(sweep) else purse.money(sweep.threshold)
            moves = f"no single chip moves an equity under {model.title} by that much"
            parts.append(Note(f"No cliffs of {size} or more: {moves}.", ""))
    if sweep.cliffs and is_short(sweep):
        proved = purse.at_most(sweep.complete_above)
        parts.append(Note(f"All cliffs of {proved} or more are listed (proved); smaller ones may be missing."))
    return parts


def is_short(sweep: Sweep) -> bool:
    """Return whether cliffs above the threshold may be missing."""
    return sweep.complete_above > sweep.threshold


def cliff_list(sweep: Sweep, cliffs: Sequence[Cliff], purse: MoneyFormat) -> list[Part]:
    """Return the cliffs of one model as a table, and their reasons."""
    names = sweep.table.names
    header = ("Cliff at", "player", "before", "level", "after", "jump")
    rows: list[tuple[Cell | str, ...]] = []
    for cliff in cliffs:
        jumps = cliff.jump.astype(np.float64)
        hit = [i for i in np.argsort(-np.abs(jumps)) if abs(jumps[i]) >= min(sweep.threshold, np.abs(jumps).max())]
        for k, i in enumerate(sorted(hit)):
            values = (purse.money(float(value[i])) for value in (cliff.before, cliff.level, cliff.after))
            front = short_amount(float(cliff.stack)) if k == 0 else ""
            rows.append((front, names[i], *values, Cell(purse.signed(jumps[i]), purse.tone(jumps[i]))))
    moves = f"moves an equity under {title(cliffs[0].model)} by {purse.money(sweep.threshold)} or more"
    return [
        Note(f"Cliffs: one more chip for {names[sweep.player]} {moves}", "strong"),
        Grid(header, tuple(rows), fixed=2, left=frozenset({1})),
        *(Note(f"At {short_amount(float(cliff.stack))}: {reason(cliff, names)}.") for cliff in cliffs),
    ]


def reason(cliff: Cliff, names: tuple[str, ...]) -> str:
    """Return the reason for a cliff."""
    one, other = (names[i] for i in cliff.pair)
    if not cliff.path:
        return f"{one} and {other} are level"
    hands = "hand goes" if len(cliff.path) == 1 else f"{len(cliff.path)} hands go"
    return f"{one} and {other} are level if the next {hands} to {', then '.join(names[i] for i in cliff.path)}"


def sweep_csv(sweep: Sweep) -> str:
    """Return every point as CSV: the stack, then each model's equity of each player."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = sweep.table.names
    writer.writerow(["stack", *(f"{model} {name}" for model in sweep.models for name in names)])
    for k, stack in enumerate(sweep.points.tolist()):
        writer.writerow([stack, *(value for equities in sweep.equities[:, k].tolist() for value in equities)])
    return out.getvalue()
