"""Training: the same seed gives the same spots; answers are scored by their loss, and never within the error."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cards.hand import class_name, combos_of
from finaltable.equilibrium.judge import deal_values
from finaltable.errors import InputError
from finaltable.table.options import Progress
from finaltable.training.choose_hand import BANDS, WEIGHTS, choose, decisions_of, hands_by_band, menu_of
from finaltable.training.decision_chart import ALL, HANDS, SIZES, Chart
from finaltable.training.draws import Draws
from finaltable.training.explain import explain
from finaltable.training.recipes import read_recipe
from finaltable.training.session import Ahead, train
from finaltable.training.settings import PRESETS, Settings, check_settings, preset_payouts
from finaltable.training.solved import SolvedTable, solve_layout
from finaltable.training.spot_sources import GivenSpots, PackedSpots
from finaltable.training.spot_table import POOL, SpotTable, draw_bounties, draw_layout
from finaltable.training.training_spot import TrainingSpot
from finaltable.training.unfold import three_orders

SECTION_6 = SpotTable((1000, 1000, 2000, 3000), (50, 30, 20), 100, 200)
THREE = SpotTable((2000, 3000, 1500), (5000, 3000, 1200), 100, 200, big_blind_ante=200, bounties=(300, 300, 200))
CHANCES = st.floats(0, 1)


@cache
def solved(layout: SpotTable = SECTION_6, model: str = "icm") -> SolvedTable:
    """Return a table, solved once for all tests."""
    return solve_layout(layout, model)


def chart(ev: float, share: int, margin: float = 0.5) -> Chart:
    """Return a decision that is the same for all hands."""
    return Chart(SECTION_6, "icm", 1e-5, 100.0, "BB", ("SB",), margin, (share,) * 169, (ev,) * 169)


def test_the_same_seed_and_settings_give_the_same_spots_and_others_do_not() -> None:
    first = train(seed=3, spots=1, players=2, stacks=(5, 9))
    assert train(seed=3, spots=1, players=2, stacks=(5, 9)).to_dict() == first.to_dict()
    assert train(seed=4, spots=1, players=2, stacks=(5, 9)).spots != first.spots
    assert json.loads(json.dumps(first.to_dict())) == first.to_dict()


def test_a_spot_depends_only_on_its_number() -> None:
    row = train(seed=5, spots=6)
    assert train(seed=5, spots=2, first=4).spots == row.spots[4:]
    assert len({spot.key for spot in row.spots}) == 6


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_draws_stay_below_their_bound_and_shuffles_are_permutations(seed: int, count: int) -> None:
    draws = Draws(seed, "test")
    assert all(0 <= draws.below(count) < count for _ in range(5))
    assert sorted(draws.shuffled(min(count, 50))) == list(range(min(count, 50)))


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 6), st.sampled_from(("none", "flat", "progressive")), st.floats(2, 20))
def test_drawn_tables_follow_their_settings(seed: int, players: int, bounties: str, low: float) -> None:
    wanted = check_settings(players=players, stacks=(low, 2 * low), bounties=bounties)
    layout = draw_layout(wanted, Draws(seed, "t"))
    depths = [stack / layout.big_blind for stack in layout.stacks]
    assert len(depths) == players
    assert all(min(low, 2) - 0.05 <= depth <= max(2 * low, 3.5) + 0.05 for depth in depths)
    assert sum(layout.payouts) + sum(layout.bounties) == pytest.approx(POOL)
    assert bool(layout.bounties) == (bounties != "none")
    layout.check()


def test_of_three_hands_the_better_pair_is_more_likely_second() -> None:
    aces, kings, deuces = (np.eye(169)[index] for index in (14 * 12, 14 * 11, 0))
    orders = three_orders([aces, kings, deuces])
    assert sum(orders.values()) == pytest.approx(1)
    assert sorted(orders, key=lambda ranks: -orders[ranks])[:2] == [(0, 1, 2), (0, 2, 1)]
    assert orders[0, 1, 2] > 3 * orders[0, 2, 1]


def test_bounties_are_all_equal_or_have_grown_by_knockouts() -> None:
    base = POOL // 90
    assert draw_bounties("none", 9, Draws(1, "t")) == ((), 0.5)
    assert draw_bounties("flat", 9, Draws(1, "t")) == ((2 * base,) * 9, 1.0)
    grown, share = draw_bounties("progressive", 9, Draws(1, "t"))
    assert share == 0.5
    assert 1 < len(set(grown)) <= 4
    assert {bounty // base for bounty in grown} <= {1, 2, 3, 4}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 7))
def test_presets_share_the_whole_pool_and_no_place_pays_more_than_one_before(preset: str, players: int) -> None:
    prizes = preset_payouts(preset, players, 9000)
    assert sum(prizes) == pytest.approx(9000)
    assert list(prizes) == sorted(prizes, reverse=True)
    assert len(prizes) <= players


@given(st.floats(-100, 100, allow_nan=False), st.sampled_from([0, 50, 100]), st.sampled_from(["in", "fold"]))
def test_an_answer_loses_the_difference_and_nothing_if_it_is_within_the_error_or_mixed(
    ev: float, share: int, answer: str
) -> None:
    score = chart(ev, share).score("AA", answer)  # type: ignore[arg-type]
    if share == 50 or abs(ev) <= 0.5:
        assert score == ("either", 0.0)
    else:
        best = "in" if ev > 0 else "fold"
        assert score == (best, 0.0 if answer == best else abs(ev))


@given(CHANCES, st.floats(1, 50))
def test_a_painted_range_loses_in_proportion_to_its_mistakes(share: float, ev: float) -> None:
    weight = round(share, 2)
    hands = f"AA:{weight}" if weight else None
    aces = SIZES[0] / ALL
    assert chart(-ev, 0).paint(hands).lost == pytest.approx(weight * ev * aces)
    assert chart(ev, 100).paint(hands).lost == pytest.approx((1 - weight * aces) * ev)
    assert chart(ev, 50).paint(hands).lost == 0


def test_the_range_of_the_equilibrium_loses_nothing_and_a_wrong_hand_costs_its_share() -> None:
    spot = section_6_spot("T8s")
    best = ", ".join(hand for hand, share in zip(HANDS, spot.chart.hands, strict=True) if share)
    painted = spot.chart.paint(best)
    assert (painted.lost, painted.right) == (0, 1)
    worse = spot.chart.paint(f"{best}, 72o")
    assert [hand for hand, _ in worse.wrong] == ["72o"]
    assert worse.lost == pytest.approx(-spot.chart.difference("72o") * 12 / 1326)


@cache
def section_6_spot(hand: str) -> TrainingSpot:
    """The big blind against the small blind's push, in section 6 of the paper."""
    found = solved()
    recipe = read_recipe({**row(), "hand": hand})
    assert recipe.hand is not None
    return explain(found, found.found.find("BB", "SB"), recipe.hand)


