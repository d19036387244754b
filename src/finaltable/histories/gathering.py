"""Combine the hands of all files: remove duplicates, group by tournament, compare stacks, check heroes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from finaltable.errors import counted
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import History, HistoryProblem, Summary
from finaltable.histories.links import link
from finaltable.histories.room import Read, rooms
from finaltable.table.options import Progress

One = TypeVar("One")


def watched(found: Iterable[One], progress: Progress | None) -> Iterator[One]:
    """Yield the items, calling ``progress`` before each; it may raise to stop."""
    for one in found:
        if progress is not None:
            progress(0.0, 0.0)
        yield one


def gather(found: Iterable[Read], progress: Progress | None = None) -> History:
    """Return the history of all results; ``progress`` is called regularly, and may raise to stop."""
    hands: list[PlayedHand] = []
    problems: list[HistoryProblem] = []
    summaries: list[Summary] = []
    for one in found:
        if isinstance(one, PlayedHand):
            hands.append(one)
        elif isinstance(one, Summary):
            summaries.append(one)
        else:
            problems.append(one)
    hands, again = once(hands, progress)
    problems += again
    unlinked = {room.name for room in rooms() if not room.linked}
    links, ordered = 0, []
    for played in by_tournament(hands):
        ordered += played
        kept, broken = link(watched(played, progress)) if played[0].room not in unlinked else (0, [])
        links += kept
        problems += broken
        problems += hero_problems(played)
    return History(tuple(ordered), tuple(problems), tuple(summaries), links)


def once(
    hands: Sequence[PlayedHand], progress: Progress | None = None
) -> tuple[list[PlayedHand], list[HistoryProblem]]:
    """Return each hand once, and a problem per file that repeats hands of another."""
    kept: dict[tuple[str, str, str], PlayedHand] = {}
    again: dict[tuple[str, str], list[PlayedHand]] = {}
    problems = []
    for hand in watched(hands, progress):
        key = (hand.room, hand.tournament.id, hand.id)
        first = kept.setdefault(key, hand)
        if first is hand:
            continue
        if bare(first) == bare(hand):
            again.setdefault((hand.file, first.file), []).append(hand)
        else:
            words = f"hand {hand.id} differs from its copy in {first.file}, line {first.line}: the copy there is used"
            problems.append(HistoryProblem(hand.file, hand.line, words, hand.id))
    for (file, other), doubled in again.items():
        words = f"this file repeats {counted(len(doubled), 'hand')} of {other}: duplicates are read once"
        problems.append(HistoryProblem(file, doubled[0].line, words, doubled[0].id, "note"))
    return list(kept.values()), problems


def bare(hand: PlayedHand) -> PlayedHand:
    """Return a hand without its file and line numbers."""
    return replace(hand, actions=tuple(replace(action, line=0) for action in hand.actions), file="", line=0)


def by_tournament(hands: Iterable[PlayedHand]) -> list[list[PlayedHand]]:
    """Return the hands of each tournament by time; hands of the same second keep the order of the file."""
    found: dict[tuple[str, str], list[PlayedHand]] = {}
    for hand in hands:
        found.setdefault((hand.room, hand.tournament.id or hand.file), []).append(hand)
    return [sorted(played, key=lambda hand: hand.time) for played in found.values()]


def hero_problems(hands: Sequence[PlayedHand]) -> list[HistoryProblem]:
    """Return problems with hero: no player's cards shown, several players', or not in every hand."""
    first, seen = hands[0], Counter(hand.hero for hand in hands if hand.hero)
    event = f"tournament {first.tournament.id}" if first.tournament.id else "this file"
    if not seen:
        words = f"{event} has no hero: no hand shows the cards of one player before the flop"
        return [HistoryProblem(first.file, first.line, words, first.id, "note")]
    if len(seen) > 1:
        names = ", ".join(f"{name} ({counted(count, 'hand')})" for name, count in seen.most_common(5))
        words = f"{event} has several heroes: {names}; name one of them for a review"
        return [HistoryProblem(first.file, first.line, words, first.id, "note")]
    [hero] = seen
    return [
        HistoryProblem(hand.file, hand.line, f"the hand does not show the cards of {hero}", hand.id, "note")
        for hand in hands
        if hand.hero is None
        for seat in hand.seats
        if seat.name == hero and not seat.sitting_out
    ]
