"""DCM by sampling: search the likely part of the tree and sample the rest, or simulate whole tournaments."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import UnavailableError
from finaltable.models.dcm.tree import MAX_UNROLLED, chip_words, plan_search, search_knockouts
from finaltable.results import Equity, Finish, Values
from finaltable.table.options import Progress, time_left
from finaltable.table.table import MAX_MATRIX_PLAYERS, Floats, Table, check_matrix

FEWEST_HYBRID_PLAYERS = 3
HYBRID_PLAYERS = 60  # with more players, simulated tournaments are more accurate in the same time
HYBRID_NODES = 25_000_000  # these and the paths take about half a second
HYBRID_PATHS = 1_000_000
FIRST_PART = 1 / 16  # the first run: it may be enough, and it measures the speed of this machine
TOURNAMENTS = 2**22  # half a second on two cores
TOURNAMENTS_OF_GIANTS = 2**21  # with more than GIANT players a tournament takes longer
GIANT = 20_000
NO_END = 2**50  # tournaments: until the deadline
SETTLING = 1.5e-7  # seconds per player from the last tournament to the answer
MAX_FINISH_ENTRIES = 30_000_000


class Sampling(NamedTuple):
    """Options for sampling."""

    tolerance: float
    seed: int
    max_seconds: float | None
    progress: Progress | None
    threads: int


def by_sample(table: Table, how: Sampling) -> Equity:
    """Sample; the error is four standard errors plus an allowance for rare events."""
    live = np.flatnonzero(table.stack_array)
    if FEWEST_HYBRID_PLAYERS <= len(live) <= HYBRID_PLAYERS and table.players <= MAX_MATRIX_PLAYERS:
        return by_hybrid(table, live, how)
    return by_tournaments(table, live, how)


def by_hybrid(table: Table, live: Values, how: Sampling) -> Equity:
    """Expand the likely nodes of the tree and sample the branches that are cut off."""
    chips = table.chips()
    answer = hybrid(with_chips(chips), table.payout_array[: len(live)], how)
    finish = with_eliminated(answer.finish, live, table.players)
    plan = plan_search(len(live), "auto", how.tolerance, how.max_seconds, None)
    return Equity(
        table=table,
        equities=finish @ table.payout_array,
        error=answer.error,
        guaranteed=False,
        model="dcm",
        method="sample",
        work=answer.work,
        tolerance=how.tolerance,
        _finish=(finish, answer.finish_error),
        _knockouts=partial(search_knockouts, chips, plan),
    )


def hybrid(chips: Sequence[int], prizes: Floats, how: Sampling) -> _core.Answer:
    """Search and sample: a short run first, which may be enough and measures the speed, then as long as time allows."""
    cost = _core.tree_cost(len(chips))
    words = chip_words(chips)

    def run(part: float, max_seconds: float | None) -> _core.Answer:
        threshold = cost.threshold_within(part * HYBRID_NODES * MAX_UNROLLED / max(len(chips), MAX_UNROLLED))
        paths = int(part * HYBRID_PATHS)
        return _core.hybrid_finish(*words, prizes, threshold, paths, how.seed, max_seconds, how.progress)

    started = time.perf_counter()
    first = run(FIRST_PART, None)
    seconds = time.perf_counter() - started
    if first.finish_error <= how.tolerance and first.error <= how.tolerance * prizes.sum():
        return first
    if how.max_seconds is None:
        return run(1.0, None)
    left = how.max_seconds - seconds
    part = 0.7 * FIRST_PART * left / seconds
    if part <= FIRST_PART:
        return first
    second = run(part, left)
    return second if second.finished else first


def by_tournaments(table: Table, live: Values, how: Sampling) -> Equity:
    """Simulate whole tournaments."""
    began = time.monotonic()
    prizes = np.ascontiguousarray(np.trim_zeros(table.payout_array[: len(live)], "b"))
    most = TOURNAMENTS if len(live) <= GIANT else TOURNAMENTS_OF_GIANTS
    words = chip_words(with_chips(table.chips()))
    left = time_left(how.max_seconds, began - SETTLING * len(live))
    found = _core.field_equities(
        *words,
        prizes,
        how.seed,
        most if how.max_seconds is None else NO_END,
        how.tolerance * table.pool,
        how.threads,
        left,
        how.progress,
    )
    equities = np.full(table.players, table.eliminated_prize)
    equities[live] = found.values
    return Equity(
        table=table,
        equities=equities,
        error=found.error,
        guaranteed=False,
        model="dcm",
        method="sample",
        work=found.work,
        tolerance=how.tolerance,
        _finish=partial(_finish_of_tournaments, table, found.work, how.seed, how.threads),
        _knockouts=partial(_no_knockouts, len(live)),
    )


def _finish_of_tournaments(
    table: Table, tournaments: int, seed: int, threads: int, progress: Progress | None
) -> tuple[Values, float]:
    places = table.players if table.players <= MAX_MATRIX_PLAYERS else max(len(table.payouts), 1)
    how = Sampling(0.0, seed, None, progress, threads)
    finish, error, _ = finish_of_tournaments(table.chips(), places, tournaments, how)
    return finish, error


def finish_of_tournaments(
    chips: Sequence[int], places: int, tournaments: int, how: Sampling
) -> tuple[Values, float, int]:
    """Return each player's probabilities of the first places, their error, and the number of tournaments."""
    players = len(chips)
    if players * places > MAX_FINISH_ENTRIES:
        rule = f"is kept for at most {MAX_FINISH_ENTRIES:,} players times places"
        raise UnavailableError("finish", f"{rule}, here {players:,} times {places:,}")
    live = np.flatnonzero([chip > 0 for chip in chips])
    seen = min(places, len(live))
    found = _core.field_finish(
        *chip_words(with_chips(chips)),
        seen,
        how.seed,
        tournaments,
        how.threads,
        how.max_seconds,
        how.progress,
    )
    finish = np.zeros((players, places))
    finish[live, :seen] = found.values
    if len(live) < places:
        finish[np.setdiff1d(np.arange(players), live), len(live) :] = 1.0 / (players - len(live))
    return finish, found.error, found.work


