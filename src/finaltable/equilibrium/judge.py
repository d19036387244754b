"""Exploitability of a profile measured with real deals: whole decks, cards for players who fold, no card model.

1. Play each deal once, and try both actions at each decision.
2. Find the decisions where a player gains by deviating, in one half of the deals. Measure that gain in the other half.
3. Swap the halves, and take the mean.

The gain is that of an actual strategy: on average it is never more than the exploitability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.equilibrium.showdowns import MOST_LISTED, Ranks
from finaltable.equilibrium.terminals import Pushed, sets_of
from finaltable.errors import InputError
from finaltable.table.options import Progress, check_max_seconds, check_progress, check_seed, check_threads
from finaltable.table.table import check_whole

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values

MOST_DEALS = 10**10
FEW = 30  # deals of a class at a decision; fewer are ignored


@dataclass(frozen=True)
class JudgedProfile:
    """Exploitability of a profile in real deals."""

    exploitability: float
    """Gain of all players by deviating, as a share of the pool; may be below 0 by chance."""
    standard_error: float
    seats: tuple[float, ...]
    """Gain of each player, in the order of the table."""
    deals: int
    """Number of deals."""


def judge(
    found: Nash,
    deals: int = 20_000_000,
    *,
    seed: int = 0,
    threads: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> JudgedProfile:
    """Deal real cards and measure the gain of players who deviate.

    Parameters
    ----------
    found
        Result of `nash`.
    deals, seed
        Number of hands to deal; the same seed gives the same answer.
    threads, max_seconds, progress
        As for `nash`; a time limit may reduce the number of deals.
    """
    deals = check_whole(deals, "deals", 2, MOST_DEALS)
    seed, cores = check_seed(seed), check_threads(threads)
    limit = check_max_seconds(max_seconds)
    check_progress(progress)
    first, second = play(found, deals, seed, cores, limit, progress)
    lineup = found.lineup
    gains, variances = zip(*(gained(found, *halves) for halves in ((first, second), (second, first))), strict=True)
    seats = [0.0] * found.table.players
    for node, gain in zip(found.nodes, np.mean(gains, axis=0), strict=True):
        seats[lineup.deciding[node.seat]] += float(gain)
    error = float(np.sqrt(np.sum(variances) / 4))
    return JudgedProfile(float(np.mean(gains, axis=0).sum()), error, tuple(seats), first.deals + second.deals)


class DealtValues(NamedTuple):
    """Mean values in real deals, as shares of the pool, with their standard errors."""

    ev: Values
    """Going all-in minus folding: decision by class, rows as in `Nash.profile`; NaN if it never came up."""
    ev_error: Values
    seen: Values
    """Number of deals: decision by class."""
    equities: Values
    """Value of each player before the cards are dealt, in the order of `Terminals.players`."""
    equity_error: Values


def deal_values(found: Nash, deals: int = 20_000_000, *, seed: int = 0, threads: int | None = None) -> DealtValues:
    """Deal real cards and average the values of decisions and of seats, to compare them with the solver's.

    >>> from finaltable.equilibrium.nash import nash
    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    >>> dealt = deal_values(found, 20_000, threads=1)
    >>> bool((abs(dealt.equities - found.equities) < 5 * dealt.equity_error).all())
    True
    """
    first, second = play(found, deals, seed, check_threads(threads), None, None)
    dealt = first.deals + second.deals
    shape = found.profile.shape
    seen = first.seen + second.seen
    ev, ev_error = mean_of(first.sum + second.sum, first.squares + second.squares, seen)
    worth = mean_of(first.worth + second.worth, first.worth_squares + second.worth_squares, np.asarray(float(dealt)))
    return DealtValues(ev.reshape(shape), ev_error.reshape(shape), seen.reshape(shape), *worth)


def mean_of(total: Values, squares: Values, seen: Values) -> tuple[Values, Values]:
    """Return means and their standard errors; NaN where nothing was seen."""
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / seen
        return mean, np.sqrt(np.maximum(0.0, squares / seen - mean**2) / seen)


def play(
    found: Nash, deals: int, seed: int, threads: int, max_seconds: float | None, progress: Progress | None
) -> list[_core.JudgedHalf]:
    """Return the sums over both halves of the deals."""
    lineup = found.lineup
    if lineup.all_in and len(lineup.all_in) + 3 > MOST_LISTED:
        rule = "can be judged with at most two players all-in by posting"
        raise InputError("deals", rule, len(lineup.all_in), code="too_many")
    return _core.judge_push_fold(
        len(lineup.all_in),
        lineup.last_opens,
        *showdown_rows(found),
        found.terminals.values,
        np.ascontiguousarray(found.profile),
        len(lineup.deciding),
        deals,
        seed,
        threads,
        max_seconds,
        progress,
    )


def showdown_rows(found: Nash) -> tuple[list[list[int]], list[list[int]]]:
    """Return the players at the showdown and the outcome of each order, for each set of players who pushed."""
    lineup, terminals = found.lineup, found.terminals
    by_set: dict[Pushed, dict[Ranks, int]] = {}
    for (pushed, order), row in terminals.rows.items():
        by_set.setdefault(pushed, {})[order] = row
    showdowns, rows = [], []
    for pushed in sets_of(len(lineup.deciding)):
        players = lineup.showdown([lineup.deciding[i] for i in pushed])
        showdowns.append([terminals.players.index(seat) for seat in players])
        table = [-1] * 8 ** len(players)
        for order, row in by_set[pushed].items():
            table[sum(rank << (3 * place) for place, rank in enumerate(order))] = row
        rows.append(table)
    return showdowns, rows


def gained(found: Nash, learned: _core.JudgedHalf, played: _core.JudgedHalf) -> tuple[Values, float]:
    """Return the gain in one half of the deals of deviations learned from the other, by decision; and its variance."""
    gains, variance = [], 0.0
    for node in found.nodes:
        row = found.index_of(node)
        cells = slice(row * found.profile.shape[1], (row + 1) * found.profile.shape[1])
        if row in found.locked:
            gains.append(0.0)
            continue
        seen = (learned.sum[cells], learned.squares[cells], learned.seen[cells])
        goes_in = combined_gain(found.difference(node), *seen) > 0
        deviation = goes_in - found.profile[row]
        gains.append(float(deviation @ played.sum[cells]) / max(1, played.deals))
        variance += float(deviation**2 @ played.squares[cells]) / max(1, played.deals) ** 2
    return np.array(gains), variance


def combined_gain(model: Values, total: Values, squares: Values, seen: Values) -> Values:
    """Return the gain of going all-in, a mean of the solver's and the deals', weighted by their variances.

    The solver's variance is the part of its distance from the deals that chance does not explain.
    """
    enough = seen >= FEW
    counted = np.maximum(seen, 1.0)
    mean = total / counted
    noise = np.maximum(squares / counted - mean**2, 1e-12) / counted
    known = np.nan_to_num(model)
    off = (
        max(0.0, float(np.average((mean - known)[enough] ** 2 - noise[enough], weights=seen[enough])))
        if enough.any()
        else 0.0
    )
    trust = np.where(enough, off / (off + noise), 0.0)
    found: Values = known + trust * (mean - known)
    return found
