"""Games with a raise: against a linear programme, a slow game in plain Python, push or fold, and real deals."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import bmat, coo_matrix, eye

import finaltable as ft
from finaltable import _core
from finaltable.cards.hand import CLASSES, class_table
from finaltable.cards.three import three_way, triple_index
from finaltable.equilibrium.lineup import check_lineup
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.revalue import revalue
from finaltable.equilibrium.showdowns import one_shares
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import ends_of, solve_raises, start_profile
from finaltable.equilibrium.terminals import Terminals, find_terminals
from finaltable.equilibrium.tree import rows_of, tree_of
from finaltable.models import find_model
from finaltable.spots.posted import Forced
from finaltable.table.table import Table
from tests.equilibria import SlowTree
from tests.refused import refused

SIX = [2400, 3600, 1800, 5000, 2800, 6000]
BLINDS: dict[str, Any] = {"small_blind": 100, "big_blind": 200}


@cache
def heads_up(stack: float, size: float, tolerance: float = 1e-6) -> Nash:
    return ft.nash(
        [stack, stack], [1], small_blind=0.5, big_blind=1, model="chip_ev", raise_to=size, tolerance=tolerance
    )


@cache
def six(tolerance: float = 2e-5, threads: int = 2) -> Nash:
    return ft.nash(SIX, [40, 25, 18, 10, 7], **BLINDS, ante=25, raise_to="2.2bb", tolerance=tolerance, threads=threads)


def quick(stacks: list[int], **options: Any) -> Nash:
    given = {**BLINDS, "raise_to": "2.5bb", "tolerance": 1e-3, **options}
    return ft.nash(stacks, [50, 30, 20][: len(stacks)], **given)


# --- heads-up: an exact linear programme ------------------------------------------------------------------------------


def linear_programme(stack: float, size: float) -> float:
    """Return the small blind's value in big blinds: hands to push, to raise, and to raise and call, that do best."""
    table = class_table()
    total = table.wins + table.wins.T + table.ties
    deals = total / total.sum()
    called = deals * stack * (table.wins - table.wins.T) / total  # won by the small blind when called
    none = coo_matrix((CLASSES, CLASSES))
    one = eye(CLASSES)
    # Variables by class: push, raise, raise and call; and the big blind's answers to a push and to a raise.
    rows = [
        [-deals.T, none, none, one, none],  # the big blind folds to a push
        [-called.T, none, none, one, none],  # calls it
        [none, -deals.T, none, none, one],  # folds to a raise
        [none, size * deals.T, -(called + size * deals).T, none, one],  # re-jams
        [one, one, none, none, none],  # a hand is played once
        [none, -one, one, none, none],  # a call follows a raise
    ]
    share = deals.sum(axis=1)
    zeros = np.zeros(CLASSES)
    best = linprog(
        np.concatenate([-0.5 * share, -0.5 * share, zeros, zeros - 1, zeros - 1]),
        A_ub=bmat(rows, format="csr"),
        b_ub=np.concatenate([zeros, zeros, zeros, zeros, zeros + 1, zeros]),
        bounds=[(0, 1)] * 3 * CLASSES + [(None, None)] * 2 * CLASSES,
    )
    assert best.fun is not None
    return -float(best.fun) - 0.5


@pytest.mark.parametrize("size", [2.0, 2.5])
@pytest.mark.parametrize("stack", [10, 15, 25])
def test_heads_up_values_are_those_of_a_linear_programme(stack: int, size: float) -> None:
    found = heads_up(stack, size)
    value = 2 * stack * float(found.equities[0]) - stack
    # An exploitability of 1e-6 of the pool is at most 5e-5 big blinds.
    assert value == pytest.approx(linear_programme(stack, size), abs=2 * stack * found.exploitability.total + 2e-6)


def test_ten_big_blinds_and_a_raise_to_two_are_raised_never_pushed() -> None:
    found = heads_up(10, 2.0)
    assert found.frequency("SB", raised_by="SB") == pytest.approx(0.68, abs=0.02)
    assert found.frequency("SB") < 0.01


# --- three players: a slow game with few classes ----------------------------------------------------------------------

FEW = [13 * 11 + 12, 13 * 12 + 3, 13 * 9 + 10, 13 * 5 + 6, 13 * 1 + 5]  # AKo A5s QJo 87o 73o: any three can be dealt


