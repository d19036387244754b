"""Bounties under DCM for fields too large for the tree: whole tournaments are simulated, heads and all."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from finaltable import _core
from finaltable.models.dcm.sample import GIANT, NO_END, SETTLING, TOURNAMENTS, TOURNAMENTS_OF_GIANTS, Sampling
from finaltable.models.dcm.tree import chip_words
from finaltable.results import Income, Values
from finaltable.table.options import time_left
from finaltable.table.table import Number, whole_chips


def sample_income(stacks: Values, heads: Values, share: float, own: bool, how: Sampling) -> Income:
    """Return what everybody wins at checked tables; the error is four standard errors, and what was never drawn."""
    found = [
        sample_table(row, head, share, own, how)
        for row, head in zip(stacks.tolist(), heads.astype(np.float64), strict=True)
    ]
    values, errors, tournaments = zip(*found, strict=True)
    return Income(np.array(values), np.array(errors), False, "sample", sum(tournaments))


def sample_table(
    stacks: Sequence[Number], heads: Values, share: float, own: bool, how: Sampling
) -> tuple[Values, float, int]:
    """Return income, error and the number of tournaments of one table; players without chips win nothing."""
    began = time.monotonic()
    chips = whole_chips(stacks)
    seats = [i for i, chip in enumerate(chips) if chip]
    most = TOURNAMENTS if len(seats) <= GIANT else TOURNAMENTS_OF_GIANTS
    on_heads = np.ascontiguousarray(heads[seats])
    words = chip_words([chips[i] for i in seats])
    left = time_left(how.max_seconds, began - SETTLING * len(seats))
    found = _core.field_income(
        *words,
        on_heads,
        share,
        own,
        how.seed,
        most if how.max_seconds is None else NO_END,
        how.tolerance * float(on_heads.sum()),
        how.threads,
        left,
        how.progress,
    )
    values = np.zeros(len(chips))
    values[seats] = found.values
    return values, found.error, found.work
