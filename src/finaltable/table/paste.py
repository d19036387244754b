"""Parse pasted tables: spreadsheet cells, lines of a chat, a list on one line."""

from __future__ import annotations

import re
from typing import NamedTuple

from finaltable.errors import InputError, Verbatim, check_length
from finaltable.table.files import find_columns, read_csv
from finaltable.table.text import CURRENCIES, MAX_LINE, read_amount, split_list, split_unit

MAX_PASTED = 20_000  # characters
NUMBERED = re.compile(r"(?:#?[0-9]{1,2}[.)]|[-*•|]|and\b|&)\s+", re.IGNORECASE)
CHIPS = re.compile(r"\b(?:in\s+)?chips\b", re.IGNORECASE)
BRACKETS = re.compile(r"\(([^()]*)\)")
SPACED = re.compile(r"(?<![0-9.,])([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+)(?![0-9.,])")
DOTTED = re.compile(r"(?<![0-9.,])([0-9]{1,3}(?:\.[0-9]{3}){2,})(?![0-9.,])")
MARKS = ".,'’"
MARKED_DIGITS = f"0123456789{MARKS}"
# Text that looks like a number of chips: if it cannot be parsed, it is an error, not a part of the name.
CELL = re.compile(rf"[{CURRENCIES}]?\s?\.?[0-9][0-9.,'’_\s]*(?:k|m|bn?)?\s?[{CURRENCIES}]?", re.IGNORECASE)
PRIZES = ("prize", "prizes", "payout", "payouts")
NO_PLAYERS = ("total", "totals", "sum", "together", "average", "avg")


class Pasted(NamedTuple):
    """Names and stacks as text; a player without a name has an empty one."""

    names: tuple[str, ...]
    stacks: tuple[str, ...]
    payouts: tuple[str, ...] = ()
    bounties: tuple[str, ...] = ()
    """The bounty on each player, if the list has a column of bounties."""


def read_pasted(text: str) -> Pasted:
    r"""Parse players from pasted text, or raise for the first item that is not a player.

    >>> read_pasted("Ana 1.2m, Bo 800k").stacks
    ('1.2m', '800k')
    >>> read_pasted("Ana\t1,200,000\nBo\t800,000").names
    ('Ana', 'Bo')
    >>> read_pasted("1. Ana B: 1,200,000\n2. Bo – 75,000 chips").names
    ('Ana B', 'Bo')
    """
    check_length("paste", text, MAX_PASTED)
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError("paste", "must hold players and their chips", text, code="too_few")
    if "stack" in find_columns(re.split(r"[,;\t]", lines[0])):
        table = read_csv(text, "paste")
        names = table.names or ("",) * len(table.stacks)
        return Pasted(names, table.stacks, table.payouts or (), table.bounties or ())
    payouts = read_prizes([line for line in lines if is_prizes(line)])
    lines = [line for line in lines if not is_prizes(line)]
    lines = [joined(line, len(lines) > 1) for line in lines]
    pieces = lines if len(lines) > 1 or "\t" in "".join(lines) else [p for line in lines for p in split_line(line)]
    pairs = [read_cells(piece) if "\t" in piece else read_piece(piece) for piece in pieces]
    pairs = [pair for pair in pairs if pair[0].casefold().rstrip(":") not in NO_PLAYERS]
    if not pairs:
        raise InputError("paste", "must hold players and their chips", text, code="too_few")
    return Pasted(tuple(name for name, _ in pairs), tuple(stack for _, stack in pairs), payouts)


def is_prizes(line: str) -> bool:
    """Return whether a line lists the prizes."""
    word, colon, prizes = line.partition(":")
    return bool(colon and prizes.strip()) and word.strip().casefold() in PRIZES


def read_prizes(lines: list[str]) -> tuple[str, ...]:
    """Return the prizes from the line of prizes, if there is one."""
    if len(lines) > 1:
        raise InputError("paste", "must have one line of prizes", Verbatim(f"{len(lines)} of them"), code="wrong_count")
    return tuple(piece for line in lines for piece in split_list(line.partition(":")[2], "paste"))


