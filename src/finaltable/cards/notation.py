"""Write a set of hands in its shortest form, with + and - for consecutive pairs and kickers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise

from finaltable.cards.hand import CLASSES, RANKS


def tokens_of(numbers: set[int]) -> list[str]:
    """Return the tokens for classes of equal weight: pairs, then kickers by high card, then hands with equal gaps."""
    if not numbers:
        return []
    if len(numbers) == CLASSES:
        return ["random"]
    tokens = [run_text(run, 12, pair_name) for run in runs(n // 14 for n in numbers if n % 14 == 0)]
    suited = {high: {low for low in range(high) if 13 * high + low in numbers} for high in range(13)}
    offsuit = {high: {low for low in range(high) if 13 * low + high in numbers} for high in range(13)}
    alone: dict[tuple[str, int], list[int]] = {}
    for high in range(12, 0, -1):
        both = suited[high] & offsuit[high]
        together = [("", both), ("s", suited[high] - both), ("o", offsuit[high] - both)]
        apart = [("s", suited[high]), ("o", offsuit[high])]
        for kind, lows in min(apart, together, key=lambda parts: sum(len(runs(lows)) for _, lows in parts)):
            for low, top in runs(lows):
                if low == top:
                    alone.setdefault((kind, high - low), []).append(high)
                else:
                    tokens.append(run_text((low, top), high - 1, partial(hand_name, high, kind)))
    for (kind, gap), highs in alone.items():
        for low, top in runs(highs):
            ends = [hand_name(rank, kind, rank - gap) for rank in range(top, low - 1, -1)]
            tokens += [f"{ends[0]}-{ends[-1]}"] if len(ends) > 2 else ends
    return tokens


def pair_name(rank: int) -> str:
    """Return the name of a pair."""
    return RANKS[rank] * 2


def hand_name(high: int, kind: str, low: int) -> str:
    """Return the name of two ranks, with s, o or neither."""
    return f"{RANKS[high]}{RANKS[low]}{kind}"


def runs(ranks: Iterable[int]) -> list[tuple[int, int]]:
    """Return runs of consecutive ranks, highest first, as (lowest, highest).

    >>> runs([12, 11, 9, 3, 4])
    [(11, 12), (9, 9), (3, 4)]
    """
    ordered = sorted(set(ranks), reverse=True)
    starts = [rank for rank, above in zip(ordered, [None, *ordered], strict=False) if above != rank + 1]
    ends = [above for above, rank in pairwise([*ordered, -2]) if rank != above - 1]
    return list(zip(ends, starts, strict=True))


def run_text(run: tuple[int, int], highest: int, name: Callable[[int], str]) -> str:
    """Return a run of ranks as one token."""
    low, high = run
    if low == high:
        return name(low)
    return f"{name(low)}+" if high == highest else f"{name(high)}-{name(low)}"
