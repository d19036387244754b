"""A push after bets: limps, a raise and its calls; chips and values."""

from __future__ import annotations

import json
from typing import Any

import pytest

import finaltable as ft
from finaltable.cards.range import Range
from tests.program import in_process

# --- chips -----------------------------------------------------------------------------------------------------------

NAMES = ["SB", "BB", "CO", "BTN"]


def spot(hero: Any = "BB", bets: Any = None, **more: Any) -> ft.PushSpot:
    """Return a spot in which, by default, the button raises to 450."""
    about: dict[str, Any] = {"stacks": [3000, 3000, 4000, 6000], "payouts": [50, 30, 20], "names": NAMES}
    blinds = {"small_blind": 100, "big_blind": 200, "button": "BTN"}
    return ft.PushSpot.of(**{**about, **blinds, "hero": hero, "bets": {"BTN": 450} if bets is None else bets, **more})


@pytest.mark.parametrize(
    ("hero", "bets"),
    [("BB", {"BTN": 450}), ("BTN", {"CO": 200}), ("SB", {"CO": 200, "BTN": 600}), ("SB", {"BTN": 450})],
)
@pytest.mark.parametrize("hero_stack", [3000, 320, 9000])
def test_chips_are_conserved_in_all_ends_after_bets(hero: str, bets: dict[str, int], hero_stack: int) -> None:
    stacks = [3000, 2500, 4000, 6000]
    stacks[NAMES.index(hero)] = hero_stack
    place = spot(hero, bets, stacks=stacks, ante=10, big_blind_ante=50)
    ends = [place.if_folded(winner) for winner in place.winners_if_folded] + [place.if_all_fold()]
    ends += [place.if_called(seat, (1, 0)) for seat in (*place.callers, *place.bettors)]
    three = [(q, j) for q in place.callers for j in place.bettors]
    ends += [place.if_called(seats, order) for seats in three for order in ((0, 1, 2), (2, 0, 1), (0, 0, 1), (1, 2, 0))]
    assert [sum(end.stacks) for end in ends] == [sum(stacks)] * len(ends)


def test_a_raise_that_folds_is_dead_money() -> None:
    place = spot(ante=10)
    assert place.if_all_fold().stacks == (2890, 3580, 3990, 5540)
    assert place.if_folded().stacks == (2890, 2790, 3990, 6330)
    assert place.winners_if_folded == (3,)


def test_side_pots_go_to_the_players_who_can_win_them() -> None:
    place = spot("SB")
    # Hero has 3,000, the big blind 3,000 and the raiser 6,000: the raiser gets back what they cannot call.
    assert place.if_called((1, 3), (0, 1, 2)).stacks == (9000, 0, 4000, 3000)
    short = spot("SB", stacks=[1000, 3000, 4000, 6000])
    # The push is for 1,000: the big blind calls 1,000, and so does the raiser.
    assert short.if_called((1, 3), (0, 1, 2)).stacks == (3000, 2000, 4000, 5000)


def test_players_who_limped_and_the_big_blind_are_left_with_the_pot_if_hero_folds() -> None:
    place = spot("SB", {"CO": 200, "BTN": 200})
    assert place.bettors == (2, 3)
    assert place.winners_if_folded == (2, 3, 1)
    found = ft.push(place, hand="A9s", ranges="10%", bet_with="40%", bettor_calls="8%", models=["icm"])
    assert found["icm"].fold_spread > 0
    assert "CO, BTN and BB are left with the pot" in str(found)


