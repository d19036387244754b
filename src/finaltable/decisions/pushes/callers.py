"""Probability of each line that play can take after a push, and of each result, with real cards.

All cards come from one deck: those of the players who fold, the hands at the showdown and the board.
`core/cards/callers.hpp` describes the sampling.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import Combo, class_of, class_table, combo_of, combos_of
from finaltable.cards.range import Range
from finaltable.decisions.verdict import ORDERS
from finaltable.freezing import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values
    from finaltable.table.options import Progress

FIRST = 1_000  # boards of the first round, at least; each further round deals as many as all before it
BLOCKS = 32  # of deals in a round; the error is checked after each round
LEAST = 64_000  # boards before a small error ends the deals: equities and frequencies state no error of their own
LEAST_FOLDS = 4  # in a block
LEAST_SHARE = 0.25  # of an equal share of the boards, for each line
MOST_FOLDS = 4.0  # times the boards
Own = Sequence[tuple[Combo, float]]
Order = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Hands:
    """Hands with which a player does something."""

    weights: Values
    """Probability of doing it, by combo in the order of the core."""
    whole: bool
    """Whether all combos of a class have the same weight."""


@cache
def orders_of(players: int) -> tuple[Order, ...]:
    """Return the orders of players at a showdown, as the core lists them; 0 is the best, equals tie.

    >>> orders_of(2), len(orders_of(3)), len(orders_of(4))
    (((0, 1), (0, 0), (1, 0)), 13, 75)
    """
    if players == len(ORDERS["win"]):
        return tuple(ORDERS.values())
    if players == len(_core.ORDERS[0]):
        return tuple(tuple(one) for one in _core.ORDERS)
    every = product(range(players), repeat=players)
    return tuple(ranks for ranks in every if len(set(ranks)) == max(ranks) + 1)


@cache
def signs_of(players: int) -> NDArray[np.int64]:
    """Return how hero does in each of these orders against the first other player: -1 ahead, 0 level, 1 behind."""
    return frozen(np.sign([order[0] - order[1] for order in orders_of(players)]))


class Line(NamedTuple):
    """One line that play can take: what each player does, and who is at the showdown."""

    seats: tuple[int, ...]
    """Players who call the push, in turn. If hero folds: the player left with the pot; if hero checks: all who bet."""
    others: tuple[Hands, ...]
    """Hands of the players who are not at the showdown, except those whose cards are random."""
    opponents: tuple[Hands, ...]
    """Hands of the players at the showdown except hero: those of `seats`, then those all-in by posting. For the
    condition, hands of one more player, counted instead of dealt."""
    kind: Literal["push", "fold", "check", "before"] = "push"
    """Hero pushes, folds, or checks and sees a showdown; or the condition: what happened before hero acts."""

    @property
    def showdown(self) -> bool:
        """Whether the line ends with a showdown."""
        return self.kind != "before"

    @property
    def hero(self) -> bool:
        """Whether hero is at the showdown."""
        return self.kind != "fold"

    @property
    def orders(self) -> tuple[Order, ...]:
        """Orders of the players at the showdown, hero first; one for the condition."""
        return orders_of(len(self.opponents) + self.hero) if self.showdown else ((),)

    @property
    def signs(self) -> NDArray[np.int64]:
        """Results against the first opponent by order, -1 if hero is ahead; for lines in which hero meets opponents."""
        return signs_of(len(self.opponents) + 1)


class Shares(NamedTuple):
    """Deals of a block, each as a part of its boards."""

    folds: float
    """Deals of all players who are not at the showdown."""
    boards: Values
    """Boards of each line; their sum is 1."""


class Effort(NamedTuple):
    """Number of deals, seed and threads."""

    samples: int
    """Maximum number of boards, over all lines."""
    seed: int
    threads: int
    progress: Progress | None


@dataclass(frozen=True)
class Deals:
    """Blocks of deals, with the probabilities of all lines."""

    blocks: Values
    """Block by probability: that of the condition, which is the first line; then line by order."""
    boards: int
    """Number of random boards; 0 if the result is exact."""
    samples: int = 0
    """Maximum number of boards with which the deals end here."""

    @cached_property
    def mean(self) -> Values:
        """Mean of the blocks."""
        found: Values = self.blocks.mean(axis=0)
        return found

    def chances(self) -> Values:
        """Return the probability of each line and order, given the condition."""
        found: Values = self.mean[1:] / self.mean[0]
        return found

    def error(self, gains: Values) -> float:
        """Return a bound on the error of the mean gain; 0 if the result is exact."""
        if not self.boards or not gains.size:
            return 0.0
        spread = max(0.0, float(gains.max())) - min(0.0, float(gains.min()))
        return _core.sampling_error(self.standard_error(gains), spread, self.boards)

    def are_precise(self, gains: Sequence[Values], wanted: float) -> bool:
        """Return whether all errors are small enough."""
        return self.samples >= LEAST and all(self.error(gain) <= wanted for gain in gains)

    def standard_error(self, gains: Values) -> float:
        """Return the standard error of that mean."""
        apart = self.blocks[:, 1:] @ gains
        apart -= apart.mean() / self.mean[0] * self.blocks[:, 0]  # their mean is 0
        count = len(apart)
        return math.sqrt(float(apart @ apart) / (count - 1) / count) / float(self.mean[0])

    def possible(self) -> bool:
        """Return whether the condition can be true."""
        return bool(self.blocks[:, 0].sum() > 0)


def deal_push(
    own: Own, lines: Sequence[Line], gains: Sequence[Values], enough: Callable[[Deals], bool], effort: Effort
) -> Deals:
    """Deal until that is enough, or the deals are used up.

    Each round deals as many boards as all before it, so that a smaller maximum gives the same first rounds. It has 32
    blocks; those of the rounds before are joined in pairs, so that all blocks have the same size. The first round is
    large enough for a board with each of hero's hands, in each line and block, whatever the shares.

    Parameters
    ----------
    own
        Hero's hands with their weights.
    lines
        The condition, then all lines with a showdown.
    gains
        Values of the lines and orders minus the value if all others fold; an array per model.
    enough
        Whether the deals so far are enough.
    effort
        Number of deals.
    """
    exact, shares = can_be_counted(lines), equal_shares(lines)
    first = max(FIRST, BLOCKS * len(own) * sum(line.showdown for line in lines) / LEAST_SHARE)
    rounds = 1 if exact else 1 + int(math.log2(max(1.0, effort.samples / first)))
    size = effort.samples / 2 ** (rounds - 1) / BLOCKS
    parts, boards = np.zeros((0, 2, sum(len(line.orders) for line in lines))), 0
    for number in range(rounds):
        if number > 1:
            parts, size = parts.reshape(BLOCKS, 2, *parts.shape[1:]).mean(axis=1), 2 * size
        more, drawn = deal_blocks(own, lines, number * BLOCKS, 2 if exact else BLOCKS, size, effort, shares)
        parts, boards = np.concatenate([parts, more]), boards + drawn
        blocks = frozen(parts.sum(axis=1))
        found = Deals(blocks, 0, effort.samples) if exact else Deals(blocks, boards, int(len(parts) * size))
        if found.possible() and enough(found):
            break
        if number + 1 < rounds:
            shares = best_shares(lines, more, gains, shares)
    return found


def equal_shares(lines: Sequence[Line]) -> Shares:
    """Return the same number of boards for each line with a showdown, and as many deals of the others."""
    shown = np.array([float(line.showdown) for line in lines])
    return Shares(1 / max(1.0, shown.sum()), shown / max(1.0, shown.sum()))


def best_shares(lines: Sequence[Line], parts: Values, gains: Sequence[Values], shares: Shares) -> Shares:
    """Return the shares with the least variance for the time, as the deals so far show it.

    A share is proportional to the root of a deal's variance over its cost (Neyman's allocation); of several models, the
    largest counts. Blocks stay independent of one another given these shares, and each has the same mean.
    """
    mean = parts.sum(axis=1).mean(axis=0)
    if not mean[0] > 0:  # the condition did not come up
        return shares
    folds, boards = 0.0, np.zeros(len(lines))
    starts = np.cumsum([0, *(len(line.orders) for line in lines)])
    for gain in gains:
        weights = np.concatenate([[-float(mean[1:] @ gain) / mean[0]], gain])
        folds = max(folds, float((parts[:, 0] @ weights).var()))
        by_line = np.add.reduceat(parts[:, 1] * weights, starts[:-1], axis=1)
        boards = np.maximum(boards, by_line.var(axis=0))
    shown = shares.boards > 0
    costs = np.array([cost_of(line) for line in lines])
    boards = np.sqrt(boards * shares.boards / costs)
    total = float(boards.sum())
    if not total > 0:
        return shares
    dealt = 1.0 + len({line.others[: i + 1] for line in lines for i in range(len(line.others))})
    wanted = math.sqrt(folds * shares.folds / dealt) / total
    equal = equal_shares(lines)
    kept = np.where(shown, LEAST_SHARE * equal.boards + (1 - LEAST_SHARE) * boards / total, 0.0)
    return Shares(min(max(wanted, LEAST_SHARE * equal.folds), MOST_FOLDS), kept)


def cost_of(line: Line) -> float:
    """Return the time of a board, in that of drawing a hand: hands are drawn, and those at the showdown are ranked."""
    return 1.0 + len(line.others) + len(line.opponents)


def can_be_counted(lines: Sequence[Line]) -> bool:
    """Return whether the result can be exact: hero meets one player with whole classes, and no other's cards matter."""
    return all(
        not line.others and len(line.opponents) <= 1 and all(hands.whole for hands in line.opponents) for line in lines
    )


