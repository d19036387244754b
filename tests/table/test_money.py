"""Money: shares within bounds, and rounding that keeps the sum."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.table.money import Rounded, as_decimal, read_money, round_out, share_out, smallest_coin, total
from tests.refused import refused

amounts = st.fractions(min_value=0, max_value=1000, max_denominator=10**4)


@pytest.mark.slow
@given(st.lists(amounts, min_size=1, max_size=8), amounts, st.fractions(0, 10, max_denominator=100), st.data())
def test_shares_sum_to_the_total_within_bounds(
    wanted: list[Fraction], extra: Fraction, lowest: Fraction, data: st.DataObject
) -> None:
    total_share = lowest * len(wanted) + extra
    highest = data.draw(st.none() | amounts.map(lambda more: total_share / len(wanted) + more))
    shares = share_out(wanted, total_share, lowest, highest)
    assert sum(shares) == total_share
    assert all(share >= lowest for share in shares)
    assert highest is None or all(share <= highest for share in shares)


@pytest.mark.slow
@given(st.lists(amounts, min_size=2, max_size=8))
def test_correct_shares_are_unchanged(wanted: list[Fraction]) -> None:
    assert share_out(wanted, sum(wanted, Fraction(0)), Fraction(0), None) == wanted
    lowest = min(wanted)
    assert share_out(wanted, sum(wanted, Fraction(0)), lowest, max(wanted)) == wanted


@pytest.mark.slow
@given(
    st.lists(amounts, min_size=1, max_size=9),
    st.sampled_from([Fraction(1, 100), Fraction(1), Fraction(5), Fraction(100), Fraction(1000)]),
    st.data(),
)
def test_rounding_keeps_the_sum_the_bounds_and_stays_within_a_unit(
    exact: list[Fraction], unit: Fraction, data: st.DataObject
) -> None:
    lowest = [data.draw(st.sampled_from([Fraction(0), share / 2, share])) for share in exact]
    highest = [data.draw(st.sampled_from([None, share, share + unit / 3, share + 1000])) for share in exact]
    rounded, odd, odd_to = round_out(exact, unit, lowest, highest, list(range(len(exact))))
    assert sum(rounded) + odd == sum(exact)
    assert 0 <= odd < unit
    assert (odd_to is None) == (odd == 0)
    assert not [s for s, low, high in zip(rounded, lowest, highest, strict=True) if s % unit and s not in (low, high)]
    for staff in (True, False):
        if not staff and odd_to is not None:
            rounded[odd_to] += odd
        for share, before, low, high in zip(rounded, exact, lowest, highest, strict=True):
            assert abs(share - before) <= unit
            assert share >= low
            assert high is None or share <= high


def test_rounding_is_by_largest_remainder() -> None:
    exact = [Fraction("10.7"), Fraction("20.2"), Fraction("30.6"), Fraction("38.5")]
    rounded = round_out(exact, Fraction(1), [Fraction(0)] * 4, [None] * 4, [0, 1, 2, 3])
    assert rounded == Rounded([Fraction(share) for share in (11, 20, 31, 38)], Fraction(0), None)


def test_the_first_of_equal_remainders_is_rounded_up() -> None:
    exact = [Fraction("10.5"), Fraction("20.5"), Fraction("30.5"), Fraction("40.5")]
    rounded = round_out(exact, Fraction(1), [Fraction(0)] * 4, [None] * 4, [2, 3, 1, 0])
    assert rounded.shares == [10, 20, 31, 41]


def test_a_remainder_that_exactly_fills_a_share_goes_to_it() -> None:
    # The remainder is 0.9: too little for a whole unit to the first, exactly the room of the second.
    exact = [Fraction("10.5"), Fraction("20.4")]
    rounded = round_out(exact, Fraction(1), [Fraction(0)] * 2, [None, Fraction("20.9")], [0, 1])
    assert rounded == Rounded([Fraction(10), Fraction("20.9")], Fraction(0), None)


def test_the_remainder_is_returned_with_the_share_that_gets_it() -> None:
    exact = [Fraction("10.6"), Fraction("20.7"), Fraction("30.4")]
    rounded = round_out(exact, Fraction(1), [Fraction(0)] * 3, [None] * 3, [0, 1, 2])
    assert rounded == Rounded([Fraction(share) for share in (10, 21, 30)], Fraction("0.7"), 0)


def test_amounts_are_parsed_exactly() -> None:
    assert read_money("$1,234.50", "leave") == Fraction("1234.5")
    assert read_money("12.5%", "leave", Fraction(800)) == 100
    assert read_money("10%", "leave", Fraction("183.33")) == Fraction("18.333")
    assert read_money("10%", "leave", Fraction("183.33"), Fraction(1, 100)) == Fraction("18.33")  # to cents
    assert read_money(0.1, "leave") == Fraction(1, 10)
    assert read_money(Decimal("0.30"), "leave") == Fraction(3, 10)
    with pytest.raises(ft.InputError, match="leave must be at most 100 %, got '150%'"):
        read_money("150%", "leave", Fraction(800))
    with refused("not_an_amount", "trophy"):
        read_money("15%", "trophy")


def test_amounts_without_a_finite_decimal_form_raise() -> None:
    assert str(as_decimal(Fraction(10**40) + Fraction(1, 100))) == "1" + "0" * 40 + ".01"
    assert str(total([Decimal("1e30"), Decimal("0.01")])) == "1" + "0" * 30 + ".01"
    with pytest.raises(ft.InputError, match="payouts must be an amount that decimals can write, got 1/3"):
        as_decimal(Fraction(1, 3))


def test_shares_are_equal_if_nobody_wants_more_than_the_lowest() -> None:
    assert share_out([Fraction(1), Fraction(2)], Fraction(10), Fraction(2), None) == [5, 5]


def test_the_smallest_coin_is_a_cent_or_a_ten_thousandth_of_a_pool_below_one() -> None:
    coins = [smallest_coin(pool) for pool in (Fraction(1), Fraction(1, 2), Fraction(1, 100))]
    assert coins == [Fraction(1, 100), Fraction(1, 10**4), Fraction(1, 10**5)]


def test_units_left_over_go_to_the_shares_that_lost_most() -> None:
    exact = [Fraction(17, 2), Fraction(94, 10), Fraction(61, 10)]
    found = round_out(exact, Fraction(1), [Fraction(0)] * 3, [None] * 3, [0, 1, 2])
    assert found == Rounded([Fraction(9), Fraction(9), Fraction(6)], Fraction(0), None)
    bounded = round_out(exact, Fraction(5), [Fraction(0)] * 3, [None, Fraction(9), None], [0, 1, 2])
    assert bounded == Rounded([Fraction(10), Fraction(9), Fraction(5)], Fraction(0), None)
