"""What bounties do to a decision: cash now, income later, how far the break-even point falls, and that in chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from finaltable.answers import Answer
from finaltable.spots.knockouts import After
from finaltable.table.table import Number, Table, exact_value

MOST_POTS = 64  # the search for dead chips gives up where they would be as many as this many times the chips in play


@dataclass(frozen=True)
class BountyVerdict(Answer):
    """What bounties change in the verdict of one model; money is on average, over all that the cards can do."""

    difference: float
    """The value of calling minus that of folding, without bounties."""
    cash: float
    """What calling pays in cash for heads, now."""
    onto_head: float
    """What calling adds to hero's own head."""
    later_fold: float
    """Bounties still to come if hero folds."""
    later_call: float
    """Bounties still to come if hero calls."""
    break_even: float | None
    """The equity from which calling is better without bounties; 0: always; None: never, or hero meets several."""
    drop: float | None
    """By how much bounties lower the break-even point, as a share (0.07 is 7 points); None: hero meets several."""
    chips: float | None
    """The dead chips in the main pot that would change call minus fold as much as the bounties do; below 0, if they
    make calling worse. None: no number of them would, or the model draws samples."""
    big_blinds: float | None
    """The same in big blinds; None where there are none."""


def drop_between(without: float | None, with_bounties: float | None) -> float:
    """Return by how much the break-even point falls; a model that never calls does so from 100 %."""
    one, other = (1.0 if point is None else point for point in (without, with_bounties))
    return one - other


def dead_chips(
    difference_at: Callable[[Number], float], wanted: float, error: float, table: Table, main_pot: Number
) -> Number | None:
    """Return how many dead chips in the main pot make the difference between call and fold what it should be.

    1. More of them make calling better, fewer (below 0: chips are taken from the pot) make it worse.
    2. Double the number until the difference is reached, then halve the interval, down to one chip, or to a millionth
       of the chips in play where stacks are no whole numbers.
    3. Where equities jump, the answer is the first number of chips tried that passes the difference.
    """
    chips = sum(map(exact_value, table.stacks), Fraction(0))
    unit = Fraction(1) if all(exact_value(stack).denominator == 1 for stack in table.stacks) else chips / 10**6
    if abs(difference_at(0) - wanted) <= error:
        return 0
    sign = 1 if difference_at(0) < wanted else -1
    most = int(MOST_POTS * chips / unit if sign > 0 else exact_value(main_pot) / unit)

    def passed(count: int) -> bool:
        return sign * (difference_at(sign * count * unit) - wanted) >= 0

    low, high = 0, 1
    while not passed(min(high, most)):
        if high >= most:
            return None
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passed(middle) else (middle, high)
    return sign * high * unit


def added_to_head(afters: Mapping[tuple[int, ...], After], player: int, before: Number) -> dict[tuple[int, ...], float]:
    """Return by how much the head of a player grows; not at all where they bust."""
    return {
        order: float(exact_value(after.bounties[player]) - exact_value(before)) if after.stacks[player] else 0.0
        for order, after in afters.items()
    }