def row() -> dict[str, object]:
    """Return the same spot as a user writes it."""
    return {
        "stacks": [2000, 3000, 1000, 1000],
        "names": ["Ana", "Bo", "Cy", "Di"],
        "button": "Bo",
        "payouts": [50, 30, 20],
        "small_blind": 100,
        "big_blind": 200,
        "hero": "Di",
        "all_in": ["Cy"],
        "hand": "Td7d",
    }


def test_a_spot_has_the_numbers_of_decide() -> None:
    """The equilibrium's range given to `decide`: fold, win and lose are the same money, and so is the verdict."""
    spot = section_6_spot("T8s")
    hands = solved().found.range("SB")
    assert hands is not None
    before = ft.Spot.of(
        [1000, 1000, 2000, 3000], [50, 30, 20], hero=1, all_in=[0], button=3, small_blind=100, big_blind=200
    )
    decision = ft.decide(before, hand="T8s", ranges=hands, models=("icm", "sem", "dcm"))
    for view, verdict in zip(spot.views, decision.verdicts, strict=True):
        assert (view.fold, view.win, view.lose) == pytest.approx((verdict.fold, verdict.win, verdict.lose), abs=0.01)
        assert view.difference == pytest.approx(verdict.difference, abs=0.25)  # decide does not know the folders
    assert spot.equity == pytest.approx(decision.equity, abs=1e-3)
    assert spot.own.needed is not None
    assert (spot.equity > spot.own.needed) == (spot.own.difference > 0)
    assert (spot.price, spot.pot) == (800, 1200)
    assert (spot.covers, spot.busts, spot.left) == (False, True, 0)


def test_a_push_has_the_probability_of_folds_and_the_effect_of_bounties() -> None:
    found = solved(THREE)
    node = found.found.find("SB")
    spot = explain(found, node, read_recipe({**row(), "hand": "K5o"}).hand or 0)
    assert spot.folds is not None
    assert 0 < spot.folds < 1
    assert spot.bounty is not None
    assert spot.opponent == "BB"
    assert spot.own.steal is not None
    assert spot.own.lose < spot.own.fold < spot.own.steal < spot.own.win
    assert spot.own.difference > spot.bounty.difference or not spot.bounty.head


