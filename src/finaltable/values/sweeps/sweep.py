"""Equities as one stack grows, and the cliffs on the way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any

import numpy as np

from finaltable.answers import Answer, Tabular, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.freezing import FrozenArrays, frozen
from finaltable.models import Choice, Model, find_models
from finaltable.models.cache import sharing
from finaltable.results import Values, Vector
from finaltable.table.options import Progress, check_progress, check_threads, check_tolerance
from finaltable.table.table import (
    Number,
    Table,
    as_table,
    check_no_bounties,
    check_number,
    check_player,
    check_whole,
    exact_number,
    exact_value,
)
from finaltable.values.cliff import Tie, Ties, find_ties
from finaltable.values.distributions import Checkpoint, check_tree, checkpoint_of, solve_tables

MAX_POINTS = 20_000
LEAST_THRESHOLD = 1e-4  # of the prize pool
ROUGH = 0.1  # of the threshold: tolerance of the first pass
FINE_BITS = 20  # for the smallest gap between two ties


@dataclass(frozen=True, eq=False)
class Cliff(FrozenArrays, Answer):
    """A stack at which DCM, or a mixture with DCM, jumps because two players are level."""

    model: str
    """Name of the model that jumps."""
    stack: Number
    """Chips of the player whose stack grows."""
    pair: tuple[int, int]
    """The two players who are level, as indices."""
    path: tuple[int, ...]
    """Winners of the hands after which they are level; empty: they are level at once."""
    before: Annotated[Values, list[float]]
    """Equities with slightly less than ``stack``."""
    level: Annotated[Values, list[float]]
    """Equities with exactly ``stack``."""
    after: Annotated[Values, list[float]]
    """Equities with slightly more than ``stack``."""

    def __post_init__(self) -> None:
        for values in (self.before, self.level, self.after):
            frozen(values)

    @property
    def jump(self) -> Values:
        """Gain or loss of each player."""
        jump: Values = self.after - self.before
        return jump


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(FrozenArrays, Tabular, Answer):
    """Equities as one player's stack grows. Made by `sweep`."""

    table: Table
    """The table before the sweep."""
    player: int
    """The player whose stack grows."""
    models: tuple[str, ...]
    """Names of the models."""
    points: Vector
    """Stacks of that player."""
    equities: Annotated[Values, list[list[list[float]]]]
    """Equities by model, point and player, shape (models, points, players)."""
    errors: tuple[float, ...]
    """For each model: no equity is further from its exact value than this, in payout units."""
    threshold: float
    """Jumps of at least this much, in payout units, are listed."""
    cliffs: tuple[Cliff, ...]
    """Cliffs by model, then from the shortest stack up. The search covers DCM and mixtures of DCM with models that do
    not jump; cliffs of other models are not listed."""
    complete_above: float
    """No jump of at least this much is missing (proved): the threshold, or more if that would take too long."""

    reported_by = "values.sweeps.report.sweep_report"
    drawn_by = "sweep_figure"

    in_json = json_fields(
        "table.names table.stacks table.payouts player models points equities errors threshold complete_above cliffs"
    )

    def __post_init__(self) -> None:
        frozen(self.points)
        frozen(self.equities)

    def records(self) -> list[dict[str, Any]]:
        """Return a line per model, point and player."""
        return [
            {"model": model, "stack": stack, "player": name, "equity": equity}
            for model, points in zip(self.models, self.equities, strict=True)
            for stack, equities in zip(self.points.tolist(), points.tolist(), strict=True)
            for name, equity in zip(self.table.names, equities, strict=True)
        ]


