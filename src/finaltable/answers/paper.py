"""The paper's numbers beside ours."""

from __future__ import annotations

from typing import Annotated, TypedDict

from finaltable.answers.shared import Model


class CheckDict(TypedDict):
    """One printed number and ours."""

    section: str
    row: str
    column: str
    printed: str
    right: Annotated[str, "What the paper should print."]
    slip: Annotated[str | None, "Why the printed number cannot be right; null: it is right."]
    model: Model
    stacks: list[float]
    payouts: list[float]
    ours: float
    agrees: bool


class SlipDict(TypedDict):
    """A mistake of the paper that is not in a number."""

    where: str
    printed: str
    right: str
    why: str


class ReproductionDict(TypedDict):
    """Every number of the paper, computed again."""

    method: str
    checks: list[CheckDict]
    slips: list[SlipDict]
    differing: Annotated[int, "How many numbers differ and are no known slips."]
