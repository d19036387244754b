"""Value of the stacks, bounties and cash after a hand, under a model.

For a model, players without chips share the last places. After a hand, more is known: players who bust in it finish
ahead of those who were out before, and rank by their chips before the hand; equal stacks share (section 4.3 of the
paper).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from finaltable.errors import TooSlowError, counted
from finaltable.models import Model
from finaltable.results import Values
from finaltable.spots.knockouts import After
from finaltable.table.options import Progress
from finaltable.table.table import Number, Table, exact_array, exact_value
from finaltable.table.table_batch import TableBatch, fits_batch
from finaltable.values.bounties.bounties import bounty_functions
from finaltable.values.distributions import CHUNK, Checkpoint, can_batch, solve_tables

Stacks = Sequence[Number]


def prizes_of_the_out(table: Table, after: Stacks) -> dict[int, float]:
    """Return the prize of each player without chips after a hand; ``table`` has the stacks before it.

    >>> table = Table.of([1000, 500, 500, 100, 0], [50, 30, 20, 10, 5])
    >>> prizes_of_the_out(table, [2100, 0, 0, 0, 0])
    {1: 25.0, 2: 25.0, 3: 10.0, 4: 5.0}
    """
    return prizes_of_seats(table, seats_without_chips(after))


def seats_without_chips(after: Stacks) -> tuple[int, ...]:
    """Return the players who are out."""
    return tuple(seat for seat, chips in enumerate(after) if not chips)


def prizes_of_seats(table: Table, out: Sequence[int]) -> dict[int, float]:
    """Return the prize of each player who is out after a hand, if all others are left."""
    live = table.players - len(out)
    before = {seat: exact_value(table.stacks[seat]) for seat in out}
    prizes = {}
    for seat in out:
        ahead = sum(1 for chips in before.values() if chips > before[seat])
        level = sum(1 for chips in before.values() if chips == before[seat])
        places = table.payout_array[live + ahead : live + ahead + level]
        prizes[seat] = float(places.sum()) / level
    return prizes


class OutcomeWorth(NamedTuple):
    """Values of many outcomes for all players; arrays have the shape (hands, players)."""

    values: Values
    """Sum of prizes, cash won in the hand, and later bounties."""
    error: float
    """Bound on the error of the values."""
    prizes: Values
    """Expected prizes."""
    later: Values
    """Expected bounties after the hand; zeros without bounties."""


class Share(NamedTuple):
    """Value of one outcome for one player."""

    prizes: float
    cash: float
    """Money paid in the hand for bounties."""
    later: float
    """Expected bounties after the hand."""
    error: float
    """Bound on the error of the sum."""

    @property
    def value(self) -> float:
        """Sum of prizes, cash and later bounties."""
        return self.prizes + self.cash + self.later


class Outcomes:
    """Values outcomes of hands under a model or mixture; ``table`` has the stacks and bounties before the hand.

    >>> from finaltable.models import find_model
    >>> outcomes = Outcomes(Table.of([1000, 500, 100], [50, 30, 20]), find_model("icm"), tolerance=1e-6)
    >>> outcomes.worth_to(2, After((1600, 0, 0))).value
    20.0
    >>> outcomes.worth([(1600, 0, 0), (1000, 600, 0)]).values.round(2).tolist()
    [[50.0, 30.0, 20.0], [42.5, 37.5, 20.0]]
    """

    def __init__(
        self, table: Table, model: Model, tolerance: float, threads: int = 1, progress: Progress | None = None
    ) -> None:
        if table.bounties:
            bounty_functions("models", [model])
        self.table, self.model, self.tolerance, self.threads = table, model, tolerance, threads
        self.bare = table.with_other_bounties(()) if table.bounties else table
        self.paid_places = model.paid_places
        self.options = model.known({"tolerance": tolerance, "threads": threads, "progress": progress})
        self.progress = progress
        self.known: dict[tuple[int, After], Share] = {}
        self._out: dict[tuple[int, ...], dict[int, float]] = {}

    def find(self, player: int, ends: Iterable[After]) -> None:
        """Value some outcomes for one player, all at once where the model can; `worth_to` has them then."""
        find_together([(self, player, after) for after in dict.fromkeys(ends)])

    def can_batch(self) -> bool:
        """Return whether the model values many outcomes at once as it values each of them."""
        return not self.table.bounties and can_batch(self.model, self.table.live, self.tolerance)

    def worth_to(self, player: int, after: After) -> Share:
        """Return the value of an outcome for one player, cached."""
        if (player, after) not in self.known:
            self.known[player, after] = self._solve(player, after)
        return self.known[player, after]

    def _solve(self, player: int, after: After) -> Share:
        cash = float(after.cash[player]) if after.cash else 0.0
        if not after.stacks[player]:
            return Share(self._prizes_of(seats_without_chips(after.stacks))[player], cash, 0.0, 0.0)
        table = self.table.with_stacks(after.stacks).with_other_bounties(after.bounties)
        result = self.model.solve(table, **self.options)
        money, later = float(result.equities[player]), float(result.bounty[player])
        return Share(money, cash, later, result.error + result.bounty_error)

    def _prizes_of(self, out: tuple[int, ...]) -> dict[int, float]:
        """Return the prizes of the players who are out, cached: few sets of players bust, in many ways."""
        if out not in self._out:
            self._out[out] = {
                seat: self.paid_places * prize for seat, prize in prizes_of_seats(self.table, out).items()
            }
        return self._out[out]

    def worth(
        self,
        rows: Sequence[Stacks],
        bounties: Sequence[Stacks] | Values | None = None,
        cash: Sequence[Stacks] | Values | None = None,
        checkpoint: Checkpoint = lambda _: None,
        max_seconds: float | None = None,
    ) -> OutcomeWorth:
        """Return the values of many outcomes for all players.

        Parameters
        ----------
        rows
            Chips of all players after each hand; 0 for a player who is out.
        bounties
            Bounties on all players after each hand, 0 for a player who is out; None without bounties. See
            `spots.knockouts`.
        cash
            Money paid to each player for bounties, by hand.
        checkpoint
            Called regularly with the fraction done; it may raise to stop the work.
        max_seconds
            Raise if it takes longer.
        """
        watch = checkpoint if max_seconds is None else until(max_seconds, checkpoint, len(rows))
        given = [list(row) for row in rows]
        first, second = half(watch, 0, bounties), half(watch, 1, bounties)
        prizes, error = solve_tables(self.model, self.bare, given, self.tolerance, self.threads, first)
        for equity, row in zip(prizes, given, strict=True):
            for player, prize in self._prizes_of(seats_without_chips(row)).items():
                equity[player] = prize
        later, more = self._incomes(given, bounties, second)
        values = prizes + later if cash is None else prizes + later + np.asarray(cash, dtype=np.float64)
        return OutcomeWorth(values, error + more, prizes, later)

    def _incomes(
        self, rows: list[list[Number]], bounties: Sequence[Stacks] | Values | None, checkpoint: Checkpoint
    ) -> tuple[Values, float]:
        """Return each player's expected bounties, and the largest error."""
        if bounties is None:
            return np.zeros((len(rows), self.table.players)), 0.0
        assert self.model.bounty is not None, "checked in __init__"
        prizes, amounts = self.table.prizes, np.asarray(bounties, dtype=np.float64)
        options = {"share": prizes.share, "own": prizes.own, "tolerance": self.tolerance, "threads": self.threads}
        found, error = [], 0.0
        for start in range(0, len(rows), CHUNK):
            end = min(start + CHUNK, len(rows))
            income = self.model.bounty.income(exact_array(rows[start:end]), amounts[start:end], **options)
            found.append(income.values)
            error = max(error, income.error)
            checkpoint(end / len(rows))
        return np.concatenate(found), error