@pytest.mark.parametrize("layout", [SECTION_6, THREE])
def test_only_hands_outside_the_error_are_asked(layout: SpotTable) -> None:
    found = solved(layout)
    nodes = decisions_of(found)
    assert nodes
    for node in nodes:
        asked = [hand for hands in hands_by_band(found, node).values() for hand in hands]
        spots = explain(found, node, asked[0]).chart
        for hand in range(169):
            clear = spots.best(168 - hand) != "either"
            assert clear == (hand in asked) or abs(spots.ev[168 - hand]) == pytest.approx(spots.margin, rel=0.05)


def test_half_of_the_spots_are_near_break_even_and_few_are_obvious() -> None:
    found = solved()
    draws, menu = Draws(1, "bands"), menu_of(found)
    asked = [choose(menu, draws) for _ in range(600)]
    bands = Counter(band for one in asked if one for band, hands in menu[one.node].items() if one.hand in hands)
    for band, weight in zip(BANDS, WEIGHTS, strict=True):
        assert bands[band] / 600 == pytest.approx(weight / 100, abs=0.07)


def test_hands_are_drawn_with_the_probability_that_they_are_dealt() -> None:
    from finaltable.training.choose_hand import draw_hand

    pair, offsuit = 0, 13 * 5 + 6
    draws = Draws(2, "hands")
    seen = Counter(draw_hand([pair, offsuit], draws) for _ in range(900))
    assert seen[pair] / 900 == pytest.approx(len(combos_of(pair)) / 18, abs=0.06)


def test_the_scoring_model_is_first_and_the_position_is_kept() -> None:
    found = solved(SECTION_6, "dcm")
    assert [view.model for view in found.views] == ["dcm", "icm", "sem"]
    assert all(found.found.name_of(node).startswith("BB") for node in decisions_of(found, "BB"))


def test_given_spots_are_rotated_to_their_seats_and_solved() -> None:
    recipe = read_recipe(row())
    assert (recipe.seat, recipe.facing, recipe.layout.stacks) == ("BB", ("SB",), (1000, 1000, 2000, 3000))
    found = train(source=[row()])
    assert found.spots[0].hand == "T7s"
    assert train(source=[found.spots[0].recipe()]).spots == found.spots


REVIEW = {
    "tournaments": [
        {
            "decisions": [
                {"cards": "Th9h", "verdicts": [{"cost": 0.0}], "commands": ["finaltable push --hero Di"]},
                {
                    "cards": "Td 7d",
                    "verdicts": [{"model": "icm", "cost": 0.2}],
                    "commands": [
                        "finaltable decide Ana=2000 'Bo X'=3000 Cy=1000 Di=1000 -p 50,30,20 --blinds 100/200 --button "
                        "'Bo X' --models icm,dcm --hero Di --all-in Cy --folded 'Ana,Bo X' --hand Td7d --range 40%"
                    ],
                },
                {
                    "cards": "AhKd",
                    "verdicts": [{"cost": 3.5}],
                    "commands": [
                        "finaltable push A=900 B=800 -p 5,3 --blinds 50/100 --button A --hero A --elsewhere B"
                    ],
                },
            ]
        }
    ]
}


