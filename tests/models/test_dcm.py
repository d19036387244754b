"""The Dependent Chip Model: properties that hold for every table."""

from __future__ import annotations

import pickle
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core
from finaltable.models.dcm.paper import algorithm_3, equation_2
from finaltable.models.dcm.tree import AUTO_NODES, MERGED, plan_search, search_until_deadline
from tests.conftest import payouts_for, tables, tied_stacks, whole_stacks

NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]


def largest(values: object) -> float:
    return float(np.abs(np.asarray(values, dtype=np.float64)).max())


@pytest.mark.slow
@given(tables)
def test_tree_and_exact_agree_to_twelve_digits(table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    tree = ft.dcm(stacks, payouts, method="tree", tolerance=1e-13)
    exact = ft.dcm(stacks, payouts, method="exact")
    assert largest(tree.finish - exact.finish) <= 1e-12
    assert largest(tree.knockouts - exact.knockouts) <= 1e-12
    assert largest(tree.equities - exact.equities) <= 1e-12 * sum(payouts)


@pytest.mark.slow
@given(tables, st.floats(-12, -0.5))
@settings(max_examples=400)
def test_the_error_is_a_proved_bound(table: tuple[list[int], list[int]], exponent: float) -> None:
    stacks, payouts = table
    tolerance = 10.0**exponent
    tree = ft.dcm(stacks, payouts, method="tree", tolerance=tolerance)
    exact = ft.dcm(stacks, payouts, method="exact")
    assert tree.guaranteed
    assert largest(tree.equities - exact.equities) <= tree.error <= tolerance * sum(payouts)
    assert largest(tree.finish - exact.finish) <= tree.finish_error <= tolerance
    assert largest(tree.knockouts - exact.knockouts) <= tree.knockouts_error <= tolerance


@pytest.mark.slow
@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=4).flatmap(lambda s: st.tuples(st.just(s), payouts_for(len(s))))
)
@settings(max_examples=40)
def test_tree_and_paper_agree_to_the_papers_truncation(table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    tree = ft.dcm(stacks, payouts, tolerance=1e-12)
    paper = ft.dcm(stacks, payouts, method="paper")
    assert paper.error < 1e-8 * sum(payouts)
    assert largest(tree.equities - paper.equities) <= paper.error + tree.error
    assert largest(tree.finish - paper.finish) <= paper.finish_error + tree.finish_error


@given(tables)
def test_rows_and_columns_sum_to_one_and_money_to_the_pool(table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    for tolerance in (1e-2, 1e-9):  # the sums hold even if much is unresolved
        result = ft.dcm(stacks, payouts, tolerance=tolerance)
        assert largest(result.finish.sum(axis=0) - 1) < 1e-12
        assert largest(result.finish.sum(axis=1) - 1) < 1e-12
        assert (result.finish >= 0).all()
        assert result.equities.sum() == pytest.approx(sum(payouts), abs=1e-12 * sum(payouts))


@given(whole_stacks)
def test_place_one_is_chip_share(stacks: list[int]) -> None:
    assert largest(ft.finish(stacks)[:, 0] - np.array(stacks) / sum(stacks)) < 1e-15
    exact = ft.finish(stacks, method="exact")
    assert list(exact[:, 0]) == [Fraction(stack, sum(stacks)) for stack in stacks]


@given(whole_stacks, st.randoms(use_true_random=False))
def test_renaming_players_renames_rows(stacks: list[int], random: st.DataObject) -> None:
    order = list(range(len(stacks)))
    random.shuffle(order)  # type: ignore[attr-defined]
    straight = ft.dcm(stacks, [1])
    shuffled = ft.dcm([stacks[i] for i in order], [1])
    # Bit for bit: equal players are equal, and the search does not depend on the seats.
    assert (shuffled.finish == straight.finish[order]).all()
    assert (shuffled.knockouts == straight.knockouts[np.ix_(order, order)]).all()


@given(whole_stacks, st.integers(2, 10**9))
def test_scaling_the_stacks_changes_nothing(stacks: list[int], factor: int) -> None:
    scaled = [stack * factor for stack in stacks]
    assert (ft.finish(stacks) == ft.finish(scaled)).all()


@given(whole_stacks.flatmap(lambda s: st.tuples(st.just(s), payouts_for(len(s)), payouts_for(len(s)))))
def test_equity_is_linear_in_the_payouts(case: tuple[list[int], list[int], list[int]]) -> None:
    stacks, first, second = case
    width = len(stacks)
    one = np.pad(first, (0, width - len(first)))
    two = np.pad(second, (0, width - len(second)))
    both, first_only, second_only = (ft.dcm(stacks, prizes) for prizes in (2 * one + two, one, two))
    apart = 2 * first_only.equities + second_only.equities
    assert largest(both.equities - apart) <= both.error + 2 * first_only.error + second_only.error


@given(whole_stacks)
def test_each_player_but_the_winner_is_busted_once(stacks: list[int]) -> None:
    result = ft.dcm(stacks, [1])
    assert largest(result.knockouts.sum(axis=0) - (1 - result.finish[:, 0])) < 1e-12
    assert (np.diag(result.knockouts) == 0).all()


@given(tied_stacks, st.integers(1, 3))
def test_players_without_chips_share_the_last_places(stacks: list[int], out: int) -> None:
    result = ft.dcm([*stacks, *[0] * out], [1])
    live = len(stacks)
    assert (result.finish[:live, :live] == ft.dcm(stacks, [1]).finish).all()
    assert (result.finish[live:, live:] == 1 / out).all()
    assert (result.finish[:live, live:] == 0).all()
    assert (result.finish[live:, :live] == 0).all()
    assert (result.knockouts[:, live:] == 0).all()


@pytest.mark.parametrize("method", ["exact", "paper", "tree", "sample"])
def test_players_who_are_out_between_the_others_share_the_last_prizes_by_every_method(method: str) -> None:
    result = ft.dcm([5, 0, 4, 3, 0], [50, 30, 20, 10, 4], method=method)
    alone = ft.dcm([5, 4, 3], [50, 30, 20], method="exact")
    out, live = [1, 4], [0, 2, 3]
    assert result.equities[out].astype(float).tolist() == [7, 7]
    assert largest(result.equities[live] - alone.equities) <= result.error + 1e-12
    assert largest(result.finish[np.ix_(live, range(3))] - alone.finish) <= result.finish_error + 1e-12
    assert result.finish[out].astype(float).tolist() == [[0, 0, 0, 0.5, 0.5]] * 2
    assert largest(result.finish[live, 3:]) == 0


@pytest.mark.slow
@given(st.lists(st.integers(1, 50), min_size=7, max_size=14))
@settings(max_examples=20)
def test_wide_tables_are_consistent_and_a_finer_search_stays_within_the_error(stacks: list[int]) -> None:
    coarse = ft.dcm(stacks, [1], method="tree", tolerance=1e-3)
    fine = ft.dcm(stacks, [1], method="tree", tolerance=1e-6)
    assert largest(coarse.finish - fine.finish) <= coarse.finish_error + fine.finish_error
    assert largest(coarse.knockouts - fine.knockouts) <= coarse.knockouts_error + fine.knockouts_error
    assert largest(fine.finish.sum(axis=1) - 1) < 1e-12


def test_exact_fractions_of_the_first_example() -> None:
    result = ft.dcm([1000, 500, 100], [100, 50], method="exact")
    assert list(result.finish[0]) == [Fraction(5, 8), Fraction(64807, 177144), Fraction(811, 88572)]
    assert list(result.equities) == [Fraction(7155925, 88572), Fraction(58725, 968), Fraction(1513075, 177144)]
    assert result.error == 0.0


def test_exact_reads_decimal_payouts_exactly() -> None:
    assert sum(ft.dcm([3, 2, 1], [0.1, 0.2], method="exact").equities) == Fraction(3, 10)


def test_equal_stacks_are_worth_the_same_whatever_the_payouts() -> None:
    result = ft.dcm([500] * 7, [60, 30, 10])
    assert largest(result.equities - 100 / 7) < 1e-12


def test_one_chip_across_a_cliff() -> None:
    below, level, above = (ft.dcm([own, 800, 2000, 3000], [50, 30, 20]).equities[0] for own in (799, 800, 801))
    assert [round(below, 2), round(above, 2)] == [9.73, 19.74]
    assert level == pytest.approx((below + above) / 2, abs=0.01)
    assert below == pytest.approx(ft.dcm([799, 800, 2000, 3000], [50, 30, 20], method="paper").equities[0])


def test_decimal_stacks_tie_like_the_integers_they_scale_to() -> None:
    decimal, whole = [1.8, 3.3, 1.3], [18, 33, 13]
    in_binary, as_written = (algorithm_3(stacks, [20, 30, 50], MD=20).DCM for stacks in (decimal, whole))
    assert max(abs(a - b) for a, b in zip(in_binary, as_written, strict=True)) > 0.1  # binary floats miss a tie
    result = ft.dcm(decimal, [50, 30, 20])
    assert (result.equities == ft.dcm(whole, [50, 30, 20]).equities).all()
    assert result.equities.tolist() == pytest.approx(as_written, abs=1e-5)
    assert (ft.finish([decimal, decimal])[0] == result.finish).all()


@pytest.mark.parametrize("unit", [1e-12, 1.0, 2.0**40])
def test_nearly_equal_stacks_are_not_equal(unit: float) -> None:
    stacks = [unit, unit * (1 + 1e-12), 3 * unit]
    result = ft.dcm(stacks, [3, 2, 1])
    assert result.finish[0, 2] - result.finish[1, 2] > 0.1


def test_whole_numbers_up_to_two_to_the_53_keep_their_ties() -> None:
    big = 2**53
    tied = ft.dcm([big, big - 3, 3], [5, 3, 1])  # after the short stack wins once: big - 3, big - 6, 9
    same = ft.dcm([big * 1024, (big - 3) * 1024, 3 * 1024], [5, 3, 1])  # needs more than 64 bits
    assert (tied.equities == same.equities).all()
    exactly_level = ft.dcm([2 * big, big, big], [5, 3, 1]).equities
    assert exactly_level[1] == exactly_level[2]


def test_arbitrary_floats_work() -> None:
    stacks = np.random.default_rng(7).dirichlet([0.3] * 8)
    result = ft.dcm(stacks, [3, 2, 1])
    assert result.equities.sum() == pytest.approx(6)
    assert result.error < 1e-8
    assert result.knockouts_error < 1e-8


def test_giant_and_tiny_stacks() -> None:
    """A leader with nearly all chips is worth at most the first prize."""
    result = ft.dcm([1e15, 7, 2, 1], [50, 30, 20])
    assert result.equities[0] == pytest.approx(50, abs=1e-9)
    assert result.equities[0] <= 50


def test_winner_take_all_is_chip_share_and_certain() -> None:
    result = ft.dcm(NINE, [100])
    assert largest(result.equities - 100 * np.array(NINE) / sum(NINE)) < 1e-12
    assert result.error < 1e-12


def test_no_search_is_needed_if_all_prizes_but_the_first_are_equal() -> None:
    result = ft.dcm(NINE, [100, *[10] * 8])
    shares = np.array(NINE) / sum(NINE)
    assert result.work == 0
    assert largest(result.equities - (10 + 90 * shares)) <= result.error < 1e-12
    assert largest(result.finish[:, 0] - shares) <= result.finish_error <= 1e-9


@given(tables, st.sampled_from([1e-2, 1e-4, 1e-7]))
@settings(max_examples=60)
def test_a_search_for_equities_meets_the_tolerance(table: tuple[list[int], list[int]], tolerance: float) -> None:
    exact = ft.dcm(*table, method="exact")
    found = ft.dcm(*table, tolerance=tolerance)
    assert largest(found.equities - exact.equities.astype(float)) <= found.error <= tolerance * sum(table[1])
    assert largest(found.finish - exact.finish.astype(float)) <= found.finish_error <= tolerance
    assert found.equities.sum() == pytest.approx(sum(table[1]), rel=1e-9)


def test_one_table_on_several_threads_has_the_same_bits() -> None:
    answers = [ft.dcm(NINE, [100, 60, 40], threads=threads) for threads in (1, 2, 5)]
    assert answers[0].work > 50_000  # otherwise it would run on one thread
    for answer in answers[1:]:
        assert answer.equities.tobytes() == answers[0].equities.tobytes()
        assert (answer.error, answer.work) == (answers[0].error, answers[0].work)
        assert answer.finish.tobytes() == answers[0].finish.tobytes()


def test_a_prize_on_second_place_only() -> None:
    stacks, place = [1000, 500, 100], ft.finish([1000, 500, 100])
    assert largest(ft.dcm(stacks, [0, 100, 0]).equities - 100 * place[:, 1]) < 1e-12


def test_the_default_answer_for_nine_players() -> None:
    result = ft.dcm(NINE, [100, 60, 40])
    better = ft.dcm(NINE, [100, 60, 40], tolerance=2e-12)
    assert result.error <= 1e-9 * 200
    assert largest(result.equities - better.equities) <= result.error + better.error
    assert (result.model, result.method) == ("dcm", "tree")


@pytest.mark.parametrize("payouts", [[100, 60, 40], [1] * 5, list(range(11, 0, -1))])
@pytest.mark.parametrize("stacks", [[2**i for i in range(11)], [7] * 11, [1, 2, 3] * 3 + [3, 3], range(101, 112)])
def test_auto_predicts_the_nodes_of_a_search(stacks: list[int], payouts: list[int]) -> None:
    predicted = _core.tree_cost(11).nodes_for(1e-6)
    assert ft.dcm(stacks, payouts, method="tree", tolerance=1e-6).work <= predicted / MERGED
    assert ft.finish(stacks, "dcm", method="tree", tolerance=1e-6).work <= predicted / MERGED


@pytest.mark.parametrize(
    ("players", "growth", "payouts", "tolerance"),
    [
        (5, 1.1, [0, 10, 0, 1, 323], 1e-9),
        (9, 1.1, [0, 1, 0, 0, 671], 1e-9),
        (13, 1.1, [74, 17, 0, 0, 696], 2e-10),
        (14, 1.1, [0, 1, 0, 2, 65], 1e-9),
        (18, 1.1, [0, 106, 2, 0, 0, 600], 2e-6),
    ],
)
def test_auto_answers_in_about_a_second_with_unusual_prizes(
    players: int, growth: float, payouts: list[int], tolerance: float
) -> None:
    result = ft.dcm([int(10_000 * growth**i) for i in range(players)], payouts, tolerance=tolerance)
    predicted = _core.tree_cost(players).nodes_for(tolerance)
    assert result.method == "tree"
    assert result.error <= tolerance * sum(payouts)
    assert result.work > predicted / MERGED  # more than with usual prizes
    assert result.work <= 2 * AUTO_NODES  # each takes about half a second


def test_auto_states_the_error_reached_if_it_misses_the_tolerance() -> None:
    result = ft.dcm(range(1, 25), [60, 40], tolerance=1e-9)
    assert result.error > 1e-9 * 100
    assert not result.guaranteed
    assert result.tolerance == 1e-9


def test_a_time_limit_is_kept_and_the_error_stated() -> None:
    stacks = list(range(1, 31))
    quick = ft.dcm(stacks, [60, 40], method="tree", tolerance=1e-6, max_seconds=0.05)
    slow = ft.dcm(stacks, [60, 40], method="tree", tolerance=1e-6, max_seconds=0.5)
    assert slow.error <= quick.error < 25  # on a busy machine both end with the first search
    assert largest(quick.equities - slow.equities) <= quick.error + slow.error
    assert largest(quick.finish.sum(axis=1) - 1) < 1e-11  # grows with the nodes, of which a fast machine has more


@pytest.mark.parametrize("payouts", [[60, 40], [0, 0, 0, 1], [1] * 8, [1]])
def test_a_time_limit_does_not_change_which_finish_probabilities_are_known(payouts: list[int]) -> None:
    stacks = list(range(1, 10))
    limited = ft.dcm(stacks, payouts, method="tree", tolerance=1e-6, max_seconds=10)  # for a search of a millisecond
    assert limited.finish_error < 1e-5
    truth = ft.finish(stacks, "dcm", tolerance=1e-8)
    assert largest(limited.finish - truth) <= limited.finish_error + truth.error


@pytest.mark.parametrize(
    ("coarse", "fine", "taken"),
    [(0.5, 0.1, 0.1), (0.5, 0.6, 0.5), (1e-7, 1e-9, 1e-7)],
    ids=["the finer one is better", "the finer one is worse", "the coarse one is enough"],
)
def test_with_a_time_limit_the_better_of_two_searches_is_returned(coarse: float, fine: float, taken: float) -> None:
    def run(_nodes: float | None, max_seconds: float | None) -> Any:
        return SimpleNamespace(error=coarse if max_seconds is None else fine, work=1000)

    found = search_until_deadline(plan_search(20, "tree", 1e-6, 5.0, None), run)
    assert found.error == taken


@pytest.mark.parametrize("method", ["exact", "paper"])
def test_the_methods_in_python_report_progress(method: str) -> None:
    seen: list[float] = []
    ft.dcm([7, 5, 4, 3, 2], [5, 3], method=method, progress=lambda done, _: seen.append(done))
    assert seen
    assert all(0 <= done <= 1 for done in seen)


def test_a_batch_that_takes_too_long_raises() -> None:
    with pytest.raises(ft.InputError, match="max_seconds is too short for 2 tables, got 1e-06"):
        ft.finish([range(1, 31)] * 2, method="tree", tolerance=1e-5, max_seconds=1e-6)


def test_the_finest_tolerance_is_met() -> None:
    for players in (3, 5, 7):
        tolerance = _core.tree_cost(players).finest_tolerance
        result = ft.dcm([(17 * i) % 1009 for i in range(1, players + 1)], [5, 3, 1], method="tree", tolerance=tolerance)
        assert result.finish_error <= tolerance


@given(st.lists(st.sampled_from([1, 2, 3, 5, 8, 13, 21, 777, 1000, 12345, 99991]), min_size=3, max_size=10))
@settings(max_examples=40)
def test_a_tolerance_that_is_too_small_gets_the_finest_one(stacks: list[int]) -> None:
    result = ft.dcm(stacks, [5, 3, 1], tolerance=1e-15)
    assert result.finish_error <= _core.tree_cost(len(stacks)).finest_tolerance


def test_results_are_frozen_and_can_be_pickled() -> None:
    result = ft.dcm([5, 3, 2], [50, 30, 20])
    with pytest.raises(ValueError, match="read-only"):
        result.equities[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        result.finish[0, 0] = 1
    with pytest.raises(AttributeError):
        result.error = 0  # type: ignore[misc]
    twin = pickle.loads(pickle.dumps(result))
    assert (twin.equities == result.equities).all()
    assert (twin.knockouts == result.knockouts).all()


def test_the_same_question_gets_the_same_answer_bit_for_bit() -> None:
    first, second = (ft.dcm(NINE, [100, 60, 40], tolerance=1e-7) for _ in range(2))
    assert (first.finish == second.finish).all()
    assert (first.knockouts == second.knockouts).all()
    assert first.work == second.work


def test_equation_2_weighs_both_prizes_by_their_chances() -> None:
    assert equation_2(0.25, 100, 40) == 55
    assert equation_2(1, 100, 40) == 100
    assert equation_2(0, 100, 40) == 40
