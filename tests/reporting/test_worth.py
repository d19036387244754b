"""Equities as money: values and deals show the same amount."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.deals.report import view_report
from finaltable.values.amounts import worth_of
from finaltable.values.equities.report import comparison_report, equity_report
from finaltable.values.payable import payable

# Rounded one by one, ICM's shares are 121,491.77, 58,588.77 and 105,919.47, which sum to a cent too much.
STACKS, PAYOUTS, NAMES = [301_000, 42_000, 140_000], [131_000, 120_000, 35_000], ["Ana", "Bo", "Cy"]
CENT = Fraction(1, 100)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 500), min_size=2, max_size=5), st.lists(st.integers(0, 10**6), min_size=1, max_size=5))
def test_values_are_the_shares_of_a_deal_without_special_terms(stacks: list[int], cents: list[int]) -> None:
    payouts = [Decimal(prize) / 100 for prize in sorted([*cents, 100], reverse=True)[: len(stacks)]]
    deal = ft.deal(stacks, payouts, proposals=["icm", "dcm"], pot=0)
    for result in ft.compare(stacks, payouts).results:
        assert tuple(worth_of(result, money=True).amounts) == deal[result.model].cash


def test_playing_on_and_the_share_of_one_model_are_one_amount() -> None:
    view = str(view_report(ft.deal(STACKS, PAYOUTS, names=NAMES, pot=0), 1, "€"))
    assert view.count("€58,588.76") == 2
    assert "€58,588.77" not in view


def test_with_a_currency_values_are_coins_and_differences_match_them() -> None:
    both = ft.compare(STACKS, PAYOUTS, names=NAMES)
    for currency, row in (("€", "€58,588.76 €55,882.94 -€2,705.82"), ("¥", "¥58,589 ¥55,883 -¥2,706")):
        assert f"Bo 42,000 {row}" in re.sub(" +", " ", str(comparison_report(both, currency)))
    assert "€58,588.76" in str(equity_report(both["icm"], "€"))


def test_bare_numbers_are_rounded_one_by_one() -> None:
    assert "58588.77" in str(ft.icm(STACKS, PAYOUTS)).replace(",", "")
    level = str(ft.icm([1, 1, 1], [100]))
    assert level.count("33.33  ") == 3


@pytest.mark.parametrize(
    "result",
    [
        ft.chip_ev([1000, 10, 10], [50, 30]),  # more than the first prize
        ft.dcm([3, 2, 1], [50, 30], method="exact"),  # fractions are shown as such
        ft.icm([3, 2, 1], [100.001]),  # no whole cents
        ft.icm([3, 2, 1], [0]),
    ],
    ids=["chip EV", "fractions", "less than a cent", "nothing"],
)
def test_values_that_no_deal_could_pay_are_not_rounded_to_coins(result: Any) -> None:
    assert payable(result, CENT) is None
    assert worth_of(result, money=True).amounts == result.equities.tolist()
