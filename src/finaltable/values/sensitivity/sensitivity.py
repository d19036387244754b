"""How far a table is from DCM's cliffs: which close stacks a recount, the blinds or one pot would move past each other.

`ties_within` knows every place within reach where two players come to be level, and the model on both sides how much
money changes hands there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, get_args

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.freezing import FrozenArrays, frozen
from finaltable.models import dcm_model, find_model
from finaltable.results import Values
from finaltable.table.options import Progress, check_progress, check_threads
from finaltable.table.table import Number, Table, as_table, check_no_bounties, check_number, exact_value, plain_number
from finaltable.values.cliff import Tie
from finaltable.values.distributions import Checkpoint, check_tree, checkpoint_of, solve_tables
from finaltable.values.sensitivity.moves import Move, stacks_after, ties_within

Cause = Literal["recount", "blinds", "pot"]
CAUSES = get_args(Cause)
SHOWN = ("icm", "dcm")  # in pictures
MAX_PLAYERS = 14
RECOUNT_SHARE = Fraction(1, 100)  # of the average stack: what a count is off by, if nothing is said
POT_SHARE = Fraction(1, 10)  # of the average stack
POT_BLINDS = 5  # big blinds
ROOM_BITS = 60  # of a table's chips, in parts
FINE_BITS = 32  # of the shortest stack, in parts
LEAST_THRESHOLD = 1e-3  # of the prize pool
MUCH_MORE = 1.5  # times the money


@dataclass(frozen=True, eq=False)
class ClosePair(FrozenArrays, Answer):
    """Two players who are so close that a few chips decide who is ahead, and what that is worth."""

    pair: tuple[int, int]
    """The two players, as indices."""
    path: tuple[int, ...]
    """Who wins the hands after which they are level; empty: they are close as things stand."""
    cause: Cause
    """The smallest event that moves enough chips: "recount", "blinds" or "pot"."""
    chips: Number
    """How many chips must move; 0: the two are level."""
    taker: int | None
    """Whose stack grows by them; None: nobody's, a recount finds fewer."""
    giver: int | None
    """Whose stack shrinks by them; None: nobody's, a recount finds more."""
    before: Annotated[Values, list[float]]
    """DCM equities a little before the two pass each other."""
    after: Annotated[Values, list[float]]
    """DCM equities a little after."""

    in_json = json_fields("pair path cause chips taker giver before after money")

    def __post_init__(self) -> None:
        frozen(self.before)
        frozen(self.after)

    @property
    def jump(self) -> Values:
        """What every player gains or loses there."""
        jump: Values = self.after - self.before
        return jump

    @property
    def money(self) -> float:
        """The most that either of the two gains or loses; others who are level there, too, may gain or lose more."""
        return float(np.abs(self.jump[list(self.pair)]).max())


@dataclass(frozen=True, eq=False)
class Sensitivity(Answer):
    """Close stacks, and the money that depends on them. Made by `sensitivity`."""

    table: Table
    """The players, their stacks and the payouts."""
    recount: Number
    """A recount may change one stack by up to this many chips."""
    blinds: Number
    """The blinds of the next hand may move up to this many from one player to another; 0: not known."""
    pot: Number
    """One pot may move up to this many."""
    threshold: float
    """Jumps of at least this much, in payout units, are listed."""
    error: float
    """No equity is further from its exact value than this."""
    complete_above: float
    """Proved: no jump of at least this much was missed. The threshold, or more where that would take too long."""
    close: tuple[ClosePair, ...]
    """The nearest first: recounts, then blinds, then pots; within these, the most money first."""

    in_json = json_fields(
        "table.names table.stacks table.payouts recount blinds pot threshold error complete_above close"
    )

    def __str__(self) -> str:
        from finaltable.values.sensitivity.report import sensitivity_report

        return str(sensitivity_report(self))


class Curve(NamedTuple):
    """Equities of everybody as chips move the way that brings a close pair level, and beyond."""

    close: ClosePair
    moved: Values
    """How many chips have moved; below zero, the other way."""
    equities: dict[str, Values]
    """By model, shape (points, players)."""


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
    """Return the close stacks that a recount, the blinds or one pot would move past each other under DCM.

    >>> found = sensitivity([1000, 995, 2000, 3000], [50, 30, 20], threshold=5)
    >>> [(close.pair, close.cause, close.chips, round(close.money, 2)) for close in found.close]
    [((0, 1), 'recount', 5, 10.09)]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts
        See `Table.of`; or a `Table` alone.
    recount
        By how many chips a count may be off; a hundredth of the average stack when not given.
    big_blind
        The big blind of the next hand: what folding it costs.
    pot
        How many chips one pot may cost a player; five big blinds, or a tenth of the average stack, when not given.
    threshold
        List jumps of at least this much money; 0.5 % of the prize pool when not given.
    threads, progress
        As for `equity`.
    """
    table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts)
    check_no_bounties(table, "bounties jump at ties as well, and nothing is proved about these jumps")
    threads = check_threads(threads)
    check_progress(progress)
    if table.live > MAX_PLAYERS:
        rule = f"must leave at most {MAX_PLAYERS} players with chips"
        raise InputError("stacks", rule, Verbatim(table.live), code="too_many")
    if not table.pool:
        raise InputError("payouts", "must hold some money to move", list(table.payouts), code="too_few")
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
    coarse = 0.25 * least / table.pool  # a jump is the difference of two equities: right to half of the threshold
    dcm = dcm_model()
    check_tree([dcm], table.live, coarse)
    checkpoint = checkpoint_of(progress, 0, 1, coarse)
    seen, elsewhere = ties_within(table, reach, least, checkpoint)
    rough, _ = both_sides(table, reach, seen, coarse, threads, checkpoint)
    # What may be told is computed once more, well: it is money that people argue about.
    likely = [tie for tie, found in zip(seen, rough, strict=True) if np.abs(found.jump).max() >= 0.5 * least]
    fine = coarse if dcm.affordable is None else dcm.affordable(table.live, 2 * len(likely), coarse)
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
        close=tuple(worth_telling([found for there in places for found in explaining(there, least)])),
    )


