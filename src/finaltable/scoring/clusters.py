"""Means with standard errors that know which snapshots belong to one event."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from finaltable.table.table import Floats


class Mean(NamedTuple):
    """A mean and how sure it is."""

    value: float
    """The mean."""
    standard_error: float | None
    """None: it comes from one event only, which says nothing about others."""


def clustered_mean(values: Floats, events: NDArray[np.intp]) -> Mean:
    """Return the mean of values; its standard error counts the values of one event as one observation.

    The sum of the deviations of each event is one independent draw; events may have any number of values.

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
