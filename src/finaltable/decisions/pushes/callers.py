"""How often each player behind calls a push, and how hero's hand does then, with real cards.

The first caller ends it: players after them are taken to fold. No card is held twice: what earlier players folded, what
players behind fold, the caller's hand and the board all come from one deck. `core/cards/callers.hpp` says how the deals
are drawn.
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
    """What one player behind does."""

    calls: float
    """How often this player is the one who calls."""
    win: float
    """How often hero wins then; with ties and losses, 1."""
    tie: float
    """How often hero ties."""
    lose: float
    """How often hero loses."""

    @property
    def equity(self) -> float:
        """Hero's equity when this player calls: wins and half of the ties."""
        return self.win + self.tie / 2


class Effort(NamedTuple):
    """How many deals to draw."""

    samples: int
    """Boards at most, over all players behind."""
    seed: int
    threads: int
    progress: Progress | None


@dataclass(frozen=True)
class Deals:
    """Blocks of dealt hands: what each of them says of every way a push can end."""

    blocks: Values
    """Block by chance: that the earlier players fold; then, by player behind, that hero also wins, ties and loses."""
    boards: int
    """How many boards were drawn; 0: everything was counted."""

    def chances(self) -> Values:
        """Return by player behind how often they call first and hero wins, ties and loses."""
        mean = self.blocks.mean(axis=0)
        found: Values = mean[1:].reshape(-1, len(RESULTS)) / mean[0]
        return found

    def error(self, gains: Values) -> float:
        """Return the error of the mean of gains, one for every player behind and result; 0 where all was counted."""
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
        """Tell whether the earlier players can all have folded."""
        return bool(self.blocks[:, 0].sum() > 0)


class Hands(NamedTuple):
    """Who holds what; players whose cards can be any are left out."""

    own: Sequence[tuple[Combo, float]]
    """Hero's hands with their weights."""
    earlier: Sequence[Range]
    """Hands that earlier players would not have folded."""
    behind: Sequence[Range]
    """Hands that players behind call with."""


def deal_push(hands: Hands, gains: Sequence[Values], wanted: float, effort: Effort) -> Deals:
    """Deal until the error is as small as wanted, or all deals are used up.

    Parameters
    ----------
    hands
        Who holds what.
    gains
        What each end is worth more than that all fold, by player behind and result; one for every model.
    wanted
        The error to reach, in the units of the gains.
    effort
        How many deals to draw.
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
    """Tell whether no cards have to be drawn: one player may call, with whole classes."""
    return not hands.earlier and len(hands.behind) <= 1 and not any(one.singles for one in hands.behind)


def deal_blocks(hands: Hands, first: int, size: int, effort: Effort) -> tuple[Values, int]:
    """Return so many more blocks, as means over hero's hands, and how many boards were drawn."""
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
    """Return the class of every two cards, in the order of the core: by the higher card, then by the lower one."""
    pairs = sorted(combo_of(*cards) for cards in combinations(range(52), 2))
    return np.array([class_of(pair) for pair in pairs])


@lru_cache(maxsize=256)
def weights_of(hands: Range) -> Values:
    """Return the weight of every two cards in a range, in the order of the core."""
    found = np.zeros(COMBOS)
    for combo, weight in hands.weights():
        found[combo.high * (combo.high - 1) // 2 + combo.low] = weight
    return frozen(found)


@cache
def averages(own: int) -> Values:
    """Return how often hero's class wins, ties and loses against the class of every two cards."""
    table = class_table()
    rows = np.stack([table.wins[own], table.ties[own], table.wins[:, own]], axis=1)
    shares = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1)
    return frozen(np.ascontiguousarray(shares[classes_of_combos()]))


def alike(own: Range, others: Sequence[Range]) -> list[tuple[Combo, float]]:
    """Return hero's hands with their weights; one of a class stands for all where suits cannot matter."""
    if any(hands.singles for hands in others):
        return list(own.weights())
    whole = [(combos_of(number)[0], weight * len(combos_of(number))) for number, weight in own.classes.items()]
    return [*whole, *own.singles.items()]


def called_from(chances: Values) -> list[Called]:
    """Return what players behind do, of the chances that each of them calls first and hero wins, ties and loses."""
    found = []
    for row in np.clip(chances, 0.0, None).tolist():
        calls = math.fsum(row)
        found.append(Called(calls, *(share / calls for share in row)) if calls else Called(0.0, 0.0, 0.0, 1.0))
    return found
