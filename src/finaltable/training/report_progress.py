"""Progress in training: a curve, by position, by depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Drawing, Grid, Note, Part, Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from finaltable.training.progress import AnswerGroup, TrainingProgress

BARS = "▁▂▃▄▅▆▇█"


def progress_report(progress: TrainingProgress) -> Report:
    """Return totals, a curve, and tables by position and by depth."""
    total = progress.total()
    if not total.answers:
        return Report((Note("Nothing answered yet.", ""),))
    right, lost = 100 * total.right / total.answers, 100 * total.lost
    line = f"{total.answers:,} answered, {right:.0f} % right, {lost:.3f} % of the pool lost per spot."
    parts: list[Part] = [
        Note(line, ""),
        Drawing((f"Lost per ten spots: {sparkline(progress.curve()[-60:])}",)),
        Note(""),
    ]
    parts.append(group_grid("Position", progress.by("seat")))
    parts += [Note(""), group_grid("Stack, bb", progress.by("depth"))]
    if progress.cards:
        boxes = [sum(card.box == box for card in progress.cards) for box in range(5)]
        parts += [
            Note(""),
            Note(f"Mistakes to repeat: {len(progress.cards)}, in boxes {', '.join(map(str, boxes))}."),
        ]
    return Report(tuple(parts))


def group_grid(header: str, groups: Sequence[AnswerGroup]) -> Grid:
    """Return answers by position or depth."""
    rows = tuple(
        (one.name, f"{one.answers:,}", f"{100 * one.right / one.answers:.0f} %", f"{100 * one.lost:.3f} %")
        for one in groups
    )
    return Grid((header, "Spots", "Right", "Lost per spot"), rows)


def sparkline(values: Sequence[float]) -> str:
    """Draw a curve with eight heights.

    >>> sparkline([0, 1, 2, 4])
    '▁▃▅█'
    """
    highest = max(values, default=0.0) or 1.0
    return "".join(BARS[round((len(BARS) - 1) * value / highest)] for value in values)
