"""The table of three hands before the flop, compared with all boards and with the table of two hands."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finaltable import _core
from finaltable.cards.hand import CLASSES, class_table, combos_of
from finaltable.cards.range import Range
from finaltable.cards.three import ORDERS, WHOLE, three_way, triple_index
from finaltable.equilibrium.showdowns import two_shares
from scripts.threeway_table import every_board, exact_margins, margins, triples

CLASS = st.integers(0, CLASSES - 1)


def number(hand: str) -> int:
    return next(iter(Range.read(hand).classes))


def test_the_shares_of_each_triple_sum_to_one() -> None:
    table = three_way()
    assert table.shares.shape == (818_805, 13)
    sums = table.shares.sum(axis=1, dtype=np.int64)
    assert set(np.unique(sums)) == {0, WHOLE}
    assert np.array_equal(sums == 0, table.deals == 0)


def test_the_deals_of_all_triples_sum_to_all_deals() -> None:
    deals = three_way().deals.astype(np.float64)
    one, two, three = triples().T
    same = (one == two).astype(int) + (two == three)
    assert deals @ np.array([6, 3, 1])[same] == 1326 * 1225 * 1128


@settings(max_examples=15, deadline=None)
@given(CLASS, CLASS, CLASS)
def test_deals_of_a_triple_agree_with_an_enumeration(one: int, two: int, three: int) -> None:
    counted = sum(
        len({card for hand in hands for card in hand}) == 6
        for hands in product(combos_of(one), combos_of(two), combos_of(three))
    )
    assert three_way().deals[triple_index(*sorted((one, two, three)))] == counted


@settings(max_examples=30, deadline=None)
@given(st.lists(CLASS, min_size=3, max_size=3))
def test_probabilities_do_not_depend_on_the_order_of_the_arguments(classes: list[int]) -> None:
    orders = three_way().orders(*classes)
    for places in permutations(range(3)):
        seen = three_way().orders(*(classes[place] for place in places))
        for order, share in orders.items():  # two of one class may differ by the rounding of a byte
            assert seen[tuple(order[place] for place in places)] == pytest.approx(share, abs=1.5 / WHOLE)


@pytest.mark.slow
@pytest.mark.parametrize("hands", [("AKs", "QJs", "T9s"), ("A5s", "A2s", "K5s")])
def test_some_triples_agree_with_an_enumeration_of_all_boards(hands: tuple[str, str, str]) -> None:
    one, two, three = sorted(map(number, hands))
    assert (
        np.abs(three_way().shares[triple_index(one, two, three)] / WHOLE - every_board((one, two, three))).max() < 5e-3
    )


@pytest.mark.slow
def test_two_of_three_players_agree_with_the_exact_table() -> None:
    off = (margins(three_way().shares / WHOLE) - exact_margins()) @ [1.0, 0.5, 0.0]
    assert np.sqrt((off**2).mean()) < 5e-4
    assert np.abs(off).max() < 2e-3


def test_a_random_third_hand_does_not_change_the_equity_between_two() -> None:
    counted = two_shares(1)
    ahead = np.array([order[0] < order[1] for order in ORDERS])
    level = np.array([order[0] == order[1] for order in ORDERS])
    equities = counted[ahead].sum(axis=0) + counted[level].sum(axis=0) / 2
    table = class_table()
    exact = (table.wins + table.ties / 2) / (table.wins + table.wins.T + table.ties)
    assert np.abs(equities - exact).max() < 2e-3


def test_sampled_counts_of_the_core_agree_with_the_table() -> None:
    counts = _core.triple_counts(99, 0, 512).astype(np.float64)
    table = three_way()
    seen = counts.sum(axis=1, keepdims=True)
    off = (counts - seen * table.shares / WHOLE).sum(axis=0) / seen.sum()
    assert np.abs(off).max() < 0.02  # 512 boards, all triples together


def test_deals_of_a_part_are_reproducible() -> None:
    assert np.array_equal(_core.triple_counts(1, 2, 64), _core.triple_counts(1, 2, 64))
    assert not np.array_equal(_core.triple_counts(1, 2, 64), _core.triple_counts(1, 3, 64))
