"""Read tables from CSV and JSON files."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from finaltable.errors import InputError, MissingError, Verbatim, counted, shorten
from finaltable.table.file_bytes import decode
from finaltable.table.text import Numeral, read_stack, split_list

MAX_ROWS = 1_010_000  # a million players, a header, and lines with only a prize
TERMS = ("leave", "withheld", "withhold", "fixed", "trophy", "last_longer")
NOTHING: tuple[object, ...] = (None, 0, "", "0", "0.00", [], {})
COLUMNS = {
    "name": ("name", "names", "player", "players"),
    "stack": ("stack", "stacks", "chips"),
    "payout": ("payout", "payouts", "prize", "prizes"),
    "bounty": ("bounty", "bounties", "head", "heads"),
}


@dataclass(frozen=True)
class WrittenTable:
    """A table as text, before it is parsed; parts that are missing may come from options."""

    stacks: tuple[str, ...] = ()
    payouts: tuple[str, ...] | None = None
    names: tuple[str, ...] | None = None
    where: tuple[str, ...] | None = None
    """Field names of the stacks in error messages; None: "stacks[0]" and so on."""
    payouts_where: tuple[str, ...] | None = None
    """Field names of the payouts in error messages."""
    bounties: tuple[str, ...] | None = None
    """The bounty on each player."""
    bounties_where: tuple[str, ...] | None = None
    """Field names of the bounties in error messages."""
    bounty_share: str | None = None
    """The part of a bounty that is paid at once."""
    own_bounty: bool | None = None
    """Whether the last player is paid their own bounty."""
    mystery: object = None
    """Envelopes of a mystery bounty."""
    terms: tuple[str, ...] = ()
    """Names of deal terms in the file, which are not read from files."""

    def read_stacks(self, big_blind: int | float | None = None) -> list[int | float]:
        """Return the stacks as numbers; they may be in big blinds if the big blind is known."""
        where = self.where or tuple(f"stacks[{i}]" for i in range(len(self.stacks)))
        amounts = [read_stack(text, field, big_blind) for text, field in zip(self.stacks, where, strict=True)]
        for amount, text, field in zip(amounts, self.stacks, where, strict=True):
            if amount.percent:
                raise InputError(field, "must be a number of chips", text, code="not_a_number")
        return [amount.value for amount in amounts]


def read_document(data: bytes, source: str) -> WrittenTable:
    """Read a table from the bytes of a CSV or JSON file; ``source`` names it in errors."""
    text = decode(data, source)
    if not text.strip():
        rule = "must hold a table: CSV with a column 'stack', or JSON"
        raise InputError(source, rule, Verbatim("an empty file"), code="wrong_format")
    return read_json(text, source) if text.lstrip()[0] in "[{" else as_list(text) or read_csv(text, source)


def as_list(text: str) -> WrittenTable | None:
    r"""Return the table of a list as people write it; None if it has a header or a line that is not understood.

    >>> as_list("Seat 1: Ana (1,200)\nSeat 2: Bo (800)\n1st: €50\n2nd: €30\n").payouts
    ('€50', '€30')
    """
    from finaltable.table.paste import MAX_PASTED, read_pasted

    first_line = text.strip().partition("\n")[0]
    if len(text) > MAX_PASTED or find_columns(re.split("[,;\t]", first_line)):
        return None
    try:
        found = read_pasted(text)
    except InputError:
        return None
    if found.unread or not found.stacks or not all(found.names):
        return None
    return WrittenTable(
        found.stacks, tuple(found.currency[-1:] + prize for prize in found.payouts) or None, found.names
    )


def read_csv(text: str, source: str) -> WrittenTable:
    r"""Read CSV with a header: a column stack; optionally name, bounty and payout (prizes from first place down).

    >>> read_csv("name,stack,payout\nAna,1k,100\nBo,500,50\n", "table.csv").stacks
    ('1k', '500')
    """
    where, cells = csv_cells(text, source)
    # A line with only a payout is a prize, not a player.
    players = [i for i, cell in enumerate(cells) if cell["stack"] or cell.get("name")]
    if not players:
        raise InputError(source, "must have a line for each player", Verbatim("only a header"), code="too_few")
    names = tuple(cells[i].get("name", "") for i in players)
    if any(names) and not all(names):
        raise MissingError(f"{where[players[names.index('')]]}, name", "is missing: the other players have one")
    prizes = csv_prizes(where, cells)
    return WrittenTable(
        stacks=tuple(cells[i]["stack"] for i in players),
        payouts=tuple(prizes) or None,
        names=names if all(names) else None,
        where=tuple(f"{where[i]}, stack" for i in players),
        payouts_where=tuple(f"{where[i]}, payout" for i in range(len(prizes))),
        bounties=column_of_bounties(cells, players, where),
        bounties_where=tuple(f"{where[i]}, bounty" for i in players),
    )


def csv_cells(text: str, source: str) -> tuple[list[str], list[dict[str, str]]]:
    """Return the field names and the cells, by column, of the lines below the header; or raise."""
    first_line = next((line for line in io.StringIO(text, newline=None) if line.strip()), "")
    delimiter = max(",;\t", key=first_line.count)
    (line, header), *body = csv_rows(text, source, delimiter)
    columns = find_columns(header)
    if "stack" not in columns:
        rule = "must be a header with a column 'stack'"
        hint = "optional columns: 'name', 'payout', 'bounty'"
        raise InputError(f"{source} line {line}", rule, delimiter.join(header), hint=hint, code="wrong_format")
    for number, row in body:
        if len(row) > len(header):
            rule = f"must have {counted(len(header), 'column')} like the header"
            hint = "amounts with commas need quotation marks" if delimiter == "," else ""
            raise InputError(f"{source} line {number}", rule, delimiter.join(row), hint=hint, code="wrong_count")
    cells = [
        {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()} for _, row in body
    ]
    return [f"{source} line {number}" for number, _ in body], cells


def csv_rows(text: str, source: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Return the non-empty lines with their numbers, or raise if there are none."""
    import csv

    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        filled = ((reader.line_num, row) for row in reader if any(cell.strip() for cell in row))
        rows = list(islice(filled, MAX_ROWS + 1))
    except csv.Error as error:
        raise InputError(source, "must be CSV", Verbatim(str(error)), code="wrong_format") from None
    if len(rows) > MAX_ROWS:
        raise InputError(source, f"must have at most {MAX_ROWS:,} lines", Verbatim("more"), code="too_many")
    if not rows:
        rule = "must hold a table: CSV with a column 'stack', or JSON"
        raise InputError(source, rule, Verbatim("empty cells"), code="wrong_format")
    return rows


