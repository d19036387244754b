"""Mystery bounties: each envelope is worth the mean of those left, and its variance is shown."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.table.mystery import Mystery

ENVELOPES = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 50)), min_size=1, max_size=3)


def amounts_of(pairs: list[tuple[int, int]]) -> list[int]:
    return [amount for count, amount in pairs for _ in range(count)]


@settings(max_examples=60)
@given(ENVELOPES, st.floats(0.01, 0.99))
def test_mean_spread_and_quantiles_are_those_of_all_envelopes(pairs: list[tuple[int, int]], chance: float) -> None:
    mystery, amounts = Mystery.of(pairs), amounts_of(pairs)
    assert mystery.count == len(amounts)
    assert mystery.mean == Fraction(sum(amounts), len(amounts))
    assert mystery.standard_deviation == pytest.approx(float(np.std(amounts)))
    assert sum(share for _, share in mystery.chances()) == 1
    quantile = mystery.quantile(chance)
    assert sum(amount <= quantile for amount in amounts) >= chance * len(amounts)
    assert sum(amount < quantile for amount in amounts) < chance * len(amounts)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 9), min_size=2, max_size=5), st.data())
def test_several_envelopes_spread_as_all_orders_of_drawing_them_do(amounts: list[int], data: st.DataObject) -> None:
    drawn = data.draw(st.integers(1, len(amounts)))
    mystery = Mystery.of([(1, amount) for amount in amounts])
    sums = [sum(order[:drawn]) for order in permutations(amounts)]
    assert float(np.mean(sums)) == pytest.approx(drawn * float(mystery.mean))
    assert mystery.spread_of(drawn) == pytest.approx(float(np.std(sums)), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "envelopes"),
    [
        ("1x10000,5x1000,40x200", ((1, 10000), (5, 1000), (40, 200))),
        ("40x200 5x1k 1x10k", ((1, 10000), (5, 1000), (40, 200))),
        ("1 x €10,000; 5 × 1,000", ((1, 10000), (5, 1000))),
        ("2x5,1x5", ((3, 5),)),
    ],
)
def test_envelopes_are_parsed_in_every_spelling(text: str, envelopes: object) -> None:
    assert Mystery.of(text).envelopes == envelopes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", "mystery must name the envelopes that are left, like 1x10000,5x1000,40x200"),
        ("10000", "mystery must be numbers of envelopes with amounts, like 1x10000,5x1000,40x200, got '10000'"),
        ("0x5", "mystery[0] must be a whole number from 1 to 1000000, got 0"),
        ("2x-5", "mystery must not be negative, got '-5'"),
        ("2x5%", "mystery must be an amount, not a percentage, got '5%'"),
        ([(1, -5)], "mystery[0] must not be negative, got -5"),
        ([5], "mystery[0] must be pairs of a number of envelopes and an amount"),
        (5, "mystery must be pairs of a number of envelopes and an amount"),
        ("900000x1,900000x2", "mystery must be at most 1,000,000 envelopes, got 1,800,000"),
    ],
)
def test_wrong_envelopes_raise_with_a_sentence(given: object, words: str) -> None:
    with pytest.raises(ft.InputError) as error:
        Mystery.of(given)
    assert str(error.value).startswith(words)


def test_a_mystery_table_is_a_knockout_table_with_the_mean_as_each_bounty() -> None:
    mystery = ft.Table.of([1000, 500, 100, 0], [100, 50], mystery="1x100,5x20,4x5")
    knockout = ft.Table.of([1000, 500, 100, 0], [100, 50], bounties=22, bounty_share=1)
    assert mystery.bounties == knockout.bounties == (22, 22, 22, 0)
    for model in ("dcm",):
        one, other = ft.equity(mystery, model=model), ft.equity(knockout, model=model)
        assert one.total.tolist() == other.total.tolist()
    assert mystery.prizes.mystery is not None
    assert pickle.loads(pickle.dumps(mystery)) == mystery


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"mystery": "2x20"},
            "mystery must hold an envelope for each player still to be busted and one for the",
        ),
        ({"mystery": "1x20", "own_bounty": False}, "mystery must hold an envelope for each player still to be busted,"),
        ({"mystery": "9x20", "bounties": 5}, "mystery must be given instead of bounties, not together with them"),
        ({"mystery": "9x20", "bounty_share": 0.25}, "bounty_share must be left out with {mystery}: envelopes are paid"),
        (
            {"mystery": "9x20", "mystery_begins": 2},
            "mystery must be left out: its phase begins with 2 players, got 3 players",
        ),
        ({"mystery_begins": 2}, "mystery_begins must be given together with mystery"),
    ],
)
def test_impossible_mystery_bounties_raise_with_a_sentence(options: dict[str, object], words: str) -> None:
    with pytest.raises(ft.InputError) as error:
        ft.Table.of([1000, 500, 100], [100, 50], **options)  # type: ignore[arg-type]
    assert str(error.value).startswith(words.replace("{mystery}", "mystery"))


def test_enough_envelopes_in_a_phase_that_has_begun_are_accepted() -> None:
    assert ft.Table.of([1000, 500, 100], [100], mystery="3x20", mystery_begins=3).bounties == (20, 20, 20)
    assert ft.Table.of([1000, 500, 100], [100], mystery="2x20", own_bounty=False).bounties == (20, 20, 20)


def test_envelopes_that_are_paid_whole_and_a_phase_of_one_player_are_understood() -> None:
    usual = ft.Table.of([1000, 500], [100], mystery="3x20")
    assert ft.Table.of([1000, 500], [100], mystery="3x20", bounty_share=1) == usual
    with pytest.raises(ft.InputError, match="its phase begins with 1 player"):
        ft.Table.of([1000, 500], [100], mystery="3x20", mystery_begins=1)
