"""What a report is made of, and its plain-text form: the same layout serves print, pipes and terminals."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

GAP = "  "


class Cell(NamedTuple):
    """A piece of text with what it means, for terminals that have colours."""

    text: str
    tone: str = ""
    """"gain", "loss", "good", "bad", "quiet", "strong" or nothing."""
    shade: float | None = None
    """From 0 to 1: how dark the cell is in a shaded table."""


class Note(NamedTuple):
    """A line of explanation below or above a table; wrapped where the window is narrow."""

    text: str
    tone: str = "quiet"


class Drawing(NamedTuple):
    """Lines drawn with characters; never wrapped."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """Rows and columns; the first ``fixed`` columns say what a row is about."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell | str, ...], ...]
    fixed: int = 1
    left: frozenset[int] = frozenset({0})
    """Columns lined up on their left side; the others are numbers."""

    def width(self) -> int:
        """Return how many characters a line takes if nothing is split."""
        return cell_len(GAP.join(cell.text for cell in next(self.blocks(None))[0]))

    def blocks(self, width: int | None) -> Iterator[list[list[Cell]]]:
        """Yield the table as lines of padded cells: whole if it fits, else some columns at a time."""
        cells = [[Cell(text, "strong") for text in self.header]]
        cells += [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in self.rows]
        widths = [max(cell_len(row[column].text) for row in cells) for column in range(len(self.header))]
        for columns in fitting(widths, self.fixed, width):
            yield [[padded(row[c], widths[c], c in self.left) for c in columns] for row in cells]


Part = Grid | Note | Drawing


@dataclass(frozen=True)
class Report:
    """What a person wants to see of a result; ``str`` of it is plain text."""

    parts: tuple[Part, ...]

    def lines(self, width: int | None = None) -> Iterator[list[Cell]]:
        """Yield every line as cells, fitted into ``width`` characters where that can be."""
        for part in self.parts:
            match part:
                case Note():
                    yield from ([Cell(line, part.tone)] for line in wrapped(part.text, width))
                case Drawing():
                    yield from ([Cell(line)] for line in part.lines)
                case Grid():
                    for number, block in enumerate(part.blocks(width)):
                        if number:
                            yield []
                        yield from block

    def plain(self, width: int | None = None) -> str:
        """Return the report as text without colours."""
        return "\n".join(GAP.join(cell.text for cell in line).rstrip() for line in self.lines(width))

    def __str__(self) -> str:
        return self.plain()


def fitting(widths: Sequence[int], fixed: int, width: int | None) -> Iterator[list[int]]:
    """Yield groups of columns that fit, each with the fixed ones in front; a group has one column at least."""
    front = list(range(fixed))
    used = start = sum(widths[c] + len(GAP) for c in front)
    group: list[int] = []
    for column in range(fixed, len(widths)):
        if group and width is not None and used + widths[column] > width:
            yield front + group
            group, used = [], start
        group.append(column)
        used += widths[column] + len(GAP)
    yield front + group


def padded(cell: Cell, width: int, left: bool) -> Cell:
    """Fill a cell up to the width of its column; characters that are two columns wide count as two."""
    fill = " " * (width - cell_len(cell.text))
    return cell._replace(text=cell.text + fill if left else fill + cell.text)


def wrapped(text: str, width: int | None) -> list[str]:
    """Break a line at spaces where it is too long."""
    if width is None or len(text) <= width:
        return [text]
    return textwrap.wrap(text, max(width, 20), subsequent_indent="  ", break_on_hyphens=False)
