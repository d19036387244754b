"""Cards, classes of hands and ranges: read as poker players write them, printed in their shortest form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from finaltable.errors import InputError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CLASSES = 169


class Combo(NamedTuple):
    """Two cards: numbers from 0 (deuce of clubs) to 51 (ace of spades), the higher first."""

    high: int
    low: int

    def __str__(self) -> str:
        return card_name(self.high) + card_name(self.low)


def card_name(card: int) -> str:
    """Return a card as it is written.

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
    """Return a class as players write it.

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


@dataclass(frozen=True)
class Range:
    """Hands with their weights. Made by `Range.read`.

    >>> hands = Range.read("TT+, AK")
    >>> hands.combos, str(hands), str(Range.read("aa,KK qq JJ TT akS AKo"))
    (46.0, 'TT+, AK', 'TT+, AK')
    """

    classes: Mapping[int, float] = field(default_factory=dict)
    """Weight of each class: each of its combos has it."""
    singles: Mapping[Combo, float] = field(default_factory=dict)
    """Weights of combos that stand by themselves, as AhKh."""

    @classmethod
    def read(cls, text: str, field: str = "range") -> Range:
        """Read a range, or raise an error that points at the token that is none."""
        from finaltable.ranges import read_range

        if not isinstance(text, str):
            raise InputError(field, "must be hands like 22+, AJs+, KQo", text)
        return read_range(text, field)

    def __hash__(self) -> int:
        return hash((frozenset(self.classes.items()), frozenset(self.singles.items())))

    @property
    def combos(self) -> float:
        """How many combos it holds, by weight."""
        whole = sum(weight * len(combos_of(number)) for number, weight in self.classes.items())
        return float(whole + sum(self.singles.values()))

    def weights(self) -> Iterator[tuple[Combo, float]]:
        """Yield every combo with its weight."""
        for number, weight in self.classes.items():
            for combo in combos_of(number):
                yield combo, weight
        yield from self.singles.items()

    def __str__(self) -> str:
        from finaltable.ranges import write_range

        return write_range(self)

    def grid(self) -> str:
        """Return the 13 by 13 grid players know: suited above the diagonal, offsuit below; dots for the rest."""
        from finaltable.ranges import range_grid

        return range_grid(self)


def read_combo(text: str, field: str = "hand") -> Combo:
    """Read two cards.

    >>> str(read_combo("kHaH"))
    'AhKh'
    """
    match = re.fullmatch(r"([2-9TJQKA])([cdhs])([2-9TJQKA])([cdhs])", text.strip(), re.IGNORECASE)
    if match is None:
        raise InputError(field, "must be two cards like AhKh", text)
    cards = [4 * RANKS.index(match[i].upper()) + SUITS.index(match[i + 1].lower()) for i in (1, 3)]
    if cards[0] == cards[1]:
        raise InputError(field, "must be two different cards", text)
    return combo_of(*cards)
