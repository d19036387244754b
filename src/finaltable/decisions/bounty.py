"""Effect of bounties on a decision: cash now, bounties later, the drop of the break-even point, dead chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from finaltable.answers import Answer
from finaltable.spots.knockouts import After
from finaltable.table.table import Number, Table, exact_value

MOST_POTS = 64  # times the chips in play: upper limit of the search for dead chips


@dataclass(frozen=True)
class BountyVerdict(Answer):
    """Effect of bounties on the verdict of one model; money is averaged over the cards."""

    difference: float
    """Value of calling minus folding, without bounties."""
    cash: float
    """Cash that calling pays for bounties, now."""
    onto_head: float
    """Money that calling adds to the bounty on hero."""
    later_fold: float
    """Expected bounties after the hand if hero folds."""
    later_call: float
    """Expected bounties after the hand if hero calls."""
    break_even: float | None
    """Equity from which calling is better without bounties; 0: always; None: never, or several players are all-in."""
    drop: float | None
    """Drop of the break-even point, as a share (0.07 is 7 points); None if several players are all-in."""
    chips: float | None
    """Dead chips in the main pot that would change call minus fold as much as the bounties do; below 0 if bounties make
    calling worse. None if no number of chips would, or the model draws samples."""
    big_blinds: float | None
    """The same in big blinds; None without blinds."""


def drop_between(without: float | None, with_bounties: float | None) -> float:
    """Return the drop of the break-even point; None counts as 100 %."""
    one, other = (1.0 if point is None else point for point in (without, with_bounties))
    return one - other


def dead_chips(
    difference_at: Callable[[Number], float], wanted: float, error: float, table: Table, main_pot: Number
) -> Number | None:
    """Return the number of dead chips in the main pot that makes call minus fold equal to ``wanted``.

    1. More chips make calling better; fewer make it worse. A negative number takes chips from the pot.
    2. Double the number until the difference is reached. Then bisect, down to one chip, or to a millionth of the chips
       in play if stacks are not whole numbers.
    3. If equities jump, the answer is the first number tried that passes the difference.
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


def added_to_bounty(
    afters: Mapping[tuple[int, ...], After], player: int, before: Number
) -> dict[tuple[int, ...], float]:
    """Return the money added to the bounty on a player, by order; 0 if they bust."""
    return {
        order: float(exact_value(after.bounties[player]) - exact_value(before)) if after.stacks[player] else 0.0
        for order, after in afters.items()
    }
