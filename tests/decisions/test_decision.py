"""Decisions: values, break-even points, errors, and disagreement of the models."""

from __future__ import annotations

import json
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cards.hand import combos_of
from finaltable.cards.preflop import as_range
from finaltable.decisions.verdict import find_break_even, value_at
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.known_spots import Case, section_6, spots
from tests.program import in_process
from tests.refused import refused

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


# --- values ----------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(spots(), st.integers(1, 100))
def test_with_one_prize_every_model_gives_chip_ev(case: Case, prize: int) -> None:
    drawn, *_ = case
    stacks = drawn.table.stacks
    assume(len(drawn.all_in) == 1)
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


def test_players_who_bust_in_the_same_hand_rank_by_their_stacks_before_it() -> None:
    spot = ft.Spot.of([300, 200, 1000, 500], [50, 30, 15, 5], hero=0, all_in=[1, 2])
    decision = ft.decide(spot, hand="2c2d", ranges=["3c3d", "AhAd"], models=("icm",))
    # Where seat 2 wins everything, hero (300) is ahead of seat 1 (200): third place of four.
    after = spot.after_call((2, 1, 0))
    assert after == (0, 0, 1500, 500)
    share = Outcomes(spot.table, find_model("icm"), 1e-6).worth_to(spot.hero, spot.if_called((2, 1, 0)))
    assert (share.value, share.error) == (15.0, 0.0)
    assert decision["icm"].call > 15
    # With the shorter stack, hero is fourth; with equal stacks, they share the two prizes.
    for own, prize in ((200, 5.0), (300, 10.0)):
        short = ft.Spot.of([own, 300, 1000, 500], [50, 30, 15, 5], hero=0, all_in=[1, 2])
        outcomes = Outcomes(short.table, find_model("icm"), 1e-6)
        assert outcomes.worth_to(short.hero, short.if_called((2, 1, 0))) == (prize, 0.0, 0.0, 0.0)


def test_chip_ev_gives_a_player_without_chips_nothing() -> None:
    spot = ft.Spot.of([300, 1000], [60, 40], hero=0, all_in=[1])
    decision = ft.decide(spot, 0.5, models=["chip_ev", "icm"])
    assert (decision["chip_ev"].lose, decision["icm"].lose) == (0, 40)  # ICM pays the prize for second place


def test_the_value_of_a_fold_averages_over_the_showdown_of_the_others() -> None:
    spot = ft.Spot.of([1000, 1000, 500], [60, 40], hero=0, all_in=[1, 2])
    hands = ["2c2d", "AhAd", "7d3c"]
    verdict = ft.decide(spot, hand=hands[0], ranges=hands[1:], models=["icm"])["icm"]
    orders = ft.showdown(hands).orders
    worth = {order: ft.icm(spot.after_fold(order[1:]), [60, 40]).equities[0] for order in orders}
    assert max(worth.values()) - min(worth.values()) > 5
    assert verdict.fold == pytest.approx(sum(chance * worth[order] for order, chance in orders.items()))


def test_a_hand_and_a_range_give_the_equity_with_ties() -> None:
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
    read = ft.decide(spot, hand=ft.Range.read("AJs"), ranges=ft.Range.read("22+, A2s+, KTs+, QJs, A8o+, KJo+"))
    assert read.to_dict() == decision.to_dict()


def test_several_opponents_are_exact_for_cards_and_have_an_error_for_ranges() -> None:
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
    other = ft.decide(spot, hand="AKs", ranges=["QQ", "76s"], samples=200_000, seed=1)
    assert other.showdown.orders != drawn.showdown.orders


