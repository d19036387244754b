"""A few hands that stand for many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finaltable.tournaments.hands_ahead import Chance, Stacks


def representing(chances: Mapping[Stacks, Chance], most: int) -> dict[Stacks, Chance]:
    """Return a number of stacks that stand for all, with their new weights.

    Those above a threshold stay. The others are sampled systematically, and have the threshold as their weight
    (P. Fearnhead and P. Clifford, *On-line inference for hidden Markov models*, 2003). Nothing is random: the same
    stacks give the same choice.

    >>> from finaltable.tournaments.hands_ahead import Chance
    >>> weights = [0.5, 0.2, 0.1, 0.1, 0.1]
    >>> found = representing({(i,): Chance(weight, weight) for i, weight in enumerate(weights)}, 3)
    >>> [(stacks[0], round(chance.weight, 2)) for stacks, chance in found.items()]
    [(0, 0.5), (1, 0.25), (3, 0.25)]
    """
    order = sorted(chances, key=lambda stacks: (-chances[stacks].weight, stacks))
    if len(order) <= most:
        return {stacks: chances[stacks] for stacks in order}
    rest, kept = sum(chance.weight for chance in chances.values()), 0
    while kept < most and chances[order[kept]].weight * (most - kept) >= rest:
        rest -= chances[order[kept]].weight
        kept += 1
    found = {stacks: chances[stacks] for stacks in order[:kept]}
    threshold, passed = rest / max(most - kept, 1), 0.0
    for stacks in order[kept:]:
        before, passed = passed, passed + chances[stacks].weight / threshold
        if int(before + 0.5) < int(passed + 0.5):
            found[stacks] = chances[stacks]._replace(weight=threshold)
    return found
