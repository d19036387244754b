"""The answer of the command: a tournament, and what it says about one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from finaltable.answers import Answer, json_fields, within
from finaltable.equilibrium.lineup import called_by_position
from finaltable.equilibrium.solution import Nash
from finaltable.equilibrium.strategy import Strategy
from finaltable.freezing import FrozenArrays
from finaltable.models import Choice, find_models
from finaltable.results import Vector
from finaltable.table.numbers import check_whole
from finaltable.table.table import Table, exact_number, exact_value
from finaltable.tournaments.chart import chart_or_none, seats_from_small_blind
from finaltable.tournaments.distances import ModelDistance, ModelDistances
from finaltable.tournaments.rules import FEWEST, MOST
from finaltable.tournaments.tournament import Tournament, check_no_empty, tournament


@dataclass(frozen=True, eq=False)
class TournamentValues(FrozenArrays, Answer):
    """A solved tournament, and the value of the stacks at a table."""

    found: Tournament
    """The whole tournament."""
    table: Table
    """Players and stacks."""
    order: tuple[int, ...]
    """Players from the small blind on, by index."""
    chart: Nash | None
    """Strategies of the next hand; None if no player has a decision."""
    distances: ModelDistances | None
    """Models beside the tournament; None if none was asked for."""

    in_json = (
        json_fields("table.names table.stacks button values deviation_here nodes")
        + within("found", Tournament.in_json)
        + json_fields("bounds=distances.bounds models", where="distances")
    )

    @property
    def button(self) -> str:
        """The player on the button."""
        return self.table.names[self.order[-1] if len(self.order) > 2 else self.order[0]]

    @property
    def values(self) -> Vector:
        """Value of each player's stack, in payout units."""
        values = np.empty(len(self.order))
        values[list(self.order)] = self.found.value([self.table.stacks[seat] for seat in self.order])
        return values

    @property
    def deviation_here(self) -> float:
        """Most that one player could gain from these stacks on by playing otherwise, in payout units."""
        return self.found.deviation_at([self.table.stacks[seat] for seat in self.order])

    @property
    def nodes(self) -> tuple[Strategy, ...]:
        """Strategies of the next hand, in the order of acting; empty if no player has a decision."""
        return self.chart.decisions if self.chart is not None else ()

    @property
    def models(self) -> tuple[ModelDistance, ...]:
        """The distance of each model from the tournament."""
        return self.distances.models if self.distances is not None else ()


def value_table(table: Table, button: object, models: Sequence[Choice], **options: Any) -> TournamentValues:
    """Solve the tournament that a table is in; ``options`` are those of `tournament`."""
    check_whole(table.players, "players", FEWEST, MOST)
    if table.names == tuple(f"Player {i}" for i in range(1, table.players + 1)):
        table = called_by_position(table, button)
    if models:
        find_models(models)
    check_no_empty(table.stacks)
    order = seats_from_small_blind(table, button)
    stacks, names = [table.stacks[seat] for seat in order], [table.names[seat] for seat in order]
    chips = exact_number(sum(exact_value(stack) for stack in stacks))
    found = tournament(table.payouts, players=table.players, chips=chips, **options)
    distances = found.compare(models, threads=options.get("threads")) if models else None
    return TournamentValues(found, table, order, chart_or_none(found, stacks, names), distances)
