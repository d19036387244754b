"""A spot: one hand at one decision, the best action, and the reasons."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from finaltable.answers import Displayed, json_fields
from finaltable.training.decision_chart import Answer, AnswerScore, Chart
from finaltable.training.draws import hashed
from finaltable.training.spot_table import Amount

Band = Literal["near", "clear", "plain", "mixed"]
DEPTHS = (6, 10, 15)  # upper bounds of the groups of stacks, in big blinds


class ModelView(NamedTuple):
    """One model's numbers for a spot, if all players play the equilibrium of the scoring model."""

    model: str
    """Name of the model."""
    fold: float
    """Value of folding."""
    steal: float | None
    """Value of a push if all players fold; None for a call."""
    win: float
    """Value of going all-in and winning; for a push, if one player calls."""
    lose: float
    """Value of going all-in and losing."""
    difference: float
    """Value of going all-in minus that of folding."""
    needed: float | None
    """Equity above which all-in is better than a fold; 0: always; None: never."""
    bubble_factor: float | None
    """Cost of losing to the opponent divided by the gain of winning."""


class BountyView(NamedTuple):
    """Effect of bounties under the scoring model."""

    head: float
    """Money that is paid at once for busting the opponent."""
    difference: float
    """Value of going in minus that of folding, without bounties."""
    needed: float | None
    """Equity needed without bounties; None: never."""


@dataclass(frozen=True, repr=False)
class TrainingSpot(Displayed):
    """One hand at one decision, with the numbers that explain it."""

    chart: Chart
    """The decision, with all hands."""
    hand: str
    """The class of the hand: "AKs"."""
    band: Band
    """Distance from break-even."""
    depth: float
    """Hero's stack in big blinds."""
    pot: Amount
    """Chips in the pot that can be won."""
    price: Amount
    """Chips to add for a call or a push."""
    folds: float | None
    """Probability that all players fold to a push; None for a call."""
    equity: float
    """Equity of the hand against the hands that call or push."""
    opponent: str
    """The player who is all-in, or most likely calls."""
    range: float
    """Fraction of hands that the opponent goes in with."""
    covers: bool
    """Whether hero has chips left after losing."""
    left: Amount
    """Hero's chips after losing."""
    busts: bool
    """Whether winning busts the opponent."""
    place: float
    """Difference between the prizes of the last two places."""
    views: tuple[ModelView, ...]
    """One per model, the scoring model first."""
    bounty: BountyView | None = None
    """Effect of bounties; None without bounties."""
    raises: tuple[float, ...] = ()
    """Value of raising first in minus that of folding, by the models of `views`; empty if there is no raise to
    choose. All other numbers are those of all-in."""

    @property
    def key(self) -> str:
        """Unique key of the spot."""
        return f"{hashed(json.dumps(self.recipe(), sort_keys=True)):016x}"

    @property
    def own(self) -> ModelView:
        """Numbers of the scoring model."""
        return self.views[0]

    @property
    def depth_group(self) -> str:
        """Group of stacks by depth: "6-10" big blinds."""
        return depth_group(self.depth)

    def score(self, answer: Answer) -> AnswerScore:
        """Return the cost of an answer: "in", "fold" or "raise"."""
        return self.chart.score(self.hand, answer)

    def recipe(self) -> dict[str, Any]:
        """Return the fields that are needed to solve the spot again."""
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
        if layout.raise_to:
            found |= {"raise_to": layout.raise_to, "raised_by": self.chart.raised_by}
        return found | {
            "model": self.chart.model,
            "seat": self.chart.seat,
            "facing": list(self.chart.facing),
            "hand": self.hand,
        }

    reported_by = "training.report.question_report"


@dataclass(frozen=True)
class NumberedSpot:
    """One hand at one decision, with the numbers that explain it."""

    decision: int
    """Number of the decision, from 0."""
    spot: TrainingSpot

    in_json = json_fields(
        "spot.key decision spot.hand spot.band spot.depth spot.pot spot.price spot.folds spot.equity spot.opponent "
        "spot.range spot.covers spot.left spot.busts spot.place spot.views"
    )
    in_json += json_fields("spot.bounty", where="spot.bounty") + json_fields("spot.raises", where="spot.raises")
    json_name = "TrainingSpot"


def depth_group(depth: float) -> str:
    """Return the depth group of a stack.

    >>> [depth_group(depth) for depth in (3, 6, 12.5, 40)]
    ['0-6', '6-10', '10-15', '15+']
    """
    edges = (0, *DEPTHS)
    place = sum(depth >= edge for edge in DEPTHS)
    return f"{edges[place]}-{DEPTHS[place]}" if place < len(DEPTHS) else f"{edges[place]}+"
