"""One decision with all 169 hands, and the cost of an answer or of a painted range."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from finaltable.answers import json_fields
from finaltable.cards.hand import CLASSES, class_name, class_of, combos_of
from finaltable.cards.preflop import as_range

if TYPE_CHECKING:
    from finaltable.cards.range import Range
    from finaltable.training.spot_table import SpotTable

HANDS = tuple(class_name(CLASSES - 1 - place) for place in range(CLASSES))  # AA, AKs, ..., row by row of the grid
SIZES = tuple(len(combos_of(CLASSES - 1 - place)) for place in range(CLASSES))
ALL = sum(SIZES)
MIXED = (1, 99)  # %: between these, a hand is played both ways
Answer = Literal["in", "fold", "raise"]
Best = Literal["in", "fold", "raise", "either", "play"]


class AnswerScore(NamedTuple):
    """Cost of an answer."""

    best: Best
    """The best action. "either": a fold is as good as going in; "play": all-in and a raise are both right."""
    lost: float
    """Money; 0 if the answer is right, or the decision too close."""

    @property
    def right(self) -> bool:
        """Whether nothing was lost."""
        return self.lost == 0


class Painted(NamedTuple):
    """Cost of a painted range."""

    lost: float
    """Money per hand dealt at this decision, weighted by combinations."""
    wrong: tuple[tuple[str, float], ...]
    """Hands that cost money, the costliest first, each with its cost."""
    right: float
    """Fraction of combinations played without loss."""


@dataclass(frozen=True)
class Chart:
    """A decision of a solved table. Hands are in the order of `HANDS`."""

    layout: SpotTable
    """The table before the cards are dealt."""
    model: str
    """Name of the model that scores."""
    exploitability: float
    """Distance of the solution from equilibrium, as a fraction of the pool."""
    pool: float
    """Sum of prizes and bounties."""
    seat: str
    """The player who decides."""
    facing: tuple[str, ...]
    """Players who are all-in."""
    margin: float
    """Bound on the error, in payout units, of the search and of the card model; closer hands are not asked."""
    hands: tuple[int, ...]
    """Frequency of going all-in with each of the 169 hands, in %: AA, AKs, ..., AKo, KK, ..., 22."""
    ev: tuple[float, ...]
    """Value of going all-in minus that of folding, in payout units, in the same order."""
    raised_by: str | None = None
    """The player who raised before; the player who decides if they may raise first in, or face an all-in over their
    own raise."""
    raises: tuple[int, ...] = ()
    """Frequency of raising first in with each of the hands, in %; empty if there is no raise to choose."""
    raise_ev: tuple[float, ...] = ()
    """Value of raising minus that of folding, in the same order."""

    @property
    def action(self) -> Literal["push", "call"]:
        """Name of going in: push or call."""
        return "call" if self.facing else "push"

    @cached_property
    def frequency(self) -> float:
        """Fraction of all hands that go all-in, or raise first in."""
        played = (share for shares in (self.hands, self.raises) for share in zip(shares, SIZES, strict=False))
        return sum(share * size for share, size in played) / (100 * ALL)

    def difference(self, hand: str) -> float:
        """Return the value of going all-in with a hand minus that of folding it."""
        return self.ev[HANDS.index(hand)]

    def worth(self, place: int) -> dict[Answer, float]:
        """Return the value of each action minus that of folding, for the hand at an index."""
        found: dict[Answer, float] = {"fold": 0.0, "in": self.ev[place]}
        return found | {"raise": self.raise_ev[place]} if self.raises else found

    def right(self, place: int) -> list[Answer]:
        """Return the actions that lose nothing with a hand: the best, those within the error, and mixed ones."""
        worth = self.worth(place)
        best = max(worth.values())
        played = {"in": self.hands[place], "raise": self.raises[place] if self.raises else 0}
        shares = {"fold": 100 - sum(played.values()), **played}
        return [
            answer
            for answer, value in worth.items()
            if best - value <= self.margin or MIXED[0] <= shares[answer] <= MIXED[1]
        ]

    def best(self, place: int) -> Best:
        """Return the best action for the hand at an index; see `AnswerScore.best`."""
        right = self.right(place)
        return right[0] if len(right) == 1 else "either" if "fold" in right else "play"

    def score(self, hand: str, answer: Answer) -> AnswerScore:
        """Return the cost of an answer.

        >>> from finaltable.training.spot_table import SpotTable
        >>> table, plays, worth = SpotTable((10, 10), (1,), 0.5, 1), (100,) * 169, (0.2,) * 169
        >>> chart = Chart(table, "icm", 1e-5, 1.0, "SB", (), 0.01, plays, worth)
        >>> chart.score("AA", "fold"), chart.score("AA", "in").right
        (AnswerScore(best='in', lost=0.2), True)
        """
        place = HANDS.index(hand)
        worth = self.worth(place)
        lost = 0.0 if answer in self.right(place) else max(worth.values()) - worth[answer]
        return AnswerScore(self.best(place), lost)

    def paint(self, hands: str | Range | None) -> Painted:
        """Return the cost of going in with a range, compared with the best one; None goes in with no hand.

        First in with a raise, each hand goes in by the better of all-in and raise.
        """
        played = [0.0] * CLASSES
        for combo, weight in () if hands is None else as_range(hands, "range").weights():
            place = CLASSES - 1 - class_of(combo)
            played[place] += weight / SIZES[place]
        costs = [self.cost(place, round(min(1.0, share), 9)) * SIZES[place] / ALL for place, share in enumerate(played)]
        wrong = sorted(((HANDS[place], cost) for place, cost in enumerate(costs) if cost > 0), key=lambda one: -one[1])
        right = sum(size for size, cost in zip(SIZES, costs, strict=True) if cost == 0) / ALL
        return Painted(sum(costs), tuple(wrong), right)

    def cost(self, place: int, share: float) -> float:
        """Return the cost of going in with a hand at some frequency."""
        best = self.best(place)
        wrongly = 0.0 if best == "either" else share if best == "fold" else 1.0 - share
        return wrongly * abs(max(value for answer, value in self.worth(place).items() if answer != "fold"))


@dataclass(frozen=True)
class TrainingTable:
    """A table with seats named by position."""

    chart: Chart
    """One of its decisions."""

    in_json = json_fields(
        "chart.layout.names chart.layout.stacks chart.layout.payouts button=chart.layout.button_name "
        "chart.layout.small_blind chart.layout.big_blind chart.layout.ante chart.layout.big_blind_ante chart.model "
        "chart.pool chart.exploitability"
    )
    in_json += json_fields("chart.layout.bounties chart.layout.bounty_share", where="chart.layout.bounties")
    in_json += json_fields("chart.layout.raise_to", where="chart.layout.raise_to")


@dataclass(frozen=True)
class NumberedChart:
    """One decision with all hands: for painting a range, and for scoring a hand."""

    table: int
    """Number of the table, from 0."""
    chart: Chart

    in_json = json_fields("table chart.seat chart.facing chart.action frequency chart.margin chart.hands chart.ev")
    in_json += json_fields("chart.raised_by", where="chart.raised_by")
    in_json += json_fields("chart.raises chart.raise_ev", where="chart.raises")
    json_name = "Chart"

    @property
    def frequency(self) -> float:
        """Fraction of all 1,326 hands that go all-in, or raise first in."""
        return round(self.chart.frequency, 4)
