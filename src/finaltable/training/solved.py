"""A table that is solved: the equilibrium by which answers are scored, and what other models make of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from finaltable.decisions.pressures.pressure import Pressure, pressure
from finaltable.equilibrium.revalue import revalue
from finaltable.models import Choice, find_model
from finaltable.training.meeting import swing
from finaltable.training.spot_table import SpotTable

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values
    from finaltable.table.options import Progress

SHOWN = ("icm", "sem", "dcm")
MIXED = (0.01, 0.99)
# Share of the swing by which the solver's card model was off, at most, for each player who folded and one more: real
# deals of five tables with three to nine players say up to 0.5 %.
CARD_MODEL = 0.006


@dataclass(frozen=True, eq=False)
class SolvedTable:
    """An equilibrium under the model that scores, and its strategies valued by the others. Made by `solve_layout`."""

    layout: SpotTable
    found: Nash
    others: tuple[Nash, ...]
    """The same strategies under the other models."""
    without: Nash | None
    """The same strategies without bounties; None where there are none."""

    @property
    def views(self) -> tuple[Nash, ...]:
        """The model that scores first, then the others."""
        return (self.found, *self.others)

    @cached_property
    def pressure(self) -> Pressure:
        """What losing a stack costs against what winning one gains, under every model."""
        return pressure(self.found.table, models=[view.model for view in self.views], threads=1)

    def margin(self, node: DecisionNode) -> float:
        """Return the difference, in money, that neither the search nor the card model can turn."""
        lineup = self.found.lineup
        if len(lineup.acting) == 2:
            return self.found.margin(node) * self.found.pool  # two hands and a board: the cards are exact
        folded = node.seat - len(node.facing)
        return self.found.margin(node) * self.found.pool + CARD_MODEL * (1 + folded) * swing(self, node)

    def differences(self, node: DecisionNode) -> Values:
        """Return what going in is worth more than folding, in money, by class; 0 where it never comes up."""
        found: Values = np.nan_to_num(self.found.difference(node) * self.found.pool)
        return found

    def is_mixed(self, node: DecisionNode, hand: int) -> bool:
        """Tell whether the equilibrium plays a hand both ways."""
        return bool(MIXED[0] < self.found.hands(node)[hand] < MIXED[1])


def solve_layout(
    layout: SpotTable, model: Choice = "icm", threads: int | None = 1, progress: Progress | None = None
) -> SolvedTable:
    """Solve a table, and value its strategies by the other models; progress may raise to stop the work."""
    found = layout.solve(model, threads, progress)
    own = find_model(model).name
    others = tuple(revalue(found, name) for name in SHOWN if name != own)
    without = revalue(found, model, bounties=False) if layout.bounties else None
    return SolvedTable(layout, found, others, without)
