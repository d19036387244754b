"""The answer to a spot first in with a raise: three values, the chart, and what the game leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.cards.hand import CLASSES
from finaltable.cards.range import Range
from finaltable.equilibrium.raises import FLATS
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, title
from finaltable.training.decision_chart import HANDS

if TYPE_CHECKING:
    from finaltable.training.decision_chart import Answer, AnswerScore
    from finaltable.training.training_spot import TrainingSpot

WORDS = {"in": "all-in", "raise": "raise", "fold": "fold", "either": "either", "play": "raise or all-in"}


def open_score_line(spot: TrainingSpot, score: AnswerScore, answer: str) -> Note:
    """Return whether an answer was right, the values of raise and all-in, and the cost."""
    purse = MoneyFormat.of(spot.chart.pool)
    worth = f"a raise is worth {purse.signed(spot.raises[0])} and all-in {purse.signed(spot.own.difference)}"
    worth += f" by {title(spot.chart.model)}, compared with a fold"
    best = WORDS[score.best].upper()
    if score.right:
        return Note(f"Right: {best}. {worth[0].upper()}{worth[1:]}.", "good")
    return Note(f"{best} is right: {worth}. Your {WORDS[answer]} cost {purse.money(score.lost)}.", "bad")


def open_report(spot: TrainingSpot) -> Report:
    """Return the values of the three actions under every model, the chart, and the limits of both."""
    called = f"called, you win {100 * spot.equity:.1f} %, mostly against {spot.opponent}'s {100 * spot.range:.0f} %"
    parts: list[Part] = [value_grid(spot), Note(FLATS)]
    parts += [Note(f"- {line}", "") for line in chart_lines(spot)]
    parts.append(Note(f"- All-in, all fold {100 * (spot.folds or 0.0):.1f} % of the time; {called} of hands.", ""))
    parts.append(Note(f"- {models_line(spot)}", ""))
    return Report(tuple(parts))


def value_grid(spot: TrainingSpot) -> Grid:
    """Return the values of fold, raise and all-in under every model."""
    purse = MoneyFormat.of(spot.chart.pool)._replace(decimals=0 if spot.chart.pool >= 1000 else 2)
    exact = MoneyFormat.of(spot.chart.pool)
    gains = {"Raise": spot.raises, "All-in": tuple(view.difference for view in spot.views)}
    rows: list[tuple[Cell | str, ...]] = [("Fold", *(purse.money(view.fold) for view in spot.views))]
    for name, values in gains.items():
        rows.append((name, *(purse.money(view.fold + gain) for view, gain in zip(spot.views, values, strict=True))))
    for name, values in gains.items():
        rows.append((f"{name} - fold", *(Cell(exact.signed(gain), exact.tone(gain)) for gain in values)))
    return Grid(("", *(title(view.model) for view in spot.views)), tuple(rows))


def chart_lines(spot: TrainingSpot) -> list[str]:
    """Return the hands that raise and those that go all-in, frequencies to a tenth."""
    found = []
    for name, shares in (("Raise", spot.chart.raises), ("All-in", spot.chart.hands)):
        tenths = {CLASSES - 1 - place: round(share / 100, 1) for place, share in enumerate(shares)}
        classes = {number: tenth for number, tenth in tenths.items() if tenth}
        found.append(f"{name}: {Range(classes) if classes else 'no hand'}.")
    return found


def models_line(spot: TrainingSpot) -> str:
    """State which models disagree."""
    apart = models_apart(spot)
    if not apart:
        return f"{', '.join(title(view.model) for view in spot.views)} agree."
    words = " and ".join(f"{title(model)} would {'go all-in' if best == 'in' else best}" for model, best in apart)
    return f"The models disagree: {words}."


def models_apart(spot: TrainingSpot) -> list[tuple[str, Answer]]:
    """Return the models whose best action is wrong by the scoring model, and better by more than the margin."""
    right = spot.chart.right(HANDS.index(spot.hand))
    found: list[tuple[str, Answer]] = []
    for view, raised in list(zip(spot.views, spot.raises, strict=True))[1:]:
        worth: dict[Answer, float] = {"fold": 0.0, "in": view.difference, "raise": raised}
        best = max(worth, key=lambda answer: worth[answer])
        if worth[best] - max(worth[answer] for answer in right) > spot.chart.margin:
            found.append((view.model, best))
    return found
