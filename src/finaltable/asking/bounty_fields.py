"""Bounties of a table: parse them from command lines, files and requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import given
from finaltable.asking.kinds import AN_AMOUNT, FLAG, SHARE, WHOLE, Kind, Known, unparsed, whole
from finaltable.errors import InputError
from finaltable.table.text import read_plain, read_share

if TYPE_CHECKING:
    from finaltable.table.files import WrittenTable
    from finaltable.table.table import Number, Table

A_LIST = {"type": "array", "items": AN_AMOUNT}
BY_PLAYER = {"type": "object", "additionalProperties": AN_AMOUNT}
BOUNTIES = Kind(
    unparsed,
    unparsed,
    {"anyOf": [*AN_AMOUNT["anyOf"], A_LIST, BY_PLAYER]},
    in_text="Write 50 for each, 120,80,40 in their order, or Ana=120,Bo=80.",
    in_json='Write 50 for each, [120, 80, 40] in their order, or {"Ana": 120, "Bo": 80}.',
)
PAIRS = {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}
ENVELOPES = Kind(
    unparsed,
    unparsed,
    {"anyOf": [{"type": "string"}, PAIRS]},
    in_text="Example: 1x10000,5x1000,40x200.",
    in_json="Example: [[1, 10000], [5, 1000], [40, 200]]: count and amount.",
)
RULES = ("bounty_share", "own_bounty", "mystery_begins")  # these require bounties


@dataclass(frozen=True, kw_only=True)
class BountiesText:
    """The bounties on the players, and their rules."""

    bounties: Any = given(BOUNTIES, None, help="The bounty on each player.")
    bounty_share: Any = given(
        SHARE,
        None,
        help="Share of a bounty that is paid at once; the rest is added to the winner's own bounty. Default: 50%. A "
        "plain knockout pays 100%.",
    )
    own_bounty: bool = given(FLAG, True, help="The last player is paid their own bounty.")
    mystery: Any = given(
        ENVELOPES, None, help="The envelopes left in a mystery bounty tournament, instead of bounties."
    )
    mystery_begins: int | None = given(
        WHOLE, None, help="Number of players left when {mystery} begins; with more players, envelopes are refused."
    )


def bounties_of(written: WrittenTable, raw: Mapping[str, Any], stacks: Sequence[Number]) -> tuple[dict[str, Any], str]:
    """Return bounty arguments for `Table.of`, from the command line or else the file, and their currency."""
    from finaltable.table.bounty_text import bounties_by_player, read_bounties

    names = written.names or tuple(f"Player {i + 1}" for i in range(len(stacks)))
    bounties, currency, mystery = None, "", raw.get("mystery")
    if raw.get("bounties") is not None:
        bounties, currency = read_bounties(raw["bounties"], names)
    elif mystery is None and written.mystery is not None:
        mystery = written.mystery
    elif mystery is None and written.bounties is not None:
        bounties, currency = read_column(written)
    share = written.bounty_share if raw.get("bounty_share") is None else raw["bounty_share"]
    begins = raw.get("mystery_begins")
    found = {
        "bounties": bounties_by_player(bounties, names, stacks) if isinstance(bounties, dict) else bounties,
        "bounty_share": None if share is None else read_share(share, "bounty_share"),
        "own_bounty": own_of(written, raw),
        "mystery": mystery,
        "mystery_begins": None if begins is None else whole(begins, "mystery_begins", Known()),
    }
    return checked(found), currency


def own_of(written: WrittenTable, raw: Mapping[str, Any]) -> bool | None:
    """Return whether the last player is paid their own bounty; None if unspecified."""
    return False if raw.get("own_bounty") is False else written.own_bounty


def read_column(written: WrittenTable) -> tuple[list[int | float], str]:
    """Return the bounties column of a file, and its currency."""
    from finaltable.table.bounty_text import one_currency

    where = written.bounties_where or ()
    amounts = [read_plain(text, field) for text, field in zip(written.bounties or (), where, strict=True)]
    return [amount.value for amount in amounts], one_currency(amounts)


def bounties_of_request(raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """Return arguments for `Table.with_bounties` from a request; values that are not text are checked there."""
    from finaltable.table.bounty_text import bounties_by_player, read_bounties

    bounties = raw.get("bounties")
    if isinstance(bounties, str):
        bounties, _ = read_bounties(bounties, table.names)
    elif isinstance(bounties, list):
        bounties = [number_of(bounty, f"bounties[{i}]") for i, bounty in enumerate(bounties)]
    if isinstance(bounties, dict):
        bounties = {player: number_of(bounty, f"bounties[{player}]") for player, bounty in bounties.items()}
        bounties = bounties_by_player(bounties, table.names, table.stacks)
    share = raw.get("bounty_share")
    own = raw.get("own_bounty")
    return checked(
        {
            "bounties": bounties,
            "bounty_share": read_share(share, "bounty_share") if isinstance(share, str) else share,
            "own_bounty": None if own is True else own,
            "mystery": raw.get("mystery"),
            "mystery_begins": raw.get("mystery_begins"),
        }
    )


def number_of(value: Any, field: str) -> Any:
    """Return an amount as a number; parse it if it is text."""
    return read_plain(value, field).value if isinstance(value, str) else value


def checked(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are not None; raise if a rule is given without bounties."""
    known = {name: value for name, value in found.items() if value is not None}
    if "bounties" not in known and "mystery" not in known:
        for name in RULES:
            if name in known:
                rule = "must be given together with {bounties} or {mystery}"
                raise InputError(name, rule, known[name], code="needs_other")
    return known
