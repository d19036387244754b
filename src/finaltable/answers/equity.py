"""What stacks are worth, and how likely places are."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from finaltable.answers.bounties import Assumption, OwnBounty, Share
from finaltable.answers.shared import Amount, Model, PlayersDict, TableDict

Guaranteed = Annotated[bool, "Whether the error is a proof; if not, it is an estimate, or four standard errors."]
Work = Annotated[int, "Nodes of the tree, distinct states, samples, or quadrature points."]
Method = Annotated[str, 'How it was computed; never "auto".']


class EquityDict(TableDict):
    """What every player's chips are worth under one model."""

    model: Model
    method: Method
    equities: Annotated[list[Amount], "Money of each player, in payout units."]
    error: Annotated[float, "No equity is further from its exact value than this, in payout units."]
    guaranteed: Guaranteed
    tolerance: Annotated[float, "The error allowed, as a share of the prize pool; 0 where the method has no choice."]
    work: Work
    bounties: NotRequired[Annotated[list[Amount], "The bounty on each player's head; only where there are bounties."]]
    bounty_share: NotRequired[Share]
    own_bounty: NotRequired[OwnBounty]
    bounty: NotRequired[Annotated[list[Amount], "Money that each player can expect to win in bounties."]]
    bounty_error: NotRequired[Annotated[float, "No money from bounties is further from its exact value than this."]]
    bounty_guaranteed: NotRequired[Annotated[bool, "Whether that error is a proof."]]
    bounty_method: NotRequired[Annotated[str, "How bounties were computed."]]
    bounty_assumption: NotRequired[Assumption]
    total: NotRequired[Annotated[list[Amount], "Prizes and bounties together."]]


class ComparisonDict(TableDict):
    """Equities under several models, and how they differ from the first."""

    models: list[Model]
    results: Annotated[list[EquityDict], "One per model."]
    differences: Annotated[list[list[float]], "By model and player: the equity minus that of the first model."]
    percentages: Annotated[list[list[float | None]], "The same in % of the first model's equity; null where that is 0."]
    total_differences: NotRequired[
        Annotated[list[list[float]], "By model and player, where there are bounties: differences of the totals."]
    ]


class PlacesOfModelDict(TypedDict):
    """Finish probabilities under one model."""

    model: Model
    method: Method
    finish: Annotated[list[list[Amount]], "By player and place: the probability to end there; first place first."]
    finish_error: Annotated[float, "No probability is further from its exact value than this."]
    guaranteed: Guaranteed
    work: Work
    knockouts: NotRequired[Annotated[list[list[Amount]], "By winner and loser: how likely one busts the other."]]
    knockouts_error: NotRequired[float]


class PlacesDict(PlayersDict):
    """How likely every place is for every player."""

    models: list[Model]
    results: Annotated[list[PlacesOfModelDict], "One per model."]