def independent_deals() -> tuple[np.ndarray, np.ndarray]:
    """Return deals in which no hand changes the odds of another, and the orders of pairs."""
    deals, pairs = np.zeros_like(three_way().deals), np.zeros((3, CLASSES, CLASSES))
    for classes in combinations_with_replacement(sorted(FEW), 3):
        deals[triple_index(*classes)] = 100
    for one, two, three in product(FEW, repeat=3):
        for order, share in three_way().orders(one, two, three).items():
            pairs[1 + int(np.sign(order[0] - order[1])), one, two] += share / len(FEW)
    return deals, pairs


SPOTS = [([1200, 1000, 1500], [1], 2.0), ([900, 2000, 1100], [60, 40], 2.5), ([3000, 450, 2500], [60, 40], 3.0)]


@pytest.mark.parametrize(("stacks", "payouts", "size"), SPOTS)
def test_three_players_have_the_values_and_best_responses_of_a_slow_game(
    stacks: list[int], payouts: list[int], size: float
) -> None:
    bets = {seat: int(200 * size) for seat in range(3)}
    lineup = check_lineup(Table.of(stacks, payouts), None, Forced.of(100, 200, 0, 0), raises=bets)
    terminals, tree = find_terminals(lineup, find_model("icm"), 1e-9, 1), tree_of(lineup)
    deals, pairs = independent_deals()
    answer = solved(terminals, deals, pairs)
    profile = answer.profile.reshape(-1, CLASSES)
    strategy = {row: {hand: float(profile[row, hand]) for hand in FEW} for row in range(len(profile))}

    @cache
    def value(number: int, hands: tuple[int, ...]) -> list[float]:
        pushed, raiser = tree.ends[number]
        orders: dict[tuple[int, ...], float] = three_way().orders(*hands) if len(pushed) == 3 else {(0,): 1.0}
        if len(pushed) == 2:
            shares = pairs[:, hands[pushed[0]], hands[pushed[1]]]
            orders = dict(zip([(0, 1), (0, 0), (1, 0)], shares.tolist(), strict=True))
        money = [share * terminals.values[terminals.row(pushed, order, raiser)] for order, share in orders.items()]
        return list(np.sum(money, axis=0))

    slow = SlowTree(tree, dict.fromkeys(product(FEW, repeat=3), 1.0), value)
    for player in range(3):
        plays = slow.expected(strategy, player)
        assert answer.values[player] + terminals.if_all_fold()[player] == pytest.approx(plays, abs=1e-5)
        assert answer.exploitability[player] == pytest.approx(slow.expected(strategy, player, True) - plays, abs=1e-5)
    assert answer.exploitability.sum() < 1e-4


def solved(terminals: Terminals, deals: np.ndarray, pairs: np.ndarray) -> _core.PushFoldAnswer:
    tree = tree_of(terminals.lineup)
    ends, values = ends_of(terminals, tree.ends)
    start = np.zeros((len(tree.decisions), 2, CLASSES))
    start[:, 0, FEW[:3]] = 1.0
    locked = np.zeros(len(tree.decisions), dtype=np.bool_)
    return _core.solve_tree(
        3, tree.decisions, ends, one_shares(0), pairs, values, _core.Dealing(three_way().shares, deals), start, locked,
        1e-4, 300, 1, None, None,
    )  # fmt: skip


# --- push or fold is a tree, too --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "payouts"), [([2000] * 3, [1]), ([1000, 1000, 2000, 3000], [50, 30, 20]), (SIX, [50, 30, 20])]
)
def test_a_tree_without_raises_is_push_or_fold(stacks: list[int], payouts: list[int]) -> None:
    found = ft.nash(stacks, payouts, **BLINDS, tolerance=1e-5)
    rows = rows_of(found.lineup)
    profile, locked = start_profile(found.lineup, {})
    tree = tree_of(found.lineup)
    decisions, order = [rows[node] for node in tree.nodes], list(tree.nodes.values())
    answer = solve_raises(found.terminals, profile[decisions], locked[decisions], Search(1e-5))
    profile[decisions] = answer.profile.reshape(-1, CLASSES)[order]
    other = found.terminals.if_all_fold() + answer.values
    assert found.pool * other == pytest.approx(found.equities[list(found.terminals.players)], abs=1e-4 * found.pool)
    measured = revalued(found, profile)
    assert measured.exploitability.total < 2e-5


