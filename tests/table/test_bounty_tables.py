"""Tables with bounties and their results."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.models.dcm.bounty_paper import BountyRules, guess_and_error
from finaltable.table.prizes import Prizes
from tests.refused import refused

HALF = Fraction(1, 2)
shares = st.fractions(0, 1, max_denominator=5)


def test_prizes_cannot_be_changed_and_the_winner_is_paid_their_own_bounty_unless_told_otherwise() -> None:
    prizes = ft.Table.of([5, 3], [2, 1], bounties=1).prizes
    assert prizes.own
    assert Prizes((2, 1)).own
    with pytest.raises(FrozenInstanceError):
        prizes.own = False  # type: ignore[misc]


def test_bounties_leave_prizes_unchanged_and_the_total_includes_both() -> None:
    plain = ft.dcm([1000, 500, 100], [100, 50])
    result = ft.equity([1000, 500, 100], [100, 50], bounties=[20, 10, 5])
    assert result.equities.tolist() == plain.equities.tolist()
    assert result.total == pytest.approx(result.equities + result.bounty)
    assert result.bounty.sum() == pytest.approx(35)
    assert not plain.bounty.any()
    assert plain.total is plain.equities
    assert plain.bounty_error == 0
    assert "bounty" not in plain.to_dict()
    assert result.to_dict()["bounty_share"] == 0.5


def test_a_result_with_bounties_can_be_sent_to_another_process() -> None:
    result = pickle.loads(pickle.dumps(ft.equity([1000, 500, 100], [100, 50], bounties=20)))
    assert result.bounties.matrix.sum() == pytest.approx(3)
    with pytest.raises(ValueError, match="read-only"):
        result.bounty[0] = 1


def test_a_mixture_weighs_bounties() -> None:
    table = ft.Table.of([1000, 500, 100], [100, 50], bounties=[20, 10, 5])
    mixed = ft.equity(table, model={"dcm": 0.5, "icm": 0.5})
    parts = [ft.equity(table, model=model).bounty for model in ("dcm", "icm")]
    assert mixed.bounty == pytest.approx(0.5 * parts[0] + 0.5 * parts[1])


def test_tables_keep_their_bounties() -> None:
    table = ft.Table.of([1000, 500, 100], [100, 50], bounties=20, bounty_share=1, own_bounty=False)
    assert table.bounties == (20, 20, 20)
    assert table.bounty_pool == 60
    assert table.with_payouts([1]).prizes == ft.Prizes((1,), (20, 20, 20), 1, False)
    assert table.with_other_bounties([1, 2, 3]).bounties == (1, 2, 3)
    assert table.with_stacks([1600, 0, 0]).bounty_pool == 20


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bounties": [1, -2, 0]}, "bounties[1] must not be negative, got -2"),
        ({"bounties": [1, 2]}, "bounties must be as many as the 3 stacks, got 2 bounties"),
        (
            {"bounties": [1, 2, 3]},
            "bounties[2] must be 0 for a player without chips, whose bounty has been won, got 3",
        ),
        ({"bounties": 1, "bounty_share": 1.5}, "bounty_share must lie between 0 and 1, got 1.5"),
        ({"bounties": 1, "bounty_share": -0.5}, "bounty_share must not be negative, got -0.5"),
        ({"bounties": 1, "own_bounty": 2}, "own_bounty must be true or false, got 2"),
        ({"bounties": "120"}, "bounties must be a list of numbers, got '120'"),
        ({"bounties": float("nan")}, "bounties must be a finite number, got nan"),
        ({"bounty_share": 1}, "bounty_share must be given together with bounties, got 1"),
    ],
)
def test_wrong_bounties_raise_with_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ft.InputError) as error:
        ft.equity([50, 30, 0], [5, 3], **given)
    assert str(error.value) == sentence


def test_the_fields_of_bounties_have_their_own_names() -> None:
    with refused("negative", "heads[0]"):
        ft.bounties([1, 2], [-1, 0])
    with refused("above_100_percent", "share"):
        ft.bounties([1, 2], 1, 2)
    with refused("missing", "heads"):
        ft.bounties([1, 2])
    with refused("wrong_type", "stacks"):
        ft.bounties(ft.Table.of([1, 2], [1]))


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=6), shares, st.booleans())
def test_the_guess_at_the_end_of_the_search_loses_no_money(parts: list[float], share: Fraction, own: bool) -> None:
    chips = [part / sum(parts) for part in parts]
    heads = [float(i + 1) for i in range(len(parts))]
    guess, error = guess_and_error(chips, heads, BountyRules(float(share), own))
    assert min(guess) >= 0
    assert min(error) >= 0
    assert sum(guess) <= sum(heads) * (1 + 1e-12)
    if own:
        assert sum(guess) == pytest.approx(sum(heads))
