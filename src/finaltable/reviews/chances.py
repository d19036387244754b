"""How often an all-in is called, and hero's equity then, from the ranges of the callers: quick, for the reason only."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from finaltable.cards.hand import CLASSES, class_of, class_table, read_combo
from finaltable.cards.range import Range


def chances_of(
    cards: str, ranges: Mapping[int, Range | None], bets: Mapping[int, Range | None] | None = None
) -> tuple[float | None, float]:
    """Return hero's equity against the callers, and the probability of a call, as if they were independent.

    ``ranges`` has the hands that call, ``bets`` those with which a caller has bet before, both by seat.

    >>> equity, called = chances_of("AhAd", {1: Range.read("KK"), 2: None})
    >>> round(equity, 3), round(called, 4)
    (0.819, 0.0049)
    >>> round(chances_of("AhAd", {1: Range.read("KK")}, {1: Range.read("JJ+")})[1], 3)
    0.316
    """
    own, table = class_of(read_combo(cards)), class_table()
    wins, ties, losses = table.wins[own], table.ties[own], table.wins[:, own]
    deals = np.asarray(wins + ties + losses, dtype=np.float64)
    folds = total = won = 0.0
    for seat, hands in ranges.items():
        if hands is None:
            continue
        weights, before = weights_of(hands), (bets or {}).get(seat)
        held = float(deals.sum() if before is None else weights_of(before) @ deals)
        called = min(1.0, float(weights @ deals) / held)  # both ranges are rounded
        total += called
        won += float(weights @ (wins + ties / 2)) * called / float(weights @ deals)
        folds += np.log1p(-min(called, 1 - 1e-12))
    return (won / total if total else None), float(-np.expm1(folds))


def weights_of(hands: Range) -> NDArray[np.float64]:
    """Return the weight of each class."""
    weights = np.zeros(CLASSES)
    for number, weight in hands.classes.items():
        weights[number] = weight
    return weights
