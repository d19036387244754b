"""Terms of a deal: money left, withheld, fixed, staked and rounded, and errors."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from tests.dealing import TABLE, cash


def test_money_left_for_the_winner_comes_off_by_chips() -> None:
    plain, left = ft.deal(**TABLE, between=0.2), ft.deal(**TABLE, between=0.2, leave=100)
    for name in ("icm", "sem", "dcm", "between", "chip_chop"):
        off = [float(one - other) for one, other in zip(plain[name].cash, left[name].cash, strict=True)]
        assert off == pytest.approx([50, 30, 20], abs=0.02)
    assert left.paid_now == 1400


def test_money_left_for_several_places_keeps_each_players_value() -> None:
    deal = ft.deal(**TABLE, leave=[100, 40])
    for model in ("icm", "dcm"):
        assert deal.still_worth[model] == pytest.approx(ft.equity([50, 30, 20], [100, 40], model).equities, abs=1e-4)
        assert np.abs(deal.against_playing_on(model, model)).max() < 0.01


def test_an_equal_amount_left_for_all_places_is_only_paid_later() -> None:
    stacks, payouts = [1_200_000, 800_000, 75_000], [50_000, 30_000, 20_000]
    plain, later = ft.deal(stacks, payouts), ft.deal(stacks, payouts, leave=[5000, 5000, 5000])
    for proposal in plain.proposals:
        assert [one - 5000 for one in proposal.cash] == list(later[proposal.name].cash)


def test_an_unpayable_last_longer_stake_stops_only_the_proposal_that_is_chosen() -> None:
    table: dict[str, Any] = {"stacks": [500, 400, 1], "payouts": [100_000, 60_000], "last_longer": 200}
    deal = ft.deal(**table, choose="icm")
    assert deal["icm"].cash[2] > 0 > deal["dcm"].cash[2]
    with pytest.raises(ft.InputError, match=r"last_longer must be at most .*, the share of Player 3 by dcm"):
        ft.deal(**table, choose="dcm")


def test_floating_point_noise_is_removed_from_amounts() -> None:
    deal = ft.deal([5, 4], [0.1 + 0.2, 0.1])
    assert deal.pool == Decimal("0.40")
    assert sum(deal["icm"].cash) == Decimal("0.4")


def test_fixed_shares_may_be_percentages_of_the_prizes() -> None:
    assert ft.deal(**TABLE, fixed={"Cy": "30%"})["icm"].cash[2] == 450


def test_the_first_prize_is_a_ceiling_for_chip_chop() -> None:
    table: dict[str, Any] = {"stacks": [9000, 500, 500], "payouts": [50, 40, 10]}
    free, capped = ft.deal(**table, cap=False), ft.deal(**table)
    assert free["chip_chop"].cash[0] == Decimal("73.00")
    assert cash(capped, "chip_chop") == ["50.00", "25.00", "25.00"]
    assert free["icm"].cash == capped["icm"].cash


def test_the_ceiling_is_the_most_that_any_place_pays_now() -> None:
    # With 700 left for the winner, first place pays 200 now and second 400, which is the cap.
    left = ft.deal(**TABLE, leave=700)
    assert (left.terms.lowest, left.terms.highest) == (Decimal(200), Decimal(400))
    assert max(max(proposal.cash) for proposal in left.proposals) <= 400


def test_guaranteed_amounts_are_payable_if_money_is_withheld() -> None:
    # Withholding a cent of 1,500 leaves 899.994 of the first prize and 199.998... of the last, rounded to wider bounds.
    terms = ft.deal(**TABLE, withhold="0.01").terms
    assert (str(terms.lowest), str(terms.highest)) == ("199.99", "900.00")


def test_fixed_amounts_may_leave_the_others_just_the_lowest_or_just_the_first_prize() -> None:
    assert cash(ft.deal(**TABLE, fixed={"Ana": 900, "Bo": 400}), "dcm") == ["900.00", "400.00", "200.00"]
    assert cash(ft.deal(**TABLE, fixed={"Ana": 200, "Bo": 400}), "dcm") == ["200.00", "400.00", "900.00"]


def test_fixed_amounts_leave_the_rest_to_the_rule() -> None:
    deal = ft.deal(**TABLE, fixed={"Cy": 450})
    for proposal in deal.proposals:
        assert proposal.cash[2] == 450
        assert proposal.cash[0] + proposal.cash[1] == 1050
    above = [float(money) - 200 for money in deal["icm"].cash[:2]]
    model = [float(money) - 200 for money in ft.deal(**TABLE)["icm"].exact[:2]]
    assert above[0] / above[1] == pytest.approx(model[0] / model[1], abs=1e-3)  # the parts above the lowest prize scale


def test_withheld_money_is_taken_from_all_prizes_in_proportion() -> None:
    deal = ft.deal(**TABLE, withhold="10%")
    assert [float(money) for money in deal["icm"].exact] == pytest.approx(
        [0.9 * money for money in (617.857142857, 485.0, 397.142857143)]
    )
    assert deal.terms.withheld == 150
    assert deal.terms.lowest == 180


def test_a_trophy_is_paid_from_the_takers_share_or_left_to_the_winner() -> None:
    taken = ft.deal(**TABLE, trophy=60, trophy_to="Bo")
    icm = ft.icm([50, 30, 20], [960, 400, 200]).equities
    assert [float(money) for money in taken["icm"].exact] == pytest.approx([icm[0], icm[1] - 60, icm[2]])
    assert np.abs(taken.against_playing_on("icm", "icm")).max() < 0.01
    left = ft.deal(**TABLE, trophy=60)
    assert left["icm"].cash == ft.deal(**TABLE)["icm"].cash
    dear = ft.deal(**TABLE, trophy=5000, trophy_to="Cy")
    assert dear["icm"].cash[2] < 0
    assert sum(dear["icm"].cash) == 1500
    # A player who pays in for a trophy can pay in the stake, too.
    stake = ft.deal(**TABLE, trophy=5000, trophy_to="Cy", last_longer=5, choose="icm")
    assert [one - other for one, other in zip(dear["icm"].cash, stake["icm"].cash, strict=True)] == [5, 5, 5]


def test_last_longer_stakes_come_from_the_shares_of_those_who_take_part() -> None:
    plain, bet = ft.deal(**TABLE), ft.deal(**TABLE, last_longer=50, last_longer_players=["Ana", "Cy"])
    off = [one - other for one, other in zip(plain["dcm"].cash, bet["dcm"].cash, strict=True)]
    assert off == [50, 0, 50]
    assert bet.terms.last_longer_pot == 100
    assert bet.still_worth["icm"] == pytest.approx([100 * 5 / 7, 0, 100 * 2 / 7])


def test_rounding_to_a_unit_shows_odd_money_once() -> None:
    deal = ft.deal([50, 30, 20], [900.07, 400, 200], round=5)
    odd = [money for money in deal["icm"].cash if money % 5]
    assert len(odd) == 1
    assert sum(deal["icm"].cash) == Decimal("1500.07")


def test_an_odd_cent_goes_to_the_largest_stack_and_then_by_seat() -> None:
    assert cash(ft.deal([20, 50, 30], [60, 40]), "equal") == ["33.33", "33.34", "33.33"]
    assert cash(ft.deal([20, 30, 50], [60.01, 40]), "equal") == ["33.33", "33.34", "33.34"]
    assert cash(ft.deal([20, 30, 30], [60, 40]), "equal") == ["33.33", "33.34", "33.33"]


def test_the_unit_may_be_the_lowest_prize() -> None:
    assert cash(ft.deal(**TABLE, round=200), "icm") == ["600.00", "500.00", "400.00"]


def test_a_pool_of_less_than_a_coin_is_paid_in_four_digits() -> None:
    assert ft.deal([5, 4], [Decimal("0.3"), Decimal("0.2")]).terms.unit == Decimal("0.0001")
    assert ft.deal([5, 4], [Decimal("0.7"), Decimal("0.3")]).terms.unit == Decimal("0.01")
    assert ft.deal([5, 4], [3e-9, 1e-9]).terms.unit == Decimal("1e-12")


def test_money_left_is_parsed_in_every_spelling() -> None:
    one = ft.deal(**TABLE, leave="1,100", guarantee=False).terms.leave
    assert one == (Decimal(1100),)  # one amount, not two
    assert ft.deal(**TABLE, leave="110, 100").terms.leave == (Decimal(110), Decimal(100))
    zeros = ft.deal(**TABLE, leave=[9, 8, 7, 0, 0]).terms.leave
    assert zeros == (Decimal(9), Decimal(8), Decimal(7))  # zeros name no place
    assert ft.deal([5, 4, 3], [100, 50, 33.33], leave="10%").terms.leave == (Decimal("18.33"),)  # 18.333, to the cent


def test_a_share_at_the_guarantee_is_paid_in_full_whatever_the_unit() -> None:
    deal = ft.deal([9_999_000, 500, 500], [1000, 500, 145], round=100)
    assert min(deal["dcm"].cash) >= 145
    assert sum(deal["dcm"].cash) == 1645


WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"leave": 901},
        "leave must be at most 900 in total, the pool minus 200 guaranteed to each player",
    ),
    ({"leave": 1501, "guarantee": False}, "leave must be at most 1,500 in total, the pool, got 1,501"),
    ({"leave": "100%", "guarantee": False}, "leave must be less than the prizes, 1,500, got 1,500"),
    ({"leave": [50, 100]}, r"leave\[1\] must be at most the amount left for place 1"),
    ({"leave": [9, 8, 7, 6]}, "leave must not name more places than the 3 players"),
    ({"leave": -5}, "leave must not be negative"),
    ({"leave": "x"}, r"leave must be a number, got 'x'"),
    ({"fixed": {"Ana": 900, "Bo": 500}}, "fixed must sum to at most 1,300, to leave the guaranteed 200 for each"),
    ({"fixed": {"Ana": 100}}, r"fixed\[Ana\] must be at least 200, the guaranteed lowest prize"),
    ({"fixed": {"Ana": 901}}, r"fixed\[Ana\] must be at most 900"),
    ({"fixed": {"Zoe": 300}}, "fixed must be one of Ana, Bo, Cy, got 'Zoe'"),
    ({"fixed": {"Ana": 300, 0: 300}}, r"fixed\[Ana\] must be given once"),
    ({"fixed": [300]}, "fixed must be players with amounts"),
    ({"fixed": {"Ana": 500, "Bo": 500, "Cy": 400}}, "fixed must sum to 1,500 if all shares are fixed, got 1,400"),
    (
        {"fixed": {"Ana": 200, "Bo": 200}},
        "fixed must sum to at least 600: the others would get more",
    ),
    ({"round": 201}, "round must be above 0 and at most the lowest prize, 200, got 201"),
    ({"round": 0}, "round must be above 0"),
    ({"withhold": 1500}, "withhold must be less than the prizes, 1,500"),
    ({"trophy_to": "Ana"}, "trophy is required with trophy_to"),
    ({"trophy": 5, "trophy_to": "Zoe"}, "trophy_to must be one of Ana, Bo, Cy"),
    ({"last_longer": 900}, "last_longer must be at most 6"),
    ({"last_longer": 5, "last_longer_players": ["Ana"]}, "last_longer_players must be at least two players"),
    ({"between": 1.5}, "between must lie between 0"),
    ({"proposals": ["icm", "nash"]}, r"proposals\[1\] must be one of icm, sem, dcm, between, chip_chop, equal"),
    ({"proposals": []}, "proposals must be a list of some of icm"),
    ({"proposals": ["icm", "icm"]}, "proposals must differ"),
    ({"choose": "dcm", "proposals": ["icm"]}, "choose must be one of icm, got 'dcm'"),
    ({"chip_noise": 30}, "chip_noise must be above 0 and below the shortest stack, 20"),
    ({"big_blind": -1}, "big_blind must not be negative"),
    ({"guarantee": "no"}, "guarantee must be True or False, got 'no'"),
    ({"leave": "5,000,1,000"}, "leave is ambiguous"),
    ({"last_longer": 5, "last_longer_players": "Ana"}, "last_longer_players must be a list of players"),
    ({"chip_noise": 5, "max_seconds": 2}, "max_seconds cannot be combined with chip_noise"),
    ({"samples": 5000}, "samples is only for chip_noise"),
]


@pytest.mark.parametrize(("terms", "message"), WRONG)
def test_wrong_terms_raise_with_instructions(terms: dict[str, Any], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.deal(**TABLE, **terms)


@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ([5, 4, 3], [100, 200], r"payouts\[1\] must be at most the prize of place 1 \(list them from first place down"),
        (
            [5, 0, 3],
            [100, 50],
            r"stacks\[1\] must be above 0 in a deal \(leave out busted players",
        ),
        ([5], [100], "stacks must be 2 to 1,000 players for a deal, got 1"),
        ([5, 4], [0, 0], "payouts must include a prize above 0"),
        ([5, 4], [Fraction(1, 3)], "payouts must be an amount that decimals can write, got 1/3"),
    ],
)
def test_wrong_tables_raise_with_instructions(stacks: list[int], payouts: list[int], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.deal(stacks, payouts)
