"""Where equities jump: an oracle that knows nothing of ties, and only looks where they change much within little."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import finaltable as ft

PARTS = 2**14  # of a chip
CELLS = 16  # a chip is looked at in so many steps first

Chips = NDArray[np.int64]


class Jump(NamedTuple):
    """A place, in chips, that is right to a part or two, and how much money of one player changes there."""

    place: float
    money: float

    def at(self, place: float) -> bool:
        return abs(self.place - place) <= 2 / PARTS


def find_jumps(tables: Callable[[Chips], Chips], low: int, high: int, payouts: list[int], least: float) -> list[Jump]:
    """Return the jumps of at least ``least`` under DCM, from ``low`` to ``high`` chips, both included.

    ``tables`` returns the stacks, in parts, for some of these places. Every step in which money moves is halved until
    nothing smooth is left of it. Places are odd numbers of parts, so that none is a tie, where half of a jump lies.
    """

    def worth(places: Chips) -> NDArray[np.float64]:
        rows = tables(places)
        prizes = np.array([*payouts, *[0] * rows.shape[1]])[: rows.shape[1]]
        values: NDArray[np.float64] = np.asarray(ft.finish(rows, tolerance=1e-8)) @ prizes
        return values

    steps = np.append(np.arange(low * PARTS - 1, high * PARTS, PARTS // CELLS), high * PARTS + 1)
    values = worth(steps)
    left, right, before, after = steps[:-1], steps[1:], values[:-1], values[1:]
    while True:
        much = np.abs(after - before).max(axis=1) >= least / 2
        left, right, before, after = left[much], right[much], before[much], after[much]
        wide = right - left > 2
        if not wide.any():
            break
        middle = (left[wide] + right[wide]) // 2
        between = worth(middle)
        left, right, before, after = (
            np.concatenate([left[~wide], left[wide], middle]),
            np.concatenate([right[~wide], middle, right[wide]]),
            np.concatenate([before[~wide], before[wide], between]),
            np.concatenate([after[~wide], between, after[wide]]),
        )
    sizes = np.abs(after - before).max(axis=1)
    found = [Jump((one + other) / 2 / PARTS, size) for one, other, size in zip(left, right, sizes, strict=True)]
    return sorted(jump for jump in found if jump.money >= least)
