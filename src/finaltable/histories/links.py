"""Check that each player starts a hand with the chips they had at the end of the previous one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import HistoryProblem
from finaltable.table.numbers import Number, plain_number

MOST_NAMED = 3


def link(hands: Iterable[PlayedHand]) -> tuple[int, list[HistoryProblem]]:
    """Return how many stacks match the previous hand, and a problem for each hand in which some do not.

    ``hands`` are those of one tournament, in the order played.
    """
    kept, problems = 0, []
    for before, after in pairwise(hands):
        had = chips_after(before)
        # At another table, only hero is certain to be the same player.
        names = [
            seat for seat in (*after.seats, *after.waiting) if before.table == after.table or seat.name == after.hero
        ]
        both = {seat.name: (had[seat.name], seat.stack) for seat in names if seat.name in had}
        broken = {name: chips for name, chips in both.items() if chips[0] != chips[1]}
        kept += len(both) - len(broken)
        if broken:
            words = f"{differences(broken)} ({reason(before, after, broken)})"
            words = f"stacks do not match the end of hand {before.id}: {words}"
            problems.append(HistoryProblem(after.file, after.line, words, after.id, "link"))
    return kept, problems


def chips_after(hand: PlayedHand) -> dict[str, Number]:
    """Return the stacks with which the next hand begins."""
    had = {seat.name: seat.stack for seat in hand.waiting} | hand.stacks_after
    return {name: chips + hand.added.get(name, 0) for name, chips in had.items()}


def differences(broken: dict[str, tuple[Number, Number]]) -> str:
    """Return stacks with their expected values, in words."""
    words = [
        f"{name} has {plain_number(now):,} instead of {plain_number(before):,}"
        for name, (before, now) in list(broken.items())[:MOST_NAMED]
    ]
    more = len(broken) - MOST_NAMED
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def reason(before: PlayedHand, after: PlayedHand, broken: dict[str, tuple[Number, Number]]) -> str:
    """Return the probable reason why stacks differ."""
    changes = [now - had for had, now in broken.values()]
    others_same = set(before.names) == set(after.names)
    if all(had == 0 for had, _ in broken.values()) and before.table != after.table:
        return "probably a new entry"
    if before.table != after.table:
        return "probably hands between the two tables are missing"
    if min(changes) > 0 and (len(set(changes)) == 1 or all(had == 0 for had, _ in broken.values())):
        return "probably a rebuy or an add-on without a line"
    if sum(changes) == 0 and others_same:
        return "probably a hand in between is missing"
    if not others_same:
        return "probably a hand in between is missing: players left or joined"
    return "reason unknown"
