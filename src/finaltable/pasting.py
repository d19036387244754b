"""Tables as people paste them: cells of a spreadsheet, lines of a chat, a list in one line."""

from __future__ import annotations

import re
from typing import NamedTuple

from finaltable.errors import InputError, Said
from finaltable.files import find_columns, read_csv
from finaltable.reading import CURRENCIES, read_amount, split_list

MAX_PASTED = 20_000  # characters
AT_THE_END = re.compile(
    rf"(?P<name>.*?)[\s:=|–-]*(?P<stack>[{CURRENCIES}]?\s?[0-9][0-9.,'’]*\s?(?:k|m|bn?)?)[\s.;,|]*",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"^\s*(?:#?[0-9]{1,2}[.)]|[-*•|]|and\b|&)\s+", re.IGNORECASE)
BLINDS = re.compile(r"\(?\s*[0-9.,]+\s*bbs?\s*\)?\s*$", re.IGNORECASE)
CHIPS = re.compile(r"\s*\b(?:in\s+)?chips\b", re.IGNORECASE)
SPACED = re.compile(r"(?<![0-9.,])([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+)(?![0-9.,])")
DOTTED = re.compile(r"(?<![0-9.,])([0-9]{1,3}(?:\.[0-9]{3}){2,})(?![0-9.,])")
PRIZES = re.compile(r"^\s*(?:prizes?|payouts?)\s*:\s*(.+)$", re.IGNORECASE)
NO_PLAYERS = ("total", "totals", "sum", "together", "average", "avg")


class Pasted(NamedTuple):
    """Names and stacks as they were written; a player without a name has an empty one."""

    names: tuple[str, ...]
    stacks: tuple[str, ...]
    payouts: tuple[str, ...] = ()


def read_pasted(text: str) -> Pasted:
    r"""Read players from what was copied elsewhere, or raise for the first piece that is none.

    >>> read_pasted("Ana 1.2m, Bo 800k").stacks
    ('1.2m', '800k')
    >>> read_pasted("Ana\t1,200,000\nBo\t800,000").names
    ('Ana', 'Bo')
    >>> read_pasted("1. Ana B: 1,200,000\n2. Bo – 75,000 chips").names
    ('Ana B', 'Bo')
    """
    if len(text) > MAX_PASTED:
        raise InputError("paste", f"must be at most {MAX_PASTED:,} characters", Said(f"{len(text):,}"))
    lines = [line.strip("\r ") for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError("paste", "must hold players and their chips", text)
    if "stack" in find_columns(re.split(r"[,;\t]", lines[0])):
        table = read_csv(text, "paste")
        return Pasted(table.names or ("",) * len(table.stacks), table.stacks, table.payouts or ())
    payouts: tuple[str, ...] = ()
    for line in [line for line in lines if PRIZES.match(line)]:
        payouts = tuple(split_list(PRIZES.match(line)[1], "paste"))  # type: ignore[index]
        lines.remove(line)
    lines = [joined(line, len(lines) > 1) for line in lines]
    pieces = lines if len(lines) > 1 or "\t" in "".join(lines) else [p for line in lines for p in split_line(line)]
    pairs = [read_cells(piece) if "\t" in piece else read_piece(piece) for piece in pieces]
    pairs = [pair for pair in pairs if pair[0].casefold().rstrip(":") not in NO_PLAYERS]
    if not pairs:
        raise InputError("paste", "must hold players and their chips", text)
    return Pasted(tuple(name for name, _ in pairs), tuple(stack for _, stack in pairs), payouts)


def joined(line: str, alone: bool) -> str:
    """Return a line with its thousands together, and without blinds and the word chips.

    In a list of bare numbers in one line, spaces stand between players; else they may stand within a number.

    >>> joined("Ana 1 200 500 (24 BB)", False), joined("1 200 500", True), joined("Ana 1.200.000 in chips", True)
    ('Ana 1200500', '1200500', 'Ana 1200000')
    """
    line = CHIPS.sub("", BLINDS.sub("", line)) if "\t" not in line else line
    line = re.sub(r"\(([^()]*[0-9][^()]*)\)", r" \1 ", line).rstrip()
    line = DOTTED.sub(lambda found: found[1].replace(".", ""), line)
    if alone or re.search(r"[^\W\d_]{2,}", line) or "\u00a0" in line or "\u202f" in line:
        line = SPACED.sub(lambda found: re.sub(r"\s", "", found[1]), line)
    return line


def split_line(line: str) -> list[str]:
    """Split one line at semicolons, else at commas that are not within a number; else at spaces between numbers.

    >>> split_line("Ana 1,200,000, Bo 75,000"), split_line("1000 500 100"), split_line("Ana 5k Bo 3k")
    (['Ana 1,200,000', 'Bo 75,000'], ['1000', '500', '100'], ['Ana 5k', 'Bo 3k'])
    """
    pieces = re.split(r"\s*[;/]\s*|\s*,\s+|,(?![0-9]{3}(?![0-9]))", line.strip(" ,;"))
    if len(pieces) == 1:
        pieces = re.split(r"(?<=[0-9kmKM])\s+(?=\S)", pieces[0])
    return [piece for piece in pieces if piece.strip()]


def read_piece(piece: str) -> tuple[str, str]:
    """Return name and stack of a player written in one piece."""
    match = AT_THE_END.fullmatch(NUMBERED.sub("", piece.strip()))
    if match is None:
        raise InputError("paste", "must end in a number of chips, like Ana 1.2m", piece)
    stack = match["stack"].rstrip(".,'’ ")
    read_amount(stack, "paste")
    return match["name"].strip(" \t:=|–-,"), stack


def read_cells(line: str) -> tuple[str, str]:
    """Return name and stack of a player in cells of a spreadsheet: the first text and the last number."""
    cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
    numbers = [cell for cell in cells if is_amount(cell)]
    if not numbers:
        raise InputError("paste", "must have a cell with a number of chips", line)
    texts = [cell for cell in cells if not is_amount(cell)]
    return (texts[0] if texts else ""), numbers[-1]


def is_amount(cell: str) -> bool:
    """Tell whether a cell holds an amount."""
    try:
        return not read_amount(cell, "paste").percent
    except InputError:
        return False
