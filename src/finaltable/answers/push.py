"""Push or fold, for one hand against what others call with."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from finaltable.answers.shared import Amount, Model, TableDict


class CallerDict(TypedDict):
    """A player behind."""

    player: int
    range: Annotated[str | None, "What they call with; null: nothing."]
    calls: Annotated[float, "How often this player is the one who calls."]
    win: Annotated[float, "How often hero wins then."]
    tie: float
    lose: float
    equity: Annotated[float, "Wins and half of the ties."]


class FolderDict(TypedDict):
    """A player who folded before hero."""

    player: int
    range: Annotated[str | None, "What they would have played; null: not known, their cards are any."]


class PushVerdictDict(TypedDict):
    """What one model says."""

    model: Model
    fold: Annotated[float, "The value of folding, in payout units, if all players behind fold as well."]
    push: Annotated[float, "The value of going all-in."]
    steal: Annotated[float, "The value of going all-in if all fold."]
    win: Annotated[float | None, "The value of being called and winning; null: never called."]
    tie: float | None
    lose: float | None
    break_even: Annotated[float | None, "The equity against callers from which pushing is better; null: never."]
    error: Annotated[
        float,
        "The difference is no further from its exact value than this. Where cards were dealt: four standard errors, "
        "and what was never dealt.",
    ]
    difference: Annotated[float, "The value of pushing minus that of folding."]
    recommendation: Literal["push", "fold", "too close"]


class PushDecisionDict(TableDict):
    """Push or fold, by every model."""

    hero: int
    button: int | None
    hand: str
    called: Annotated[float, "How often the push is called."]
    equity: Annotated[float | None, "Hero's equity if called; null: never called."]
    callers: Annotated[list[CallerDict], "The players behind, in turn."]
    folders: Annotated[list[FolderDict], "The players who folded before hero, in turn."]
    deals: Annotated[int, "How many boards were dealt; 0: everything was counted."]
    exact: Annotated[bool, "Whether everything was counted, and no cards had to be dealt."]
    verdicts: Annotated[list[PushVerdictDict], "One per model."]
    bounties: NotRequired[Annotated[list[Amount], "What is on every player's head; left out without bounties."]]
