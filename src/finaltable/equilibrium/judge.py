"""Exploitability of a profile measured with real deals: whole decks, cards for players who fold, no card model.

1. Play each deal once, and try all actions at each decision. After a raise, also try those at the raiser's next one.
2. Find each player's best strategy, from the last decision back, in one half of the deals. Measure its gain in the
   other half.
3. Swap the halves, and take the mean.

The gain is that of an actual strategy: on average it is never more than the exploitability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.deviations import deviations
from finaltable.equilibrium.showdowns import MOST_LISTED, orders_after
from finaltable.equilibrium.tree import GameTree, rows_of, tree_of
from finaltable.errors import InputError
from finaltable.table.options import Progress, check_max_seconds, check_progress, check_seed, check_threads
from finaltable.table.table import check_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.equilibrium.nodes import DecisionNode
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
    first, second = deal_cards(found, deals, seed, cores, limit, progress)
    gains, variances = zip(*(gained(found, *halves) for halves in ((first, second), (second, first))), strict=True)
    seats = [0.0] * found.table.players
    for turn, gain in enumerate(np.mean(gains, axis=0)):
        seats[found.lineup.deciding[turn]] = float(gain)
    error = float(np.sqrt(np.sum(variances) / 4))
    return JudgedProfile(float(np.mean(gains, axis=0).sum()), error, tuple(seats), first.deals + second.deals)


class DealtValues(NamedTuple):
    """Mean values in real deals, as shares of the pool, with their standard errors."""

    ev: Values
    """Value of the action minus folding: decision by class, rows as in `Nash.profile`; NaN if it never came up."""
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
    first, second = deal_cards(found, deals, seed, check_threads(threads))
    total, squares, seen = np.zeros((3, *found.profile.shape))
    for node, row in tree_of(found.lineup).nodes.items():
        here = found.index_of(node)
        for half in (first, second):
            total[here] += half.sum.reshape(-1, CLASSES)[row]
            squares[here] += half.squares.reshape(-1, CLASSES)[row]
            seen[here] += half.seen.reshape(-1, CLASSES)[row]
    dealt = np.asarray(float(first.deals + second.deals))
    worth = mean_of(first.worth + second.worth, first.worth_squares + second.worth_squares, dealt)
    return DealtValues(*mean_of(total, squares, seen), seen, *worth)


def mean_of(total: Values, squares: Values, seen: Values) -> tuple[Values, Values]:
    """Return means and their standard errors; NaN where nothing was seen."""
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / seen
        return mean, np.sqrt(np.maximum(0.0, squares / seen - mean**2) / seen)


def deal_cards(
    found: Nash, deals: int, seed: int, threads: int, max_seconds: float | None = None, progress: Progress | None = None
) -> list[_core.JudgedHalf]:
    """Deal real cards, and return the sums of the gains of all actions in both halves of the deals."""
    lineup = found.lineup
    shown = len(lineup.all_in) + 3
    if lineup.all_in and shown > MOST_LISTED:
        rule = "can be judged with at most two players all-in by posting"
        raise InputError("deals", rule, len(lineup.all_in), code="too_many")
    tree = tree_of(lineup)
    ends, showdowns, rows = showdown_rows(found, tree)
    return _core.judge_tree(
        len(lineup.deciding),
        len(lineup.all_in),
        tree.decisions,
        ends,
        showdowns,
        rows,
        found.terminals.values,
        tree.profile({node: found.profile[row] for node, row in rows_of(lineup).items()}),
        deals,
        seed,
        threads,
        max_seconds,
        progress,
    )


def showdown_rows(found: Nash, tree: GameTree) -> tuple[NDArray[np.int32], list[list[int]], list[list[int]]]:
    """Return the showdown of each end; and for each showdown the players and the outcome of each order."""
    lineup, terminals = found.lineup, found.terminals
    numbers = {end: number for number, end in enumerate(dict.fromkeys(tree.ends))}
    showdowns, rows = [], []
    for pushed, raiser in numbers:
        players = lineup.showdown([lineup.deciding[i] for i in pushed])
        showdowns.append([terminals.players.index(seat) for seat in players])
        table = [-1] * 8 ** len(players)
        for order in orders_after(lineup, len(pushed)):
            table[sum(rank << (3 * place) for place, rank in enumerate(order))] = terminals.row(pushed, order, raiser)
        rows.append(table)
    ends = [[*end.pushed, *[-1] * (3 - len(end.pushed)), numbers[end]] for end in tree.ends]
    return np.array(ends, dtype=np.int32), showdowns, rows


def gained(found: Nash, learned: _core.JudgedHalf, played: _core.JudgedHalf) -> tuple[Values, float]:
    """Return the gain in one half of the deals of deviations learned from the other, by seat; and its variance."""
    rows = tree_of(found.lineup).nodes

    def cells(values: Values, node: DecisionNode) -> Values:
        row: Values = values.reshape(-1, CLASSES)[rows[node]]
        return row

    def better(node: DecisionNode) -> Values:
        seen = (cells(values, node) for values in (learned.sum, learned.squares, learned.seen))
        return combined_gain(found.difference_as_played(node), *seen)

    gains, variance = np.zeros(len(found.lineup.deciding)), 0.0
    for choices, plays, weight in deviations(found, better, found.locked):
        spread = np.zeros(CLASSES)
        for node, goes in zip(choices, plays, strict=True):
            deviation = weight * (goes - found.profile[found.index_of(node)])
            gains[node.seat] += float(deviation @ cells(played.sum, node)) / max(1, played.deals)
            spread += np.abs(deviation) * np.sqrt(cells(played.squares, node))
        variance += float(spread @ spread) / max(1, played.deals) ** 2
    return gains, variance


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
