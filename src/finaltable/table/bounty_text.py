"""Parse bounties: one amount for all, a list, or players with amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.table import Number, check_player
from finaltable.table.text import Amount, read_pairs, read_plain, split_list

EXAMPLE = "Ana=120"


def read_bounties(text: str, names: tuple[str, ...], field: str = "bounties") -> tuple[Any, str]:
    """Return one amount, a list of amounts, or amounts by player; and their currency symbol.

    >>> read_bounties("50", ("Ana", "Bo")), read_bounties("120,80", ("Ana", "Bo"))
    ((50, ''), ([120, 80], ''))
    >>> read_bounties("Ana=€1,200, bo=80", ("Ana", "Bo"))
    ({'Ana': 1200, 'Bo': 80}, '€')
    """
    if "=" in text:
        pairs = read_pairs(text, names, field, EXAMPLE)
        found = {player: read_plain(amount, field) for player, amount in pairs.items()}
        return {player: amount.value for player, amount in found.items()}, one_currency(list(found.values()), field)
    amounts = [read_plain(piece, f"{field}[{i}]") for i, piece in enumerate(split_list(text, field))]
    if not amounts:
        raise MissingError(field, "must be amounts: one for all, a list, or players with amounts")
    values = [amount.value for amount in amounts]
    return values[0] if len(values) == 1 else values, one_currency(amounts, field)


def one_currency(amounts: Sequence[Amount], field: str = "bounties") -> str:
    """Return the currency symbol of several amounts, or raise if they have different ones."""
    symbols = {amount.currency for amount in amounts} - {""}
    if len(symbols) > 1:
        raise InputError(field, "must be in one currency", Verbatim(" and ".join(sorted(symbols))), code="conflict")
    return symbols.pop() if symbols else ""


def bounties_by_player(given: Mapping[Any, object], names: Sequence[str], stacks: Sequence[Number]) -> list[object]:
    """Return the bounties in the order of the players, or raise if a player with chips is missing.

    >>> bounties_by_player({"Bo": 80, 0: 120}, ("Ana", "Bo", "Cy"), [1000, 500, 0])
    [120, 80, 0]
    """
    found: dict[int, object] = {}
    for player, amount in given.items():
        seat = check_player(player, names, "bounties")
        if seat in found:
            raise InputError("bounties", f"must name {names[seat]} once", list(given), code="duplicate")
        found[seat] = amount
    for seat, stack in enumerate(stacks):
        if stack and seat not in found:
            rule = f"must be given for every player with chips: {names[seat]} has none"
            raise InputError("bounties", rule, list(given), code="missing")
    return [found.get(seat, 0) for seat in range(len(stacks))]
