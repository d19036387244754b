"""The page's state, which is the whole of its address: what was typed, and what it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.inputs.files import WrittenTable
from finaltable.inputs.paste import read_pasted
from finaltable.inputs.table import check_names
from finaltable.inputs.text import (
    read_blinds,
    read_chips,
    read_pairs,
    read_payouts,
    read_player,
    read_players,
    read_share,
    split_list,
)
from finaltable.web.limits import LimitError, Limits

EMPTY_ROWS = 3
OWN = ("name", "stack", "do", "paste", "fills")  # fields that are read in their own way


class Row(NamedTuple):
    """One player as typed."""

    name: str = ""
    stack: str = ""


class Form:
    """Everything that was typed, field by field; reading it may raise an `InputError` that names the field.

    More rows than there may be players are not kept, whether something is in them or not; nor is a pasted list of more.
    What is wrong already is in `error`.
    """

    def __init__(self, query: QueryParams, limits: Limits | None = None, *, with_paste: bool = True) -> None:
        self.limits = limits or Limits()
        names, stacks = query.getlist("name"), query.getlist("stack")
        count = max(len(names), len(stacks))
        names += [""] * (count - len(names))
        stacks += [""] * (count - len(stacks))
        self.rows = [Row(*row) for row in zip(names, stacks, strict=True)]
        self.fields = {name: value for name, value in query.items() if name not in OWN}
        self.error: InputError | None = None
        self.check_fields()
        if with_paste and query.get("paste", "").strip():
            self.paste(query["paste"])
        self.act(query.get("do", ""))
        self.keep_few_rows()

    def check_fields(self) -> None:
        """Notice a text that is too long. It is kept as it was typed: a part of it would mean something else."""
        try:
            for name, value in self.fields.items():
                self.limits.check_text(name, value)
        except InputError as error:
            self.error = error

    def paste(self, text: str) -> None:
        """Take the players from a pasted list."""
        try:
            pasted = read_pasted(text)
            self.check_pasted(len(pasted.stacks))
        except InputError as error:
            self.error = error
            return
        self.rows = [Row(*row) for row in zip(pasted.names, pasted.stacks, strict=True)]
        if pasted.payouts:
            self.fields["payouts"] = " ".join(pasted.payouts)

    def check_pasted(self, players: int) -> None:
        """Raise for a list that is too long."""
        if players > self.limits.players:
            rule = f"must hold at most {self.limits.players:,} players on this server"
            raise LimitError("paste", rule, Verbatim(f"{players:,}"))

    def act(self, action: str) -> None:
        """Add a row, or remove or move one: the buttons of the table, for browsers without JavaScript."""
        if action == "add":
            self.rows.append(Row())
        found = re.fullmatch(r"(remove|up)-([0-9]{1,4})", action)
        if found and int(found[2]) < len(self.rows):
            row = self.rows.pop(int(found[2]))
            if found[1] == "up":
                self.rows.insert(max(0, int(found[2]) - 1), row)

    def keep_few_rows(self) -> None:
        """Drop what is beyond the largest table, so that nothing large is built from it, and say so."""
        try:
            self.limits.check_table(self.rows)
        except InputError as error:
            self.error = error
            del self.rows[self.limits.players :]

    def __getitem__(self, name: str) -> str:
        return self.fields.get(name, "").strip()

    def has(self, names: Sequence[str]) -> bool:
        """Tell whether any of these fields was filled in."""
        return any(self[name] for name in names)

    @property
    def shown_rows(self) -> Sequence[Row]:
        """The rows to show: an empty form has some to type into."""
        return self.rows or [Row()] * EMPTY_ROWS

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been typed yet."""
        return not any(row.name or row.stack for row in self.rows) and not self["payouts"]

    def query(self, **changes: str) -> str:
        """Return the address's query for this state, with some fields changed; empty fields are left out."""
        pairs = [(name, value) for row in self.rows for name, value in zip(("name", "stack"), row, strict=True)]
        pairs += [(name, value) for name, value in {**self.fields, **changes}.items() if value]
        return urlencode(pairs)

    def read_players(self) -> tuple[list[Any], tuple[str, ...]]:
        """Return stacks and names; rows with neither are left out, errors keep the row's number."""
        if self.error is not None:
            raise self.error
        used = [(i, row) for i, row in enumerate(self.rows) if row.name.strip() or row.stack.strip()]
        if not used:
            raise MissingError("stacks[0]", "must be given: the chips of each player")
        for i, row in used:
            if not row.stack.strip():
                raise MissingError(f"stacks[{i}]", "must be given")
        where = tuple(f"stacks[{i}]" for i, _ in used)
        stacks = WrittenTable(tuple(row.stack for _, row in used), where=where).read_stacks()
        names = tuple(row.name.strip() or f"Player {i + 1}" for i, row in used)
        try:
            check_names(names, len(names))
        except InputError as error:
            at = re.fullmatch(r"names\[([0-9]+)\]", error.field)
            raise InputError(f"names[{used[int(at[1])][0]}]" if at else error.field, error.rule, error.value) from None
        return stacks, names

    def read_table(self) -> dict[str, Any]:
        """Return what every function takes."""
        stacks, names = self.read_players()
        if not self["payouts"]:
            raise MissingError("payouts", "must be given: prizes from first place down")
        payouts, _ = self.read_payouts()
        self.limits.check_table(stacks, payouts)
        return {"stacks": stacks, "payouts": payouts, "names": names}

    def read_payouts(self) -> tuple[list[Any], str]:
        """Return the prizes and their currency symbol."""
        return read_payouts(split_list(self["payouts"].replace("\n", " "), "payouts"), self["pool"] or None)

    @property
    def currency(self) -> str:
        """The symbol that the prizes were written with."""
        return self.read_payouts()[1]

    def chips(self, name: str) -> int | float | None:
        """Return a number of chips or money in a field, if any."""
        return read_chips(self[name], name) if self[name] else None

    def player(self, name: str, names: tuple[str, ...]) -> int | str | None:
        """Return a player in a field, if any."""
        return read_player(self[name], names, name) if self[name] else None

    def read_terms(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Return the terms of a deal, as `deal` takes them."""
        terms: dict[str, Any] = {name: self[name] for name in ("leave", "withhold", "trophy", "unit") if self[name]}
        blind = self.chips("big_blind")
        if blind is not None:
            terms["big_blind"] = blind
        if self["chip_noise"]:
            terms["chip_noise"] = read_blinds(self["chip_noise"], "chip_noise", blind)
        if self["between"]:
            terms["between"] = read_share(self["between"], "between")
        if self["choose"]:
            terms["choose"] = self["choose"]
        if self["fixed"]:
            terms["fixed"] = read_pairs(self["fixed"], names, "fixed", "Ana=5000")
        if self["trophy_to"]:
            terms["trophy_to"] = self.player("trophy_to", names)
        if self["last_longer"]:
            terms["last_longer"] = self["last_longer"]
        if self["last_longer_players"]:
            terms["last_longer_players"] = read_players(self["last_longer_players"], names, "last_longer_players")
        terms["odd_to_staff"] = bool(self["odd_to_staff"])
        terms["guarantee"], terms["cap"] = not self["no_guarantee"], not self["no_cap"]
        return terms


LABELS = {
    "payouts": "The prizes",
    "pool": "The prize pool",
    "between": "The point between ICM and DCM",
    "hero": "The player to act",
    "all_in": "The players who are all-in",
    "folded": "Those who have folded",
    "button": "The button",
    "blinds": "The blinds",
    "ante": "The ante",
    "choose": "The proposal to sign",
    "path": "The way through the tree",
    "equity": "The chance to win",
    "hand": "The hand",
    "range": "The range",
    "leave": "What is left",
    "unit": "Rounding unit",
    "withhold": "Rake or staff",
    "fixed": "Fixed shares",
    "trophy": "The trophy's worth",
    "trophy_to": "Who takes the trophy",
    "last_longer": "The last longer stake",
    "last_longer_players": "Those in the last longer",
    "player": "Whose view",
    "chip_noise": "What counts may be off by",
    "big_blind": "The big blind",
    "paste": "The list",
}


def page_words(error: InputError) -> str:
    """Return an error in the words of the page: players and prizes count from 1.

    >>> page_words(InputError("stacks[1]", "must be a number", "many"))
    "Chips of player 2 must be a number, got 'many'"
    """
    kind, _, rest = error.field.partition("[")
    label = LABELS.get(kind, error.field)
    if rest.rstrip("]").isdigit():
        label = {"stacks": "Chips of player", "names": "Name of player", "payouts": "Prize"}.get(kind, label)
        label += f" {int(rest.rstrip(']')) + 1}" if kind in ("stacks", "names", "payouts") else ""
    elif rest and kind in LABELS:
        label += f" ({rest.rstrip(']')})"
    return label + str(error).removeprefix(error.field)


def element_of(field: str) -> str:
    """Return the id of the input that a field's error belongs to.

    >>> element_of("stacks[2]"), element_of("payouts[1]"), element_of("fixed[Ana]")
    ('stack-2', 'payouts', 'fixed')
    """
    found = re.fullmatch(r"(stack|name)s\[([0-9]+)\]", field)
    if found:
        return f"{found[1]}-{found[2]}"
    if field.startswith(("range", "hand")):
        return field[:5].rstrip(",")[: 5 if field.startswith("range") else 4]
    return {"stacks": "stack-0", "names": "name-0", "proposals": "choose"}.get(field, field.partition("[")[0])
