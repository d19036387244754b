"""What stacks are worth, and how likely places are."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from finaltable.answers.shared import Amount, Model, PlayersDict, TableDict

Guaranteed = Annotated[bool, "Whether the error is a proof; if not, it is an estimate, or four standard errors."]
Work = Annotated[int, "Nodes of the tree, distinct states, samples, or quadrature points."]
Method = Annotated[str, 'How it was computed; never "auto".']


class EquityDict(TableDict):
    """What every player's chips are worth under one model."""

    model: Model
    method: Method
    equities: Annotated[list[Amount], "Money of each player, in payout units."]
    error: Annotated[float, "No equity is further from the truth than this, in payout units."]
    guaranteed: Guaranteed
    tolerance: Annotated[float, "The error allowed, as a share of the prize pool; 0 where the method has no choice."]
    work: Work


class ComparisonDict(TableDict):
    """Equities under several models, and how they differ from the first."""

    models: list[Model]
    results: Annotated[list[EquityDict], "One per model."]
    differences: Annotated[list[list[float]], "By model and player: the equity minus that of the first model."]
    percentages: Annotated[list[list[float | None]], "The same in % of the first model's equity; null where that is 0."]


class PlacesOfModelDict(TypedDict):
    """Finish probabilities under one model."""

    model: Model
    method: Method
    finish: Annotated[list[list[Amount]], "By player and place: the probability to end there; first place first."]
    finish_error: Annotated[float, "No probability is further from the truth than this."]
    guaranteed: Guaranteed
    work: Work
    knockouts: NotRequired[Annotated[list[list[Amount]], "By winner and loser: how likely one busts the other."]]
    knockouts_error: NotRequired[float]


class PlacesDict(PlayersDict):
    """How likely every place is for every player."""

    models: list[Model]
    results: Annotated[list[PlacesOfModelDict], "One per model."]
