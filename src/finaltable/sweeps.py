"""Every player's equity as one stack grows, and the cliffs on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from finaltable.batches import Look, check_tree, solve_tables, stage_of
from finaltable.cliffs import Tie, find_ties, least_probability
from finaltable.errors import InputError, Said
from finaltable.freezing import FrozenArrays, frozen
from finaltable.models import Model, find_model, find_models
from finaltable.options import Progress, check_progress, check_threads, check_tolerance
from finaltable.result import Values, plain
from finaltable.table import Number, Table, check_number, check_player, check_whole, exact_number, exact_value

MAX_POINTS = 20_000
LEAST_THRESHOLD = 1e-4  # of the prize pool


@dataclass(frozen=True, eq=False)
class Cliff(FrozenArrays):
    """A stack at which DCM jumps because two players are level there."""

    stack: Number
    """Chips of the swept player."""
    pair: tuple[int, int]
    """The two players who are level, as indices."""
    path: tuple[int, ...]
    """Who wins the hands after which they are level; empty: they are level at once."""
    before: Values
    """Equities with a little less than ``stack``."""
    level: Values
    """Equities with exactly ``stack``."""
    after: Values
    """Equities with a little more than ``stack``."""

    def __post_init__(self) -> None:
        for values in (self.before, self.level, self.after):
            frozen(values)

    @property
    def jump(self) -> Values:
        """What every player gains or loses on the way past."""
        jump: Values = self.after - self.before
        return jump


@dataclass(frozen=True, eq=False)
class Sweep(FrozenArrays):
    """Equities as one player's stack moves. Made by `sweep`."""

    table: Table
    """The table as it stands."""
    player: int
    """Whose stack moves."""
    models: tuple[str, ...]
    """Names of the models."""
    points: Values
    """The stacks of that player that were tried."""
    equities: Values
    """Shape (models, points, players)."""
    errors: tuple[float, ...]
    """For each model: no equity is further from the truth than this, in payout units."""
    threshold: float
    """Jumps of at least this much, in payout units, are listed."""
    cliffs: tuple[Cliff, ...]
    """Where DCM jumps, from the shortest stack up; empty if DCM is not among the models."""

    def __post_init__(self) -> None:
        frozen(self.points)
        frozen(self.equities)

    def to_dict(self) -> dict[str, object]:
        """Return the sweep as plain numbers, lists and strings, ready for JSON."""
        return {
            "names": list(self.table.names),
            "stacks": plain(self.table.stacks),
            "payouts": plain(self.table.payouts),
            "player": self.player,
            "models": list(self.models),
            "points": plain(self.points),
            "equities": plain(self.equities),
            "errors": list(self.errors),
            "threshold": self.threshold,
            "cliffs": [
                {
                    "stack": plain(cliff.stack),
                    "pair": list(cliff.pair),
                    "path": list(cliff.path),
                    "before": plain(cliff.before),
                    "level": plain(cliff.level),
                    "after": plain(cliff.after),
                }
                for cliff in self.cliffs
            ],
        }

    def __str__(self) -> str:
        from finaltable.render.sweeps import sweep_report

        return str(sweep_report(self))


