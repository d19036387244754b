"""From hand to hand: whether everybody begins a hand with the chips they had at the end of the one before."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from finaltable.histories.hand import Hand
from finaltable.histories.history import Problem
from finaltable.table.numbers import Number, plain_number

MOST_NAMED = 3


def link(hands: Iterable[Hand]) -> tuple[int, list[Problem]]:
    """Return how many stacks follow from the hand before, and a problem wherever some do not.

    ``hands`` are those of one tournament in the order in which they were played.
    """
    kept, problems = 0, []
    for before, after in pairwise(hands):
        had = chips_after(before)
        # At another table only the hero is the same for sure.
        names = [
            seat for seat in (*after.seats, *after.waiting) if before.table == after.table or seat.name == after.hero
        ]
        both = {seat.name: (had[seat.name], seat.stack) for seat in names if seat.name in had}
        broken = {name: chips for name, chips in both.items() if chips[0] != chips[1]}
        kept += len(both) - len(broken)
        if broken:
            words = f"{told(broken)} (hand {before.id}): {reason(before, after, broken)}"
            problems.append(Problem(after.file, after.line, f"stacks do not follow: {words}", after.id, "link"))
    return kept, problems


def chips_after(hand: Hand) -> dict[str, Number]:
    """Return what everybody has when the next hand begins."""
    had = {seat.name: seat.stack for seat in hand.waiting} | hand.stacks_after
    return {name: chips + hand.added.get(name, 0) for name, chips in had.items()}


def told(broken: dict[str, tuple[Number, Number]]) -> str:
    """Return who has how much instead of how much."""
    words = [
        f"{name} has {plain_number(now):,} after {plain_number(before):,}"
        for name, (before, now) in list(broken.items())[:MOST_NAMED]
    ]
    more = len(broken) - MOST_NAMED
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def reason(before: Hand, after: Hand, broken: dict[str, tuple[Number, Number]]) -> str:
    """Return why stacks do not follow, as far as it can be told."""
    changes = [now - had for had, now in broken.values()]
    others_same = set(before.names) == set(after.names)
    if all(had == 0 for had, _ in broken.values()) and before.table != after.table:
        return "a new entry, with new chips"
    if before.table != after.table:
        return "hands were played between the two tables"
    if min(changes) > 0 and (len(set(changes)) == 1 or all(had == 0 for had, _ in broken.values())):
        return "chips were bought (a rebuy or an add-on), and no line says so"
    if sum(changes) == 0 and others_same:
        return "a hand between them is missing"
    if not others_same:
        return "a hand between them is missing, with players who left or came"
    return "the reason is not known"
