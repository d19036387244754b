"""Bounties under DCM for fields too large for the tree: simulate whole tournaments with their bounties."""

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


def sample_income(stacks: Values, bounties: Values, share: float, own: bool, how: Sampling) -> Income:
    """Return income at checked tables; the error is four standard errors plus an allowance for rare events."""
    found = [
        sample_table(row, amounts, share, own, how)
        for row, amounts in zip(stacks.tolist(), bounties.astype(np.float64), strict=True)
    ]
    values, errors, tournaments = zip(*found, strict=True)
    return Income(np.array(values), np.array(errors), False, "sample", sum(tournaments))


def sample_table(
    stacks: Sequence[Number], bounties: Values, share: float, own: bool, how: Sampling
) -> tuple[Values, float, int]:
    """Return income, error and the number of tournaments of one table; players without chips win nothing."""
    began = time.monotonic()
    chips = whole_chips(stacks)
    seats = [i for i, chip in enumerate(chips) if chip]
    most = TOURNAMENTS if len(seats) <= GIANT else TOURNAMENTS_OF_GIANTS
    amounts = np.ascontiguousarray(bounties[seats])
    words = chip_words([chips[i] for i in seats])
    left = time_left(how.max_seconds, began - SETTLING * len(seats))
    found = _core.field_income(
        *words,
        amounts,
        share,
        own,
        how.seed,
        most if how.max_seconds is None else NO_END,
        how.tolerance * float(amounts.sum()),
        how.threads,
        left,
        how.progress,
    )
    values = np.zeros(len(chips))
    values[seats] = found.values
    return values, found.error, found.work