def test_the_big_blind_can_check_after_limps_and_the_answer_says_what_a_check_must_win() -> None:
    place = spot("BB", {"CO": 200, "BTN": 200, "SB": 200})
    assert place.can_check
    assert place.if_checked().stacks == (2800, 3600, 3800, 5800)
    assert [place.if_folded(seat).stacks[1] for seat in place.winners_if_folded] == [2800] * 3
    found = ft.push(place, hand="AKs", bet_with="40%", bettor_calls="8%", models=["icm"])
    verdict = found["icm"]
    assert verdict.check_share is not None
    won = ft.icm(place.if_checked().stacks, [50, 30, 20]).equities[1]
    assert verdict.fold + verdict.check_share * (won - verdict.fold) == pytest.approx(verdict.push, abs=1e-9)
    assert found.checked_down == pytest.approx(0.37, abs=0.03)  # against three hands of 40 %
    assert verdict.recommendation == "depends"
    assert "A check is as good as the push if it wins" in str(found)
    assert (
        ft.push(place, hand="72o", bet_with="40%", bettor_calls="20%", models=["icm"])["icm"].recommendation == "check"
    )


def test_players_all_in_by_posting_are_at_every_showdown() -> None:
    short = spot("SB", {"BTN": 450}, stacks=[3000, 150, 4000, 6000])
    assert short.all_in == (1,)
    assert short.callers == ()
    assert short.if_all_fold((1, 0)).stacks == (3150, 450, 4000, 5550)
    assert short.left_if_folded(3) == (3, 1)
    assert short.if_folded(3, (1, 0)).stacks == (2900, 400, 4000, 5850)
    found = ft.push(short, hand="A9s", bet_with="30%", bettor_calls="12%", models=["icm"])
    assert "BB is all-in by posting, has random cards, and is at every showdown." in str(found)
    assert found.to_dict()["all_in"] == [1]


def test_a_push_for_no_more_than_the_raise_cannot_be_folded_to() -> None:
    place = spot(stacks=[3000, 430, 4000, 6000])
    assert place.committed == (3,)
    found = ft.push(place, hand="K9s", bet_with="30%", models=["icm"])
    assert found.called == pytest.approx(1)
    assert found.bettors[0].called.equity == pytest.approx(ft.heads_up("K9s", "30%").equity, abs=1e-9)
    assert "BTN cannot fold" in str(found)
    with pytest.raises(ft.InputError, match="must be left out: the push is for no more than BTN has put in"):
        ft.push(place, hand="K9s", bet_with="30%", bettor_calls="10%")
    with pytest.raises(ft.InputError, match="must be more than the bets of CO and BTN, who could not fold"):
        spot(bets={"CO": 450, "BTN": 450}, stacks=[3000, 430, 4000, 6000])


def test_bounties_are_won_from_the_raiser() -> None:
    bare, knockout = (spot(stacks=[3000, 5000, 4000, 2500], **more) for more in ({}, {"bounties": 10}))
    asked: dict[str, Any] = {"hand": "A9s", "bet_with": "30%", "bettor_calls": "15%", "models": ["icm"]}
    assert ft.push(knockout, **asked)["icm"].difference > ft.push(bare, **asked)["icm"].difference + 0.5


# --- values ----------------------------------------------------------------------------------------------------------


def test_a_push_over_a_raise_against_one_range_is_exact() -> None:
    found = ft.push(spot(), hand="A9s", bet_with="30%", bettor_calls="12%", models=["icm"])
    assert found.exact
    seen = ft.heads_up("A9s", "12%")
    called = found.bettors[0].called
    assert called.equity == pytest.approx(seen.equity, abs=1e-12)
    own = next(combo for combo, _ in Range.read("A9s").weights())
    live = [sum(w for c, w in Range.read(x).weights() if not set(c) & set(own)) for x in ("12%", "30%")]
    assert called.calls == pytest.approx(live[0] / live[1], abs=1e-12)
    verdict = found["icm"]
    expected = verdict.steal * (1 - called.calls) + called.calls * (
        called.win * (verdict.win or 0) + called.tie * (verdict.tie or 0) + called.lose * (verdict.lose or 0)
    )
    assert verdict.push == pytest.approx(expected, abs=1e-9)


def test_a_raiser_with_any_two_cards_who_never_calls_is_dead_money_for_a_push_first_in() -> None:
    raised = ft.push(spot("SB"), hand="K5o", ranges="20%", bet_with="random", bettor_calls="fold", models=["icm"])
    first = ft.push(spot("SB", {}), hand="K5o", ranges="20%", models=["icm"])
    assert raised.called == pytest.approx(first.called, abs=1e-3)
    assert raised["icm"].steal > first["icm"].steal
    assert raised.three_way == ()