def joined(line: str, alone: bool) -> str:
    """Return a line without thousands separators, big blinds and the word chips.

    Spaces separate players in a single line of bare numbers; elsewhere they may be thousands separators.

    >>> joined("Ana 1 200 500 (24 BB)", False), joined("1 200 500", True), joined("Ana 1.200.000 in chips", True)
    ('Ana 1200500', '1200500', 'Ana 1200000')
    """
    line = CHIPS.sub("", without_blinds(line)) if "\t" not in line else line
    line = BRACKETS.sub(lambda found: f" {found[1]} " if re.search("[0-9]", found[1]) else found[0], line).rstrip()
    line = DOTTED.sub(lambda found: found[1].replace(".", ""), line)
    if alone or re.search(r"[^\W\d_]{2,}", line) or "\u00a0" in line or "\u202f" in line:
        line = SPACED.sub(lambda found: re.sub(r"\s", "", found[1]), line)
    return line


def without_blinds(line: str) -> str:
    """Return a line without a stack in big blinds at its end.

    >>> without_blinds("Ana 800,000 (24 BB)"), without_blinds("Ana 800,000")
    ('Ana 800,000', 'Ana 800,000')
    """
    rest = line.rstrip().removesuffix(")").rstrip()
    blinds = next((word for word in ("bbs", "bb") if rest[-len(word) :].lower() == word), None)
    if blinds is None:
        return line
    rest = rest[: -len(blinds)].rstrip()
    before = rest.rstrip("0123456789.,")
    return before.rstrip().removesuffix("(").rstrip() if before != rest else line


def split_line(line: str) -> list[str]:
    """Split a line at semicolons; else at commas outside numbers; else at spaces between numbers.

    >>> split_line("Ana 1,200,000, Bo 75,000"), split_line("1000 500 100"), split_line("Ana 5k Bo 3k")
    (['Ana 1,200,000', 'Bo 75,000'], ['1000', '500', '100'], ['Ana 5k', 'Bo 3k'])
    """
    pieces = re.split(r"[;/]|,(?=\s)|,(?![0-9]{3}(?![0-9]))", line.strip(" ,;"))
    if len(pieces) == 1:
        pieces = re.split(r"(?<=[0-9kmKM])\s+", pieces[0])
    return [piece.strip() for piece in pieces if piece.strip()]


def read_piece(piece: str) -> tuple[str, str]:
    """Return name and stack of a player from an item of a list.

    >>> read_piece("2) Bo B: $ 800 k;")
    ('Bo B', '$800 k')
    """
    check_line(piece)
    written = " ".join(piece.split())
    numbered = NUMBERED.match(written)
    written = written[numbered.end() if numbered else 0 :].rstrip(f" ;|{MARKS}")
    start = stack_start(written)
    if start == len(written):
        raise InputError("paste", "must end in a number of chips, like Ana 1.2m", piece, code="no_chips_in_line")
    name, stack = written[:start].rstrip(), written[start:]
    if re.fullmatch(f"[{CURRENCIES}]", name[-1:]):
        name, stack = name[:-1], name[-1] + stack
    read_amount(stack, "paste")
    return name.strip(" :=|–-,"), stack


def check_line(line: str) -> None:
    """Raise if a line is too long for one player."""
    if len(line) > MAX_LINE:
        rule = f"must have at most {MAX_LINE} characters per player"
        raise InputError("paste", rule, Verbatim(f"{len(line):,}"), code="too_long")


def stack_start(written: str) -> int:
    """Return the index where the number of chips at the end of a text begins; the length of the text if it has none.

    >>> "Ana 1.2m"[stack_start("Ana 1.2m"):], stack_start("Bob")
    ('1.2m', 3)
    """
    number = split_unit(written)[0]
    if number[-1:] not in MARKED_DIGITS:
        number = written  # the letter ends a name, it is not a unit
    digits = number[len(number.rstrip(MARKED_DIGITS)) :].lstrip(MARKS)
    return len(number) - len(digits) if digits else len(written)


def read_cells(line: str) -> tuple[str, str]:
    """Return name and stack of a player from spreadsheet cells: the first text and the last number."""
    check_line(line)
    cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
    numbers = [cell for cell in cells if CELL.fullmatch(cell)]
    if not numbers:
        raise InputError("paste", "must have a cell with a number of chips", line, code="no_chips_in_line")
    read_amount(numbers[-1], "paste")
    texts = [cell for cell in cells if not CELL.fullmatch(cell)]
    return (texts[0] if texts else ""), numbers[-1]
