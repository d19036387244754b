"""A text cut into hands, at the marks with which rooms begin them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from finaltable.histories.room import TextRoom

LONGEST_GLUED = 200  # characters of a line before the next hand's first line that hangs on it


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one hand; of no room: what stands before the first hand."""

    room: TextRoom | None
    line: int
    """The number of its first line."""
    lines: list[str]


def split_hands(text: str, rooms: tuple[TextRoom, ...]) -> Iterator[Block]:
    """Cut a text at every mark, also where the next hand hangs on a line that was cut off."""
    found = {at: (at + len(mark), room) for room in rooms for mark in room.marks for at in places(text, mark)}
    line, here, marked = 1, 0, 0
    room: TextRoom | None = None
    for at, (end, next_room) in sorted(found.items(), key=lambda start: start[0]):
        if at < marked:
            continue  # a mark within the mark of another room
        if at > here:
            yield Block(room, line, clean(text[here:at]))
            line += text.count("\n", here, at)
        here, marked, room = at, end, next_room
    yield Block(room, line, clean(text[here:]))


def places(text: str, mark: str) -> Iterator[int]:
    """Return where a mark stands, but not within what somebody said."""
    at = text.find(mark)
    while at >= 0:
        line = text[max(0, at - LONGEST_GLUED) : at].rpartition("\n")[2]
        if ' said, "' not in line:
            yield at
        at = text.find(mark, at + 1)


def clean(text: str) -> list[str]:
    """Return lines without the spaces at their ends."""
    return [line.strip(" \t\ufeff") for line in text.split("\n")]
