"""Spots and decisions: chips as at a real table, values as the models say."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import finaltable as ft

SECTION_6: dict[str, Any] = {
    "stacks": [1000, 1000, 2000, 3000],
    "payouts": [50, 30, 20],
    "hero": "Hero",
    "all_in": ["Villain"],
    "button": "BTN",
    "small_blind": 100,
    "big_blind": 200,
    "names": ["Villain", "Hero", "CO", "BTN"],
}


def section_6(**changes: Any) -> ft.Spot:
    options = {**SECTION_6, **changes}
    return ft.Spot.of(options.pop("stacks"), options.pop("payouts"), **options)


# --- the paper -------------------------------------------------------------------------------------------------------


def test_section_6_of_the_paper_to_the_printed_digits() -> None:
    spot = section_6()
    assert (spot.to_call, spot.pot) == (800, 1200)
    assert spot.after_fold() == (1200, 800, 2000, 3000)
    assert spot.after_call((0, 1)) == (0, 2000, 2000, 3000)
    decision = ft.decide(spot, 0.4)
    icm, dcm = decision["icm"], decision["dcm"]
    assert [round(value, 2) for value in (icm.win, icm.fold, icm.call) if value is not None] == [31.86, 15.23, 12.74]
    assert [round(value, 2) for value in (dcm.win, dcm.fold, dcm.call) if value is not None] == [30.71, 9.57, 12.29]
    assert (icm.lose, dcm.lose) == (0, 0)
    assert [round(100 * point) for point in (icm.break_even, dcm.break_even) if point is not None] == [48, 31]
    assert (icm.recommendation, dcm.recommendation) == ("fold", "call")
    assert decision.disagreement == (dcm.break_even, icm.break_even)
    assert decision["dcm"].error < 1e-3


# --- chips -----------------------------------------------------------------------------------------------------------


def plain_settlement(spot: ft.Spot, put_in: list[int], order: tuple[int, ...]) -> list[int]:
    """An independent calculator: take one chip after the other from everybody who put it in, and pay it out."""
    stacks, dead, players = [int(stack) for stack in spot.table.stacks], int(spot.dead), [spot.hero, *spot.all_in]
    rank = dict(zip(players, order, strict=True))
    button = spot.button or 0
    after = [stack - put for stack, put in zip(stacks, put_in, strict=True)]
    if spot.dead_from is not None:
        after[spot.dead_from] -= dead
    levels = sorted({put_in[p] for p in players})
    piles: dict[tuple[int, ...], int] = {}
    for chip in range(1, max(put_in) + 1):
        level = next(lv for lv in levels if lv >= chip)
        key = tuple(sorted(p for p in players if put_in[p] >= level))
        piles[key] = piles.get(key, 0) + sum(1 for put in put_in if put >= chip)
    first = tuple(sorted(players))
    piles[first] = piles.get(first, 0) + dead
    for eligible, chips in piles.items():
        best = min(rank[p] for p in eligible)
        winners = sorted((p for p in eligible if rank[p] == best), key=lambda p: (p - button - 1) % len(stacks))
        for n in range(chips):
            after[winners[n % len(winners)]] += 1
    return after


@st.composite
def spots(draw: st.DrawFn) -> tuple[ft.Spot, tuple[int, ...]]:
    players = draw(st.integers(3, 6))
    stacks = draw(st.lists(st.integers(1, 60), min_size=players, max_size=players))
    seats = draw(st.permutations(range(players)))
    villains = draw(st.integers(1, min(3, players - 1)))
    hero, all_in = seats[0], seats[1 : 1 + villains]
    big = draw(st.integers(0, 12))
    forced: dict[str, Any] = {
        "small_blind": draw(st.integers(0, big)),
        "big_blind": big,
        "ante": draw(st.integers(0, 3)),
    }
    button, big_ante = draw(st.integers(0, players - 1)), draw(st.integers(0, 5))
    try:
        spot = ft.Spot.of(stacks, [5, 3, 2], hero=hero, all_in=all_in, button=button, big_blind_ante=big_ante, **forced)
    except ft.InputError:
        reject()  # somebody else is still in the hand, or hero has nothing to decide
    order = draw(st.lists(st.integers(0, villains), min_size=villains + 1, max_size=villains + 1))
    dense = tuple(sorted(set(order)).index(rank) for rank in order)
    return spot, dense


@settings(max_examples=300)
@given(spots())
def test_chips_are_conserved_and_paid_as_an_independent_calculator_pays(case: tuple[ft.Spot, tuple[int, ...]]) -> None:
    spot, order = case
    stacks = [int(stack) for stack in spot.table.stacks]
    put_in = [int(put) for put in spot.posted]
    put_in[spot.hero] = int(spot.called)
    after = spot.after_call(order)
    assert sum(after) == sum(stacks)
    assert min(after) >= 0
    assert list(after) == plain_settlement(spot, put_in, order)
    folded = spot.after_fold(order[1:])
    assert sum(folded) == sum(stacks)
    own_ante = spot.dead if spot.dead_from == spot.hero else 0
    assert folded[spot.hero] == stacks[spot.hero] - spot.posted[spot.hero] - own_ante


@given(spots())
def test_the_order_in_which_all_ins_are_named_does_not_matter(case: tuple[ft.Spot, tuple[int, ...]]) -> None:
    spot, _ = case
    assert spot.all_in == tuple(sorted(spot.all_in))


def test_side_pots_short_all_ins_and_uncalled_bets() -> None:
    # Hero has 500; one opponent is all-in for 100, another for 2000.
    spot = ft.Spot.of([500, 100, 2000, 900], [5, 3], hero=0, all_in=[2, 1])
    assert spot.to_call == 500
    # Ranks: hero, seat 1, seat 2. The short stack wins the main pot, hero the side pot; 1500 come back to seat 2.
    assert spot.after_call((1, 0, 2)) == (800, 300, 1500, 900)
    assert spot.after_call((0, 1, 1)) == (1100, 0, 1500, 900)
    assert spot.after_call((2, 1, 0)) == (0, 0, 2600, 900)
    assert spot.after_fold((0, 1)) == (500, 200, 1900, 900)


def test_blinds_antes_and_dead_money() -> None:
    spot = ft.Spot.of([1000] * 4, [5, 3], hero=3, all_in=[0], button=1, small_blind=50, big_blind=100, ante=10)
    # Seat 2 is the small blind and has folded, hero the big blind.
    assert spot.posted == (1000, 10, 60, 110)
    assert (spot.to_call, spot.pot) == (890, 1180)
    assert spot.after_fold() == (1180, 990, 940, 890)
    assert spot.after_call((0, 1)) == (0, 990, 940, 2070)
    big = ft.Spot.of(
        [1000] * 4, [5, 3], hero=3, all_in=[0], button=1, small_blind=50, big_blind=100, big_blind_ante=100
    )
    assert (big.dead, big.dead_from) == (100, 3)
    assert big.to_call == 800  # his ante is gone: 900 are left to him, 100 of them posted
    assert big.after_call((0, 1)) == (100, 1000, 950, 1950)


def test_heads_up_the_button_posts_the_small_blind() -> None:
    spot = ft.Spot.of([1000, 1000], [2, 1], hero=1, all_in=[0], button=0, small_blind=50, big_blind=100)
    assert spot.posted == (1000, 100)
    out = ft.Spot.of([1000, 1000, 0], [2, 1], hero=1, all_in=[0], button=0, small_blind=50, big_blind=100)
    assert out.posted == (1000, 100, 0)


def test_odd_chips_go_left_of_the_button_and_decimals_are_split_exactly() -> None:
    spot = ft.Spot.of([100, 100, 51], [3, 2], hero=0, all_in=[1], button=1, small_blind=1, big_blind=1)
    # Seat 2 posted one chip: the pot of 201 has an odd one, which goes to seat 0, the first left of the button.
    assert spot.after_call((0, 0)) == (101, 100, 50)
    half = ft.Spot.of([10.5, 10.5, 4], [3, 2], hero=0, all_in=[1], button=1, small_blind=0.5, big_blind=0.5)
    assert sum(half.after_call((0, 0))) == 25
    assert half.after_call((0, 0))[0] == Fraction("10.75")


def test_bets_before_the_all_in_are_dead_money_or_part_of_the_call() -> None:
    spot = ft.Spot.of([1000, 800, 900], [3, 2], hero=0, all_in=[1], bets={0: 200, 2: 300})
    assert spot.posted == (200, 800, 300)
    assert (spot.to_call, spot.pot) == (600, 1300)
    assert spot.after_fold() == (800, 1300, 600)


# --- values ----------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(spots(), st.integers(1, 100))
def test_with_one_prize_every_model_gives_chip_ev(case: tuple[ft.Spot, tuple[int, ...]], prize: int) -> None:
    drawn, _ = case
    stacks = drawn.table.stacks
    if len(drawn.all_in) > 1:
        return
    spot = ft.Spot.of(stacks, [prize], hero=drawn.hero, all_in=drawn.all_in)
    decision = ft.decide(spot, 0.37, models=("icm", "dcm", "chip_ev"))
    for verdict in decision.verdicts:
        assert verdict.call == pytest.approx(decision["chip_ev"].call, abs=1e-4 * prize)
        assert verdict.fold == pytest.approx(decision["chip_ev"].fold, abs=1e-4 * prize)


def test_heads_up_all_models_agree() -> None:
    spot = ft.Spot.of([900, 600], [60, 40], hero=0, all_in=[1], button=0, small_blind=50, big_blind=100)
    decision = ft.decide(spot, 0.45, models=("icm", "dcm", "chip_chop"))
    assert len({round(verdict.call, 6) for verdict in decision.verdicts}) == 1
    assert len({round(verdict.break_even or 0, 6) for verdict in decision.verdicts}) == 1
    assert decision.disagreement is None


def test_who_busts_in_the_same_hand_is_ranked_by_the_stack_he_began_with() -> None:
    spot = ft.Spot.of([300, 200, 1000, 500], [50, 30, 15, 5], hero=0, all_in=[1, 2])
    decision = ft.decide(spot, hand="2c2d", ranges=["3c3d", "AhAd"], models=("icm",))
    # Where seat 2 wins everything, hero (300) is ahead of seat 1 (200): third place of four.
    after = spot.after_call((2, 1, 0))
    assert after == (0, 0, 1500, 500)
    from finaltable.decision import Valuer
    from finaltable.models import find_model

    assert Valuer(spot, find_model("icm"), 1e-6)(after) == (15.0, 0.0)
    assert decision["icm"].call > 15


def test_cards_and_ranges_give_the_equity_and_ties_split() -> None:
    spot = section_6()
    decision = ft.decide(spot, hand="AJs", ranges="22+, A2s+, KTs+, QJs, A8o+, KJo+")
    two = ft.heads_up(ft.Range.read("AJs"), ft.Range.read("22+, A2s+, KTs+, QJs, A8o+, KJo+"))
    assert decision.equity == pytest.approx(two.equity)
    for verdict in decision.verdicts:
        assert verdict.win is not None
        assert verdict.tie is not None
        assert verdict.lose is not None
        assert verdict.call == pytest.approx(two.win * verdict.win + two.tie * verdict.tie + two.lose * verdict.lose)
    by_name = ft.decide(spot, hand="AJs", ranges={"Villain": "22+, A2s+, KTs+, QJs, A8o+, KJo+"})
    assert by_name.to_dict() == decision.to_dict()


def test_several_opponents_are_exact_for_cards_and_carry_their_error_for_ranges() -> None:
    spot = ft.Spot.of([1000, 800, 2000, 3000], [50, 30, 20], hero=0, all_in=[1, 2])
    known = ft.decide(spot, hand="AhKh", ranges=["QdQc", "7s6s"])
    assert known.showdown.exact
    assert known["icm"].error < 1e-9
    drawn = ft.decide(spot, hand="AKs", ranges=["QQ", "76s"], samples=200_000)
    assert not drawn.showdown.exact
    assert 0.01 < drawn["icm"].error < 1
    more = ft.decide(spot, hand="AKs", ranges=["QQ", "76s"], samples=800_000)
    assert more["icm"].error == pytest.approx(drawn["icm"].error / 2, rel=0.1)
    assert abs(more["icm"].difference - drawn["icm"].difference) < more["icm"].error + drawn["icm"].error
    assert more["icm"].break_even is None


def test_break_even_counts_the_ties_of_the_hand() -> None:
    spot = ft.Spot.of([3700, 1100, 2600], [39, 31], hero=1, all_in=[0], button=2, small_blind=100, big_blind=200)
    for hand, villain in (("AKo", "AK"), ("A5s", "A4s, A6s"), ("AJs", "22+, A2s+")):
        decision = ft.decide(spot, hand=hand, ranges=villain)
        for verdict in decision.verdicts:
            called = verdict.break_even is not None and decision.equity > verdict.break_even
            assert called == (verdict.recommendation == "call")


@given(st.floats(0, 50), st.floats(0, 50), st.floats(0, 50), st.floats(0, 50), st.floats(0, 0.9))
def test_at_the_break_even_point_calling_is_worth_a_fold(
    fold: float, win: float, tie: float, lose: float, ties: float
) -> None:
    from finaltable.decision import find_break_even, value_at

    point = find_break_even(fold, win, tie, lose, ties)
    if point is None:
        assert value_at(1 - ties / 2, win, tie, lose, ties) <= fold
    elif point == 0:
        assert value_at(ties / 2, win, tie, lose, ties) >= fold
    else:
        assert value_at(point, win, tie, lose, ties) == pytest.approx(fold, abs=1e-6)


def test_a_model_that_never_calls_disagrees_up_to_the_top() -> None:
    spot = ft.Spot.of([10, 5000, 10, 10], [50, 30, 20], hero=1, all_in=[0])
    decision = ft.decide(spot, 0.9, models=("icm", "chip_chop"))
    assert decision["chip_chop"].break_even is None
    assert decision.disagreement == (decision["icm"].break_even, 1.0)
    assert "ICM from 50.00 % and chip chop never" in str(decision)


def test_words_for_what_is_not_there() -> None:
    decision = ft.decide(section_6(), 0.4)
    with pytest.raises(ft.InputError, match="model must be one of icm, dcm, got 'nash'"):
        decision["nash"]
    with pytest.raises(ft.InputError, match="order must rank 2 players"):
        section_6().after_call((0,))
    with pytest.raises(ft.InputError, match="spot must be a Spot"):
        ft.decide("x", 0.4)  # type: ignore[arg-type]


def test_a_difference_within_its_error_is_too_close() -> None:
    spot = section_6()
    at = ft.decide(spot, 0.4)["dcm"].break_even
    assert at is not None
    assert ft.decide(spot, at)["dcm"].recommendation == "too close"


def test_a_decision_prints_what_it_says() -> None:
    shown = str(ft.decide(section_6(), 0.4))
    assert "Hero to act: Villain is all-in, 800 to call for a pot of 1,200 (pot odds 40.00 %)." in shown
    assert "Who calls: DCM from 31.16 % and ICM from 47.81 %. In between they disagree." in shown
    assert "ICM says fold and DCM says call." in shown
    assert "CO and BTN are still to act and taken to fold." in shown
    many = ft.decide(ft.Spot.of([100] * 9, [5, 3], hero=0, all_in=[1]), 0.4, models=["icm"])
    assert "7 players are still to act and taken to fold." in str(many)
    assert "BTN is still to act" in str(ft.decide(section_6(folded=["CO"]), 0.4))


# --- pressure --------------------------------------------------------------------------------------------------------


def test_bubble_factors_are_losses_over_gains() -> None:
    stacks, payouts = [50, 30, 20], [50, 30, 20]
    table = ft.pressure(stacks, payouts)
    for m, model in enumerate(("icm", "dcm")):
        now = ft.equity(stacks, payouts, model).equities
        for i, j in itertools.permutations(range(3), 2):
            stake = min(stacks[i], stacks[j])
            won, lost = list(stacks), list(stacks)
            won[i], won[j] = won[i] + stake, won[j] - stake
            lost[i], lost[j] = lost[i] - stake, lost[j] + stake
            gain = ft.equity(won, payouts, model).equities[i] - now[i]
            loss = now[i] - ft.equity(lost, payouts, model).equities[i]
            assert table.bubble_factors[m, i, j] == pytest.approx(loss / gain, abs=1e-3)
    assert np.isnan(table.bubble_factors[:, range(3), range(3)]).all()
    factors = table.bubble_factors[0, 0, 1]
    assert table.risk_premiums[0, 0, 1] == pytest.approx(factors / (1 + factors) - 0.5)


def test_without_a_bubble_every_factor_is_one() -> None:
    table = ft.pressure([50, 30, 20], [100], models=("icm", "dcm", "chip_ev"))
    known = table.bubble_factors[~np.isnan(table.bubble_factors)]
    assert known == pytest.approx(np.ones(18), abs=1e-4)


def test_progress_runs_to_the_end_and_large_fields_are_refused() -> None:
    seen: list[float] = []
    ft.pressure([50, 30, 20, 10], [50, 30, 20], progress=lambda fraction, _: seen.append(fraction))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    with pytest.raises(ft.InputError, match="must be few enough players for the tree at this tolerance"):
        ft.pressure(list(range(1, 41)), [10, 5])
    assert ft.pressure(list(range(1, 41)), [10, 5], models=["icm"]).equities.shape == (1, 40)


def test_players_already_out_are_behind_those_who_bust() -> None:
    table = ft.pressure([50, 30, 20, 0], [50, 30, 15, 5])
    assert table.losses[0, 2, 0] == pytest.approx(table.equities[0, 2] - 15)
    assert np.isnan(table.bubble_factors[:, 3]).all()


# --- wrong input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hero": "Zoe"}, "hero must be one of Villain, Hero, CO, BTN, got 'Zoe'"),
        ({"hero": "Villain"}, "hero must be yet to act, not among all_in, got 'Villain'"),
        ({"folded": ["Hero"]}, "hero must be yet to act, not among folded, got 'Hero'"),
        ({"folded": ["Villain"]}, "folded must not be all-in as well, got 'Villain'"),
        ({"all_in": ["Villain", "Villain"]}, "all_in[1] must be named once, got 'Villain'"),
        ({"all_in": []}, "all_in must name the player or players who are all-in"),
        ({"all_in": "Villain"}, "all_in must be a list of players"),
        ({"button": None}, "button must be given where blinds are posted"),
        ({"button": ["BTN", "CO"]}, "button must be a whole number from 0 to 3"),
        ({"big_blind": -1}, "big_blind must not be negative"),
        ({"stacks": [1000, 0, 2000, 3000]}, "hero must have chips, got 'Hero'"),
        ({"stacks": [0, 1000, 2000, 3000]}, "all_in must have chips, got 'Villain'"),
        ({"bets": {"CO": 5000}}, "bets[CO] must be at most his stack of 2000, got 5000"),
        ({"stacks": [150, 1000, 2000, 3000]}, "all_in must leave hero something to call, got 150"),
        ({"stacks": [1000, 200, 2000, 3000]}, "hero must have chips left after blinds and antes, got 'Hero'"),
        ({"all_in": {"Villain": 1500}}, "all_in must be a list of players"),
        ({"small_blind": 300}, "small_blind must be at most the big blind of 200, got 300"),
        ({"bets": [500]}, "bets must be a mapping from players to chips"),
        ({"bets": {"Villain": 500}}, "bets[Villain] must be a player who is not all-in"),
        ({"bets": {"Hero": 100}}, "bets[Hero] must be at least his blind of 200, got 100"),
        ({"bets": {"CO": 1500}}, "all_in must reach the 1500 that CO has put in, who is still in the hand"),
        (
            {"hero": "BTN", "stacks": [2000, 150, 900, 2500]},
            "all_in must include Hero, whose whole stack is in the pot",
        ),
        ({"hero": "BTN", "stacks": [60, 3000, 900, 2500]}, "all_in must reach the 200 that Hero has put in"),
        ({"ante": 900, "stacks": [2000, 2000, 900, 2500]}, "all_in must include CO, whose whole stack is in the pot"),
    ],
)
def test_spots_that_cannot_be_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        section_6(**changes)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "equity must be given, or else a hand and what the all-in players hold"),
        ({"equity": 0.4, "hand": "AA", "ranges": "KK"}, "equity must be left out where a hand is given, got 0.4"),
        ({"equity": 1.2}, "equity must lie between 0 and 1 (0.4 is 40%), got 1.2"),
        ({"ranges": "KK"}, "hand must be given with ranges"),
        ({"hand": "AA", "ranges": 5}, "ranges must be a range, a list of ranges, or a mapping from players, got 5"),
        ({"equity": -0.1}, "equity must not be negative"),
        ({"equity": 0.4, "ranges": "KK"}, "hand must be given with ranges"),
        ({"hand": "AA"}, "ranges must say what the all-in players hold"),
        ({"hand": "XX", "ranges": "KK"}, "hand, token 1 must be hands like"),
        ({"hand": "AA", "ranges": "22+ foo"}, "range of Villain, token 2 must be hands like"),
        ({"hand": "AA", "ranges": ["KK", "QQ"]}, "ranges must be one for each all-in player, here 1, got 2"),
        ({"hand": "AA", "ranges": {"CO": "KK"}}, "ranges must be given for Villain, got ['CO']"),
        ({"hand": "AhKh", "ranges": "AhQd"}, "must leave every player a hand that shares no card with the others"),
        ({"equity": 0.4, "models": ["nash"]}, "models[0] must be one of chip_chop, chip_ev, dcm, icm, got 'nash'"),
        ({"equity": 0.4, "samples": 1}, "samples must be a whole number from 1000"),
    ],
)
def test_decisions_that_cannot_be_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        ft.decide(section_6(), options.pop("equity", None), **options)
    assert words in str(caught.value)


def test_an_equity_cannot_be_given_against_several() -> None:
    spot = ft.Spot.of([1000, 800, 2000, 3000], [50, 30, 20], hero=0, all_in=[1, 2])
    with pytest.raises(ft.InputError, match="equity is for one all-in player: give hand and ranges"):
        ft.decide(spot, 0.4)
