"""A decision to be judged, with the table and the options; and its valuation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.equilibrium.look_ahead import LookAhead, LookAheadChoice
from finaltable.equilibrium.solution import Nash
from finaltable.models import Choice
from finaltable.reviews.decision import JudgedDecision
from finaltable.reviews.finding import Turn
from finaltable.reviews.opponents import GivenRanges, Held, Opponents, given_to, role_of
from finaltable.reviews.solving import SolverWork
from finaltable.spots.spot import Spot
from finaltable.table.options import Progress
from finaltable.table.table import Table

PRECISE = 0.2  # of the cost of a mistake: an error at which solving and dealing stop


@dataclass(frozen=True)
class Setting:
    """Options for judging decisions."""

    models: tuple[Choice, ...]
    ranges: GivenRanges
    tolerance: float
    threads: int | None
    smallest: float = 0.0
    """Share of the pool: a smaller cost is not called a mistake."""
    most_blinds: float = 20.0
    """Effective stacks for which equilibria are asked."""
    look_ahead: LookAheadChoice = None
    progress: Progress | None = None


@dataclass(frozen=True)
class Asked:
    """A decision with the table and the options."""

    turn: Turn
    table: Table
    number: int
    """Number of the hand in the tournament."""
    cards: str
    setting: Setting

    @property
    def smallest(self) -> float:
        """Smallest cost of a mistake, in money."""
        return self.setting.smallest * (self.table.pool + self.table.bounty_pool)

    def seat(self, name: str) -> int:
        """Return a player's seat."""
        return self.turn.seating.seat(name)

    def work(self, tolerance: float, enough: Callable[[Nash], bool] | None = None) -> SolverWork:
        """Return the options of the solver; the equilibrium is that of the first model."""
        own = self.setting
        return SolverWork(own.models[0], tolerance, own.threads, own.progress, own.look_ahead, enough)

    def shared(self) -> Mapping[str, Any]:
        """Return the arguments that all spots of a hand share."""
        seating = self.turn.seating
        elsewhere = range(len(seating.hand.seats), self.table.players)
        return {"button": seating.button, "elsewhere": elsewhere, **seating.forced._asdict()}

    def given(self, names: Sequence[str], role: str | None = None) -> Held:
        """Return the given ranges of players: for an action, or for the one that put them all-in."""
        found: Held = {}
        for name in names:
            asked: Any = role or role_of(self.turn, name)
            found |= given_to(self.turn, self.setting.ranges, [self.seat(name)], asked)
        return found


@dataclass(frozen=True)
class Valued:
    """Verdicts on a decision, with everything that explains them."""

    opponents: Opponents
    spot: Spot | PushSpot
    verdicts: tuple[JudgedDecision, ...]
    commands: tuple[str, ...]
    equity: float | None
    called: float | None
    look_ahead: LookAhead | None = None
    """How the first model values the ends; None: without the hands that follow."""


def nearer(found: Sequence[Valued]) -> Valued:
    """Return the valuation nearer to zero; models for which they differ in sign are too close to call."""
    best = min(found, key=lambda one: abs(one.verdicts[0].difference))
    verdicts = []
    for m, judged in enumerate(best.verdicts):
        values = [one.verdicts[m].difference for one in found]
        apart = max(values) - min(values) if min(values) < 0 < max(values) else 0.0
        verdicts.append(replace(judged, uncertainty=judged.uncertainty + apart))
    return replace(best, verdicts=tuple(verdicts))


def is_open(first: JudgedDecision) -> bool:
    """Return whether a more exact solution may change a verdict, or makes the cost of a mistake much clearer."""
    if first.verdict == "mistake":
        return first.uncertainty > PRECISE * first.cost
    return first.verdict == "too close" and first.better != "no difference"
