"""The ends of a hand, valued by a model that knows the seats: stacks are moved by what the hands ahead bring a seat.

1. Give all players the average stack and solve one hand, with the model and the prizes of the table. It shows how many
   chips each seat gains: the big blind loses, the button wins.
2. Suppose that every hand ahead does the same. A player moves through the seats, and their gains add up to 0 in an
   orbit. What a seat is ahead of the mean is its *bias*: ``bias[seat] = gain[seat] + bias[next seat]``, sum 0.
3. Move each stack by the bias of its seat in the next hand, a stack below a big blind by as much less, and value the
   moved stacks by the model. No constant is fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from finaltable.table.table import exact_value
from finaltable.tournaments.hands_ahead import Chance, End, Levels, Stacks

if TYPE_CHECKING:
    from finaltable.results import Values


def move_by_seat(levels: Levels, ends: Sequence[End]) -> list[Stacks]:
    """Return the stacks after a hand, moved by the bias of their seats; solved hands are added as a level.

    Ends for which there was no time stay as they are.
    """
    players = sorted({len(end.stacks) for end in ends} - {1}, reverse=True)
    chips = sum(exact_value(stack) for stack in levels.table.stacks)
    equal = {number: levels.hand((Fraction(chips, number),) * number, Chance(1.0, 1.0), 1) for number in players}
    levels.watch.share = (0.0, 1.0)
    levels.value_by_model(equal.values())
    levels.solve(equal.values(), levels.tolerance)
    levels.levels.append({one.stacks: one for one in equal.values() if one.solved})
    moves = {number: bias(one.gained()) for number, one in equal.items() if one.solved}
    big_blind = float(levels.blinds(1).big_blind)
    return [
        moved(end.stacks, moves[len(end.stacks)], big_blind) if len(end.stacks) in moves else end.stacks for end in ends
    ]


def bias(gains: Values) -> Values:
    """Return what each seat is ahead of the mean, from its gain in a hand; seats from the small blind on.

    The player in a seat has the seat before it in the next hand, and the small blind has the button.

    >>> bias(np.array([0, -0.75, 0.75])).tolist()
    [0.25, -0.5, 0.25]
    """
    ahead = np.cumsum(gains)
    found: Values = ahead - ahead.mean()
    return found


def moved(stacks: Stacks, moves: Values, big_blind: float) -> Stacks:
    """Return stacks moved by seat; a stack below a big blind is moved by as much less, and all keep their sum.

    >>> moved((4, 4, 4), np.array([0.0, -0.5, 0.5]), 1.0), moved((1, 3), np.array([-1.0, 1.0]), 2.0)
    ((4.0, 3.5, 4.5), (0.375, 3.625))
    """
    chips = np.array([float(stack) for stack in stacks])
    step = moves * np.minimum(1.0, chips / big_blind)
    step -= step.sum() * chips / chips.sum()
    return tuple((chips + step).tolist())
