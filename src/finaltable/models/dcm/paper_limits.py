"""Limits of the paper's Algorithm 3."""

from __future__ import annotations

from typing import NamedTuple

from finaltable.errors import InputError
from finaltable.table.table import check_number, check_whole


class PaperLimits(NamedTuple):
    """Limits at which Algorithm 3 stops: the paper's MD and ProbMin."""

    max_depth: int
    min_probability: float


USUAL = PaperLimits(50, 1e-15)


def paper_limits(method: str, max_depth: int | None, min_probability: float | None) -> PaperLimits:
    """Return the checked options of method "paper", or raise if another method has them."""
    if max_depth is None and min_probability is None:
        return USUAL
    for field, value in (("max_depth", max_depth), ("min_probability", min_probability)):
        if value is not None and method != "paper":
            raise InputError(field, "belongs to method 'paper'", value, code="needs_other")
    depth = USUAL.max_depth if max_depth is None else check_whole(max_depth, "max_depth", 1, 500)
    if min_probability is None:
        return USUAL._replace(max_depth=depth)
    return PaperLimits(depth, float(check_number(min_probability, "min_probability")))
