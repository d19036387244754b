"""Probability that each player behind calls a push, and hero's equity then, with real cards.

Players after the first caller are assumed to fold. All cards come from one deck: those of the players who fold, the
caller's hand and the board. `core/cards/callers.hpp` describes the sampling.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import Combo, class_of, class_table, combo_of, combos_of
from finaltable.cards.range import Range
from finaltable.freezing import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values
    from finaltable.table.options import Progress

RESULTS = ("win", "tie", "lose")
ROUNDS = (32, 32, 64, 128)  # blocks of deals; the error is checked after each round
BOARDS_PER_FOLD = 8  # the board's part of the error is the larger one
LEAST_FOLDS = 4  # in a block


class Called(NamedTuple):
    """Probabilities for one player behind."""

    calls: float
    """Probability that this player is the first to call."""
    win: float
    """Probability that hero wins then; win, tie and lose sum to 1."""
    tie: float
    """Probability that hero ties."""
    lose: float
    """Probability that hero loses."""

    @property
    def equity(self) -> float:
        """Hero's equity if this player calls: wins and half of the ties."""
        return self.win + self.tie / 2


class Effort(NamedTuple):
    """Number of deals, seed and threads."""

    samples: int
    """Maximum number of boards, over all players behind."""
    seed: int
    threads: int
    progress: Progress | None


@dataclass(frozen=True)
class Deals:
    """Blocks of deals, with the probabilities of all ends of a push."""

    blocks: Values
    """Block by probability: that the earlier players fold; then, by player behind, that hero wins, ties and loses."""
    boards: int
    """Number of random boards; 0 if the result is exact."""

    def chances(self) -> Values:
        """Return the probabilities that a player calls first and hero wins, ties and loses, by player behind."""
        mean = self.blocks.mean(axis=0)
        found: Values = mean[1:].reshape(-1, len(RESULTS)) / mean[0]
        return found

    def error(self, gains: Values) -> float:
        """Return a bound on the error of the mean gain; 0 if the result is exact."""
        if not self.boards:
            return 0.0
        spread = max(0.0, float(gains.max())) - min(0.0, float(gains.min()))
        return _core.sampling_error(self.standard_error(gains), spread, self.boards)

    def standard_error(self, gains: Values) -> float:
        """Return the standard error of that mean."""
        mean, flat = self.blocks.mean(axis=0), gains.ravel()
        value = float(mean[1:] @ flat / mean[0])
        apart = self.blocks[:, 1:] @ flat - value * self.blocks[:, 0]
        return float(apart.std(ddof=1) / math.sqrt(len(apart)) / mean[0])

    def possible(self) -> bool:
        """Return whether the earlier players can all have folded."""
        return bool(self.blocks[:, 0].sum() > 0)


class Hands(NamedTuple):
    """Hands of the players, except those whose cards are random."""

    own: Sequence[tuple[Combo, float]]
    """Hero's hands with their weights."""
    earlier: Sequence[Range]
    """Hands that earlier players would not have folded."""
    behind: Sequence[Range]
    """Hands that players behind call with."""


def deal_push(hands: Hands, gains: Sequence[Values], wanted: float, effort: Effort) -> Deals:
    """Deal until the error is at most ``wanted``, or the deals are used up.

    Parameters
    ----------
    hands
        Hands of the players.
    gains
        Values of the ends minus the value if all others fold, by player behind and result; an array per model.
    wanted
        Error to reach, in the units of the gains.
    effort
        Number of deals.
    """
    exact = can_be_counted(hands)
    blocks, boards = np.zeros((0, 1 + len(RESULTS) * len(hands.behind))), 0
    for size in (2,) if exact else ROUNDS:
        more, drawn = deal_blocks(hands, len(blocks), size, effort)
        blocks, boards = np.concatenate([blocks, more]), boards + drawn
        found = Deals(frozen(blocks), 0 if exact else boards)
        if not found.possible() or all(found.error(gain) <= wanted for gain in gains):
            break
    return found


def can_be_counted(hands: Hands) -> bool:
    """Return whether the result can be exact: at most one player may call, with whole classes."""
    return not hands.earlier and len(hands.behind) <= 1 and not any(one.singles for one in hands.behind)


def deal_blocks(hands: Hands, first: int, size: int, effort: Effort) -> tuple[Values, int]:
    """Return ``size`` more blocks, as means over hero's hands, and the number of boards."""
    players = max(1, len(hands.behind))
    boards = max(1, effort.samples // (sum(ROUNDS) * players * len(hands.own)))
    folds = max(LEAST_FOLDS, boards // BOARDS_PER_FOLD)
    plays = np.array([weights_of(one) for one in (*hands.earlier, *hands.behind)]).reshape(-1, COMBOS)
    whole = [not one.singles for one in hands.behind]
    mean = np.zeros((size, 1 + len(RESULTS) * len(hands.behind)))
    total = math.fsum(weight for _, weight in hands.own)
    for number, (combo, weight) in enumerate(hands.own):
        stream = first * len(hands.own) + number * size
        rows = _core.deals_of_push(
            (combo.high, combo.low),
            len(hands.earlier),
            plays,
            averages(class_of(combo)),
            whole,
            stream,
            size,
            folds,
            boards,
            effort.seed,
            effort.threads,
            effort.progress,
        )
        mean += weight / total * rows
    return mean, size * boards * players * len(hands.own)


COMBOS = math.comb(52, 2)


@cache
def classes_of_combos() -> NDArray[np.int64]:
    """Return the class of each combo, in the order of the core: by the higher card, then by the lower one."""
    pairs = sorted(combo_of(*cards) for cards in combinations(range(52), 2))
    return np.array([class_of(pair) for pair in pairs])


@lru_cache(maxsize=256)
def weights_of(hands: Range) -> Values:
    """Return the weight of each combo in a range, in the order of the core."""
    found = np.zeros(COMBOS)
    for combo, weight in hands.weights():
        found[combo.high * (combo.high - 1) // 2 + combo.low] = weight
    return frozen(found)


@cache
def averages(own: int) -> Values:
    """Return the probabilities that hero's class wins, ties and loses against the class of each combo."""
    table = class_table()
    rows = np.stack([table.wins[own], table.ties[own], table.wins[:, own]], axis=1)
    shares = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1)
    return frozen(np.ascontiguousarray(shares[classes_of_combos()]))


def alike(own: Range, others: Sequence[Range]) -> list[tuple[Combo, float]]:
    """Return hero's hands with their weights; one combo per class if suits do not matter."""
    if any(hands.singles for hands in others):
        return list(own.weights())
    whole = [(combos_of(number)[0], weight * len(combos_of(number))) for number, weight in own.classes.items()]
    return [*whole, *own.singles.items()]


def called_from(chances: Values) -> list[Called]:
    """Return the probabilities for each player behind, from the rows of `Deals.chances`."""
    found = []
    for row in np.clip(chances, 0.0, None).tolist():
        calls = math.fsum(row)
        found.append(Called(calls, *(share / calls for share in row)) if calls else Called(0.0, 0.0, 0.0, 1.0))
    return found
