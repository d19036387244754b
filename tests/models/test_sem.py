"""Sequential elimination: the core against its definition in fractions and floats, and properties of the model."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.asking.declare import Run
from finaltable.models import find_model
from finaltable.models.sem import exact
from finaltable.models.sem.kernels import KERNELS
from finaltable.table.table_batch import TableBatch
from finaltable.values.finish.question import QUESTION
from tests.conftest import tied_stacks
from tests.known_spots import section_6
from tests.refused import refused

KERNEL = pytest.mark.parametrize("kernel", KERNELS)
kernels = st.sampled_from(list(KERNELS))
small_stacks = st.lists(st.integers(1, 9), min_size=1, max_size=4)
some_stacks = st.lists(st.integers(1, 5000), min_size=2, max_size=6)


@given(small_stacks, kernels)
@example([9, 7, 5, 3, 1], "knockout")
@example([1, 1, 2, 2, 3], "roberts")
@settings(max_examples=60)
def test_the_tree_agrees_with_fractions(stacks: list[int], kernel: str) -> None:
    tree, truth = (ft.sem(stacks, [3, 2][: len(stacks)], kernel=kernel, method=method) for method in ("tree", "exact"))
    assert tree.guaranteed
    assert truth.error == 0
    assert np.abs(tree.finish - truth.finish.astype(np.float64)).max() <= tree.finish_error < 1e-12
    assert np.abs(tree.knockouts - truth.knockouts.astype(np.float64)).max() <= tree.knockouts_error < 1e-11
    assert np.abs(tree.equities - truth.equities.astype(np.float64)).max() <= tree.error < 1e-11
    assert all(sum(row) == 1 for row in truth.finish)
    assert [row[0] for row in truth.finish] == [Fraction(stack, sum(stacks)) for stack in stacks]


@given(some_stacks, kernels)
@settings(max_examples=40)
def test_the_tree_agrees_with_the_definition_in_floats(stacks: list[int], kernel: str) -> None:
    plain = exact.solve([float(stack) for stack in stacks], kernel)
    result = ft.sem(stacks, [1], kernel=kernel)
    assert np.abs(result.finish - np.array(plain.finish)).max() <= 2 * result.finish_error
    assert np.abs(result.knockouts - np.array(plain.knockouts)).max() <= 2 * result.knockouts_error


@KERNEL
@pytest.mark.parametrize("players", [7, 8])
def test_trees_that_are_split_into_parts_agree_with_the_definition(players: int, kernel: str) -> None:
    stacks = [float(1 + (i * i * 37) % 101) for i in range(players)]
    plain = exact.solve(stacks, kernel)
    result = ft.sem(stacks, [1], kernel=kernel)
    assert np.abs(result.finish - np.array(plain.finish)).max() <= result.finish_error < 1e-11
    assert np.abs(result.knockouts - np.array(plain.knockouts)).max() <= result.knockouts_error < 1e-10


def test_three_players_as_in_the_notes() -> None:
    finish = ft.sem([1, 2, 3], [1]).finish
    rows = [[0.1666667, 0.2205882, 0.6127451], [0.3333333, 0.4, 0.2666667], [0.5, 0.3794118, 0.1205882]]
    assert np.abs(finish - rows).max() < 5.1e-8


@pytest.mark.parametrize(("kernel", "break_even"), [("knockout", 45.59), ("roberts", 44.76), ("weitzman", 52.03)])
def test_section_6_has_the_break_even_point_of_the_notes(kernel: str, break_even: float) -> None:
    model = find_model("sem").bind({"kernel": kernel})[0].name
    [verdict] = ft.decide(section_6(), 0.5, models=(model,)).verdicts
    assert verdict.break_even is not None
    assert 100 * verdict.break_even == pytest.approx(break_even, abs=0.005)
    if kernel == "knockout":
        assert verdict.fold == pytest.approx(14.4741, abs=5e-5)
        assert ft.sem([0, 2000, 2000, 3000], [50, 30, 20]).equities[1] == pytest.approx(31.7465, abs=5e-5)


@given(st.lists(st.integers(1, 10**6), min_size=3, max_size=8), kernels)
@settings(max_examples=40)
def test_first_place_is_chip_share_and_the_leader_is_never_above_chip_ev(stacks: list[int], kernel: str) -> None:
    payouts = [50, 30, 20]
    result = ft.sem(stacks, payouts, kernel=kernel)
    shares = np.array(stacks) / sum(stacks)
    assert np.abs(result.finish[:, 0] - shares).max() <= 1e-15
    assert np.abs(result.finish.sum(axis=0) - 1).max() <= len(stacks) * result.finish_error
    assert np.abs(result.finish.sum(axis=1) - 1).max() <= len(stacks) * result.finish_error
    leader = int(np.argmax(stacks))
    assert result.equities[leader] <= 100 * shares[leader] + result.error
    by_stack = np.argsort(stacks, kind="stable")
    assert (np.diff(result.equities[by_stack]) >= -2 * result.error).all()  # more chips are never worth less


@given(st.lists(st.integers(1, 1000), min_size=3, max_size=6), kernels, st.integers(0, 5), st.integers(1, 50))
@settings(max_examples=40)
def test_more_chips_are_worth_more(stacks: list[int], kernel: str, seat: int, more: int) -> None:
    seat %= len(stacks)
    richer = [stack + more * (i == seat) for i, stack in enumerate(stacks)]
    before, after = (ft.sem(chips, [50, 30, 20], kernel=kernel) for chips in (stacks, richer))
    assert after.equities[seat] >= before.equities[seat] - before.error - after.error


@given(st.lists(st.integers(0, 60), min_size=2, max_size=7).filter(any), kernels, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_answer_does_not_depend_on_seats_or_units(stacks: list[int], kernel: str, random: Any) -> None:
    order = list(range(len(stacks)))
    random.shuffle(order)
    here = ft.sem(stacks, [1], kernel=kernel)
    there = ft.sem([stacks[i] for i in order], [1], kernel=kernel)
    assert (here.finish[order] == there.finish).all()  # bit for bit: the core sorts the stacks
    scaled = ft.sem([stack * 0.37 for stack in stacks], [1], kernel=kernel)
    assert np.abs(scaled.finish - here.finish).max() <= 2 * here.finish_error
    for i, stack in enumerate(stacks):
        assert (here.finish[i] == here.finish[stacks.index(stack)]).all()  # equal stacks have equal probabilities


@given(
    st.lists(st.lists(st.integers(0, 30), min_size=5, max_size=5).filter(any), min_size=1, max_size=6),
    kernels,
    st.sampled_from([1, 2, 3]),
)
@settings(max_examples=30)
def test_a_batch_is_its_tables_one_by_one(rows: list[list[int]], kernel: str, threads: int) -> None:
    name = find_model("sem").bind({"kernel": kernel})[0].name
    batch = ft.finish(rows, name, threads=threads)
    assert (batch.model, batch.guaranteed, batch.method) == (name, True, "tree")
    for row, finish in zip(rows, batch, strict=True):
        assert (finish == ft.sem(row, [1], kernel=kernel).finish).all()


def test_threads_do_not_change_a_bit() -> None:
    stacks = [float(1 + (i * i * 37) % 101) for i in range(9)]
    one, three = (ft.sem(stacks, [1], threads=threads) for threads in (1, 3))
    assert (one.finish == three.finish).all()
    assert (one.knockouts == three.knockouts).all()


@given(tied_stacks, kernels)
@settings(max_examples=30)
def test_each_player_but_the_winner_is_knocked_out_once(stacks: list[int], kernel: str) -> None:
    result = ft.sem(stacks, [1], kernel=kernel)
    assert np.abs(result.knockouts.sum(axis=0) + result.finish[:, 0] - 1).max() < 1e-12
    assert (np.diag(result.knockouts) == 0).all()


def test_players_without_chips_share_the_last_places() -> None:
    result = ft.sem([50, 0, 30, 0], [50, 30, 20, 10])
    assert result.equities.tolist() == pytest.approx([42.5, 15, 37.5, 15])
    assert result.finish[1].tolist() == [0, 0, 0.5, 0.5]
    assert (result.knockouts[:, 1] == 0).all()
    fractions = ft.sem([50, 0, 30, 0], [50, 30, 20, 10], method="exact")
    assert fractions.equities.tolist() == [Fraction(85, 2), 15, Fraction(75, 2), 15]
    assert ft.sem([7, 0], [3, 2]).equities.tolist() == [3, 2]


def test_stacks_far_apart_are_solved_up_to_a_limit() -> None:
    result = ft.sem([1e79, 2.0, 1.0, 3e40], [1])
    assert result.finish[2, 3] == pytest.approx(2 / 3)
    assert result.finish[3, 1] == pytest.approx(1)
    with pytest.raises(ft.InputError, match=r"stacks must not differ by a factor of more than 1e\+80, got stacks from"):
        ft.sem([1e41, 1e-41], [1])


def test_names_of_kernels_are_part_of_the_model() -> None:
    models = ("sem", "sem.roberts", "sem.weitzman", {"sem": 0.5, "sem.roberts": 0.5})
    both = ft.compare([4, 3, 2, 1], [5, 3], models)
    assert both.models == ("sem", "sem.roberts", "sem.weitzman", "sem:0.5,sem.roberts:0.5")
    assert find_model("sem.knockout") is find_model("sem")
    assert [find_model(name).title for name in both.models[:3]] == ["SEM", "Roberts", "Malmuth–Weitzman"]
    assert (both["sem.roberts"].equities == ft.sem([4, 3, 2, 1], [5, 3], kernel="roberts").equities).all()
    assert "SEM by tree" in str(both)
    with pytest.raises(ft.InputError, match="kernel must be one of knockout, roberts, weitzman, got 'duel'"):
        ft.sem([2, 1], [1], kernel="duel")
    with refused("out_of_range", "model"):
        ft.equity([2, 1], [1], "sem.duel")


def test_every_question_accepts_sem() -> None:
    stacks, payouts = [1000, 800, 2000, 3000], [50, 30, 20]
    assert ft.pressure(stacks, payouts, ("sem",)).models == ("sem",)
    sweep = ft.sweep(stacks, payouts, 0, 700, 900, points=5, models=("icm", "sem"))
    assert (np.diff(sweep.equities[1, :, 0]) > 0).all()
    assert not sweep.cliffs
    assert ft.finish(stacks, "sem").shape == (4, 4)
    result = ft.equity(stacks, payouts, {"sem": 0.5, "dcm": 0.5})
    assert (pickle.loads(pickle.dumps(result)).knockouts == result.knockouts).all()


def test_fractions_with_thousands_of_digits_raise_and_long_ones_are_not_printed() -> None:
    with pytest.raises(ft.InputError, match=r"method 'exact' keeps fractions below 13000 bits \(use method='tree'\)"):
        ft.sem([71234, 5531, 901, 33, 4711], [1], method="exact")
    with refused("too_many", "method"):
        ft.sem([1] * 7, [1], method="exact")
    assert "=" not in str(ft.sem([9, 7, 5, 3], [5, 3], method="exact"))
    assert " = " in str(ft.sem([3, 2, 1], [5, 3], method="exact"))


HOSTILE: list[list[float]] = [
    [1, *[10**4] * 8],
    [*[1] * 3, *[10**6] * 6],
    [10**6, *[1] * 9],
    [1e-9, 1, 1, 1, 1e3, 1e3, 1e6, 2],
    [1e12, 1, 1e-3, 1e-6, 1e6, 1e3, 1e9],
    [5000, 4000, 3000, 2000, 1000, 900, 800, 700, 60],
]


@pytest.mark.parametrize("payouts", [[1], [0, 1], [1, 1, 1, 1, 1], [50, 30, 20], [0, 0, 0, 0, 0, 0, 1]], ids=str)
def test_the_stated_error_of_a_sample_holds_on_hostile_tables(payouts: list[int]) -> None:
    """Few tournaments, so that events that are never drawn matter. All of 4,320 cases held when this was written."""
    for stacks in HOSTILE:
        for kernel in KERNELS:
            truth = ft.sem(stacks, payouts, kernel=kernel)
            for seed in range(4):
                result = drawn(stacks, payouts, kernel, seed)
                assert np.abs(result.equities - truth.equities).max() <= result.error + truth.error
                assert np.abs(result.finish - truth.finish).max() <= result.finish_error + truth.finish_error
                assert np.abs(result.finish[:, 0] - truth.finish[:, 0]).max() <= 1e-15  # first place is chip share


def drawn(stacks: list[float], payouts: list[int], kernel: str, seed: int) -> ft.Equity:
    """Return a sample of 128 tournaments, the smallest number."""
    return ft.sem(stacks, payouts, kernel=kernel, method="sample", seed=seed, tolerance=0.999, threads=1)


def test_the_scatter_of_samples_matches_their_stated_error() -> None:
    """The error is not too large either: it is four times the standard deviation over seeds."""
    stacks, payouts = [9.0, 7, 5, 4, 3, 3, 2, 1], [50, 30, 20]
    results = [drawn(stacks, payouts, "knockout", seed) for seed in range(100)]
    scatter = np.std([result.equities for result in results], axis=0).max()
    stated = np.mean([(result.error - 10 / result.work * 30) / 4 for result in results])
    assert 0.7 < scatter / stated < 1.3


def test_a_sample_is_the_same_for_any_number_of_threads() -> None:
    stacks = np.random.default_rng(3).lognormal(size=30)
    one, three = (ft.sem(stacks, [5, 3, 2], seed=7, tolerance=1e-2, threads=threads) for threads in (1, 3))
    assert one.method == "sample"
    assert not one.guaranteed
    assert (one.equities == three.equities).all()
    assert (one.finish == three.finish).all()
    assert (one.error, one.work) == (three.error, three.work)
    other = ft.sem(stacks, [5, 3, 2], seed=8, tolerance=1e-2)
    assert 0 < np.abs(one.equities - other.equities).max() <= one.error + other.error
    assert one.equities.sum() == pytest.approx(10)
    assert one.error <= 1e-2 * 10


def test_fields_of_up_to_300_players_are_sampled_and_larger_ones_raise() -> None:
    stacks = [*range(1, 300), 0]
    result = ft.sem(stacks, [5, 3, 2], max_seconds=0.1)
    assert result.finish[:299, 0] == pytest.approx(np.arange(1, 300) / sum(stacks))
    assert result.finish[299, 299] == 1
    assert result.equities.sum() == pytest.approx(10)
    with pytest.raises(ft.UnavailableError, match="knockouts is given for at most 12 players with chips"):
        _ = result.knockouts
    with pytest.raises(ft.InputError, match="stacks must be at most 300 players with chips for SEM, got 301"):
        ft.sem([1] * 301, [1])
    with pytest.raises(ft.InputError, match=r"'tree' takes at most 12 players with chips \(use method='sample'\)"):
        ft.sem([1] * 13, [1], method="tree")


def test_a_sample_of_equal_stacks_is_exact() -> None:
    result = ft.sem([5] * 20, [5, 3, 2], tolerance=1e-3)
    assert result.equities == pytest.approx(np.full(20, 0.5))
    assert result.error < 1e-9
    assert result.work < 1000


def test_few_players_need_no_sample() -> None:
    assert ft.sem([3, 2, 1], [1], method="sample").method == "tree"
    batch = ft.finish([[4, 3, 2, 1], [1, 2, 3, 0]], "sem", method="sample", tolerance=0.5)
    assert batch.method == "sample"
    assert np.abs(batch - ft.finish([[4, 3, 2, 1], [1, 2, 3, 0]], "sem")).max() <= batch.error


def test_a_tree_that_takes_too_long_raises() -> None:
    with refused("too_slow", "max_seconds"):
        ft.sem(range(1, 13), [1], method="tree", max_seconds=1e-3)


def test_a_batch_has_the_same_values_as_its_tables_one_by_one() -> None:
    rows: list[list[float]] = [[5, 4, 3, 2], [1, 0, 7, 0], [1, 1, 1, 1]]
    batch = TableBatch(np.array(rows), np.array(rows, dtype=np.int64), np.array([[50.0, 30, 20, 0]]))
    for method, found in (("auto", "tree"), ("sample", "sample")):
        values = find_model("sem.roberts").value_many(batch, threads=2, progress=None, method=method, tolerance=0.1)
        assert values.method[0] == found
        for row, equities, error in zip(rows, values.equities, values.error, strict=True):
            alone = ft.sem(row, [50, 30, 20], kernel="roberts", method=method, tolerance=0.1)
            assert equities == pytest.approx(alone.equities, rel=1e-13)
            assert error == pytest.approx(alone.error)


def values_of(stacks: list[int], payouts: list[float], kernel: str) -> tuple[Any, float]:
    """Return the equities of a table in a batch, whose tree ends where the prizes left are equal, and their error."""
    name = find_model("sem").bind({"kernel": kernel})[0].name
    row = np.array([stacks])
    found = find_model(name).value_many(TableBatch(row, row, np.array([payouts])), threads=1, progress=None)
    return found.equities[0], float(found.error[0])


# Prizes in any order, with zeros and ties anywhere; players who are out.
prizes = st.lists(st.sampled_from([0.0, 0.0, 1.0, 1.0, 20.0, 33.3]), min_size=7, max_size=7).filter(any)
with_the_out = st.lists(st.sampled_from([0, 1, 1, 2, 5, 40, 997]), min_size=1, max_size=7).filter(any)


@given(with_the_out, prizes, kernels)
@example([3, 2, 2, 1, 1, 1, 1], [20.0] * 5 + [0.0] * 2, "knockout")  # five equal prizes
@example([3, 2, 2, 1, 1, 1, 1], [33.3] + [20.0] * 4 + [0.0] * 2, "roberts")
@example([3, 2, 2, 1, 1, 1, 0], [33.3] + [0.0] * 6, "weitzman")
@example([3, 2, 2, 1, 1, 1, 0], [0.0] * 5 + [1.0, 20.0], "knockout")
@settings(max_examples=150)
def test_values_of_many_tables_are_those_of_the_definition(
    stacks: list[int], payouts: list[float], kernel: str
) -> None:
    payouts = payouts[: len(stacks)]
    live = [i for i, stack in enumerate(stacks) if stack]
    finish = np.array(exact.solve([float(stacks[i]) for i in live], kernel).finish)
    expected = np.full(len(stacks), np.mean(payouts[len(live) :] or [0]))
    expected[live] = finish @ payouts[: len(live)]
    equities, error = values_of(stacks, payouts, kernel)
    assert np.abs(equities - expected).max() <= min(2 * error, 1e-12 * sum(payouts))
    for i, stack in enumerate(stacks):
        assert equities[i] == equities[stacks.index(stack)]  # bit for bit


@given(st.lists(st.integers(1, 4), min_size=2, max_size=5), prizes, kernels)
@settings(max_examples=30)
def test_equities_of_many_tables_agree_with_fractions(stacks: list[int], payouts: list[float], kernel: str) -> None:
    payouts = payouts[: len(stacks)]
    solved = exact.solve([Fraction(stack) for stack in stacks], kernel).finish
    equities, error = values_of(stacks, payouts, kernel)
    for row, money in zip(solved, equities, strict=True):
        truth = sum((chance * Fraction(prize) for chance, prize in zip(row, payouts, strict=True)), Fraction(0))
        assert abs(Fraction(money) - truth) <= Fraction(error)


@KERNEL
@pytest.mark.parametrize("equal", range(1, 9))
def test_equal_prizes_of_a_large_table_do_not_change_its_values(equal: int, kernel: str) -> None:
    """Trees of eight players and more are split into parts, unless they end before."""
    stacks = [1 + (i * i * 37) % 101 for i in range(8)]
    payouts = [20.0] * equal + [0.0] * (8 - equal)
    equities, error = values_of(stacks, payouts, kernel)
    result = ft.sem(stacks, payouts, kernel=kernel)
    assert np.abs(equities - result.equities).max() <= 1e-12
    assert error == pytest.approx(result.error)


def test_finish_accepts_every_spelling_of_a_model() -> None:
    asked = QUESTION(table=ft.Table.of([5, 4, 3], [1]), models=["icm^1.10", {"sem": 0.5, "dcm": 0.5}], knockouts=True)
    places = asked.ask(Run())
    assert [answer.model for answer in places.answers] == ["icm^1.1", "dcm:0.5,sem:0.5"]
    assert places.knockouts is not None
    assert places.knockouts.model == "dcm:0.5,sem:0.5"
