"""Estimate the rankings of three hands before the flop, for every triple of classes: ``make threeway``.

Boards and hands are dealt by the core, so the shares have a sampling error: about 0.0007 each (root mean square), less
than the rounding to bytes that follows. Averaged over the third player they are fitted to the exact table of two. Then
the table is held against single triples counted over all their boards, and against the exact table once more. It takes
four minutes of processor time; the result is src/finaltable/data/threeway.npy.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from finaltable import _core
from finaltable.cards.hand import CLASSES, Combo, class_name, class_table, combos_of

TABLE = Path(__file__).parent.parent / "src" / "finaltable" / "data" / "threeway.npy"
SEED, PARTS, BOARDS = 3, 96, 4096
WHOLE = 255  # the sum of the thirteen bytes of a triple
ROUNDS = 6  # of fitting
PLACES = ((0, 1), (0, 2), (1, 2))
SAMPLE = 6  # triples counted over all boards
Counts = NDArray[np.uint32]
Shares = NDArray[np.float64]


def count(parts: int = PARTS, boards: int = BOARDS) -> Counts:
    """Return the count of every order, shape (triples, orders)."""
    total = np.zeros((CLASSES * (CLASSES + 1) * (CLASSES + 2) // 6, len(_core.ORDERS)), dtype=np.uint32)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, part in enumerate(pool.map(lambda part: _core.triple_counts(SEED, part, boards), range(parts))):
            total += part
            sys.stderr.write(f"\r{done + 1} of {parts} parts")
    sys.stderr.write("\n")
    return total


def triples() -> NDArray[np.int64]:
    """Return the classes of every triple, in the order of the table: the last class grows slowest."""
    return np.array([(a, b, c) for c in range(CLASSES) for b in range(c + 1) for a in range(b + 1)])


def swapped(first: int, second: int) -> list[int]:
    """Return the order that each order becomes when two players exchange seats."""
    places = [0, 1, 2]
    places[first], places[second] = places[second], places[first]
    orders = [tuple(order) for order in _core.ORDERS]
    return [orders.index(tuple(order[place] for place in places)) for order in orders]


def shares_of(counts: Counts) -> Shares:
    """Return counts as shares; players of one class are alike, so their orders are averaged.

    Three of the same pair cannot be dealt, and have no shares.
    """
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    classes = triples()
    for _ in range(2):  # three equal classes need both exchanges twice
        for first, second in ((0, 1), (1, 2), (0, 1)):
            alike = classes[:, first] == classes[:, second]
            shares[alike] = (shares[alike] + shares[alike][:, swapped(first, second)]) / 2
    return np.asarray(shares)


def fitted(shares: Shares) -> Shares:
    """Return shares whose margins between two players are the exact ones: scaled pair by pair, again and again.

    All triples with the same first two classes were seen on the same boards, so they share a part of their error. The
    exact table of two players takes it away.
    """
    classes, exact = triples(), exact_margins()
    for _ in range(ROUNDS):
        found = margins(shares)
        factor = np.divide(exact, found, out=np.ones_like(exact), where=found > 0)
        for first, second in PLACES:
            shares = shares * factor[classes[:, first], classes[:, second]][:, results(first, second)]
        total = shares.sum(axis=1, keepdims=True)
        shares = shares / np.maximum(total, 1e-300)
    return shares


def results(first: int, second: int) -> NDArray[np.int64]:
    """Return the result of two of the players in every order: 0 the first is ahead, 1 tied, 2 behind."""
    return np.array([1 + int(np.sign(order[first] - order[second])) for order in _core.ORDERS])


def margins(shares: Shares) -> Shares:
    """Return how often one class beats, ties and loses to another, averaged over all deals of a third."""
    classes, deals = triples(), _core.triple_deals().astype(np.float64)
    one, two, three = classes.T
    # A triple represents all ways to seat its classes; two or six of them may be the same.
    deals /= np.where((one == two) & (two == three), 6, np.where((one == two) | (two == three), 2, 1))
    found = np.zeros((CLASSES, CLASSES, 3))
    for first, second in PLACES:
        seen = np.stack([shares[:, results(first, second) == result].sum(axis=1) for result in range(3)], axis=1)
        seen *= deals[:, None]
        np.add.at(found, (classes[:, first], classes[:, second]), seen)
        np.add.at(found, (classes[:, second], classes[:, first]), seen[:, ::-1])
    return np.asarray(found / found.sum(axis=2, keepdims=True))


def exact_margins() -> Shares:
    """Return the same from the table of two players."""
    table = class_table()
    found: Shares = np.stack([table.wins, table.ties, table.wins.T], axis=2)
    return np.asarray(found / found.sum(axis=2, keepdims=True))


def rounded(shares: Shares) -> NDArray[np.uint8]:
    """Return shares as bytes that sum to 255: the largest remainders are rounded up."""
    exact = shares * WHOLE
    whole = np.floor(exact).astype(np.int64)
    missing = np.where(shares.any(axis=1), WHOLE, 0) - whole.sum(axis=1)
    places = np.argsort(np.argsort(whole - exact, axis=1, kind="stable"), axis=1, kind="stable")
    return np.asarray(whole + (places < missing[:, None]), dtype=np.uint8)


def every_board(classes: tuple[int, int, int]) -> Shares:
    """Return the shares of one triple over all hands and boards."""
    found: dict[tuple[Combo, ...], int] = {}
    for hands in itertools.product(*(combos_of(number) for number in classes)):
        if len({card for hand in hands for card in hand}) == 6:
            key = renamed(hands)
            found[key] = found.get(key, 0) + 1
    total = np.zeros(len(_core.ORDERS))
    orders = [sum(rank << (3 * i) for i, rank in enumerate(order)) for order in _core.ORDERS]
    for hands, times in found.items():
        rows = np.array([(i, hand.high, hand.low) for i, hand in enumerate(hands)], dtype=np.int64)
        shown = _core.showdown_of_hands(rows, np.ones(3))
        seen = dict(zip(shown.orders, shown.counts, strict=True))
        total += [times * seen.get(order, 0) for order in orders]
    return np.asarray(total / total.sum())


def renamed(hands: tuple[Combo, ...]) -> tuple[Combo, ...]:
    """Return hands with the suits in the order they appear: hands that differ by suits only are counted once."""
    names: dict[int, int] = {}
    cards = [[(card & ~3) | names.setdefault(card & 3, len(names)) for card in hand] for hand in hands]
    return tuple(Combo(max(pair), min(pair)) for pair in cards)


def check(table: NDArray[np.uint8]) -> None:
    """Print the differences between the table and exact values."""
    off = (margins(table / WHOLE) - exact_margins()) @ [1.0, 0.5, 0.0]
    root = np.sqrt((off**2).mean())
    sys.stdout.write(f"two players: equities {root:.1e} off (root mean square), {np.abs(off).max():.1e} at most\n")
    random = np.random.default_rng(SEED)
    suited = [13 * high + low for high in range(13) for low in range(high)]
    for _ in range(SAMPLE):
        one, two, three = sorted(int(number) for number in random.choice(suited, 3))
        index = three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one
        off = np.abs(table[index] / WHOLE - every_board((one, two, three)))
        sys.stdout.write(
            f"{class_name(one)} {class_name(two)} {class_name(three)}: no share further than {off.max():.1e} off\n"
        )


if __name__ == "__main__":
    started = time.process_time()
    table = rounded(fitted(shares_of(count())))
    np.save(Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE, table)
    sys.stdout.write(f"{table.nbytes:,} bytes, {time.process_time() - started:.0f} s of processor time\n")
    check(table)
