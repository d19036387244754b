"""Bounties by chips: each bounty is divided in proportion to the stacks, as chip chop and chip EV divide prizes.

This equals DCM if no part of a bounty is paid before the end. Otherwise it is a baseline.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from finaltable.errors import InputError
from finaltable.models.model import BountyFunctions
from finaltable.results import Income, Values
from finaltable.table.table import Number

ASSUMPTION = "each bounty is divided by chips, whoever busts whom"
ROUNDING = 2.0**-50


def income(stacks: Values, bounties: Values, *, share: Number, own: bool, **options: Any) -> Income:
    """Return each player's chip share times the sum of all bounties."""
    found = matrix(stacks, share=share, own=own, **options)
    amounts = np.where(stacks > 0, bounties, 0.0).astype(np.float64)
    return found._replace(
        values=np.einsum("tij,tj->ti", found.values, amounts), errors=ROUNDING * (1.0 + amounts.sum(axis=1))
    )


def matrix(stacks: Values, *, share: Number, own: bool, **_: Any) -> Income:  # noqa: ARG001 (it makes no difference)
    """Return the players' chip shares in the column of each player who holds chips."""
    if not own:
        rule = "must be true if bounties are divided by chips"
        raise InputError("own_bounty", rule, own, code="conflict")
    chips = np.asarray(stacks, dtype=np.float64)
    shares = chips / chips.sum(axis=1, keepdims=True)
    values = shares[:, :, None] * (chips > 0)[:, None, :]
    return Income(values, np.full(len(stacks), ROUNDING), True, "proportional", 0)


BOUNTY = BountyFunctions(income, matrix, ASSUMPTION)
