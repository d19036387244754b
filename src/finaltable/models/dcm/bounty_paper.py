"""Bounties under DCM by its rules, step by step in plain Python: slow, and the oracle for the faster methods.

In a hand all players are all-in and one of them wins, each as likely as the others. The winner takes the bounty of
each player they bust: a share of it in cash, the rest is added to their own bounty. The last player may collect their
own bounty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from finaltable.models.dcm.paper import all_in

Checkpoint = Callable[[float], None]


class PaperIncome(NamedTuple):
    """Result of Algorithm 3 extended by bounties."""

    income: list[float]
    """Bounty money of each player, with a guess where the search stops."""
    error: list[float]
    """Bound of the error of each player's money (docs/how-it-works/bounties.md)."""
    nodes: int


class BountyRules(NamedTuple):
    """Rules for paying bounties."""

    share: float
    """Share of a bounty that is paid in cash at once."""
    own: bool
    """Whether the last player collects their own bounty."""


def play_for_bounties(
    stacks: Sequence[float],
    bounties: Sequence[float],
    rules: BountyRules,
    *,
    min_probability: float = 1e-15,
    max_depth: int = 500,
    checkpoint: Checkpoint = lambda _: None,
) -> PaperIncome:
    """Follow every hand of the tree until it is less probable than ``min_probability``, or ``max_depth`` deep.

    >>> [round(money, 4) for money in play_for_bounties([1000, 500, 100], [1, 1, 1], BountyRules(0.5, True)).income]
    [1.8102, 1.0065, 0.1833]
    """
    total = sum(stacks)
    income, error = [0.0] * len(stacks), [0.0] * len(stacks)
    nodes, done = 0, 0.0

    def hand(seats: list[int], chips: list[float], bounties: list[float], probability: float, depth: int) -> None:
        nonlocal nodes, done
        nodes += 1
        if nodes % 4096 == 0:
            checkpoint(done)
        if len(seats) == 1:
            income[seats[0]] += probability * rules.own * bounties[0]
            done += probability
        elif probability < min_probability or depth == max_depth:
            stop(seats, [chip / total for chip in chips], bounties, probability)
            done += probability
        else:
            for winner in range(len(seats)):
                win(winner, seats, chips, bounties, probability / len(seats), depth + 1)

    def win(
        winner: int, seats: list[int], chips: list[float], bounties: list[float], probability: float, depth: int
    ) -> None:
        after = all_in(chips, winner)
        won = sum(one for one, chip in zip(bounties, after, strict=True) if not chip)
        income[seats[winner]] += probability * rules.share * won
        new = list(bounties)
        new[winner] += (1 - rules.share) * won
        left = [i for i, chip in enumerate(after) if chip]
        hand([seats[i] for i in left], [after[i] for i in left], [new[i] for i in left], probability, depth)

    def stop(seats: list[int], part: list[float], bounties: list[float], probability: float) -> None:
        for seat, guess, off in zip(seats, *guess_and_error(part, bounties, rules), strict=True):
            income[seat] += probability * guess
            error[seat] += probability * off

    hand(list(range(len(stacks))), list(stacks), list(bounties), 1.0, 0)
    return PaperIncome(income, error, nodes)


def guess_and_error(
    part: Sequence[float], bounties: Sequence[float], rules: BountyRules
) -> tuple[list[float], list[float]]:
    """Return the guess where the search stops, and a bound of its error; ``part`` are shares of the chips.

    Of each unit of the bounty on j, at least (1 - share)^(n - 2) reaches the winner of the tournament. The rest is
    divided in some way among all players but j, who gets it back only as the winner. And player i wins at most half of
    1 + i's part of the chips - j's part (docs/how-it-works/bounties.md).
    """
    sure = (1 - rules.share) ** (len(part) - 2)
    certain = sure if rules.own else rules.share * sure
    weight = 1.0 if rules.own else (1 + rules.share) / 2  # of the rest, divided by chips
    total = sum(bounties)
    lost = sum(one * (1 - share) for one, share in zip(bounties, part, strict=True))
    guesses, errors = [], []
    for own, share in zip(bounties, part, strict=True):
        others = total - own
        risk = lost - own * (1 - share)  # bounties on other players who will be busted
        rest = (1 - sure) * weight * share * others
        guess = certain * share * others + rest
        never = 0.0 if rules.own else (1 - rules.share) * sure * share * others  # stays on the winner, unpaid
        more = (1 - sure) * risk - rest if 1 - sure <= 0.5 else (risk + share * others) / 2 - never - guess
        guesses.append(guess + (share * own if rules.own else 0.0))
        errors.append(max(rest, more, 0.0))
    return guesses, errors
