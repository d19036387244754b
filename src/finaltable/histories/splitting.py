"""Split a text into hands, at the marks with which rooms begin them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter

from finaltable.histories.grammar import MAX_LINES
from finaltable.histories.room import TextRoom

MAX_BEFORE = 10_000  # lines kept before the first hand
LONGEST_GLUED = 200  # characters of a truncated line before the first line of the next hand
LONGEST_CHAT = 400  # characters of a line of chat


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one hand; without a room, the lines before the first hand."""

    room: TextRoom | None
    line: int
    """The number of its first line."""
    lines: list[str]


def split_hands(text: str, rooms: tuple[TextRoom, ...]) -> Iterator[Block]:
    """Split a text at every mark, even in the middle of a line: a truncated hand may end without a line break."""
    # Lazily: a text that consists only of marks takes no extra memory.
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
    """Yield the begin and end of each mark that is not in a chat line."""
    at = text.find(mark)
    while at >= 0:
        if not is_chat(text, at):
            yield at, at + len(mark), room
        at = text.find(mark, at + 1)


def is_chat(text: str, at: int) -> bool:
    """Return whether a position is in a chat line: ' said, "' before it, and a quotation mark at the end."""
    before = text[max(0, at - LONGEST_GLUED) : at].rpartition("\n")[2]
    return ' said, "' in before and text[at : at + LONGEST_CHAT].partition("\n")[0].rstrip(" \t").endswith('"')


def clean(text: str, room: TextRoom | None) -> list[str]:
    """Return stripped lines, at most one more than a hand may have."""
    most = MAX_BEFORE if room is None else 1 + MAX_LINES + 1
    return [line.strip(" \t\ufeff") for line in text.split("\n", most)[:most]]
