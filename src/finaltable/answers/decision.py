"""Hands, ranges, call or fold, bubble factors."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from finaltable.answers.bounties import MysteryDict, OwnBounty, Share
from finaltable.answers.shared import Amount, Model, TableDict


class HandsOfRangeDict(TypedDict):
    """A range and its hands."""

    range: Annotated[str, "Its shortest form."]
    combos: float
    hands: Annotated[list[list[str | float]], "Pairs of two cards and their weight."]
    classes: Annotated[dict[str, float], "How much of each class, such as AKs, is in it."]


class BountyVerdictDict(TypedDict):
    """What bounties change in the verdict of one model, on average over all that the cards can do."""

    difference: Annotated[float, "The value of calling minus that of folding, without bounties."]
    cash: Annotated[float, "What calling pays in cash for heads."]
    onto_head: Annotated[float, "What calling adds to hero's own head."]
    later_fold: Annotated[float, "Bounties still to come if hero folds."]
    later_call: Annotated[float, "Bounties still to come if hero calls."]
    break_even: Annotated[float | None, "The break-even equity without bounties; null: never, or several players."]
    drop: Annotated[float | None, "By how much bounties lower it; null: several players."]
    chips: Annotated[float | None, "Dead chips in the pot that would change the difference as much; null: none would."]
    big_blinds: Annotated[float | None, "The same in big blinds; null where there are none."]


class VerdictDict(TypedDict):
    """What one model says."""

    model: Model
    fold: Annotated[float, "The value of folding, in payout units."]
    call: Annotated[float, "The value of calling."]
    win: Annotated[float | None, "The value of calling and winning; null where hero meets several players."]
    tie: float | None
    lose: float | None
    break_even: Annotated[float | None, "The equity from which calling is better; null: never, or several players."]
    error: Annotated[float, "The difference is no further from its exact value than this."]
    difference: Annotated[float, "The value of calling minus that of folding."]
    recommendation: Literal["call", "fold", "too close"]
    bounty: NotRequired[Annotated[BountyVerdictDict, "What bounties change; left out where there are none."]]


class DecisionBountyDict(TypedDict, total=False):
    """What a decision with bounties has besides."""

    bounties: Annotated[list[Amount], "What is on every player's head before the hand."]
    bounty_share: Share
    own_bounty: OwnBounty
    heads: Annotated[dict[str, list[Amount]], "Heads after fold, win, tie and lose; empty: several players."]
    cash: Annotated[dict[str, list[Amount]], "What everybody is paid for heads in each of these."]
    bounty_power: Annotated[float | None, "Chips in play for each unit of the prizes and bounties that are left."]
    mystery: Annotated[MysteryDict, "The envelopes that are left; only in a mystery bounty."]


class DecisionDict(TableDict, DecisionBountyDict):
    """Call or fold, by every model."""

    hero: int
    all_in: list[int]
    button: int | None
    to_act: Annotated[list[int] | None, "Players who act after hero; null: not known without the button."]
    to_call: Amount
    pot: Amount
    hand: Annotated[str | None, "What hero holds; null where the equity was given."]
    ranges: Annotated[list[str], "One per all-in player; empty where the equity was given."]
    equity: Annotated[float, "Hero's share of a pot that all of them play for."]
    boards: Annotated[int, "Boards that were dealt out or drawn."]
    exact: Annotated[bool, "Whether every board was dealt out."]
    outcomes: Annotated[dict[str, list[Amount]], "Stacks after fold, win, tie and lose; empty: several players."]
    verdicts: Annotated[list[VerdictDict], "One per model."]
    disagreement: Annotated[list[float] | None, "The equities between which the models disagree; null: they agree."]


class PressureDict(TableDict):
    """Bubble factors of every pair of players."""

    models: list[Model]
    equities: Annotated[list[list[float]], "By model and player."]
    losses: Annotated[list[list[list[float | None]]], "By model, player and opponent: what losing to them costs."]
    gains: Annotated[list[list[list[float | None]]], "By model, player and opponent: what winning from them gains."]
    bubble_factors: Annotated[list[list[list[float | None]]], "Losses divided by gains."]
    risk_premiums: Annotated[list[list[list[float | None]]], "The share of pots above one half that breaks even."]
    errors: Annotated[list[float], "One per model: no loss or gain is further from its exact value than this."]
