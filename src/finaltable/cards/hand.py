"""Cards, combos, their 169 classes, and the precomputed table of wins and ties between classes."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CLASSES = 169
COMBOS = 1326


class Combo(NamedTuple):
    """Two cards: numbers from 0 (deuce of clubs) to 51 (ace of spades), the higher first."""

    high: int
    low: int

    def __str__(self) -> str:
        return card_name(self.high) + card_name(self.low)


def card_name(card: int) -> str:
    """Return the name of a card.

    >>> card_name(51), card_name(0)
    ('As', '2c')
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def combo_of(one: int, other: int) -> Combo:
    """Return two cards as a combo."""
    return Combo(max(one, other), min(one, other))


def class_of(combo: Combo) -> int:
    """Return the class of two cards: 13 high + low if suited, 13 low + high if not, 14 rank for a pair."""
    high, low = combo.high >> 2, combo.low >> 2
    return 13 * high + low if combo.high & 3 == combo.low & 3 else 13 * low + high


def class_name(number: int) -> str:
    """Return the name of a class.

    >>> class_name(14 * 12), class_name(13 * 12 + 11), class_name(13 * 11 + 12)
    ('AA', 'AKs', 'AKo')
    """
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    return f"{RANKS[first]}{RANKS[second]}s" if first > second else f"{RANKS[second]}{RANKS[first]}o"


@cache
def combos_of(number: int) -> tuple[Combo, ...]:
    """Return the combos of a class: six of a pair, four suited, twelve offsuit."""
    high, low = max(divmod(number, 13)), min(divmod(number, 13))
    if high == low:
        return tuple(combo_of(4 * high + a, 4 * high + b) for a, b in combinations(range(4), 2))
    suited = number == 13 * high + low
    suits = [(a, b) for a, b in product(range(4), repeat=2) if (a == b) == suited]
    return tuple(combo_of(4 * high + a, 4 * low + b) for a, b in suits)


@cache
def combo_order() -> tuple[Combo, ...]:
    """Return all combos in the order of PioSOLVER's ``show_hand_order``: by high card, then by low card.

    >>> " ".join(map(str, combo_order()[:7])), len(combo_order())
    ('2d2c 2h2c 2h2d 2s2c 2s2d 2s2h 3c2c', 1326)
    """
    return tuple(Combo(high, low) for high in range(52) for low in range(high))


def read_combo(text: str, field: str = "hand") -> Combo:
    """Read two cards.

    >>> str(read_combo("kHaH"))
    'AhKh'
    """
    match = re.fullmatch(r"([2-9TJQKA])([cdhs])([2-9TJQKA])([cdhs])", text.strip(), re.IGNORECASE)
    if match is None:
        raise InputError(field, "must be two cards like AhKh", text, code="not_two_cards")
    cards = [4 * RANKS.index(match[i].upper()) + SUITS.index(match[i + 1].lower()) for i in (1, 3)]
    if cards[0] == cards[1]:
        raise InputError(field, "must be two different cards", text, code="not_two_cards")
    return combo_of(*cards)


class ClassTable(NamedTuple):
    """Wins and ties of each class against each class, over all boards and all pairs of hands without a common card."""

    wins: NDArray[np.float64]
    ties: NDArray[np.float64]

    def against_random(self) -> NDArray[np.float64]:
        """Return the equity of each class against a random hand."""
        totals = self.wins + self.wins.T + self.ties
        equities: NDArray[np.float64] = (self.wins + self.ties / 2).sum(axis=1) / totals.sum(axis=1)
        return equities


@cache
def class_table() -> ClassTable:
    """Load the table that ``make preflop`` computed."""
    from importlib import resources

    with resources.files("finaltable").joinpath("data/preflop.npz").open("rb") as file, np.load(file) as data:
        return ClassTable(data["wins"].astype(np.float64), data["ties"].astype(np.float64))
