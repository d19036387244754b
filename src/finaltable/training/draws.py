"""Random numbers from a seed, the same on every machine, in Python and on the page.

SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, no floating point. ``static/app/training/draws.js`` is its
twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
BITS = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
PRIME = 0x100000001B3  # of the hash FNV-1a
BASIS = 0xCBF29CE484222325


class Draws:
    """A stream of random numbers; the words after the seed keep streams independent.

    >>> draws = Draws(7, "spot", 0)
    >>> [draws.below(100) for _ in range(5)], Draws(7, "spot", 1).below(100)
    ([85, 95, 0, 74, 71], 90)
    """

    def __init__(self, seed: int, *words: object) -> None:
        self.state = (seed ^ hashed("/".join(map(str, words)))) & BITS

    def word(self) -> int:
        """Return the next 64 bits."""
        self.state = (self.state + STEP) & BITS
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & BITS
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & BITS
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to ``count`` - 1."""
        return (self.word() * count) >> 64

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[int]) -> int:
        """Return the index of a weight, with a probability in proportion to it."""
        drawn = self.below(sum(weights))
        for place, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return place
        raise ValueError("weights must not all be 0")

    def shuffled(self, count: int) -> list[int]:
        """Return the numbers below ``count`` in random order (Fisher and Yates)."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def hashed(text: str) -> int:
    """Return the FNV-1a hash of a text.

    >>> hex(hashed("a"))
    '0xaf63dc4c8601ec8c'
    """
    value = BASIS
    for byte in text.encode():
        value = ((value ^ byte) * PRIME) & BITS
    return value
