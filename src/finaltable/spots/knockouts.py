"""Bounties won in a hand: the bounty on a player who busts goes to the winner of the pot with their last chips.

A player who wins only the main pot of a player with more chips has not covered that player, and does not win the
bounty. Players who split the pot split the bounty. A part of the bounty is paid at once; the rest is added to the
bounty on the winner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from finaltable.table.table import Number, exact_number, exact_value

CENT = Fraction(1, 100)
Amounts = tuple[Number, ...]


class Pot(NamedTuple):
    """Chips, and the players who can win them."""

    chips: Number
    eligible: tuple[int, ...]


class Won(NamedTuple):
    """A pot and its winners: several if they split it."""

    pot: Pot
    winners: tuple[int, ...]
    """Seats in the order in which odd chips are paid."""


class After(NamedTuple):
    """Stacks, bounties and cash after a hand. Without bounties, `bounties` and `cash` are empty."""

    stacks: Amounts
    """Chips of each player."""
    bounties: Amounts = ()
    """Bounty on each player; 0 if it has been won."""
    cash: Amounts = ()
    """Money paid to each player for the bounties they won."""


def takers(pots: Sequence[Won], busted: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the winners of each bounty: those who won the last pot that the busted player could win.

    Player 0 wins the main pot, but had fewer chips than player 2. Player 1 wins the bounty on player 2:

    >>> main, side = Pot(300, (0, 1, 2)), Pot(400, (1, 2))
    >>> takers([Won(main, (0,)), Won(side, (1,))], busted=[2])
    {2: (1,)}
    """
    last = {player: won.winners for won in pots for player in won.pot.eligible}  # a later pot replaces an earlier one
    return {player: last[player] for player in busted}


def take_bounties(
    bounties: Sequence[Number], share: Number, taken: Mapping[int, Sequence[int]]
) -> tuple[Amounts, Amounts]:
    """Return the bounties on all players after a hand, and the cash paid to each player.

    ``taken`` has the winners of the bounty on each player who busted, ``share`` is the part of it that is paid at once.
    Whole cents stay whole: odd cents are paid in cash, to the first of several winners.

    >>> take_bounties((20, 20, 10, 40), 0.5, {0: [1]})
    ((0, 30, 10, 40), (0, 10, 0, 0))
    >>> [[str(money) for money in row] for row in take_bounties((2.05, 1, 1), 0.5, {0: [1, 2]})]
    [['0', '151/100', '151/100'], ['0', '13/25', '51/100']]
    """
    after = [exact_value(bounty) for bounty in bounties]
    cash = [Fraction(0)] * len(after)
    whole = in_cents(after)
    before = tuple(after)
    for player, winners in taken.items():
        bounty, count = before[player], len(winners)
        added = (1 - exact_value(share)) * bounty / count
        added = added // CENT * CENT if whole else added
        after[player] = Fraction(0)
        for winner, paid in zip(winners, split(bounty - added * count, count, whole), strict=True):
            after[winner] += added
            cash[winner] += paid
    return tuple(map(exact_number, after)), tuple(map(exact_number, cash))


def in_cents(bounties: Sequence[Fraction]) -> bool:
    """Return whether bounties are paid in cents: all are whole cents, and none is between 0 and 1.

    >>> in_cents([Fraction("2.05"), Fraction(0)]), in_cents([Fraction("0.05")]), in_cents([Fraction(10, 3)])
    (True, False, False)
    """
    return all(bounty % CENT == 0 and (bounty >= 1 or not bounty) for bounty in bounties)


def split(money: Fraction, count: int, whole: bool) -> list[Fraction]:
    """Split money among several players; odd cents go to the first of them.

    >>> [str(part) for part in split(Fraction("0.05"), 2, whole=True)]
    ['3/100', '1/50']
    """
    if not whole:
        return [money / count] * count
    each, odd = divmod(money / CENT, count)
    return [CENT * (each + (place < odd)) for place in range(count)]
