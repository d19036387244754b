"""Training after a raise: all-ins over it, and the raiser's answers to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import CLASSES
from finaltable.training.choose_hand import RAISED, hands_by_band, menu_of
from finaltable.training.mistakes import spot_of_command
from finaltable.training.pack import pack
from finaltable.training.report import asked_line, question_report
from finaltable.training.solved import SolvedTable, solve_layout
from finaltable.training.spot_sources import solve_recipe
from finaltable.training.spot_table import SpotTable
from finaltable.training.unfold import Hero
from tests.program import piped
from tests.refused import refused
from tests.reviewing import history, played

SHORT = [2000, 2400, 1800, 2200]
TABLE = {"stacks": [14, 13, 15], "payouts": [50, 30, 20], "small_blind": 0.5, "big_blind": 1, "raise_to": 2.2}


def solved(*stacks: float) -> SolvedTable:
    return solve_layout(SpotTable(stacks, (50, 30)[: len(stacks)], 0.5, 1, raise_to=2.2))


@pytest.mark.parametrize("name", ["BB v SB raise", "SB raise v BB"])
def test_heads_up_the_value_of_an_answer_is_that_of_the_chart(name: str) -> None:
    table = solved(12, 14)
    node = next(node for node in table.found.nodes if table.found.name_of(node) == name)
    worth = table.differences(node)
    for hand in range(0, CLASSES, 7):
        hero = Hero(table.found, node, hand)
        values = [hero.worth(hero.crowds(goes_in), table.found) for goes_in in (True, False)]
        assert values[0] - values[1] == pytest.approx(worth[hand], abs=1e-5)


def test_with_a_raise_all_ins_over_it_answers_to_one_and_opens_are_asked() -> None:
    table = solve_layout(SpotTable((14, 13, 15, 12), (50, 30, 20), 0.5, 1, raise_to=2.2))
    menu = menu_of(table)
    assert {node.action for node in menu} == {"raise", "rejam", "call_rejam"}
    for node, hands in menu.items():
        assert node.returns == bool(node.facing)
        assert len(node.facing) < 2
        for hand in (hand for some in hands.values() for hand in some):
            assert abs(table.differences(node)[hand]) > table.margin(node)
            assert table.found.raised(node)[hand] >= RAISED
    node = next(node for node in menu if node.returns)
    never = np.flatnonzero(table.found.raised(node) < RAISED)
    asked = hands_by_band(table, node)
    assert len(never) > 0
    assert not set(never) & {hand for some in asked.values() for hand in some}


def test_spots_after_a_raise_can_be_solved_again_from_their_recipe() -> None:
    found = ft.train(seed=2, spots=3, raise_to=2.2, players=3, stacks=(9, 14))
    assert found.settings.endswith("2.2bb")
    again = ft.train(source=[spot.recipe() for spot in found.spots])
    assert [spot.key for spot in again.spots] == [spot.key for spot in found.spots]
    for one, two in zip(again.spots, found.spots, strict=True):
        assert one.own == two.own
        assert one.chart == two.chart
        assert one.chart.raised_by is not None
    kept = json.loads(json.dumps(found.to_dict()))
    assert all(table["raise_to"] for table in kept["tables"])
    assert all(chart["raised_by"] for chart in kept["decisions"])


def test_the_question_says_who_raised_to_how_much() -> None:
    over, own = (
        ft.train(source=[{**TABLE, "raised_by": "BTN", **one}]).spots[0]
        for one in ({"seat": "BB", "hand": "AKs"}, {"seat": "BTN", "facing": ["BB"], "hand": "AKs"})
    )
    assert asked_line(over).startswith("BTN raises to 2.2. AKs in the BB: push 12?")
    assert over.pot == pytest.approx(0.5 + 1 + 2.2)
    assert asked_line(own).startswith("You raised to 2.2. BB is all-in. AKs in the BTN: call 10.8 to win 15.7?")
    assert "raises to 2.2" in str(question_report(over))
    assert "No player calls a raise to see a flop." in str(question_report(over))
    assert own.chart.raised_by == "BTN"


def test_decisions_that_are_not_asked_are_refused() -> None:
    with refused("missing", "source[0].raised_by"):
        ft.train(source=[{**TABLE, "seat": "BB"}])
    (reason,) = ft.train(source=[{**TABLE, "seat": "BB", "facing": ["SB"], "raised_by": "BTN", "hand": "AKs"}]).skipped
    assert "others are not asked" in reason
    with refused("out_of_range", "raise_to"):
        ft.train(raise_to=1.5)


def test_mistakes_of_a_review_after_a_raise_become_spots_after_that_raise() -> None:
    table = "A=14 B=13 C=15 -p 50,30,20 --blinds 0.5/1 --button C"
    spot = spot_of_command(f"finaltable push {table} --hero B --hand AhKd --bets C=2.2 --bet-with 30%", None, "spot")
    assert (spot["raise_to"], spot["raised_by"], spot["facing"]) == (2.2, "C", [])
    spot = spot_of_command(f"finaltable decide {table} --hero C --hand AhKd --bets C=2.2 --all-in B", None, "spot")
    assert (spot["raise_to"], spot["raised_by"], spot["facing"]) == (2.2, "C", ["B"])
    spot = spot_of_command(f"finaltable nash {table} --hero B --raise-to C=2.2 --raise-only C", "AhKd", "spot")
    assert (spot["raise_to"], spot["raised_by"]) == (2.2, "C")
    for wrong in (
        "push --hero B --bets C=1",
        "push --hero B --bets C=2.2,A=2.2",
        "decide --hero B --bets C=2 --all-in A",
    ):
        with refused("conflict", "spot.command"):
            command, rest = wrong.split(" ", 1)
            spot_of_command(f"finaltable {command} {table} {rest}", "AhKd", "spot")


@pytest.mark.parametrize(
    ("hand", "seat", "raised_by", "facing"),
    [
        (played(SHORT, "Di fold", "Ana push", "Bo fold", "Cy fold", cards="7h2d"), "BTN", None, ()),
        (played(SHORT, "Di fold", "Ana raise 450", "Bo fold", "Cy fold", cards="7h2d"), "BTN", "BTN", ()),
        (played(SHORT, "Di raise 450", "Ana fold", "Bo fold", "Cy push", hero="Cy", cards="7h2d"), "BB", "CO", ()),
    ],
    ids=["push", "open", "re-jam"],
)
def test_mistakes_of_a_review_against_equilibria_can_be_trained(
    hand: Any, seat: str, raised_by: str | None, facing: tuple[str, ...], tmp_path: Path
) -> None:
    found = ft.review(history(hand), [50, 30, 20], models=["icm"])
    one = found.decisions[-1]
    assert one.verdict == "mistake"
    file = tmp_path / "review.json"
    file.write_text(json.dumps(found.to_dict()), "utf-8")
    trained = ft.train(source=str(file))
    assert trained.skipped == ()
    [spot] = trained.spots
    assert (spot.chart.seat, spot.chart.raised_by, spot.chart.facing, spot.hand) == (seat, raised_by, facing, "72o")
    assert bool(spot.raises) == (raised_by == seat)
    assert spot.score("raise" if raised_by == seat else "in").lost > 0
    assert spot.score("fold").right


def test_grids_of_commands_name_the_decision() -> None:
    line = "finaltable nash A=14 B=13 'C v D'=15 -p 50,30,20 --blinds 0.5/1 --button A --raise-to A=2.2 --grid"
    for grid, seat, facing in (("'A raise'", "A", []), ("'A raise v B'", "A", ["B"]), ("'B v A raise'", "B", [])):
        spot = spot_of_command(f"{line} {grid}", "AhKd", "spot")
        assert (spot["seat"], spot["facing"], spot["raised_by"]) == (seat, facing, "A")


def test_the_command_asks_all_ins_over_a_raise() -> None:
    line = "train --raise-to 2.2 --players 3 --stacks 9-14 --seed 2 --spots 1 --progress none"
    outcome = piped(*line.split(), given="f\n")
    assert outcome.code == 0
    assert "No player calls a raise to see a flop." in outcome.out
    assert "of 1 right" in outcome.out


def test_the_pack_has_all_ins_over_raises_and_answers_to_them_from_short_stacks() -> None:
    raised = [spot for spot in pack() if spot.chart.raised_by and not spot.raises]
    over = [spot for spot in raised if not spot.chart.facing]
    assert len(raised) > 60
    assert len(over) > 40
    assert len(raised) > len(over) + 5
    assert max(spot.depth for spot in raised) <= 16


def test_a_recipe_is_solved_for_the_raiser_it_names() -> None:
    from finaltable.training.draws import Draws
    from finaltable.training.recipes import read_recipe

    recipe = read_recipe({**TABLE, "seat": "BB", "raised_by": "SB", "hand": "AA"})
    spot = solve_recipe(recipe, Draws(0), 1)
    assert (spot.chart.raised_by, spot.opponent) == ("SB", "SB")
