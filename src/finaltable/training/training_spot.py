"""A spot: one hand at one decision, what to do, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from finaltable.answers import json_fields
from finaltable.training.decision_chart import Answer, AnswerScore, Chart
from finaltable.training.draws import hashed
from finaltable.training.spot_table import Amount

Band = Literal["near", "clear", "plain", "mixed"]
DEPTHS = (6, 10, 15)  # big blinds: where one group of stacks ends and the next begins


class ModelView(NamedTuple):
    """What one model makes of a spot, if all players play the equilibrium of the model that scores."""

    model: str
    """Name of the model."""
    fold: float
    """Value of folding."""
    steal: float | None
    """Value of a push if all fold; None for a call."""
    win: float
    """Value of going in and winning; of a push, where one player calls."""
    lose: float
    """Value of going in and losing."""
    difference: float
    """Going in minus folding."""
    needed: float | None
    """The equity from which going in is better; 0: always; None: never."""
    bubble_factor: float | None
    """What losing to the opponent costs against what winning gains."""


class BountyView(NamedTuple):
    """What bounties change for the model that scores."""

    head: float
    """Money that is paid at once if the opponent is busted."""
    difference: float
    """Going in minus folding without bounties."""
    needed: float | None
    """The equity needed without bounties; None: never."""


@dataclass(frozen=True)
class TrainingSpot:
    """One hand at one decision, with everything that explains it."""

    chart: Chart
    """The decision, with all hands."""
    hand: str
    """The class of the hand: "AKs"."""
    band: Band
    """How far from break-even."""
    depth: float
    """The stack in big blinds."""
    pot: Amount
    """Chips in the middle that can be won."""
    price: Amount
    """Chips to call or to push, beyond what is posted."""
    folds: float | None
    """How often all fold to a push; None for a call."""
    equity: float
    """The share of the pot that the hand wins against the hands that call or push."""
    opponent: str
    """The player who is all-in, or most likely calls."""
    range: float
    """The share of hands that the opponent goes in with."""
    covers: bool
    """Whether losing leaves chips."""
    left: Amount
    """Chips that are left after losing."""
    busts: bool
    """Whether winning busts the opponent."""
    place: float
    """Money that the next place pays more than the last."""
    views: tuple[ModelView, ...]
    """One per model, the one that scores first."""
    bounty: BountyView | None = None
    """What bounties change; None where there are none."""

    @property
    def key(self) -> str:
        """A short text that no other spot has."""
        return f"{hashed(json.dumps(self.recipe(), sort_keys=True)):016x}"

    @property
    def own(self) -> ModelView:
        """What the model that scores makes of it."""
        return self.views[0]

    @property
    def depth_group(self) -> str:
        """The group of stacks it belongs to: "6-10" big blinds."""
        return depth_group(self.depth)

    def score(self, answer: Answer) -> AnswerScore:
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


@dataclass(frozen=True)
class NumberedSpot:
    """One hand at one decision, with everything that explains it."""

    decision: int
    """The number of the decision, from 0."""
    spot: TrainingSpot

    in_json = json_fields(
        "spot.key decision spot.hand spot.band spot.depth spot.pot spot.price spot.folds spot.equity spot.opponent "
        "spot.range spot.covers spot.left spot.busts spot.place spot.views"
    ) + json_fields("spot.bounty", where="spot.bounty")
    json_name = "TrainingSpot"


def depth_group(depth: float) -> str:
    """Return the group of a stack.

    >>> [depth_group(depth) for depth in (3, 6, 12.5, 40)]
    ['0-6', '6-10', '10-15', '15+']
    """
    edges = (0, *DEPTHS)
    place = sum(depth >= edge for edge in DEPTHS)
    return f"{edges[place]}-{DEPTHS[place]}" if place < len(DEPTHS) else f"{edges[place]}+"
