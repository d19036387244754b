"""Parts of a solution: the strategy at one decision, the values of its hands, and a best response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from finaltable.cards.range import Range
from finaltable.equilibrium.nodes import Action
from finaltable.results import Values


class EvDifference(NamedTuple):
    """Value of going all-in minus folding, for each of the 169 classes, when the decision comes up."""

    money: Values
    percent: Values
    """Percentages of prizes and bounties."""


class BestResponse(NamedTuple):
    """A player's best strategy against the others."""

    player: str
    gain: float
    """Gain over the strategy played, in money."""
    ranges: dict[str, Range | None]
    """Range to go all-in with, by decision; None if empty."""


@dataclass(frozen=True)
class Strategy:
    """Strategy of a player at one decision."""

    seat: str
    """The player who decides."""
    facing: tuple[str, ...]
    """Players who are all-in, in the order of acting."""
    raised_by: str | None
    """The player who raised and is not all-in; the seat itself for its raise, and for its decision after a re-jam."""
    action: Action
    """Name of going all-in here, or of raising."""
    frequency: float
    """Share of all 1,326 hands that take the action; after an own raise, of the hands that raised."""
    reach: float
    """Probability that the decision comes up."""
    locked: bool
    """Whether the decision is locked."""
    margin: float
    """Differences within this are too close to call, in payout units. It includes an estimate of the card model's
    error."""
    hands: Mapping[str, float]
    """Frequency of the action, for each of the 169 classes."""
    ev: Mapping[str, float | None]
    """Value of the action minus folding, in payout units; None if the decision never comes up. After a raise, the
    player answers re-jams best, or as locked."""

    json_name = "Node"