def test_the_error_with_random_boards_is_four_standard_errors_a_margin_and_the_models_errors() -> None:
    spot = ft.Spot.of([1000, 800, 2000, 3000], [50, 30, 20], hero=0, all_in=[1, 2])
    decision = ft.decide(spot, hand="AKs", ranges=["QQ", "76s"], samples=20_000, tolerance=1e-4)
    for verdict in decision.verdicts:
        outcomes = Outcomes(spot.table, find_model(verdict.model), 1e-4)
        value = partial(outcomes.worth_to, spot.hero)
        orders = set(product(range(3), repeat=3))  # many are the same; random boards do not show all of them
        calls = {order: value(spot.if_called(order)) for order in orders}
        folds = {order: value(spot.if_folded(order[1:])) for order in orders}
        apart = {order: calls[order].value - folds[order].value for order in orders}
        drawn = decision.showdown.standard_error(apart)
        unseen = 10 * (max(apart.values()) - min(apart.values())) / 20_000
        models = max(share.error for share in calls.values()) + max(share.error for share in folds.values())
        assert verdict.error == pytest.approx(4 * drawn + unseen + models)
        assert models > 1e-3 or verdict.model == "icm"


def test_many_single_combos_of_two_players_use_random_boards() -> None:
    spot = ft.Spot.of([10, 10, 9], [5, 3], hero=0, all_in=[1])
    own, theirs = (
        ", ".join(str(combo) for number in numbers for combo in combos_of(number)[:5])
        for numbers in ((14, 28, 42), (56, 70, 84))
    )
    decision = ft.decide(spot, hand=own, ranges=theirs, samples=50_000, seed=3)
    two = ft.heads_up(own, theirs, samples=50_000, seed=3)
    assert (decision.showdown.exact, decision.showdown.boards) == (False, 50_000)
    assert decision.equity == two.equity
    assert decision.equity != ft.heads_up(own, theirs, samples=50_000, seed=4).equity
    verdict = decision["icm"]
    assert verdict.win is not None
    assert verdict.lose is not None
    # There are nearly no ties: the error is that of winning or losing.
    assert verdict.error == pytest.approx(4 * two.standard_error * (verdict.win - verdict.lose), rel=0.05)


def test_the_break_even_point_accounts_for_ties() -> None:
    spot = ft.Spot.of([3700, 1100, 2600], [39, 31], hero=1, all_in=[0], button=2, small_blind=100, big_blind=200)
    for hand, villain in (("AKo", "AK"), ("A5s", "A4s, A6s"), ("AJs", "22+, A2s+")):
        decision = ft.decide(spot, hand=hand, ranges=villain)
        for verdict in decision.verdicts:
            called = verdict.break_even is not None and decision.equity > verdict.break_even
            assert called == (verdict.recommendation == "call")


@given(st.floats(0, 50), st.floats(0, 50), st.floats(0, 50), st.floats(0, 50), st.floats(0, 0.9))
def test_calling_is_worth_as_much_as_folding_at_the_break_even_point(
    fold: float, win: float, tie: float, lose: float, ties: float
) -> None:
    point = find_break_even(fold, win, tie, lose, ties)
    if point is None:
        assert value_at(1 - ties / 2, win, tie, lose, ties) <= fold
    elif point == 0:
        assert value_at(ties / 2, win, tie, lose, ties) >= fold
    else:
        assert value_at(point, win, tie, lose, ties) == pytest.approx(fold, abs=1e-6)


def test_the_disagreement_reaches_100_percent_if_a_model_never_calls() -> None:
    spot = ft.Spot.of([10, 5000, 10, 10], [50, 30, 20], hero=1, all_in=[0])
    decision = ft.decide(spot, 0.9, models=("icm", "chip_chop"))
    assert decision["chip_chop"].break_even is None
    assert decision.disagreement == (decision["icm"].break_even, 1.0)
    assert "ICM 50.00 % and chip chop never" in str(decision)


def test_small_disagreements_are_reported() -> None:
    decision = ft.decide(ft.Spot.of([2100, 2500, 1300, 2100], [50, 30, 20], hero=0, all_in=[1]), 0.5)
    assert decision.disagreement is not None
    assert decision.disagreement == pytest.approx((0.68184, 0.68191), abs=1e-5)


def test_unknown_models_and_wrong_arguments_raise() -> None:
    decision = ft.decide(section_6(), 0.4)
    with pytest.raises(ft.InputError, match="model must be one of icm, dcm, got 'nash'"):
        decision["nash"]
    with refused("wrong_count", "order"):
        section_6().after_call((0,))
    with refused("wrong_type", "spot"):
        ft.decide("x", 0.4)  # type: ignore[arg-type]


