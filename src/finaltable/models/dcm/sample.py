"""DCM by sampling: the likely part of the tree exactly and the rest sampled, or whole tournaments simulated."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import UnavailableError
from finaltable.models.dcm.tree import (
    LOST_UNITS_PER_NODE,
    MAX_UNROLLED,
    chip_words,
    cost_of,
    plan_search,
    rounding,
    search_knockouts,
)
from finaltable.results import Equity, Values
from finaltable.table.options import Progress, time_left
from finaltable.table.table import MAX_MATRIX_PLAYERS, Floats, Table, check_matrix

FEWEST_HYBRID_PLAYERS = 3
HYBRID_PLAYERS = 60  # above, simulated tournaments are better in the same time
HYBRID_NODES = 25_000_000  # these and the paths take about half a second
HYBRID_PATHS = 1_000_000
FEW_PATHS = 2_000
FIRST_PART = 1 / 16  # of that first: it may do, and it shows how fast this machine is
TOURNAMENTS = 2**22  # half a second on two cores
TOURNAMENTS_OF_GIANTS = 2**21  # beyond GIANT players a tournament costs more
GIANT = 20_000
QUASI_RANDOM = 6  # hands of a tournament spread evenly; later ones are drawn
NO_END = 2**50  # tournaments: until time is up
SETTLING = 1.5e-7  # seconds for every player, from the last tournament to the answer
SUMMATION = 2.0**-37  # what adding up millions of prizes may round, as a share of the pool
MAX_FINISH_ENTRIES = 30_000_000


class Sampling(NamedTuple):
    """How to sample."""

    tolerance: float
    seed: int
    max_seconds: float | None
    progress: Progress | None
    threads: int


def by_sample(table: Table, how: Sampling) -> Equity:
    """Sample; the error is four standard errors, and what events that were never drawn may add."""
    live = np.flatnonzero(table.stack_array)
    if FEWEST_HYBRID_PLAYERS <= len(live) <= HYBRID_PLAYERS and table.players <= MAX_MATRIX_PLAYERS:
        return by_hybrid(table, live, how)
    return by_tournaments(table, live, how)


def by_hybrid(table: Table, live: Values, how: Sampling) -> Equity:
    """Expand the likely nodes of the tree, sample the branches cut off."""
    chips = table.chips()
    answer = hybrid(with_chips(chips), table.payout_array[: len(live)], how)
    finish = with_eliminated(answer.finish, live, table.players)
    finish_error, error = answer.errors(table.payout_array[1 : len(live)])
    plan = plan_search(len(live), "auto", how.tolerance, how.max_seconds, None)
    return Equity(
        table=table,
        equities=finish @ table.payout_array,
        error=error + rounding(table.players) * table.pool,
        guaranteed=False,
        model="dcm",
        method="sample",
        work=answer.nodes + answer.paths,
        tolerance=how.tolerance,
        _finish=(finish, finish_error + rounding(table.players)),
        _knockouts=partial(search_knockouts, chips, plan),
    )


class Hybrid(NamedTuple):
    """The answer of the core."""

    finish: Floats
    standard_errors: Floats
    """Of the equities."""
    finish_standard_error: float
    """The largest of a finish probability."""
    path: float
    """The probability that each path stands for."""
    unresolved: float
    """No finish probability is further from its exact value than this: a proof."""
    nodes: int
    paths: int
    done: bool

    def errors(self, later_payouts: Floats) -> tuple[float, float]:
        """Return the error of the finish probabilities and, for these payouts of places 2 and on, of the equities.

        Four standard errors and what scatter does not show, or what is proved if that is less. The scatter of a few
        paths says little: with few of them it is what is proved.
        """
        spread = float(np.ptp(later_payouts)) if later_payouts.size else 0.0
        if self.paths < FEW_PATHS:
            return self.unresolved, self.unresolved * spread
        lost = LOST_UNITS_PER_NODE * 2.0**-63 * self.nodes  # by rounding down
        finish = lost + _core.sampling_error(self.finish_standard_error, self.path, 1.0)
        equity = lost * spread + _core.sampling_error(float(self.standard_errors.max()), self.path * spread, 1.0)
        return min(finish, self.unresolved), min(equity, self.unresolved * spread)


def hybrid(chips: Sequence[int], prizes: Floats, how: Sampling) -> Hybrid:
    """Search and sample: a part first, which may do and shows how fast this machine is, then what time allows."""
    cost = cost_of(len(chips))
    words = chip_words(chips)

    def run(part: float, max_seconds: float | None) -> Hybrid:
        threshold = cost.for_nodes(part * HYBRID_NODES * MAX_UNROLLED / max(len(chips), MAX_UNROLLED))
        unresolved = float(cost.unresolved[cost.thresholds <= threshold][0])
        paths = part * HYBRID_PATHS
        answer = _core.hybrid_finish(*words, prizes, threshold, unresolved, paths, how.seed, max_seconds, how.progress)
        return Hybrid(*answer)

    started = time.perf_counter()
    first = run(FIRST_PART, None)
    seconds = time.perf_counter() - started
    finish_error, error = first.errors(prizes[1:])
    if finish_error <= how.tolerance and error <= how.tolerance * prizes.sum():
        return first
    if how.max_seconds is None:
        return run(1.0, None)
    left = how.max_seconds - seconds
    part = 0.7 * FIRST_PART * left / seconds
    if part <= FIRST_PART:
        return first
    second = run(part, left)
    return second if second.done else first


def by_tournaments(table: Table, live: Values, how: Sampling) -> Equity:
    """Simulate whole tournaments."""
    began = time.monotonic()
    prizes = np.ascontiguousarray(np.trim_zeros(table.payout_array[: len(live)], "b"))
    most = TOURNAMENTS if len(live) <= GIANT else TOURNAMENTS_OF_GIANTS
    words = chip_words(with_chips(table.chips()))
    left = time_left(how.max_seconds, began - SETTLING * len(live))
    equities, _, error, tournaments, _ = _core.field_equities(
        *words,
        prizes,
        how.seed,
        most if how.max_seconds is None else NO_END,
        how.tolerance * table.pool,
        QUASI_RANDOM,
        how.threads,
        left,
        how.progress,
    )
    everybody = np.full(table.players, table.eliminated_prize)
    everybody[live] = equities
    return Equity(
        table=table,
        equities=everybody,
        error=error + SUMMATION * table.pool,
        guaranteed=False,
        model="dcm",
        method="sample",
        work=tournaments,
        tolerance=how.tolerance,
        _finish=partial(_finish_of_tournaments, table, tournaments, how.seed, how.threads),
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
    """Return the probabilities of the first places for every player, their error, and how many tournaments it took."""
    players = len(chips)
    if players * places > MAX_FINISH_ENTRIES:
        rule = f"is kept for at most {MAX_FINISH_ENTRIES:,} players times places"
        raise UnavailableError("finish", f"{rule}, here {players:,} times {places:,}")
    live = np.flatnonzero([chip > 0 for chip in chips])
    seen = min(places, len(live))
    counted, played = _core.field_finish(
        *chip_words(with_chips(chips)),
        seen,
        how.seed,
        tournaments,
        QUASI_RANDOM,
        how.threads,
        how.max_seconds,
        how.progress,
    )
    worst = _core.sampling_error(float(np.sqrt((counted * (1 - counted)).max() / played)), 1.0, played)
    finish = np.zeros((players, places))
    finish[live, :seen] = counted
    if len(live) < places:
        finish[np.setdiff1d(np.arange(players), live), len(live) :] = 1.0 / (players - len(live))
    return finish, (worst if len(live) > 2 else 0.0) + rounding(players), played


def sample_finish(chips: Sequence[int], how: Sampling) -> tuple[Values, float, int]:
    """Return finish probabilities of one table, their error and the work."""
    check_matrix(len(chips))
    live = np.flatnonzero([chip > 0 for chip in chips])
    if FEWEST_HYBRID_PLAYERS <= len(live) <= HYBRID_PLAYERS:
        answer = hybrid(with_chips(chips), np.ones(1), how)
        error = answer.errors(np.zeros(1))[0] + rounding(len(chips))
        return with_eliminated(answer.finish, live, len(chips)), error, answer.nodes + answer.paths
    return finish_of_tournaments(chips, len(chips), TOURNAMENTS if how.max_seconds is None else NO_END, how)


def _no_knockouts(live: int, _progress: Progress | None) -> tuple[Values, float]:
    rule = f"is given for {FEWEST_HYBRID_PLAYERS} to {HYBRID_PLAYERS} players with chips, here {live}"
    raise UnavailableError("knockouts", rule)


def with_eliminated(finish: Values, live: Values, players: int) -> Values:
    """Return the matrix of all players; those without chips share the last places."""
    everybody = np.zeros((players, players))
    everybody[np.ix_(live, np.arange(len(live)))] = finish
    out = np.setdiff1d(np.arange(players), live)
    everybody[np.ix_(out, np.arange(len(live), players))] = 1.0 / max(len(out), 1)
    return everybody


def with_chips(chips: Sequence[int]) -> list[int]:
    """Return the stacks of the players who hold chips."""
    return [chip for chip in chips if chip]
