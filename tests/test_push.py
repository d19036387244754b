"""One push, first in, against what others call with: chips, callers, and the solver as a second opinion."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cards.hand import class_name, read_combo
from finaltable.cards.range import Range
from finaltable.decisions.callers import beside, weights_of, who_calls
from tests.program import in_process

NAMES = ["SB", "BB", "CO", "BTN"]
SECTION_6 = {"stacks": [1000, 1000, 2000, 3000], "payouts": [50, 30, 20], "names": NAMES}
BLINDS = {"small_blind": 100, "big_blind": 200}


def spot(hero: str = "BTN", **more: object) -> ft.PushSpot:
    return ft.PushSpot.of(**{**SECTION_6, "button": "BTN", **BLINDS, "hero": hero, **more})  # type: ignore[arg-type]


def test_a_push_agrees_with_the_solver_whose_other_players_are_locked_to_the_same_ranges() -> None:
    locked = {"CO": "0%", "SB v BTN": "25%", "BB v BTN": "35%", "BB v BTN, SB": "0%", "SB": "0%"}
    solved = ft.push_fold(**SECTION_6, **BLINDS, button="BTN", locked=locked)  # type: ignore[arg-type]
    worth = dict(zip([class_name(i) for i in range(169)], solved.ev_difference("BTN").money.tolist(), strict=True))
    for hand in ("AA", "K5o", "72o", "T9s"):
        push = ft.decide_push(spot(), hand=hand, ranges={"SB": "25%", "BB": "35%"}, models=["icm"])
        assert push["icm"].difference == pytest.approx(worth[hand], abs=2e-6)


def test_no_chip_is_lost_whatever_happens() -> None:
    push = spot("CO", ante=10, big_blind_ante=50)
    ends = [push.if_folded(), push.if_all_fold()]
    ends += [push.if_called(seat, order) for seat in push.callers for order in ((0, 1), (0, 0), (1, 0))]
    assert [sum(end.stacks) for end in ends] == [7000] * len(ends)
    assert push.callers == (3, 0, 1)


def test_if_all_fold_hero_wins_blinds_and_antes_and_if_hero_folds_the_big_blind_does() -> None:
    push = spot("CO", ante=10)
    assert push.if_all_fold().stacks == (890, 790, 2330, 2990)
    assert push.if_folded().stacks == (890, 1130, 1990, 2990)


def test_a_caller_with_fewer_chips_risks_no_more_than_they_have() -> None:
    assert spot().if_called(0, (1, 0)).stacks == (2200, 800, 2000, 2000)


def test_players_at_other_tables_post_nothing_and_do_not_act() -> None:
    far = ft.PushSpot.of(
        [1000, 1000, 2000, 3000, 4000],
        [50, 30, 20],
        hero=3,
        button=3,
        **BLINDS,  # type: ignore[arg-type]
        ante=10,
        elsewhere=[4],
    )
    assert far.callers == (0, 1)
    assert far.if_all_fold().stacks == (890, 790, 1990, 3330, 4000)
    near = ft.Spot.of(
        [1000, 1000, 2000, 3000, 4000],
        [50, 30, 20],
        hero=1,
        all_in=[0],
        button=3,
        **BLINDS,  # type: ignore[arg-type]
        ante=10,
        elsewhere=[4],
    )
    assert near.posted == (1000, 210, 10, 10, 0)
    assert near.to_act == ()


def test_who_sits_elsewhere_cannot_act_here() -> None:
    with pytest.raises(ft.InputError, match="elsewhere must not name a player of hero, got 'BTN'"):
        spot(elsewhere=["BTN"])


def test_the_solver_leaves_out_who_has_folded_and_who_sits_elsewhere() -> None:
    whole = ft.push_fold([10, 10], [1], **{"small_blind": 0.5, "big_blind": 1}, model="chip_ev", tolerance=1e-5)  # type: ignore[arg-type]
    part = ft.push_fold(
        [10, 10, 7, 9],
        [1],
        small_blind=0.5,
        big_blind=1,
        button=2,
        names=["a", "b", "c", "d"],
        folded=["c"],
        elsewhere=["d"],
        model="chip_ev",
        tolerance=1e-5,
    )
    # The button is c: b posts the small blind, a the big one (clockwise from c, d is not dealt in).
    assert part.lineup.acting == (0, 1) or part.lineup.acting == (1, 0)
    first = part.table.names[part.lineup.acting[0]]
    assert part.frequency(first) == pytest.approx(whole.frequency("SB"), abs=0.01)
    assert np.isnan(part.equities[[2, 3]]).all()


def test_hands_that_share_a_card_are_counted_by_hand() -> None:
    held = weights_of(Range.read("AA"))
    live = beside(held)
    assert sorted(set(np.round(live, 9).tolist())) == [1.0, 3.0, 6.0]  # both aces, one, none


def test_nobody_calls_with_nothing() -> None:
    called = who_calls(read_combo("AsKs"), [None])
    assert called[0].calls == 0
    push = ft.decide_push(spot("SB"), hand="72o", ranges="fold")
    assert push.equity is None
    assert push["icm"].push == push["icm"].steal
    assert push["icm"].win is None


@settings(max_examples=15)
@given(first=st.integers(1, 100), second=st.integers(1, 100), hand=st.sampled_from(["AhAd", "Th9h", "7c2d"]))
def test_callers_are_a_probability_and_equities_add_up(first: int, second: int, hand: str) -> None:
    called = who_calls(read_combo(hand), [Range.read(f"{first}%"), Range.read(f"{second}%")])
    assert sum(one.calls for one in called) <= 1 + 1e-9
    for one in called:
        assert one.win + one.tie + one.lose == pytest.approx(1)


def test_the_equity_of_a_push_is_that_against_each_caller_as_often_as_they_call() -> None:
    push = ft.decide_push(spot(), hand="KQs", ranges={"SB": "5%", "BB": "60%"}, models=["icm"])
    tight, wide = (caller.called for caller in push.callers)
    assert push.called == pytest.approx(tight.calls + wide.calls)
    part = tight.calls / push.called
    assert push.equity == pytest.approx(part * tight.equity + (1 - part) * wide.equity)
    assert 0 < tight.equity < wide.equity < 1


def test_at_the_break_even_point_pushing_is_worth_folding() -> None:
    verdict = ft.decide_push(spot(), hand="T9s", ranges=["25%", "35%"])["icm"]
    push = ft.decide_push(spot(), hand="T9s", ranges=["25%", "35%"])
    assert push.equity is not None
    assert verdict.break_even is not None
    assert (push.equity > verdict.break_even) == (verdict.difference > 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hero": "BB"}, "hero must act before the big blind"),
        ({"big_blind": 0, "small_blind": 0}, "big_blind must be above 0"),
        ({"stacks": [1000, 150, 2000, 3000]}, r"stacks\[1\] must leave chips after blinds"),
    ],
)
def test_a_spot_without_a_push_says_why(change: dict[str, object], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        spot(**change)  # type: ignore[arg-type]


def test_ranges_must_fit_the_players_behind() -> None:
    with pytest.raises(ft.InputError, match="ranges must be one for each player behind, here 2"):
        ft.decide_push(spot(), hand="AA", ranges=["5%"] * 3)
    with pytest.raises(ft.InputError, match="ranges must be given for SB, BB"):
        ft.decide_push(spot(), hand="AA", ranges={"SB": "5%"})


def test_the_command_says_what_python_says() -> None:
    line = "push SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN --hero BTN --hand T9s"
    printed = json.loads(in_process(*line.split(), "--range", "25%", "--range", "35%", "--json")[1])
    assert printed == json.loads(json.dumps(ft.decide_push(spot(), hand="T9s", ranges=["25%", "35%"]).to_dict()))
    shown = in_process(*line.split(), "--range", "25%", "--range", "35%")[1]
    assert "Somebody calls 51.77 % of the time" in shown
    assert "ICM says push and DCM says fold." in shown