def test_the_mistakes_of_a_review_are_asked_again_the_costliest_first(tmp_path: Path) -> None:
    file = tmp_path / "review.json"
    file.write_text(json.dumps(REVIEW), "utf-8")
    found = train(source=str(file))
    assert [spot.recipe() for spot in found.spots] == [train(source=[row()]).spots[0].recipe()]
    assert "spot 1: " in found.skipped[0]
    assert "all players at one table" in found.skipped[0]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("finaltable equity 1 2", "must be a line of finaltable decide, push or nash"),
        ("finaltable push 'A", "must be a line of finaltable decide, push or nash"),
        ("finaltable push A=many", "must hold numbers as finaltable writes them"),
        ("finaltable push A=1 B=2 --bounties 5,5 --no-own-bounty", "must pay the last player their own bounty"),
        ("finaltable push " + "A=1 " * 2000, "must be at most 4000 characters|must be at most 4,000 characters"),
        (7, "must be a command line of finaltable"),
    ],
)
def test_a_command_that_is_not_a_spot_is_refused(command: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        train(source=[{"command": command, "hand": "AA"}])


def test_a_spot_that_cannot_be_asked_is_skipped_with_a_reason() -> None:
    close = {**row(), "hand": None, "stacks": [2000, 3000, 250, 200]}
    found = train(source=[close, {**row(), "all_in": ["Ana", "Cy"]}, row()])
    assert len(found.spots) == 1
    assert "must be more than blind and ante" in found.skipped[0]
    assert "overcalls are not trained" in found.skipped[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, "players must be a whole number from 2 to 6"),
        ({"players": (4, 2)}, "players must begin with the smaller number, got 4-2"),
        ({"stacks": (1, 5)}, "stacks must lie between 2 and 50 big blinds"),
        ({"position": "UTG"}, "position must be one of any, SB, BB, CO, BTN"),
        ({"payouts": "odd"}, "payouts must be one of any, usual"),
        ({"bounties": "mystery"}, "bounties must be one of any, none, flat, progressive"),
        ({"model": "smoothed"}, "model must not need options"),
        ({"source": "pack", "players": 3}, "players must be left out"),
        ({"source": 5}, "source must be pack, the name of a file, or a list of spots"),
        ({"spots": 0}, "spots must be a whole number from 1 to 1000"),
        ({"source": [{"stacks": [1, 2]}]}, r"source\[0\].payouts must be given"),
        ({"source": [{**row(), "hand": "XX"}]}, r"source\[0\].hand must be two cards"),
        ({"source": [{**row(), "names": ["A", "A", "B", "C"]}]}, "must differ from each other"),
        ({"source": [7]}, r"source\[0\] must be an object"),
    ],
)
def test_invalid_settings_and_spots_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        train(**options)  # type: ignore[arg-type]


def test_the_next_spot_is_solved_ahead_and_stopped_if_it_is_not_wanted() -> None:
    solved_now: list[int] = []

    class Slow(PackedSpots):
        def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
            solved_now.append(number)
            return super().spot(number, progress)

    with Ahead(Slow(1), range(100)) as ahead:
        spots = iter(ahead)
        assert isinstance(next(spots), TrainingSpot)
        next(spots)
    assert 2 <= len(solved_now) < 10
    assert not ahead.worker.is_alive()


def test_a_spot_that_cannot_be_asked_yields_its_error() -> None:
    recipe = replace(read_recipe(row()), facing=("CO", "SB"))
    with Ahead(GivenSpots([recipe]), range(1)) as ahead:
        [problem] = list(ahead)
    assert isinstance(problem, InputError)


def test_a_failure_in_the_background_is_raised_in_the_foreground(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PackedSpots, "spot", Mock(side_effect=MemoryError("nothing left")))
    with Ahead(PackedSpots(1), range(3)) as ahead, pytest.raises(MemoryError, match="nothing left"):
        next(iter(ahead))
    assert not ahead.worker.is_alive()


def test_settings_have_a_text() -> None:
    assert Settings().words() == "2-4 any 3-20 any none icm"
    assert check_settings(players=3, model={"icm": 0.5, "dcm": 0.5}).words().startswith("3-3 any 3-20 any none ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "layout", [SpotTable((4500,) * 3, (1,), 300, 600), SpotTable((1000,) * 6, (50, 30, 20), 50, 100, 12)]
)
def test_real_deals_confirm_every_hand_that_is_asked(layout: SpotTable) -> None:
    table = solved(layout)
    found = table.found
    dealt = deal_values(found, 6_000_000, seed=1, threads=2)
    asked = 0
    for node, hands in menu_of(table).items():
        for hand in [*hands["near"], *hands["clear"]]:
            row = found.index_of(node)
            side = math.copysign(1, found.difference(node)[hand])
            assert side * dealt.ev[row, hand] > -4 * dealt.ev_error[row, hand], (found.name_of(node), class_name(hand))
            asked += 1
    assert asked > 150


def test_a_hand_within_the_error_of_the_card_model_is_not_asked() -> None:
    table = solved(SpotTable((4500,) * 3, (1,), 300, 600))
    found = table.found
    node = found.find("SB")
    error = float(found.card_errors[found.index_of(node)])
    assert 2e-4 < error < found.margin(node) < 2e-3
    close = [hand for hand in range(169) if abs(found.difference(node)[hand]) < error]
    assert close
    assert not {hand for hands in hands_by_band(table, node).values() for hand in hands} & set(close)
