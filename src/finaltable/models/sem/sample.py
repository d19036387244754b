"""Sequential elimination by sampling: draw eliminations until few players are left, and solve for these exactly."""

from __future__ import annotations

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, UnavailableError, Verbatim
from finaltable.models.dcm.sample import NO_END, Sampling, with_eliminated
from finaltable.models.sem.kernels import KERNEL, KERNELS
from finaltable.models.sem.tree import check_range, search
from finaltable.results import Equity, Values
from finaltable.table.options import Progress
from finaltable.table.table import Floats, Table

FEWEST_PLAYERS = 4  # fewer are solved by the tree
MOST_PLAYERS = 300
MICROSECONDS = 1_200_000  # total of all cores
NEVER = -1.0  # tolerance that is never met: without prizes there is no scale for it
FEWEST_TOURNAMENTS, MOST_TOURNAMENTS = 256, 2**20


def by_sample(table: Table, kernel: str, how: Sampling) -> Equity:
    """Sample; the error is four standard errors plus an allowance for rare events."""
    live = np.flatnonzero(table.stack_array)
    drawn = draw(table.stack_array[live], table.payout_array[: len(live)], kernel, how)
    equities = np.full(table.players, table.eliminated_prize)
    equities[live] = drawn.values
    return Equity(
        table=table,
        equities=equities,
        error=drawn.error,
        guaranteed=False,
        model=KERNEL.name("sem", kernel),
        method="sample",
        work=drawn.work,
        tolerance=how.tolerance,
        _finish=(with_eliminated(drawn.finish, live, table.players), drawn.finish_error),
        _knockouts=no_knockouts,
    )


def sample_finish(stacks: Floats, kernel: str, how: Sampling) -> tuple[Values, float, int]:
    """Return finish probabilities of one table, their error and the number of tournaments."""
    live = np.flatnonzero(stacks)
    if len(live) < FEWEST_PLAYERS:
        found = search(stacks[np.newaxis], kernel, 1, how.max_seconds, how.progress)
        return found.values[0], found.error, 1
    drawn = draw(stacks[live], np.zeros(len(live)), kernel, how)
    return with_eliminated(drawn.finish, live, len(stacks)), drawn.finish_error, drawn.work


def draw(stacks: Floats, payouts: Floats, kernel: str, how: Sampling) -> _core.Answer:
    """Sample tournaments of players who all hold chips."""
    if len(stacks) > MOST_PLAYERS:
        rule = f"must be at most {MOST_PLAYERS} players with chips for SEM"
        raise InputError("stacks", rule, Verbatim(len(stacks)), code="too_many")
    check_range(stacks[np.newaxis])
    return _core.sem_sample(
        np.ascontiguousarray(stacks),
        np.ascontiguousarray(payouts),
        list(KERNELS).index(kernel),
        how.seed,
        usual_tournaments(len(stacks)) if how.max_seconds is None else NO_END,
        how.tolerance * float(payouts.sum()) or NEVER,
        how.threads,
        how.max_seconds,
        how.progress,
    )


def usual_tournaments(players: int) -> int:
    """Return the number of tournaments that take about a second; an elimination iterates over all pairs of players."""
    one = 1.0 + 2.4e-4 * players**3
    return int(min(max(MICROSECONDS / one, FEWEST_TOURNAMENTS), MOST_TOURNAMENTS))


def no_knockouts(_progress: Progress | None) -> tuple[Values, float]:
    """Raise an error with the largest table that has knockouts."""
    raise UnavailableError("knockouts", f"is given for at most {_core.MAX_SEM_PLAYERS} players with chips")