def csv_prizes(where: Sequence[str], cells: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the prizes from first place down, or raise if one is missing in between."""
    prizes = [cell.get("payout", "") for cell in cells]
    while prizes and not prizes[-1]:
        prizes.pop()
    if not all(prizes):
        rule = "is missing: a later place has a prize"
        raise MissingError(f"{where[prizes.index('')]}, payout", rule, hint="write 0 if the place is not paid")
    return prizes


def column_of_bounties(
    cells: Sequence[dict[str, str]], players: Sequence[int], where: Sequence[str]
) -> tuple[str, ...] | None:
    """Return the bounty on each player, or None if the column is empty."""
    bounties = [cells[i].get("bounty", "") for i in players]
    if not any(bounties):
        return None
    for i, bounty in zip(players, bounties, strict=True):
        if not bounty and cells[i]["stack"].strip("0.") != "":  # the bounty on a busted player has been won
            raise MissingError(f"{where[i]}, bounty", "is missing: the other players have one")
    return tuple(bounty or "0" for bounty in bounties)


def find_columns(header: Sequence[str]) -> dict[str, int]:
    """Return the positions of the known columns."""
    cells = [cell.strip().lower() for cell in header]
    found = {name: [i for i, cell in enumerate(cells) if cell in words] for name, words in COLUMNS.items()}
    for name, places in found.items():
        if len(places) > 1:
            rule = f"must have one column for '{name}'"
            raise InputError("header", rule, Verbatim(", ".join(cells[i] for i in places)), code="wrong_format")
    return {name: places[0] for name, places in found.items() if places}


def read_json(text: str, source: str) -> WrittenTable:
    """Read JSON: stacks, payouts and names as lists, or players as objects with name and stack.

    >>> read_json('{"players": [{"name": "Ana", "stack": "1k"}, {"name": "Bo", "stack": 500}]}', "table.json").names
    ('Ana', 'Bo')
    """
    data = json_object(text, source)
    if "players" in data:
        data = with_lists(data, source)
    if "stacks" not in data:
        raise InputError(source, "must have 'stacks' or 'players'", Verbatim(shorten(sorted(data))), code="wrong_type")
    stacks, payouts = json_list(data, "stacks", source), json_list(data, "payouts", source)
    bounties = json_list(data, "bounties", source)
    return WrittenTable(
        stacks=stacks or (),
        payouts=payouts,
        names=json_list(data, "names", source),
        where=tuple(f"{source}, stacks[{i}]" for i in range(len(stacks or ()))),
        payouts_where=tuple(f"{source}, payouts[{i}]" for i in range(len(payouts or ()))),
        terms=tuple(term for term in TERMS if data.get(term) not in NOTHING),
        bounties=bounties or None,
        bounties_where=tuple(f"{source}, bounties[{i}]" for i in range(len(bounties or ()))),
        bounty_share=json_share(data, source),
        own_bounty=json_flag(data, "own_bounty", source),
        mystery=json_envelopes(data),
    )


def json_object(text: str, source: str) -> dict[str, Any]:
    """Return the JSON object, with a bare list as its players or stacks; or raise."""
    import json

    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{source} line {error.lineno}"
        rule = "must be JSON"
        raise InputError(place, rule, Verbatim(f"'{error.msg}' at column {error.colno}"), code="wrong_format") from None
    except RecursionError:
        rule = "must be JSON of a table"
        raise InputError(source, rule, Verbatim("lists nested too deeply"), code="wrong_format") from None
    except ValueError:
        rule = "must be JSON of a table"
        raise InputError(source, rule, Verbatim("a number of thousands of digits"), code="wrong_format") from None
    if isinstance(data, list):
        return {"players" if any(isinstance(player, dict) for player in data) else "stacks": data}
    if not isinstance(data, dict):
        raise InputError(source, "must be JSON of a table", data, code="wrong_format")
    return data


def with_lists(data: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Return the object with lists of stacks, names and bounties from its players, or raise."""
    if "stacks" in data:
        raise InputError(source, "must have either 'stacks' or 'players'", Verbatim("both"), code="conflict")
    players = data["players"]
    if not isinstance(players, list) or not all(isinstance(player, dict) and "stack" in player for player in players):
        rule = "must be a list of objects with 'stack' and optionally 'name'"
        raise InputError(f"{source}, players", rule, players, code="wrong_type")
    lists = {"stacks": [player["stack"] for player in players]}
    if any("name" in player for player in players):
        lists["names"] = [player.get("name", "") for player in players]
    if any("bounty" in player for player in players):
        lists["bounties"] = [player.get("bounty", 0) for player in players]
    return {**data, **lists}


def json_share(data: dict[str, Any], source: str) -> str | None:
    """Return the part of a bounty that is paid at once as text, or None."""
    value = data.get("bounty_share")
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{source}, bounty_share", "must be a number or a text", value, code="not_a_number")
    return Numeral(repr(value))


def json_envelopes(data: dict[str, Any]) -> object:
    """Return the unchecked envelopes of a mystery bounty, from input or from an answer of finaltable."""
    mystery = data.get("mystery")
    return mystery.get("envelopes") if isinstance(mystery, dict) else mystery


def json_flag(data: dict[str, Any], field: str, source: str) -> bool | None:
    """Return a boolean field, or None if it is missing."""
    value = data.get(field)
    if value is not None and not isinstance(value, bool):
        raise InputError(f"{source}, {field}", "must be true or false", value, code="wrong_type")
    return value


def json_list(data: dict[str, Any], field: str, source: str) -> tuple[str, ...] | None:
    """Return a list of numbers and strings as strings, or None if it is missing."""
    values = data.get(field)
    if values is None:
        return None
    if isinstance(values, str):
        return tuple(split_list(values, f"{source}, {field}"))
    if not isinstance(values, list):
        raise InputError(f"{source}, {field}", "must be a list", values, code="wrong_type")
    if len(values) > MAX_ROWS:
        rule = f"must be at most {MAX_ROWS:,} of them"
        raise InputError(f"{source}, {field}", rule, Verbatim(f"{len(values):,}"), code="too_many")
    for i, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise InputError(f"{source}, {field}[{i}]", "must be a number or a text", value, code="not_a_number")
    return tuple(value if isinstance(value, str) else Numeral(repr(value)) for value in values)
