"""Parts of a report, and their layout as text for print, pipes and terminals."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

GAP = "  "


class Cell(NamedTuple):
    """Text with a tone, for terminals with colours."""

    text: str
    tone: str = ""
    """"gain", "loss", "good", "bad", "quiet", "strong" or ""."""
    shade: float | None = None
    """Darkness of the cell in a shaded table, from 0 to 1."""


class Note(NamedTuple):
    """A line of text above or below a table; wrapped in narrow windows."""

    text: str
    tone: str = "quiet"


class Drawing(NamedTuple):
    """Lines drawn with characters; never wrapped."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """Rows and columns; the first ``fixed`` columns are row headers."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell | str, ...], ...]
    fixed: int = 1
    left: frozenset[int] = frozenset({0})
    """Left-aligned columns; the others are numbers."""

    def width(self) -> int:
        """Return the width of an unsplit line, in characters."""
        return cell_len(GAP.join(cell.text for cell in next(self.blocks(None))[0]))

    def blocks(self, width: int | None) -> Iterator[list[list[Cell]]]:
        """Yield blocks of lines of padded cells: one block if the table fits, else some columns at a time."""
        cells = [[Cell(text, "strong") for text in self.header]]
        cells += [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in self.rows]
        widths = [max(cell_len(row[column].text) for row in cells) for column in range(len(self.header))]
        for columns in fitting(widths, self.fixed, width):
            yield [[padded(row[c], widths[c], c in self.left) for c in columns] for row in cells]


Part = Grid | Note | Drawing


@dataclass(frozen=True)
class Report:
    """A readable form of a result; ``str`` returns plain text."""

    parts: tuple[Part, ...]

    def lines(self, width: int | None = None) -> Iterator[list[Cell]]:
        """Yield each line as cells, fitted into ``width`` characters if possible."""
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
        """Return the report as plain text."""
        return "\n".join(GAP.join(cell.text for cell in line).rstrip() for line in self.lines(width))

    def __str__(self) -> str:
        return self.plain()


def fitting(widths: Sequence[int], fixed: int, width: int | None) -> Iterator[list[int]]:
    """Yield groups of columns that fit, each after the fixed ones; a group has at least one column."""
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
    """Pad a cell to the width of its column; wide characters count as two."""
    fill = " " * (width - cell_len(cell.text))
    return cell._replace(text=cell.text + fill if left else fill + cell.text)


def wrapped(text: str, width: int | None) -> list[str]:
    """Wrap a line at spaces if it is too long."""
    if width is None or len(text) <= width:
        return [text]
    return textwrap.wrap(text, max(width, 20), subsequent_indent="  ", break_on_hyphens=False)
