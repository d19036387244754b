"""Equities rounded to coins as a deal would pay them, so that all reports show the same amounts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from finaltable.results import Equity
from finaltable.table.money import as_decimal, round_out, share_out, smallest_coin, usual_unit
from finaltable.table.table import Number, exact_value

MAX_PLAYERS = 1_000  # in a deal


def coin_of(pool: float, currency: str) -> Fraction:
    """Return the default unit of payment.

    >>> coin_of(1500, "€"), coin_of(1500, "¥")
    (Fraction(1, 100), Fraction(1, 1))
    """
    unit = usual_unit(currency)
    return smallest_coin(exact_value(pool)) if unit is None else Fraction(unit)


def payable(result: Equity, coin: Fraction) -> list[Decimal] | None:
    """Return the payments of a deal on default terms; None if no such deal is possible.

    They sum to the prize pool, which equities rounded one by one may miss by some coins.

    >>> from finaltable import icm
    >>> [str(money) for money in payable(icm([1, 1, 1], [100]), Fraction(1, 100))]
    ['33.34', '33.33', '33.33']
    """
    table = result.table
    prizes = [*map(exact_value, table.payouts), *[Fraction(0)] * (table.players - len(table.payouts))]
    pool, lowest, highest = sum(prizes, Fraction(0)), min(prizes), max(prizes)
    if result.equities.dtype == object or table.players > MAX_PLAYERS or not pool or pool % coin:
        return None
    near = result.error + 1e-9 * table.pool
    if float(lowest) - near > min(result.equities) or max(result.equities) > float(highest) + near:
        return None  # equities that are not shares of the prizes: chip EV
    exact = share_out(level_shares(result.equities, table.stacks), pool, lowest, highest)
    order = largest_first(table.stacks)
    shares, odd, _ = round_out(exact, coin, [lowest] * len(exact), [highest] * len(exact), order)
    return None if odd else [as_decimal(share) for share in shares]


def level_shares(values: Iterable[float], stacks: Sequence[Number], bounties: Sequence[Number] = ()) -> list[Fraction]:
    """Return exact shares, equal for players with equal stacks and bounties."""
    chips = [exact_value(stack) for stack in stacks]
    alike = list(zip(chips, map(exact_value, bounties or [0] * len(chips)), strict=True))
    level: dict[tuple[Fraction, Fraction], list[Fraction]] = {}
    worths = [float(worth) for worth in values]
    decimals = noise_decimals(worths)
    for player, worth in zip(alike, worths, strict=True):
        level.setdefault(player, []).append(round(Fraction(worth), decimals))
    means = {player: sum(worths, Fraction(0)) / len(worths) for player, worths in level.items()}
    return [means[player] for player in alike]


def noise_decimals(worths: Sequence[float]) -> int:
    """Return the number of significant decimals: 1e-11 of all the money may be floating-point noise.

    If two remainders differ only by noise, the first player gets the coin, on every machine.
    """
    everything = math.fsum(worths) * (1 + 1e-9)
    # The sum is 0 if all the money is left to play for.
    return 11 - math.floor(math.log10(everything)) if everything > 0 else 11


def largest_first(stacks: Sequence[Number]) -> list[int]:
    """Return players from the largest stack down, equal ones by seat: the order in which ties are rounded up."""
    return sorted(range(len(stacks)), key=lambda seat: (-exact_value(stacks[seat]), seat))
