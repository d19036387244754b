"""Close stacks: pairs that a recount, the blinds or one pot would move past a cliff of DCM.

`ties_within` finds every place within reach where two players become level; the model on both sides of it gives the
money that moves there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, get_args

import numpy as np

from finaltable.answers import Answer, Tabular, json_fields, to_jsonable
from finaltable.errors import InputError, Verbatim
from finaltable.freezing import FrozenArrays, frozen
from finaltable.models import dcm_model, find_model
from finaltable.results import Values
from finaltable.table.options import Progress, check_progress, check_threads
from finaltable.table.table import Number, Table, as_table, check_no_bounties, check_number, exact_value, plain_number
from finaltable.table.table_batch import TableBatch
from finaltable.values.cliff import Tie
from finaltable.values.distributions import Checkpoint, check_tree, checkpoint_of, solve_tables
from finaltable.values.sensitivity.moves import Move, stacks_after, ties_within

Cause = Literal["recount", "blinds", "pot"]
CAUSES = get_args(Cause)
SHOWN = ("icm", "dcm")  # in pictures
MAX_PLAYERS = 14
RECOUNT_SHARE = Fraction(1, 100)  # of the average stack: the default error of a count
POT_SHARE = Fraction(1, 10)  # of the average stack
POT_BLINDS = 5  # big blinds
ROOM_BITS = 60  # for all chips of a table, in parts of a chip
FINE_BITS = 32  # for the shortest stack, in parts of a chip
EQUITIES_FINER = 0.1  # times the tolerance: a search for equities still takes less than one for finish probabilities
LEAST_THRESHOLD = 1e-3  # of the prize pool
MUCH_MORE = 1.5  # times the money


@dataclass(frozen=True, eq=False)
class ClosePair(FrozenArrays, Answer):
    """Two players so close that a few chips decide who is ahead, and the money that depends on it."""

    pair: tuple[int, int]
    """The two players, as indices."""
    path: tuple[int, ...]
    """Winners of the hands after which they are close; empty: they are close now."""
    cause: Cause
    """The smallest event that moves enough chips: "recount", "blinds" or "pot"."""
    chips: Number
    """Number of chips that must move; 0: the two are level."""
    taker: int | None
    """Player whose stack grows by them; None: a recount finds fewer chips."""
    giver: int | None
    """Player whose stack shrinks by them; None: a recount finds more chips."""
    before: Annotated[Values, list[float]]
    """DCM equities just before the two pass each other."""
    after: Annotated[Values, list[float]]
    """DCM equities just after."""

    in_json = json_fields("pair path cause chips taker giver before after money")

    def __post_init__(self) -> None:
        frozen(self.before)
        frozen(self.after)

    @property
    def jump(self) -> Values:
        """Gain or loss of each player."""
        jump: Values = self.after - self.before
        return jump

    @property
    def money(self) -> float:
        """Largest gain or loss of the two; others who are level at the same place may gain or lose more."""
        return float(np.abs(self.jump[list(self.pair)]).max())


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity(Tabular, Answer):
    """Close stacks, and the money that depends on them. Made by `sensitivity`."""

    table: Table
    """The players, their stacks and the payouts."""
    recount: Number
    """A recount may change one stack by up to this many chips."""
    blinds: Number
    """The blinds of the next hand may move up to this many from one player to another; 0: unknown."""
    pot: Number
    """One pot may move up to this many."""
    threshold: float
    """Jumps of at least this much, in payout units, are listed."""
    error: float
    """No equity is further from its exact value than this."""
    complete_above: float
    """No jump of at least this much was missed (proved): the threshold, or more if that would take too long."""
    close: tuple[ClosePair, ...]
    """Close pairs: recounts, then blinds, then pots; within these, the most money first."""

    reported_by = "values.sensitivity.report.sensitivity_report"
    drawn_by = "sensitivity_figure"

    in_json = json_fields(
        "table.names table.stacks table.payouts recount blinds pot threshold error complete_above close"
    )

    def records(self) -> list[dict[str, Any]]:
        """Return a line per close pair."""
        return [to_jsonable(one) for one in self.close]

    def _drawn(self) -> tuple[Any, ...]:
        return (self, close_curves(self))


class Curve(NamedTuple):
    """Equities of all players as chips move to the point where a close pair is level, and beyond."""

    close: ClosePair
    moved: Values
    """Numbers of chips moved; negative in the other direction."""
    equities: dict[str, Values]
    """Equities by model, shape (points, players)."""


def sensitivity(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    recount: object = None,
    big_blind: object = None,
    pot: object = None,
    threshold: object = None,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Sensitivity:
    """Return pairs of stacks so close that a recount, the blinds or one pot would make DCM jump.

    >>> found = sensitivity([1000, 995, 2000, 3000], [50, 30, 20], threshold=5)
    >>> [(close.pair, close.cause, close.chips, round(close.money, 2)) for close in found.close]
    [((0, 1), 'recount', 5, 10.09)]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    recount
        Chips that a count may be off by; by default 1 % of the average stack.
    big_blind
        The big blind of the next hand, which a player may lose by folding.
    pot
        Most chips that one pot may cost a player; by default five big blinds, or 10 % of the average stack.
    threshold
        List jumps of at least this much money; by default 0.5 % of the prize pool.
    threads, progress
        As for `equity`.
    """
    table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts)
    check_no_bounties(table, "bounties jump at ties, too, and there is no bound for these jumps")
    threads = check_threads(threads)
    check_progress(progress)
    if table.live > MAX_PLAYERS:
        rule = f"must leave at most {MAX_PLAYERS} players with chips"
        raise InputError("stacks", rule, Verbatim(table.live), code="too_many")
    if not table.pool:
        raise InputError("payouts", "must include a prize above 0", list(table.payouts), code="too_few")
    smallest = LEAST_THRESHOLD * table.pool
    least = 0.005 * table.pool if threshold is None else float(check_number(threshold, "threshold"))
    if least < smallest:
        raise InputError("threshold", f"must be at least {smallest:g}", threshold, code="too_small")
    average = sum(map(exact_value, table.stacks), Fraction(0)) / table.live
    blinds = Fraction(0) if big_blind is None else exact_value(check_number(big_blind, "big_blind"))
    reach = {
        "recount": average * RECOUNT_SHARE if recount is None else exact_value(check_number(recount, "recount")),
        "blinds": blinds,
        "pot": (POT_BLINDS * blinds or average * POT_SHARE) if pot is None else exact_value(check_number(pot, "pot")),
    }
    coarse = 0.25 * least / table.pool  # a jump is the difference of two equities: its error is half of the threshold
    dcm = dcm_model()
    check_tree([dcm], table.live, coarse)
    checkpoint = checkpoint_of(progress, 0, 1, coarse)
    seen, elsewhere = ties_within(table, reach, least, checkpoint)
    rough, _ = both_sides(table, reach, seen, coarse, threads, checkpoint)
    # Compute the jumps that may be listed again, at a finer tolerance.
    likely = [tie for tie, found in zip(seen, rough, strict=True) if np.abs(found.jump).max() >= 0.5 * least]
    affordable = coarse if dcm.affordable is None else dcm.affordable(table.live, 2 * len(likely), coarse)
    fine = affordable * EQUITIES_FINER
    close, error = both_sides(table, reach, likely, fine, threads, checkpoint)
    places = by_place(likely, close)
    return Sensitivity(
        table=table,
        recount=plain_number(reach["recount"]),
        blinds=plain_number(reach["blinds"]),
        pot=plain_number(reach["pot"]),
        threshold=least,
        error=error,
        complete_above=max(least, elsewhere),
        close=tuple(to_list([found for there in places for found in explaining(there, least)])),
    )


def both_sides(
    table: Table,
    reach: dict[str, Fraction],
    seen: Sequence[tuple[Move, Tie]],
    tolerance: float,
    threads: int,
    checkpoint: Checkpoint,
) -> tuple[list[ClosePair], float]:
    """Return the close pairs at ties under DCM, and the error of their equities."""
    if not seen:
        return [], 0.0
    places = list({(move, tie.moved): None for move, tie in seen})  # several pairs may be level at one place
    rows = rows_beside(table, places)
    equities, error = equities_of(table, rows, tolerance, threads, checkpoint)
    sides = dict(zip(places, equities.reshape(len(places), 2, table.players), strict=True))
    return [close_pair(reach, move, tie, *sides[move, tie.moved].copy()) for move, tie in seen], error


def equities_of(
    table: Table, rows: list[list[int]], tolerance: float, threads: int, checkpoint: Checkpoint
) -> tuple[Values, float]:
    """Return DCM equities, shape (rows, players), and the largest error."""
    if max(map(sum, rows)) >= 2**62:
        return solve_tables(dcm_model(), table, rows, tolerance, threads, checkpoint)
    chips = np.array(rows, dtype=np.int64)
    found = dcm_model().value_many(
        TableBatch(chips, chips, table.payout_array[np.newaxis]),
        method="tree",
        tolerance=tolerance,
        threads=threads,
        progress=lambda done, _: checkpoint(done),
    )
    checkpoint(1.0)
    return found.equities, float(found.error.max())


def rows_beside(table: Table, places: Sequence[tuple[Move, Fraction]]) -> list[list[int]]:
    """Return two rows of stacks for each place: just before it and just after it; level now counts as before.

    Stacks are whole numbers of parts of a chip, so fine that rounding is far less than the distance to the place.
    """
    chips = [exact_value(stack) for stack in table.stacks]
    unit = math.lcm(*(stack.denominator for stack in chips))
    used = int(sum(chips) * unit).bit_length()
    smallest = int(min(stack for stack in chips if stack) * unit).bit_length()
    room = ROOM_BITS if ROOM_BITS - used + smallest >= FINE_BITS else used - smallest + FINE_BITS
    parts = unit << max(0, room - used)
    base = [int(stack * parts) for stack in chips]
    little = max(8, min(stack for stack in base if stack) >> 24)
    rows: list[list[int]] = []
    for move, moved in places:
        there = round(moved * parts)
        left = base[move.giver] - there if move.giver is not None else 2 * little
        beside = min(little, left // 2)  # a player cannot give more than their stack
        for step in (there - beside if moved else 0, there + beside):
            row = list(base)
            if move.taker is not None:
                row[move.taker] += step
            if move.giver is not None:
                row[move.giver] -= step
            rows.append(row)
    return rows


def close_curves(
    found: Sensitivity,
    *,
    most: int = 6,
    points: int = 160,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Curve]:
    """Return curves of the nearest pairs around their jump, under ICM and DCM, for figures."""
    table = found.table
    threads = check_threads(threads)
    tolerance = found.threshold / (50 * table.pool)
    shown = found.close[:most]
    curves = []
    for number, close in enumerate(shown):
        move = Move(close.taker, close.giver)
        back = Move(close.giver, close.taker)
        smallest = min(exact_value(stack) for stack in table.stacks if stack)
        far = max(2 * exact_value(close.chips), exact_value(found.recount), smallest / 100)
        low, high = (min(far, way.room(table) * Fraction(9, 10)) for way in (back, move))
        low = -low
        steps = [low + (high - low) * Fraction(k, points - 1) for k in range(points)]
        rows = [stacks_after(table, move, step) for step in steps]
        equities = {}
        for place, model in enumerate(SHOWN, start=number * len(SHOWN)):
            stage = checkpoint_of(progress, place, len(shown) * len(SHOWN), tolerance)
            equities[model] = solve_tables(find_model(model), table, rows, tolerance, threads, stage)[0]
        curves.append(Curve(close, np.array([float(step) for step in steps]), equities))
    return curves


def close_pair(reach: dict[str, Fraction], move: Move, tie: Tie, before: Values, after: Values) -> ClosePair:
    """Return the close pair at a tie, seen from the side of the current stacks."""
    recount = None in move
    cause: Cause = "recount" if recount else "blinds" if tie.moved <= reach["blinds"] else "pot"
    return ClosePair(tie.pair, tie.path, cause, plain_number(tie.moved), move.taker, move.giver, before, after)


def by_place(seen: Sequence[tuple[Move, Tie]], close: Sequence[ClosePair]) -> list[list[tuple[Tie, ClosePair]]]:
    """Return ties with their close pairs, grouped by place."""
    places: dict[tuple[Move, Fraction], list[tuple[Tie, ClosePair]]] = defaultdict(list)
    for (move, tie), found in zip(seen, close, strict=True):
        places[move, tie.moved].append((tie, found))
    return list(places.values())


def explaining(there: Sequence[tuple[Tie, ClosePair]], least: float) -> list[ClosePair]:
    """Return the pairs level at one place that explain why players gain or lose ``least`` there.

    Pairs that become level only after others at the same place are included if a player's jump needs them.
    """
    listed: list[ClosePair] = []
    missing = set(np.flatnonzero(np.abs(there[0][1].jump) >= least).tolist())
    for tie, found in sorted(there, key=lambda item: (not item[0].first, -item[0].probability, item[0].pair)):
        if found.money >= least and (tie.first or missing.intersection(found.pair)):
            listed.append(found)
            missing.difference_update(found.pair)
    return [max((found for _, found in there), key=lambda found: found.money)] if missing and not listed else listed


def to_list(close: Sequence[ClosePair]) -> list[ClosePair]:
    """Return the jumps to list, in order: for each pair and cause the nearest, or one that moves much more money.

    Jumps now come before jumps some hands later; a jump that a smaller cause already makes is left out.
    """
    chosen: dict[tuple[tuple[int, int], str], ClosePair] = {}
    for found in sorted(close, key=lambda found: (len(found.path), found.chips, -digits(found.money))):
        nearest = chosen.setdefault((found.pair, found.cause), found)
        if found.money > MUCH_MORE * nearest.money:
            chosen[found.pair, found.cause] = found
    listed: list[ClosePair] = []
    for cause in CAUSES:
        these = [found for found in chosen.values() if found.cause == cause]
        listed += [
            found
            for found in sorted(these, key=lambda found: -digits(found.money))
            if not any(other.pair == found.pair and digits(other.money) >= digits(found.money) for other in listed)
        ]
    return listed


def digits(money: float) -> float:
    """Return an amount rounded to six digits, so that equal amounts compare equal."""
    return float(f"{money:.6g}")
