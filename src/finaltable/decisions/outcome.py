"""What the stacks that a hand leaves are worth under a model.

A model knows stacks only: to it, players without chips are out, and share the last places. After a hand we know more.
Players who bust in it finish ahead of those who were out before, and rank by the chips they had before the hand;
equals share (section 4.3 of the paper).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from finaltable.analysis.batch import Checkpoint, solve_tables
from finaltable.errors import InputError
from finaltable.inputs.options import Progress
from finaltable.inputs.table import Number, Table, exact_value
from finaltable.models import Model
from finaltable.results import Values

Stacks = Sequence[Number]


def prizes_of_the_out(table: Table, after: Stacks) -> dict[int, float]:
    """Return what every player without chips after a hand is paid; ``table`` has the stacks before it.

    >>> table = Table.of([1000, 500, 500, 100, 0], [50, 30, 20, 10, 5])
    >>> prizes_of_the_out(table, [2100, 0, 0, 0, 0])
    {1: 25.0, 2: 25.0, 3: 10.0, 4: 5.0}
    """
    out = [seat for seat, chips in enumerate(after) if not chips]
    live = len(after) - len(out)
    before = {seat: exact_value(table.stacks[seat]) for seat in out}
    prizes = {}
    for seat in out:
        ahead = sum(1 for chips in before.values() if chips > before[seat])
        level = sum(1 for chips in before.values() if chips == before[seat])
        places = table.payout_array[live + ahead : live + ahead + level]
        prizes[seat] = float(places.sum()) / level
    return prizes


class Outcomes:
    """What stacks after a hand are worth under one model; ``table`` has the stacks before it.

    >>> from finaltable.models import find_model
    >>> outcomes = Outcomes(Table.of([1000, 500, 100], [50, 30, 20]), find_model("icm"), tolerance=1e-6)
    >>> outcomes.worth_to(2, (1600, 0, 0))
    (20.0, 0.0)
    >>> outcomes.worth([(1600, 0, 0), (1000, 600, 0)])[0].round(2).tolist()
    [[50.0, 30.0, 20.0], [42.5, 37.5, 20.0]]
    """

    def __init__(
        self, table: Table, model: Model, tolerance: float, threads: int = 1, progress: Progress | None = None
    ) -> None:
        self.table, self.model, self.tolerance, self.threads = table, model, tolerance, threads
        self.paid_places = model.paid_places
        self.options = model.known({"tolerance": tolerance, "threads": threads, "progress": progress})
        self.known: dict[tuple[int, Stacks], tuple[float, float]] = {}

    def worth_to(self, player: int, after: tuple[Number, ...]) -> tuple[float, float]:
        """Return one player's money and its own error; the same question is answered once."""
        if (player, after) not in self.known:
            self.known[player, after] = self._solve(player, after)
        return self.known[player, after]

    def _solve(self, player: int, after: tuple[Number, ...]) -> tuple[float, float]:
        if not after[player]:
            return self.paid_places * prizes_of_the_out(self.table, after)[player], 0.0
        result = self.model.solve(self.table.with_stacks(after), **self.options)
        return float(result.equities[player]), result.error

    def worth(
        self, rows: Sequence[Stacks], checkpoint: Checkpoint = lambda _: None, max_seconds: float | None = None
    ) -> tuple[Values, float]:
        """Return everybody's money after many hands, shape (rows, players), and the largest error.

        ``checkpoint`` is called now and then with the fraction done, and may raise to stop the work.
        """
        watch = checkpoint if max_seconds is None else until(max_seconds, checkpoint, len(rows))
        given = [list(row) for row in rows]
        equities, error = solve_tables(self.model, self.table, given, self.tolerance, self.threads, watch)
        for equity, row in zip(equities, given, strict=True):
            for player, prize in prizes_of_the_out(self.table, row).items():
                equity[player] = self.paid_places * prize
        return equities, error


def until(max_seconds: float, checkpoint: Checkpoint, tables: int) -> Checkpoint:
    """Return a checkpoint that also stops the work when time is up."""
    deadline = time.monotonic() + max_seconds

    def watch(done: float) -> None:
        if time.monotonic() > deadline and done < 1.0:
            raise InputError("max_seconds", f"is too short for these {tables} tables", max_seconds)
        checkpoint(done)

    return watch
