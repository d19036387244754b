"""Equities as one stack grows, and how near the cliffs are."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from finaltable.answers.shared import Amount, Model, TableDict

Pair = Annotated[list[int], "The two players who are level there."]
Path = Annotated[list[int], "The winners of the hands after which they are level; empty: they are level at once."]
Threshold = Annotated[float, "Jumps of at least this much, in payout units, are listed."]
Cause = Literal["recount", "blinds", "pot"]
CompleteAbove = Annotated[float, "Proved: no jump of at least this much is missing."]


class CliffDict(TypedDict):
    """A stack at which a model's equities jump, because two players are level there."""

    model: Annotated[Model, "The model that jumps: DCM, or a mixture with DCM in it."]
    stack: Amount
    pair: Pair
    path: Path
    before: Annotated[list[float], "Equities with a little less."]
    level: Annotated[list[float], "Equities with exactly this stack."]
    after: Annotated[list[float], "Equities with a little more."]


class SweepDict(TableDict):
    """Equities as one player's stack grows."""

    player: Annotated[int, "The player whose stack grows."]
    models: list[Model]
    points: Annotated[list[Amount], "The stacks that were tried."]
    equities: Annotated[list[list[list[float]]], "By model, point and player."]
    errors: Annotated[list[float], "One per model: no equity is further from its exact value than this."]
    threshold: Threshold
    complete_above: CompleteAbove
    cliffs: Annotated[list[CliffDict], "Model by model, each from the shortest stack up."]


class ClosePairDict(TypedDict):
    """Two players who are so close that a few chips decide who is ahead."""

    pair: Pair
    path: Path
    cause: Annotated[Cause, "The smallest event that moves enough chips."]
    chips: Annotated[Amount, "How many chips must move; 0: the two are level."]
    taker: Annotated[int | None, "Whose stack grows by them; null: nobody's, a recount finds fewer."]
    giver: Annotated[int | None, "Whose stack shrinks by them; null: nobody's, a recount finds more."]
    before: Annotated[list[float], "Equities a little before the two pass each other."]
    after: Annotated[list[float], "Equities a little after."]
    money: Annotated[float, "The most that either of the two gains or loses."]


class SensitivityDict(TableDict):
    """Close stacks, and the money that depends on them."""

    recount: Annotated[Amount, "A recount may change one stack by up to this many chips."]
    blinds: Annotated[Amount, "The blinds of the next hand may move up to this many; 0: not known."]
    pot: Annotated[Amount, "One pot may move up to this many."]
    threshold: Threshold
    error: Annotated[float, "No equity is further from its exact value than this."]
    complete_above: CompleteAbove
    close: list[ClosePairDict]
