"""Number of players left in a hand, and the stacks at other tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from finaltable.errors import InputError, check_choice
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import Summary
from finaltable.reviews.hand_table import NotReviewed
from finaltable.table.numbers import Number, check_numbers, exact_number, exact_value

MOST_ELSEWHERE = 1_000
Elsewhere = tuple[Number, ...] | Literal["none", "average"] | None


def check_elsewhere(elsewhere: object) -> Elsewhere:
    """Return stacks at other tables: a list, "none", "average", or None by default; or raise."""
    if elsewhere is None or isinstance(elsewhere, str):
        return elsewhere and check_choice("elsewhere", elsewhere, ("none", "average"))  # type: ignore[return-value]
    if not isinstance(elsewhere, Iterable):
        raise InputError("elsewhere", 'must be a list of stacks, "average" or "none"', elsewhere, code="wrong_type")
    stacks = check_numbers(list(elsewhere), "elsewhere")
    if len(stacks) > MOST_ELSEWHERE:
        raise InputError("elsewhere", f"must be at most {MOST_ELSEWHERE:,} stacks", len(stacks), code="too_many")
    return tuple(exact_number(stack) for stack in stacks if stack)


@dataclass(frozen=True)
class PlayersLeft:
    """Players left in one tournament, hand by hand."""

    hands: tuple[PlayedHand, ...]
    at_least: tuple[int, ...]
    """Lower bound on the players left in each hand."""
    final: tuple[bool, ...]
    """Whether all of them are certain to sit at this table."""
    chips: Number | None
    """All chips in play, if the entries and the starting stacks are known."""

    @classmethod
    def of(cls, hands: Sequence[PlayedHand], hero: str, summary: Summary | None) -> PlayersLeft:
        """Derive it from places of players who are out, from players who arrive later, and from the summary.

        1. A player who is out in place p leaves p players in that hand, and p - 1 in those after it.
        2. A player who arrives later was at another table before.
        3. Hero's place in the summary is a lower bound in every hand.
        """
        own = summary.places.get(hero, 0) if summary else 0
        most = summary.players if summary and summary.players else None
        at_least, later, named = [], own, set[str]()
        for hand in reversed(hands):
            named |= set(hand.names)
            later = max(later, len(named), *(one.place or 0 for one in hand.finished), 0)
            at_least.append(later)
        final = []
        for hand in hands:
            final.append(most is not None and most <= len(hand.seats))
            places = [one.place for one in hand.finished if one.place]
            most = min(places) - 1 if places else most
        return cls(tuple(hands), tuple(reversed(at_least)), tuple(final), chips_of(hands, summary))

    def stacks(self, number: int, elsewhere: Elsewhere, left: int | None, paid: int) -> tuple[Number, ...]:
        """Return the stacks at other tables in a hand, or raise if they are unknown."""
        seats, fewest = len(self.hands[number].seats), self.at_least[number]
        if elsewhere == "none" or self.final[number]:
            return ()
        if isinstance(elsewhere, tuple):
            return elsewhere
        others = max(fewest, left or 0) - seats
        if elsewhere == "average":
            return self.average(number, others) if others > 0 else ()
        if fewest > seats or (left is not None and left > seats):
            raise NotReviewed("more players are left than sit at the table: give their stacks (elsewhere)")
        if left is None and paid > max(len(hand.seats) for hand in self.hands[: number + 1]):
            raise NotReviewed("more places are paid than players sit at the table: give the other stacks (elsewhere)")
        return ()

    def average(self, number: int, others: int) -> tuple[Number, ...]:
        """Return equal stacks: the chips that are not at this table, or this table's average."""
        here = sum(exact_value(seat.stack) for seat in self.hands[number].seats)
        rest = exact_value(self.chips) - here if self.chips is not None else 0
        each = rest / others if rest > 0 else here / len(self.hands[number].seats)
        return (max(1, round(each)),) * min(others, MOST_ELSEWHERE)


def chips_of(hands: Sequence[PlayedHand], summary: Summary | None) -> Number | None:
    """Return all chips in play, if all starting stacks were equal and the number of entries is known."""
    stacks = {seat.stack for seat in hands[0].seats}
    if summary is None or not summary.players or len(stacks) != 1 or any(hand.added for hand in hands):
        return None
    return summary.players * stacks.pop()
