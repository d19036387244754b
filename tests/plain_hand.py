"""A hand settled in plain Python: pots, side pots, bounties, and averages over orders. The oracle for the core."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.showdowns import Ranks, showdowns
from finaltable.equilibrium.terminals import Terminals, sets_of
from finaltable.spots.knockouts import After, Won, take_bounties, takers
from finaltable.spots.posted import pots

MOST_CARDS, RARE = 3, 1e-9


def dense(ranks: Sequence[int]) -> Ranks:
    """Return ranks without gaps."""
    levels = sorted(set(ranks))
    return tuple(levels.index(rank) for rank in ranks)


def all_orders(players: int) -> list[Ranks]:
    """Return all orders of several players."""
    return sorted({dense(ranks) for ranks in product(range(players), repeat=players)})


def after(lineup: Lineup, pushed: Sequence[int], ranks: Sequence[int], raiser: int | None = None) -> After:
    """Return stacks and bounties after a hand; players are seats, ranks those of the players at the showdown."""
    put_in = [lineup.able[seat] if seat in pushed else lineup.posted[seat] for seat in range(len(lineup.chips))]
    if raiser is not None:
        put_in[raiser] = lineup.raised[raiser]
    left = [chip - put for chip, put in zip(lineup.chips, put_in, strict=True)]
    left[lineup.big_blind_seat] -= lineup.dead
    players = lineup.showdown(pushed)
    found = pots(put_in, players, lineup.dead)
    most = max(range(len(put_in)), key=lambda seat: put_in[seat])
    left[most] += sum(put_in) + lineup.dead - sum(int(pot.chips) for pot in found)
    rank, won = dict(zip(players, ranks, strict=True)), []
    for pot in found:
        best = min(rank[player] for player in pot.eligible)
        winners = tuple(player for player in pot.eligible if rank[player] == best)
        won.append(Won(pot, winners))
        for player in winners:
            left[player] += int(pot.chips) // len(winners)
    prizes = lineup.table.prizes
    if not prizes.bounties:
        return After(tuple(left))
    busted = [player for player in players if not left[player]]
    return After(tuple(left), *take_bounties(prizes.bounties, prizes.share, takers(won, busted)))


def averaged(pushed: int, posted: int, hands: int) -> Any:
    """Return weights that average over all orders with given ranks of the first hands: a row for each channel."""
    known = showdowns(pushed, posted)
    among = list(showdowns(hands, 0).orders)
    rows = np.zeros((len(among), len(known.orders)))
    for column, (order, weight) in enumerate(zip(known.orders, known.weights, strict=True)):
        rows[among.index(dense(order[:hands])), column] = weight
    return rows / np.maximum(rows.sum(axis=1, keepdims=True), RARE / 2)


def gain_of_last(terminals: Terminals, pushed: tuple[int, ...]) -> Any:
    """Return the value of each channel minus the value before the last of one, two or three players went all-in."""
    posted, count = len(terminals.lineup.all_in), len(pushed)
    hands = min(MOST_CARDS, count + posted)
    values = averaged(count, posted, hands) @ terminals.by_order(pushed)
    if count == 1:
        return values - terminals.if_all_fold()
    shown = min(MOST_CARDS - count, posted)
    kept = [*range(count - 1), *range(count, count + shown)]
    among = list(showdowns(len(kept), 0).orders)
    earlier = averaged(count - 1, posted, len(kept)) @ terminals.by_order(pushed[:-1])
    channels = showdowns(hands, 0).orders
    return values - earlier[[among.index(dense([channel[i] for i in kept])) for channel in channels]]


def gains(terminals: Terminals) -> list[Any]:
    """Return the gains of one, two and three all-ins."""
    sets = sets_of(len(terminals.lineup.deciding))
    return [[gain_of_last(terminals, pushed) for pushed in sets if len(pushed) == count] for count in (1, 2, 3)]
