"""A text cut into hands, at the marks with which rooms begin them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter

from finaltable.histories.grammar import MAX_LINES
from finaltable.histories.room import TextRoom

MAX_BEFORE = 10_000  # lines before the first hand in which something is looked for
LONGEST_GLUED = 200  # characters of a line before the next hand's first line that hangs on it
LONGEST_SAID = 400  # characters of a line of speech


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one hand; of no room: what stands before the first hand."""

    room: TextRoom | None
    line: int
    """The number of its first line."""
    lines: list[str]


def split_hands(text: str, rooms: tuple[TextRoom, ...]) -> Iterator[Block]:
    """Cut a text at every mark, also where the next hand hangs on a line that was cut off."""
    # One after the other, as they come: a text of nothing but marks costs no memory.
    found = merge(*(places(text, mark, room) for room in rooms for mark in room.marks), key=itemgetter(0))
    line, here, marked = 1, 0, 0
    room: TextRoom | None = None
    for at, end, next_room in found:
        if at < marked:
            continue  # a mark within the mark of another room
        if at > here:
            yield Block(room, line, clean(text[here:at], room))
            line += text.count("\n", here, at)
        here, marked, room = at, end, next_room
    yield Block(room, line, clean(text[here:], room))


def places(text: str, mark: str, room: TextRoom) -> Iterator[tuple[int, int, TextRoom]]:
    """Return where a mark begins and ends, but not within what somebody said."""
    at = text.find(mark)
    while at >= 0:
        if not is_said(text, at):
            yield at, at + len(mark), room
        at = text.find(mark, at + 1)


def is_said(text: str, at: int) -> bool:
    """Tell whether a place is within what somebody said: the line says so before it, and ends as speech does."""
    before = text[max(0, at - LONGEST_GLUED) : at].rpartition("\n")[2]
    return ' said, "' in before and text[at : at + LONGEST_SAID].partition("\n")[0].rstrip(" \t").endswith('"')


def clean(text: str, room: TextRoom | None) -> list[str]:
    """Return lines without the spaces at their ends; of more than a hand may have, one too many."""
    most = MAX_BEFORE if room is None else 1 + MAX_LINES + 1
    return [line.strip(" \t\ufeff") for line in text.split("\n", most)[:most]]