def sweep(
    stacks: Iterable[object],
    payouts: Iterable[object],
    player: int | str = 0,
    start: object = None,
    stop: object = None,
    *,
    points: int = 200,
    models: Sequence[str] = ("icm", "dcm"),
    threshold: object = None,
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Sweep:
    """Return everybody's equity as one player's stack grows, with the cliffs of DCM.

    >>> moved = sweep([1000, 800, 2000, 3000], [50, 30, 20], player=0, start=700, stop=900, points=3)
    >>> moved.equities[1, :, 0].round(2).tolist()
    [9.39, 14.73, 20.3]
    >>> [(cliff.stack, cliff.jump.round(2).tolist()) for cliff in moved.cliffs]
    [(800, [10.0, -10.0, -0.0, -0.0])]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`.
    player
        Whose stack moves: an index from 0, or a name.
    start, stop
        The shortest and the largest stack; a tenth of the player's stack and four times as much when not given.
    points
        How many stacks to try, evenly spaced; whole numbers of chips if all the stacks are.
    models
        Names of models.
    threshold
        List jumps of at least this much money; half a per cent of the prize pool when not given.
    tolerance, threads, progress
        As for `equity`.
    """
    table = Table.of(stacks, payouts, names=names, extra_payouts=extra_payouts)
    seat = check_player(player, table.names)
    tolerance = check_tolerance(tolerance)
    threads = check_threads(threads)
    check_progress(progress)
    found = find_models(models)
    low, high = check_range(table, seat, start, stop)
    steps = spread(table, low, high, check_whole(points, "points", 2, MAX_POINTS))
    smallest = max(LEAST_THRESHOLD, 4 * tolerance) * table.pool  # below, a jump could not be told from the error
    least = max(0.005 * table.pool, smallest) if threshold is None else float(check_number(threshold, "threshold"))
    if least < smallest:
        raise InputError("threshold", f"must be at least {smallest:g} at this tolerance", threshold)
    check_tree(found, table.live + (not table.stacks[seat]), tolerance)
    solve = Solver(table, seat, tolerance, threads)
    stages = len(found) + ("dcm" in models)
    answers = [solve(model, steps, stage_of(progress, m, stages, tolerance)) for m, model in enumerate(found)]
    last = stage_of(progress, len(found), stages, tolerance)
    cliffs = find_cliffs(solve, find_model("dcm"), low, high, least, last) if "dcm" in models else ()
    return Sweep(
        table=table,
        player=seat,
        models=tuple(models),
        points=np.array(steps),
        equities=np.array([answer[0] for answer in answers]),
        errors=tuple(answer[1] for answer in answers),
        threshold=least,
        cliffs=cliffs,
    )


def check_range(table: Table, seat: int, start: object, stop: object) -> tuple[Number, Number]:
    """Return the shortest and the largest stack, or raise."""
    own = table.stacks[seat]
    tenth = max(own // 10, 1) if isinstance(own, int) and own else own / 10
    low = check_number(tenth if start is None else start, "start")
    high = check_number(own * 4 if stop is None else stop, "stop")
    if not low > 0:
        raise InputError("start", "must be above 0", start if start is not None else Said("a player without chips"))
    if not high > low:
        raise InputError("stop", f"must be above start, which is {low}", high)
    return low, high


def spread(table: Table, low: Number, high: Number, points: int) -> list[Number]:
    """Return evenly spaced stacks; whole if the table's stacks and both ends are."""
    first, last = exact_value(low), exact_value(high)
    even = [first + k * (last - first) / (points - 1) for k in range(points)]
    if all(exact_value(value).denominator == 1 for value in (*table.stacks, low, high)):
        return sorted({round(stack) for stack in even})
    return [float(stack) for stack in even]


class Solver:
    """Equities of a table for many stacks of one player."""

    def __init__(self, table: Table, seat: int, tolerance: float, threads: int) -> None:
        self.table, self.seat, self.tolerance, self.threads = table, seat, tolerance, threads

    def __call__(self, model: Model, steps: Sequence[Number], look: Look) -> tuple[Values, float]:
        """Return equities, shape (points, players), and the largest error."""
        before, after = self.table.stacks[: self.seat], self.table.stacks[self.seat + 1 :]
        rows = [[*before, step, *after] for step in steps]
        return solve_tables(model, self.table, rows, self.tolerance, self.threads, look)


def find_cliffs(
    solve: Solver, dcm: Model, low: Number, high: Number, threshold: float, look: Look
) -> tuple[Cliff, ...]:
    """Return the jumps of at least ``threshold``: candidates from the ties, sizes from the model on both sides."""
    table = solve.table
    least = least_probability(table, threshold)
    first, last = exact_value(low), exact_value(high)
    beyond = (last - first) / 2**20  # a cliff at either end belongs to the range
    without = [0 if seat == solve.seat else stack for seat, stack in enumerate(table.stacks)]
    direction = [int(seat == solve.seat) for seat in range(table.players)]
    at_stack: dict[Fraction, Tie] = {}
    ends = max(first - beyond, first / 2), last + beyond
    for tie in find_ties(without, direction, *ends, least, partial(look, 0.0)):
        if tie.moved not in at_stack or at_stack[tie.moved].probability < tie.probability:
            at_stack[tie.moved] = tie  # of several pairs level there, the likeliest
    ties = list(at_stack.values())
    if not ties:
        look(1.0)
        return ()
    gaps = [b.moved - a.moved for a, b in pairwise(ties)]
    little = min([exact_value(low), *gaps]) / 2**20
    sides: list[Any] = [tie.moved + side * little for tie in ties for side in (-1, 0, 1)]
    equities = solve(dcm, sides, look)[0].reshape(len(ties), 3, table.players)
    found = []
    for tie, (before, level, after) in zip(ties, equities, strict=True):
        if np.abs(after - before).max() >= threshold:
            found.append(Cliff(exact_number(tie.moved), tie.pair, tie.path, before, level, after))
    return tuple(found)
