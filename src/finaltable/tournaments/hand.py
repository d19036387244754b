"""One hand of a tournament as a linear map: from the solver's probabilities of channels to those of outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.terminals import Terminals, find_gains, sets_of, settle
from finaltable.equilibrium.tree import TreeEnd
from finaltable.results import Values
from finaltable.table.table import Number

if TYPE_CHECKING:
    from numpy.typing import NDArray

Shape = tuple[int, int, bool]
"""Players who decide, players all-in by posting, and whether the last to act can open."""
NO_DECISION: Shape = (0, 0, False)


class Effects(NamedTuple):
    """Probabilities of outcomes: `fold` + (probabilities of channels) @ `change`."""

    fold: Values
    """Probability of each outcome if no player pushes."""
    change: Values
    """Change by each channel of one, two and three all-ins: channel by outcome."""


@dataclass(frozen=True)
class Hand:
    """All outcomes of a hand."""

    lineup: Lineup
    rows: NDArray[np.int32]
    """Outcome of each end and order."""
    outcomes: tuple[tuple[int, ...], ...]
    """Stacks after the hand, by seat, in the lineup's unit."""

    @classmethod
    def of(cls, lineup: Lineup) -> Hand:
        """List the outcomes of a hand."""
        sets = sets_of(len(lineup.deciding)) if has_decision(lineup) else [()]
        rows, outcomes = settle(lineup, [TreeEnd(pushed) for pushed in sets])
        return cls(lineup, rows, tuple(whole(after.stacks) for after in outcomes))

    @property
    def order(self) -> list[int]:
        """Seats in the order of the solver: deciding players first."""
        return [*self.lineup.deciding, *self.lineup.all_in]

    @property
    def shape(self) -> Shape:
        """Which players decide. Hands of one shape can be solved together."""
        lineup = self.lineup
        return (len(lineup.deciding), len(lineup.all_in), lineup.last_opens) if has_decision(lineup) else NO_DECISION

    def terminals(self, values: Values, pool: float) -> Terminals:
        """Return the ends of the hand; ``values`` are those of outcomes, by seat, as a share of the pool."""
        return self.with_values(np.ascontiguousarray(values[:, self.order]), pool)

    def effects(self) -> Effects:
        """Return the probabilities of outcomes, from ends whose values are those of one outcome each."""
        terminals = self.with_values(np.eye(len(self.outcomes)), 1.0)
        if self.shape == NO_DECISION:
            return Effects(terminals.if_all_fold(), np.zeros((0, len(self.outcomes))))
        gains = find_gains(terminals)
        change = [part.reshape(-1, len(self.outcomes)) for part in (gains.one, gains.two, gains.three)]
        return Effects(terminals.if_all_fold(), np.concatenate(change))

    def with_values(self, values: Values, pool: float) -> Terminals:
        """Return the ends of the hand with a row of values for each outcome."""
        return Terminals(self.lineup, self.rows, values, 0.0, pool)


def whole(stacks: Sequence[Number]) -> tuple[int, ...]:
    """Return stacks as integers, which those of a lineup are."""
    return tuple(int(chips) for chips in stacks)


def has_decision(lineup: Lineup) -> bool:
    """Return whether a player has a decision: not if all are all-in by posting, or all but the big blind."""
    return len(lineup.deciding) >= (1 if lineup.last_opens else 2)
