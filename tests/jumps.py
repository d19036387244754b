"""An oracle for jumps of equities: it does not use ties, but bisects where equities change much within little."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import finaltable as ft

PARTS = 2**14  # per chip
CELLS = 16  # first steps per chip

Chips = NDArray[np.int64]


class Jump(NamedTuple):
    """A position in chips, accurate to two parts, and the largest change of a player's equity there."""

    place: float
    money: float

    def at(self, place: float) -> bool:
        return abs(self.place - place) <= 2 / PARTS


def find_jumps(tables: Callable[[Chips], Chips], low: int, high: int, payouts: list[int], least: float) -> list[Jump]:
    """Return the jumps of at least ``least`` under DCM, from ``low`` to ``high`` chips, both included.

    ``tables`` returns the stacks, in parts, for some positions. Every step with a large change is halved until only the
    jump remains. Positions are odd numbers of parts, so that none is a tie, which is in the middle of a jump.
    """

    def equities(places: Chips) -> NDArray[np.float64]:
        rows = tables(places)
        prizes = np.array([*payouts, *[0] * rows.shape[1]])[: rows.shape[1]]
        values: NDArray[np.float64] = np.asarray(ft.finish(rows, tolerance=1e-8)) @ prizes
        return values

    steps = np.append(np.arange(low * PARTS - 1, high * PARTS, PARTS // CELLS), high * PARTS + 1)
    values = equities(steps)
    left, right, before, after = steps[:-1], steps[1:], values[:-1], values[1:]
    while True:
        much = np.abs(after - before).max(axis=1) >= least / 2
        left, right, before, after = left[much], right[much], before[much], after[much]
        wide = right - left > 2
        if not wide.any():
            break
        middle = (left[wide] + right[wide]) // 2
        between = equities(middle)
        left, right, before, after = (
            np.concatenate([left[~wide], left[wide], middle]),
            np.concatenate([right[~wide], middle, right[wide]]),
            np.concatenate([before[~wide], before[wide], between]),
            np.concatenate([after[~wide], between, after[wide]]),
        )
    sizes = np.abs(after - before).max(axis=1)
    found = [Jump((one + other) / 2 / PARTS, size) for one, other, size in zip(left, right, sizes, strict=True)]
    return sorted(jump for jump in found if jump.money >= least)