def test_a_difference_within_its_error_is_too_close() -> None:
    spot = section_6()
    at = ft.decide(spot, 0.4)["dcm"].break_even
    assert at is not None
    assert ft.decide(spot, at)["dcm"].recommendation == "too close"


def test_a_decision_prints_its_report() -> None:
    shown = str(ft.decide(section_6(), 0.4))
    first = "Hero to act: Villain is all-in, 800 to call for a pot of 1,200 (pot odds 40.00 %); BTN has the button."
    assert first in shown
    assert "Equity needed to call: DCM 31.16 % and ICM 47.81 %. In between they disagree." in shown
    assert "ICM says fold and DCM says call." in shown


# --- wrong input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "equity must be given, or else a hand and what the all-in players hold"),
        ({"equity": 0.4, "hand": "AA", "ranges": "KK"}, "equity must be left out if a hand is given, got 0.4"),
        ({"equity": 1.2}, "equity must lie between 0 and 1 (0.4 is 40%), got 1.2"),
        ({"ranges": "KK"}, "hand must be given with ranges"),
        ({"hand": "AA", "ranges": 5}, "ranges must be a range, a list of ranges, or a mapping from players, got 5"),
        ({"equity": -0.1}, "equity must not be negative"),
        ({"equity": 0.4, "ranges": "KK"}, "hand must be given with ranges"),
        ({"hand": "AA"}, "ranges must say what the all-in players hold"),
        ({"hand": "X9", "ranges": "KK"}, "hand, token 1 must be hands like"),
        ({"hand": 5, "ranges": "KK"}, "hand must be hands like 22+, AJs+, KQo, got 5"),
        ({"hand": "AA", "ranges": "22+ foo"}, "ranges[Villain], token 2 must be hands like"),
        ({"hand": "AA", "ranges": ["KK", "QQ"]}, "ranges must be one for each all-in player, here 1, got 2"),
        ({"hand": "AA", "ranges": {"CO": "KK"}}, "ranges must be given for Villain, got ['CO']"),
        ({"hand": "AhKh", "ranges": "AhQd"}, "must leave every player a hand that shares no card with the others"),
        ({"equity": 0.4, "models": ["nash"]}, "models[0] must be one of "),
        ({"equity": 0.4, "samples": 1}, "samples must be a whole number from 1000"),
    ],
)
def test_invalid_options_raise_an_error_with_the_rule(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        ft.decide(section_6(), options.pop("equity", None), **options)
    assert words in str(caught.value)


def test_an_equity_is_only_for_one_all_in_player() -> None:
    spot = ft.Spot.of([1000, 800, 2000, 3000], [50, 30, 20], hero=0, all_in=[1, 2])
    with pytest.raises(ft.InputError, match=r"equity is for one all-in player \(give hand and ranges"):
        ft.decide(spot, 0.4)


def test_the_report_warns_if_only_dcm_disagrees() -> None:
    alone = "Only DCM says call; ICM predicted real results better than DCM did."
    assert alone in str(ft.decide(section_6(), 0.4, models=["icm", "sem", "dcm"]))
    assert "\nICM predicted real results better than DCM did." in str(ft.decide(section_6(), 0.4))
    assert "predicted real results" not in str(ft.decide(section_6(), 0.6, models=["icm", "sem", "dcm"]))


def test_ranges_of_the_equilibrium_know_who_sits_at_other_tables() -> None:
    line = (
        "SB=1000 BB=1200 CO=2000 BTN=3000 X=600 Y=500 -p 50,30,20 --blinds 100/200 --button BTN --elsewhere X,Y --json"
    )
    pushed = json.loads(in_process("nash", *line.split(), "--tolerance", "1e-4")[1])
    often = next(node["frequency"] for node in pushed["nodes"] if (node["seat"], node["facing"]) == ("SB", []))
    line += " --all-in SB --hero BB --hand K8o --range nash"
    called = json.loads(in_process("decide", *line.split())[1])
    assert as_range(called["ranges"][0], "range").combos / 1326 == pytest.approx(often, abs=0.02)