def deal_blocks(
    own: Own, lines: Sequence[Line], first: int, count: int, size: float, effort: Effort, shares: Shares
) -> tuple[Values, int]:
    """Return both parts of more blocks of ``size`` boards, as means over hero's hands, and the number of boards."""
    each = size / len(own)
    boards = [max(1, int(each * share)) for share in shares.boards]
    folds = max(LEAST_FOLDS, int(each * shares.folds))
    every = {hands: 0 for line in lines for hands in (*line.others, *line.opponents)}
    number_of = {hands: i for i, hands in enumerate(every)}
    ranges = np.array([hands.weights for hands in number_of]).reshape(-1, COMBOS)
    whole = [hands.whole for hands in number_of]
    coded = [
        ([number_of[one] for one in line.others], [number_of[one] for one in line.opponents], line.showdown, line.hero)
        for line in lines
    ]
    mean = np.zeros((count, 2, sum(len(line.orders) for line in lines)))
    total = math.fsum(weight for _, weight in own)
    for number, (combo, weight) in enumerate(own):
        stream = first * len(own) + number * count
        push = _core.Push((combo.high, combo.low), ranges, whole, averages(class_of(combo)), coded)
        work = _core.PushWork(stream, count, folds, boards, effort.seed, effort.threads)
        mean += weight / total * _core.deals_of_push(push, work, effort.progress)
    drawn = sum(number for number, line in zip(boards, lines, strict=True) if line.showdown)
    return mean, count * max(1, drawn) * len(own)


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


@lru_cache(maxsize=256)
def plays(hands: Range) -> Hands:
    """Return the hands in a range: a player plays them."""
    return Hands(weights_of(hands), not hands.singles)


@cache
def any_hand() -> Hands:
    """Return all hands: those of a player all-in by posting."""
    return Hands(frozen(np.ones(COMBOS)), whole=True)


@lru_cache(maxsize=256)
def folds(hands: Range) -> Hands:
    """Return the hands that are not in a range: a player folds them."""
    return Hands(frozen(1.0 - weights_of(hands)), not hands.singles)


@lru_cache(maxsize=256)
def gives_up(held: Range, kept: Range | None) -> Hands:
    """Return the hands of one range that are not in another: a player has bet with them, and folds to the push."""
    if kept is None:
        return plays(held)
    return Hands(frozen(weights_of(held) - weights_of(kept)), not (held.singles or kept.singles))


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