def sweep(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    player: int | str = 0,
    start: object = None,
    stop: object = None,
    *,
    points: int = 200,
    models: Sequence[Choice] = ("icm", "dcm"),
    threshold: object = None,
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Sweep:
    """Return each player's equity as one player's stack grows, with the cliffs of DCM and its mixtures.

    >>> moved = sweep([1000, 800, 2000, 3000], [50, 30, 20], player=0, start=700, stop=900, points=3)
    >>> moved.equities[1, :, 0].round(2).tolist()
    [9.39, 14.73, 20.3]
    >>> [(cliff.stack, cliff.jump.round(2).tolist()) for cliff in moved.cliffs]
    [(800, [10.0, -10.0, -0.0, -0.0])]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    player
        The player whose stack grows: an index from 0, or a name.
    start, stop
        The shortest and the largest stack; by default 10 % of the player's stack and four times the stack.
    points
        Number of stacks, evenly spaced; whole numbers of chips if all the stacks are.
    models
        Names of models, or mixtures of them: see `equity`.
    threshold
        List jumps of at least this much money; by default 0.5 % of the prize pool.
    tolerance, threads, progress
        As for `equity`.
    """
    table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts)
    check_no_bounties(table, "bounties jump at ties, too, and there is no bound for these jumps")
    seat = check_player(player, table.names)
    tolerance = check_tolerance(tolerance)
    threads = check_threads(threads)
    check_progress(progress)
    found = sharing(find_models(models))
    low, high = check_range(table, seat, start, stop)
    steps = spread(table, low, high, check_whole(points, "points", 2, MAX_POINTS))
    smallest = max(LEAST_THRESHOLD, 4 * tolerance) * table.pool  # a smaller jump could be the error
    least = max(0.005 * table.pool, smallest) if threshold is None else float(check_number(threshold, "threshold"))
    if least < smallest:
        raise InputError("threshold", f"must be at least {smallest:g} at this tolerance", threshold, code="too_small")
    check_tree(found, table.live + (not table.stacks[seat]), tolerance)
    solve = SweepSolver(table, seat, tolerance, threads)
    jumping = [model for model in found if model.tie_share]
    stages = len(found) + len(jumping)
    stage = [checkpoint_of(progress, number, stages, tolerance) for number in range(stages)]
    answers = [solve(model, steps, stage[m]) for m, model in enumerate(found)]
    searches = [
        find_cliffs(solve, model, low, high, least, stage[number]) for number, model in enumerate(jumping, len(found))
    ]
    return Sweep(
        table=table,
        player=seat,
        models=tuple(model.name for model in found),
        points=np.array(steps),
        equities=np.array([answer[0] for answer in answers]),
        errors=tuple(answer[1] for answer in answers),
        threshold=least,
        cliffs=tuple(cliff for cliffs, _ in searches for cliff in cliffs),
        complete_above=max([least, *(complete for _, complete in searches)]),
    )


