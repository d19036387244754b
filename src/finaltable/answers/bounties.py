"""What players win in bounties."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from finaltable.answers.shared import Amount, Model, PlayersDict

Share = Annotated[float | str, "The part of a bounty that is paid at once; the rest goes onto the head of its winner."]
OwnBounty = Annotated[bool, "Whether the winner of the tournament is paid the bounty on their own head."]
Assumption = Annotated[str, "What is assumed where the model itself does not say who busts whom; else empty."]


class BountiesDict(PlayersDict):
    """What every player wins in bounties under one model."""

    model: Model
    method: Annotated[str, 'How it was computed; never "auto".']
    bounties: Annotated[list[Amount], "The bounty on each player's head."]
    bounty_share: Share
    own_bounty: OwnBounty
    income: Annotated[list[Amount], "Money that each player can expect to win in bounties."]
    error: Annotated[float, "No income is further from its exact value than this."]
    guaranteed: Annotated[bool, "Whether the error is a proof; if not, it is four standard errors and a little more."]
    tolerance: Annotated[float, "The error allowed, as a share of all bounties; 0 where the method has no choice."]
    work: Annotated[int, "Nodes of the tree, distinct states, samples, or terms of a sum."]
    assumption: Assumption
    matrix: NotRequired[Annotated[list[list[Amount]], "By winner and head: the part of each head that a player wins."]]
    matrix_error: NotRequired[Annotated[float, "No entry of the matrix is further from its exact value than this."]]


class MysteryDict(TypedDict):
    """The envelopes left of a mystery bounty."""

    envelopes: Annotated[list[list[float]], "Pairs of a number of envelopes and their amount, the largest first."]
    count: Annotated[int, "How many envelopes are left."]
    mean: Annotated[float, "What the next envelope is worth on average."]
    standard_deviation: float
    chances: Annotated[list[list[float]], "Pairs of an amount and the probability that the next envelope holds it."]
    quantiles: Annotated[list[list[float]], "Pairs of a probability and the amount that is not passed with it."]


class BountyComparisonDict(PlayersDict):
    """What players win in bounties under several models."""

    models: list[Model]
    bounties: Annotated[list[Amount], "The bounty on each player's head."]
    bounty_share: Share
    own_bounty: OwnBounty
    results: Annotated[list[BountiesDict], "One per model."]
    differences: Annotated[list[list[Amount]], "By model and player: the income minus that of the first model."]
    mystery: NotRequired[Annotated[MysteryDict, "The envelopes that are left; only in a mystery bounty."]]
