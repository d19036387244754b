"""How far a table is from DCM's cliffs: which close stacks a recount, the blinds or one pot would move past each other.

Chips move in two ways: a recount changes one player's stack, a pot takes chips from one player to another. Along each
of these, `find_ties` knows every place where two players come to be level, and the model on both sides how much money
changes hands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from finaltable.batches import Look, check_tree, solve_tables
from finaltable.cliffs import Tie, find_ties, least_probability
from finaltable.errors import InputError, Said
from finaltable.models import find_model
from finaltable.models.search import Progress
from finaltable.result import Values, plain
from finaltable.table import (
    Number,
    Table,
    check_number,
    check_progress,
    check_threads,
    exact_value,
    plain_number,
)

CAUSES = ("recount", "blinds", "pot")
MAX_PLAYERS = 20
RECOUNT_SHARE = Fraction(1, 100)  # of the average stack: what a count is off by, if nothing is said
POT_SHARE = Fraction(1, 10)  # of the average stack
POT_BLINDS = 5  # big blinds
LEAST_THRESHOLD = 1e-4  # of the prize pool


@dataclass(frozen=True, eq=False)
class ClosePair:
    """Two players who are so close that little chips moving would change who is ahead, and what that is worth."""

    pair: tuple[int, int]
    """The two players, as indices."""
    path: tuple[int, ...]
    """Who wins the hands after which they are level; empty: they are close as things stand."""
    cause: str
    """The least that would do it: "recount", "blinds" or "pot"."""
    chips: Number
    """How many chips must move; 0: the two are level."""
    taker: int | None
    """Whose stack grows by them; None: nobody's, a recount finds fewer."""
    giver: int | None
    """Whose stack shrinks by them; None: nobody's, a recount finds more."""
    before: Values
    """DCM equities a little before the two pass each other."""
    after: Values
    """DCM equities a little after."""

    @property
    def jump(self) -> Values:
        """What every player gains or loses there."""
        jump: Values = self.after - self.before
        return jump

    @property
    def money(self) -> float:
        """The most that any player gains or loses there."""
        return float(np.abs(self.jump).max())


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Close stacks and what hangs on them. Made by `sensitivity`."""

    table: Table
    recount: Number
    """A recount may change one stack by up to this many chips."""
    blinds: Number
    """The blinds of the next hand may move up to this many from one player to another; 0: not known."""
    pot: Number
    """One pot may move up to this many."""
    threshold: float
    """Jumps of at least this much, in payout units, are listed."""
    error: float
    """No equity is further from the truth than this."""
    close: tuple[ClosePair, ...]
    """What is nearest first: recounts, then blinds, then pots; within these, the most money first."""

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain numbers, lists and strings, ready for JSON."""
        return {
            "names": list(self.table.names),
            "stacks": plain(self.table.stacks),
            "payouts": plain(self.table.payouts),
            "recount": plain(self.recount),
            "blinds": plain(self.blinds),
            "pot": plain(self.pot),
            "threshold": self.threshold,
            "error": self.error,
            "close": [
                {
                    "pair": list(found.pair),
                    "path": list(found.path),
                    "cause": found.cause,
                    "chips": plain(found.chips),
                    "taker": found.taker,
                    "giver": found.giver,
                    "before": plain(found.before),
                    "after": plain(found.after),
                    "money": found.money,
                }
                for found in self.close
            ],
        }

    def __str__(self) -> str:
        from finaltable.render.sensitivities import sensitivity_report

        return str(sensitivity_report(self))


class Move(NamedTuple):
    """A way for chips to move: to a player, from another or from nowhere."""

    taker: int
    giver: int | None

    def direction(self, players: int) -> list[int]:
        """Return what each stack gains for every chip that moves."""
        return [int(seat == self.taker) - int(seat == self.giver) for seat in range(players)]


