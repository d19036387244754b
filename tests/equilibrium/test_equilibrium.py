"""The solver against a linear programme, a slow solver in plain Python, published numbers, and symmetries."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import finaltable as ft
from finaltable import _core
from finaltable.cards.hand import CLASSES, class_table, combos_of
from finaltable.cards.range import Range
from finaltable.cards.three import three_way, triple_index
from finaltable.equilibrium.lineup import check_lineup
from finaltable.equilibrium.showdowns import one_shares
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import run_solver, solve, start_profile
from finaltable.equilibrium.terminals import Terminals, find_gains, find_terminals
from finaltable.models import find_model
from finaltable.spots.posted import Forced
from finaltable.table.table import Table
from tests.equilibria import NODES, SlowGame, Strategy
from tests.plain_hand import dense

SIZES = np.array([len(combos_of(number)) for number in range(CLASSES)])
PUBLISHED = [(5, 71.5, 62.1), (8, 61.9, 45.0), (10, 58.3, 37.4), (12, 53.2, 33.0), (15, 45.7, 28.6)]


@cache
def heads_up(stack: int, tolerance: float = 2e-7) -> Nash:
    return ft.nash([stack, stack], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=tolerance)


@cache
def three_for_chips(tolerance: float = 3e-6) -> Nash:
    return ft.nash([4500] * 3, [1], small_blind=300, big_blind=600, model="chip_ev", tolerance=tolerance)


@cache
def section_6() -> Nash:
    return ft.nash([1000, 1000, 2000, 3000], [50, 30, 20], small_blind=100, big_blind=200)


def linear_programme(stack: float) -> float:
    """Return the small blind's value in big blinds, with the push frequencies that minimise the best response."""
    table = class_table()
    total = table.wins + table.wins.T + table.ties
    deals = total / total.sum()
    called = deals * stack * (table.wins - table.wins.T) / total  # won by the small blind when called
    rows = [np.hstack([-called.T, np.eye(CLASSES)]), np.hstack([-deals.T, np.eye(CLASSES)])]
    share = deals.sum(axis=1)
    best = linprog(
        np.concatenate([-0.5 * share, -np.ones(CLASSES)]),
        A_ub=np.vstack(rows),
        b_ub=np.zeros(2 * CLASSES),
        bounds=[(0, 1)] * CLASSES + [(None, None)] * CLASSES,
    )
    assert best.fun is not None
    return -float(best.fun) - 0.5


@pytest.mark.parametrize("stack", [5, 10, 20])
def test_heads_up_values_are_those_of_a_linear_programme(stack: int) -> None:
    found = heads_up(stack)
    value = 2 * stack * float(found.equities[0]) - stack
    assert value == pytest.approx(linear_programme(stack), abs=1e-5)


@pytest.mark.parametrize(("stack", "push", "call"), PUBLISHED)
def test_heads_up_ranges_are_as_published(stack: int, push: float, call: float) -> None:
    found = heads_up(stack)
    assert 100 * found.frequency("SB") == pytest.approx(push, abs=0.3)
    assert 100 * found.frequency("BB", "SB") == pytest.approx(call, abs=0.3)


