"""Who takes which head: what is on a player who busts goes to whoever wins the pot that holds their last chips.

A player who wins only the main pot of somebody who had more chips than they did has not covered that player, and takes
nothing of their head. Players who share the pot share the head. Of what is taken, a part is paid at once; the rest goes
onto the winner's own head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from finaltable.table.table import Number, exact_number, exact_value

CENT = Fraction(1, 100)
Amounts = tuple[Number, ...]


class Pot(NamedTuple):
    """Chips, and who can win them."""

    chips: Number
    eligible: tuple[int, ...]


class Won(NamedTuple):
    """A pot, and who won it: several players where they split it."""

    pot: Pot
    winners: tuple[int, ...]
    """In the order in which odd chips go round."""


class After(NamedTuple):
    """What a hand leaves behind. Without bounties, `bounties` and `cash` are empty."""

    stacks: Amounts
    """Everybody's chips."""
    bounties: Amounts = ()
    """What is on everybody's head; 0 where it has been taken."""
    cash: Amounts = ()
    """What everybody has been paid for the heads they took."""


def takers(pots: Sequence[Won], busted: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return who takes the head of each player who busted: the winners of the last pot that player could win.

    Player 0 wins the main pot, but had fewer chips than player 2. Player 1 takes the head of player 2:

    >>> main, side = Pot(300, (0, 1, 2)), Pot(400, (1, 2))
    >>> takers([Won(main, (0,)), Won(side, (1,))], busted=[2])
    {2: (1,)}
    """
    last = {player: won.winners for won in pots for player in won.pot.eligible}  # a later pot replaces an earlier one
    return {player: last[player] for player in busted}


def take_bounties(
    heads: Sequence[Number], share: Number, taken: Mapping[int, Sequence[int]]
) -> tuple[Amounts, Amounts]:
    """Return what is on every head after a hand, and what everybody is paid now.

    ``taken`` says who takes the head of each player who busted, ``share`` which part of it is paid at once. Whole cents
    stay whole: the odd cent is paid in cash, to the first of several winners.

    >>> take_bounties((20, 20, 10, 40), 0.5, {0: [1]})
    ((0, 30, 10, 40), (0, 10, 0, 0))
    >>> [[str(money) for money in row] for row in take_bounties((2.05, 1, 1), 0.5, {0: [1, 2]})]
    [['0', '151/100', '151/100'], ['0', '13/25', '51/100']]
    """
    after = [exact_value(head) for head in heads]
    cash = [Fraction(0)] * len(after)
    whole = in_cents(after)
    before = tuple(after)
    for player, winners in taken.items():
        head, count = before[player], len(winners)
        onto = (1 - exact_value(share)) * head / count
        onto = onto // CENT * CENT if whole else onto
        after[player] = Fraction(0)
        for winner, paid in zip(winners, split(head - onto * count, count, whole), strict=True):
            after[winner] += onto
            cash[winner] += paid
    return tuple(map(exact_number, after)), tuple(map(exact_number, cash))


def in_cents(heads: Sequence[Fraction]) -> bool:
    """Tell whether heads are money that is paid in cents: whole cents, and none of them less than 1.

    >>> in_cents([Fraction("2.05"), Fraction(0)]), in_cents([Fraction("0.05")]), in_cents([Fraction(10, 3)])
    (True, False, False)
    """
    return all(head % CENT == 0 and (head >= 1 or not head) for head in heads)


def split(money: Fraction, count: int, whole: bool) -> list[Fraction]:
    """Divide money among several players; odd cents go to the first of them.

    >>> [str(part) for part in split(Fraction("0.05"), 2, whole=True)]
    ['3/100', '1/50']
    """
    if not whole:
        return [money / count] * count
    each, odd = divmod(money / CENT, count)
    return [CENT * (each + (place < odd)) for place in range(count)]
