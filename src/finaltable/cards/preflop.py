"""All-in showdowns before the flop: by table for classes, exact for single hands, else by sampling boards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES, Combo, class_of, class_table, combos_of
from finaltable.cards.range import Range
from finaltable.errors import InputError, Verbatim, counted
from finaltable.table.options import check_progress, check_samples, check_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.table.options import Progress

SAMPLES = 1_000_000
MAX_ENUMERATED = 40  # pairs of single combos enumerated over all boards, about 2 ms each


class HeadsUp(NamedTuple):
    """Probabilities of an all-in between two players."""

    win: float
    tie: float
    lose: float
    standard_error: float = 0.0
    """Standard error of the equity; 0 if exact."""

    @property
    def equity(self) -> float:
        """Probability of a win plus half that of a tie."""
        return self.win + self.tie / 2


@dataclass(frozen=True)
class Showdown:
    """Probabilities of an all-in between several players."""

    orders: Mapping[tuple[int, ...], float]
    """Probabilities by order: the rank of each player, 0 for the best, equal for ties."""
    boards: int
    """Number of boards enumerated or sampled."""
    exact: bool
    """Whether all boards were enumerated."""

    def error(self, values: Mapping[tuple[int, ...], float], spread: float) -> float:
        """Return the error of the mean of a value by order; ``spread`` is its range over all possible orders."""
        return 0.0 if self.exact else _core.sampling_error(self.standard_error(values), spread, self.boards)

    def standard_error(self, values: Mapping[tuple[int, ...], float]) -> float:
        """Return the standard error of the mean of a value by order; 0 if exact."""
        if self.exact:
            return 0.0
        mean = sum(chance * values[order] for order, chance in self.orders.items())
        square = sum(chance * values[order] ** 2 for order, chance in self.orders.items())
        return math.sqrt(max(0.0, square - mean**2) / self.boards)


def heads_up(
    hero: Range | str,
    villain: Range | str,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> HeadsUp:
    """Return how often one range beats another, all-in before the flop; sampled only if many single hands meet.

    >>> kings = heads_up("AA", "KK")
    >>> round(kings.win, 5), round(kings.tie, 5), round(kings.equity, 7)
    (0.81715, 0.00463, 0.8194605)

    Parameters
    ----------
    hero, villain
        Ranges, or texts that `Range.read` reads.
    samples, seed
        Number of boards, if they are sampled; the same seed gives the same answer.
    progress
        Called regularly with (fraction done, standard error reached).
    """
    samples, seed = check_samples(samples), check_seed(seed)
    check_progress(progress)
    return meet(as_range(hero, "hero"), as_range(villain, "villain"), samples, seed, progress)


def meet(hero: Range, villain: Range, samples: int, seed: int, progress: Progress | None) -> HeadsUp:
    """Return `heads_up` of checked arguments."""
    pairs = [
        (a, b, wa * wb)
        for a, wa in hero.singles.items()
        for b, wb in villain.singles.items()
        if not set(a) & set(b) and wa * wb > 0
    ]
    if len(pairs) > MAX_ENUMERATED:
        return from_showdown(show_down([hero, villain], samples, seed, progress))
    table = class_table()
    hero_classes, hero_singles = class_weights(hero)
    villain_classes, villain_singles = class_weights(villain)
    counted = np.zeros(3)
    for one, other in ((hero_classes + hero_singles, villain_classes), (hero_classes, villain_singles)):
        if not other.any():
            continue
        counted += one @ table.wins @ other, one @ table.ties @ other, other @ table.wins @ one
    for done, (a, b, weight) in enumerate(pairs):
        if progress is not None:
            progress(done / len(pairs), 0.0)
        counted += weight * np.array(every_board(canonical(a, b)))
    total = counted.sum()
    if not total > 0:
        raise no_live_combo([hero, villain])
    win, tie, lose = counted / total
    return HeadsUp(float(win), float(tie), float(lose))


def class_weights(hands: Range) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weights of whole classes, and the weights of single combos as fractions of their classes.

    Against whole classes the suits of a single combo do not matter: all combos of its class have the same equity.
    """
    whole, parts = np.zeros(CLASSES), np.zeros(CLASSES)
    for number, weight in hands.classes.items():
        whole[number] = weight
    for combo, weight in hands.singles.items():
        number = class_of(combo)
        parts[number] += weight / len(combos_of(number))
    return whole, parts


