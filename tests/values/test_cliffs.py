"""Ties: the search misses none that moves money."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.models.dcm.paper import all_in
from finaltable.values.cliff import Survey, find_ties, most_moved
from finaltable.values.linear_tree import start_node
from tests.jumps import PARTS, Chips, find_jumps


def assert_no_cliff_is_missed_or_invented(stacks: list[int], payouts: list[int], stop: int, threshold: float) -> None:
    """Compare a sweep of the first player with an oracle that does not use ties."""
    moved = ft.sweep(stacks, payouts, 0, 1, stop, points=2, models=["dcm"], threshold=threshold, tolerance=2e-5)
    assert moved.complete_above == threshold

    def tables(places: Chips) -> Chips:
        return np.array([[own, *(PARTS * other for other in stacks[1:])] for own in places.tolist()])

    jumps = find_jumps(tables, 1, stop, payouts, 0.99 * threshold)
    for cliff in moved.cliffs:
        [jump] = [jump for jump in jumps if jump.at(float(cliff.stack))]
        assert np.abs(cliff.jump).max() == pytest.approx(jump.money, abs=1e-3 * sum(payouts))
    for jump in jumps:
        assert jump.money < 1.01 * threshold or any(jump.at(float(cliff.stack)) for cliff in moved.cliffs)


@settings(max_examples=25)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=3), st.data())
def test_cliffs_are_where_equities_jump_and_nowhere_else(others: list[int], data: st.DataObject) -> None:
    payouts = data.draw(st.lists(st.integers(0, 50), min_size=1, max_size=len(others) + 1).filter(any))
    assert_no_cliff_is_missed_or_invented([5, *others], payouts, 10, 0.02 * sum(payouts))


@settings(max_examples=25)
@given(st.lists(st.sampled_from([2, 3, 5]), min_size=4, max_size=7), st.sampled_from([[1, 1], [1, 1, 1], [5, 3, 2]]))
def test_no_cliff_is_missed_where_groups_of_players_are_level(others: list[int], payouts: list[int]) -> None:
    assert_no_cliff_is_missed_or_invented([1, *others], payouts, 8, 0.004 * sum(payouts))


@pytest.mark.parametrize("start", range(0, 240, 30))
def test_no_cliff_is_missed_in_hundreds_of_tables_with_level_players(start: int) -> None:
    for seed in range(start, start + 30):
        draw = random.Random(seed)
        values = draw.sample(range(1, 6), 3)
        stacks = [draw.choice(values) for _ in range(draw.randint(6, 8))]
        payouts = draw.choice([[1, 1], [1, 1, 1], [5, 3, 2]])
        threshold = draw.uniform(0.003, 0.006) * sum(payouts)
        assert_no_cliff_is_missed_or_invented(stacks, payouts, 2 * max(stacks[1:]), threshold)


@pytest.mark.parametrize(
    ("stacks", "payouts", "stop", "threshold", "stack", "money"),
    [
        ([5, 5, 5, 7, 7, 7, 9, 9], [1, 1, 1], 21, 0.015, 19, 0.0214),
        ([1, 2, 1, 1, 2, 2, 2], [1, 1], 4, 0.004, Fraction(43, 20), 0.0047),
    ],
)
def test_small_nodes_that_tie_at_one_place_add_up(
    stacks: list[int], payouts: list[int], stop: int, threshold: float, stack: Fraction, money: float
) -> None:
    moved = ft.sweep(stacks, payouts, 0, 1, stop, points=2, threshold=threshold)
    [cliff] = [cliff for cliff in moved.cliffs if cliff.stack == stack]
    assert np.abs(cliff.jump).max() == pytest.approx(money, abs=1e-4)
    assert moved.complete_above == threshold


@settings(max_examples=20)
@given(st.lists(st.integers(4, 12), min_size=3, max_size=6), st.sampled_from([[1, 1], [50, 30, 20]]))
def test_no_jump_is_missed_as_chips_go_from_one_player_to_another(stacks: list[int], payouts: list[int]) -> None:
    threshold = 0.01 * sum(payouts)
    direction = [1, -1] + [0] * (len(stacks) - 2)
    prizes = [*payouts, 0, 0, 0, 0][: len(stacks)]
    reach = min(stacks[:2]) - 1
    ties = find_ties(stacks, direction, -reach - Fraction(1, 2), reach + Fraction(1, 2), prizes, threshold)
    assert ties.elsewhere < threshold

    def tables(places: Chips) -> Chips:
        return np.array(
            [[PARTS * s + step * place for s, step in zip(stacks, direction, strict=True)] for place in places]
        )

    for jump in find_jumps(tables, -reach, reach, payouts, 1.01 * threshold):
        assert any(jump.at(float(tie.moved)) for tie in ties.found)


def jump_at(others: list[int], payouts: list[int], place: Fraction) -> float:
    """Return the most that a player gains or loses as a stack of this size passes theirs."""
    rows = [[place + side * Fraction(1, 10**6), *others] for side in (-1, 1)]
    below, above = (ft.dcm(row, payouts, tolerance=1e-7).equities for row in rows)
    return float(np.abs(above - below).max())


@settings(max_examples=15)
@given(st.lists(st.integers(1, 6), min_size=3, max_size=6), st.sampled_from([[1, 1], [50, 30, 20], [3, 5, 1, 2]]))
def test_no_tie_moves_more_than_its_bound(others: list[int], payouts: list[int]) -> None:
    """Return coarse surveys, whose bounds consist mostly of unvisited nodes, and their ties."""
    players = len(others) + 1
    prizes = [*payouts, 0, 0, 0, 0][:players]
    root = start_node([0, *others], [1] + [0] * len(others), Fraction(1, 2), Fraction(13, 2))
    most = most_moved(prizes, players)
    survey = Survey(root, most, 0.05 * most[-1], 10_000, lambda _: None)
    for place, money in survey.bounds.items():
        assert jump_at(others, payouts, Fraction(*place)) <= money + survey.unseen + 1e-5


def test_four_level_players_reach_the_bound() -> None:
    [cliff] = [cliff for cliff in ft.sweep([10] * 4, [50, 30, 20], 0, 9, 11).cliffs if cliff.stack == 10]
    assert np.abs(cliff.jump).max() == pytest.approx(22.5, abs=1e-3)
    assert most_moved([50, 30, 20, 0], 4)[4] == 22.5


def test_nothing_moves_heads_up_or_among_places_that_pay_alike() -> None:
    assert most_moved([50, 30], 2) == [0, 0, 0]
    assert most_moved([50, 30, 30, 30], 4) == [0, 0, 0, 0, 0]
    assert find_ties([0, 5, 6], [1, 0, 0], 1, 9, [50, 0, 0], 1.0).elsewhere == 0


def test_with_few_nodes_the_proved_bound_is_larger() -> None:
    stacks, direction = [0, *range(100, 109)], [1, *[0] * 9]
    few, many = (
        find_ties(stacks, direction, 90, 120, [50, 30, 20, *[0] * 7], 0.5, max_nodes=nodes) for nodes in (300, 3000)
    )
    assert few.nodes <= 300 < many.nodes <= 3000
    assert 0.5 < many.elsewhere < few.elsewhere < 30
    assert {tie.moved for tie in few.found} >= set(range(100, 109))


@given(st.lists(st.integers(1, 30), min_size=2, max_size=4))
def test_every_opponents_stack_is_a_tie(others: list[int]) -> None:
    prizes = [8, 4, 2, 1, 0][: len(others) + 1]
    ties = find_ties([0, *others], [1] + [0] * len(others), Fraction(1, 2), 31, prizes, 0.5)
    assert {tie.moved for tie in ties.found if not tie.path} == set(others)


def next_hand(stacks: list[int], winner: int) -> list[int]:
    """Return the chips of each player after a hand."""
    live = [seat for seat, chips in enumerate(stacks) if chips]
    after = all_in([stacks[seat] for seat in live], live.index(winner))
    return [int(after[live.index(seat)]) if seat in live else 0 for seat in range(len(stacks))]


def paths_to(pair: tuple[int, int], below: list[int], above: list[int]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield all paths after which two players have passed each other between two tables, with their probability."""
    waiting: list[tuple[tuple[int, ...], Fraction, list[int], list[int]]] = [((), Fraction(1), below, above)]
    while waiting:
        path, chance, one, other = waiting.pop()
        live = [seat for seat, chips in enumerate(one) if chips]
        if len(live) < 3:  # heads-up, a place is chip share: nothing jumps
            continue
        passed = [(a, b) for a, b in combinations(live, 2) if (one[a] < one[b]) != (other[a] < other[b])]
        if pair in passed:
            yield path, chance
        if len(path) < 3 and not passed:  # behind a tie the two are different tables
            waiting += [
                ((*path, winner), chance / len(live), next_hand(one, winner), next_hand(other, winner))
                for winner in live
            ]


