"""Read hand histories: from files or text to checked hands, with a problem for each hand that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from finaltable.errors import counted
from finaltable.histories.check_hand import check_hand
from finaltable.histories.gathering import gather, watched
from finaltable.histories.grammar import HandSetAside, read_lines
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import History, HistoryProblem, Summary
from finaltable.histories.history_files import Given, HistoryFile, of_bytes, texts
from finaltable.histories.ledger import Unreadable
from finaltable.histories.room import Document, Read, TextRoom, rooms
from finaltable.histories.splitting import Block, split_hands
from finaltable.table.options import Progress, check_progress

HEAD = 4_000  # characters from which a document is recognised
MAX_HANDS = 100_000
MAX_PROBLEMS = 100_000
MAX_FIRST = 500  # characters of the first line of a hand


def read_history(source: Given | Sequence[Given], *, progress: Progress | None = None) -> History:
    """Read hand histories: every hand is read, or reported with its file, its line and the reason.

    Parameters
    ----------
    source
        The path of a file, a folder or a zip archive; the text of hands itself; or bytes. Several of them in a list.
    progress
        A function called between hands with (0.0, 0.0), because the fraction done is unknown. It may raise to stop.

    Returns
    -------
    History
        The hands, tournament by tournament in the order played, and a problem for everything that was not read or
        does not add up.
    """
    return read_sources(texts(source), check_progress(progress))


def read_files(files: Sequence[tuple[str, bytes]], progress: Progress | None = None) -> History:
    """Read files given as names and contents, without access to the disk."""
    return read_sources((one for name, data in files for one in of_bytes(data, name)), progress)


def read_sources(sources: Iterator[HistoryFile | HistoryProblem], progress: Progress | None) -> History:
    """Read all texts into one history."""
    found = (read for one in watched(sources, progress) for read in read_source(one))
    return gather(bounded(watched(found, progress)), progress)


def bounded(found: Iterator[Read]) -> Iterator[Read]:
    """Yield results up to the limits on memory, then a problem."""
    left = {PlayedHand: MAX_HANDS, HistoryProblem: MAX_PROBLEMS, Summary: MAX_HANDS}
    for one in found:
        kind = type(one)
        left[kind] -= 1
        if left[kind] < 0:
            most = counted(MAX_PROBLEMS, "problem") if kind is HistoryProblem else counted(MAX_HANDS, "hand")
            yield HistoryProblem(one.file, getattr(one, "line", 1), f"reading stops here, after {most}")
            return
        yield one


def read_source(source: HistoryFile | HistoryProblem) -> Iterator[Read]:
    """Read one file, unless there is a problem with it."""
    if isinstance(source, HistoryProblem):
        yield source
    else:
        yield from read_text(source.text, source.name)


def read_text(text: str, file: str) -> Iterator[Read]:
    """Yield the hands, problems and summaries of one text, in its order."""
    document = next((one for one in rooms() if isinstance(one, Document) and one.recognises(text[:HEAD])), None)
    if document is not None:
        for found in document.read(text, file):
            yield from checked(found) if isinstance(found, PlayedHand) else (found,)
        return
    for block in split_hands(text, tuple(room for room in rooms() if isinstance(room, TextRoom))):
        yield from read_block(block, file)


def read_block(block: Block, file: str) -> Iterator[Read]:
    """Yield one hand or its problem; text before the first hand is a problem, too."""
    if block.room is None:
        first = next((line for line in block.lines if line and not ignored(line)), None)
        if first is not None:
            at = block.line + block.lines.index(first)
            yield HistoryProblem(file, at, f"this is not a hand of a supported room: {first[:60]!r}")
        return
    hand = ""
    try:
        if len(block.lines[0]) > MAX_FIRST:
            raise Unreadable(block.line, f"the first line of the hand has more than {MAX_FIRST} characters")
        heading = block.room.heading(block.lines[0], block.line)
        hand = heading.id
        found, builder = read_lines(block.room.grammar, heading, block.lines[1:], file, block.line)
        check_hand(found)
    except HandSetAside as aside:
        yield HistoryProblem(file, block.line, str(aside), hand, "aside")
    except Unreadable as broken:
        yield HistoryProblem(file, broken.line or block.line, broken.reason, hand)
    else:
        yield found
        yield from (HistoryProblem(file, line, reason, hand, "note") for line, reason in builder.notes)


def ignored(line: str) -> bool:
    """Return whether a line before the first hand is one that a room writes between hands."""
    return any(isinstance(room, TextRoom) and room.grammar.ignored(line) for room in rooms())


def checked(hand: PlayedHand) -> Iterator[Read]:
    """Yield a hand of a document if it passes the checks, else a problem."""
    try:
        check_hand(hand)
    except Unreadable as broken:
        yield HistoryProblem(hand.file, broken.line, broken.reason, hand.id)
    else:
        yield hand
