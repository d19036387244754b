"""The two samplers of the core."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from finaltable import _core
from finaltable.models.dcm.tree import chip_words

PAYOUTS = [100.0, 60.0, 40.0]


def field(
    stacks: list[int], payouts: list[float], seed: int, tournaments: int = 2**15
) -> tuple[NDArray[np.float64], ...]:
    """Return equities and standard errors from simulated tournaments."""
    answer = _core.field_equities(*chip_words(stacks), np.array(payouts), seed, tournaments, 0.0, 2, None, None)
    return answer.values, answer.standard_errors


def shallow(stacks: list[int], payouts: list[float], seed: int) -> _core.Answer:
    """Return the answer from a shallow tree, with most of it sampled."""
    return _core.hybrid_finish(*chip_words(stacks), np.array(payouts), 1e-3, 10_000, seed, None, None)