@pytest.mark.parametrize("stacks", [SIX, [2400, 380, 1800, 5000, 2800, 2000], [2400, 190, 1800, 5000], [2000] * 9])
def test_a_tree_values_a_profile_of_push_or_fold_as_its_solver_does(stacks: list[int]) -> None:
    found = ft.nash(stacks, [50, 30, 20], **BLINDS, tolerance=1e-4)
    rows = rows_of(found.lineup)
    tree = tree_of(found.lineup)
    decisions, order = [rows[node] for node in tree.nodes], list(tree.nodes.values())
    locked = np.ones(len(decisions), dtype=np.bool_)
    answer = solve_raises(found.terminals, found.profile[decisions], locked, Search(0.9))
    other = found.terminals.if_all_fold() + answer.values
    assert found.pool * other == pytest.approx(found.equities[list(found.terminals.players)], abs=4e-5 * found.pool)
    gains = answer.gain.reshape(-1, CLASSES)[order]
    assert np.abs(gains - found.gains[decisions]).max() < 1e-5


def revalued(found: Nash, profile: np.ndarray) -> Nash:
    """Return the profile as the solver of push or fold values it."""
    from finaltable.equilibrium.solver import run_solver

    _, locked = start_profile(found.lineup, {})
    return run_solver(found.terminals, find_model("icm"), profile, locked, Search(0.9))


def test_without_a_raise_the_answer_is_that_of_push_or_fold() -> None:
    plain = ft.nash([1000, 1000, 2000], [50, 30, 20], **BLINDS, tolerance=1e-4)
    none = ft.nash([1000, 1000, 2000], [50, 30, 20], **BLINDS, tolerance=1e-4, raise_to=None)
    assert np.array_equal(plain.profile, none.profile)
    assert plain.raise_to == ()
    # No stack is larger than the raise: there is none.
    short = ft.nash([500, 500, 3000], [50, 30, 20], **BLINDS, tolerance=1e-4, raise_to=500)
    assert np.array_equal(short.profile, ft.nash([500, 500, 3000], [50, 30, 20], **BLINDS, tolerance=1e-4).profile)


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_real_deals_find_nothing_to_gain_in_six_handed_charts() -> None:
    for found in (six(), quick([3000] * 6, tolerance=2e-5)):
        judged = found.judge(10_000_000, seed=1)
        assert judged.exploitability < 3e-5 + 3 * judged.standard_error
        assert judged.standard_error < 3e-5


def test_real_deals_find_the_gain_against_a_bad_answer_to_a_re_jam() -> None:
    found = heads_up(15, 2.5, 1e-4)
    row = found.index_of(found.find("SB", "BB", "SB"))
    profile = found.profile.copy()
    profile[row] = 0.0
    judged = replace(found, profile=profile).judge(300_000, seed=2)
    assert judged.seats[0] > 5 * judged.standard_error


# --- invariants -------------------------------------------------------------------------------------------------------


def test_results_are_bitwise_equal_for_any_number_of_threads() -> None:
    one, other = six(1e-3, 1), six(1e-3, 3)
    assert np.array_equal(one.profile, other.profile)
    assert np.array_equal(one.equities, other.equities)


def test_more_iterations_never_raise_the_exploitability() -> None:
    found = six(1e-4)
    assert (np.diff(found.history) <= 0).all()
    assert found.reached
    assert found.exploitability.total <= found.tolerance
    assert float(found.equities.sum()) == pytest.approx(found.pool, rel=1e-6)


def test_the_best_response_of_a_player_gains_their_exploitability() -> None:
    found = six(1e-3)
    for seat, name in enumerate(found.table.names):
        gain = found.best_response(name).gain / found.pool
        assert gain == pytest.approx(found.exploitability.seats[seat], rel=1e-4, abs=1e-9)


def test_the_stacks_may_start_at_any_seat() -> None:
    one = quick([2400, 3000, 1800, 4000])
    turned = quick([1800, 4000, 2400, 3000], button=1)
    assert np.array_equal(one.profile, turned.profile)
    assert turned.equities == pytest.approx(np.roll(one.equities, 2), rel=1e-12)


