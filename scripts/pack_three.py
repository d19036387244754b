"""Pack the tables of three hands for the page without a server: part of ``make threeway`` and ``make boards``.

The browser unpacks them with its own deflate. One order is left out: the shares of all orders sum to 255. Orders stand
one after the other, because those of neighbouring classes are alike. The name of the file has a number, which changes
with the tables: browsers keep the file when the page changes.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

import numpy as np

from finaltable.cards.three import WHOLE, board_table, three_way

PACKED = Path(__file__).parents[1] / "src" / "finaltable" / "web" / "static" / "app" / "device" / "three-1.packed"
LEFT_OUT = 8


def unpacked() -> bytes:
    """Return the bytes that the browser gets."""
    shares, deals = three_way()
    assert (shares[deals > 0].sum(axis=1) == WHOLE).all(), "the order that is left out follows from the others"
    planes = np.delete(shares.T, LEFT_OUT, axis=0)
    return planes.tobytes() + board_table().covariances.tobytes()


if __name__ == "__main__":
    PACKED.write_bytes(zlib.compress(unpacked(), 9))
    sys.stdout.write(f"{PACKED.name}: {PACKED.stat().st_size:,} bytes\n")
