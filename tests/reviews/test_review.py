"""Reviews: which decisions are judged, what they cost, and that every number can be reproduced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.histories.hand import FORCED
from finaltable.histories.history import History, HistoryProblem, Summary
from finaltable.reviews.decision import HandEnd
from finaltable.reviews.review import Review
from finaltable.table.structures import structure, structure_names
from tests.hands import played as hands_at_random
from tests.refused import refused
from tests.reviewing import history, played, values_again

PRIZES = [50, 30, 20]
IN_THE_POT = "a player with chips left has called the all-in"
# The paper's section 6: the small blind is all-in, hero in the big blind. Here hero folds.
FOLDED = played([1000, 1000, 2000, 3000], "Cy fold", "Di fold", "Ana push", "Bo fold", hero="Bo", button=3)
CALLED = played(
    [1000, 1000, 2000, 3000],
    "Cy fold",
    "Di fold",
    "Ana push",
    "Bo call",
    hero="Bo",
    button=3,
    cards="9c4d",
    shown={"Ana": "KhQh"},
    board="2c3d5h7sJs",
    winner="Ana",
    number=2,
)
PUSHED = played([3000, 1000, 2000, 2500], "Di fold", "Ana push", "Bo fold", "Cy fold", cards="Th9h", button=0)


def reviewed(*hands: Any, ranges: Any = "40%", **options: Any) -> Review:
    found: Review = ft.review(history(*hands), options.pop("payouts", PRIZES), ranges=ranges, **options)
    return found


# --- one decision ---


def test_a_fold_to_an_all_in_is_judged_as_decide_judges_it() -> None:
    found = reviewed(FOLDED)
    [one] = found.decisions
    spot = ft.Spot.of([1000, 1000, 2000, 3000], PRIZES, hero=1, all_in=[0], button=3, small_blind=100, big_blind=200)
    decision = ft.decide(spot, hand="AhJs", ranges="40%", models=("icm", "sem", "dcm"))
    assert [(v.fold, v.go_in, v.win, v.lose, v.break_even) for v in one.verdicts] == [
        (v.fold, v.call, v.win, v.lose, v.break_even) for v in decision.verdicts
    ]
    assert (one.kind, one.done, one.position, one.stack) == ("call", "fold", "BB", 5.0)
    assert one.verdicts[0].cost == pytest.approx(decision["icm"].call - decision["icm"].fold)


@pytest.mark.parametrize("hand", [FOLDED, CALLED, PUSHED], ids=["fold", "call", "push"])
def test_the_printed_command_prints_every_number_again(hand: Any) -> None:
    found = ft.review(history(hand), PRIZES, hero=hand.hero, ranges={"call": "25%", "push": "22+, A2s+, KTo+"})
    [one] = found.decisions
    for judged, again in zip(one.verdicts, values_again(one), strict=True):
        assert judged.to_dict().items() >= {(k, v) for k, v in again.items() if k in judged.to_dict()}


def test_against_the_equilibrium_the_commands_print_every_number_again_too() -> None:
    found = ft.review(history(PUSHED), PRIZES, models=("icm", "dcm"))
    [one] = found.decisions
    assert one.source == "equilibrium"
    assert len(one.commands) == 2
    for judged, again in zip(one.verdicts, values_again(one), strict=True):
        assert judged.difference == pytest.approx(again["difference"], abs=1e-12)
    [call] = ft.review(history(FOLDED), PRIZES, models=("icm",)).decisions
    assert call.source == "equilibrium"
    assert values_again(call)[0]["difference"] == call.verdicts[0].difference


def test_bounties_antes_folded_bets_and_other_tables_are_in_the_command() -> None:
    hand = played(
        [4000, 1000, 2000, 3000, 1500],
        "Di raise 400",
        "Ed push",
        "Ana fold",
        "Bo fold",
        "Cy fold",
        "Di call",
        hero="Di",
        cards="KhKd",
        ante=25,
        button=0,
        shown={"Ed": "AsQs"},
        board="2c3d5h7sJs",
        winner="Di",
        bounties=(40, 20, 20, 60, 20),
    )
    found = reviewed(hand, elsewhere=[2500, 700], payouts=[500, 300, 200, 100])
    [one] = found.decisions
    line = one.commands[0]
    assert "--bets HJ=400" in line
    assert "--elsewhere E1,E2" in line
    assert "--bounties 40,20,20,60,20,32,32" in line
    for judged, again in zip(one.verdicts, values_again(one), strict=True):
        assert judged.difference == again["difference"]
        assert judged.win == again["win"]
    assert one.verdicts[0].better == "call"


def test_cards_shown_later_change_no_verdict() -> None:
    other = played(
        [1000, 1000, 2000, 3000], "Cy fold", "Di fold", "Ana push", "Bo call", hero="Bo", button=3, cards="9c4d",
        shown={"Ana": "7h2c"}, board="9d9s5h7sJs", winner="Bo", number=2,
    )  # fmt: skip
    first, second = reviewed(CALLED), reviewed(other)
    assert [v.to_dict() for v in first.decisions[0].verdicts] == [v.to_dict() for v in second.decisions[0].verdicts]
    assert first.mistakes[0].cards == "9c4d"


def test_a_decision_has_the_rest_of_the_hand_by_position() -> None:
    sample = Path(ft.__file__).parent / "web" / "static" / "samples" / "tournament.txt"
    found = ft.review(ft.read_history(sample.read_text("utf-8")), [72, 36, 12], models=("icm",), ranges={"all": "30%"})
    by_number = {one.number: one for one in found.tournaments[0].decisions}
    end = by_number[23].end  # the big blind calls an all-in that hero folded to
    assert [(one.position, one.act, one.all_in) for one in end.actions] == [("BB", "call", False)]
    assert (end.board, end.shown, end.won) == ("AcJcTd8sTc", {"CO": "Ad9s", "BB": "8cKc"}, {"BB": 948})
    assert by_number[7].end == HandEnd((), None, {}, {"SB": 520})


def test_a_reason_states_the_equity_that_hero_had_and_needed() -> None:
    reason = reviewed(FOLDED).mistakes[0].reason
    assert reason == "Against SB's 40.4 % of hands, AhJs had 60.1 % and needed 47.5 % to call."


def test_ranges_are_found_by_player_position_and_role() -> None:
    for ranges in ({"Ana": "10%"}, {"SB": "10%"}, {"push": "10%"}, {"all": "10%"}):
        [one] = reviewed(FOLDED, ranges={"call": "99%", **ranges}).decisions
        assert one.opponents[0].share == pytest.approx(0.1, abs=0.01)
        assert one.source == "given"
    with refused("wrong_type", "ranges"):
        reviewed(FOLDED, ranges=20)


# --- which decisions ---


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (played([9000] * 4, "Di fold", "Ana fold", "Bo fold"), "first in with more than 20 big blinds"),
        (played([9000] * 4, "Di raise 400", "Ana fold", "Bo fold"), "a raise in front with more than 20 big blinds"),
        (played([2000] * 4, "Di raise 400", "Ana call"), "hero called a raise: play after the flop"),
        (played([2000] * 4, "Di fold", "Ana call"), "hero limped: play after the flop"),
        (
            played([2000] * 4, "Di fold", "Ana raise 400"),
            "hero raised less than all-in, and given ranges do not answer raises",
        ),
        (played([3000] * 4, "Di raise 400", "Ana raise 1000"), "hero re-raised less than half the stack"),
        (
            played([3000] * 4, "Di raise 400", "Ana raise 900", "Bo fold", hero="Bo"),
            "two raises in front are not all-in",
        ),
        (played([9000, 9000, 9000, 900], "Di push", "Ana raise 2000", "Bo call", hero="Cy"), ""),
        (played([5000] * 3 + [900], "Di push", "Ana call", "Bo fold", hero="Bo"), IN_THE_POT),
        (played([2000] * 4, "Di fold", "Ana push", cards=""), "hero's cards are unknown"),
    ],
)
def test_other_decisions_are_counted_with_the_reason(hand: Any, reason: str) -> None:
    [tournament] = reviewed(hand, hero=hand.hero).tournaments
    assert [one.reason for one in tournament.skipped] == ([reason] if reason else [])
    assert [one.reason for one in tournament.not_judged] == ([reason] if reason else [])
    assert tournament.decisions == ()


def test_the_most_blinds_for_push_or_fold_are_an_option() -> None:
    hand = played([5000] * 4, "Di fold", "Ana fold")
    assert len(reviewed(hand, most_blinds=25).decisions) == 1
    assert len(reviewed(hand, most_blinds=24).decisions) == 0


def test_a_small_blind_who_faces_an_all_in_by_posting_has_a_call_to_judge() -> None:
    hand = played([2000, 1000, 150], "Ana fold", "Bo fold", hero="Bo", cards="Qh8d")
    [one] = reviewed(hand, ranges="random").decisions
    assert (one.kind, one.facing) == ("call", ("Cy",))


def test_a_raise_that_covers_all_opponents_is_a_push() -> None:
    hand = played([9000, 1000, 2000], "Ana raise 2000", "Bo fold", "Cy fold", cards="Qh8d")
    assert [one.done for one in reviewed(hand).decisions] == ["push"]


def test_a_raise_of_half_the_stack_that_hero_faces_counts_as_all_in() -> None:
    def faced(to: int) -> Any:
        hand = played([3600, 3388, 1410], "Ana fold", f"Bo raise {to}", "Cy fold", hero="Cy", cards="Kh9s")
        [one] = reviewed(hand, push_range="20%", open_range="40%", call_range="8%", ranges=None).decisions
        return one

    assert (faced(1300).kind, faced(1300).facing) == ("call", ("Bo",))
    assert faced(1300).opponents[0].share == pytest.approx(0.2, abs=0.005)
    assert (faced(500).kind, faced(500).facing) == ("rejam", ())


def test_overcalls_are_judged_against_both_ranges() -> None:
    hand = played([2000, 1500, 3000, 1000], "Di push", "Ana push", "Bo fold", "Cy fold", hero="Cy", cards="AhKh")
    [one] = reviewed(hand).decisions
    assert one.facing == ("Di", "Ana")
    assert one.verdicts[0].win is None
    assert one.kind == "overcall"
    assert "--samples 20000" in one.commands[0]


# --- totals ---


def test_totals_are_sums_and_accounts_balance() -> None:
    found = reviewed(FOLDED, CALLED, hero="Bo")
    for m, cost in enumerate(found.costs):
        assert cost.money == pytest.approx(sum(one.verdicts[m].cost for one in found.decisions))
        assert cost.percent == pytest.approx(cost.money)  # of a pool of 100
        account = found.tournaments[0].accounts[m]
        assert account.end == pytest.approx(account.start + account.luck - account.mistakes + account.rest)
        curve = [point.values[m] for point in found.tournaments[0].curve if point.values]
        assert curve[-1] - curve[0] == pytest.approx(account.end - account.start)
    assert found["icm"].mistakes == 2
    assert [one.cost for one in found.mistakes] == sorted((one.cost for one in found.mistakes), reverse=True)


@settings(max_examples=12)
@given(
    stacks=st.lists(st.integers(3, 30), min_size=3, max_size=5),
    hole=st.sampled_from(["AhAd", "Th9h", "7c2d"]),
    share=st.integers(5, 90),
    action=st.sampled_from(["push", "fold"]),
)
def test_the_better_action_never_costs(stacks: list[int], hole: str, share: int, action: str) -> None:
    chips = [100 * stack for stack in stacks]
    folds = [f"{name} fold" for name in ("Di", "Ed")[: len(stacks) - 3]]
    hand = played(chips, *folds, f"Ana {action}", cards=hole)
    found = reviewed(hand, ranges=f"{share}%", models=("icm", "chip_ev"), most_blinds=100)
    for one in found.decisions:
        for judged in one.verdicts:
            assert judged.cost >= 0
            assert (judged.cost == 0) == (judged.better in (one.done, "too close", "no difference"))
            assert judged.gain == pytest.approx(judged.difference * (1 if one.done == "push" else -1))


@settings(max_examples=25)
@given(hand=hands_at_random(most=6))
def test_any_hand_is_reviewed_or_counted_and_its_numbers_can_be_reproduced(hand: Any) -> None:
    found = reviewed(hand, ranges="20%", models=("icm",), elsewhere="none", most_blinds=60)
    [tournament] = found.tournaments
    turns = [a for a in hand.actions if a.player == hand.hero and a.street == "preflop" and a.act not in FORCED]
    assert len(tournament.decisions) + sum(len(one.numbers) for one in tournament.skipped) == len(turns)
    for one in tournament.decisions:
        for judged, again in zip(one.verdicts, values_again(one), strict=True):
            assert judged.difference == again["difference"]


def test_flat_payouts_warn_and_there_is_no_difference_if_nothing_can_be_lost() -> None:
    found = reviewed(FOLDED, payouts=[25, 25, 25, 25])
    assert found.tournaments[0].warnings[0].startswith("Several places are paid alike")
    assert {judged.better for judged in found.decisions[0].verdicts} == {"no difference"}
    assert found["icm"].money == 0


# --- missing from the files ---


def test_payouts_come_from_the_summary_or_by_name_or_must_be_given() -> None:
    with refused("missing", "payouts"):
        ft.review(history(FOLDED))
    summary = Summary("7", "made", players=4, payouts=(50, 30, 20))
    found = ft.review(History((FOLDED,), summaries=(summary,)), ranges="40%")
    assert found.tournaments[0].payouts_from == "summary"
    assert found.decisions[0].verdicts == reviewed(FOLDED).decisions[0].verdicts
    named = reviewed(FOLDED, payouts="usual", pool=100)
    assert named.tournaments[0].payouts == (40, 28, 19, 13)
    with refused("missing", "pool"):
        reviewed(FOLDED, payouts="usual")
    with refused("unknown_choice", "payouts"):
        reviewed(FOLDED, payouts="odd", pool=100)


def test_structures_add_up() -> None:
    for name in structure_names():
        for players in range(2, 11):
            assert sum(structure(name, players, 1000)) == pytest.approx(1000)
    assert structure("satellite", 9, 1000) == (250,) * 4


def test_no_verdict_while_more_players_are_left_unless_their_stacks_are_given() -> None:
    from finaltable.histories.hand import Finished

    bust = played([1000, 500, 2000], "Ana push", "Bo fold", "Cy fold", number=2, finished=(Finished("Bo", 9),))
    first = played([1000, 500, 2000], "Ana push", "Bo fold", "Cy fold", cards="Kh2d")
    unknown = reviewed(first, bust)
    assert unknown.decisions == ()
    assert unknown.tournaments[0].curve[0].values is None
    assert "more players are left" in unknown.tournaments[0].skipped[0].reason
    assert reviewed(first, bust, elsewhere=[800] * 6).decisions[0].spot.table.live == 9
    average = reviewed(first, bust, elsewhere="average").decisions[0].spot.table
    assert average.stacks[3:] == (1167,) * 6
    assert len(reviewed(first, bust, elsewhere="none").decisions) == 2


def test_ranges_for_pushes_and_calls_are_separate_and_given_once() -> None:
    apart = reviewed(FOLDED, push_range="30%", call_range="15%")
    assert apart == reviewed(FOLDED, ranges={"push": "30%", "call": "15%"})
    assert apart != reviewed(FOLDED, push_range="15%", call_range="30%")
    with pytest.raises(ft.InputError, match="push_range must be left out where ranges has one for push, got '30%'"):
        reviewed(FOLDED, push_range="30%", ranges={"push": "20%"})
    with refused("not_hands", "call_range, token 1"):
        reviewed(FOLDED, call_range="AKx")


def test_one_hand_is_singular() -> None:
    first = played([1000, 500, 2000], "Ana push", "Bo fold", "Cy fold", cards="Kh2d")
    printed = str(reviewed(first))
    assert "Ana: 1 hand of one tournament, 1 decision judged." in printed
    assert "1 hand is valued as a final table: the files mention no other tables." in printed


def test_more_paid_places_than_players_need_stacks_elsewhere() -> None:
    paid = [10] * 3 + [5] * 9
    assert "more places are paid" in reviewed(FOLDED, payouts=paid).tournaments[0].skipped[0].reason
    assert len(reviewed(FOLDED, payouts=paid, elsewhere="none").decisions) == 1


@pytest.mark.parametrize(
    ("made", "options", "message"),
    [
        (History(()), {}, "files must hold hands of no-limit hold'em tournaments"),
        (History((), (HistoryProblem("a.jpg", 1, "the file is no text"),)), {}, "tournaments: the file is no text"),
        (history(played([2000] * 3, "Ana fold", hero=None, cards="")), {}, "hero must be given: the files show"),  # type: ignore[arg-type]
        (history(FOLDED, PUSHED), {}, "hero must be given, one of Ana, Bo"),
        (history(FOLDED), {"hero": "Zoe"}, "hero must be a player of these hands, got 'Zoe'"),
        (history(FOLDED), {"elsewhere": "many"}, "elsewhere must be one of none, average"),
        (history(FOLDED), {"left": 1}, "left must be a whole number from 2"),
        (history(FOLDED), {"left": 2}, "left must be at least 4, the players at the table, got 2"),
        (history(FOLDED), {"ranges": {"Zoe": "20%"}}, "ranges must be for push, .*, got 'Zoe'"),
        (history(FOLDED), {"bounty_share": 2}, "bounty_share must lie between 0 and 1"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_a_sentence(made: History, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.review(made, PRIZES, **options)


def test_hands_without_a_decision_still_have_a_curve() -> None:
    found = reviewed(played([9000] * 4, "Di fold", "Ana fold", "Bo fold", winner="Cy"))
    assert found.decisions == ()
    assert len(found.tournaments[0].curve) == 2
    assert "mistakes by ICM" not in str(found)


def test_a_push_with_given_ranges_counts_the_folds_before_hero() -> None:
    hand = played([2000] * 6, "Di fold", "Ed fold", "Flo fold", "Ana push", "Bo fold", "Cy fold", cards="9h8h")
    [known] = reviewed(hand, ranges={"call": "25%", "push": "30%"}).decisions
    [unknown] = reviewed(hand, ranges={"call": "25%"}).decisions
    assert "--folded-from" in known.commands[0]
    assert "--folded-from" not in unknown.commands[0]
    assert known.verdicts[0].difference < unknown.verdicts[0].difference - unknown.verdicts[0].error
