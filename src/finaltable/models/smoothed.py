"""DCM averaged over chip counts that may be off by some amount.

DCM jumps where two stacks pass each other, but chip counts are never that exact. Every stack is drawn uniformly from
its count plus or minus the noise. The average turns each jump into a slope as wide as the noise; far from ties nothing
changes. The draws are randomly shifted lattices, which cover the box of stacks more evenly than random points. The
error is estimated from the differences between their averages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.models import find_model, model
from finaltable.models.dcm.tree import Plan, plan_search, search_tables
from finaltable.results import Equity, Values
from finaltable.table.options import CORES, Progress, stage_of
from finaltable.table.table import Number, Table, check_number, check_whole, exact_value

MAX_PLAYERS = 14
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)  # one per player
LATTICES = 16
FEWEST, MOST = 64 * LATTICES, 4096 * LATTICES  # tables
TREE_SHARE = 0.025  # of the least error that an average states: the most that the tree may add to it
BUDGET = 100_000_000  # nodes; about half a second on two cores
FINEST_GRID = 2**30  # parts of a chip
ROOM = 2**61  # chips of a table in 64 bits


@model(
    "smoothed",
    title="smoothed DCM",
    methods=("average",),
    counts={"average": "tables"},
    needs=frozenset({"chip_noise"}),
)
def solve(
    table: Table,
    *,
    chip_noise: object = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = CORES,
    progress: Progress | None = None,
) -> Equity:
    """Average DCM over lattices of stacks."""
    noise = check_noise(chip_noise, table)
    if table.live > MAX_PLAYERS:
        rule = f"must leave at most {MAX_PLAYERS} players with chips for smoothed DCM"
        raise InputError("stacks", rule, Verbatim(f"{table.live} players"), code="too_many")
    if samples is None:
        samples = affordable_samples(table.live)
    each = check_whole(samples, "samples", FEWEST, 10_000_000) // LATTICES
    tolerance = tolerance_for(each * LATTICES, table.live)
    means, error = average(
        draws(table, noise, each, seed), plan_search(table.live, "tree", tolerance, None, None), threads, progress
    )
    finish = means.mean(axis=0)
    values = means @ table.payout_array
    # Rare events that no lattice hits do not show in the differences. Heads-up nothing is rare: it is chip share.
    rare = float(table.live > 2)
    return Equity(
        table=table,
        equities=finish @ table.payout_array,
        error=error_of(values, rare * table.spread_below_first, each) + error * table.pool,
        guaranteed=False,
        model="smoothed",
        method="average",
        work=each * LATTICES,
        tolerance=tolerance,
        _finish=(finish, error_of(means, rare, each) + error),
    )


def smoothed(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    chip_noise: object = None,
    samples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Equity:
    """Return equities under DCM, averaged over stacks that may be off by up to ``chip_noise``.

    >>> from finaltable import dcm
    >>> for first in (799, 801):  # two chips more, past the second player
    ...     table = [first, 800, 2000, 3000], [50, 30, 20]
    ...     print(dcm(*table).equities.round(1), smoothed(*table, chip_noise=100).equities.round(1))
    [ 9.7 19.7 32.6 37.9] [14.8 14.9 32.5 37.9]
    [19.7  9.7 32.6 37.9] [14.9 14.8 32.5 37.9]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    chip_noise
        Every count may be off by up to this many chips, up or down, uniformly and independently.
    samples
        Number of tables to average over, at least 1,024; by default as many as take about half a second.
    seed, threads, progress
        As for `dcm`. The same seed gives the same answer, bit for bit.
    """
    return find_model("smoothed").equity(
        stacks,
        payouts,
        names=names,
        extra_payouts=extra_payouts,
        chip_noise=chip_noise,
        samples=samples,
        seed=seed,
        threads=threads,
        progress=progress,
    )


def tolerance_for(samples: int, live: int) -> float:
    """Return the tolerance of the tree at which its error is small in comparison with that of the average.

    >>> tolerance_for(4096, 9) / _core.sampling_error(0.0, 1.0, 4096)
    0.025
    """
    least = _core.sampling_error(0.0, 1.0, samples)  # of a finish probability, even if all lattices agree
    return max(TREE_SHARE * least, _core.tree_cost(live).finest_tolerance)


def affordable_samples(live: int) -> int:
    """Return how many tables to average over in about half a second: more tables need a finer search, too."""
    nodes_for = _core.tree_cost(live).nodes_for
    samples = FEWEST
    while samples < MOST and samples * nodes_for(tolerance_for(samples, live)) < BUDGET:
        samples = samples * 9 // 8
    return min(samples, MOST)


def check_noise(chip_noise: object, table: Table) -> Number:
    """Return the noise as a number, or raise."""
    if chip_noise is None:
        raise MissingError("chip_noise", "must be given for model 'smoothed'; equity, compare and deal accept it")
    noise = check_number(chip_noise, "chip_noise")
    shortest = min(stack for stack in table.stacks if stack)
    if not 0 < noise < shortest:
        rule = f"must be above 0 and below the shortest stack, {shortest}"
        raise InputError("chip_noise", rule, chip_noise, code="out_of_range")
    return noise


def draws(table: Table, noise: Number, each: int, seed: int) -> Callable[[int], Values]:
    """Return a function from the number of a lattice to its stacks, shape (tables, players)."""
    exact = [exact_value(value) for value in (*table.stacks, noise)]
    # As fine as 64 bits allow. Finer stacks are rounded, by much less than the noise. Equal stacks stay equal.
    grid = min(Fraction(FINEST_GRID * math.lcm(*(value.denominator for value in exact))), ROOM / (2 * sum(exact)))
    *chips, width = (round(value * grid) for value in exact)
    centre = np.array(chips, dtype=np.int64)
    width = max(width, 1)
    # Multiples of the roots of primes fill a cube evenly, and so do the differences of any two coordinates, which
    # decide who is ahead.
    seats = [seat for seat, chip in enumerate(chips) if chip]
    steps = np.zeros(table.players)
    steps[seats] = np.sqrt(PRIMES[: len(seats)])

    def lattice(number: int) -> Values:
        shift = np.random.default_rng([seed, number]).random(table.players)
        points = (shift + np.arange(each)[:, None] * steps) % 1.0
        offsets = np.floor(points * (2 * width + 1)).astype(np.int64) - width
        return np.where(centre > 0, np.maximum(centre + offsets, 1), 0)

    return lattice


def average(
    lattice: Callable[[int], Values], plan: Plan, threads: int, progress: Progress | None
) -> tuple[Values, float]:
    """Return the mean finish matrix of every lattice, and the largest error of the tree on any table."""
    means, error = [], 0.0
    for number in range(LATTICES):
        answer = search_tables(lattice(number), plan._replace(progress=stage_of(progress, number, LATTICES)), threads)
        means.append(answer.values.mean(axis=0))
        error = max(error, answer.error)
        if progress is not None:
            progress((number + 1) / LATTICES, error)
    return np.array(means), error


def error_of(means: Values, spread: float, each: int) -> float:
    """Return the largest error of the mean of independent means over ``each`` tables."""
    standard_error = float(means.std(axis=0, ddof=1).max()) / math.sqrt(len(means))
    return _core.sampling_error(standard_error, spread, len(means) * each)
