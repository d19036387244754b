"""Groups of mistakes: what was done wrong, from which position, and how deep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from finaltable.answers import Answer

DEPTHS = (0.0, 4.0, 8.0, 12.0, 16.0, 20.0)
PLACES = {"SB": "the small blind", "BB": "the big blind", "BTN": "the button", "CO": "the cutoff", "HJ": "the hijack"}
WENT_IN = {
    "push": "pushes too loose",
    "open": "pushes too loose",
    "over_limp": "pushes over limps too loose",
    "rejam": "re-jams too loose",
    "squeeze": "squeezes too loose",
    "call": "calls too loose",
    "overcall": "overcalls too loose",
    "call_rejam": "calls re-jams too loose",
}
FOLDED = {
    "push": "folds too tight first in",
    "open": "folds too tight first in",
    "over_limp": "folds too tight after limps",
    "rejam": "folds too tight facing a raise",
    "squeeze": "folds too tight facing a raise and calls",
    "call": "folds too tight facing an all-in",
    "overcall": "folds too tight facing several all-ins",
    "call_rejam": "folds too tight facing a re-jam",
}


class Wrong(NamedTuple):
    """A mistake, as far as groups need it."""

    kind: str
    done: str
    better: str
    position: str
    effective: float
    cost: float
    uncertainty: float


@dataclass(frozen=True)
class MistakeGroup(Answer):
    """Mistakes of one sort."""

    mistake: str
    """What was done: "calls too loose"."""
    position: str
    """Position at the table."""
    depth: str
    """Effective stacks in big blinds: "8 to 12"."""
    count: int
    """Number of mistakes."""
    cost: float
    """Cost of all of them, by the first model."""
    uncertainty: float
    """How far the cost may be off."""

    @property
    def words(self) -> str:
        """The group in words, without its numbers."""
        return f"{self.mistake} from {PLACES.get(self.position, self.position)} at {self.depth} bb"


def mistake_of(kind: str, done: str, better: str) -> str:
    """Return what was done wrong, in words.

    >>> mistake_of("call", "call", "fold"), mistake_of("open", "raise", "push")
    ('calls too loose', 'raises that should be pushes')
    """
    if done == "fold":
        return FOLDED.get(kind, "folds too tight")
    if done == "raise":
        return "raises too loose" if better == "fold" else "raises that should be pushes"
    return WENT_IN.get(kind, "goes all-in too loose")


def depth_of(effective: float) -> str:
    """Return the band of an effective stack.

    >>> depth_of(8.0), depth_of(3.2), depth_of(31.0)
    ('8 to 12', '0 to 4', 'over 20')
    """
    low = max(bound for bound in DEPTHS if bound <= effective)
    above = [bound for bound in DEPTHS if bound > low]
    return f"{low:g} to {above[0]:g}" if above else f"over {low:g}"


def group_mistakes(mistakes: Iterable[Wrong]) -> tuple[MistakeGroup, ...]:
    """Return mistakes by sort, position and depth, the costliest first."""
    found: dict[tuple[str, str, str], list[Wrong]] = {}
    for one in mistakes:
        key = (mistake_of(one.kind, one.done, one.better), one.position, depth_of(one.effective))
        found.setdefault(key, []).append(one)
    return in_order(
        MistakeGroup(*key, len(some), sum(one.cost for one in some), sum(one.uncertainty for one in some))
        for key, some in found.items()
    )


def in_order(groups: Iterable[MistakeGroup]) -> tuple[MistakeGroup, ...]:
    """Return groups, the costliest first."""
    return tuple(sorted(groups, key=lambda one: (-one.cost, one.mistake, one.position, one.depth)))


def all_alike(groups: Sequence[MistakeGroup]) -> bool:
    """Return whether no group has several mistakes, so that groups say no more than a list."""
    return all(one.count == 1 for one in groups)
