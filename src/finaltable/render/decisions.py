"""Decisions and bubble factors as reports."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from finaltable.render.layout import Cell, Grid, Note, Part, Report
from finaltable.render.words import Purse, amount, listed, title, upper

if TYPE_CHECKING:
    from finaltable.decision import Decision, Verdict
    from finaltable.pressures import Pressure

TONES = {"call": "good", "fold": "loss", "too close": "quiet"}


def decision_report(decision: Decision, currency: str = "") -> Report:
    """Return the spot in a few lines, what each model says, and where they part."""
    purse = Purse.of(decision.spot.table.pool, currency)
    parts: list[Part] = [Note(line, "") for line in spot_lines(decision)]
    parts += [Note(""), verdict_grid(decision, purse), Note("")]
    parts += [Note(line, "strong") for line in conclusion(decision)]
    parts += [Note(line) for line in small_print(decision)]
    return Report(tuple(parts))


def spot_lines(decision: Decision) -> list[str]:
    """Say who is all-in, what hero must call, and how often he wins."""
    spot, names = decision.spot, decision.spot.table.names
    villains = listed([names[seat] for seat in spot.all_in])
    are = "is" if len(spot.all_in) == 1 else "are"
    lines = [
        f"{names[spot.hero]} to act: {villains} {are} all-in, {amount(spot.to_call)} to call for a pot of "
        f"{amount(spot.pot)}."
    ]
    if decision.hand is not None:
        against = listed([f"{names[s]}: {hands}" for s, hands in zip(spot.all_in, decision.ranges, strict=True)])
        lines.append(f"{names[spot.hero]} holds {decision.hand} against {against}.")
    lines.append(f"Equity {100 * decision.equity:.2f} %{win_and_tie(decision)}.")
    return lines


def win_and_tie(decision: Decision) -> str:
    """Say how often hero wins and ties, where he meets one player and ties can be."""
    orders = decision.showdown.orders
    if len(decision.spot.all_in) > 1 or not orders.get((0, 0)):
        return ""
    return f" (wins {100 * orders[0, 1]:.2f} %, ties {100 * orders[0, 0]:.2f} %)"


def verdict_grid(decision: Decision, purse: Purse) -> Grid:
    """Return a row for each model."""
    single = len(decision.spot.all_in) == 1
    middle = ("and win", "and split", "and lose") if single else ()
    header = ("Model", "fold", "call", *middle, "call - fold", *(("break-even",) if single else ()), "so")
    rows = tuple(verdict_row(verdict, purse, single) for verdict in decision.verdicts)
    return Grid(header, rows, left=frozenset({0, len(header) - 1}))


def verdict_row(verdict: Verdict, purse: Purse, single: bool) -> tuple[Cell | str, ...]:
    """Return what one model says."""
    row: list[Cell | str] = [title(verdict.model), purse.money(verdict.fold), purse.money(verdict.call)]
    if single:
        row += [purse.money(value) for value in (verdict.win, verdict.tie, verdict.lose) if value is not None]
    row.append(Cell(purse.signed(verdict.difference), purse.tone(verdict.difference)))
    if single:
        row.append("–" if verdict.break_even is None else f"{100 * verdict.break_even:.2f} %")
    row.append(Cell(verdict.recommendation, TONES[verdict.recommendation]))
    return tuple(row)


def conclusion(decision: Decision) -> list[str]:
    """Say whether the models agree, and between which equities they do not."""
    words = {verdict.recommendation for verdict in decision.verdicts}
    lines = []
    if len(decision.verdicts) > 1:
        if len(words) == 1:
            lines.append(f"All say: {words.pop()}.")
        else:
            said = [f"{title(verdict.model)} says {verdict.recommendation}" for verdict in decision.verdicts]
            lines.append(f"{listed(said)}.")
    if decision.disagreement is not None:
        low, high = decision.disagreement
        first = next(v for v in decision.verdicts if v.break_even == low)
        between = (
            f"only {title(first.model)} calls" if len(decision.verdicts) == 2 else f"{title(first.model)} calls first"
        )
        lines.append(f"Up to {100 * low:.2f} % all fold, from {100 * high:.2f} % all call; in between {between}.")
    return lines


def small_print(decision: Decision) -> list[str]:
    """Say how good the numbers are, and what was taken for granted."""
    worst = max(verdict.error for verdict in decision.verdicts)
    seen = decision.showdown
    how = "exact" if seen.exact else f"{seen.boards:,} boards drawn"
    lines = [f"Differences right to {upper(worst)}; equity {how if decision.hand else 'as given'}."]
    waiting = still_to_act(decision)
    if waiting:
        lines.append(f"{listed(waiting)} {'is' if len(waiting) == 1 else 'are'} taken to fold.")
    return lines


def still_to_act(decision: Decision) -> list[str]:
    """Return the players with chips who are neither all-in nor hero."""
    spot = decision.spot
    rest = set(range(spot.table.players)) - {spot.hero, *spot.all_in}
    return [spot.table.names[seat] for seat in sorted(rest) if spot.table.stacks[seat]]


def pressure_report(pressure: Pressure) -> Report:
    """Return bubble factors, a table a model: the row's player risks his chips against the column's."""
    names = pressure.table.names
    parts: list[Part] = []
    for m, model in enumerate(pressure.models):
        factors, premiums = pressure.bubble_factors[m], pressure.risk_premiums[m]
        rows: tuple[tuple[Cell | str, ...], ...] = tuple(
            (name, amount(stack), *(factor_cell(factors[i, j]) for j in range(len(names))), average(premiums[i]))
            for i, (name, stack) in enumerate(zip(names, pressure.table.stacks, strict=True))
        )
        parts += [
            Note(f"{title(model)}: bubble factors, the row's player against the column's", "strong"),
            Grid(("Player", "Stack", *names, "risk premium"), rows, fixed=2),
            Note(""),
        ]
    errors = listed([f"{title(m)} {upper(e)}" for m, e in zip(pressure.models, pressure.errors, strict=True)])
    parts.append(Note("A factor of 2: what he can lose is worth twice what he can win; he needs two wins in three."))
    parts.append(Note("Risk premium: how much more than 50 % he needs on average over his opponents."))
    parts.append(Note(f"Losses and gains right to: {errors}."))
    return Report(tuple(parts))


def factor_cell(factor: float) -> Cell:
    """Return a bubble factor, the darker the further from 1."""
    if math.isnan(factor):
        return Cell("–", "quiet")
    return Cell(f"{factor:.2f}", shade=min(1.0, max(0.0, (factor - 1.0) / 3.0)))


def average(premiums: object) -> str:
    """Return the mean of risk premiums in percentage points."""
    import numpy as np

    known = np.asarray(premiums, dtype=np.float64)
    known = known[~np.isnan(known)]
    return f"{100 * known.mean():+.1f} %" if known.size else ""
