"""Best responses to a profile, from the last decision back: a raise is worth what follows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.cards.hand import CLASSES

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values

Better = Callable[["DecisionNode"], "Values"]


class Deviation(NamedTuple):
    """The best play at a decision."""

    choices: tuple[DecisionNode, ...]
    """Going all-in, and perhaps raising."""
    plays: Values
    """Frequency of each choice: choice by class."""
    weight: Values
    """Frequency of the player's own actions before."""


def deviations(found: Nash, better: Better, locked: Collection[int]) -> Iterator[Deviation]:
    """Yield the best play at each decision that is not locked, the decisions after a raise last.

    ``better`` gives the value of a choice minus that of folding, when the decision comes up; after a raise, the player
    goes on as the strategy does.
    """
    later = list(after_raises(found, better, locked))
    raises: dict[int, Values] = {}
    for node in found.nodes:
        choices = found.choices(node)
        if node.returns or node != choices[0]:
            continue
        row = found.index_of(node)
        if row in locked:
            raises[node.seat] = found.profile[found.index_of(choices[-1])]
            continue
        worth = [np.nan_to_num(better(choice)) for choice in choices]
        raises_too = choices[-1].action == "raise"
        if raises_too:
            worth[-1] = worth[-1] + added_by(found, later, node, better)
        best = np.argmax([np.zeros(CLASSES), *worth], axis=0)
        plays = np.array([best == number + 1 for number in range(len(choices))], dtype=np.float64)
        if raises_too:
            raises[node.seat] = plays[-1]
        yield Deviation(choices, plays, np.ones(CLASSES))
    for deviation in later:
        yield deviation._replace(weight=raises[deviation.choices[0].seat])


def after_raises(found: Nash, better: Better, locked: Collection[int]) -> Iterator[Deviation]:
    """Yield the best play of all raisers who face a re-jam."""
    for node in found.nodes:
        if node.returns and found.index_of(node) not in locked:
            goes = (np.nan_to_num(better(node)) > 0).astype(np.float64)
            yield Deviation((node,), goes[None], np.ones(CLASSES))


def added_by(found: Nash, later: Sequence[Deviation], first: DecisionNode, better: Better) -> Values:
    """Return what the best play after a raise adds to its value, when the first decision comes up."""
    added = np.zeros(CLASSES)
    for (node, *_), plays, _ in later:
        if node.seat == first.seat:
            row = found.index_of(node)
            added += (plays[0] - found.profile[row]) * np.nan_to_num(better(node)) * found.reach[row]
    reach = found.reach[found.index_of(first)]
    worth: Values = np.divide(added, reach, out=np.zeros(CLASSES), where=reach > 1e-15)
    return worth
