"""Moves of chips, and the ties along them.

A recount changes one player's stack; a pot moves chips from one player to another. `find_ties` finds every place along
a move where two players become level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from finaltable.table.table import Number, Table, exact_value
from finaltable.values.cliff import Tie, Ties, find_ties
from finaltable.values.distributions import Checkpoint

MAX_NODES = 30_000  # budget of the search, for all moves together
LEAST_NODES = 500  # for each move


class Move(NamedTuple):
    """A move of chips from one player to another; in a recount, one of the two is None."""

    taker: int | None
    giver: int | None

    def direction(self, players: int) -> list[int]:
        """Return the change of each stack per chip moved."""
        return [int(seat == self.taker) - int(seat == self.giver) for seat in range(players)]

    def room(self, table: Table) -> Fraction:
        """Return the most chips that can move: at most the stacks of both players."""
        if self.giver is None:
            return exact_value(sum(table.stacks))
        return min(exact_value(table.stacks[seat]) for seat in self if seat is not None)


def stacks_after(table: Table, move: Move, chips: Fraction) -> list[Number]:
    """Return the stacks after a move."""
    steps = move.direction(table.players)
    return [
        exact_value(stack) + step * chips if step else stack for stack, step in zip(table.stacks, steps, strict=True)
    ]


def ties_within(
    table: Table, reach: dict[str, Fraction], least: float, checkpoint: Checkpoint
) -> tuple[list[tuple[Move, Tie]], float]:
    """Return every tie within reach, each with its move (forward), and the most that other ties can move."""
    live = [seat for seat, stack in enumerate(table.stacks) if stack]
    smallest = min(exact_value(table.stacks[seat]) for seat in live) / 2**20
    moves = [(Move(seat, None), max(reach["recount"], smallest)) for seat in live]  # always finds level players
    moves += [(Move(one, other), max(reach["blinds"], reach["pot"])) for one, other in combinations(live, 2)]
    moves = [(move, far) for move, far in moves if far]
    found: list[tuple[Move, Tie]] = []
    elsewhere, nodes = 0.0, 0
    for number, (move, far) in enumerate(moves):
        checkpoint(0.0)
        share = max(LEAST_NODES, (MAX_NODES - nodes) // (len(moves) - number))
        ties = ties_along(table, move, far, least, share, checkpoint)
        found += both_ways(move, ties.found)
        elsewhere, nodes = max(elsewhere, ties.elsewhere), nodes + ties.nodes
    return found, elsewhere


def ties_along(table: Table, move: Move, far: Fraction, least: float, max_nodes: int, checkpoint: Checkpoint) -> Ties:
    """Return the ties as chips move forward and backward."""
    back = Move(move.giver, move.taker)
    # A tie exactly at the end is in the range.
    start, stop = (min(far * (1 + Fraction(1, 2**20)), way.room(table)) for way in (back, move))
    payouts, direction = table.payout_array.tolist(), move.direction(table.players)
    return find_ties(table.stacks, direction, -start, stop, payouts, least, max_nodes=max_nodes, checkpoint=checkpoint)


def both_ways(move: Move, ties: Iterable[Tie]) -> Iterator[tuple[Move, Tie]]:
    """Yield ties, each with the move that leads there."""
    back = Move(move.giver, move.taker)
    for tie in ties:
        if tie.moved >= 0 and (tie.moved or move.giver is None):
            yield move, tie
        if tie.moved < 0 or (not tie.moved and move.giver is None):  # level: one chip more or one fewer
            yield back, tie._replace(moved=-tie.moved)
