"""A solved table: the equilibrium that scores answers, and its strategies valued by other models."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from finaltable.decisions.pressures.pressure import Pressure, pressure
from finaltable.equilibrium.revalue import revalue
from finaltable.models import Choice, find_model
from finaltable.training.spot_table import SpotTable

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values
    from finaltable.table.options import Progress

SHOWN = ("icm", "sem", "dcm")
MIXED = (0.01, 0.99)


@dataclass(frozen=True, eq=False)
class SolvedTable:
    """An equilibrium under the scoring model, and its strategies valued by the others. Made by `solve_layout`."""

    layout: SpotTable
    found: Nash
    others: tuple[Nash, ...]
    """Values of the same strategies under the other models."""
    without: Nash | None
    """Values of the same strategies without bounties; None if there are none."""

    @property
    def views(self) -> tuple[Nash, ...]:
        """Values under the scoring model, then under the others."""
        return (self.found, *self.others)

    @cached_property
    def pressure(self) -> Pressure:
        """Cost of losing a stack compared with the gain of winning one, under every model."""
        return pressure(self.found.table, models=[view.model for view in self.views], threads=1)

    def margin(self, node: DecisionNode) -> float:
        """Return the error bound of a difference, in money: of the search and of the card model.

        First in with a raise, it covers the difference between all-in and raise, too.
        """
        others = [self.found.index_of(choice) for choice in self.found.choices(node)[1:]]
        return (self.found.margin(node) + float(self.found.card_errors[others].sum())) * self.found.pool

    def differences(self, node: DecisionNode) -> Values:
        """Return the value of going in minus that of folding, in money, by class; 0 if never reached.

        First in with a raise, going in is the better of all-in and raise.
        """
        found: Values = np.max([self.worth(choice) for choice in self.found.choices(node)], axis=0)
        return found

    def worth(self, choice: DecisionNode) -> Values:
        """Return the value of one action minus that of folding, in money, by class; 0 if never reached."""
        return gains(self.found, choice)

    def shares(self, node: DecisionNode) -> Values:
        """Return how often each class goes in, all-in or with a raise."""
        found: Values = np.sum([self.found.hands(choice) for choice in self.found.choices(node)], axis=0)
        return found

    def is_mixed(self, node: DecisionNode, hand: int) -> bool:
        """Return whether the equilibrium both folds a hand and goes in with it."""
        return bool(MIXED[0] < self.shares(node)[hand] < MIXED[1])


def gains(valued: Nash, choice: DecisionNode) -> Values:
    """Return the value of an action minus that of folding, in money, by class; 0 if never reached."""
    found: Values = np.nan_to_num(valued.difference(choice)) * valued.pool
    return found


def solve_layout(
    layout: SpotTable, model: Choice = "icm", threads: int | None = 1, progress: Progress | None = None
) -> SolvedTable:
    """Solve a table, and value its strategies by the other models; progress may raise to stop the solver."""
    found = layout.solve(model, threads, progress)
    own = find_model(model).name
    others = tuple(revalue(found, name) for name in SHOWN if name != own)
    without = revalue(found, model, bounties=False) if layout.bounties else None
    return SolvedTable(layout, found, others, without)
