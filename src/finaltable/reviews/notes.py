"""Notes of a review, grouped over its tournaments: never one for each file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.reporting.words import listed

if TYPE_CHECKING:
    from finaltable.reviews.review import Review

MOST_NAMED = 5  # hands, tournaments or files in one line
HANDS = re.compile(r"([0-9][0-9,]*) hands? (is|are|has|have) ")
VERBS = {"is": "are", "has": "have"}


def warning_lines(review: Review) -> list[str]:
    """Return the limits of the review: one line for each, with the hands of all tournaments."""
    return grouped(line for one in review.tournaments for line in one.warnings)


def grouped(lines: Iterable[str]) -> list[str]:
    """Return lines once; those that begin with a number of hands are added up.

    >>> grouped(["2 hands have no value.", "Equal stacks.", "1 hand has no value.", "Equal stacks."])
    ['3 hands have no value.', 'Equal stacks.']
    """
    found: dict[str, int] = {}
    for line in lines:
        begins = HANDS.match(line)
        key = line if begins is None else f"\0{VERBS.get(begins[2], begins[2])} {line[begins.end() :]}"
        found[key] = found.get(key, 0) + (0 if begins is None else int(begins[1].replace(",", "")))
    return [hands_line(count, key[1:]) if key.startswith("\0") else key for key, count in found.items()]


def hands_line(count: int, rest: str) -> str:
    """Return a number of hands and what is said about them."""
    if count != 1:
        return f"{count:,} hands {rest}"
    verb, _, more = rest.partition(" ")
    return f"1 hand {next((one for one, many in VERBS.items() if many == verb), verb)} {more}"


def not_judged_lines(review: Review) -> list[str]:
    """Return one line about the decisions that were not judged, by reason, the most frequent first."""
    found: dict[str, list[int]] = {}
    for tournament in review.tournaments:
        for one in tournament.skipped:
            found.setdefault(one.reason, []).extend(one.numbers)
    alone = len(review.tournaments) == 1
    ordered = sorted(found.items(), key=lambda pair: -len(pair[1]))
    places = {reason: f" ({hands_named(numbers)})" if alone else "" for reason, numbers in ordered}
    reasons = [f"{len(numbers)}: {reason}{places[reason]}" for reason, numbers in ordered]
    total = sum(len(numbers) for numbers in found.values())
    return [f"Not judged: {counted(total, 'decision')}. {'; '.join(reasons)}."] if reasons else []


def not_reviewed_lines(review: Review) -> list[str]:
    """Return the tournaments without a review, by reason."""
    found: dict[str, list[str]] = {}
    for line in review.not_reviewed:
        name, _, why = line.partition(": ")
        found.setdefault(why, []).append(name.removeprefix("Tournament "))
    return [f"Not reviewed: {named(names, 'tournament')}: {why}." for why, names in found.items()]


def not_read_lines(review: Review) -> list[str]:
    """Return what could not be read, by reason."""
    found: dict[str, list[str]] = {}
    for one in review.problems:
        found.setdefault(one.reason, []).append(f"{one.file}, line {one.line}")
    lines = []
    for why, places in found.items():
        where = places[0] if len(places) == 1 else f"{counted(len(places), 'place')}, the first {places[0]}"
        lines.append(f"Not read: {where}: {why}")
    more = len(lines) - MOST_NAMED
    return [*lines[:MOST_NAMED], *([f"Not read, for other reasons: {more}; see --json"] if more > 0 else [])]


def named(names: Sequence[str], word: str) -> str:
    """Return one name, or their number and the first few."""
    if len(names) == 1:
        return f"{word} {names[0]}"
    some = f"{', '.join(names[:MOST_NAMED])} and more" if len(names) > MOST_NAMED else listed(names)
    return f"{counted(len(names), word)} ({some})"


def hands_named(numbers: Sequence[int]) -> str:
    """Name some hands; the first few, if there are many."""
    some = listed([str(number) for number in numbers[:MOST_NAMED]])
    return f"hand{'s' * (len(numbers) > 1)} {some}{' and more' if len(numbers) > MOST_NAMED else ''}"