@settings(max_examples=15)
@given(st.lists(st.integers(1, 12), min_size=3, max_size=3))
def test_a_tie_comes_with_its_likeliest_path(others: list[int]) -> None:
    ties = find_ties([0, *others], [1, 0, 0, 0], 1, 12, [50, 30, 20, 0], 1.0).found
    for tie in (tie for tie in ties if tie.first and len(tie.path) <= 3):
        parts = 10**9 * tie.moved.denominator
        below, above = ([int(tie.moved * parts) + side, *(parts * other for other in others)] for side in (-1, 1))
        paths = dict(paths_to(tie.pair, below, above))
        assert paths[tie.path] == tie.probability == max(paths.values())


def test_ties_too_unlikely_to_move_the_threshold_are_left_out() -> None:
    table = [0, 800, 2000, 3000], [1, 0, 0, 0], 100, 500, [50, 30, 20, 0]
    # One hand in four leads to either, and a quarter of 22.50 is the most that can move there.
    assert [(int(tie.moved), tie.path) for tie in find_ties(*table, 5.6).found][:2] == [(160, (0,)), (400, (0,))]
    assert find_ties(*table, 23).found == []


def test_players_who_are_level_have_the_same_ties_under_their_own_names() -> None:
    ties = find_ties([0, 500, 500, 900, 1200], [1, 0, 0, 0, 0], 50, 450, [50, 30, 20, 0, 0], 0.5).found
    named = {(tie.moved, tie.pair): tie for tie in ties}
    for (place, pair), tie in named.items():
        swap = {1: 2, 2: 1}
        other = named[place, tuple(sorted(swap.get(seat, seat) for seat in pair))]  # type: ignore[index]
        assert other.probability == tie.probability
    assert {(0, 1), (0, 2), (1, 3), (2, 3)} <= {pair for _, pair in named}
