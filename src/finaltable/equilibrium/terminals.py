"""Values of all ends of a hand for each player, and the change by each all-in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from finaltable.equilibrium.lineup import MOST_IN, Lineup
from finaltable.equilibrium.showdowns import CHANNELS, MOST_CARDS, Ranks, dense, showdowns
from finaltable.equilibrium.tree import tree_of
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes

if TYPE_CHECKING:
    from finaltable.models import Model
    from finaltable.results import Values
    from finaltable.values.distributions import Checkpoint

Pushed = tuple[int, ...]


@dataclass(frozen=True)
class Terminals:
    """Ends of a hand: the players who pushed, numbered in the order of acting, and the order of their hands."""

    lineup: Lineup
    rows: dict[tuple[Pushed, Ranks], int]
    """Row of each end in `values`; several ends can have the same outcome."""
    values: Values
    """Value of each outcome, as a share of the pool: outcome by player, in the order of `players`."""
    error: float
    """Bound on the error of the values, as a share of the pool."""
    pool: float
    """Prizes and bounties."""
    folded: dict[tuple[int, Pushed, Ranks], int] = field(default_factory=dict)
    """Row of each end in which a player raised and folded to those who went in."""

    @property
    def players(self) -> tuple[int, ...]:
        """Columns of `values`, as seats of the table: deciding players first."""
        return (*self.lineup.deciding, *self.lineup.all_in)

    def by_order(self, pushed: Pushed, raiser: int | None = None) -> Values:
        """Return the value of each order of `showdowns`: order by player. ``raiser`` has raised and folded."""
        return self.values[[self.row(pushed, order, raiser) for order, _ in orders_after(self.lineup, pushed)]]

    def row(self, pushed: Pushed, order: Ranks, raiser: int | None = None) -> int:
        """Return the row of an end in `values`."""
        return self.rows[pushed, order] if raiser is None else self.folded[raiser, pushed, order]

    def if_all_fold(self) -> Values:
        """Return each player's value if no player pushes."""
        weights = np.array([weight for _, weight in orders_after(self.lineup, ())])
        walked: Values = weights @ self.by_order(()) / weights.sum()
        return walked


def orders_after(lineup: Lineup, pushed: Pushed) -> list[tuple[Ranks, float]]:
    """Return the orders of the players at the showdown, with their weights."""
    if pushed:
        found = showdowns(len(pushed), len(lineup.all_in))
    else:  # all hands are random
        waiting = len(lineup.showdown(()))
        found = showdowns(0, waiting) if waiting > 1 else showdowns(1, 0)
    return list(zip(found.orders, found.weights.tolist(), strict=True))


def sets_of(seats: int) -> list[Pushed]:
    """Return the sets of players who can have pushed: none, one, two, three; the last player changes slowest."""
    return [pushed for size in range(MOST_IN + 1) for pushed in sorted(combinations(range(seats), size), key=reversed_)]


def reversed_(pushed: Pushed) -> Pushed:
    """Return seats with the last first."""
    return pushed[::-1]


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


def value_terminals(lineup: Lineup, worth: Callable[[Sequence[After]], tuple[Values, float]]) -> Terminals:
    """Value each outcome once; many ends have the same outcome.

    ``worth`` returns the values of outcomes for all seats, in payout units, and the bound on their error.
    """
    deciding = lineup.deciding
    rows: dict[tuple[Pushed, Ranks], int] = {}
    known: dict[After, int] = {}
    for pushed in sets_of(len(deciding)):
        seats = tuple(deciding[i] for i in pushed)
        players, (left, pots) = lineup.showdown(seats), lineup.pots(seats)
        for order, _ in orders_after(lineup, pushed):
            after = lineup.settle(players, left, pots, order)
            rows[pushed, order] = known.setdefault(after, len(known))
    folded: dict[tuple[int, Pushed, Ranks], int] = {}
    for pushed, raiser in tree_of(lineup).ends if lineup.raised else ():
        if raiser is None:
            continue
        seats = tuple(deciding[i] for i in pushed)
        players, (left, pots) = lineup.showdown(seats), lineup.pots(seats, deciding[raiser])
        for order, _ in orders_after(lineup, pushed):
            after = lineup.settle(players, left, pots, order)
            folded[raiser, pushed, order] = known.setdefault(after, len(known))
    values, error = worth(list(known))
    pool = lineup.table.pool + lineup.table.bounty_pool
    shares = np.ascontiguousarray(values[:, [*deciding, *lineup.all_in]]) / (pool or 1.0)
    return Terminals(lineup, rows, shares, error / (pool or 1.0), pool, folded)


@dataclass(frozen=True)
class Gains:
    """Change by each all-in for each player, against a fold of that player: the solver's input."""

    one: Values
    """Seat by channel by player."""
    two: Values
    """Pair of seats by channel by player."""
    three: Values
    """Triple of seats by order by player."""


def find_gains(terminals: Terminals) -> Gains:
    """Return the change by the last of one, two or three all-ins, channel by channel.

    The value before that all-in is an average over all orders that the channel does not distinguish.
    """
    lineup = terminals.lineup
    seats, posted = len(lineup.deciding), len(lineup.all_in)
    walk = terminals.if_all_fold()
    one = [by_channel(terminals, (i,)) - walk for i in range(seats)]
    two = [gain_of_last(terminals, pushed) for pushed in sets_of(seats) if len(pushed) == 2]
    three = [gain_of_last(terminals, pushed) for pushed in sets_of(seats) if len(pushed) == 3]
    players = terminals.values.shape[1]
    channels = len(showdowns(2, posted).channels)
    return Gains(
        np.ascontiguousarray(one),
        np.ascontiguousarray(two).reshape(len(two), channels, players),
        np.ascontiguousarray(three).reshape(len(three), len(CHANNELS[3]), players),
    )


def by_channel(terminals: Terminals, pushed: Pushed, raiser: int | None = None) -> Values:
    """Return the value of each channel: channel by player."""
    known = showdowns(len(pushed), len(terminals.lineup.all_in))
    found: Values = known.by_channel() @ terminals.by_order(pushed, raiser)
    return found


def gain_of_last(terminals: Terminals, pushed: Pushed) -> Values:
    """Return the value of each channel minus the value before the last player went all-in."""
    posted = len(terminals.lineup.all_in)
    before = pushed[:-1]
    shown = min(MOST_CARDS - len(pushed), posted)  # players all-in by posting in the channel
    kept = [*range(len(before)), *range(len(pushed), len(pushed) + shown)]
    among = CHANNELS[len(kept)]
    earlier = showdowns(len(before), posted)
    averages = earlier.averaged(range(len(kept)), among) @ terminals.by_order(before)
    rows = [among.index(dense([channel[i] for i in kept])) for channel in showdowns(len(pushed), posted).channels]
    found: Values = by_channel(terminals, pushed) - averages[rows]
    return found
