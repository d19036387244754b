"""Bounties of a table, as command lines, files and requests give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import given
from finaltable.asking.kinds import AN_AMOUNT, FLAG, SHARE, WHOLE, Kind, Known, as_it_is, whole
from finaltable.errors import InputError
from finaltable.table.text import read_plain, read_share

if TYPE_CHECKING:
    from finaltable.table.files import WrittenTable
    from finaltable.table.table import Number, Table

A_LIST = {"type": "array", "items": AN_AMOUNT}
BY_PLAYER = {"type": "object", "additionalProperties": AN_AMOUNT}
HEADS = Kind(
    as_it_is,
    as_it_is,
    {"anyOf": [*AN_AMOUNT["anyOf"], A_LIST, BY_PLAYER]},
    in_text="Write 50 for each, 120,80,40 in their order, or Ana=120,Bo=80.",
    in_json='Write 50 for each, [120, 80, 40] in their order, or {"Ana": 120, "Bo": 80}.',
)
PAIRS = {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}
ENVELOPES = Kind(
    as_it_is,
    as_it_is,
    {"anyOf": [{"type": "string"}, PAIRS]},
    in_text="Example: 1x10000,5x1000,40x200.",
    in_json="Example: [[1, 10000], [5, 1000], [40, 200]]: how many, and what is in each.",
)
RULES = ("bounty_share", "own_bounty", "mystery_begins")  # which say nothing without bounties


@dataclass(frozen=True, kw_only=True)
class BountiesText:
    """What is on the players' heads."""

    bounties: Any = given(HEADS, None, help="What is on every player's head.")
    bounty_share: Any = given(
        SHARE,
        None,
        help="The part of a bounty that is paid at once, 50% otherwise; the rest goes onto the winner's head. A plain "
        "knockout pays 100%.",
    )
    own_bounty: bool = given(FLAG, True, help="The last player is paid what is on their own head.")
    mystery: Any = given(ENVELOPES, None, help="Instead of bounties, the envelopes that are left.")
    mystery_begins: int | None = given(
        WHOLE, None, help="How many players are left when {mystery} begins: with more of them, envelopes are refused."
    )


def bounties_of(written: WrittenTable, raw: Mapping[str, Any], stacks: Sequence[Number]) -> tuple[dict[str, Any], str]:
    """Return what `Table.of` takes, from a command line or else from a file, and the currency of the heads."""
    from finaltable.table.bounty_text import bounties_by_player, read_bounties

    names = written.names or tuple(f"Player {i + 1}" for i in range(len(stacks)))
    heads, currency, mystery = None, "", raw.get("mystery")
    if raw.get("bounties") is not None:
        heads, currency = read_bounties(raw["bounties"], names)
    elif mystery is None and written.mystery is not None:
        mystery = written.mystery
    elif mystery is None and written.bounties is not None:
        heads, currency = read_column(written)
    share = written.bounty_share if raw.get("bounty_share") is None else raw["bounty_share"]
    begins = raw.get("mystery_begins")
    said = {
        "bounties": bounties_by_player(heads, names, stacks) if isinstance(heads, dict) else heads,
        "bounty_share": None if share is None else read_share(share, "bounty_share"),
        "own_bounty": own_of(written, raw),
        "mystery": mystery,
        "mystery_begins": None if begins is None else whole(begins, "mystery_begins", Known()),
    }
    return checked(said), currency


def own_of(written: WrittenTable, raw: Mapping[str, Any]) -> bool | None:
    """Return whether the last player is paid their own head; None where nothing is said."""
    return False if raw.get("own_bounty") is False else written.own_bounty


def read_column(written: WrittenTable) -> tuple[list[int | float], str]:
    """Return the column of bounties of a file, and its currency."""
    from finaltable.table.bounty_text import one_currency

    where = written.bounties_where or ()
    amounts = [read_plain(text, field) for text, field in zip(written.bounties or (), where, strict=True)]
    return [amount.value for amount in amounts], one_currency(amounts)


def bounties_of_request(raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """Return what `Table.with_bounties` takes, from a request; what is no text is checked there."""
    from finaltable.table.bounty_text import bounties_by_player, read_bounties

    heads = raw.get("bounties")
    if isinstance(heads, str):
        heads, _ = read_bounties(heads, table.names)
    elif isinstance(heads, list):
        heads = [number_of(head, f"bounties[{i}]") for i, head in enumerate(heads)]
    if isinstance(heads, dict):
        heads = {player: number_of(head, f"bounties[{player}]") for player, head in heads.items()}
        heads = bounties_by_player(heads, table.names, table.stacks)
    share = raw.get("bounty_share")
    own = raw.get("own_bounty")
    return checked(
        {
            "bounties": heads,
            "bounty_share": read_share(share, "bounty_share") if isinstance(share, str) else share,
            "own_bounty": None if own is True else own,
            "mystery": raw.get("mystery"),
            "mystery_begins": raw.get("mystery_begins"),
        }
    )


def number_of(value: Any, field: str) -> Any:
    """Return an amount that was written as a text as a number."""
    return read_plain(value, field).value if isinstance(value, str) else value


def checked(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said, or raise where a rule comes without bounties."""
    known = {name: value for name, value in said.items() if value is not None}
    if "bounties" not in known and "mystery" not in known:
        for name in RULES:
            if name in known:
                rule = "must be given together with {bounties} or {mystery}"
                raise InputError(name, rule, known[name], code="needs_other")
    return known
