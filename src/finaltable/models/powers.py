"""Powers of stacks as weights for ICM, and their range and rounding."""

from __future__ import annotations

import numpy as np

from finaltable.errors import InputError, Verbatim
from finaltable.results import Values
from finaltable.table.table import Floats, check_number

LARGEST_EXPONENT = 5.0
SMALLEST_WEIGHT = 1e-280  # relative to the largest; smaller ones are too close to underflow
FAR_APART = 1e-30  # players this far apart almost never swap places, so a larger distance makes no difference


def read_exponent(value: object) -> float:
    """Return an exponent rounded to twelve digits, as in the name of the model, or raise a `ValueError`.

    >>> read_exponent("1.10"), read_exponent(2)
    (1.1, 2.0)
    """
    number = float(value) if isinstance(value, str) else float(check_number(value, "exponent"))
    if not 0 < number <= LARGEST_EXPONENT:  # also false for nan
        raise ValueError(value)
    rounded = float(write_exponent(number))
    if not rounded:
        raise ValueError(value)
    return rounded


def write_exponent(exponent: float) -> str:
    """Return an exponent as written in the name of a model.

    >>> write_exponent(1.1)
    '1.1'
    """
    return f"{exponent:.12g}"


def relative_rounding(exponent: float) -> float:
    """Bound the relative error of a weight: a rounded quotient to a power, and a power correct to four last bits."""
    return 0.0 if exponent == 1.0 else (exponent + 8.0) * 2.0**-53


def weights_of(stacks: Floats, exponent: float) -> Floats:
    """Return (stack / largest stack) ** exponent, shape (tables, players); positive stacks stay positive.

    >>> weights_of(np.array([[4.0, 2.0, 0.0]]), 2.0).tolist()
    [[1.0, 0.25, 0.0]]
    """
    if exponent == 1.0:
        return stacks
    shares = stacks / stacks.max(axis=1, keepdims=True)
    weights = np.power(shares, exponent)
    for table in np.flatnonzero(((weights < SMALLEST_WEIGHT) & (stacks > 0)).any(axis=1)):
        weights[table] = compressed_weights(stacks[table], exponent)
    return np.asarray(weights, dtype=np.float64)


def powers_fit(stacks: Values, exponent: float) -> Values:
    """Return for each table whether the powers of its stacks fit into floats without underflow."""
    least = np.where(stacks > 0, stacks, np.inf).min(axis=1) / stacks.max(axis=1)
    fit: Values = np.power(least, exponent) >= 2 * SMALLEST_WEIGHT
    return fit


def compressed_weights(stacks: Floats, exponent: float) -> Floats:
    """Return weights of stacks whose powers do not fit into floats: ratios of neighbours are limited to FAR_APART."""
    sizes = np.unique(stacks[stacks > 0])[::-1]
    far = np.flatnonzero((sizes[1:] / sizes[:-1]) ** exponent < FAR_APART) + 1
    weights = np.zeros(len(stacks))
    scale = 1.0
    for group in np.split(sizes, far):
        inside = (stacks <= group[0]) & (stacks >= group[-1])
        weights[inside] = scale * np.power(stacks[inside] / group[0], exponent)
        scale = float(weights[inside].min()) * FAR_APART
    if weights[stacks > 0].min() < SMALLEST_WEIGHT:
        found = Verbatim(f"stacks from {sizes[-1]:g} to {sizes[0]:g}")
        rule = f"must be closer together for an exponent of {exponent:g}"
        raise InputError("stacks", rule, found, code="too_precise")
    return weights
