"""A push, first in, against calling ranges: chips, callers, and comparisons with the solver and a plain dealer."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core
from finaltable.cards.hand import class_name, read_combo
from finaltable.cards.range import Range
from finaltable.equilibrium.revalue import revalue
from tests.program import in_process
from tests.refused import refused

NAMES = ["SB", "BB", "CO", "BTN"]
SECTION_6 = {"stacks": [1000, 1000, 2000, 3000], "payouts": [50, 30, 20], "names": NAMES}
BLINDS = {"small_blind": 100, "big_blind": 200}


def spot(hero: str = "BTN", **more: object) -> ft.PushSpot:
    return ft.PushSpot.of(**{**SECTION_6, "button": "BTN", **BLINDS, "hero": hero, **more})  # type: ignore[arg-type]


def test_a_push_agrees_with_the_solver_whose_other_players_are_locked_to_the_same_ranges() -> None:
    locked = {"CO": "0%", "SB v BTN": "25%", "BB v BTN": "35%", "BB v BTN, SB": "0%", "SB": "0%"}
    solved = ft.nash(**SECTION_6, **BLINDS, button="BTN", lock=locked)  # type: ignore[arg-type]
    worth = dict(zip([class_name(i) for i in range(169)], solved.ev_difference("BTN").money.tolist(), strict=True))
    for hand in ("AA", "K5o", "72o", "T9s"):
        push = ft.push(spot(), hand=hand, ranges={"SB": "25%", "BB": "35%"}, models=["icm"])
        # The solver approximates the cards of players who folded.
        assert push["icm"].difference == pytest.approx(worth[hand], abs=push["icm"].error + 0.01)


def test_a_small_blind_as_large_as_the_big_blind_cannot_check() -> None:
    place = spot("SB", small_blind=100, big_blind=100)
    assert not place.can_check
    found = ft.push(place, hand="K5o", ranges="40%", models=["icm"])
    assert found.checked_down is None
    assert found["icm"].recommendation == "push"


def test_the_core_refuses_a_showdown_without_an_opponent() -> None:
    with pytest.raises(ValueError, match="a showdown needs an opponent"):
        _core.Push((51, 50), np.zeros((0, 1326)), [], np.zeros((1326, 3)), [([], [], True, True)])


def test_chips_are_conserved_in_all_ends_of_a_push() -> None:
    push = spot("CO", ante=10, big_blind_ante=50)
    ends = [push.if_folded(), push.if_all_fold()]
    ends += [push.if_called(seat, order) for seat in push.callers for order in ((0, 1), (0, 0), (1, 0))]
    assert [sum(end.stacks) for end in ends] == [7000] * len(ends)
    assert push.callers == (3, 0, 1)


def test_no_chips_vanish_if_hero_pushes_for_less_than_the_big_blind() -> None:
    push = spot("CO", stacks=[1000, 1000, 150, 3000])
    assert push.if_all_fold().stacks == (900, 850, 400, 3000)
    assert push.if_called(3, (0, 1)).stacks == (900, 800, 550, 2900)


def test_if_all_fold_hero_wins_blinds_and_antes_and_if_hero_folds_the_big_blind_does() -> None:
    push = spot("CO", ante=10)
    assert push.if_all_fold().stacks == (890, 790, 2330, 2990)
    assert push.if_folded().stacks == (890, 1130, 1990, 2990)


def test_a_caller_with_fewer_chips_risks_only_their_stack() -> None:
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


def test_hero_cannot_be_at_another_table() -> None:
    with pytest.raises(ft.InputError, match="elsewhere must not include a player given as hero, got 'BTN'"):
        spot(elsewhere=["BTN"])


def test_the_solver_ignores_players_who_have_folded_or_are_elsewhere() -> None:
    whole = ft.nash([10, 10], [1], **{"small_blind": 0.5, "big_blind": 1}, model="chip_ev", tolerance=1e-5)  # type: ignore[arg-type]
    part = ft.nash(
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


def test_button_and_positions_belong_to_players_at_this_table() -> None:
    options: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "tolerance": 1e-2}
    named = ft.nash([10, 10, 10, 9], [3, 2], names=list("abcd"), elsewhere=["d"], **options)
    assert "; c has the button. To act: c, a and b." in str(named)
    numbered = ft.nash([10, 10, 10, 9, 9], [3, 2], elsewhere=[1, 4], **options)
    assert numbered.table.names == ("SB", "Player 2", "BB", "BTN", "Player 5")
    assert "; BTN has the button" in str(numbered)
    two = ft.nash([10, 9, 10], [3, 2], elsewhere=[1], **options)
    assert two.table.names == ("SB", "Player 2", "BB")
    assert two.lineup.button == 0
    with pytest.raises(ft.InputError, match="elsewhere must not include a player given as button, got 'd'"):
        ft.nash([10, 10, 10, 9], [3, 2], names=list("abcd"), elsewhere=["d"], button="d", **options)
    with pytest.raises(ft.InputError, match="elsewhere must not include a player given as button, got 'Player 4'"):
        ft.Spot.of([10, 10, 10, 9], [3, 2], hero=0, all_in=[1], button=3, elsewhere=[3])


def test_strategies_revalued_without_bounties_keep_the_players_in_the_hand() -> None:
    found = ft.nash(
        [10, 10, 7, 9], [3, 2], small_blind=0.5, big_blind=1, folded=[2], elsewhere=[3], bounties=1, tolerance=1e-2
    )
    assert revalue(found, "icm", bounties=False).lineup.acting == found.lineup.acting


def test_a_player_with_an_empty_range_never_calls() -> None:
    push = ft.push(spot("SB"), hand="72o", ranges="fold")
    assert push.callers[0].called.calls == 0
    assert push.equity is None
    assert push["icm"].push == push["icm"].steal
    assert push["icm"].win is None
    known = ft.push(spot("SB"), hand="72o", ranges="fold", folded_from="20%")
    assert known["icm"].push == push["icm"].push


def test_the_equity_of_a_push_is_a_mean_over_callers() -> None:
    push = ft.push(spot(), hand="KQs", ranges={"SB": "5%", "BB": "60%"}, models=["icm"])
    tight, wide = (caller.called for caller in push.callers)
    assert push.called == pytest.approx(tight.calls + wide.calls)
    part = tight.calls / push.called
    assert push.equity == pytest.approx(part * tight.equity + (1 - part) * wide.equity)
    assert 0 < tight.equity < wide.equity < 1


def test_pushing_is_better_above_the_break_even_point() -> None:
    verdict = ft.push(spot(), hand="T9s", ranges=["25%", "35%"])["icm"]
    push = ft.push(spot(), hand="T9s", ranges=["25%", "35%"])
    assert push.equity is not None
    assert verdict.break_even is not None
    assert (push.equity > verdict.break_even) == (verdict.difference > 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hero": "BB"}, "hero must act before the big blind"),
        ({"big_blind": 0, "small_blind": 0}, "big_blind must be above 0"),
        ({"stacks": [1000, 1000, 2000, 50], "ante": 50}, r"stacks\[3\] must leave hero chips after blinds"),
        (
            {"stacks": [50, 40, 30, 3000], "ante": 50},
            "stacks must leave all players but 2 chips after blinds and antes",
        ),
        (
            {"stacks": [1000, 80, 2000, 3000], "hero": "SB"},
            "hero must have a decision: the others are all-in for no more than hero has put in",
        ),
    ],
)
def test_spots_without_a_push_raise_an_error_with_the_rule(change: dict[str, object], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        spot(**change)  # type: ignore[arg-type]


def test_ranges_must_match_the_players_behind() -> None:
    with refused("wrong_count", "ranges"):
        ft.push(spot(), hand="AA", ranges=["5%"] * 3)
    with refused("wrong_count", "ranges"):
        ft.push(spot(), hand="AA", ranges={"SB": "5%"})


def test_the_command_gives_the_same_answer_as_python() -> None:
    line = "push SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN --hero BTN --hand T9s"
    printed = json.loads(in_process(*line.split(), "--range", "25%", "--range", "35%", "--json")[1])
    assert printed == json.loads(json.dumps(ft.push(spot(), hand="T9s", ranges=["25%", "35%"]).to_dict()))
    shown = in_process(*line.split(), "--range", "25%", "--range", "35%")[1]
    assert "The push is called 51.7" in shown
    assert "ICM says push and DCM says fold." in shown


# --- real cards ------------------------------------------------------------------------------------------------------


def test_a_close_push_against_wide_ranges_is_a_push() -> None:
    place = ft.PushSpot.of([900] * 6, [100], hero=2, button=5, small_blind=50, big_blind=100, ante=6)
    push = ft.push(place, hand="K4s", ranges="50%", models=["icm"])
    verdict = push["icm"]
    # Ten million plain deals: +0.0476 with a standard error of 0.0006; all fold in 2.78 %.
    assert abs(verdict.difference - 0.0476) <= verdict.error + 4 * 0.0006
    assert verdict.recommendation == "push"
    assert 1 - push.called == pytest.approx(0.0278, abs=0.0003)
    assert verdict.error < 0.01


def test_ranges_of_players_who_folded_make_a_push_worse() -> None:
    place = ft.PushSpot.of([10] * 9, [50, 30, 20], hero=8, button=8, small_blind=0.5, big_blind=1, big_blind_ante=1)
    asked: dict[str, Any] = {"hand": "33", "ranges": ["25%", "40%"], "models": ["icm"]}
    opens = ["15%", "17%", "19%", "22%", "27%", "33%"]
    known, unknown = ft.push(place, **asked, folded_from=opens), ft.push(place, **asked)
    assert unknown["icm"].difference == pytest.approx(0.52, abs=0.01)
    assert known["icm"].difference == pytest.approx(0.075, abs=0.02)
    assert [folder.hands for folder in unknown.folders] == [None] * 6
    assert "Their cards are random here" in str(unknown)
    assert "Their cards are random here" not in str(known)


def test_ranges_of_players_who_folded_can_be_given_for_some_only() -> None:
    place = spot("BTN", names=NAMES)
    some = ft.push(place, hand="T9s", ranges="30%", folded_from={"CO": "40%"})
    every = ft.push(place, hand="T9s", ranges="30%", folded_from="40%")
    assert some["icm"] == every["icm"]
    assert some["icm"].difference != ft.push(place, hand="T9s", ranges="30%")["icm"].difference
    with pytest.raises(ft.InputError, match="folded_from may be given for CO, got"):
        ft.push(place, hand="T9s", ranges="30%", folded_from={"SB": "40%"})
    with refused("conflict", "folded_from"):
        ft.push(spot("CO"), hand="T9s", ranges="30%", folded_from="40%")
    with refused("conflict", "folded_from"):
        ft.push(place, hand="T9s", ranges="30%", folded_from="random")


def test_a_push_against_one_caller_with_whole_classes_is_exact() -> None:
    push = ft.push(spot("SB"), hand="K5o", ranges="40%", models=["icm"])
    assert push.exact
    assert push["icm"].error < 1e-9
    seen = ft.heads_up("K5o", "40%")
    assert push.callers[0].called.equity == pytest.approx(seen.equity, abs=1e-12)


def test_single_combos_account_for_suits() -> None:
    push = ft.push(spot("SB"), hand="AhKh", ranges="QhJh, QsJs", models=["icm"])
    seen = ft.heads_up("AhKh", "QhJh, QsJs")
    called = push.callers[0].called
    assert called.calls == pytest.approx(2 / 1225)
    assert called.equity == pytest.approx(seen.equity, abs=0.01)
    assert called.equity != pytest.approx(ft.heads_up("AKs", "QJs").equity, abs=0.005)


def test_the_second_caller_depends_on_the_cards_that_the_first_folds() -> None:
    first, second = Range.read("TT+, AJ+"), Range.read("88+, AT+, KQ")
    own = set(read_combo("AsKs"))
    chance = 0.0
    for theirs, weight in second.weights():
        if own & set(theirs):
            continue
        others = sum(part for combo, part in first.weights() if not set(combo) & (own | set(theirs)))
        chance += weight / 1225 * (1 - others / 1128)
    place = spot("BTN")
    push = ft.push(place, hand="AsKs", ranges=[first, second], models=["icm"])
    assert push.callers[1].called.calls == pytest.approx(chance, abs=2e-4)


@settings(max_examples=15)
@given(
    shares=st.lists(st.integers(1, 100), min_size=2, max_size=2),
    before=st.integers(1, 90),
    hand=st.sampled_from(["AhAd", "Th9h", "7c2d"]),
    seed=st.integers(0, 2**64 - 1),
)
def test_probabilities_of_a_push_sum_to_one_and_do_not_depend_on_threads(
    shares: list[int], before: int, hand: str, seed: int
) -> None:
    ranges = [f"{share}%" for share in shares]
    asked: dict[str, Any] = {"hand": hand, "ranges": ranges, "folded_from": f"{before}%", "models": ["icm"]}
    one, two = (ft.push(spot(), **asked, samples=5000, seed=seed, threads=n) for n in (1, 2))
    assert one.to_dict() == two.to_dict()
    assert one.called <= 1 + 1e-9
    for caller in one.callers:
        assert caller.called.win + caller.called.tie + caller.called.lose == pytest.approx(1)


def test_a_difference_within_its_error_is_too_close_to_call() -> None:
    place = ft.PushSpot.of([10] * 9, [50, 30, 20], hero=8, button=8, small_blind=0.5, big_blind=1, big_blind_ante=1)
    push = ft.push(place, hand="Q9s", ranges=["25%", "40%"], models=["icm"], samples=1000)
    verdict = push["icm"]
    assert abs(verdict.difference) <= verdict.error
    assert verdict.recommendation == "too close"
    assert "too close to call" in str(push)


def test_a_push_can_have_at_most_23_players() -> None:
    with refused("too_many", "stacks"):
        ft.PushSpot.of([10] * 24, [100], hero=0, button=22, small_blind=0.5, big_blind=1)
    most = ft.PushSpot.of([10] * 23, [100], hero=2, button=22, small_blind=0.5, big_blind=1)
    push = ft.push(most, hand="AA", ranges="10%", models=["icm"], samples=1000)
    assert push.called == pytest.approx(1 - 0.9**22, abs=0.05)


def test_folded_from_nash_uses_the_ranges_of_the_equilibrium() -> None:
    line = "push SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN --hero BTN --hand T9s"
    printed = in_process(*line.split(), "--range", "25%", "--folded-from", "nash", "--json")[1]
    solved = ft.nash(**SECTION_6, **BLINDS, button="BTN", tolerance=1e-4)  # type: ignore[arg-type]
    folders = json.loads(printed)["folders"]
    assert [one["player"] for one in folders] == [2]
    assert Range.read(folders[0]["range"]).combos / 1326 == pytest.approx(solved.frequency("CO"), abs=0.02)


@pytest.mark.parametrize(
    ("stacks", "button"), [([1000, 1000, 2000, 3000], 3), ([1000, 900], 0), ([900, 900, 0, 900, 0], 3)]
)
def test_the_default_button_is_behind_the_small_blind_in_all_questions(stacks: list[int], button: int) -> None:
    about: dict[str, Any] = {"stacks": stacks, "payouts": [50, 30][: len(stacks) - 1], **BLINDS}
    assert ft.PushSpot.of(**about, hero=0) == ft.PushSpot.of(**about, hero=0, button=button)
    assert ft.Spot.of(**about, hero=1, all_in=[0]) == ft.Spot.of(**about, hero=1, all_in=[0], button=button)
    if all(stacks):
        assert ft.nash(**about, tolerance=1e-2).lineup.button == button


def test_reports_name_the_player_on_the_button() -> None:
    line = ["1000", "1000", "2000", "3000", "-p", "50,30,20", "--blinds", "100/200", "--hand", "AKs", "--range", "40%"]
    for more in (["push", "--hero", "1"], ["decide", "--hero", "2", "--all-in", "1"]):
        _, printed = in_process(more[0], *line, *more[1:])
        assert "; Player 4 has the button." in printed
        assert in_process(more[0], *line, *more[1:], "--button", "4")[1] == printed
    _, printed = in_process("decide", "1000", "1000", "-p", "5", "--hero", "2", "--all-in", "1", "--equity", "40%")
    assert "button" not in printed.splitlines()[1]
