"""The page's state, which is the whole of its address: what was typed, and what it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from finaltable.asking import find_question
from finaltable.asking.bounties import BountiesText
from finaltable.asking.declare import Field, OnPage, Question, fields_of, read_fields
from finaltable.asking.kinds import FLAG, Known
from finaltable.asking.shared import PrizesText
from finaltable.asking.table import read_table
from finaltable.errors import InputError, MissingError, Verbatim, split_field
from finaltable.table.files import WrittenTable
from finaltable.table.paste import read_pasted
from finaltable.web.api import keep_bounds
from finaltable.web.limits import LimitError, Limits

if TYPE_CHECKING:
    from finaltable.table.table import Table

ASKED = ("compare", "deal", "decide", "tree")
"""The questions that have a page."""
Asked = TypeVar("Asked", bound=Question)
EMPTY_ROWS = 3
OF_SCREENS = (  # fields that only the page with JavaScript uses
    *("lang", "me", "node", "locked", "models", "with_bounties", "path"),
    *("seed", "spot", "source", "mode", "players", "position", "depth", "heads", "preset", "model"),
)
MOST_STRANGE, LONGEST_STRANGE = 6, 24  # fields that are told, and characters of them
OWN = ("name", "stack", "bounty", "do", "paste", "fills")  # fields that are read in their own way


class Row(NamedTuple):
    """One player as typed."""

    name: str = ""
    stack: str = ""


class Form:
    """Everything that was typed, field by field; reading it may raise an `InputError` that names the field.

    More rows than there may be players are not kept, whether something is in them or not; nor is a pasted list of more.
    What is wrong already is in `error`.
    """

    def __init__(self, query: QueryParams, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        names, stacks = query.getlist("name"), query.getlist("stack")
        count = max(len(names), len(stacks))
        names += [""] * (count - len(names))
        stacks += [""] * (count - len(stacks))
        self.rows = [Row(*row) for row in zip(names, stacks, strict=True)]
        self.fields = {name: value for name, value in query.items() if name not in OWN}
        self.take_bounties(query.getlist("bounty"))
        self.error: InputError | None = None
        self.check_fields()
        if query.get("paste", "").strip():
            self.paste(query["paste"])
        self.act(query.get("do", ""))
        self.keep_few_rows()

    def take_bounties(self, heads: Sequence[str]) -> None:
        """Take bounties that stand in rows, as the page with JavaScript writes them, for a list of them."""
        rows = [i for i, row in enumerate(self.rows) if row.name.strip() or row.stack.strip()]
        written = [heads[i].strip() if i < len(heads) else "" for i in rows]
        if any(written) and not self.fields.get("bounties"):
            self.fields["bounties"] = " ".join(head or "0" for head in written)

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
        if pasted.bounties:
            self.fields["bounties"] = " ".join(pasted.bounties)

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

    def has(self, inputs: Sequence[Input]) -> bool:
        """Tell whether any of these was filled in."""
        return any(self[one.written] for one in inputs)

    def kept(self, inputs: Sequence[Input]) -> list[tuple[str, str]]:
        """Return what was typed on other pages: names in the address, and texts."""
        shown = {one.written for one in inputs}
        known = {one.written for one in shown_inputs().values()} - shown
        return [(name, value) for name, value in self.fields.items() if value and name in known]

    @property
    def strange(self) -> list[str]:
        """The names of fields that mean nothing here: they are told, not left out in silence."""
        known = {one.written for one in shown_inputs().values()} | set(OF_SCREENS)
        found = [name[:LONGEST_STRANGE] for name, value in self.fields.items() if value and name not in known]
        return found[:MOST_STRANGE] + (["and more"] if len(found) > MOST_STRANGE else [])

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

    def read(self, question: type[Asked], **usual: Any) -> Asked:
        """Return what is asked, or raise; ``usual`` stands for fields that were not filled in."""
        table, currency = self.read_table(question)
        values = {**usual, **self.read_fields(question, table.names)}
        keep_bounds(question, values, self.limits)
        return question(table=table, currency=currency, **values)  # type: ignore[call-arg]

    def read_fields(self, group: type, names: tuple[str, ...]) -> dict[str, Any]:
        """Return what was typed into the fields of a question, or of the way its answer is shown."""
        return read_fields(group, self.typed(group), Known(names), text=True)

    def typed(self, group: type) -> dict[str, Any]:
        """Return the texts of the fields that were filled in; a tick is the other value of a flag."""
        fields = [field for field in inputs_of(group) if self[field.written]]
        return {field.name: field.given(self[field.written]) for field in fields}

    def typed_prizes(self, question: type[Question]) -> dict[str, Any]:
        """Return the texts of prizes and bounties, where the question is about them."""
        return {**self.typed(PrizesText), **self.typed(BountiesText)} if question.needs == "prizes" else {}

    def read_table(self, question: type[Question]) -> tuple[Table, str]:
        """Return the players and the prizes, checked, and the currency; an error names the row it is in."""
        if self.error is not None:
            raise self.error
        used = [(i, row) for i, row in enumerate(self.rows) if row.name.strip() or row.stack.strip()]
        if not used:
            raise MissingError("stacks[0]", "must be given: the chips of each player")
        for i, row in used:
            if not row.stack.strip():
                raise MissingError(f"stacks[{i}]", "must be given")
        written = WrittenTable(
            tuple(row.stack for _, row in used),
            names=tuple(row.name.strip() or f"Player {i + 1}" for i, row in used),
            where=tuple(f"stacks[{i}]" for i, _ in used),
        )
        try:
            table, currency = read_table(question, written, self.typed_prizes(question))
        except InputError as error:
            at = re.fullmatch(r"names\[([0-9]+)\]", error.field)
            if at is None:
                raise
            raise InputError(f"names[{used[int(at[1])][0]}]", error.rule, error.value, hint=error.hint) from None
        self.limits.check_table(table.stacks, table.payouts)
        return table, currency


class Input(NamedTuple):
    """A field as the page shows it."""

    field: Field
    page: OnPage

    @property
    def name(self) -> str:
        """Its name in the question."""
        return self.field.name

    @property
    def ticked(self) -> bool:
        """Whether it is a box to tick."""
        return self.field.kind is FLAG

    @property
    def written(self) -> str:
        """Its name in the address; a flag that is usually set is ticked to unset it."""
        return self.page.name or (f"no_{self.name}" if self.ticked and self.field.default else self.name)

    def given(self, text: str) -> Any:
        """Return what was typed, as a command line would have it."""
        if self.ticked:
            return not self.field.default
        return [piece.strip() for piece in text.split("|")] if self.field.kind.many else text


@cache
def inputs_of(group: type) -> tuple[Input, ...]:
    """Return the fields of a question, or of another group, that the page shows."""
    return tuple(Input(field, field.page) for field in fields_of(group).values() if field.page is not None)


def page_inputs(question: type[Question]) -> tuple[Input, ...]:
    """Return everything that the page of a question asks for besides the table."""
    return inputs_of(question) + inputs_of(question.shown)


@cache
def shown_inputs() -> dict[str, Input]:
    """Return everything that any page asks for, by its names in questions and in addresses."""
    asked = [find_question(name) for name in ASKED]
    groups = [PrizesText, BountiesText, *(group for question in asked for group in (question, question.shown))]
    return {name: one for group in groups for one in inputs_of(group) for name in (one.name, one.written)}


OWN_LABELS = {"paste": "The list", "path": "The way through the tree"}
ROWS = {"stacks": "Chips of player", "names": "Name of player", "payouts": "Prize", "bounties": "Bounty of player"}


def label_of(field: str) -> str:
    """Return what the page calls a field: its label, without what is in brackets."""
    inputs = shown_inputs()
    return inputs[field].page.label.partition(" (")[0] if field in inputs else OWN_LABELS.get(field, field)


def page_words(error: InputError) -> str:
    """Return an error in the words of the page: players and prizes count from 1.

    >>> page_words(InputError("stacks[1]", "must be a number", "many"))
    "Chips of player 2 must be a number, got 'many'"
    >>> page_words(InputError("ranges[SB], token 2", "must be a pair without s or o", "AAs"))
    "Range of each all-in player (SB), token 2 must be a pair without s or o, got 'AAs'"
    """
    kind, which, part, place = split_field(error.field)
    if kind in ROWS and which.isdigit():
        label = f"{ROWS[kind]} {int(which) + 1}"
    else:
        label = label_of(kind) + (f" ({which})" if which and not which.isdigit() else "") + part + place
    told = error.told(label_of, lambda field, value: f"{label_of(field)} {value}", on_pages)
    return f"{label} {told}"


def on_pages(field: str) -> bool:
    """Tell whether some page asks for a field."""
    return field in ROWS or field in shown_inputs()


def element_of(field: str) -> str:
    """Return the id of the input that a field's error belongs to.

    >>> element_of("stacks[2]"), element_of("payouts[1]"), element_of("fixed[Ana]"), element_of("ranges[1]")
    ('stack-2', 'payouts', 'fixed', 'range')
    """
    found = re.fullmatch(r"(stack|name)s\[([0-9]+)\]", field)
    if found:
        return f"{found[1]}-{found[2]}"
    kind = re.split(r"\W", field, maxsplit=1)[0]
    inputs = shown_inputs()
    return inputs[kind].written if kind in inputs else {"stacks": "stack-0", "names": "name-0"}.get(kind, kind)
