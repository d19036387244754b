"""Push or fold."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from finaltable.answers.shared import Amount, Model, TableDict


class NodeDict(TypedDict):
    """One decision: a player, facing nobody or those who are all-in."""

    seat: Annotated[str, "Who decides."]
    facing: Annotated[list[str], "Who is all-in, in the order they acted."]
    action: Literal["push", "call", "overcall"]
    frequency: Annotated[float, "The share of all 1,326 hands that go in."]
    reach: Annotated[float, "How often the decision comes up."]
    locked: Annotated[bool, "Whether it was fixed."]
    margin: Annotated[
        float, "The search cannot tell differences within this, in payout units; the card model's error is not in it."
    ]
    hands: Annotated[dict[str, float], "How often each of the 169 classes goes in."]
    ev: Annotated[dict[str, float | None], "Going in minus folding, in payout units; null: it never comes up."]


class ExploitabilityDict(TypedDict):
    """What players could gain by playing best against the others, as a share of the pool."""

    total: float
    seats: Annotated[list[float], "In the order of the players."]


class PushFoldDict(TableDict):
    """An equilibrium of push or fold, as near as it came."""

    bounties: NotRequired[Annotated[list[Amount], "What is on every player's head."]]
    button: str
    small_blind: Amount
    big_blind: Amount
    ante: Amount
    big_blind_ante: Amount
    model: Model
    pool: Annotated[float, "Prizes and bounties."]
    equities: Annotated[list[float | None], "What everybody can expect; null: not in the hand."]
    exploitability: ExploitabilityDict
    tolerance: Annotated[float, "The exploitability that was asked for."]
    reached: Annotated[bool, "Whether it is as low as that."]
    sweeps: Annotated[int, "How often the solver looked at the whole game."]
    three_way: Annotated[float, "How often three players go all-in by choice."]
    fourth: Annotated[float, "About how often a fourth would, if more than three could."]
    cap_decides: Annotated[bool, "Whether that rule decides the answer."]
    error: Annotated[float, "No outcome is valued further from its exact value than this, as a share of the pool."]
    all_in: Annotated[list[str], "Players who are all-in by posting."]
    nodes: Annotated[list[NodeDict], "One per player and situation, in the order of acting."]


class PushFoldsDict(PushFoldDict):
    """One equilibrium, or two under different models."""

    compared: NotRequired[Annotated[PushFoldDict, "The same under another model."]]