def sampled(answers: Sequence[tuple[Values, float, int]]) -> Finish:
    """Return the finish probabilities of several tables, each with its error and its number of samples."""
    values = np.array([values for values, _, _ in answers])
    return Finish(values, max(error for _, error, _ in answers), False, "sample", sum(work for *_, work in answers))


def sample_finish(chips: Sequence[int], how: Sampling) -> tuple[Values, float, int]:
    """Return finish probabilities of one table, their error and the work."""
    check_matrix(len(chips))
    live = np.flatnonzero([chip > 0 for chip in chips])
    if FEWEST_HYBRID_PLAYERS <= len(live) <= HYBRID_PLAYERS:
        answer = hybrid(with_chips(chips), np.ones(1), how)
        return with_eliminated(answer.finish, live, len(chips)), answer.finish_error, answer.work
    return finish_of_tournaments(chips, len(chips), TOURNAMENTS if how.max_seconds is None else NO_END, how)


def _no_knockouts(live: int, _progress: Progress | None) -> tuple[Values, float]:
    rule = f"is given for {FEWEST_HYBRID_PLAYERS} to {HYBRID_PLAYERS} players with chips, here {live}"
    raise UnavailableError("knockouts", rule)


def with_eliminated(finish: Values, live: Values, players: int) -> Values:
    """Return the matrix of all players; those without chips share the last places."""
    whole = np.zeros((players, players))
    whole[np.ix_(live, np.arange(len(live)))] = finish
    out = np.setdiff1d(np.arange(players), live)
    whole[np.ix_(out, np.arange(len(live), players))] = 1.0 / max(len(out), 1)
    return whole


def with_chips(chips: Sequence[int]) -> list[int]:
    """Return the stacks of the players who hold chips."""
    return [chip for chip in chips if chip]