def test_overcalls_are_calls_unless_given() -> None:
    asked: dict[str, Any] = {
        "hand": "A9s",
        "ranges": "10%",
        "bet_with": "30%",
        "bettor_calls": "12%",
        "models": ["icm"],
    }
    usual = ft.push(spot("SB"), **asked)
    assert usual.to_dict() == ft.push(spot("SB"), **asked, bettor_overcalls="12%").to_dict()
    less = ft.push(spot("SB"), **asked, bettor_overcalls="4%")
    assert less.three_way[0].calls < usual.three_way[0].calls
    assert less.bettors[0].called.calls == pytest.approx(usual.bettors[0].called.calls, abs=1e-4)
    never = ft.push(spot("SB"), **asked, bettor_overcalls="fold")
    assert never.three_way == ()
    assert never["icm"].three_way is None
    assert never.callers[0].called.calls == pytest.approx(
        usual.callers[0].called.calls + usual.three_way[0].calls, abs=2e-3
    )


def test_probabilities_after_bets_do_not_depend_on_threads_and_the_condition_matters() -> None:
    place = spot("SB", {"CO": 200, "BTN": 600})
    asked: dict[str, Any] = {"hand": "AhKd", "ranges": "10%", "bet_with": ["30%", "20%"], "bettor_calls": "20%"}
    asked |= {"models": ["icm"], "samples": 100_000}
    one, two = (ft.push(place, **asked, threads=n) for n in (1, 2))
    assert one.to_dict() == two.to_dict()
    # The button raises what it calls with, and calls unless the cutoff has done so.
    assert one.called == pytest.approx(1, abs=0.004)


def test_amounts_may_be_in_big_blinds() -> None:
    assert spot(bets={"BTN": "2.25bb"}) == spot(bets={"BTN": 450})
    blinds: dict[str, Any] = {"button": 0, "small_blind": 100, "big_blind": 200}
    asked: dict[str, Any] = {"hero": 0, "all_in": [2], **blinds}
    stacks = [3000, 3000, 3000]
    assert ft.Spot.of(stacks, [1], bets={0: "2bb"}, **asked) == ft.Spot.of(stacks, [1], bets={0: 400}, **asked)


def test_the_command_gives_the_same_answer_as_python_after_a_raise() -> None:
    line = "push SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN --hero SB --hand A9s"
    more = "--range 8% --bets BTN=2.25bb --bet-with 30% --bettor-calls 12% --bettor-overcalls 5% --folded-from 30%"
    _, printed = in_process(*line.split(), *more.split(), "--json")
    asked: dict[str, Any] = {"bettor_calls": "12%", "bettor_overcalls": "5%", "folded_from": "30%"}
    found = ft.push(spot("SB"), hand="A9s", ranges="8%", bet_with="30%", **asked)
    assert json.loads(printed) == json.loads(json.dumps(found.to_dict()))
    _, shown = in_process(*line.split(), *more.split())
    assert "BTN raises to 450 with" in shown
    assert "BB and BTN both call" in shown
    assert "If hero folds, BTN wins the pot." in shown


def test_players_who_never_call_and_checks_that_are_better_are_named() -> None:
    asked: dict[str, Any] = {"models": ["icm"], "samples": 2000}
    first = str(ft.push(spot("SB", {}), hand="72o", ranges="fold", **asked))
    assert "BB never calls." in first
    raised = str(ft.push(spot(), hand="A9s", bet_with="20%", bettor_calls="fold", **asked))
    assert "BTN folds to the push." in raised
    limped = spot("BB", {"CO": 200, "BTN": 200, "SB": 200}, stacks=[3000] * 4)
    weak = str(ft.push(limped, hand="72o", bet_with="20%", bettor_calls="20%", **asked))
    assert "Even a check that loses the pot is better than the push (ICM)." in weak
    assert "A check is as good" not in weak
