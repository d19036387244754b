"""Spots to train on: tables, decisions and hands, each told once."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from finaltable.answers.shared import Amount, Model


class TrainingTableDict(TypedDict):
    """A table, its seats called by their position."""

    names: Annotated[list[str], "The seats, from the small blind on."]
    stacks: list[Amount]
    payouts: list[Amount]
    button: str
    small_blind: Amount
    big_blind: Amount
    ante: Amount
    big_blind_ante: Amount
    bounties: NotRequired[Annotated[list[Amount], "What is on every head."]]
    bounty_share: NotRequired[Annotated[float, "How much of a head is paid at once."]]
    model: Annotated[Model, "The model that scores."]
    pool: Annotated[float, "Prizes and bounties."]
    exploitability: Annotated[float, "How far from equilibrium the solution is, as a share of the pool."]


class ChartDict(TypedDict):
    """One decision with all hands: what is painted, and what a hand is scored by."""

    table: Annotated[int, "Which of the tables."]
    seat: Annotated[str, "Who decides."]
    facing: Annotated[list[str], "Who is all-in."]
    action: Literal["push", "call"]
    frequency: Annotated[float, "The share of all 1,326 hands that go in."]
    margin: Annotated[
        float,
        "Differences within this are not asked, in payout units: the search or real deals may turn them.",
    ]
    hands: Annotated[list[int], "How often each of the 169 hands goes in, in %: AA, AKs, ..., AKo, KK, ..., 22."]
    ev: Annotated[list[float], "Going in minus folding, in payout units, in the same order."]


class ViewDict(TypedDict):
    """What one model makes of a spot, if everybody plays the equilibrium of the model that scores."""

    model: Model
    fold: Annotated[float, "The value of folding."]
    steal: Annotated[float | None, "The value of a push if all fold; null for a call."]
    win: Annotated[float, "The value of going in and winning; of a push, where one player calls."]
    lose: float
    difference: Annotated[float, "Going in minus folding."]
    needed: Annotated[float | None, "The equity from which going in is better; 0: always; null: never."]
    bubble_factor: Annotated[float | None, "What losing to the opponent costs against what winning gains."]


class BountyViewDict(TypedDict):
    """What bounties change for the model that scores."""

    head: Annotated[float, "What is paid at once if the opponent is busted."]
    difference: Annotated[float, "Going in minus folding without bounties."]
    needed: Annotated[float | None, "The equity needed without bounties."]


class TrainingSpotDict(TypedDict):
    """One hand at one decision, with everything that explains it."""

    key: Annotated[str, "A short text that no other spot has."]
    decision: Annotated[int, "Which of the decisions."]
    hand: str
    band: Annotated[Literal["near", "clear", "plain", "mixed"], "How far from break-even."]
    depth: Annotated[float, "The stack in big blinds."]
    pot: Annotated[Amount, "Chips in the middle that can be won."]
    price: Annotated[Amount, "Chips to call or to push, beyond what is posted."]
    folds: Annotated[float | None, "How often all fold to a push; null for a call."]
    equity: Annotated[float, "The share of the pot that the hand wins against the hands that call or push."]
    opponent: Annotated[str, "Who is all-in, or most likely calls."]
    range: Annotated[float, "The share of hands that the opponent goes in with."]
    covers: Annotated[bool, "Whether losing leaves chips."]
    left: Annotated[Amount, "Chips that are left after losing."]
    busts: Annotated[bool, "Whether winning busts the opponent."]
    place: Annotated[float, "What the next place pays more than the last."]
    views: Annotated[list[ViewDict], "One per model, the one that scores first."]
    bounty: NotRequired[BountyViewDict]


class TrainingDict(TypedDict):
    """Spots, and the tables and decisions they are about."""

    seed: int
    settings: Annotated[str, "What the spots were drawn from, in words."]
    tables: list[TrainingTableDict]
    decisions: list[ChartDict]
    spots: list[TrainingSpotDict]


class AnsweredDict(TypedDict):
    """One answer."""

    key: str
    day: str
    seat: str
    depth: str
    lost: Annotated[float, "As a share of the pool."]
    mode: Literal["hand", "range"]


class CardDict(TypedDict):
    """A mistake that comes back."""

    key: str
    box: int
    due: str
    spot: Annotated[dict[str, Any], "What it takes to solve it again."]


class TrainingProgressDict(TypedDict):
    """What somebody has answered, and which mistakes come back when."""

    finaltable: Literal["training"]
    version: int
    answers: list[AnsweredDict]
    cards: list[CardDict]
