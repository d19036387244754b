"""Values of all ends of a hand for each player, and the change by each all-in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.equilibrium.lineup import MOST_IN, Lineup
from finaltable.equilibrium.showdowns import Ranks, orders_after, showdowns_of
from finaltable.equilibrium.tree import TreeEnd, tree_of
from finaltable.spots.knockouts import After, take_bounties
from finaltable.spots.outcome import Outcomes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.models import Model
    from finaltable.results import Values
    from finaltable.values.distributions import Checkpoint

Pushed = tuple[int, ...]


@dataclass(frozen=True)
class Terminals:
    """Ends of a hand: the players who pushed, numbered in the order of acting, and the order of their hands."""

    lineup: Lineup
    rows: NDArray[np.int32]
    """Row of each end and order in `values`, in the order of `ends_of`; several ends can have the same outcome."""
    values: Values
    """Value of each outcome, as a share of the pool: outcome by player, in the order of `players`."""
    error: float
    """Bound on the error of the values, as a share of the pool."""
    pool: float
    """Prizes and bounties."""

    @property
    def players(self) -> tuple[int, ...]:
        """Columns of `values`, as seats of the table: deciding players first."""
        return (*self.lineup.deciding, *self.lineup.all_in)

    @cached_property
    def first(self) -> dict[TreeEnd, int]:
        """Place of the first order of each end in `rows`."""
        found, place = {}, 0
        for end in ends_of(self.lineup):
            found[end] = place
            place += len(orders_after(self.lineup, len(end.pushed)))
        return found

    def row(self, pushed: Pushed, order: Ranks, raiser: int | None = None) -> int:
        """Return the row of an end in `values`; ``raiser`` has raised and folded."""
        place = self.first[TreeEnd(pushed, raiser)] + orders_after(self.lineup, len(pushed))[order]
        return int(self.rows[place])

    def by_order(self, pushed: Pushed, raiser: int | None = None) -> Values:
        """Return the value of each order: order by player."""
        first, count = self.first[TreeEnd(pushed, raiser)], len(orders_after(self.lineup, len(pushed)))
        found: Values = self.values[self.rows[first : first + count]]
        return found

    def by_channel(self, pushed: Pushed, raiser: int | None = None) -> Values:
        """Return the value of each channel: channel by player."""
        first = self.first[TreeEnd(pushed, raiser)]
        return _core.values_by_channel(showdowns_of(self.lineup), self.rows, self.values, len(pushed), first)

    def if_all_fold(self) -> Values:
        """Return each player's value if no player pushes."""
        return _core.value_if_all_fold(showdowns_of(self.lineup), self.rows, self.values)


def sets_of(seats: int) -> list[Pushed]:
    """Return the sets of players who can have pushed: none, one, two, three; the last player changes slowest."""
    return [pushed for size in range(MOST_IN + 1) for pushed in sorted(combinations(range(seats), size), key=reversed_)]


def reversed_(pushed: Pushed) -> Pushed:
    """Return seats with the last first."""
    return pushed[::-1]


def ends_of(lineup: Lineup) -> list[TreeEnd]:
    """Return all ends of push or fold, and those in which a player raised and folded."""
    raised = dict.fromkeys(end for end in tree_of(lineup).ends if end.raiser is not None) if any(lineup.raised) else ()
    return [*map(TreeEnd, sets_of(len(lineup.deciding))), *raised]


def find_terminals(
    lineup: Lineup, model: Model, tolerance: float, threads: int, checkpoint: Checkpoint = lambda _: None
) -> Terminals:
    """Return the ends of a hand, valued by a model."""
    outcomes = Outcomes(lineup.table, model, tolerance, threads)
    return value_terminals(lineup, lambda ends: by_model(outcomes, ends, checkpoint))


def by_model(outcomes: Outcomes, ends: Sequence[After], checkpoint: Checkpoint) -> tuple[Values, float]:
    """Return the values of outcomes under a model, and the bound on their error."""
    # Outcomes with the same number of players left are adjacent: a model solves them in one batch.
    places = sorted(range(len(ends)), key=lambda i: ends[i].stacks.count(0))
    bounties = [ends[i].bounties for i in places] if outcomes.table.bounties else None
    cash = [ends[i].cash for i in places] if outcomes.table.bounties else None
    worth = outcomes.worth([ends[i].stacks for i in places], bounties, cash, checkpoint=checkpoint)
    values = np.empty_like(worth.values)
    values[places] = worth.values
    return values, worth.error


class Settled(NamedTuple):
    """Outcomes of the ends of a hand."""

    rows: NDArray[np.int32]
    """Outcome of each end and order."""
    outcomes: list[After]


def settle(lineup: Lineup, ends: Sequence[TreeEnd]) -> Settled:
    """Pay the pots at each end, for all orders of the hands, and the bounties of players who bust."""
    prizes = lineup.table.prizes
    given = [(list(end.pushed), -1 if end.raiser is None else end.raiser) for end in ends]
    rows, stacks, taken = _core.settle_ends(lineup.in_core(), given, showdowns_of(lineup), bool(prizes.bounties))
    if not prizes.bounties:
        return Settled(rows, list(map(After, stacks)))
    takers: list[dict[int, list[int]]] = [{} for _ in stacks]
    for outcome, busted, taker in taken:
        takers[outcome].setdefault(busted, []).append(taker)
    known = [take_bounties(prizes.bounties, prizes.share, taken) for taken in takers]
    return Settled(rows, [After(chips, *paid) for chips, paid in zip(stacks, known, strict=True)])


def value_terminals(lineup: Lineup, worth: Callable[[Sequence[After]], tuple[Values, float]]) -> Terminals:
    """Value each outcome once; many ends have the same outcome.

    ``worth`` returns the values of outcomes for all seats, in payout units, and the bound on their error.
    """
    rows, outcomes = settle(lineup, ends_of(lineup))
    values, error = worth(outcomes)
    pool = lineup.table.pool + lineup.table.bounty_pool
    shares = np.ascontiguousarray(values[:, [*lineup.deciding, *lineup.all_in]]) / (pool or 1.0)
    return Terminals(lineup, rows, shares, error / (pool or 1.0), pool)


class Gains(NamedTuple):
    """Change by each all-in for each player, against a fold of that player: the solver's input."""

    one: Values
    """Seat by channel by player."""
    two: Values
    """Pair of seats by channel by player."""
    three: Values
    """Triple of seats by order by player."""


def find_gains(terminals: Terminals) -> Gains:
    """Return the change by the last of one, two or three all-ins, channel by channel."""
    lineup = terminals.lineup
    return Gains(*_core.find_gains(showdowns_of(lineup), terminals.rows, terminals.values, len(lineup.deciding)))
