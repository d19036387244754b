"""A push dealt card by card in plain NumPy, with an evaluator independent of the core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from finaltable.cards.range import Range

Whole = NDArray[np.int64]
Weights = NDArray[np.float64]
"""Probability that a hand is played, by its two cards, the higher one first."""


class Dealt(NamedTuple):
    """Outcomes of the deals in which the earlier players folded."""

    deals: int
    ends: Whole
    """For each player behind: deals in which they called first and hero won, tied and lost."""

    def mean(self, steal: float, values: NDArray[np.float64]) -> tuple[float, float]:
        """Return the mean and its standard error, from the ``values`` of the ends, and ``steal`` if all fold."""
        chances = self.ends / self.deals
        gains = values - steal
        mean = float((chances * gains).sum())
        return steal + mean, float(np.sqrt(((chances * gains**2).sum() - mean**2) / self.deals))


def deal_out(
    hand: tuple[int, int], earlier: Sequence[Weights], behind: Sequence[Weights], deals: int, seed: int
) -> Dealt:
    """Deal cards to all players and a board; each player folds or plays by their range."""
    random = np.random.default_rng(seed)
    deck = shuffled(
        [card for card in range(52) if card not in hand], 2 * (len(earlier) + len(behind)) + 5, deals, random
    )
    board, next_card, live = deck[:, :5], 5, np.ones(deals, dtype=bool)
    for weights in earlier:
        cards, next_card = deck[:, next_card : next_card + 2], next_card + 2
        live &= ~plays(weights, cards, random)
    total, ends = int(live.sum()), []
    for weights in behind:
        cards, next_card = deck[:, next_card : next_card + 2], next_card + 2
        calls = live & plays(weights, cards, random)
        live &= ~calls
        seen = board[calls]
        own = strength(np.hstack([np.broadcast_to(np.array(hand), (len(seen), 2)), seen]))
        theirs = strength(np.hstack([cards[calls], seen]))
        ends.append([int((own > theirs).sum()), int((own == theirs).sum()), int((own < theirs).sum())])
    return Dealt(total, np.array(ends))


class Bet(NamedTuple):
    """Hands of a player who bet before hero; each is part of the one before."""

    hands: Weights
    calls: Weights
    overcalls: Weights


class DealtAfterBets(NamedTuple):
    """Outcomes of the deals in which earlier players folded and the bets were made.

    Players behind count from 0, those who bet from -1 down.
    """

    deals: int
    called: dict[tuple[int, ...], dict[tuple[int, ...], int]]
    """By callers: deals for each order of hero, the callers, and the players all-in by posting."""
    folded: dict[int | None, dict[tuple[int, ...], int]]
    """By the player left with the pot if hero folds, or None: deals for each order of them and the players all-in by
    posting."""


def deal_after_bets(
    hand: tuple[int, int],
    earlier: Sequence[Weights],
    bets: Sequence[Bet],
    behind: Sequence[Weights],
    deals: int,
    seed: int,
    posted: int = 0,
) -> DealtAfterBets:
    """Deal cards to all players and a board; the players behind act, then those who bet.

    Players all-in by posting (``posted`` is their number) have any cards, and are at every showdown.
    """
    random = np.random.default_rng(seed)
    acting = len(earlier) + len(bets) + len(behind)
    players = acting + posted
    deck = shuffled([card for card in range(52) if card not in hand], 2 * players + 5, deals, random)
    cards = [deck[:, 5 + 2 * i : 7 + 2 * i] for i in range(players)]
    luck = [random.random(deals) for _ in range(players)]  # one number each: a hand that calls is one that bet
    first, last, waiting = len(earlier), len(earlier) + len(bets), list(range(acting, players))

    def does(weights: Weights, player: int) -> Any:
        return luck[player] < weights[cards[player].max(axis=1), cards[player].min(axis=1)]

    def count(rows: Whole, shown: Sequence[int], hero: bool) -> dict[tuple[int, ...], int]:
        own = [np.broadcast_to(np.array(hand), (len(rows), 2))] if hero else []
        hands = [*own, *(cards[i][rows] for i in shown)]
        ranks = ranked(np.stack([strength(np.hstack([held, deck[rows, :5]])) for held in hands], axis=1))
        orders, counts = np.unique(ranks, axis=0, return_counts=True)
        return {tuple(order): int(count) for order, count in zip(orders.tolist(), counts, strict=True)}

    live = np.ones(deals, dtype=bool)
    for i, weights in enumerate(earlier):
        live &= ~does(weights, i)
    for j, bet in enumerate(bets):
        live &= does(bet.hands, first + j)
    caller = np.full(deals, -1)
    for q in reversed(range(len(behind))):
        caller = np.where(does(behind[q], last + q), q, caller)
    second = np.full(deals, -1)
    for j in reversed(range(len(bets))):
        over, alone = does(bets[j].overcalls, first + j), does(bets[j].calls, first + j)
        second = np.where(np.where(caller >= 0, over, alone), j, second)
    called: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
    for q in range(-1, len(behind)):
        for j in range(-1, len(bets)):
            rows = np.flatnonzero(live & (caller == q) & (second == j))
            shown = [last + q] * (q >= 0) + [first + j] * (j >= 0)
            called[(q,) * (q >= 0) + (-1 - j,) * (j >= 0)] = count(rows, [*shown, *waiting], hero=True)
    left = [*range(len(behind)), *(-1 - j for j in range(len(bets)))] if posted else []
    rows = np.flatnonzero(live)
    folded: dict[int | None, dict[tuple[int, ...], int]] = {
        who: count(rows, [last + who if who >= 0 else first - 1 - who, *waiting], hero=False) for who in left
    }
    if posted:
        folded[None] = count(rows, waiting, hero=False)
    return DealtAfterBets(int(live.sum()), called, folded)


def ranked(strengths: Whole) -> Whole:
    """Return the ranks of players in each row, 0 the best, equal for a tie."""
    order = np.argsort(-strengths, axis=1)
    falls = np.diff(np.take_along_axis(strengths, order, axis=1), axis=1, prepend=strengths.max(axis=1)[:, None]) != 0
    ranks = np.empty_like(strengths)
    np.put_along_axis(ranks, order, np.cumsum(falls, axis=1), axis=1)
    return ranks


def shuffled(cards: Sequence[int], count: int, rows: int, random: np.random.Generator) -> Whole:
    """Return rows of ``count`` of the cards in random order."""
    deck = np.tile(np.array(cards, dtype=np.int8), (rows, 1))
    every = np.arange(rows)
    for i in range(count):
        j = random.integers(i, len(cards), rows)
        deck[every, i], deck[every, j] = deck[every, j], deck[every, i].copy()
    return deck[:, :count].astype(np.int64)


def by_cards(hands: Range | None) -> Any:
    """Return the weight of each combo, the higher card first."""
    found = np.zeros((52, 52))
    for combo, weight in () if hands is None else hands.weights():
        found[combo.high, combo.low] = weight
    return found


def plays(weights: Weights, cards: Whole, random: np.random.Generator) -> Any:
    """Return for each deal whether a player does not fold."""
    return random.random(len(cards)) < weights[cards.max(axis=1), cards.min(axis=1)]


@cache
def rank_tables() -> tuple[Whole, dict[int, Whole]]:
    """Return for every set of ranks the top of its straight (0: none), and its highest cards as sets."""
    straight, top = np.zeros(8192, dtype=np.int64), {k: np.zeros(8192, dtype=np.int64) for k in (1, 2, 3, 5)}
    for ranks in range(8192):
        held = [rank for rank in range(12, -1, -1) if ranks >> rank & 1]
        for k, table in top.items():
            table[ranks] = sum(1 << rank for rank in held[:k])
        runs = [high for high in range(4, 13) if all(ranks >> (high - i) & 1 for i in range(5))]
        wheel = [3] if all(ranks >> rank & 1 for rank in (12, 0, 1, 2, 3)) else []
        straight[ranks] = max(runs + wheel, default=0)
    return straight, top


def strength(cards: Whole) -> Whole:
    """Return the strength of the best five of seven cards: larger is better, equal is a tie."""
    straight, top = rank_tables()
    ranks, suits = cards >> 2, cards & 3
    counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    bits = 1 << np.arange(13)
    some, pairs, threes, fours = ((counts >= k) @ bits for k in (1, 2, 3, 4))
    flush = np.zeros(len(cards), dtype=np.int64)
    for suit in range(4):
        of_suit = np.where(suits == suit, 1 << ranks, 0).sum(axis=1)
        flush = np.where((suits == suit).sum(axis=1) >= 5, of_suit, flush)
    three = top[1][threes]
    full = top[1][pairs & ~three]
    two = top[2][pairs]
    two_pairs = (pairs & (pairs - 1)) != 0
    kinds = [
        (straight[flush] > 0, 8, straight[flush], 0 * some),
        (fours > 0, 7, fours, top[1][some & ~fours]),
        ((three > 0) & (full > 0), 6, three, full),
        (flush > 0, 5, 0 * some, top[5][flush]),
        (straight[some] > 0, 4, straight[some], 0 * some),
        (three > 0, 3, three, top[2][some & ~three]),
        (two_pairs, 2, two, top[1][some & ~two]),
        (pairs > 0, 1, pairs, top[3][some & ~pairs]),
    ]
    values = [category << 26 | first << 13 | then for _, category, first, then in kinds]
    return np.select([kind[0] for kind in kinds], values, top[5][some])