def check_range(table: Table, seat: int, start: object, stop: object) -> tuple[Number, Number]:
    """Return the shortest and the largest stack, or raise."""
    own = table.stacks[seat]
    tenth = max(own // 10, 1) if isinstance(own, int) and own else own / 10
    low = check_number(tenth if start is None else start, "start")
    high = check_number(own * 4 if stop is None else stop, "stop")
    if not low > 0:
        raise InputError(
            "start",
            "must be above 0",
            start if start is not None else Verbatim("a player without chips"),
            code="too_small",
        )
    if not high > low:
        raise InputError("stop", f"must be above {{start}}, which is {low}", high, code="wrong_order")
    return low, high


def spread(table: Table, low: Number, high: Number, points: int) -> list[Number]:
    """Return evenly spaced stacks, whole if the table's stacks and both ends are."""
    first, last = exact_value(low), exact_value(high)
    even = [first + k * (last - first) / (points - 1) for k in range(points)]
    if all(exact_value(value).denominator == 1 for value in (*table.stacks, low, high)):
        return sorted({round(stack) for stack in even})
    return [float(stack) for stack in even]


class SweepSolver:
    """Equities of a table for many stacks of one player."""

    def __init__(self, table: Table, seat: int, tolerance: float, threads: int) -> None:
        self.table, self.seat, self.tolerance, self.threads = table, seat, tolerance, threads

    def __call__(
        self, model: Model, steps: Sequence[Number], checkpoint: Checkpoint, tolerance: float | None = None
    ) -> tuple[Values, float]:
        """Return equities, shape (points, players), and the largest error."""
        before, after = self.table.stacks[: self.seat], self.table.stacks[self.seat + 1 :]
        rows = [[*before, step, *after] for step in steps]
        return solve_tables(model, self.table, rows, tolerance or self.tolerance, self.threads, checkpoint)


def find_cliffs(
    solve: SweepSolver, model: Model, low: Number, high: Number, threshold: float, checkpoint: Checkpoint
) -> tuple[list[Cliff], float]:
    """Return a model's jumps of at least ``threshold``, and the size from which on none is missing.

    Candidates are the ties; sizes come from the model on both sides, first at a rough tolerance, then at a fine one if
    the jump may be large enough. A mixture has a share of DCM's jump, so its threshold for DCM's ties is higher.
    """
    share = model.tie_share
    ties = ties_between(solve, exact_value(low), exact_value(high), threshold / share, checkpoint)
    tried = likeliest(ties.found)
    beside = dict(zip(tried, both_sides([*tried], exact_value(low)), strict=True))
    if tried:
        rough = max(solve.tolerance, ROUGH * threshold / solve.table.pool)
        steps: list[Number] = [side for sides in beside.values() for side in sides]
        equities, error = solve(model, steps, lambda done: checkpoint(done / 2), rough)
        sizes = np.abs(np.diff(equities.reshape(len(tried), 2, -1), axis=1)).max(axis=(1, 2))
        tried = {
            place: tie for (place, tie), size in zip(tried.items(), sizes, strict=True) if size + 2 * error >= threshold
        }
    cliffs = measured(solve, model, tried, beside, lambda done: checkpoint((1 + done) / 2))
    return [cliff for cliff in cliffs if np.abs(cliff.jump).max() >= threshold], max(threshold, share * ties.elsewhere)


def ties_between(solve: SweepSolver, first: Fraction, last: Fraction, threshold: float, checkpoint: Checkpoint) -> Ties:
    """Return the ties between two stacks."""
    table = solve.table
    beyond = (last - first) / 2**20  # a cliff at either end is in the range
    without = [0 if seat == solve.seat else stack for seat, stack in enumerate(table.stacks)]
    direction = [int(seat == solve.seat) for seat in range(table.players)]
    start, stop = max(first - beyond, first / 2), last + beyond
    return find_ties(without, direction, start, stop, table.payout_array.tolist(), threshold, checkpoint=checkpoint)


def likeliest(ties: Iterable[Tie]) -> dict[Fraction, Tie]:
    """Return the likeliest tie at each place, in order."""
    found: dict[Fraction, Tie] = {}
    for tie in ties:
        if tie.moved not in found or found[tie.moved].probability < tie.probability:
            found[tie.moved] = tie
    return found


def both_sides(places: Sequence[Fraction], low: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return stacks just below and just above each place, with powers of two as denominators for speed."""
    gap = min([low, *(right - left for left, right in pairwise(places))])
    parts = Fraction(2) ** (FINE_BITS + 1 + gap.denominator.bit_length() - gap.numerator.bit_length())
    return [((math.ceil(at * parts) - 1) / parts, (math.floor(at * parts) + 1) / parts) for at in places]


def measured(
    solve: SweepSolver,
    model: Model,
    tried: dict[Fraction, Tie],
    beside: dict[Fraction, tuple[Fraction, Fraction]],
    checkpoint: Checkpoint,
) -> list[Cliff]:
    """Return the cliffs at some ties under a model, and their error."""
    if not tried:
        checkpoint(1.0)
        return []
    steps: list[Number] = [step for place in tried for step in (beside[place][0], place, beside[place][1])]
    equities = solve(model, steps, checkpoint)[0].reshape(len(tried), 3, -1)
    return [
        Cliff(model.name, exact_number(tie.moved), tie.pair, tie.path, *sides)
        for tie, sides in zip(tried.values(), equities, strict=True)
    ]
