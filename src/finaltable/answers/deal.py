"""Deals; money is exact decimals, as texts."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from finaltable.answers.bounties import OwnBounty, Share
from finaltable.answers.equity import EquityDict
from finaltable.answers.shared import Amount, PlayersDict
from finaltable.answers.sweep import SensitivityDict


class ProposalDict(TypedDict):
    """One way to share the money."""

    name: str
    cash: Annotated[list[str], "What each player is paid now; negative amounts are paid in by the player."]
    exact: Annotated[list[float], "The same before rounding."]
    odd: Annotated[str, "What is left after rounding."]
    odd_to: Annotated[int | None, "The player who gets it; null: the staff, or there is nothing left."]
    error: Annotated[float, "No exact amount is further from its exact value than this."]
    against_playing_on: Annotated[dict[str, list[float]], "By model and player: the proposal minus playing on."]


class DealBountyDict(TypedDict, total=False):
    """What a deal with bounties has besides."""

    bounties: Annotated[list[str], "What is on every player's head."]
    bounty_share: Share
    own_bounty: OwnBounty
    heads: Annotated[Literal["stay", "share"], "Whether bounties stay on the heads, or are a part of what is shared."]
    bounty_pool: Annotated[str, "What is on all heads together."]


class DealDict(PlayersDict, DealBountyDict):
    """Several proposals on the same terms."""

    payouts: list[str]
    pool: str
    unit: Annotated[str, "The rounding unit."]
    withheld: str
    leave: Annotated[list[str], "Money still to be played for, from first place down."]
    fixed: Annotated[list[list[int | str]], "Pairs of a player and an agreed amount."]
    trophy: str
    trophy_to: int | None
    last_longer: str
    last_longer_players: list[int]
    lowest: Annotated[str, "Nobody gets less."]
    highest: Annotated[str | None, "Nobody gets more; null: there is no cap."]
    odd_to_staff: bool
    between: Annotated[float, 'The weight of DCM in the proposal "between".']
    chip_noise: Annotated[Amount, "DCM is averaged over counts that may be off by this many chips; 0: it is not."]
    paid_now: str
    choose: Annotated[str, "The proposal that is signed, and that the others are compared with."]
    proposals: list[ProposalDict]
    playing_on: Annotated[dict[str, EquityDict], "By model: what playing on is worth."]
    sensitivity: Annotated[SensitivityDict | None, "Close stacks; null: not looked for."]