def canonical(one: Combo, other: Combo) -> tuple[Combo, Combo]:
    """Return two hands with suits renamed in order of appearance: equal equity, and one cache entry."""
    names: dict[int, int] = {}

    def rename(card: int) -> int:
        return (card & ~3) | names.setdefault(card & 3, len(names))

    return Combo(rename(one.high), rename(one.low)), Combo(rename(other.high), rename(other.low))


@cache
def every_board(hands: tuple[Combo, ...]) -> tuple[float, float, float]:
    """Return the number of boards on which the first of two hands wins, ties and loses."""
    shown = _core.showdown_of_hands(*as_rows([{combo: 1.0} for combo in hands]))
    found = dict(zip(shown.orders, shown.counts, strict=True))
    return float(found.get(0o10, 0)), float(found.get(0, 0)), float(found.get(0o1, 0))


def as_range(hands: Range | str, field: str) -> Range:
    """Return a range, parsed if it is a text."""
    return hands if isinstance(hands, Range) else Range.read(hands, field)


def showdown(
    ranges: Sequence[Range | str],
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Showdown:
    """Return the probability of each order of several players: exact for single hands, else from sampled boards.

    >>> three = showdown(["AhKh", "QdQc", "7s6s"])
    >>> three.exact, round(sum(three.orders.values()), 12)
    (True, 1.0)

    Parameters
    ----------
    ranges
        One per player: ranges, or texts that `Range.read` reads.
    samples, seed
        Number of boards to sample if a range has several hands; the same seed gives the same answer.
    progress
        Called regularly with (fraction done, standard error reached).
    """
    if isinstance(ranges, str) or not isinstance(ranges, Sequence):
        raise InputError("ranges", "must be a list with one range per player", ranges, code="wrong_type")
    check_players(len(ranges))
    held = [as_range(hand, f"ranges[{i}]") for i, hand in enumerate(ranges)]
    samples, seed = check_samples(samples), check_seed(seed)
    check_progress(progress)
    return show_down(held, samples, seed, progress)


def check_players(players: int) -> None:
    """Raise if there are too few or too many players for a showdown."""
    if not 2 <= players <= _core.MAX_SHOWDOWN:
        rule = f"must be 2 to {_core.MAX_SHOWDOWN} players at a showdown"
        raise InputError("ranges", rule, Verbatim(counted(players, "player")), code="wrong_count")


def show_down(held: Sequence[Range], samples: int, seed: int, progress: Progress | None) -> Showdown:
    """Return `showdown` of checked arguments."""
    hands = [{combo: weight for combo, weight in hand.weights() if weight > 0} for hand in held]
    cards = [card for hand in hands for combo in hand for card in combo]
    exact = all(len(hand) == 1 for hand in hands)
    if not all(hands) or (exact and len(set(cards)) < len(cards)):
        raise no_live_combo(held)
    if exact:
        shown = _core.showdown_of_hands(*as_rows(hands))
    else:
        shown = _core.showdown_of_ranges(*as_rows(hands), samples, seed, progress)
    if shown.boards == 0:
        raise no_live_combo(held)
    found = {
        tuple(order >> (3 * i) & 7 for i in range(len(held))): count / shown.boards
        for order, count in zip(shown.orders, shown.counts, strict=True)
    }
    return Showdown(found, shown.boards, exact)


def no_live_combo(ranges: Sequence[Range]) -> InputError:
    """Return an error: the ranges leave no deal without a common card."""
    shown = " against ".join(str(hand) for hand in ranges)
    rule = "must leave every player a hand that shares no card with the others"
    return InputError("ranges", rule, shown, code="blocked_hands")


def as_rows(hands: Sequence[Mapping[Combo, float]]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return rows of player and two cards, and their weights, for the core."""
    rows = [(player, combo.high, combo.low) for player, hand in enumerate(hands) for combo in hand]
    weights = [weight for hand in hands for weight in hand.values()]
    return np.array(rows, dtype=np.int64), np.array(weights, dtype=np.float64)


def from_showdown(seen: Showdown) -> HeadsUp:
    """Return a showdown of two players as wins, ties and losses of the first."""
    win, tie, lose = (seen.orders.get(order, 0.0) for order in ((0, 1), (0, 0), (1, 0)))
    error = seen.standard_error({(0, 1): 1.0, (0, 0): 0.5, (1, 0): 0.0})
    return HeadsUp(win, tie, lose, error)
