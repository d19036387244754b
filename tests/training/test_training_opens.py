"""Training first in with a raise: fold, raise or all-in, from short stacks."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.raises import DEEP, FLATS
from finaltable.training.choose_hand import hands_by_band, menu_of
from finaltable.training.decision_chart import HANDS, Chart
from finaltable.training.explain import explain
from finaltable.training.pack import pack, spots_of
from finaltable.training.report import asked_line, painted_report, question_report, training_report, why_report
from finaltable.training.solved import SolvedTable, solve_layout
from finaltable.training.spot_table import SpotTable
from finaltable.training.unfold import Crowd, Hero
from tests.program import piped

TABLE = {"stacks": [14, 13, 15], "payouts": [50, 30, 20], "small_blind": 0.5, "big_blind": 1, "raise_to": 2.2}
OPEN = {**TABLE, "seat": "BTN", "raised_by": "BTN"}


@cache
def solved(*stacks: float) -> SolvedTable:
    return solve_layout(SpotTable(stacks, (50, 30, 20)[: len(stacks)], 0.5, 1, raise_to=2.2))


def chart(push: float, raised: float, pushes: int = 0, raises: int = 100) -> Chart:
    """Return a decision where all hands are alike, with a margin of 0.1."""
    table = SpotTable((10, 10), (1,), 0.5, 1, raise_to=2)
    each = [(value,) * CLASSES for value in (pushes, push, raises, raised)]
    return Chart(table, "icm", 1e-5, 1.0, "SB", (), 0.1, each[0], each[1], "SB", each[2], each[3])  # type: ignore[arg-type]


def test_heads_up_the_values_of_all_three_actions_are_those_of_the_chart() -> None:
    table = solved(12, 14)
    push, raised, back = DecisionNode(0, ()), DecisionNode(0, (), 0), DecisionNode(0, (1,), 0)
    assert table.found.choices(raised) == (push, raised)
    for hand in range(0, CLASSES, 7):
        hero, again = Hero(table.found, push, hand), Hero(table.found, back, hand)
        fold = hero.worth(hero.crowds(goes_in=False), table.found)
        all_in = hero.worth(hero.crowds(goes_in=True), table.found)
        rejams = hero.frequency(DecisionNode(1, (), 0))
        answers = [again.worth(again.crowds(goes_in), table.found) for goes_in in (True, False)]
        steals = hero.worth({Crowd((0,), 0): 1.0}, table.found)
        assert all_in - fold == pytest.approx(table.worth(push)[hand], abs=1e-5)
        assert (1 - rejams) * steals + rejams * max(answers) - fold == pytest.approx(
            table.worth(raised)[hand], abs=1e-5
        )
    assert table.differences(raised) == pytest.approx(np.maximum(table.worth(push), table.worth(raised)))


def test_after_a_fold_the_players_behind_may_raise() -> None:
    table = solved(14, 13, 15)
    hero = Hero(table.found, DecisionNode(0, ()), 80)
    crowds = hero.crowds(goes_in=False)
    assert sum(crowds.values()) == pytest.approx(1)
    assert sum(chance for crowd, chance in crowds.items() if crowd.raiser == 1) > 0.2
    for hand in range(0, CLASSES, 14):
        one = Hero(table.found, hero.node, hand)
        values = [one.worth(one.crowds(goes_in), table.found) for goes_in in (True, False)]
        assert values[0] - values[1] == pytest.approx(table.worth(hero.node)[hand], abs=0.1)


def test_opens_are_asked_from_short_stacks_and_only_hands_clear_of_a_fold() -> None:
    table = solved(14, 13, 15)
    assert table.found.depth <= DEEP
    opens = [node for node in menu_of(table) if node.action == "raise"]
    assert {node.seat for node in opens} == {0, 1}
    for node in opens:
        assert table.margin(node) > table.found.margin(node) * table.found.pool  # all-in against raise counts, too
        hands = [hand for some in hands_by_band(table, node).values() for hand in some]
        assert len(hands) > 50
        for hand in hands:
            spot = explain(table, node, hand)
            score, gain = spot.score("fold"), max(spot.raises[0], spot.own.difference)
            if abs(gain) > spot.chart.margin:  # both are rounded
                assert score.best in (("in", "raise", "play") if gain > 0 else ("fold",))
            assert abs(gain) >= spot.chart.margin
    assert not [node for node in menu_of(solved(20, 19, 25)) if node.action == "raise"]


def test_raise_and_all_in_within_the_margin_are_both_right() -> None:
    close = chart(push=0.55, raised=0.5)
    assert close.best(0) == "play"
    assert (close.score("AA", "in").lost, close.score("AA", "raise").lost) == (0, 0)
    assert close.score("AA", "fold").lost == pytest.approx(0.55)


def test_each_wrong_answer_costs_its_distance_from_the_best() -> None:
    clear = chart(push=0.2, raised=0.5)
    assert clear.score("AA", "raise") == ("raise", 0)
    assert clear.score("AA", "in").lost == pytest.approx(0.3)
    assert clear.score("AA", "fold").lost == pytest.approx(0.5)
    worse = chart(push=-0.3, raised=-0.2, raises=0)
    assert [worse.score("AA", answer).lost for answer in ("fold", "in", "raise")] == pytest.approx([0, 0.3, 0.2])


def test_a_hand_that_is_played_both_ways_accepts_both_and_near_a_fold_all() -> None:
    assert chart(push=0.2, raised=0.5, pushes=40, raises=60).best(0) == "play"
    assert chart(push=0.05, raised=0.08).best(0) == "either"
    assert chart(push=-0.5, raised=0.5, raises=60).right(0) == ["fold", "raise"]


def test_a_painted_range_goes_in_by_the_better_of_all_in_and_raise() -> None:
    good = chart(push=0.2, raised=0.5)
    assert good.frequency == 1
    assert good.paint("100%").lost == 0
    assert good.paint(None).lost == pytest.approx(0.5)
    assert chart(push=-0.3, raised=-0.2, raises=0).paint("100%").lost == pytest.approx(0.2)


def test_an_open_survives_json_and_is_solved_again_from_its_recipe() -> None:
    found = ft.train(source=[{**OPEN, "hand": "AKs"}, {**OPEN, "hand": "72o"}])
    assert found.skipped == ()
    data = json.loads(json.dumps(found.to_dict()))
    assert spots_of(data) == found.spots
    assert len(data["decisions"][0]["raises"]) == len(data["decisions"][0]["raise_ev"]) == len(HANDS)
    again = ft.train(source=[spot.recipe() for spot in found.spots])
    assert again.spots == found.spots
    for spot in found.spots:
        place = HANDS.index(spot.hand)
        assert (spot.raises[0], spot.own.difference) == (spot.chart.raise_ev[place], spot.chart.ev[place])
        assert len(spot.raises) == len(spot.views)
    assert found.spots[1].score("raise").best == "fold"
    assert found.spots[1].score("raise").lost == -found.spots[1].raises[0]


def test_the_answer_shows_three_values_the_chart_and_what_is_left_out() -> None:
    spot = ft.train(source=[{**OPEN, "hand": "AKs"}]).spots[0]
    assert asked_line(spot) == "AKs in the BTN, first to act: raise to 2.2 or go all-in for 15?"
    assert "folds" not in str(question_report(spot))
    text = str(why_report(spot))
    assert FLATS in text
    for row in ("Fold ", "Raise ", "All-in ", "Raise - fold", "All-in - fold", "- Raise: ", "- All-in: "):
        assert f"\n{row}" in text
    for word in ("needed", "need ", "win  ", "lose"):
        assert word not in text
    assert "raise" in str(painted_report(spot, spot.chart.paint(None)))
    assert "BTN raise" in str(training_report(ft.train(source=[{**OPEN, "hand": "AKs"}])))


def test_deep_opens_are_refused() -> None:
    deep = {**OPEN, "stacks": [20, 19, 25], "hand": "AKs"}
    (reason,) = ft.train(source=[deep]).skipped
    assert "at most 15 big blinds" in reason


@pytest.mark.parametrize(
    ("key", "verdict"), [("f", "Your fold cost"), ("r", "Right: RAISE"), ("a", "Your all-in cost")]
)
def test_the_command_takes_three_keys(tmp_path: Path, key: str, verdict: str) -> None:
    file = tmp_path / "opens.json"
    file.write_text(json.dumps([{**OPEN, "hand": "AKs"}]))
    outcome = piped("train", "--from", str(file), "--progress", "none", given=f"x\n{key}\n")
    assert outcome.code == 0
    assert "(f fold, r raise, a all-in, q quit)" in outcome.out
    assert "Please answer f to fold, r to raise, a to go all-in, or q to quit." in outcome.out
    assert verdict in outcome.out
    assert FLATS in outcome.out


def test_drawn_spots_have_opens() -> None:
    found = ft.train(seed=3, spots=4, raise_to=2.2, players=3, stacks=(8, 14))
    opens = [spot for spot in found.spots if spot.raises]
    assert opens
    assert all(spot.chart.raised_by == spot.chart.seat and not spot.chart.facing for spot in opens)


def test_the_pack_has_opens_from_short_stacks() -> None:
    opens = [spot for spot in pack() if spot.raises]
    assert len(opens) > 20
    for spot in opens:
        assert spot.chart.raises
        assert spot.chart.layout.raise_to
        assert abs(max(spot.raises[0], spot.own.difference)) > spot.chart.margin
    assert {spot.score("fold").best for spot in opens} >= {"fold", "play"}
