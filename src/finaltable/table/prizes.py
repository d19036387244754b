"""Prizes of a table: payouts for places, and bounties on players."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from finaltable.errors import InputError, Verbatim, check_choice, counted, similar
from finaltable.table.numbers import Number, check_number, check_numbers

if TYPE_CHECKING:
    from finaltable.table.mystery import Mystery


@dataclass(frozen=True)
class Prizes:
    """Payouts and bounties of a table.

    >>> Prizes((100, 50)).pool
    150.0
    """

    places: tuple[Number, ...]
    """From first place down; places not listed pay nothing."""
    bounties: tuple[Number, ...] = ()
    """The bounty on each player; empty without bounties."""
    share: Number = 0.5
    """The part of a bounty that is paid at once; the rest is added to the bounty on the player who won it."""
    own: bool = True
    """Whether the winner of the tournament is paid their own bounty."""
    mystery: Mystery | None = None
    """The envelopes left in a mystery bounty; each bounty is then worth their mean."""

    @property
    def pool(self) -> float:
        """Sum of the payouts, without bounties."""
        return math.fsum(self.places)


class BountyOptions(TypedDict, total=False):
    """Keyword arguments about bounties: see `Table.of`."""

    bounties: Iterable[object] | Number | None
    bounty_share: object
    own_bounty: object
    mystery: object
    mystery_begins: object


def check_bounty_options(given: Mapping[str, object], function: Callable[..., object]) -> None:
    """Raise for a keyword that is neither a parameter of the function nor about bounties."""
    for name, value in given.items():
        if name not in BountyOptions.__annotations__:
            from inspect import signature  # slower to import than most tables to solve

            known = [*signature(function).parameters, *BountyOptions.__annotations__]
            rule = f"is not an option of {function.__qualname__}"
            raise InputError(name, rule, value, hint=similar(name, known), code="unknown_field")


def check_payouts(payouts: Iterable[object], players: int, extra_payouts: str = "error") -> tuple[Number, ...]:
    """Return the payouts that this many players can win, or raise."""
    check_choice("extra_payouts", extra_payouts, ("error", "drop"))
    prizes = check_numbers(payouts, "payouts")
    if not prizes:
        raise InputError("payouts", "must name at least one prize", payouts, code="too_few")
    if any(prizes[players:]) and extra_payouts == "error":
        places = f"place {players + 1}" if len(prizes) == players + 1 else f"places {players + 1} to {len(prizes)}"
        rule = f"must not outnumber the players: {places} cannot be paid"
        found = Verbatim(f"{counted(len(prizes), 'payout')} for {counted(players, 'player')}")
        raise InputError("payouts", rule, found, hint="{extra_payouts=drop} leaves them out", code="too_many")
    return prizes[:players]


class BountyFields(NamedTuple):
    """Field names of bounties, share and own bounty in error messages."""

    bounties: str = "bounties"
    share: str = "bounty_share"
    own: str = "own_bounty"


IN_A_TABLE = BountyFields()


def check_bounties(
    prizes: Prizes,
    chips: Sequence[Number],
    bounties: object,
    share: object = 0.5,
    own: object = True,
    fields: BountyFields = IN_A_TABLE,
) -> Prizes:
    """Return the prizes with a bounty on each player, or raise."""
    found = bounties_of_each(bounties, chips, fields.bounties)
    part = check_number(share, fields.share)
    if part > 1:
        raise InputError(fields.share, "must lie between 0 and 1", share, code="above_100_percent")
    if not isinstance(own, bool):
        raise InputError(fields.own, "must be true or false", own, code="wrong_type")
    return Prizes(prizes.places, found, part, own)


def bounties_of_each(bounties: object, chips: Sequence[Number], field: str = "bounties") -> tuple[Number, ...]:
    """Return the bounty on each player, or raise; a single number is the bounty on each player with chips."""
    if not isinstance(bounties, Iterable):
        same = check_number(bounties, field)
        return tuple(same if chip else 0 for chip in chips)
    found = check_numbers(bounties, field)
    if len(found) != len(chips):
        rule = f"must be as many as the {counted(len(chips), 'stack')}"
        raise InputError(field, rule, Verbatim(counted(len(found), "bounty", "bounties")), code="wrong_count")
    for i, (bounty, chip) in enumerate(zip(found, chips, strict=True)):
        if bounty and not chip:
            rule = "must be 0 for a player without chips, whose bounty has been won"
            raise InputError(f"{field}[{i}]", rule, bounty, code="conflict")
    return found