def sensitivity(
    stacks: Iterable[object],
    payouts: Iterable[object],
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
        See `Table.of`.
    recount
        By how many chips a count may be off; a hundredth of the average stack when not given.
    big_blind
        The big blind of the next hand: what folding it costs.
    pot
        How many chips one pot may cost a player; five big blinds, or a tenth of the average stack, when not given.
    threshold
        List jumps of at least this much money; half a per cent of the prize pool when not given.
    threads, progress
        As for `equity`.
    """
    table = Table.of(stacks, payouts, names=names, extra_payouts=extra_payouts)
    threads = check_threads(threads)
    check_progress(progress)
    if table.live > MAX_PLAYERS:
        raise InputError("stacks", f"must leave at most {MAX_PLAYERS} players with chips", Said(table.live))
    smallest = LEAST_THRESHOLD * table.pool
    least = 0.005 * table.pool if threshold is None else float(check_number(threshold, "threshold"))
    if least < smallest:
        raise InputError("threshold", f"must be at least {smallest:g}", threshold)
    average = sum(map(exact_value, table.stacks), Fraction(0)) / table.live
    blinds = Fraction(0) if big_blind is None else exact_value(check_number(big_blind, "big_blind"))
    reach = {
        "recount": average * RECOUNT_SHARE if recount is None else exact_value(check_number(recount, "recount")),
        "blinds": blinds,
        "pot": (POT_BLINDS * blinds or average * POT_SHARE) if pot is None else exact_value(check_number(pot, "pot")),
    }
    tolerance = least / (50 * table.pool) if table.pool else 0.01
    dcm = find_model("dcm")
    check_tree([dcm], table.live, tolerance)
    seen = list(ties_within(table, reach, least_probability(table, least)))
    close: list[ClosePair] = []
    error = 0.0
    if seen:
        little = min(exact_value(stack) for stack in table.stacks if stack) / 2**24
        rows = [moved(table, move, tie.moved + side * little) for move, tie in seen for side in (-1, 0, 1)]
        look: Look = lambda done: progress(done, tolerance) if progress else None  # noqa: E731
        equities, error = solve_tables(dcm, table, rows, tolerance, threads, look)
        sides = equities.reshape(len(seen), 3, table.players)
        close = [close_pair(reach, move, tie, values) for (move, tie), values in zip(seen, sides, strict=True)]
    return Sensitivity(
        table=table,
        recount=plain_number(reach["recount"]),
        blinds=plain_number(reach["blinds"]),
        pot=plain_number(reach["pot"]),
        threshold=least,
        error=error,
        close=tuple(worth_telling([found for found in close if found.money >= least])),
    )


def ties_within(table: Table, reach: dict[str, Fraction], least: Fraction) -> Iterator[tuple[Move, Tie]]:
    """Yield every tie within reach, with the move that leads there."""
    live = [seat for seat, stack in enumerate(table.stacks) if stack]
    moves = [(Move(seat, None), reach["recount"]) for seat in live]
    moves += [(Move(one, other), max(reach["blinds"], reach["pot"])) for one, other in combinations(live, 2)]
    for move, far in moves:
        # Nobody can lose more than he has; a tie exactly at the end belongs to the range.
        far = far * (1 + Fraction(1, 2**20))
        below = min(far, exact_value(table.stacks[move.taker]))
        above = far if move.giver is None else min(far, exact_value(table.stacks[move.giver]))
        if far:
            for tie in find_ties(table.stacks, move.direction(table.players), -below, above, least):
                yield move, tie


def moved(table: Table, move: Move, chips: Fraction) -> list[Number]:
    """Return the stacks after a move."""
    steps = move.direction(table.players)
    return [
        exact_value(stack) + step * chips if step else stack for stack, step in zip(table.stacks, steps, strict=True)
    ]


def close_pair(reach: dict[str, Fraction], move: Move, tie: Tie, sides: Values) -> ClosePair:
    """Return what happens at a tie, told from the side the table is on now."""
    chips = abs(tie.moved)
    cause = "recount" if move.giver is None else "blinds" if chips <= reach["blinds"] else "pot"
    below, level, above = sides
    before, after = (below, above) if tie.moved > 0 else (above, below) if tie.moved < 0 else (level, above)
    taker, giver = (move.giver, move.taker) if tie.moved < 0 else (move.taker, move.giver)
    return ClosePair(tie.pair, tie.path, cause, plain_number(chips), taker, giver, before, after)


def worth_telling(close: list[ClosePair]) -> list[ClosePair]:
    """Return for every pair and cause the nearest jump, as things stand rather than some hands later.

    What a smaller cause already does is left out.
    """
    nearest: dict[tuple[tuple[int, int], str], ClosePair] = {}
    for found in sorted(close, key=lambda found: (len(found.path), found.chips, -found.money)):
        nearest.setdefault((found.pair, found.cause), found)
    told: list[ClosePair] = []
    for cause in CAUSES:
        these = [found for (_, because), found in nearest.items() if because == cause]
        told += [
            found
            for found in sorted(these, key=lambda found: -found.money)
            if not any(other.pair == found.pair and other.money >= 0.99 * found.money for other in told)
        ]
    return told
