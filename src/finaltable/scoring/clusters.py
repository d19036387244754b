"""Means with standard errors clustered by event."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from finaltable.table.table import Floats


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    """The mean."""
    standard_error: float | None
    """Standard error; None if there is one event only."""


def clustered_mean(values: Floats, events: NDArray[np.intp]) -> Mean:
    """Return the mean of values; for its standard error, the values of one event count as one observation.

    The deviations of each event are summed to one independent draw; events may have any number of values.

    >>> clustered_mean(np.array([1.0, 3.0, 1.0, 3.0]), np.array([0, 0, 1, 1]))
    Mean(value=2.0, standard_error=0.0)
    >>> clustered_mean(np.array([1.0, 3.0]), np.array([0, 0])).standard_error is None
    True
    """
    mean = float(values.mean())
    sums = np.bincount(events, weights=values - mean)
    present = int(np.count_nonzero(np.bincount(events)))
    if present < 2:
        return Mean(mean, None)
    spread = math.sqrt(float(sums @ sums) * present / (present - 1))
    return Mean(mean, spread / len(values))
