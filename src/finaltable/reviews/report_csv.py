"""A review as CSV: a line for every decision that was judged."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finaltable.reviews.decision import Reviewed
    from finaltable.reviews.review import Review

ABOUT = (
    "tournament",
    "number",
    "hand",
    "kind",
    "done",
    "cards",
    "position",
    "stack",
    "effective",
    "players",
    "equity",
    "called",
)
OF_MODELS = ("better", "gain", "cost", "difference", "fold", "go_in", "break_even", "error", "uncertainty", "verdict")


def review_csv(review: Review) -> str:
    """Return all decisions as CSV, in the order of play."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header_of(review))
    for tournament in review.tournaments:
        for one in tournament.decisions:
            writer.writerow(row_of(tournament.id, one))
    return out.getvalue()


def header_of(review: Review) -> list[str]:
    """Return the names of the columns."""
    return [*ABOUT, *(f"{model} {name}" for model in review.models for name in OF_MODELS), "ranges", "command"]


def row_of(tournament: str, one: Reviewed) -> list[object]:
    """Return one decision, without names of players: a spreadsheet might take them for formulas."""
    about: list[object] = [tournament, *(getattr(one, name) for name in ABOUT[1:])]
    verdicts: list[object] = [getattr(judged, name) for judged in one.verdicts for name in OF_MODELS]
    ranges = "; ".join(f"{opponent.position}: {opponent.hands or 'nothing'}" for opponent in one.opponents)
    return ["" if value is None else value for value in [*about, *verdicts]] + [ranges, one.commands[0]]
