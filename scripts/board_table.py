"""Count how the ranks on the board decide a showdown of two hands, for every pair of classes: ``make boards``.

The covariance of a result (the first hand wins, or they tie) with the number of cards of each rank on the board, over
all deals of the two classes and all boards. It is exact; then it is rounded to a signed byte, in units of ``scale``.
Losses follow from it: the first hand wins as often as the other, with classes exchanged, loses. It takes about four
minutes of processor time; the result is src/finaltable/data/boards.npz.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from finaltable import _core

TABLE = Path(__file__).parent.parent / "src" / "finaltable" / "data" / "boards.npz"
PARTS = 64
LARGEST = 127  # of a signed byte


def count() -> NDArray[np.float64]:
    """Return counts of wins and ties, each board once per card of a rank: 2 by 13 by 169 by 169."""
    total = np.zeros((2, 13, 169, 169), dtype=np.uint64)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(lambda part: _core.class_counts_by_rank(part, PARTS), range(PARTS)):
            total += part
    return total.astype(np.float64)


def covariances(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the covariances of wins and of ties: 2 by 13 by 169 by 169."""
    wins, ties = counts
    cards = wins + ties + wins.swapaxes(1, 2)  # on all boards
    boards = cards.sum(axis=0) / 5
    often = counts.sum(axis=1, keepdims=True) / 5 / boards
    return np.asarray(counts / boards - often * (cards / boards))


def rounded(exact: NDArray[np.float64]) -> tuple[NDArray[np.int8], float]:
    """Return wins of all pairs, and ties of pairs in ascending order, as bytes; and their unit."""
    scale = float(np.abs(exact).max()) / LARGEST
    return np.rint(exact / scale).astype(np.int8), scale


if __name__ == "__main__":
    started = time.process_time()
    exact = covariances(count())
    table, scale = rounded(exact)
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE
    rows, columns = np.triu_indices(169)
    np.savez_compressed(target, wins=table[0], ties=table[1][:, rows, columns], scale=scale)
    off = float(np.sqrt(((table * scale - exact) ** 2).mean()))
    sys.stdout.write(
        f"{target.stat().st_size:,} bytes, {time.process_time() - started:.0f} s of processor time, "
        f"largest {np.abs(exact).max():.3f}, rounding {off:.1e} (root mean square)\n"
    )
    if len(sys.argv) > 2: np.save(sys.argv[2], exact)
