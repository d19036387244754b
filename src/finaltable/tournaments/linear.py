"""Solve sparse linear systems."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from finaltable.results import Values

SMALL = 1e-15  # of the largest constant
MOST_STEPS = 2000


def solve_linear(apply: Callable[[Values], Values], constant: Values, guess: Values) -> Values:
    """Solve apply(x) = constant by BiCGSTAB (van der Vorst 1992); sums have a fixed order.

    >>> matrix = np.array([[1.0, -0.5], [0.25, 1.0]])
    >>> solve_linear(lambda x: matrix @ x, np.array([0.5, 1.25]), np.zeros(2)).round(12).tolist()
    [1.0, 1.0]
    """
    found = guess.copy()
    rest = constant - apply(found)
    shadow, ahead, enough = rest.copy(), rest.copy(), SMALL * max(1e-9, float(np.abs(constant).max()))
    size = inner(shadow, rest)
    for _ in range(MOST_STEPS):
        if float(np.abs(rest).max()) <= enough or size == 0.0:
            break
        moved = apply(ahead)
        step = size / inner(shadow, moved)
        half = rest - step * moved
        turned = apply(half)
        damped = inner(turned, half) / max(inner(turned, turned), 1e-300)
        found += step * ahead + damped * half
        rest = half - damped * turned
        before, size = size, inner(shadow, rest)
        if damped == 0.0:
            break
        ahead = rest + (size / before) * (step / damped) * (ahead - damped * moved)
    return found


def inner(one: Values, other: Values) -> float:
    """Return the inner product."""
    return float((one * other).sum())
