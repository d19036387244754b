"""A spot: one hand at one decision, what to do, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from finaltable.training.chart import Answer, Chart, Score
from finaltable.training.draws import hashed
from finaltable.training.layout import Amount

if TYPE_CHECKING:
    from finaltable.answers.training import BountyViewDict, ViewDict

Band = Literal["near", "clear", "plain", "mixed"]
DEPTHS = (6, 10, 15)  # big blinds: where one group of stacks ends and the next begins


class View(NamedTuple):
    """What one model makes of a spot: see `ViewDict`."""

    model: str
    fold: float
    steal: float | None
    win: float
    lose: float
    difference: float
    needed: float | None
    bubble_factor: float | None

    def to_dict(self) -> ViewDict:
        """Return it ready for JSON."""
        return self._asdict()  # type: ignore[return-value]


class BountyView(NamedTuple):
    """What bounties change: see `BountyViewDict`."""

    head: float
    difference: float
    needed: float | None

    def to_dict(self) -> BountyViewDict:
        """Return it ready for JSON."""
        return self._asdict()  # type: ignore[return-value]


@dataclass(frozen=True)
class TrainingSpot:
    """A hand to play, and everything that explains it; see `TrainingSpotDict`."""

    chart: Chart
    hand: str
    band: Band
    depth: float
    pot: Amount
    price: Amount
    folds: float | None
    equity: float
    opponent: str
    range: float
    covers: bool
    left: Amount
    busts: bool
    place: float
    views: tuple[View, ...]
    bounty: BountyView | None = None

    @property
    def key(self) -> str:
        """A short text that no other spot has."""
        return f"{hashed(json.dumps(self.recipe(), sort_keys=True)):016x}"

    @property
    def own(self) -> View:
        """What the model that scores makes of it."""
        return self.views[0]

    @property
    def depth_group(self) -> str:
        """The group of stacks it belongs to: "6-10" big blinds."""
        return depth_group(self.depth)

    def score(self, answer: Answer) -> Score:
        """Return what an answer costs: "in" or "fold"."""
        return self.chart.score(self.hand, answer)

    def recipe(self) -> dict[str, Any]:
        """Return what it takes to solve the spot again."""
        layout = self.chart.layout
        found: dict[str, Any] = {
            "stacks": list(layout.stacks),
            "payouts": list(layout.payouts),
            "small_blind": layout.small_blind,
            "big_blind": layout.big_blind,
            "ante": layout.ante,
            "big_blind_ante": layout.big_blind_ante,
        }
        if layout.bounties:
            found |= {"bounties": list(layout.bounties), "bounty_share": layout.bounty_share}
        return found | {
            "model": self.chart.model,
            "seat": self.chart.seat,
            "facing": list(self.chart.facing),
            "hand": self.hand,
        }

    def __str__(self) -> str:
        from finaltable.training.report import question_report

        return str(question_report(self))


def depth_group(depth: float) -> str:
    """Return the group of a stack.

    >>> [depth_group(depth) for depth in (3, 6, 12.5, 40)]
    ['0-6', '6-10', '10-15', '15+']
    """
    edges = (0, *DEPTHS)
    place = sum(depth >= edge for edge in DEPTHS)
    return f"{edges[place]}-{DEPTHS[place]}" if place < len(DEPTHS) else f"{edges[place]}+"
