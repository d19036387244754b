"""One hand of a tournament as a linear map: from the solver's probabilities of channels to those of outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.terminals import Terminals, find_gains, orders_after, sets_of
from finaltable.spots.to_act import usual_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from finaltable.equilibrium.showdowns import Ranks
    from finaltable.equilibrium.terminals import Pushed
    from finaltable.results import Values
    from finaltable.spots.posted import Forced
    from finaltable.table.table import Table


@dataclass(frozen=True)
class Hand:
    """All outcomes of a hand; gains are linear in their values."""

    lineup: Lineup
    rows: dict[tuple[Pushed, Ranks], int]
    """Outcome of each end; see `Terminals`."""
    outcomes: tuple[tuple[int, ...], ...]
    """Stacks after the hand, by seat, in the lineup's unit."""

    @classmethod
    def of(cls, lineup: Lineup) -> Hand:
        """List the outcomes of a hand."""
        rows: dict[tuple[Pushed, Ranks], int] = {}
        known: dict[tuple[int, ...], int] = {}
        for pushed in sets_of(len(lineup.deciding)) if has_decision(lineup) else [()]:
            seats = tuple(lineup.deciding[i] for i in pushed)
            players, (left, pots) = lineup.showdown(seats), lineup.pots(seats)
            for order, _ in orders_after(lineup, pushed):
                after = lineup.settle(players, left, pots, order)
                rows[pushed, order] = known.setdefault(after.stacks, len(known))
        return cls(lineup, rows, tuple(known))

    @property
    def shape(self) -> tuple[int, int, bool]:
        """Players who decide, players all-in by posting, and whether the last to act can open; (0, 0, False): none."""
        lineup = self.lineup
        return (len(lineup.deciding), len(lineup.all_in), lineup.last_opens) if has_decision(lineup) else (0, 0, False)

    def terminals(self, values: Values, pool: float) -> Terminals:
        """Return the ends of the hand with the values of outcomes (outcome by seat), as a share of the pool."""
        players = [*self.lineup.deciding, *self.lineup.all_in]
        return Terminals(self.lineup, self.rows, np.ascontiguousarray(values[:, players]), 0.0, pool)

    @cached_property
    def fold(self) -> Values:
        """Probability of each outcome if no player pushes."""
        return self.basis.if_all_fold()

    @cached_property
    def change(self) -> Values:
        """Change of each outcome's probability by each channel: channels of one, two and three all-ins by outcome."""
        if not self.shape[0]:
            return np.zeros((0, len(self.outcomes)))
        gains = find_gains(self.basis)
        return np.concatenate([part.reshape(-1, len(self.outcomes)) for part in (gains.one, gains.two, gains.three)])

    @cached_property
    def basis(self) -> Terminals:
        """Ends whose values are the probabilities of outcomes: one column for each."""
        return Terminals(self.lineup, self.rows, np.eye(len(self.outcomes)), 0.0, 1.0)


def has_decision(lineup: Lineup) -> bool:
    """Return whether a player has a decision: not if all are all-in by posting, or all but the big blind."""
    return len(lineup.deciding) >= (1 if lineup.last_opens else 2)


def lineup_of(stacks: Sequence[int], table: Table, forced: Forced) -> Lineup:
    """Return a hand before the cards are dealt; stacks from the small blind to the button."""
    return Lineup.of(table.with_stacks(stacks), usual_button(stacks), forced)
