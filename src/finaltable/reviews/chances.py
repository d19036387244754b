"""How often an all-in is called, and hero's equity then, from the ranges of the callers: quick, for the reason only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from finaltable.cards.hand import CLASSES, class_of, class_table, read_combo
from finaltable.cards.range import Range


def chances_of(cards: str, ranges: Sequence[Range | None]) -> tuple[float | None, float]:
    """Return hero's equity against the callers, and the probability of a call, as if they were independent.

    >>> equity, called = chances_of("AhAd", [Range.read("KK"), None])
    >>> round(equity, 3), round(called, 4)
    (0.819, 0.0049)
    """
    own, table = class_of(read_combo(cards)), class_table()
    wins, ties, losses = table.wins[own], table.ties[own], table.wins[:, own]
    deals = np.asarray(wins + ties + losses, dtype=np.float64)
    folds = total = won = 0.0
    for hands in ranges:
        if hands is None:
            continue
        weights = np.zeros(CLASSES)
        for number, weight in hands.classes.items():
            weights[number] = weight
        called = float(weights @ deals / deals.sum())
        total += called
        won += float(weights @ (wins + ties / 2) / deals.sum())
        folds += np.log1p(-min(called, 1 - 1e-12))
    return (won / total if total else None), float(-np.expm1(folds))