def both_sides(
    table: Table,
    reach: dict[str, Fraction],
    seen: Sequence[tuple[Move, Tie]],
    tolerance: float,
    threads: int,
    checkpoint: Checkpoint,
) -> tuple[list[ClosePair], float]:
    """Return what happens at ties under DCM, and how far from the truth any equity there can be."""
    if not seen:
        return [], 0.0
    places = list({(move, tie.moved): None for move, tie in seen})  # several pairs may be level in one place
    rows = rows_beside(table, places)
    equities, error = solve_tables(dcm_model(), table, rows, tolerance, threads, checkpoint)
    sides = dict(zip(places, equities.reshape(len(places), 2, table.players), strict=True))
    return [close_pair(reach, move, tie, *sides[move, tie.moved].copy()) for move, tie in seen], error


def rows_beside(table: Table, places: Sequence[tuple[Move, Fraction]]) -> list[list[Number]]:
    """Return two rows of stacks for each place: a little before it and a little behind; level now counts as before.

    In whole parts of a chip, so fine that rounding the place is far less than a little.
    """
    chips = [exact_value(stack) for stack in table.stacks]
    unit = math.lcm(*(stack.denominator for stack in chips))
    used = int(sum(chips) * unit).bit_length()
    smallest = int(min(stack for stack in chips if stack) * unit).bit_length()
    room = ROOM_BITS if ROOM_BITS - used + smallest >= FINE_BITS else used - smallest + FINE_BITS
    parts = unit << max(0, room - used)
    base = [int(stack * parts) for stack in chips]
    little = max(8, min(stack for stack in base if stack) >> 24)
    rows: list[list[Number]] = []
    for move, moved in places:
        there = round(moved * parts)
        left = base[move.giver] - there if move.giver is not None else 2 * little
        beside = min(little, left // 2)  # nobody can give more than they have
        for step in (there - beside if moved else 0, there + beside):
            row: list[Number] = list(base)
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
    """Return what the nearest pairs look like around their jump, under ICM and DCM: for pictures."""
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
        stage = checkpoint_of(progress, number, len(shown), tolerance)
        equities = {
            model: solve_tables(find_model(model), table, rows, tolerance, threads, stage)[0] for model in SHOWN
        }
        curves.append(Curve(close, np.array([float(step) for step in steps]), equities))
    return curves


def close_pair(reach: dict[str, Fraction], move: Move, tie: Tie, before: Values, after: Values) -> ClosePair:
    """Return what happens at a tie, told from the side the table is on now."""
    recount = None in move
    cause: Cause = "recount" if recount else "blinds" if tie.moved <= reach["blinds"] else "pot"
    return ClosePair(tie.pair, tie.path, cause, plain_number(tie.moved), move.taker, move.giver, before, after)


def by_place(seen: Sequence[tuple[Move, Tie]], close: Sequence[ClosePair]) -> list[list[tuple[Tie, ClosePair]]]:
    """Return ties and what happens there, those that lie in one place together."""
    places: dict[tuple[Move, Fraction], list[tuple[Tie, ClosePair]]] = defaultdict(list)
    for (move, tie), found in zip(seen, close, strict=True):
        places[move, tie.moved].append((tie, found))
    return list(places.values())


def explaining(there: Sequence[tuple[Tie, ClosePair]], least: float) -> list[ClosePair]:
    """Return the pairs, of all who are level in one place, that say why players gain or lose ``least`` there.

    Pairs that are level only after others are level in the same place are named if somebody's money needs them.
    """
    told: list[ClosePair] = []
    missing = set(np.flatnonzero(np.abs(there[0][1].jump) >= least).tolist())
    for tie, found in sorted(there, key=lambda item: (not item[0].first, -item[0].probability, item[0].pair)):
        if found.money >= least and (tie.first or missing.intersection(found.pair)):
            told.append(found)
            missing.difference_update(found.pair)
    return [max((found for _, found in there), key=lambda found: found.money)] if missing and not told else told


def worth_telling(close: Sequence[ClosePair]) -> list[ClosePair]:
    """Return which jumps to tell, in order: for every pair and cause the nearest, or one that moves much more.

    As things stand comes before some hands later, and what a smaller cause already does is left out.
    """
    chosen: dict[tuple[tuple[int, int], str], ClosePair] = {}
    for found in sorted(close, key=lambda found: (len(found.path), found.chips, -digits(found.money))):
        nearest = chosen.setdefault((found.pair, found.cause), found)
        if found.money > MUCH_MORE * nearest.money:
            chosen[found.pair, found.cause] = found
    told: list[ClosePair] = []
    for cause in CAUSES:
        these = [found for found in chosen.values() if found.cause == cause]
        told += [
            found
            for found in sorted(these, key=lambda found: -digits(found.money))
            if not any(other.pair == found.pair and digits(other.money) >= digits(found.money) for other in told)
        ]
    return told


def digits(money: float) -> float:
    """Return an amount at six digits, so that what is the same in truth is the same here."""
    return float(f"{money:.6g}")
