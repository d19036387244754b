"""The distance of models from the values of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.freezing import FrozenArrays
from finaltable.models import Choice, find_models
from finaltable.results import Values
from finaltable.tournaments.grid import states_of
from finaltable.tournaments.rules import Rules
from finaltable.values.distributions import check_tree, solve_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.tournaments.tournament import Tournament

EXACT = 1e-7  # of the pool: error of a model
BOUNDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # big blinds


@dataclass(frozen=True)
class ModelDistance:
    """How far a model is from the values of a tournament, over all states with all players; in payout units.

    A model does not know the seats. So its values are compared with those of the tournament averaged over all ways to
    seat the same stacks, and, `by_seat`, with those of each seat.
    """

    model: str
    """Name of the model."""
    rms: float
    """Root of the mean square."""
    largest: float
    """Largest distance."""
    rms_by_seat: float
    """Root of the mean square, seat by seat."""
    mean_by_seat: float
    """Mean distance, seat by seat."""
    largest_by_seat: float
    """Largest distance, seat by seat."""
    worst: tuple[float, ...]
    """Stacks with that distance, from the small blind on."""
    nearest: float
    """Share of states in which this model is nearer than the others."""
    rms_by_stack: tuple[float | None, ...]
    """Root of the mean square for stacks up to each of the bounds; None if there are none."""


@dataclass(frozen=True, eq=False, repr=False)
class ModelDistances(FrozenArrays, Answer):
    """Models beside the values of a tournament. Made by `Tournament.compare`."""

    rules: Rules
    """Prizes, chips, blinds, and the grid."""
    names: tuple[str, ...]
    """Models, in the order given."""
    by_seat: Values
    """Model minus tournament, in payout units: model by state by seat."""
    averaged: Values
    """The same, averaged over all ways to seat the stacks."""

    in_json = json_fields("bounds models")

    @property
    def bounds(self) -> tuple[float, ...]:
        """Largest stack of each group, in big blinds; the last one has all larger stacks."""
        most = float(self.rules.chips) / float(self.rules.forced.big_blind)
        return (*(bound for bound in BOUNDS if bound < most), most)

    @property
    def models(self) -> tuple[ModelDistance, ...]:
        """The distance of each model."""
        return tuple(self.distance(number) for number in range(len(self.names)))

    @cached_property
    def nearest(self) -> NDArray[np.intp]:
        """Index of the nearest model in each state; -1 if two are equally near."""
        far = np.sqrt((self.averaged**2).mean(axis=2))
        first, *others = np.sort(far, axis=0)
        tied = others[0] - first <= 10 * EXACT * self.rules.pool if others else np.zeros(len(first), dtype=np.bool_)
        return np.where(tied, -1, far.argmin(axis=0))

    @property
    def big_blinds(self) -> Values:
        """Stacks of all states in big blinds: state by seat."""
        units = np.array(list(states_of(self.rules.players, self.rules.units)), dtype=np.float64)
        return units * (float(self.rules.step) / float(self.rules.forced.big_blind))

    def distance(self, number: int) -> ModelDistance:
        """Return the distance of one model."""
        seats, averaged = self.by_seat[number], self.averaged[number]
        worst = int(np.abs(seats).max(axis=1).argmax())
        state = list(states_of(self.rules.players, self.rules.units))[worst]
        groups = np.searchsorted(self.bounds, self.big_blinds - 1e-9)
        parts = [averaged[groups == group] for group in range(len(self.bounds))]
        return ModelDistance(
            model=self.names[number],
            rms=rms(averaged),
            largest=float(np.abs(averaged).max()),
            rms_by_seat=rms(seats),
            mean_by_seat=float(np.abs(seats).mean()),
            largest_by_seat=float(np.abs(seats).max()),
            worst=tuple(float(stack) for stack in self.rules.stacks(state)),
            nearest=float((self.nearest == number).mean()),
            rms_by_stack=tuple(rms(part) if part.size else None for part in parts),
        )

    reported_by = "tournaments.report.distances_report"


def rms(values: Values) -> float:
    """Return the root of the mean square.

    >>> rms(np.array([3.0, 4.0, 0.0, 0.0]))
    2.5
    """
    return float(np.sqrt((values**2).mean()))


def compare_models(found: Tournament, models: Sequence[Choice], threads: int) -> ModelDistances:
    """Value all states with all players under several models."""
    rules, known = found.rules, find_models(models)
    check_tree(known, rules.players, EXACT)
    tables = [list(stacks) for stacks in rules.tables(rules.players)]
    table, equilibrium = rules.table(tables[0]), found.values[rules.players]
    values = [solve_tables(model, table, tables, EXACT, threads, lambda _: None)[0] for model in known]
    by_seat = np.array(values) - equilibrium
    averaged = np.array(values) - over_seats(equilibrium, rules)
    return ModelDistances(rules, tuple(model.name for model in known), by_seat, averaged)


def over_seats(values: Values, rules: Rules) -> Values:
    """Return the value of each player in each state, averaged over all ways to seat the same stacks.

    >>> from finaltable.spots.posted import Forced
    >>> over_seats(np.array([[1.0, 9.0], [4.0, 6.0], [7.0, 3.0]]), Rules((10,), 2, 4, 1, Forced(1, 2, 0, 0))).tolist()
    [[2.0, 8.0], [5.0, 5.0], [8.0, 2.0]]
    """
    states = states_of(rules.players, rules.units)
    found, seatings = np.zeros_like(values), list(permutations(range(rules.players)))
    for seating in seatings:
        moved = [states[tuple(state[seat] for seat in seating)] for state in states]
        found[:, seating] += values[moved] / len(seatings)
    return found
