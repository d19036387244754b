"""Deals: every cent is there, promises hold, and the numbers are those of the models."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft

NAMES = ["Ana", "Bo", "Cy"]
TABLE: dict[str, Any] = {"stacks": [50, 30, 20], "payouts": [900, 400, 200], "names": NAMES}


def cash(deal: ft.Deal, name: str) -> list[str]:
    return [str(money) for money in deal[name].cash]


def test_published_examples() -> None:
    assert cash(ft.deal(**TABLE), "icm") == ["617.86", "485.00", "397.14"]
    assert cash(ft.deal([1200, 800, 500], [100, 50, 25]), "chip_chop") == ["73.00", "57.00", "45.00"]


def test_a_proposal_is_its_model_rounded() -> None:
    stacks, payouts = [1500, 900, 700, 500, 400, 350], [180, 150, 120, 90, 70, 55]
    deal = ft.deal(stacks, payouts, between=0.3)
    icm, dcm = ft.icm(stacks, payouts).equities, ft.dcm(stacks, payouts).equities
    truth = {
        "icm": icm,
        "dcm": dcm,
        "between": icm + 0.3 * (dcm - icm),
        "chip_chop": ft.chip_chop(stacks, payouts).equities,
        "equal": np.full(6, sum(payouts) / 6),
    }
    for proposal in deal.proposals:
        assert np.abs(np.array([float(money) for money in proposal.cash]) - truth[proposal.name]).max() < 0.01
        assert np.abs(np.array([float(money) for money in proposal.exact]) - truth[proposal.name]).max() < 1e-6
    gains = [float(money) for money in deal.gains("dcm", over="icm")]
    assert gains == pytest.approx(dcm - icm, abs=0.02)


tables = (
    st.integers(2, 6)
    .flatmap(
        lambda n: st.tuples(
            st.lists(st.integers(1, 10**6), min_size=n, max_size=n),
            st.lists(st.decimals(0, 10**5, places=2), min_size=1, max_size=n).map(lambda p: sorted(p, reverse=True)),
        )
    )
    .filter(lambda table: table[1][0] > 1)
)


def promises(prizes: list[Decimal], terms: dict[str, Any]) -> tuple[Decimal, Decimal, Decimal | None]:
    """What is withheld, and the least and the most that anybody may get, by the words of the documentation alone."""
    pool, cent = sum(map(Fraction, prizes)), Fraction(1, 100)
    asked = terms.get("withhold", "0")
    share = Fraction(asked.removesuffix("%")) / 100 * pool if asked.endswith("%") else Fraction(asked)
    withheld = Fraction(math.floor(share / cent)) * cent
    now = [Fraction(prize) * (pool - withheld) / pool for prize in prizes]
    if terms.get("trophy_to") is not None:
        now[0] += terms["trophy"]
    now = [prize - left for prize, left in zip_longest(now, terms.get("leave", [])[: len(now)], fillvalue=Fraction(0))]
    lowest = Fraction(math.floor(max(now[-1], Fraction(0)) / cent)) * cent if terms["guarantee"] else Fraction(0)
    highest = Fraction(math.ceil(max(now) / cent)) * cent
    paid = [Decimal(money.numerator) / money.denominator for money in (withheld, lowest, highest)]
    return paid[0], paid[1], paid[2] if terms["cap"] else None


@settings(max_examples=120, deadline=None)
@given(tables, st.data())
def test_the_sum_is_the_pool_and_promises_hold(table: tuple[list[int], list[Decimal]], data: st.DataObject) -> None:
    stacks, payouts = table
    n, pool = len(stacks), sum(payouts)
    prizes = [*payouts, *[Decimal(0)] * (n - len(payouts))]
    terms: dict[str, Any] = {}
    smallest = min(prize for prize in payouts if prize)
    units = [unit for unit in ("0.01", "0.05", "1", "5", "100", "1000") if Decimal(unit) <= smallest]
    terms["unit"] = data.draw(st.sampled_from([None, *units]))
    terms["guarantee"] = data.draw(st.booleans())
    terms["cap"] = data.draw(st.booleans())
    if data.draw(st.booleans()):
        terms["withhold"] = data.draw(st.sampled_from(["3%", "12.5%", "0.01"]))
    if data.draw(st.booleans()):
        room = (pool - prizes[-1] * n) / 4 if "withhold" in terms else (pool - prizes[-1] * n) / 2
        first = data.draw(st.integers(0, int(room)))
        terms["leave"] = [first, data.draw(st.integers(0, first))]
    if data.draw(st.booleans()):
        terms["trophy"] = data.draw(st.integers(1, 1000))
        terms["trophy_to"] = data.draw(st.sampled_from([None, *range(n)]))
    deal = ft.deal(stacks, payouts, **terms)
    withheld, lowest, highest = promises(prizes, terms)
    unit = Decimal(terms["unit"] or "0.01")
    assert (deal.terms.withheld, deal.terms.unit) == (withheld, unit)
    in_kind = [Decimal(0)] * n
    if terms.get("trophy_to") is not None:
        in_kind[terms["trophy_to"]] = Decimal(terms["trophy"])
    for proposal in deal.proposals:
        assert sum(proposal.cash) + sum(terms.get("leave", [])) + withheld == pool
        for seat, money in enumerate(proposal.cash):
            share = money + in_kind[seat]
            assert share >= lowest
            assert highest is None or share <= highest
            assert abs(Fraction(money) - proposal.exact[seat]) <= Fraction(unit)
        units_paid = [money % unit for money in proposal.cash]
        bounds = {lowest, highest}
        inside = [
            odd
            for odd, money, kind in zip(units_paid, proposal.cash, in_kind, strict=True)
            if money + kind not in bounds
        ]
        assert sum(map(bool, inside)) <= 1
    assert (deal.terms.lowest, deal.terms.highest) == (lowest, highest)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.integers(1, 10**6), st.lists(st.integers(0, 1000), min_size=1, max_size=2), st.data())
def test_equal_stacks_get_equal_shares(players: int, stack: int, prizes: list[int], data: st.DataObject) -> None:
    payouts = sorted([*prizes, 10], reverse=True)[:players]
    leave = data.draw(st.integers(0, (sum(payouts) - (payouts[-1] * players if len(payouts) == players else 0)) // 2))
    deal = ft.deal([stack] * players, payouts, leave=leave)
    for proposal in deal.proposals:
        assert len(set(proposal.exact)) == 1
        assert max(proposal.cash) - min(proposal.cash) <= Decimal("0.01")


@given(st.permutations(range(4)))
def test_seats_do_not_matter(order: list[int]) -> None:
    stacks, payouts = [4100, 2950, 2900, 700], [500, 300, 200]
    plain = ft.deal(stacks, payouts)
    shuffled = ft.deal([stacks[seat] for seat in order], payouts)
    for proposal in plain.proposals[:4]:  # the odd cent of an equal chop goes by seat
        assert [proposal.cash[seat] for seat in order] == list(shuffled[proposal.name].cash)


def test_money_left_for_the_winner_comes_off_by_chips() -> None:
    plain, left = ft.deal(**TABLE), ft.deal(**TABLE, leave=100)
    for name in ("icm", "dcm", "between", "chip_chop"):
        off = [float(one - other) for one, other in zip(plain[name].cash, left[name].cash, strict=True)]
        assert off == pytest.approx([50, 30, 20], abs=0.02)
    assert left.paid_now == 1400


def test_money_left_for_several_places_keeps_everybodys_worth() -> None:
    deal = ft.deal(**TABLE, leave=[100, 40])
    for model in ("icm", "dcm"):
        assert deal.still_worth[model] == pytest.approx(ft.equity([50, 30, 20], [100, 40], model).equities, abs=1e-4)
        assert np.abs(deal.against_playing_on(model, model)).max() < 0.01


def test_the_same_left_for_all_places_is_only_paid_later() -> None:
    stacks, payouts = [1_200_000, 800_000, 75_000], [50_000, 30_000, 20_000]
    plain, later = ft.deal(stacks, payouts), ft.deal(stacks, payouts, leave=[5000, 5000, 5000])
    for proposal in plain.proposals:
        assert [one - 5000 for one in proposal.cash] == list(later[proposal.name].cash)


def test_an_unpayable_last_longer_stake_stops_only_the_proposal_that_is_chosen() -> None:
    table: dict[str, Any] = {"stacks": [500, 400, 1], "payouts": [100_000, 60_000], "last_longer": 200}
    deal = ft.deal(**table, choose="icm")
    assert deal["icm"].cash[2] > 0 > deal["dcm"].cash[2]
    with pytest.raises(ft.InputError, match=r"last_longer must be at most .*, what Player 3 gets by dcm"):
        ft.deal(**table, choose="dcm")


def test_amounts_computed_in_floats_are_meant_in_few_decimals() -> None:
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
    # With 700 left for the winner first place pays 200 now and second 400: that is the most there is.
    left = ft.deal(**TABLE, leave=700)
    assert (left.terms.lowest, left.terms.highest) == (Decimal(200), Decimal(400))
    assert max(max(proposal.cash) for proposal in left.proposals) <= 400


def test_promises_are_sums_that_can_be_paid_where_something_is_withheld() -> None:
    # A cent of 1,500 leaves 899.994 of the first prize and 199.998... of the last: rounded for the players' good.
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
    assert above[0] / above[1] == pytest.approx(model[0] / model[1], abs=1e-3)  # what is above the lowest prize scales


def test_withheld_money_comes_from_all_prizes_alike() -> None:
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
    # Who pays in for his trophy can pay his stake in, too; it is not his share that it must come from.
    stake = ft.deal(**TABLE, trophy=5000, trophy_to="Cy", last_longer=5, choose="icm")
    assert [one - other for one, other in zip(dear["icm"].cash, stake["icm"].cash, strict=True)] == [5, 5, 5]


def test_last_longer_stakes_come_from_the_shares_of_those_who_take_part() -> None:
    plain, bet = ft.deal(**TABLE), ft.deal(**TABLE, last_longer=50, last_longer_players=["Ana", "Cy"])
    off = [one - other for one, other in zip(plain["dcm"].cash, bet["dcm"].cash, strict=True)]
    assert off == [50, 0, 50]
    assert bet.terms.last_longer_pot == 100
    assert bet.still_worth["icm"] == pytest.approx([100 * 5 / 7, 0, 100 * 2 / 7])


def test_rounding_to_a_unit_shows_odd_money_once() -> None:
    deal = ft.deal([50, 30, 20], [900.07, 400, 200], unit=5)
    odd = [money for money in deal["icm"].cash if money % 5]
    assert len(odd) == 1
    assert sum(deal["icm"].cash) == Decimal("1500.07")


def test_an_odd_cent_goes_to_the_largest_stack_and_then_by_seat() -> None:
    assert cash(ft.deal([20, 50, 30], [60, 40]), "equal") == ["33.33", "33.34", "33.33"]
    assert cash(ft.deal([20, 30, 50], [60.01, 40]), "equal") == ["33.33", "33.34", "33.34"]
    assert cash(ft.deal([20, 30, 30], [60, 40]), "equal") == ["33.33", "33.34", "33.33"]


def test_the_unit_may_be_the_lowest_prize() -> None:
    assert cash(ft.deal(**TABLE, unit=200), "icm") == ["600.00", "500.00", "400.00"]


def test_a_pool_of_less_than_a_coin_is_paid_in_four_digits() -> None:
    assert ft.deal([5, 4], [Decimal("0.3"), Decimal("0.2")]).terms.unit == Decimal("0.0001")
    assert ft.deal([5, 4], [Decimal("0.7"), Decimal("0.3")]).terms.unit == Decimal("0.01")
    assert ft.deal([5, 4], [3e-9, 1e-9]).terms.unit == Decimal("1e-12")


def test_what_is_left_is_read_as_it_is_written() -> None:
    one = ft.deal(**TABLE, leave="1,100", guarantee=False).terms.leave
    assert one == (Decimal(1100),)  # one amount, not two
    assert ft.deal(**TABLE, leave="110, 100").terms.leave == (Decimal(110), Decimal(100))
    zeros = ft.deal(**TABLE, leave=[9, 8, 7, 0, 0]).terms.leave
    assert zeros == (Decimal(9), Decimal(8), Decimal(7))  # zeros name no place
    assert ft.deal([5, 4, 3], [100, 50, 33.33], leave="10%").terms.leave == (Decimal("18.33"),)  # 18.333, to the cent


def test_a_share_at_the_guarantee_is_paid_in_full_whatever_the_unit() -> None:
    deal = ft.deal([9_999_000, 500, 500], [1000, 500, 145], unit=100)
    assert min(deal["dcm"].cash) >= 145
    assert sum(deal["dcm"].cash) == 1645


WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"leave": 901},
        "leave must be at most 900 together: that is all there is after everybody's guaranteed 200",
    ),
    ({"leave": 1501, "guarantee": False}, "leave must be at most 1,500 together: that is all there is, got 1,501"),
    ({"leave": [50, 100]}, r"leave\[1\] must not be more than place 1 keeps"),
    ({"leave": [9, 8, 7, 6]}, "leave must not name more places than the 3 players"),
    ({"leave": -5}, "leave must not be negative"),
    ({"leave": "x"}, r"leave must be a number, got 'x'"),
    ({"fixed": {"Ana": 900, "Bo": 500}}, "fixed must be at most 1,300 together, to leave the guaranteed 200 for each"),
    ({"fixed": {"Ana": 100}}, r"fixed\[Ana\] must be at least 200, the lowest prize"),
    ({"fixed": {"Ana": 901}}, r"fixed\[Ana\] must be at most 900"),
    ({"fixed": {"Zoe": 300}}, "fixed must be one of Ana, Bo, Cy, got 'Zoe'"),
    ({"fixed": {"Ana": 300, 0: 300}}, r"fixed\[Ana\] must be given once"),
    ({"fixed": [300]}, "fixed must be players with amounts"),
    ({"fixed": {"Ana": 500, "Bo": 500, "Cy": 400}}, "fixed must sum up to 1,500 where all are fixed, got 1,400"),
    (
        {"fixed": {"Ana": 200, "Bo": 200}},
        "fixed must be at least 600 together: the others would get more",
    ),
    ({"unit": 201}, "unit must be above 0 and at most the lowest prize, 200, got 201"),
    ({"unit": 0}, "unit must be above 0"),
    ({"withhold": 1500}, "withhold must be less than the prizes, 1,500"),
    ({"trophy_to": "Ana"}, "trophy must be given where somebody takes it"),
    ({"trophy": 5, "trophy_to": "Zoe"}, "trophy_to must be one of Ana, Bo, Cy"),
    ({"last_longer": 900}, "last_longer must be at most 6"),
    ({"last_longer": 5, "last_longer_players": ["Ana"]}, "last_longer_players must be at least two players"),
    ({"between": 1.5}, "between must lie between 0"),
    ({"proposals": ["icm", "nash"]}, r"proposals\[1\] must be one of icm, between, dcm, chip_chop, equal"),
    ({"proposals": []}, "proposals must be a list of some of icm"),
    ({"proposals": ["icm", "icm"]}, "proposals must differ"),
    ({"choose": "dcm", "proposals": ["icm"]}, "choose must be one of icm, got 'dcm'"),
    ({"chip_noise": 30}, "chip_noise must be above 0 and below the shortest stack, 20"),
    ({"big_blind": -1}, "big_blind must not be negative"),
    ({"guarantee": "no"}, "guarantee must be True or False, got 'no'"),
    ({"leave": "5,000,1,000"}, "leave can be read in two ways"),
    ({"last_longer": 5, "last_longer_players": "Ana"}, "last_longer_players must be a list of players"),
    ({"chip_noise": 5, "max_seconds": 2}, "max_seconds must not come with chip_noise"),
    ({"samples": 5000}, "samples is for chip_noise"),
]


@pytest.mark.parametrize(("terms", "message"), WRONG)
def test_wrong_terms_say_what_to_change(terms: dict[str, Any], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.deal(**TABLE, **terms)


@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ([5, 4, 3], [100, 200], r"payouts\[1\] must not be more than place 1 pays: list them from first place down"),
        (
            [5, 0, 3],
            [100, 50],
            r"stacks\[1\] must be above 0 in a deal: leave out who is out",
        ),
        ([5], [100], "stacks must be 2 to 1,000 players for a deal, got 1"),
        ([5, 4], [0, 0], "payouts must hold some money to share"),
        ([5, 4], [Fraction(1, 3)], "payouts must be an amount that decimals can write, got 1/3"),
    ],
)
def test_wrong_tables_say_what_to_change(stacks: list[int], payouts: list[int], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.deal(stacks, payouts)


def test_only_the_proposals_asked_for() -> None:
    deal = ft.deal(**TABLE, proposals=["equal", "icm"])
    assert [proposal.name for proposal in deal.proposals] == ["equal", "icm"]
    assert deal.choose == "equal"
    assert deal.sensitivity is None
    with pytest.raises(ft.InputError, match="proposal must be one of equal, icm, got 'dcm'"):
        deal["dcm"]
    with pytest.raises(ft.InputError, match="model must be one of icm, dcm, got 'foo'"):
        deal.against_playing_on("icm", "foo")


def test_close_stacks_are_looked_for_where_dcm_has_a_say_and_few_are_left() -> None:
    assert ft.deal(**TABLE, proposals=["between"]).sensitivity is not None
    assert ft.deal(**TABLE, proposals=["dcm"]).sensitivity is not None
    twelve, thirteen = (ft.deal(range(100, 100 + n), [5, 3], proposals=["dcm"], pot=0) for n in (12, 13))
    assert twelve.sensitivity is not None
    assert thirteen.sensitivity is None


def test_close_stacks_are_looked_for_as_far_as_was_asked() -> None:
    asked = ft.deal(**TABLE, big_blind=2, pot=7).sensitivity
    assert asked is not None
    assert (asked.blinds, asked.pot) == (2, 7)
    usual = ft.deal(**TABLE, big_blind=2).sensitivity
    assert usual is not None
    assert usual.pot == 10  # five big blinds


def test_large_fields_have_deals_too() -> None:
    stacks = np.arange(100, 160)
    deal = ft.deal(stacks, [1000, 600, 400], leave=200, max_seconds=0.3)
    assert deal.sensitivity is None
    assert deal.playing_on["dcm"].method == "sample"
    assert all(sum(proposal.cash) == 1800 for proposal in deal.proposals)
    # What is left for the winner is worth its chips to everybody, and comes off his share.
    assert deal.still_worth["dcm"] == pytest.approx(200 * stacks / stacks.sum())
    assert np.abs(deal.against_playing_on("dcm", "dcm")).max() < 0.01
    several = ft.deal(stacks, [1000, 600, 400], leave=[200, 100], max_seconds=0.3)
    assert several["dcm"].error > 1.01 * several.playing_on["dcm"].error  # what is left is sampled, too


def test_level_players_share_alike_where_numbers_are_sampled() -> None:
    deal = ft.deal([500, 500, 500, 300, 300, 1000], [50, 30, 20], chip_noise=40)
    for proposal in deal.proposals:
        assert len(set(proposal.exact[:3])) == len(set(proposal.exact[3:5])) == 1
    # Nobody's luck is taken for the truth: it is the mean of what was sampled for each of them.
    sampled = deal.playing_on["dcm"].equities
    assert len(set(sampled[:3])) == 3
    assert float(deal["dcm"].exact[0]) == pytest.approx(sampled[:3].mean(), abs=1e-9)
    assert float(deal["dcm"].exact[3]) == pytest.approx(sampled[3:5].mean(), abs=1e-9)


def test_errors_grow_with_what_is_left_and_with_what_is_scaled() -> None:
    table: dict[str, Any] = {"stacks": [1000, 995, 2000, 3000], "payouts": [50_000, 30_000, 20_000], "chip_noise": 100}
    plain = ft.deal(**table)["dcm"].error
    assert ft.deal(**table, leave=[10_000, 5000])["dcm"].error > plain
    assert ft.deal(**table, fixed={0: 1000, 1: 1000}, cap=False)["dcm"].error > 2 * plain


def test_money_left_for_the_winner_is_worth_what_smoothing_says() -> None:
    deal = ft.deal([50, 30, 20], [900, 400, 200], leave=300, chip_noise=19, proposals=["dcm"])
    smooth = ft.smoothed([50, 30, 20], [600, 400, 200], chip_noise=19).equities
    assert [float(money) for money in deal["dcm"].exact] == pytest.approx(smooth.tolist(), abs=deal["dcm"].error)


def test_tiny_prizes_are_not_lost() -> None:
    deal = ft.deal([5, 4], [3e-9, 1e-9])
    assert deal.pool == Decimal("4e-9")
    assert sum(map(Fraction, deal["icm"].cash)) == Fraction(4, 10**9)


def test_bounds_are_the_prizes_themselves() -> None:
    deal = ft.deal([9000, 500, 500], [33.333, 20, 10.009], unit="0.001")
    assert (deal.terms.lowest, deal.terms.highest) == (Decimal("10.009"), Decimal("33.333"))
    assert max(deal["chip_chop"].cash) <= Decimal("33.333")


def test_only_cash_can_be_left() -> None:
    with pytest.raises(ft.InputError, match="leave must be at most 1,500 together"):
        ft.deal(**TABLE, leave=3000, guarantee=False, trophy=5000, trophy_to="Cy")


def test_results_cannot_be_changed() -> None:
    deal = ft.deal(**TABLE, fixed={"Cy": 450})
    with pytest.raises(ValueError, match="read-only"):
        deal.still_worth["icm"][0] = 1
    with pytest.raises(TypeError):
        deal.terms.fixed[0] = Decimal(1)  # type: ignore[index]


@pytest.mark.parametrize("proposals", [5, True, {"icm", "dcm"}, [[1]], np.array(["icm"])])
def test_proposals_must_be_a_list_of_names(proposals: Any) -> None:
    with pytest.raises(ft.InputError, match="proposals"):
        ft.deal(**TABLE, proposals=proposals)
