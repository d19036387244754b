"""A push as a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.render.decision import from_equity
from finaltable.render.layout import Cell, Grid, Note, Part, Report
from finaltable.render.words import MoneyFormat, listed, title, upper

if TYPE_CHECKING:
    from finaltable.decisions.push import PushDecision, PushVerdict

TONES = {"push": "good", "fold": "loss", "too close": "quiet"}


def push_report(decision: PushDecision, currency: str = "") -> Report:
    """Return the spot in a few lines, what each model says, and what was taken for granted."""
    purse = MoneyFormat.of(decision.spot.table.pool, currency)
    parts: list[Part] = [Note(line, "") for line in spot_lines(decision)]
    parts += [Note(""), verdict_grid(decision, purse), Note(""), Note(conclusion(decision), "strong")]
    worst = max(verdict.error for verdict in decision.verdicts)
    parts.append(Note(f"Differences are right to {currency}{upper(worst)}, with these ranges."))
    parts.append(Note("Players after the first who calls are taken to fold; if hero folds, so is everybody."))
    return Report(tuple(parts))


def spot_lines(decision: PushDecision) -> list[str]:
    """Say who may call with what, and how often that happens."""
    names = decision.spot.table.names
    lines = [f"{names[decision.spot.hero]} is first in with {decision.hand}: push or fold."]
    for caller in decision.callers:
        name = names[caller.seat]
        if caller.hands is None:
            lines.append(f"{name} never calls.")
            continue
        called = caller.called
        lines.append(f"{name} calls {100 * called.calls:.2f} % of the time, equity then {100 * called.equity:.2f} %:")
        lines.append(f"  {caller.hands}")
    equity = decision.equity
    then = "" if equity is None else f", with an equity of {100 * equity:.2f} % then"
    return [*lines, f"Somebody calls {100 * decision.called:.2f} % of the time{then}."]


def verdict_grid(decision: PushDecision, purse: MoneyFormat) -> Grid:
    """Return a row for each model."""
    header = ("Model", "fold", "push", "all fold", "and win", "and lose", "push - fold", "break-even", "verdict")
    return Grid(header, tuple(verdict_row(one, purse) for one in decision.verdicts), left=frozenset({0, 8}))


def verdict_row(verdict: PushVerdict, purse: MoneyFormat) -> tuple[Cell | str, ...]:
    """Return what one model says."""
    ends = ["–" if value is None else purse.money(value) for value in (verdict.win, verdict.lose)]
    called = verdict.win is not None
    point = from_equity(1.0 if verdict.break_even is None else verdict.break_even) if called else "–"
    return (
        title(verdict.model),
        *(purse.money(value) for value in (verdict.fold, verdict.push, verdict.steal)),
        *ends,
        Cell(purse.signed(verdict.difference), purse.tone(verdict.difference)),
        point,
        Cell(verdict.recommendation, TONES[verdict.recommendation]),
    )


def conclusion(decision: PushDecision) -> str:
    """Say whether the models agree."""
    words = {verdict.recommendation for verdict in decision.verdicts}
    said = [f"{title(verdict.model)} says {verdict.recommendation}" for verdict in decision.verdicts]
    return f"All say: {words.pop()}." if len(words) == 1 and len(said) > 1 else f"{listed(said)}."
