"""The search of DCM's tree with merged states and bounds by rank, against a search without both and exact fractions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core
from finaltable.models.dcm.tree import chip_words
from tests.unmerged import unmerged

Table = tuple[list[int], list[int]]

PRIZES = st.sampled_from([0, 1, 2, 5, 10])
STACKS = st.one_of(
    st.lists(st.integers(0, 4), min_size=3, max_size=6),  # many ties, and players without chips
    st.lists(st.integers(1, 9), min_size=3, max_size=6),  # ties that come later
    st.integers(3, 6).map(lambda players: [7] * players),
).filter(any)


def payouts_of(players: int) -> st.SearchStrategy[list[int]]:
    """Return payouts in any order, falling ones, and equal prizes."""
    in_any_order = st.lists(PRIZES, min_size=1, max_size=players).filter(any)
    seats = st.integers(1, players).map(lambda number: [3] * number)
    return st.one_of(in_any_order, in_any_order.map(lambda prizes: sorted(prizes, reverse=True)), seats)


SPREAD = st.lists(st.integers(1, 10**6), min_size=3, max_size=6)  # too many states for fractions
TABLES = STACKS.flatmap(lambda stacks: st.tuples(st.just(stacks), payouts_of(len(stacks))))


def found(table: Table, tolerance: float) -> _core.Answer:
    stacks, payouts = table
    prizes = np.array([*payouts, *[0] * (len(stacks) - len(payouts))], dtype=float)
    return _core.tree_of_one(*chip_words(stacks), prizes, tolerance, 1, None, None)


@pytest.mark.slow
@given(
    st.one_of(TABLES, SPREAD.flatmap(lambda stacks: st.tuples(st.just(stacks), payouts_of(len(stacks))))),
    st.floats(-9, -1),
)
def test_equities_agree_with_a_search_without_merging(table: Table, exponent: float) -> None:
    answer = found(table, 10.0**exponent)
    least, most = unmerged(*table, threshold=1e-2)
    rounding = 1e-12 * sum(table[1])
    assert (answer.values >= np.array(least) - answer.error - rounding).all()
    assert (answer.values <= np.array(most) + answer.error + rounding).all()
    assert answer.values.sum() == pytest.approx(sum(table[1]), abs=rounding)


@pytest.mark.slow
@given(TABLES, st.floats(-12, -0.5))
def test_the_error_by_rank_is_a_proved_bound(table: Table, exponent: float) -> None:
    tolerance = max(10.0**exponent, _core.tree_cost(len(table[0])).finest_tolerance)
    answer = found(table, tolerance)
    exact = ft.dcm(*table, method="exact")
    assert np.abs(answer.values - exact.equities.astype(float)).max() <= answer.error
    assert answer.error <= tolerance * sum(table[1])
    if answer.finish_error < 1:
        assert np.abs(answer.finish - exact.finish.astype(float)).max() <= answer.finish_error


@pytest.mark.slow
@given(TABLES, st.integers(1, 4), st.floats(-10, -1))
def test_finish_probabilities_of_merged_states_hold_for_a_place_and_below_it(
    table: Table, place: int, exponent: float
) -> None:
    stacks = table[0]
    answer = _core.tree_finish(*chip_words(stacks), 10.0**exponent, None, None, None)
    exact = ft.dcm(*table, method="exact").finish.astype(float)
    assert np.abs(answer.values - exact).max() <= answer.error
    assert np.abs((answer.values - exact)[:, place:].sum(axis=1)).max() <= answer.error
    assert (answer.values >= 0).all()
    for axis in (0, 1):
        assert np.abs(answer.values.sum(axis=axis) - 1).max() < 1e-12


@pytest.mark.slow
@given(TABLES, st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans(), st.integers(0, 5))
def test_merged_bounties_are_within_their_error(table: Table, share: float, own: bool, most: int) -> None:
    stacks = table[0]
    heads = [(player % 3 + most) * (stack > 0) for player, stack in enumerate(stacks)]
    if not any(heads):
        return
    exact = ft.bounties(stacks, heads, share=share, own=own, method="exact").income.astype(float)
    for tolerance in (1e-2, 1e-6, 1e-10):
        tree = ft.bounties(stacks, heads, share=share, own=own, method="tree", tolerance=tolerance)
        assert np.abs(tree.income - exact).max() <= tree.error <= tolerance * sum(heads)


def test_equal_prizes_need_hardly_any_search() -> None:
    stacks = [9750, 7100, 6130, 5550, 4630, 3210, 2010, 880, 450]
    works = [found((stacks, [1] * seats), 1e-9).work for seats in (2, 3, 5, 8)]
    assert works == sorted(works, reverse=True)
    assert works[-1] < 20
