"""Bounties: identities in exact fractions, and every method against another."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core
from finaltable.models import find_model
from finaltable.models.dcm.bounty_paper import BountyRules, play_for_bounties
from finaltable.models.dcm.exact import solve
from finaltable.models.dcm.exact_bounty import solve_bounties
from finaltable.models.dcm.tree import chip_words
from finaltable.models.icm_bounty import check_live
from finaltable.models.sem.kernels import KERNELS
from tests.conftest import whole_stacks
from tests.refused import refused

HALF = Fraction(1, 2)
shares = st.fractions(0, 1, max_denominator=5)


def chip_share(stacks: list[int]) -> list[Fraction]:
    return [Fraction(stack, sum(stacks)) for stack in stacks]


# --- identities of the matrix, in fractions --------------------------------------------------------------------------


@settings(max_examples=60)
@given(whole_stacks, shares)
def test_no_bounty_is_lost_and_the_winner_gets_their_own(stacks: list[int], share: Fraction) -> None:
    matrix, _ = solve_bounties(stacks, share, True)
    assert [sum(column) for column in zip(*matrix, strict=True)] == [1] * len(stacks)
    assert [matrix[i][i] for i in range(len(stacks))] == chip_share(stacks)


@settings(max_examples=40)
@given(whole_stacks, shares)
def test_without_the_winners_own_bounty_only_cash_is_paid(stacks: list[int], share: Fraction) -> None:
    with_own, without = (np.array(solve_bounties(stacks, share, own)[0]) for own in (True, False))
    assert not without.diagonal().any()
    assert (without <= with_own).all()
    left = 1 - without.sum(
        axis=0
    )  # the winner's own bounty is at least the part left after the most possible knockouts
    wins = np.array(chip_share(stacks))
    assert (left >= wins + (1 - share) ** (len(stacks) - 1) * (1 - wins)).all()


@settings(max_examples=40)
@given(whole_stacks)
def test_income_is_knockouts_if_paid_at_once_and_chip_share_if_added_to_the_winner(stacks: list[int]) -> None:
    n = len(stacks)
    at_once, _ = solve_bounties(stacks, Fraction(1), True)
    knockouts = solve(stacks).knockouts
    wins = chip_share(stacks)
    assert at_once == [[wins[i] if i == j else knockouts[i][j] for j in range(n)] for i in range(n)]
    assert solve_bounties(stacks, Fraction(0), True)[0] == [[win] * n for win in wins]


@settings(max_examples=40)
@given(st.lists(st.integers(1, 40), min_size=3, max_size=3), shares)
def test_with_three_players_progressive_bounties_mix_knockouts_and_chip_share(
    stacks: list[int], share: Fraction
) -> None:
    knockouts, _ = solve_bounties(stacks, Fraction(1), True)
    wins = chip_share(stacks)
    mixed = [[share * one + (1 - share) * win for one in row] for row, win in zip(knockouts, wins, strict=True)]
    assert solve_bounties(stacks, share, True)[0] == mixed


@given(st.integers(1, 99), st.integers(1, 99), shares, st.booleans())
def test_with_two_players_income_is_chip_share(one: int, other: int, share: Fraction, own: bool) -> None:
    a, b = chip_share([one, other])
    kept = 1 if own else share
    assert solve_bounties([one, other], share, own)[0] == [[a * own, a * kept], [b * kept, b * own]]


@settings(max_examples=15)
@given(st.lists(st.integers(1, 6), min_size=4, max_size=5))
def test_income_is_a_polynomial_of_the_share(stacks: list[int]) -> None:
    degree = len(stacks) - 2
    points = [Fraction(k, degree + 1) for k in range(degree + 2)]
    values = [np.array(solve_bounties(stacks, share, True)[0]) for share in points]
    for _ in range(degree + 1):  # differences of that order vanish
        values = [after - before for before, after in pairwise(values)]
    assert not values[0].any()


# --- one method against another --------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(whole_stacks, shares, st.booleans(), st.data())
def test_the_plain_twin_is_within_its_error_of_fractions(
    stacks: list[int], share: Fraction, own: bool, data: st.DataObject
) -> None:
    heads = data.draw(st.lists(st.integers(0, 9), min_size=len(stacks), max_size=len(stacks)))
    cut = data.draw(st.sampled_from([1.1, 0.3, 1e-2]))
    exact = np.array(solve_bounties(stacks, share, own)[0]) @ np.array(heads)
    plain = play_for_bounties(stacks, heads, BountyRules(float(share), own), min_probability=cut)
    for truth, found, error in zip(exact, plain.income, plain.error, strict=True):
        assert abs(float(truth) - found) <= error + 1e-12 * sum(heads)


@settings(max_examples=120)
@given(whole_stacks, shares, st.booleans(), st.sampled_from([0.2, 1e-2, 1e-4, 1e-9]), st.data())
def test_the_tree_is_within_its_error_of_fractions(
    stacks: list[int], share: Fraction, own: bool, tolerance: float, data: st.DataObject
) -> None:
    heads = data.draw(st.lists(st.integers(0, 9), min_size=len(stacks), max_size=len(stacks)))
    exact = np.array(solve_bounties(stacks, share, own)[0], dtype=object)
    found = ft.bounties(stacks, heads, share, own, method="tree", tolerance=tolerance)
    assert found.income == pytest.approx((exact @ np.array(heads)).astype(float), abs=found.error, rel=0)
    assert found.error <= tolerance * sum(heads) + 1e-14
    assert found.matrix == pytest.approx(exact.astype(float), abs=found.matrix_error, rel=0)
    assert found.matrix_error <= tolerance
    if own:
        assert found.income.sum() == pytest.approx(sum(heads))
        assert found.matrix.sum(axis=0) == pytest.approx(1)


@settings(max_examples=25)
@given(st.lists(st.integers(1, 10**5), min_size=4, max_size=6), shares, st.booleans(), st.data())
def test_the_tree_is_its_plain_twin(stacks: list[int], share: Fraction, own: bool, data: st.DataObject) -> None:
    heads = data.draw(st.lists(st.integers(0, 99), min_size=len(stacks), max_size=len(stacks)))
    found = ft.bounties(stacks, heads, share, own, tolerance=1e-6)
    plain = play_for_bounties(stacks, heads, BountyRules(float(share), own), min_probability=1e-3)
    for i, error in enumerate(plain.error):
        assert abs(found.income[i] - plain.income[i]) <= found.error + error + 1e-12 * sum(heads)


def test_chips_of_more_than_64_bits_and_players_who_are_out_have_their_bounties() -> None:
    stacks, heads = [50, 0, 30, 20, 7], [4, 0, 3, 2, 1]
    narrow = ft.bounties(stacks, heads)
    wide = ft.bounties([stack << 70 for stack in stacks], heads)
    assert wide.income == pytest.approx(narrow.income)
    assert wide.matrix == pytest.approx(narrow.matrix)
    assert narrow.income[1] == 0
    assert not narrow.matrix[1].any()
    assert not narrow.matrix[:, 1].any()


def test_many_tables_equal_single_tables_with_any_number_of_threads() -> None:
    stacks = np.array([[50, 30, 20, 7], [10, 10, 10, 0], [5, 4, 3, 2]])
    heads = np.array([[4, 3, 2, 1], [1, 2, 3, 0], [0, 0, 9, 1]])
    bounty = find_model("dcm").bounty
    assert bounty is not None
    many = [bounty.income(stacks, heads, share=0.5, own=True, threads=threads) for threads in (1, 2)]
    each = [ft.bounties(chips, head).income for chips, head in zip(stacks, heads, strict=True)]
    assert many[0].values.tolist() == many[1].values.tolist() == [income.tolist() for income in each]
    assert (many[0].errors <= 1e-9 * heads.sum(axis=1)).all()


def test_a_search_for_bounties_can_be_watched_and_stopped() -> None:
    def stop(fraction: float, _error: float) -> None:
        assert 0 <= fraction <= 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ft.bounties(list(range(101, 113)), 1, method="tree", tolerance=1e-10, progress=stop)
    short = ft.bounties(list(range(101, 114)), 1, method="tree", tolerance=1e-10, max_seconds=0.05)
    assert short.error > 1e-10 * 13
    assert short.income.sum() == pytest.approx(13)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stacks", "heads", "share", "own"),
    [
        ([1] + [10**4] * 8, [1] * 9, 0.5, True),
        ([50, 30, 20, 20, 7], [0, 1, 4, 9, 16], 1.0, True),
        ([1] * 3 + [10**6] * 7, [5] * 3 + [1] * 7, 0.5, False),
    ],
)
def test_a_sample_covers_the_truth_for_400_seeds(
    stacks: list[int], heads: list[float], share: float, own: bool
) -> None:
    truth = ft.bounties(stacks, heads, share, own, tolerance=1e-6)
    words = chip_words(stacks)
    for seed in range(400):
        found = _core.field_income(*words, np.array(heads, dtype=float), share, own, seed, 2**13, 0.0, 1, None, None)
        assert np.abs(found.values - truth.income).max() <= found.error + truth.error


def test_samples_do_not_depend_on_the_number_of_threads() -> None:
    stacks, heads = [*range(1, 150), 0], [*range(149), 0]
    found = [ft.bounties(stacks, heads, seed=3, threads=threads, tolerance=1e-2) for threads in (1, 2)]
    assert found[0].income.tolist() == found[1].income.tolist()
    assert found[0].method == "sample"
    assert not found[0].guaranteed
    assert found[0].income.sum() == pytest.approx(sum(heads))
    assert "4 standard errors" in str(found[0])
    with pytest.raises(ft.UnavailableError, match="matrix is given for at most 128 players with chips, here 149"):
        _ = found[0].matrix
    assert ft.bounties([5, 3, 2], 1, method="sample", tolerance=1e-2).matrix.sum() == pytest.approx(3)


def test_limits_of_the_tree_are_reported() -> None:
    with refused("too_precise", "tolerance"):
        ft.bounties([3, 2, 1], 1, method="tree", tolerance=1e-13)
    with pytest.raises(ft.InputError, match="method 'tree' takes at most 128 players with chips, got 129"):
        ft.bounties([3] * 129, 1, method="tree")


def test_the_table_of_the_paper() -> None:
    found = ft.bounties([1000, 500, 100], 1)
    expected = [[0.625, 0.629611, 0.5556], [0.312057, 0.3125, 0.3819], [0.062943, 0.057889, 0.0625]]
    assert found.matrix == pytest.approx(np.array(expected), abs=5e-7)
    assert found.guaranteed
    assert found.error < 1e-8


@pytest.mark.parametrize(
    ("share", "expected"),
    [(1, [0.3258, 0.6691, 1.0124, 1.3634, 1.6292]), (0.5, [0.3295, 0.668, 1.0063, 1.3486, 1.6476])],
)
def test_five_players_with_a_bounty_of_one_each(share: float, expected: list[float]) -> None:
    assert ft.bounties([10, 20, 30, 40, 50], 1, share, tolerance=1e-6).income == pytest.approx(expected, abs=6e-5)


def test_fractions_stay_fractions() -> None:
    result = ft.dcm(ft.Table.of([1000, 500, 100], [100, 50], bounties=[10, 20, 30.5]), method="exact")
    assert result.bounties is not None
    assert result.bounties.method == "exact"
    assert sum(result.bounty) == Fraction(121, 2)
    assert result.total.tolist() == (result.equities + result.bounty).tolist()
    assert result.bounties.matrix[0, 1] == Fraction(1229, 1952)


# --- models that must assume who busts whom ---------------------------------------------------------------------------


def by_every_order(stacks: list[int], heads: list[int], share: Fraction, own: bool) -> list[Fraction]:
    """ICM with the usual assumption, from every order in which the players can finish."""
    income = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        probability, left = Fraction(1), sum(stacks)
        for player in order:
            probability *= Fraction(stacks[player], left)
            left -= stacks[player]
        head = [Fraction(heads[player]) for player in order]
        for place in range(len(order) - 1, 0, -1):
            for better in range(place):
                income[order[better]] += probability * share * head[place] / place
                head[better] += (1 - share) * head[place] / place
        income[order[0]] += probability * own * head[0]
    return income


@settings(max_examples=60)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), shares, st.booleans(), st.data())
def test_icm_sums_over_every_order(stacks: list[int], share: Fraction, own: bool, data: st.DataObject) -> None:
    heads = data.draw(st.lists(st.integers(0, 9), min_size=len(stacks), max_size=len(stacks)))
    found = ft.bounties(stacks, heads, share, own, model="icm")
    expected = [float(money) for money in by_every_order(stacks, heads, share, own)]
    assert found.income == pytest.approx(expected, abs=found.error + 1e-15, rel=0)
    assert found.matrix @ heads == pytest.approx(found.income, abs=1e-12 * (1 + sum(heads)))
    assert found.guaranteed


@pytest.mark.parametrize(
    ("share", "expected"),
    [(1, [0.4143, 0.7685, 1.0475, 1.2823, 1.4874]), (0.5, [0.3766, 0.7214, 1.0263, 1.3064, 1.5692])],
)
def test_five_players_under_icm_with_an_assumption(share: float, expected: list[float]) -> None:
    found = ft.bounties([10, 20, 30, 40, 50], 1, share, model="icm")
    assert found.income == pytest.approx(expected, abs=5e-5)
    assert "ICM with an assumption" in str(found)
    assert "each as likely as the others" in found.assumption


def test_every_report_of_a_model_with_an_assumption_states_it() -> None:
    table = ft.Table.of([50, 30, 20], [5, 3], bounties=1)
    assert "ICM with an assumption" in str(ft.equity(table, model="icm"))
    assert "ICM with an assumption" in str(ft.compare(table, tolerance=1e-4))
    assert "with an assumption: the player in each place" in str(ft.equity(table, model="icm:0.6,chip_ev:0.4"))
    assert ft.equity(table, model="icm").to_dict()["bounty_assumption"].startswith("the player in each place")
    assert "assumption" not in str(ft.equity(table, tolerance=1e-4))


@settings(max_examples=30)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), shares, st.booleans(), st.sampled_from([*KERNELS]))
def test_sequential_elimination_is_its_definition(stacks: list[int], share: Fraction, own: bool, kernel: str) -> None:
    heads = [3, 1, 4, 1][: len(stacks)]
    exact = ft.bounties(stacks, heads, share, own, model=f"sem.{kernel}", method="exact")
    found = ft.bounties(stacks, heads, share, own, model=f"sem.{kernel}")
    assert found.income == pytest.approx(exact.income.astype(float), abs=found.error, rel=0)
    assert found.matrix @ heads == pytest.approx(found.income)
    if own:
        assert sum(exact.income) == sum(heads)


def test_under_sequential_elimination_a_bounty_goes_with_the_chips() -> None:
    paid_at_once = ft.bounties([10, 20, 30, 40], 1, 1, model="sem")
    knockouts = ft.sem([10, 20, 30, 40], [1]).knockouts
    assert paid_at_once.matrix == pytest.approx(knockouts + np.diag([0.1, 0.2, 0.3, 0.4]))
    assert not paid_at_once.assumption
    with refused("too_many", "stacks"):
        ft.bounties([1] * 12, 1, model="sem")


def test_too_many_players_for_subsets_raise() -> None:
    with refused("too_many", "stacks"):
        ft.bounties([1] * 21, 1, model="icm")


@pytest.mark.parametrize("model", ["chip_chop", "chip_ev"])
def test_by_chips_each_bounty_is_split_in_proportion(model: str) -> None:
    found = ft.bounties([50, 30, 20, 0], [4, 4, 2, 0], model=model)
    assert found.income == pytest.approx([5, 3, 2, 0])
    assert found.matrix[:, :3].sum(axis=0) == pytest.approx([1, 1, 1])
    with refused("conflict", "own_bounty"):
        ft.bounties([50, 30], 1, own=False, model=model)


def test_bounties_under_icm_have_a_largest_table() -> None:
    most = _core.MAX_SUBSET_PLAYERS
    assert check_live(np.ones((1, most))) == most
    two = np.ones((2, most + 1))
    two[1, 2:] = 0.0
    with pytest.raises(ft.InputError, match=f"at most {most} players"):
        check_live(two)


def test_bounties_are_given_once_and_need_a_model_that_values_them() -> None:
    table = ft.Table.of([5, 3, 2], [2, 1], bounties=10)
    with refused("conflict", "heads"):
        ft.bounties(table, [1, 1, 1])
    with refused("wrong_type", "stacks"):
        ft.bounties(ft.Table.of([5, 3, 2], [2, 1]))
    with refused("missing", "heads"):
        ft.bounties([5, 3, 2])
    with refused("unknown_choice", "model"):
        ft.bounties(table, model="smoothed")
    both = ft.compare_bounties(table, models=("icm", "dcm"))
    assert both["dcm"].income.tolist() == ft.bounties(table, model="dcm").income.tolist()


@pytest.mark.parametrize("model", ["icm", "sem", "dcm"])
def test_a_time_limit_is_divided_between_prizes_and_bounties_but_an_error_names_the_one_given(model: str) -> None:
    stacks = [1000 + 37 * i * i for i in range(11)]
    found = ft.equity(stacks, [5, 3, 2], model, bounties=10, tolerance=1e-4, max_seconds=60)
    assert found.total.sum() == pytest.approx(10 + 110)
    if model == "sem":
        with pytest.raises(ft.InputError) as caught:
            ft.equity(stacks, [5, 3, 2], model, bounties=10, method="tree", max_seconds=1e-6)
        assert (caught.value.code, caught.value.value) == ("too_slow", 1e-6)
