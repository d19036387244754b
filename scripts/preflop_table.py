"""Count wins and ties before the flop, for every class of hands against every other: ``make preflop``.

For every pair of hands without a common card, count all 1,712,304 boards with the core's evaluator, which tests compare
with phevaluator. It takes a minute or two on two cores and writes src/finaltable/data/preflop.npz. The page without a
server gets half of the table; the other half follows from it.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from finaltable import _core

TABLE = Path(__file__).parent.parent / "src" / "finaltable" / "data" / "preflop.npz"
FOR_THE_PAGE = TABLE.parents[1] / "web" / "static" / "app" / "device" / "preflop.bin"
PARTS = 64


def count() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return wins and ties, 169 by 169; [i, j] is i against j."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda part: _core.class_counts(part, PARTS), range(PARTS))
        parts = np.array([(count.wins, count.ties) for count in counts], dtype=np.uint64)
    wins, ties = parts.sum(axis=0).reshape(2, 169, 169)
    return wins, ties


def upper_half(wins: NDArray[np.uint32], ties: NDArray[np.uint32]) -> bytes:
    """Return wins and ties of each class against those with a higher or the same number, one pair after the other."""
    rows, columns = np.triu_indices(len(wins))
    return np.stack([wins[rows, columns], ties[rows, columns]], axis=1).astype("<u4").tobytes()


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE
    wins, ties = count()
    np.savez_compressed(target, wins=wins.astype(np.uint32), ties=ties.astype(np.uint32))
    if target == TABLE:
        FOR_THE_PAGE.write_bytes(upper_half(wins.astype(np.uint32), ties.astype(np.uint32)))
