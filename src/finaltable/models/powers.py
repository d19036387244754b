"""Powers of stacks, as weights for ICM: their range, and how far rounding puts them off."""

from __future__ import annotations

import numpy as np

from finaltable.errors import InputError, Verbatim
from finaltable.results import Values
from finaltable.table.table import Floats, check_number

LARGEST_EXPONENT = 5.0
SMALLEST_WEIGHT = 1e-280  # of the largest: smaller ones come too near to where floats end
FAR_APART = 1e-30  # neighbours this far apart hardly ever trade places, so it does not matter how far


def read_exponent(value: object) -> float:
    """Return an exponent, at twelve digits as the name of the model has it, or raise a `ValueError`.

    >>> read_exponent("1.10"), read_exponent(2)
    (1.1, 2.0)
    """
    number = float(value) if isinstance(value, str) else float(check_number(value, "exponent"))
    if not 0 < number <= LARGEST_EXPONENT:  # a text may also say nan
        raise ValueError(value)
    rounded = float(write_exponent(number))
    if not rounded:
        raise ValueError(value)
    return rounded


def write_exponent(exponent: float) -> str:
    """Return an exponent as the name of a model has it.

    >>> write_exponent(1.1)
    '1.1'
    """
    return f"{exponent:.12g}"


def relative_rounding(exponent: float) -> float:
    """Bound how far off a weight is, relative to it: a quotient to the power, and a power within four last bits."""
    return 0.0 if exponent == 1.0 else (exponent + 8.0) * 2.0**-53


def weights_of(stacks: Floats, exponent: float) -> Floats:
    """Return (stack / largest stack) ** exponent, shape (tables, players); no stack that is not zero becomes zero.

    >>> weights_of(np.array([[4.0, 2.0, 0.0]]), 2.0).tolist()
    [[1.0, 0.25, 0.0]]
    """
    if exponent == 1.0:
        return stacks
    shares = stacks / stacks.max(axis=1, keepdims=True)
    weights = np.power(shares, exponent)
    for table in np.flatnonzero(((weights < SMALLEST_WEIGHT) & (stacks > 0)).any(axis=1)):
        weights[table] = drawn_together(stacks[table], exponent)
    return np.asarray(weights, dtype=np.float64)


def powers_fit(stacks: Values, exponent: float) -> Values:
    """Tell which tables have stacks whose powers all fit into floats, well apart from zero."""
    least = np.where(stacks > 0, stacks, np.inf).min(axis=1) / stacks.max(axis=1)
    fit: Values = np.power(least, exponent) >= 2 * SMALLEST_WEIGHT
    return fit


def drawn_together(stacks: Floats, exponent: float) -> Floats:
    """Return weights of stacks whose powers do not fit into floats: no two neighbours are further than FAR_APART."""
    sizes = np.unique(stacks[stacks > 0])[::-1]
    far = np.flatnonzero((sizes[1:] / sizes[:-1]) ** exponent < FAR_APART) + 1
    weights = np.zeros(len(stacks))
    scale = 1.0
    for group in np.split(sizes, far):
        inside = (stacks <= group[0]) & (stacks >= group[-1])
        weights[inside] = scale * np.power(stacks[inside] / group[0], exponent)
        scale = float(weights[inside].min()) * FAR_APART
    if weights[stacks > 0].min() < SMALLEST_WEIGHT:
        most = Verbatim(f"stacks from {sizes[-1]:g} to {sizes[0]:g}")
        rule = f"must not lie so far apart for an exponent of {exponent:g}"
        raise InputError("stacks", rule, most, code="too_precise")
    return weights
