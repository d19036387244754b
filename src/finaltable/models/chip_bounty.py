"""Bounties by chips: every head is shared out in proportion to the stacks, as chip chop and chip EV do with prizes.

It is what DCM says where nothing of a bounty is paid before the end, and the baseline otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from finaltable.errors import InputError
from finaltable.models.model import BountyFunctions
from finaltable.results import Income, Values
from finaltable.table.table import Number

ASSUMPTION = "every head is shared out by chips, whoever busts whom"
ROUNDING = 2.0**-50


def income(stacks: Values, heads: Values, *, share: Number, own: bool, **options: Any) -> Income:
    """Return chip share times all bounties."""
    found = matrix(stacks, share=share, own=own, **options)
    on_heads = np.where(stacks > 0, heads, 0.0).astype(np.float64)
    return found._replace(
        values=np.einsum("tij,tj->ti", found.values, on_heads), errors=ROUNDING * (1.0 + on_heads.sum(axis=1))
    )


def matrix(stacks: Values, *, share: Number, own: bool, **_: Any) -> Income:  # noqa: ARG001 (a head is shared out at once)
    """Return the share of all chips, in the column of everybody who holds some."""
    if not own:
        rule = "must be true where bounties are shared out by chips: all of them are"
        raise InputError("own_bounty", rule, own, code="conflict")
    chips = np.asarray(stacks, dtype=np.float64)
    shares = chips / chips.sum(axis=1, keepdims=True)
    values = shares[:, :, None] * (chips > 0)[:, None, :]
    return Income(values, np.full(len(stacks), ROUNDING), True, "proportional", 0)


BOUNTY = BountyFunctions(income, matrix, ASSUMPTION)