@pytest.fixture
def random_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what folded cards change on the board, as published solutions do."""
    plain = _core.Dealing(three_way().shares, three_way().deals)
    monkeypatch.setattr("finaltable.equilibrium.solver.dealing", lambda **_: plain)


@pytest.mark.usefixtures("random_boards")
def test_with_random_boards_three_player_ranges_are_those_of_ganzfried_and_sandholm() -> None:
    found = three_for_chips.__wrapped__()
    published = {("BTN",): 35.5, ("SB", "BTN"): 23.4, ("SB",): 63.3, ("BB", "BTN"): 31.0, ("BB", "SB"): 46.5}
    for (seat, *facing), percent in {**published, ("BB", "BTN", "SB"): 19.6}.items():
        assert 100 * found.frequency(seat, facing) == pytest.approx(percent, abs=1.0), (seat, facing)


@pytest.mark.usefixtures("random_boards")
def test_section_6_of_the_paper_under_icm_with_random_boards() -> None:
    found = ft.nash([1000, 1000, 2000, 3000], [50, 30, 20], small_blind=100, big_blind=200, tolerance=1e-7)
    shares = [found.frequency("CO"), found.frequency("BTN"), found.frequency("SB"), found.frequency("BB", "SB")]
    assert [100 * share for share in shares] == pytest.approx([24.3, 82.3, 73.2, 39.4], abs=0.5)


# --- few classes: an independent solver -------------------------------------------------------------------------------

FEW = [14 * 12, 14 * 5, 13 * 12 + 9, 13 * 3 + 11, 13 * 1 + 5]  # AA 77 AJs K5o 73o
ROWS = {(0, ()): 0, (1, ()): 1, (1, (0,)): 2, (2, (0,)): 4, (2, (1,)): 5, (2, (0, 1)): 6}


def small_deck() -> tuple[dict[tuple[int, ...], float], np.ndarray, np.ndarray]:
    """Return the deals of three of a few classes, for the slow solver and for the core; and the shares of pairs."""
    deals, pairs = np.zeros_like(three_way().deals), np.zeros((3, CLASSES, CLASSES))
    for classes in combinations_with_replacement(sorted(FEW), 3):
        deals[triple_index(*classes)] = three_way().deals[triple_index(*classes)]
    found = {hands: float(deals[triple_index(*sorted(hands))]) for hands in product(FEW, repeat=3)}
    for (one, two, three), times in found.items():
        for order, share in three_way().orders(one, two, three).items():
            pairs[1 + int(np.sign(order[0] - order[1])), one, two] += times * share
    total = pairs.sum(axis=0)
    return found, deals, np.divide(pairs, total, out=np.zeros_like(pairs), where=total > 0)


@pytest.mark.slow
@pytest.mark.parametrize(("stacks", "payouts"), [([1200, 1000, 1500], [1]), ([900, 2000, 1100], [60, 40])])
def test_the_core_agrees_with_a_slow_solver_on_few_classes(stacks: list[int], payouts: list[int]) -> None:
    lineup = check_lineup(Table.of(stacks, payouts), None, Forced.of(100, 200, 0, 0))
    terminals = find_terminals(lineup, find_model("icm"), 1e-9, 1)
    found, deals, pairs = small_deck()

    def chances(hands: tuple[int, ...], pushed: tuple[int, ...]) -> dict[tuple[int, ...], float]:
        if pushed in ((0, 2), (1, 2)):
            shares = pairs[:, hands[pushed[0]], hands[pushed[1]]]
            return dict(zip([(0, 1), (0, 0), (1, 0)], shares.tolist(), strict=True))
        seen: dict[tuple[int, ...], float] = {}
        for order, share in three_way().orders(*hands).items():
            ranks = dense([order[i] for i in pushed]) or (0,)
            seen[ranks] = seen.get(ranks, 0.0) + share
        return seen

    slow = SlowGame(found, chances, lambda pushed, order: terminals.values[terminals.row(pushed, order)].tolist())
    played, claimed = core_profile(terminals, deals, pairs)
    assert slow.exploitability(played) == pytest.approx(claimed, abs=1e-6)
    assert claimed < 1e-5
    average = slow.solve(50)
    assert slow.exploitability(average) < 2e-3
    assert game_values(slow, played) == pytest.approx(game_values(slow, average), abs=2e-3)


def core_profile(terminals: Terminals, deals: np.ndarray, pairs: np.ndarray) -> tuple[Strategy, float]:
    gains = find_gains(terminals)
    start = np.zeros((7, CLASSES))
    start[:, FEW[:3]] = 1.0
    start[3] = 0.0
    locked = np.array([number == 3 for number in range(7)])
    answer = _core.solve_push_fold(
        False, one_shares(0), pairs, gains.one, gains.two, gains.three, _core.Dealing(three_way().shares, deals),
        start, locked,
        1e-5, 400, 1, None, None,
    )  # fmt: skip
    profile = answer.profile.reshape(7, CLASSES)
    return {node: {hand: float(profile[ROWS[node], hand]) for hand in FEW} for node in NODES}, float(
        answer.exploitability.sum()
    )


def game_values(game: SlowGame, strategy: Strategy) -> np.ndarray:
    total = np.zeros(3)
    for hands, dealt in game.deals.items():
        total += dealt * np.array(game.expected(hands, strategy, {}))
    return total


# --- invariants -------------------------------------------------------------------------------------------------------


def test_more_sweeps_never_raise_the_exploitability() -> None:
    for found in (three_for_chips(), section_6(), heads_up(15)):
        assert (np.diff(found.history) <= 0).all()
        assert found.history[-1] == pytest.approx(found.exploitability.total, rel=1e-9)
        assert found.reached
        assert found.exploitability.total <= found.tolerance


def test_equities_sum_to_the_pool() -> None:
    for found in (three_for_chips(), section_6()):
        assert float(found.equities.sum()) == pytest.approx(found.pool, rel=1e-6)


@settings(max_examples=4, deadline=None)
@given(st.integers(2, 7), st.sampled_from([1, 3, 1000]))
def test_scaling_chips_and_prizes_leaves_strategies_unchanged(factor: int, money: int) -> None:
    plain = ft.nash([1200, 1500, 900], [60, 40], small_blind=50, big_blind=100, tolerance=1e-4)
    scaled = ft.nash(
        [1200 * factor, 1500 * factor, 900 * factor],
        [60 * money, 40 * money],
        small_blind=50 * factor,
        big_blind=100 * factor,
        tolerance=1e-4,
    )
    assert np.array_equal(plain.profile, scaled.profile)
    assert scaled.equities == pytest.approx(money * plain.equities, rel=1e-9)


def test_the_stacks_may_start_at_any_seat() -> None:
    one = ft.nash([1000, 1500, 900, 2000], [50, 30, 20], small_blind=50, big_blind=100, tolerance=1e-3)
    turned = ft.nash([900, 2000, 1000, 1500], [50, 30, 20], small_blind=50, big_blind=100, button=1, tolerance=1e-3)
    assert turned.table.names == ("CO", "BTN", "SB", "BB")
    assert np.array_equal(one.profile, turned.profile)
    assert turned.equities == pytest.approx(np.roll(one.equities, 2), rel=1e-12)


def test_winner_take_all_is_chip_ev() -> None:
    icm = ft.nash([1000, 1500, 900], [100], small_blind=50, big_blind=100, model="icm", tolerance=1e-4)
    chips = ft.nash([1000, 1500, 900], [100], small_blind=50, big_blind=100, model="chip_ev", tolerance=1e-4)
    assert icm.profile == pytest.approx(chips.profile, abs=1e-3)


def test_two_initial_profiles_lead_to_the_same_equities() -> None:
    found = section_6()
    profile, locked = start_profile(found.lineup, {}, (0.9, 0.6, 0.4))
    other = run_solver(found.terminals, find_model("icm"), profile, locked, Search(1e-5, 2))
    assert other.reached
    assert other.equities == pytest.approx(found.equities, abs=1e-4 * found.pool)


def test_results_are_bitwise_equal_for_any_number_of_threads() -> None:
    found = section_6()
    for threads in (1, 3):
        other = solve(found.terminals, find_model("icm"), {}, Search(1e-5, threads))
        assert np.array_equal(other.profile, found.profile)
        assert np.array_equal(other.equities, found.equities)


def test_a_locked_range_stays_and_the_others_adapt() -> None:
    found = ft.nash([1000, 1000, 2000, 3000], [50, 30, 20], small_blind=100, big_blind=200, lock={"BB v SB": "20%"})
    assert found.range("BB", "SB") == Range.read("20%")
    assert found.frequency("SB") > section_6().frequency("SB")
    assert found.reached
    assert found.best_response("BB").gain > 0.01


def test_the_report_warns_when_the_limit_of_three_all_ins_decides_under_dcm() -> None:
    found = ft.nash(
        [1500, 2200, 3100, 1800, 2600, 2000], [50, 30, 20], small_blind=100, big_blind=200, model="dcm",
        tolerance=1e-2, max_seconds=3,
    )  # fmt: skip
    assert found.three_way > 0.1
    assert found.cap_decides
    assert "the limit of three all-ins decides" in str(found)
