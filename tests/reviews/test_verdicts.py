"""Verdicts on decisions after raises, limps and several all-ins; what other equilibria may change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import finaltable as ft
from finaltable.equilibrium.raises import lineup_of
from finaltable.equilibrium.terminals import find_terminals
from finaltable.models import find_model
from finaltable.reviews import certainty, judging, solving
from finaltable.reviews.decision import JudgedDecision, Reviewed
from finaltable.reviews.hand_table import NotReviewed
from finaltable.spots.posted import Forced
from tests.refused import refused
from tests.reviewing import again, history, played, values_again

PRIZES = [50, 30, 20]
SHORT = [2000, 2400, 1800, 2200]
REJAM = played(SHORT, "Di raise 450", "Ana fold", "Bo fold", "Cy push", hero="Cy", cards="AhQs")
CALLED = played(
    SHORT, "Di raise 450", "Ana fold", "Bo push", "Cy fold", "Di call", hero="Di", cards="AhAd", shown={"Bo": "AsKs"},
    board="2c3d5h7sTs", winner="Di",
)  # fmt: skip
COLD = played(SHORT, "Di raise 450", "Ana push", "Bo fold", "Cy fold", hero="Cy", cards="8h3d")
OPENED = played(SHORT, "Di fold", "Ana raise 450", "Bo fold", "Cy fold", cards="AhKs")
LIMPED = played([900, 2400, 1800, 2200], "Di call", "Ana push", "Bo fold", "Cy fold", "Di fold", cards="AhAs")
POSTED = played([2000, 1500, 150, 1800], "Di fold", "Ana push", "Bo fold", cards="AhAs")
MANY = played([2000] * 6, "Di push", "Ed push", "Flo push", "Ana fold", cards="7h2d")


def judge(hand: Any, **options: Any) -> Reviewed:
    """Return the last decision of a hand."""
    given = {"models": ("icm",), **options}
    found: Reviewed = ft.review(history(hand), given.pop("payouts", PRIZES), **given).decisions[-1]
    return found


@pytest.mark.parametrize(
    ("hand", "kind", "done", "verdict"),
    [
        (REJAM, "rejam", "push", "good"),
        (CALLED, "call_rejam", "call", "good"),
        (COLD, "call_rejam", "fold", "good"),
        (OPENED, "open", "raise", "good"),
        (LIMPED, "over_limp", "push", "good"),
        (POSTED, "push", "push", "good"),
        (MANY, "overcall", "fold", "good"),
    ],
    ids=["rejam", "call of a re-jam", "cold call", "open", "limp", "posted", "three all-in"],
)
def test_lines_of_play_have_a_verdict(hand: Any, kind: str, done: str, verdict: str) -> None:
    one = judge(hand)
    assert (one.kind, one.done, one.verdict, one.cost) == (kind, done, verdict, 0.0)
    assert one.uncertainty == one.verdicts[0].error + one.verdicts[0].uncertainty


@pytest.mark.parametrize("hand", [REJAM, CALLED, COLD, LIMPED, POSTED, MANY])
def test_the_command_of_every_line_prints_its_number(hand: Any) -> None:
    one = judge(hand, models=("icm", "sem"))
    if one.commands[0].startswith("finaltable nash"):
        answers = [again(line) for line in one.commands]
        raised = None if one.raised_by is None else "CO"
        for judged, answer in zip(one.verdicts, answers, strict=True):
            [node] = [
                node
                for node in answer["nodes"]
                if node["seat"] == one.position and node["raised_by"] == raised and not node["facing"]
            ]
            own = "AQo" if one.cards == "AhQs" else "AA"
            assert judged.difference == pytest.approx(node["ev"][own], abs=1e-12)
    else:
        for judged, printed in zip(one.verdicts, values_again(one), strict=True):
            assert judged.difference == printed["difference"]


def test_the_commands_of_an_open_print_the_raise_and_then_the_all_in() -> None:
    one = judge(OPENED, models=("icm", "sem"))
    answers = [again(line) for line in one.commands]
    assert ["--raise-only BTN" in line for line in one.commands] == [True, True, False, False]
    own = [
        {node["action"]: node["ev"]["AKo"] for node in answer["nodes"] if node["seat"] == "BTN"} for answer in answers
    ]
    for judged, raised, pushed in zip(one.verdicts, own[:2], own[2:], strict=True):
        assert judged.raising == pytest.approx(raised["raise"], abs=1e-12)
        assert judged.difference == pytest.approx(pushed["push"], abs=1e-12)


def test_a_player_who_raised_only_raises_or_folds_in_the_equilibrium() -> None:
    line = judge(REJAM).commands[0]
    assert "--raise-to CO=450 --raise-only CO" in line
    assert line.endswith("--grid 'BB v CO raise'")
    assert judge(REJAM).raised_by == "Di"


def test_given_ranges_are_apart_by_action_and_by_player() -> None:
    ranges = {"push": "40%", "call": "12%", "open": "30%", "rejam": "9%"}
    assert judge(REJAM, ranges=ranges).source == "given"
    assert "--bet-with" in judge(REJAM, ranges=ranges).commands[0]
    [caller] = judge(CALLED, ranges=ranges).opponents
    assert caller.share == pytest.approx(0.09, abs=0.01)
    [caller] = judge(CALLED, ranges={**ranges, "Bo rejam": "20%"}).opponents
    assert caller.share == pytest.approx(0.2, abs=0.01)
    [caller] = judge(CALLED, ranges={**ranges, "SB": "25%"}).opponents
    assert caller.share == pytest.approx(0.25, abs=0.01)
    [caller] = judge(CALLED, ranges={"push": "40%", "call": "12%"}).opponents
    assert caller.share == pytest.approx(0.4, abs=0.01)  # without a range of their own, re-jams are as pushes
    with refused("unknown_choice", "ranges"):
        judge(CALLED, ranges={"Zoe rejam": "20%"})
    apart = judge(CALLED, push_range="40%", call_range="12%", open_range="30%", rejam_range="9%")
    assert apart == judge(CALLED, ranges=ranges)


def test_how_often_a_rejam_is_called_is_given_the_raise() -> None:
    one = judge(REJAM)
    nodes = again(one.commands[0])["nodes"]
    [answer] = [node["frequency"] for node in nodes if (node["seat"], node["facing"]) == ("CO", ["BB"])]
    assert one.called == pytest.approx(answer, abs=0.05)  # of any cards, and with weights in tenths
    assert one.opponents[0].share < answer / 2  # of all hands, some of which CO folds


def test_only_players_with_the_highest_bet_are_assumed_to_call() -> None:
    hand = played([9000, 9000, 1500, 9000], "Di call", "Ana raise 500", "Bo fold", "Cy fold", hero="Cy", cards="Td9d")
    one = judge(hand)
    assert (one.kind, one.source) == ("squeeze", "assumed")
    assert {opponent.position: opponent.share > 0 for opponent in one.opponents} == {"CO": False, "BTN": True}
    assert "CO" not in one.reason


def test_a_better_hand_is_never_a_worse_rejam() -> None:
    worth = [judge(played(SHORT, "Di raise 450", "Ana fold", "Bo fold", "Cy fold", hero="Cy", cards=cards))
             for cards in ("7h2d", "AhTs", "AhAs")]  # fmt: skip
    values = [one.verdicts[0].difference for one in worth]
    assert values == sorted(values)
    assert [one.verdict for one in worth][::2] == ["good", "mistake"]


def test_cards_shown_later_do_not_change_a_call_of_a_rejam() -> None:
    other = played(
        SHORT, "Di raise 450", "Ana fold", "Bo push", "Cy fold", "Di call", hero="Di", cards="AhAd",
        shown={"Bo": "7s2c"}, board="7c7d5h2sTs", winner="Bo",
    )  # fmt: skip
    assert judge(CALLED).verdicts == judge(other).verdicts


def test_calls_that_see_a_flop_are_counted_in_one_line() -> None:
    flat = played(SHORT, "Di raise 450", "Ana call", "Bo fold", "Cy fold")
    limp = played(SHORT, "Di fold", "Ana call", "Bo fold", number=2)
    found = ft.review(history(flat, limp), PRIZES, models=("icm",))
    assert found.decisions == ()
    assert (
        "Not judged: 2 decisions. 1: hero called a raise: play after the flop (hand 1); 1: hero limped: play after the "
        "flop (hand 2)."
    ) in str(found)


def test_limps_are_too_close_where_the_limpers_hands_decide() -> None:
    one = judge(played([1600, 2400, 1800, 2200], "Di call", "Ana fold", "Bo fold", cards="KhTs"))
    assert one.source == "assumed"
    assert one.verdict == "too close"


def test_an_equilibrium_says_nothing_where_no_player_goes() -> None:
    # One of five players has a big blind left, and four prizes are alike: no other player goes in.
    hand = played([3000, 3000, 3000, 3000, 200], "Di raise 400", "Ed fold", "Ana fold", cards="9h8h")
    found = ft.review(history(hand), [1, 1, 1, 1], models=("icm",))
    assert [one.reason for one in found.tournaments[0].not_judged] == [
        "the equilibrium never goes in there, so it has no answer to it"
    ]


@pytest.mark.parametrize("cards", ["Kh4s", "9h7h", "QhJs"])
def test_a_verdict_survives_a_more_exact_equilibrium(cards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = played([2000, 1500, 2500, 1200], "Di fold", "Ana fold", "Bo fold", cards=cards)
    first = judge(hand).verdicts[0]
    for module in (judging, solving):
        monkeypatch.setattr(module, "TOLERANCES", (1e-6, 1e-6))
    exact = judge(hand).verdicts[0]
    assert abs(first.difference - exact.difference) <= first.margin
    assert {first.verdict, exact.verdict} != {"mistake", "good"}


@pytest.mark.parametrize("raised", [None, {"BTN": "2.2bb"}])
def test_a_search_that_is_asked_on_its_way_finds_the_same(raised: Any) -> None:
    forced, button = Forced.of(50, 100, 0, 0), 2
    table = ft.Table.of([1500, 2000, 1200, 1800], [50, 30, 20], names=["SB", "BB", "BTN", "CO"])
    lineup = lineup_of(table, button, forced, (), (), raised, ())
    terminals = find_terminals(lineup, find_model("icm"), 1e-5, 1)
    seen: list[ft.Nash] = []

    def solve(enough: bool) -> ft.Nash:
        def ask(found: ft.Nash) -> bool:
            seen.append(found)
            return enough

        return solving.search(terminals, {}, solving.SolverWork("icm", 3e-5, 1, None), 3e-5, ask)

    exact = solve(False)
    steps = [one.tolerance for one in seen]
    assert steps == sorted(set(steps), reverse=True)
    assert set(steps) <= set(certainty.TOLERANCES[:-1])
    assert solve(True).tolerance == steps[0]
    for found in (exact, *seen):
        asked: dict[str, Any] = {"small_blind": 50, "big_blind": 100, "button": button, "raise_to": raised}
        alone = ft.nash(table, tolerance=found.tolerance, threads=1, **asked)
        assert (found.profile == alone.profile).all()
        assert (found.gains == alone.gains).all()
        assert found.history.tolist() == alone.history.tolist()
    assert exact.tolerance == 3e-5


def test_a_refusal_while_the_solver_asks_is_raised() -> None:
    lineup = lineup_of(ft.Table.of([10, 12, 8], [5, 3, 2]), None, Forced.of(0.5, 1, 0, 0), (), (), None, ())

    def refuse(_: ft.Nash) -> bool:
        raise NotReviewed("a reason")

    terminals = find_terminals(lineup, find_model("icm"), 1e-5, 1)
    with pytest.raises(NotReviewed, match="a reason"):
        solving.search(terminals, {}, solving.SolverWork("icm", 3e-5, 1, None), 3e-5, refuse)


@pytest.mark.parametrize(("cards", "tolerance"), [("AhAs", "0.001"), ("7h5s", "3e-05")])
def test_a_model_without_exact_values_is_solved_again_if_a_decision_is_open(cards: str, tolerance: str) -> None:
    hand = played([2000, 1500, 2500, 1200], "Di fold", "Ana fold", "Bo fold", hero="Di", cards=cards)
    one = judge(hand, models=("dcm",))
    assert f"--tolerance {tolerance}" in one.commands[0]
    values = [answer["difference"] for answer in values_again(one)]
    assert values == pytest.approx([verdict.difference for verdict in one.verdicts], abs=1e-12)


def test_the_uncertainty_grows_with_the_exploitability_and_falls_with_the_reach() -> None:
    found = ft.nash([10, 12, 8], [5, 3, 2], small_blind=0.5, big_blind=1, tolerance=1e-3)
    open_, call = found.find("BTN"), found.find("BB", "BTN")
    rough = certainty.uncertainty(found, open_)
    exploitability = found.exploitability._replace(total=found.exploitability.total / 100)
    assert certainty.uncertainty(found, open_, replace(found, exploitability=exploitability)) == pytest.approx(
        rough / 10
    )
    assert certainty.uncertainty(found, call) > rough
    exact = ft.nash([10, 12, 8], [5, 3, 2], small_blind=0.5, big_blind=1, tolerance=1e-7)
    for node in (open_, call):
        apart = abs(found.difference(node) - exact.difference(node))
        assert (apart <= certainty.uncertainty(found, node) + found.margin(node)).mean() > 0.98


# --- small costs, flat payouts ---


def test_a_cost_below_the_smallest_is_no_mistake() -> None:
    hand = played([2000, 1500, 2500, 1200], "Di fold", "Ana fold", "Bo fold", cards="KhQs")
    cost = judge(hand).cost
    assert cost > 0
    assert judge(hand, smallest=cost / 100 + 0.001).cost == 0
    assert judge(hand, smallest=cost / 100 + 0.001).verdict in ("too close", "good")
    assert judge(hand, smallest=0).cost == cost
    with refused("above_100_percent", "smallest"):
        judge(hand, smallest=2)
    found = ft.review(history(hand), PRIZES, models=("icm",))
    assert found.tournaments[0].smallest == pytest.approx(0.05)
    assert "Costs below 0.05 % of the pool are no mistakes." in str(found)


def verdict_of(difference: float, **more: Any) -> JudgedDecision:
    given = {"done": "fold", "error": 0.01, "uncertainty": 0.04, "smallest": 0.1, **more}
    return JudgedDecision("icm", "push", given.pop("done"), difference, **given)


def test_a_verdict_needs_more_than_its_margin() -> None:
    assert verdict_of(0.2).verdict == "mistake"
    assert verdict_of(0.2, uncertainty=0.25).verdict == "too close"
    assert verdict_of(0.2, uncertainty=0.25).better == "too close"
    assert verdict_of(0.08).verdict == "too close"  # may cost more than the smallest mistake
    assert verdict_of(0.04).verdict == "good"
    assert verdict_of(-0.2).verdict == "good"
    assert verdict_of(0.2).cost == pytest.approx(0.2)


def test_a_raise_is_a_mistake_only_if_it_is_worse_than_folding() -> None:
    assert verdict_of(-0.5, done="raise", raising=-0.3).verdict == "mistake"
    assert verdict_of(-0.5, done="raise", raising=-0.3).cost == pytest.approx(0.3)
    assert verdict_of(0.5, done="raise", raising=-0.3).verdict == "good"  # the hand is worth an all-in
    assert verdict_of(-0.5, done="raise", raising=0.3).verdict == "too close"  # calls are left out


def test_a_model_that_says_nothing_about_flat_payouts_is_left_out() -> None:
    found = ft.review(history(POSTED), [50, 50], ranges="30%")
    assert (found.models, found.left_out) == (("icm", "sem"), ("dcm",))
    assert all(len(one.verdicts) == 2 for one in found.decisions)
    assert "DCM is left out" in str(found)
    assert ft.review(history(POSTED), [50, 50], ranges="30%", models=("dcm",)).models == ("dcm",)
    assert ft.review(history(POSTED), PRIZES, ranges="30%").left_out == ()


def test_bounties_make_a_call_cheaper_than_without_them() -> None:
    bare = played([3000, 2000, 2500], "Ana fold", "Bo push", "Cy fold", hero="Cy", cards="Kh7d")
    heads = played([3000, 2000, 2500], "Ana fold", "Bo push", "Cy fold", hero="Cy", cards="Kh7d", bounties=(20, 60, 20))
    differences = [judge(hand, ranges="35%").verdicts[0].difference for hand in (bare, heads)]
    assert differences[0] < differences[1]


def test_stacks_elsewhere_make_hero_more_careful_before_the_money() -> None:
    hand = played([2000, 1800, 2200], "Ana fold", "Bo push", "Cy fold", hero="Cy", cards="KhTd")
    alone = judge(hand, ranges="35%", payouts=[50, 30, 20], elsewhere="none")
    bubble = judge(hand, ranges="35%", payouts=[50, 30, 20], elsewhere=[150])
    assert bubble.verdicts[0].break_even > alone.verdicts[0].break_even  # type: ignore[operator]


def test_what_is_in_the_cache_does_not_change_an_answer() -> None:
    hands = [
        played([2000, 1500, 2500, 1200], "Di fold", "Ana fold", "Bo fold", cards=cards) for cards in ("AhAs", "9h7h")
    ]
    found = []
    for order in ((0, 1), (1, 0)):
        solving.CACHE.kept.clear()
        answers = {i: judge(hands[i]) for i in order}
        found.append([[one.difference for one in answers[i].verdicts] for i in (0, 1)])
    assert found[0] == found[1]
