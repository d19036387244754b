"""Reviews: what decisions in hands that were played cost."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from finaltable.answers.shared import Amount, Model


class JudgedDict(TypedDict):
    """What one model says of what was done."""

    model: Model
    difference: Annotated[float, "The value of calling or pushing minus that of folding, in money."]
    fold: Annotated[float | None, "The value of folding; null for a push against the equilibrium."]
    go_in: Annotated[float | None, "The value of calling or pushing; null as well."]
    win: Annotated[float | None, "The value of going in and winning; null: several players, or nobody ever calls."]
    tie: float | None
    lose: float | None
    steal: Annotated[float | None, "The value of a push that nobody calls; null for a call."]
    break_even: Annotated[float | None, "The equity from which going in is better; null: never, or several players."]
    error: Annotated[
        float,
        "The difference is no further from its exact value than this against given ranges. Against an equilibrium it "
        "is the margin of the search; another equilibrium may differ by more.",
    ]
    gain: Annotated[float, "What was done less the alternative; below 0, it was worse."]
    cost: Annotated[float, "What it cost; 0 where it was right or too close to tell."]
    better: Literal["call", "push", "fold", "too close", "no difference"]


class OpponentDict(TypedDict):
    """An opponent whose range matters."""

    name: str
    position: str
    range: Annotated[str | None, "What they are taken to hold; null: never calls."]
    share: Annotated[float, "Of all 1,326 hands."]


class ReviewedDict(TypedDict):
    """One decision of hero."""

    number: Annotated[int, "Which hand of the tournament it is, from 1."]
    hand: Annotated[str, "The room's number of the hand."]
    file: str
    line: int
    kind: Literal["call", "push"]
    done: Literal["call", "push", "fold"]
    cards: str
    position: str
    stack: Annotated[float, "Hero's, in big blinds."]
    players: Annotated[int, "At the table."]
    facing: Annotated[list[str], "Who is all-in."]
    opponents: list[OpponentDict]
    source: Annotated[str, "Where the ranges are from: given, equilibrium, or both."]
    equity: float | None
    called: Annotated[float | None, "How often somebody calls a push; null for a call."]
    verdicts: Annotated[list[JudgedDict], "One per model."]
    disputed: Annotated[bool, "Whether models do not agree on what is better."]
    reason: str
    commands: Annotated[list[str], "Print these numbers again: one for all models, or one each."]


class SkippedDict(TypedDict):
    """Decisions that were not judged, for one reason."""

    reason: str
    count: int
    numbers: Annotated[list[int], "The hands."]


class LuckDict(TypedDict):
    """What the rest of the board did, by one model."""

    model: Model
    expected: float
    actual: float
    luck: Annotated[float, "Actual less expected: above 0, good luck."]
    error: float


class HeldDict(TypedDict):
    """What a player showed."""

    name: str
    cards: str


class AllInDict(TypedDict):
    """A hand that hero played out with all betting over before the river."""

    number: int
    hand: str
    street: Annotated[str, "When betting ended."]
    cards: Annotated[list[HeldDict], "Everybody's at the showdown, hero first."]
    equity: float
    luck: Annotated[list[LuckDict], "One per model."]


class PointDict(TypedDict):
    """Hero's equity before one hand, or after the last."""

    number: int
    hand: str
    left: int
    values: Annotated[list[float] | None, "One per model; null: stacks at other tables are not known."]
    without_luck: list[float] | None


class AccountDict(TypedDict):
    """Where hero's money came from, by one model: start + luck - mistakes + rest = end."""

    model: Model
    start: float
    end: float
    mistakes: float
    luck: float
    rest: float
    error: float


class TournamentReviewDict(TypedDict):
    """One tournament."""

    id: str
    name: str
    room: str
    currency: str
    payouts: list[Amount]
    payouts_from: Annotated[str, "given, summary, or the name of a structure."]
    pool: Annotated[float, "Prizes and bounties."]
    hands: int
    decisions: list[ReviewedDict]
    skipped: list[SkippedDict]
    all_ins: list[AllInDict]
    curve: list[PointDict]
    accounts: Annotated[list[AccountDict], "One per model."]
    warnings: list[str]


class CostDict(TypedDict):
    """What all decisions cost by one model."""

    model: Model
    money: float
    percent: Annotated[float, "Of the prizes and bounties."]
    mistakes: int
    luck: float
    error: float


class MistakeDict(TypedDict):
    """Where a mistake is."""

    tournament: str
    number: int


class ReadProblemDict(TypedDict):
    """Something in a file that was not read."""

    file: str
    line: int
    reason: str


class ReviewDict(TypedDict):
    """What hero's decisions cost."""

    hero: str
    models: list[Model]
    most_blinds: float
    costs: Annotated[list[CostDict], "One per model."]
    tournaments: list[TournamentReviewDict]
    mistakes: Annotated[list[MistakeDict], "The costliest first, by the first model."]
    not_reviewed: list[str]
    problems: list[ReadProblemDict]