def test_chips_and_big_blinds_are_the_same_game() -> None:
    chips, blinds = quick([2400, 3000, 1800], raise_to=440), quick([2400, 3000, 1800], raise_to="2.2 BB")
    number = quick([2400, 3000, 1800], raise_to=2.2)
    assert np.array_equal(chips.profile, blinds.profile)
    assert np.array_equal(number.profile, blinds.profile)
    assert chips.raise_to == (440.0, None, 440.0)


# --- who may raise, and who must call ---------------------------------------------------------------------------------


def test_a_raise_needs_chips_behind_and_a_larger_stack_to_act() -> None:
    found = quick([3000, 450, 400, 3000])
    assert found.raise_to == (None, None, None, 500.0)  # no player behind the small blind has more than 500
    assert DecisionNode(0, (), 0) not in found.nodes


def test_a_raiser_cannot_fold_to_re_jams_that_the_raise_covers() -> None:
    found = quick([3000, 450, 3000])  # the button raises; small blind 3,000, big blind 450
    names = {found.name_of(node) for node in found.nodes}
    assert "BTN raise v SB" in names
    assert "BTN raise v BB" not in names
    assert "BTN raise v SB, BB" in names


def test_sizes_by_player_let_only_these_raise() -> None:
    found = quick([3000, 3000, 3000, 3000], raise_to={"BTN": "2bb", "SB": 700})
    assert found.raise_to == (700.0, None, None, 400.0)
    assert found.frequency("SB", raised_by="SB") + found.frequency("SB") <= 1.0


def test_players_all_in_by_posting_and_players_elsewhere_are_in_the_game() -> None:
    posted = quick([3000, 150, 3000, 2500])
    assert posted.all_in == ("BB",)
    assert float(posted.equities.sum()) == pytest.approx(posted.pool, rel=1e-6)
    assert posted.reached
    away = quick([3000, 2000, 2500, 900], elsewhere=[3])
    assert np.isnan(away.equities[3])
    folded = quick([3000, 2000, 2500, 2600], folded=["CO"])
    assert [node.seat for node in folded.nodes if node.action == "raise"] == [0, 1]


def test_bounties_widen_calls_of_re_jams() -> None:
    plain = quick([3000, 2500, 2800], tolerance=1e-4)
    heads = quick([3000, 2500, 2800], tolerance=1e-4, bounties=[20, 20, 20])
    node = plain.find("BTN", "SB", "BTN")
    assert heads.share(node) > plain.share(node)


def test_a_locked_raise_stays_and_the_others_adapt() -> None:
    wide = quick([2800] * 4, lock={"BTN raise": "60%"})
    tight = quick([2800] * 4, lock={"BTN raise": "10%"})
    assert wide.frequency("BTN", raised_by="BTN") == pytest.approx(0.6, abs=0.01)
    assert wide.frequency("BTN") == 0.0
    assert wide.frequency("SB", raised_by="BTN") > tight.frequency("SB", raised_by="BTN") + 0.05
    assert wide.exploitability.seats[3] < 1e-3  # the raise is no choice
    calls = quick([2800] * 4, lock={"BTN raise v SB": "AA", "SB v BTN raise": "30%", "BB v BTN raise, SB": "fold"})
    assert calls.frequency("SB", raised_by="BTN") == pytest.approx(0.3, abs=0.01)
    assert str(calls.range("BTN", "SB", "BTN")) == "AA"


def test_players_whose_raise_was_seen_raise_or_fold() -> None:
    asked: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "raise_to": {"BTN": "2.2bb"}, "tolerance": 1e-4}
    found = ft.nash([12, 14, 10], [50, 30, 20], **asked, raise_only=["BTN"])
    first = [node.action for node in found.nodes if node.seat == 0 and not node.facing]
    assert first == ["raise"]
    assert found.frequency("BTN", raised_by="BTN") > 0.1
    assert found.best_response("BTN").gain <= found.pool * found.exploitability.total + 1e-9
    again = revalue(found, "icm")
    assert np.allclose(again.gains, found.gains, atol=1e-9)
    with refused("needs_other", "raise_only"):
        ft.nash([12, 14, 10], [50, 30, 20], **asked, raise_only=["SB"])
