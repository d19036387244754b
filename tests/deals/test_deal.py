"""Deals: no cent is lost, guarantees hold, and the numbers are those of the models."""

from __future__ import annotations

import math
import pickle
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.deals.deal import shares_by
from finaltable.deals.sheet import deal_sheet
from finaltable.deals.terms import Terms
from tests.dealing import TABLE, cash
from tests.refused import refused


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
        "sem": ft.sem(stacks, payouts).equities,
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
    """Return the money withheld and the bounds of a share, as the documentation defines them."""
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


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(tables, st.data())
def test_the_sum_is_the_pool_and_promises_hold(table: tuple[list[int], list[Decimal]], data: st.DataObject) -> None:
    stacks, payouts = table
    n, pool = len(stacks), sum(payouts)
    prizes = [*payouts, *[Decimal(0)] * (n - len(payouts))]
    terms: dict[str, Any] = {}
    smallest = min(prize for prize in payouts if prize)
    units = [unit for unit in ("0.01", "0.05", "1", "5", "100", "1000") if Decimal(unit) <= smallest]
    terms["round"] = data.draw(st.sampled_from([None, *units]))
    terms["guarantee"] = data.draw(st.booleans())
    terms["cap"] = data.draw(st.booleans())
    terms["odd_to_staff"] = data.draw(st.booleans())
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
    unit = Decimal(terms["round"] or "0.01")
    assert (deal.terms.withheld, deal.terms.unit) == (withheld, unit)
    in_kind = [Decimal(0)] * n
    if terms.get("trophy_to") is not None:
        in_kind[terms["trophy_to"]] = Decimal(terms["trophy"])
    for proposal in deal.proposals:
        to_staff = proposal.odd if terms["odd_to_staff"] else 0
        assert sum(proposal.cash) + sum(terms.get("leave", [])) + withheld + to_staff == pool
        assert 0 <= proposal.odd < unit
        assert (proposal.odd_to is None) == (terms["odd_to_staff"] or not proposal.odd)
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
        assert sum(map(bool, inside)) <= (proposal.odd_to is not None)
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


def test_icm_is_chosen_and_between_is_proposed_only_if_asked_for() -> None:
    def names(**asked: Any) -> list[str]:
        return [proposal.name for proposal in ft.deal(**TABLE, **asked).proposals]

    assert ft.deal(**TABLE).choose == ft.deal(**TABLE, between=0.3).choose == "icm"
    assert names() == ["icm", "sem", "dcm", "chip_chop", "equal"]
    assert names(between=0.3) == names(choose="between") == ["icm", "sem", "dcm", "between", "chip_chop", "equal"]
    assert ft.deal(**TABLE, choose="between").between == 0.5
    many = ft.deal(list(range(100, 115)), [50, 30], max_seconds=1)
    assert [proposal.name for proposal in many.proposals] == ["icm", "dcm", "chip_chop", "equal"]


def test_only_the_proposals_asked_for() -> None:
    deal = ft.deal(**TABLE, proposals=["equal", "icm"])
    assert [proposal.name for proposal in deal.proposals] == ["equal", "icm"]
    assert deal.choose == "icm"
    assert ft.deal(**TABLE, proposals=["equal", "dcm"]).choose == "equal"
    assert deal.sensitivity is None
    with pytest.raises(ft.InputError, match="proposal must be one of equal, icm, got 'dcm'"):
        deal["dcm"]
    with pytest.raises(ft.InputError, match="model must be one of icm, dcm, got 'foo'"):
        deal.against_playing_on("icm", "foo")


@pytest.mark.slow
def test_close_stacks_are_searched_for_if_a_proposal_uses_dcm_and_few_players_are_left() -> None:
    assert ft.deal(**TABLE, proposals=["between"]).sensitivity is not None
    assert ft.deal(**TABLE, proposals=["dcm"]).sensitivity is not None
    twelve, thirteen = (ft.deal(range(100, 100 + n), [5, 3], proposals=["dcm"], pot=0) for n in (12, 13))
    assert twelve.sensitivity is not None
    assert thirteen.sensitivity is None


def test_close_stacks_are_searched_for_within_the_given_range() -> None:
    asked = ft.deal(**TABLE, big_blind=2, pot=7).sensitivity
    assert asked is not None
    assert (asked.blinds, asked.pot) == (2, 7)
    usual = ft.deal(**TABLE, big_blind=2).sensitivity
    assert usual is not None
    assert usual.pot == 10  # five big blinds


@given(tables, st.booleans(), st.booleans())
@settings(max_examples=40)
def test_a_model_solved_later_gives_the_same_as_one_that_is_proposed(table: Any, leave: bool, bounties: bool) -> None:
    options: dict[str, Any] = {"leave": "10%" if leave else 0, "guarantee": False, "close_stacks": False}
    options |= {"bounties": 25} if bounties else {}
    later = ft.deal(*table, proposals=["icm"], **options)
    at_once = ft.deal(*table, proposals=["icm", "dcm"], **options)
    gains = later.against_playing_on("icm", "dcm")
    assert gains.tolist() == at_once.against_playing_on("icm", "dcm").tolist()
    assert not gains.flags.writeable
    assert later.still_worth["dcm"].tolist() == at_once.still_worth["dcm"].tolist()
    assert later.to_dict()["playing_on"] == at_once.to_dict()["playing_on"]
    sent = pickle.loads(pickle.dumps(ft.deal(*table, proposals=["icm"], **options)))
    assert sent.to_dict() == later.to_dict()


def test_chip_noise_is_checked_even_if_dcm_is_not_proposed() -> None:
    with refused("out_of_range", "chip_noise"):
        ft.deal(**TABLE, proposals=["icm"], chip_noise=10_000)


