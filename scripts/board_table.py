"""Count how the ranks on the board decide a showdown of two hands, for every pair of classes: ``make boards``.

The table has the covariances of a win and of a tie of the first hand with the number of cards of each rank on the
board, over all deals of the two classes and all boards. They are exact, then rounded to signed bytes. Pairs x <= y have
column x + y(y+1)/2; for the others, exchange win and loss. It takes about a minute of processor time; the result is
src/finaltable/data/boards.npz.
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
from finaltable.cards.hand import CLASSES

TABLE = Path(__file__).parent.parent / "src" / "finaltable" / "data" / "boards.npz"
PARTS = 64
LARGEST = 127  # of a signed byte
Counts = NDArray[np.uint64]
Exact = NDArray[np.float64]


def count() -> Counts:
    """Return counts of wins and ties, each board once per card of a rank: result by rank by class by class."""
    total = np.zeros((2, 13, CLASSES, CLASSES), dtype=np.uint64)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(lambda part: _core.class_counts_by_rank(part, PARTS), range(PARTS)):
            total += part
    return total


def covariances(counts: Counts) -> Exact:
    """Return the covariances of wins and ties with the ranks on the board: result by rank by class by class."""
    seen = counts.astype(np.float64)
    cards = seen[0] + seen[1] + seen[0].swapaxes(1, 2)  # on all boards: wins, ties and losses
    boards = cards.sum(axis=0) / 5
    often = seen.sum(axis=1, keepdims=True) / 5 / boards
    return np.asarray(seen / boards - often * (cards / boards))


def in_pairs(exact: Exact) -> Exact:
    """Return the columns of the table: result by rank by pair."""
    high, low = np.tril_indices(CLASSES)
    return exact[:, :, low, high]


def rounded(exact: Exact) -> tuple[NDArray[np.int8], Exact]:
    """Return covariances as bytes, and the units of wins and of ties."""
    scales = np.abs(exact).max(axis=(1, 2)) / LARGEST
    return np.rint(exact / scales[:, None, None]).astype(np.int8), scales


def main() -> None:
    """Count, round, store, and print the rounding errors."""
    started = time.process_time()
    exact = in_pairs(covariances(count()))
    table, scales = rounded(exact)
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE
    np.savez_compressed(target, covariances=table, scales=scales)
    off = np.sqrt(((table * scales[:, None, None] - exact) ** 2).mean(axis=(1, 2)))
    sys.stdout.write(
        f"{target.stat().st_size:,} bytes, {time.process_time() - started:.0f} s of processor time; "
        f"rounding {off[0]:.1e} (wins) and {off[1]:.1e} (ties), root mean square\n"
    )


if __name__ == "__main__":
    main()
