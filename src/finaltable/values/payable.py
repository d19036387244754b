"""What chips are worth in coins: rounded as a deal would pay it, so that every page shows the same amount."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from finaltable.results import Equity
from finaltable.table.money import as_decimal, round_out, share_out, smallest_coin, usual_unit
from finaltable.table.table import Number, exact_value

MAX_PLAYERS = 1_000  # of a deal


def coin_of(pool: float, currency: str) -> Fraction:
    """Return the smallest amount that is paid where nothing else is agreed.

    >>> coin_of(1500, "€"), coin_of(1500, "¥")
    (Fraction(1, 100), Fraction(1, 1))
    """
    unit = usual_unit(currency)
    return smallest_coin(exact_value(pool)) if unit is None else Fraction(unit)


def payable(result: Equity, coin: Fraction) -> list[Decimal] | None:
    """Return what a deal without special terms would pay by a result; None where there can be no such deal.

    The sum is the prize pool; a plain rounding of each equity may miss it by some coins.

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
        return None  # no shares of the prizes: chip EV
    exact = share_out(level_shares(result.equities, table.stacks), pool, lowest, highest)
    order = largest_first(table.stacks)
    shares, odd, _ = round_out(exact, coin, [lowest] * len(exact), [highest] * len(exact), order)
    return None if odd else [as_decimal(share) for share in shares]


def level_shares(values: Iterable[float], stacks: Sequence[Number], heads: Sequence[Number] = ()) -> list[Fraction]:
    """Return what everybody should get, the same to players who are level: in chips, and in what is on their heads."""
    chips = [exact_value(stack) for stack in stacks]
    alike = list(zip(chips, map(exact_value, heads or [0] * len(chips)), strict=True))
    level: dict[tuple[Fraction, Fraction], list[Fraction]] = {}
    worths = [float(worth) for worth in values]
    decimals = noise_decimals(worths)
    for player, worth in zip(alike, worths, strict=True):
        level.setdefault(player, []).append(round(Fraction(worth), decimals))
    means = {player: sum(worths, Fraction(0)) / len(worths) for player, worths in level.items()}
    return [means[player] for player in alike]


def noise_decimals(worths: Sequence[float]) -> int:
    """Return the decimals that mean something: a part in 10**11 of all the money may be noise of floats.

    Where two remainders differ by noise alone, who comes first gets the coin, on every machine.
    """
    everything = math.fsum(worths) * (1 + 1e-9)
    # Nothing is shared where all of it is left to play for.
    return 11 - math.floor(math.log10(everything)) if everything > 0 else 11


def largest_first(stacks: Sequence[Number]) -> list[int]:
    """Return players by stack, level players by seat: who is rounded up first where all else is equal."""
    return sorted(range(len(stacks)), key=lambda seat: (-exact_value(stacks[seat]), seat))