def test_large_fields_have_deals_too() -> None:
    stacks = np.arange(100, 160)
    deal = ft.deal(stacks, [1000, 600, 400], leave=200, max_seconds=0.3)
    assert deal.sensitivity is None
    assert deal.playing_on["dcm"].method == "sample"
    assert all(sum(proposal.cash) == 1800 for proposal in deal.proposals)
    # Money left for the winner is worth the chip share to each player, and is subtracted from their payment.
    assert deal.still_worth["dcm"] == pytest.approx(200 * stacks / stacks.sum())
    assert np.abs(deal.against_playing_on("dcm", "dcm")).max() < 0.01
    several = ft.deal(stacks, [1000, 600, 400], leave=[200, 100], max_seconds=0.3)
    assert several["dcm"].error > 1.01 * several.playing_on["dcm"].error  # the money left is sampled, too


@pytest.mark.slow
def test_level_players_get_the_same_if_values_are_sampled() -> None:
    deal = ft.deal([500, 500, 500, 300, 300, 1000], [50, 30, 20], chip_noise=40)
    for proposal in deal.proposals:
        assert len(set(proposal.exact[:3])) == len(set(proposal.exact[3:5])) == 1
    # Players with equal stacks get the mean of their sampled values.
    sampled = deal.playing_on["dcm"].equities
    assert len(set(sampled[:3])) == 3
    assert float(deal["dcm"].exact[0]) == pytest.approx(sampled[:3].mean(), abs=1e-9)
    assert float(deal["dcm"].exact[3]) == pytest.approx(sampled[3:5].mean(), abs=1e-9)


def test_errors_grow_with_what_is_left_and_with_what_is_scaled() -> None:
    table: dict[str, Any] = {"stacks": [1000, 995, 2000, 3000], "payouts": [50_000, 30_000, 20_000], "chip_noise": 100}
    plain = ft.deal(**table)["dcm"].error
    assert ft.deal(**table, leave=[10_000, 5000])["dcm"].error > plain
    assert ft.deal(**table, fixed={0: 1000, 1: 1000}, cap=False)["dcm"].error > 2 * plain


def test_money_left_for_the_winner_is_valued_with_smoothing() -> None:
    deal = ft.deal([50, 30, 20], [900, 400, 200], leave=300, chip_noise=19, proposals=["dcm"])
    smooth = ft.smoothed([50, 30, 20], [600, 400, 200], chip_noise=19).equities
    assert [float(money) for money in deal["dcm"].exact] == pytest.approx(smooth.tolist(), abs=deal["dcm"].error)


def test_tiny_prizes_are_not_lost() -> None:
    deal = ft.deal([5, 4], [3e-9, 1e-9])
    assert deal.pool == Decimal("4e-9")
    assert sum(map(Fraction, deal["icm"].cash)) == Fraction(4, 10**9)


def test_bounds_are_the_prizes_themselves() -> None:
    deal = ft.deal([9000, 500, 500], [33.333, 20, 10.009], round="0.001")
    assert (deal.terms.lowest, deal.terms.highest) == (Decimal("10.009"), Decimal("33.333"))
    assert max(deal["chip_chop"].cash) <= Decimal("33.333")


def test_only_cash_can_be_left() -> None:
    with refused("above_pool", "leave"):
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


FIVE, PRIZES = [5000, 3100, 2900, 2000, 900], [50, 30, 20]


def test_any_model_and_any_mixture_can_be_a_proposal() -> None:
    mixed = {"icm": 0.8, "dcm": 0.2}
    found = ft.deal(FIVE, PRIZES, proposals=["icm", mixed, "between", "icm^1.1"], between=0.2, choose=mixed)
    assert [proposal.name for proposal in found.proposals] == ["icm", "icm:0.8,dcm:0.2", "between", "icm^1.1"]
    assert found.choose == "icm:0.8,dcm:0.2"
    assert [float(money) for money in found.chosen.exact] == pytest.approx(
        [float(money) for money in found["between"].exact], abs=1e-6
    )
    powers = ft.icm(FIVE, PRIZES, exponent=1.1).equities
    assert [float(money) for money in found["icm^1.1"].exact] == pytest.approx(powers, abs=1e-9)
    assert set(found.playing_on) == {"icm", "icm:0.8,dcm:0.2", "icm^1.1", "dcm"}
    assert found.sensitivity is not None  # a part of the mixture jumps
    assert "under this model: 80 % ICM, 20 % DCM." in deal_sheet(found)


@pytest.mark.parametrize(
    ("proposals", "words"),
    [
        (["icm", "other"], r"proposals\[1\] must be one of icm, sem, dcm, between, chip_chop, equal, got 'other'"),
        (["smoothed"], "needs no other options, got 'smoothed'"),
        (["chip_ev"], "must be a rule or a model that values places"),
        (["dcm:1", "dcm"], "proposals must differ from each other"),
        (["icm:0.7,dcm:0.2"], "must have weights that sum to 1"),
        ("icm", "proposals must be a list of some of icm"),
    ],
)
def test_impossible_proposals_raise(proposals: list[str], words: str) -> None:
    with pytest.raises(ft.InputError, match=words):
        ft.deal(FIVE, PRIZES, proposals=proposals)


def test_a_share_between_two_models_has_the_errors_of_both() -> None:
    def valued(share: int, error: float) -> Any:
        return SimpleNamespace(shares=lambda _table: [Fraction(share)], error=error)

    values, terms = {"icm": valued(40, 0.2), "dcm": valued(60, 0.4)}, cast(Terms, SimpleNamespace(table=None))
    shares, error = shares_by("between", terms, values, Fraction(1, 4))
    assert shares == [Fraction(45)]
    assert error == pytest.approx(0.25)
