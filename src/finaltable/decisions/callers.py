"""How often each player behind calls a push, and how hero's hand does against what they call with.

The first who calls ends it: players after a caller are taken to fold. Cards that one player holds no other can: whoever
calls is weighed by the chance that those before them fold, given the caller's cards and hero's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.cards.hand import CLASSES, Combo, class_of, class_table, combo_of
from finaltable.cards.range import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values

LIVE_AFTER_ONE, LIVE_AFTER_TWO = 1225, 1128  # pairs of cards that can be held beside one other hand, and beside two


class Called(NamedTuple):
    """What one player behind does."""

    calls: float
    """How often this player is the one who calls."""
    win: float
    """How often hero wins then; with ties and losses, 1."""
    tie: float
    lose: float

    @property
    def equity(self) -> float:
        """Hero's, when this player calls."""
        return self.win + self.tie / 2


@cache
def combos() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return all hands: the two cards of each, and its class."""
    pairs = [combo_of(one, other) for one, other in combinations(range(52), 2)]
    high, low = (np.array([pair[i] for pair in pairs]) for i in range(2))
    return high, low, np.array([class_of(pair) for pair in pairs])


def weights_of(hands: Range) -> Values:
    """Return the weight of every hand in a range, in the order of `combos`."""
    held = dict(hands.weights())
    high, low, _ = combos()
    pairs = zip(high.tolist(), low.tolist(), strict=True)
    return np.array([held.get(Combo(*pair), 0.0) for pair in pairs])


def who_calls(hand: Combo, ranges: Sequence[Range | None]) -> list[Called]:
    """Return what every player behind does against one hand; None in place of a range: never calls.

    Two players behind call with aces or kings. Hero holds two of the kings: seven hands of 1,225 are left to call with.

    >>> from finaltable.cards.hand import read_combo
    >>> first, second = who_calls(read_combo("KsKh"), [Range.read("KK+"), Range.read("KK+")])
    >>> round(1225 * first.calls), round(first.equity, 3), second.calls < first.calls
    (7, 0.226, True)
    """
    high, low, classes = combos()
    taken = np.isin(high, hand) | np.isin(low, hand)
    fold = np.where(taken, 0.0, 1.0)
    found = []
    for hands in ranges:
        held = np.zeros(len(high)) if hands is None else np.where(taken, 0.0, weights_of(hands))
        found.append(against(hand, np.bincount(classes, weights=fold * held, minlength=CLASSES)))
        fold = fold * (1.0 - beside(held) / LIVE_AFTER_TWO)
    total = sum(one.calls for one in found)
    # Folders are independent of each other here, given two hands: with wide ranges the sum may pass 1 by a thousandth.
    return found if total <= 1 else [one._replace(calls=one.calls / total) for one in found]


def beside(held: Values) -> Values:
    """Return, for each hand, how much of a range shares no card with it."""
    high, low, _ = combos()
    by_card = np.bincount(high, weights=held, minlength=52) + np.bincount(low, weights=held, minlength=52)
    apart: Values = held.sum() - by_card[high] - by_card[low] + held
    return apart


def against(hand: Combo, callers: Values) -> Called:
    """Return how one hand does against classes with their weights, which are counted in combos."""
    table, own = class_table(), class_of(hand)
    total = callers.sum()
    if not total > 0:
        return Called(0.0, 0.0, 0.0, 1.0)
    win, tie, lose = table.wins[own], table.ties[own], table.wins[:, own]
    shares = callers / total / np.maximum(win + tie + lose, 1)
    return Called(float(total / LIVE_AFTER_ONE), float(shares @ win), float(shares @ tie), float(shares @ lose))