def find_together(asked: Sequence[tuple[Outcomes, int, After]]) -> None:
    """Value outcomes for players, perhaps of several hands, under one model with one tolerance."""
    groups: dict[tuple[Number, ...], list[tuple[Outcomes, int, After]]] = {}
    for one in asked:
        worth, player, after = one
        if after.stacks[player] and (player, after) not in worth.known and worth.can_batch():
            groups.setdefault((worth.table.players, *worth.table.payouts), []).append(one)
    for some in groups.values():
        first, stacks = some[0][0], np.array([after.stacks for _, _, after in some])
        if len(some) < 2 or not fits_batch(stacks):
            continue  # alone, or fractions of chips: `worth_to` values them
        batch = TableBatch(stacks, stacks, first.table.payout_array[np.newaxis])
        found = first.model.value_many(batch, threads=first.threads, progress=first.progress, tolerance=first.tolerance)
        for row, (worth, player, after) in enumerate(some):
            if row not in found.problems:
                worth.known[player, after] = Share(
                    float(found.equities[row, player]), 0.0, 0.0, float(found.error[row])
                )


def half(checkpoint: Checkpoint, number: int, bounties: object) -> Checkpoint:
    """Return a checkpoint for the prizes (0) or the bounties (1); without bounties, the checkpoint."""
    return checkpoint if bounties is None else lambda done: checkpoint((number + done) / 2)


def until(max_seconds: float, checkpoint: Checkpoint, tables: int) -> Checkpoint:
    """Return a checkpoint that also raises after the deadline."""
    deadline = time.monotonic() + max_seconds

    def watch(done: float) -> None:
        if time.monotonic() > deadline and done < 1.0:
            raise TooSlowError("max_seconds", f"is too short for {counted(tables, 'table')}", max_seconds)
        checkpoint(done)

    return watch
