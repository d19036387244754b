"""Tables as people write them: "12.5k", "1,200,000", "€50", "50%", lists of them, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import MAX_PREC, Context, Decimal
from typing import Any, NamedTuple

from finaltable.errors import InputError, MissingError, Said, shorten

THOUSANDS = r"[0-9]{1,3}(?:[,'’_\s][0-9]{3})+"
AMOUNT = re.compile(
    rf"(?P<digits>{THOUSANDS}|[0-9]*)(?P<decimals>\.[0-9]+|\.)?(?P<power>e[+-]?[0-9]{{1,3}})?\s*(?P<unit>k|m|bn?)?\s*(?P<percent>%)?",
    re.IGNORECASE,
)
EUROPEAN = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{2}0")  # 50.000: nobody writes such zeros behind a point
UNITS = {"": Decimal(1), "k": Decimal(10**3), "m": Decimal(10**6), "b": Decimal(10**9), "bn": Decimal(10**9)}
ALL_DIGITS = Context(prec=MAX_PREC)
CURRENCIES = "$¢£¤¥\u20a0-\u20cf"
GROUPING = re.compile(r"[,'’_\s]")
MAX_CHARACTERS = 64 * 2**20  # of a file; a million players fit well

TERMS = ("leave", "withheld", "withhold", "fixed", "trophy", "last_longer")
NOTHING: tuple[object, ...] = (None, 0, "", "0", "0.00", [], {})

COLUMNS = {
    "name": ("name", "names", "player", "players"),
    "stack": ("stack", "stacks", "chips"),
    "payout": ("payout", "payouts", "prize", "prizes"),
}


class Amount(NamedTuple):
    """One amount as it was written."""

    value: int | float
    percent: bool = False
    """True: ``value`` is a percentage of the prize pool."""
    currency: str = ""
    """The currency symbol it was written with, if any."""


def read_amount(text: str, field: str) -> Amount:
    """Read one amount, or raise an error that names the field.

    >>> [read_amount(text, "stack").value for text in ("12.5k", "1,200,000", "€50", "1.2m", "0.5")]
    [12500, 1200000, 50, 1200000, 0.5]
    >>> read_amount("50%", "payout")
    Amount(value=50, percent=True, currency='')
    """
    written = text.strip()
    currency = "".join(letter for letter in written if unicodedata.category(letter) == "Sc")
    bare = written.strip(currency).strip() if len(currency) == 1 else written
    if bare.startswith(("-", "−")) and AMOUNT.fullmatch(bare[1:].strip(currency)):
        raise InputError(field, "must not be negative", text)
    match = None if EUROPEAN.fullmatch(bare) else AMOUNT.fullmatch(bare)
    if match is None or not re.search("[0-9]", bare):
        raise InputError(field, f"must be a number{hint_for(bare)}", text)
    digits = GROUPING.sub("", match["digits"]) or "0"
    number = Decimal(digits + (match["decimals"] or "").rstrip(".") + (match["power"] or ""))
    number = ALL_DIGITS.multiply(number, UNITS[(match["unit"] or "").lower()])
    if number and not Decimal("1e-100") <= number <= Decimal("1e100"):
        raise InputError(field, "must be zero or between 1e-100 and 1e+100", text)
    return Amount(int(number) if number == int(number) else float(number), match["percent"] is not None, currency)


def hint_for(text: str) -> str:
    """Say what may have been meant by a text that is no amount."""
    if re.search(r"\.(csv|json|txt)$", text, re.IGNORECASE):
        return " (a file? --file reads it)"
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{3}){2,}", text):
        return f" (thousands are written {text.replace('.', ',')} or {text.replace('.', '')})"
    if re.fullmatch(r"[0-9]{1,3}\.[0-9]{2}0", text):
        return f" that can be read in one way only: write {text.replace('.', '')} or {text.rstrip('0').rstrip('.')}"
    if re.fullmatch(r"[0-9]+,[0-9]+[km]?", text, re.IGNORECASE):
        return f" (decimals are written {text.replace(',', '.')})"
    return ""


def split_list(text: str, field: str) -> list[str]:
    """Split a list of amounts at semicolons, slashes or spaces; without these, at commas.

    >>> split_list("100,50", "payouts"), split_list("50,000 30,000", "payouts"), split_list("100 €, 50 €", "payouts")
    (['100', '50'], ['50,000', '30,000'], ['100€', '50€'])
    """
    # "50 €" and "€ 50" are one amount each: the symbol stands where it stands first.
    before, behind = rf"([{CURRENCIES}])\s+(?=[0-9])", rf"(?<=[0-9kmbn])\s+([{CURRENCIES}])(?=[\s,;/]|$)"
    together = re.sub(before if re.match(rf"\s*[{CURRENCIES}]", text) else behind, r"\1", text.strip())
    if re.search(r"[;/\s]", together):
        return [piece for piece in (piece.strip(",") for piece in re.split(r"[;/\s]+", together)) if piece]
    pieces = [piece.strip() for piece in together.split(",")]
    if not pieces[-1]:
        pieces.pop()
    if has_thousands(pieces):
        rule = "can be read in two ways: put spaces between amounts ('50,000 30,000'), or write them without commas"
        raise InputError(field, rule, text)
    return pieces


def has_thousands(pieces: Sequence[str]) -> bool:
    """Tell whether some commas may stand within a number: 1,200 and 50,000,30,000 are hardly lists of prizes."""
    if not pieces:
        return False
    first, *rest = pieces
    first = re.sub(rf"[{CURRENCIES}\s]", "", first)
    if any(re.fullmatch("0[0-9]{2}", piece) for piece in rest):
        return True
    one_number = re.fullmatch("[1-9][0-9]{0,2}", first) and all(re.fullmatch("[0-9]{3}", piece) for piece in rest)
    return bool(rest and one_number) and int(rest[0]) > int(first)


@dataclass(frozen=True)
class WrittenTable:
    """A table in the words it was written in; what is missing may come from elsewhere."""

    stacks: tuple[str, ...] = ()
    payouts: tuple[str, ...] | None = None
    names: tuple[str, ...] | None = None
    where: tuple[str, ...] | None = None
    """Where each stack was found, for error messages; None: "stacks[0]" and so on."""
    payouts_where: tuple[str, ...] | None = None
    """Where each payout was found."""
    terms: tuple[str, ...] = ()
    """Terms of a deal that stood with it, which are not read from files."""

    def read_stacks(self) -> list[int | float]:
        """Return the stacks as numbers."""
        where = self.where or tuple(f"stacks[{i}]" for i in range(len(self.stacks)))
        amounts = [read_amount(text, field) for text, field in zip(self.stacks, where, strict=True)]
        for amount, text, field in zip(amounts, self.stacks, where, strict=True):
            if amount.percent:
                raise InputError(field, "must be a number of chips", text)
        return [amount.value for amount in amounts]


def read_payouts(
    texts: Sequence[str], pool: str | None = None, where: Sequence[str] | None = None
) -> tuple[list[int | float], str]:
    """Return payouts as numbers, percentages taken of the pool, and the currency symbol they share.

    >>> read_payouts(["50%", "30%", "20%"], pool="€1.5k")
    ([750, 450, 300], '€')
    """
    fields = where or [f"payouts[{i}]" for i in range(len(texts))]
    amounts = [read_amount(text, field) for text, field in zip(texts, fields, strict=True)]
    whole = None if pool is None else read_plain(pool, "pool")
    percentages = [Decimal(str(amount.value)) for amount in amounts if amount.percent]
    if percentages and whole is None:
        raise MissingError("pool", "must be given for payouts in per cent")
    if whole is not None and not percentages:
        raise InputError("pool", "is for payouts in per cent", pool)
    if percentages and len(percentages) < len(amounts):
        raise InputError("payouts", "must be all in per cent or all in money", Said(", ".join(texts)))
    if sum(percentages) > 100:
        raise InputError("payouts", "must not be more than 100 % together", Said(f"{sum(percentages)} %"))
    values = [part_of(whole.value, amount.value) if whole and amount.percent else amount.value for amount in amounts]
    symbols = {amount.currency for amount in [*amounts, *([whole] if whole else [])]} - {""}
    if len(symbols) > 1:
        raise InputError("payouts", "must be in one currency", Said(" and ".join(sorted(symbols))))
    return values, symbols.pop() if symbols else ""


def part_of(whole: float, percent: float) -> int | float:
    """Return ``percent`` per cent of ``whole``, exact where decimals are."""
    return plain_product(Decimal(str(percent)) / 100, whole)


def plain_product(factor: str | Decimal, amount: float) -> int | float:
    """Return a product of decimals, exact where decimals are."""
    product = Decimal(factor) * Decimal(str(amount))
    return int(product) if product == int(product) else float(product)


def read_player(text: str, names: tuple[str, ...], field: str = "player") -> int | str:
    """Return a player given by number, from 1 as people count, or by name, in capitals or not."""
    alike = [name for name in names if name.casefold() == text.casefold()]
    if text in names or not re.fullmatch("[0-9]{1,9}", text):
        return alike[0] if len(alike) == 1 else text
    if not 1 <= int(text) <= len(names):
        raise InputError(field, f"must be a number from 1 to {len(names)} or a name", text)
    return int(text) - 1


def read_players(text: str, names: tuple[str, ...], field: str) -> list[int | str]:
    """Return several players given by number or name; a name may hold a comma if it stands alone."""
    if text.strip() in names:
        return [text.strip()]
    return [read_player(piece.strip(), names, field) for piece in text.split(",") if piece.strip()]


def read_pairs(text: str, names: tuple[str, ...], field: str, example: str) -> dict[int | str, str]:
    """Return what stands behind each player, as in "Ana=5,000, Bo=3k"; commas may stand in amounts."""
    pairs: dict[int | str, str] = {}
    for piece in re.split(r"[,;](?![0-9]{3}(?![0-9]))(?=[^,;=]*=)", text):
        if piece.strip():
            player, equals, amount = piece.rpartition("=")
            if not equals:
                raise InputError(field, f"must be players with amounts, like {example}", piece)
            who = read_player(player.strip(), names, field)
            if who in pairs:
                raise InputError(field, f"must name {player.strip()} once", text)
            pairs[who] = amount.strip()
    return pairs


def read_plain(text: str, field: str) -> Amount:
    """Read an amount that is no percentage, or raise."""
    amount = read_amount(text, field)
    if amount.percent:
        raise InputError(field, "must be an amount, not a percentage", text)
    return amount


def read_chips(text: str | None, field: str) -> int | float | None:
    """Return a number of chips or an amount of money as written, if any."""
    return None if text is None else read_plain(text, field).value


def read_blinds(text: str | None, field: str, big_blind: int | float | None) -> int | float | None:
    """Return a number of chips, which may be written in big blinds: "1bb"."""
    blinds = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*bb\s*", text or "", re.IGNORECASE)
    if blinds is None:
        return read_chips(text, field)
    if not big_blind:
        raise MissingError("big_blind", f"must be given where {field.replace('_', ' ')} is in big blinds")
    return plain_product(blinds[1], big_blind)


def read_share(text: str, field: str) -> float:
    """Return a share written as 0.4 or 40 %."""
    amount = read_amount(text, field)
    return amount.value / 100 if amount.percent else amount.value


def read_small_and_big(text: str) -> tuple[int | float, int | float]:
    """Return small and big blind, as in "100/200"."""
    pieces = [piece for piece in re.split(r"[/;\s]+", text.strip()) if piece]
    if len(pieces) != 2:
        raise InputError("blinds", "must be the small and the big one: 100/200", text)
    small, big = (read_plain(piece, "blinds").value for piece in pieces)
    if small > big:
        raise InputError("blinds", "must be the small one first", text)
    return small, big


def read_document(data: bytes, source: str) -> WrittenTable:
    """Read a table from the bytes of a CSV or JSON file; ``source`` names it in errors."""
    if len(data) > MAX_CHARACTERS:
        raise InputError(source, f"must be at most {MAX_CHARACTERS >> 20} MB", Said(f"{len(data) >> 20} MB"))
    if data.startswith(b"PK"):
        raise InputError(
            source, "must be CSV or JSON: save the spreadsheet as CSV", Said("a spreadsheet or an archive")
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        rule = "must be text in UTF-8: CSV or JSON (a spreadsheet saves it as 'CSV UTF-8')"
        raise InputError(source, rule, Said("something else"))
    if not text.strip():
        raise InputError(source, "must hold a table: CSV with a column 'stack', or JSON", Said("an empty file"))
    return read_json(text, source) if text.lstrip()[0] in "[{" else read_csv(text, source)


def read_csv(text: str, source: str) -> WrittenTable:
    r"""Read CSV with a header: a column stack, and if wanted name and payout (prizes from first place down).

    >>> read_csv("name,stack,payout\nAna,1k,100\nBo,500,50\n", "table.csv").stacks
    ('1k', '500')
    """
    first_line = next(line for line in text.splitlines() if line.strip())
    delimiter = max(",;\t", key=first_line.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise InputError(source, "must be CSV", Said(str(error))) from None
    if not rows:
        raise InputError(source, "must hold a table: CSV with a column 'stack', or JSON", Said("empty cells"))
    header, *body = rows
    columns = find_columns(header[1])
    if "stack" not in columns:
        rule = "must be a header with a column 'stack' (and 'name', 'payout' if wanted)"
        raise InputError(f"{source} line {header[0]}", rule, delimiter.join(header[1]))
    for number, row in body:
        if len(row) > len(header[1]):
            rule = f"must have {len(header[1])} columns like the header"
            hint = " (amounts with commas need quotation marks)" if delimiter == "," else ""
            raise InputError(f"{source} line {number}", rule + hint, delimiter.join(row))
    cells = [
        {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()} for _, row in body
    ]
    where = [f"{source} line {number}" for number, _ in body]
    # A line with nothing but a payout is a prize, not a player.
    players = [i for i, cell in enumerate(cells) if cell["stack"] or cell.get("name")]
    if not players:
        raise InputError(source, "must have a line for each player", Said("only a header"))
    names = tuple(cells[i].get("name", "") for i in players)
    if any(names) and not all(names):
        raise MissingError(f"{where[players[names.index('')]]}, name", "must be given, since other players have one")
    prizes = [cell.get("payout", "") for cell in cells]
    while prizes and not prizes[-1]:
        prizes.pop()
    if not all(prizes):
        rule = "must be given (0 where nothing is paid), since a later place has a prize"
        raise MissingError(f"{where[prizes.index('')]}, payout", rule)
    return WrittenTable(
        stacks=tuple(cells[i]["stack"] for i in players),
        payouts=tuple(prizes) or None,
        names=names if all(names) else None,
        where=tuple(f"{where[i]}, stack" for i in players),
        payouts_where=tuple(f"{where[i]}, payout" for i in range(len(prizes))),
    )


def find_columns(header: Sequence[str]) -> dict[str, int]:
    """Return where the columns we know are."""
    cells = [cell.strip().lower() for cell in header]
    found = {name: [i for i, cell in enumerate(cells) if cell in words] for name, words in COLUMNS.items()}
    for name, places in found.items():
        if len(places) > 1:
            raise InputError("header", f"must have one column for '{name}'", Said(", ".join(cells[i] for i in places)))
    return {name: places[0] for name, places in found.items() if places}


def read_json(text: str, source: str) -> WrittenTable:
    """Read JSON: stacks, payouts and names as lists, or players as objects with name and stack.

    >>> read_json('{"players": [{"name": "Ana", "stack": "1k"}, {"name": "Bo", "stack": 500}]}', "table.json").names
    ('Ana', 'Bo')
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{source} line {error.lineno}"
        raise InputError(place, "must be JSON", Said(f"'{error.msg}' at column {error.colno}")) from None
    except RecursionError:
        raise InputError(source, "must be JSON of a table", Said("lists within lists without end")) from None
    except ValueError:
        raise InputError(source, "must be JSON of a table", Said("a number of thousands of digits")) from None
    if isinstance(data, list):
        data = {"players" if any(isinstance(player, dict) for player in data) else "stacks": data}
    if "players" in data:
        if "stacks" in data:
            raise InputError(source, "must have either 'stacks' or 'players'", Said("both"))
        players = data["players"]
        if not isinstance(players, list) or not all(
            isinstance(player, dict) and "stack" in player for player in players
        ):
            rule = "must be a list of objects with 'stack' and, if wanted, 'name'"
            raise InputError(f"{source}, players", rule, players)
        data = {**data, "stacks": [player["stack"] for player in players]}
        if any("name" in player for player in players):
            data["names"] = [player.get("name", "") for player in players]
    if "stacks" not in data:
        raise InputError(source, "must have 'stacks' or 'players'", Said(shorten(sorted(data))))
    stacks, payouts = json_list(data, "stacks", source), json_list(data, "payouts", source)
    return WrittenTable(
        stacks=stacks or (),
        payouts=payouts,
        names=json_list(data, "names", source),
        where=tuple(f"{source}, stacks[{i}]" for i in range(len(stacks or ()))),
        payouts_where=tuple(f"{source}, payouts[{i}]" for i in range(len(payouts or ()))),
        terms=tuple(term for term in TERMS if data.get(term) not in NOTHING),
    )


def json_list(data: dict[str, Any], field: str, source: str) -> tuple[str, ...] | None:
    """Return a list of numbers and texts as texts; None if there is none."""
    values = data.get(field)
    if values is None:
        return None
    if isinstance(values, str):
        return tuple(split_list(values, f"{source}, {field}"))
    if not isinstance(values, list):
        raise InputError(f"{source}, {field}", "must be a list", values)
    for i, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise InputError(f"{source}, {field}[{i}]", "must be a number or a text", value)
    return tuple(value if isinstance(value, str) else repr(value) for value in values)
