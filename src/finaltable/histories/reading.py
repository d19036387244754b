"""Histories: from files or text to hands that hold, and problems in words."""

from __future__ import annotations

from collections.abc import Iterator

from finaltable.histories.check import check_hand
from finaltable.histories.grammar import SetAside, read_lines
from finaltable.histories.hand import Hand
from finaltable.histories.history import History, Problem, Summary
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import Document, Read, TextRoom, rooms
from finaltable.histories.splitting import Block, split_hands

HEAD = 4_000  # characters by which a document is recognised


def read_text(text: str, file: str) -> Iterator[Read]:
    """Read everything in one text; hands come as they stand in it."""
    document = next((one for one in rooms() if isinstance(one, Document) and one.recognises(text[:HEAD])), None)
    if document is not None:
        for found in document.read(text, file):
            yield from checked(found) if isinstance(found, Hand) else (found,)
        return
    for block in split_hands(text, tuple(room for room in rooms() if isinstance(room, TextRoom))):
        yield from read_block(block, file)


def read_block(block: Block, file: str) -> Iterator[Read]:
    """Read one hand; what stands before the first one is a problem, unless it is empty."""
    if block.room is None:
        if any(block.lines):
            first = next(line for line in block.lines if line)
            at = block.line + block.lines.index(first)
            yield Problem(file, at, f"no hand of a known room begins here: {first[:60]!r}")
        return
    hand = ""
    try:
        heading = block.room.heading(block.lines[0], block.line)
        hand = heading.id
        found, builder = read_lines(block.room.grammar, heading, block.lines[1:], file, block.line)
        check_hand(found)
    except SetAside as aside:
        yield Problem(file, block.line, str(aside), hand)
    except Unreadable as broken:
        yield Problem(file, broken.line, broken.reason, hand)
    else:
        yield found
        yield from (Problem(file, line, reason, hand) for line, reason in builder.notes)


def checked(hand: Hand) -> Iterator[Read]:
    """Return a hand of a document if it holds, else what is wrong with it."""
    try:
        check_hand(hand)
    except Unreadable as broken:
        yield Problem(hand.file, broken.line, broken.reason, hand.id)
    else:
        yield hand


def gathered(found: Iterator[Read]) -> History:
    """Return hands, problems and summaries apart."""
    hands: list[Hand] = []
    problems: list[Problem] = []
    summaries: list[Summary] = []
    for one in found:
        {Hand: hands, Problem: problems, Summary: summaries}[type(one)].append(one)  # type: ignore[attr-defined]
    return History(tuple(hands), tuple(problems), tuple(summaries))
