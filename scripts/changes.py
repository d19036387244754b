"""Small changes of a source file: another operator, another number. They keep its syntax, and mostly its types."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "//": "*",
    "+=": "-=",
    "-=": "+=",
    "*=": "/=",
    "&&": "||",
    "||": "&&",
    "and": "or",
    "or": "and",
    "not": "",
    "min": "max",
    "max": "min",
    "True": "False",
    "False": "True",
    "true": "false",
    "false": "true",
}
AFTER_VALUE = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
NO_VALUES = ("return", "yield", "lambda", "in", "if", "else", "and", "or", "not", "print")
# Not a comment, a text, a line for the preprocessor or a check of the compiler; operators of two values have spaces.
CPP = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\n])*\"|'(?:\\.|[^'\n])*'|^\s*#[^\n]*|\b(?:static_assert|template)\b[^;{]*"
    r"|(?<= )(?P<operator><=?|>=?|==|!=|[-+*/]=?|&&|\|\|)(?= )"
    r"|\b(?P<word>min|max|true|false)\b|\b(?P<number>\d+)\b(?![.'])",
    re.DOTALL | re.MULTILINE,
)


class Change(NamedTuple):
    """A piece of a text that another one replaces."""

    start: int
    stop: int
    old: str
    new: str
    line: str
    """The line as it was."""
    turn: int
    """Which of the same pieces in the line it is, from 1."""

    def applied(self, text: str) -> str:
        """Return the text with the change."""
        return text[: self.start] + self.new + text[self.stop :]

    @property
    def name(self) -> str:
        """What it is, in words."""
        where = f" {self.turn}" if self.turn > 1 else ""
        return f"`{self.line}` with `{self.new}` for `{self.old}`{where}"


def changes_of(text: str, python: bool) -> list[Change]:
    """Return all changes of a source file.

    >>> [change.name for change in changes_of("x = a + 1  # 2 < 3", python=True)]
    ['`x = a + 1  # 2 < 3` with `-` for `+`', '`x = a + 1  # 2 < 3` with `2` for `1`']
    >>> [change.name for change in changes_of("if (a < 7) f<T>();  // 1 + 1", python=False)]
    ['`if (a < 7) f<T>();  // 1 + 1` with `<=` for `<`', '`if (a < 7) f<T>();  // 1 + 1` with `8` for `7`']
    """
    found: list[Change] = []
    seen: dict[tuple[int, str], int] = {}
    for start, old in pieces_of_python(text) if python else pieces_of_cpp(text):
        begin = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start)
        line = text[begin : end if end >= 0 else len(text)].strip()
        turn = seen[begin, old] = seen.get((begin, old), 0) + 1
        new = str(int(old) + 1) if old.isdecimal() else OPERATORS[old]
        found.append(Change(start, start + len(old), old, new, line, turn))
    return found


def pieces_of_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield places and pieces of Python that can be changed."""
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    value = False  # whether the token before was a value: - and * between values are operators of two
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        place = starts[token.start[0] - 1] + token.start[1]
        whole = token.type == tokenize.NUMBER and token.string.isdecimal()
        operator = (token.type == tokenize.OP and value) or token.type == tokenize.NAME
        if whole or (operator and token.string in OPERATORS):
            yield place, token.string
        named = token.type in AFTER_VALUE and token.string not in NO_VALUES
        value = named or token.string in (")", "]")


def pieces_of_cpp(text: str) -> Iterator[tuple[int, str]]:
    """Yield places and pieces of C++ that can be changed."""
    for match in CPP.finditer(text):
        if match.lastgroup and (piece := match[match.lastgroup]) and (piece.isdecimal() or piece in OPERATORS):
            yield match.start(match.lastgroup), piece
