"""Answers to a push after bets: the best one, and that of an equilibrium."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import Combo, class_name, combos_of, read_combo
from finaltable.cards.range import Range
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.decisions.test_rejam import spot
from tests.plain_dealer import Bet, by_cards, deal_after_bets, shuffled, strength
from tests.program import in_process
from tests.refused import refused


def test_the_best_answer_to_a_push_is_that_of_decide() -> None:
    place = spot()
    found = ft.push(place, hand="A9s", bet_with="30%", pushes_with="15%", models=["icm"])
    assert found.best_error is not None
    assert found.best_error < 1e-9
    against = ft.Spot.of(
        place.table, hero="BTN", all_in=["BB"], button="BTN", small_blind=100, big_blind=200, bets={"BTN": 450}
    )
    calls = [
        name
        for name in map(class_name, Range.read("30%").classes)
        if ft.decide(against, hand=name, ranges="15%", models=["icm"])["icm"].difference > 0
    ]
    assert found.bettors[0].calls_with == str(Range.read(",".join(calls)))
    given = ft.push(place, hand="A9s", bet_with="30%", bettor_calls=",".join(calls), models=["icm"])
    assert given["icm"] == found["icm"]


@pytest.mark.slow
def test_no_other_answer_of_the_raiser_gains_more_than_stated() -> None:
    """Plain deals to every hand of the raiser: with the players behind folding, and with one of them calling."""
    place = spot("SB", {"CO": 450}, stacks=[3000, 3500, 4000, 6000])
    behind, pushes = Range.read("15%"), Range.read("20%")
    found = ft.push(
        place, hand="A9s", ranges=behind, folded_from="40%", bet_with="25%", pushes_with=pushes, models=["icm"]
    )
    worth = Outcomes(place.table, find_model("icm"), 1e-9)
    alone, over = Range.read(found.bettors[0].calls_with or ""), Range.read(found.three_way[0].calls_with)
    hero = by_cards(pushes)
    wrong = 0.0
    for number in Range.read("25%").classes:
        combo = combos_of(number)[0]
        earlier, bets = [by_cards(Range.read("40%"))], [Bet(hero, hero, hero)]
        cards = (combo.high, combo.low)
        total, dealt, _ = deal_after_bets(cards, earlier, bets, [by_cards(behind)], 60_000, number)
        for callers, range_ in (((-1,), alone), ((0, -1), over)):
            values, counts = [], []
            for order, count in dealt[callers].items():
                own, *others = order  # the raiser, the big blind if they call, hero
                rank = {2: own, 0: others[-1], **({1: others[0]} if len(others) == 2 else {})}
                seats = tuple(seat for seat in (1, 2) if seat in rank)
                called = place.if_called(seats, [rank[seat] for seat in (0, *seats)])
                rest = [rank[seat] for seat in (0, 1) if seat in rank]
                less = [sorted(set(rest)).index(one) for one in rest]
                gone = place.if_called(1, less) if len(less) == 2 else place.if_all_fold()
                values.append(worth.worth_to(2, called).value - worth.worth_to(2, gone).value)
                counts.append(count)
            chances, gains = np.array(counts) / total, np.array(values)
            gain = float(chances @ gains)
            error = float(np.sqrt((chances @ gains**2 - gain**2) / total))
            loss = max(0.0, -gain if number in range_.classes else gain)
            assert loss <= 4.5 * error + 0.01, (class_name(number), callers, gain, error)
            wrong += loss > 3 * error
    assert wrong == 0
    assert found.best_error is not None
    assert found.best_error < 0.01


def test_parts_of_the_best_answer_may_be_given() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "ranges": "10%", "bet_with": "30%", "pushes_with": "15%"}
    asked |= {"models": ["icm"], "samples": 20_000}
    best = ft.push(spot("SB"), **asked)
    over = ft.push(spot("SB"), **asked, bettor_overcalls="4%")
    assert over.bettors[0].calls_with == best.bettors[0].calls_with
    assert over.three_way[0].calls_with == str(Range.read("4%")) != best.three_way[0].calls_with
    calls = ft.push(spot("SB"), **asked, bettor_calls="12%", bettor_overcalls="best")
    assert calls.bettors[0].calls_with == str(Range.read("12%"))
    assert calls.three_way[0].calls_with == best.three_way[0].calls_with


def test_single_combos_account_for_suits_in_the_best_answer() -> None:
    found = ft.push(spot(), hand="7c2d", bet_with="AhKh, AsKs, QQ", pushes_with="AhQh, JJ", models=["icm"])
    kept = Range.read(found.bettors[0].calls_with or "")
    assert read_combo("AsKs") in kept.singles
    with refused("conflict", "pushes_with"):
        ft.push(spot(), hand="7c2d", bet_with="AhKh", pushes_with="AhQh", models=["icm"])


def call_minus_fold(
    place: ft.PushSpot, first: bool, combo: Combo, pushes: Any, other: Any, calls: Any, seed: int
) -> tuple[float, float]:
    """Return the value of calling minus folding for the cutoff (the first to answer) or the button, by plain deals.

    ``pushes`` is hero's range, ``other`` and ``calls`` are what the other player who bet holds and calls with.
    """
    random, worth, own = np.random.default_rng(seed), Outcomes(place.table, find_model("icm"), 1e-9), 2 if first else 3
    deck = shuffled([card for card in range(52) if card not in combo], 9, 60_000, random)
    held = [deck[:, 5:7], deck[:, 7:9]]
    goes, bets, answers = (
        weights[cards.max(axis=1), cards.min(axis=1)] > 0
        for weights, cards in zip((pushes, other, calls), (held[0], held[1], held[1]), strict=True)
    )
    deck, held = (some[goes & bets] for some in (deck, np.stack(held, axis=1)))
    answers = answers[goes & bets]
    mine = np.broadcast_to(np.array(combo), (len(deck), 2))
    strengths = [strength(np.hstack([cards, deck[:, :5]])) for cards in (held[:, 0], mine, held[:, 1])]

    def value(callers: list[int], ranks: list[int]) -> float:
        return worth.worth_to(own, place.if_called(callers, ranks)).value

    def met(seat: int, theirs: Any) -> Any:
        ends = [value([seat], list(order)) for order in ((0, 1), (0, 0), (1, 0))]
        return np.array(ends)[1 - np.sign(strengths[0] - theirs)]

    called, folded = met(own, strengths[1]), np.full(len(deck), value([], [0]))
    if first:  # the button may still call
        folded = np.where(answers, met(3, strengths[2]), folded)
    reached = np.ones(len(deck), dtype=bool) if first else ~answers
    gains = (called - folded)[reached]
    return float(gains.mean()), float(gains.std() / len(gains) ** 0.5)


@pytest.mark.slow
def test_several_players_who_bet_answer_best_to_each_other() -> None:
    """The cutoff limps, the button raises; plain deals to every hand of both."""
    place = spot("SB", {"CO": 200, "BTN": 600}, stacks=[3000, 3500, 4000, 6000])
    pushes, held = Range.read("45%"), [Range.read("AA, KK, 22-88, A2s-A9s, KTs+, QTs+, JTs, KQo"), Range.read("20%")]
    asked: dict[str, Any] = {"hand": "A9s", "ranges": "fold", "bet_with": held, "models": ["icm"]}
    found = ft.push(place, **asked, pushes_with=pushes)
    assert found.best_error is not None
    assert found.best_error < 0.02
    answers = [Range.read(one.calls_with or "") for one in found.bettors]
    assert "CO and BTN answer best to each other and to a hero who pushes" in str(found)
    for own, other in ((0, 1), (1, 0)):
        told = (by_cards(pushes), by_cards(held[other]), by_cards(answers[other]))
        for number in held[own].classes:
            gain, error = call_minus_fold(place, own == 0, combos_of(number)[0], *told, seed=number)
            loss = max(0.0, -gain if number in answers[own].classes else gain)
            assert loss <= 3.5 * error, (own, class_name(number), gain, error)
    given = ft.push(place, **asked, bettor_calls=answers)
    assert given["icm"] == found["icm"]


def test_a_best_answer_needs_heros_range_after_limps_or_calls() -> None:
    with refused("missing", "pushes_with"):
        ft.push(spot("SB", {"BTN": 200}), hand="A9s", ranges="10%", bet_with="30%")
    with refused("unavailable", "pushes_with"):
        ft.push(spot("SB", {"BTN": 200}), hand="A9s", ranges="10%", bet_with="30%", pushes_with="nash")
    with refused("unavailable", "ranges"):
        ft.push(spot("SB", {"BTN": 200}), hand="A9s", ranges="nash", bet_with="30%", bettor_calls="10%")
    with refused("unavailable", "bet_with"):
        ft.push(spot("SB", {"CO": 450, "BTN": 450}), hand="A9s", ranges="5%", bet_with="nash", bettor_calls="fold")
    with refused("conflict", "pushes_with"):
        ft.push(spot(), hand="A9s", bet_with="30%", bettor_calls="10%", pushes_with="10%")
    with refused("conflict", "pushes_with"):
        ft.push(spot("SB", {}), hand="A9s", ranges="10%", pushes_with="10%")


def test_nash_stands_for_ranges_of_the_equilibrium_in_which_the_raise_is_locked() -> None:
    place = spot("SB")
    options: dict[str, Any] = {"small_blind": 100, "big_blind": 200, "button": "BTN"}
    found = ft.push(place, hand="A9s", ranges="nash", bet_with="30%", folded_from="nash", models=["icm"])
    chart = ft.nash(
        place.table, **options, raise_to={"BTN": 450}, lock={"BTN raise": "30%"}, tolerance=1e-4, model="icm"
    )
    assert found.chart == chart.exploitability.total
    assert found.pushes_with == str(chart.range("SB", raised_by="BTN"))
    assert found.callers[0].hands == str(chart.range("BB", "SB", raised_by="BTN"))
    assert found.folders[0].hands == str(chart.range("CO"))
    assert "Ranges come from the equilibrium with this raise, in which no player sees a flop" in str(found)
    given = ft.push(
        place,
        hand="A9s",
        ranges=chart.range("BB", "SB", raised_by="BTN"),
        bet_with="30%",
        folded_from=chart.range("CO"),
        pushes_with=chart.range("SB", raised_by="BTN"),
        models=["icm"],
    )
    assert given.verdicts == found.verdicts
    # The raiser's answer is that of the chart, up to hands that are worth nothing.
    answer = Range.read(found.bettors[0].calls_with or "")
    calls = chart.frequency("BTN", "SB", raised_by="BTN") * Range.read("30%").combos
    assert answer.combos == pytest.approx(calls, abs=40)


def test_nash_stands_for_the_ranges_of_those_who_bet_and_folded_on_the_command_line() -> None:
    line = "push SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN --hero BB --hand A9s"
    more = "--bets BTN=450 --bet-with nash --bettor-calls fold --folded-from nash --models icm --json"
    found = json.loads(in_process(*line.split(), *more.split())[1])
    assert [folder["player"] for folder in found["folders"]] == [2, 0]
    assert all(folder["range"] for folder in found["folders"])
    assert Range.read(found["bettors"][0]["range"]).combos > Range.read(found["folders"][0]["range"]).combos
    asked: dict[str, Any] = {"bet_with": "nash", "bettor_calls": "fold", "folded_from": "nash", "models": ["icm"]}
    assert found == json.loads(json.dumps(ft.push(spot(), hand="A9s", **asked).to_dict()))


def test_nash_stands_for_the_range_of_a_player_who_goes_all_in_over_heros_raise() -> None:
    line = "decide SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN --hero BTN --hand A9s"
    more = "--bets BTN=450 --all-in BB --range nash --models icm --json"
    found = json.loads(in_process(*line.split(), *more.split())[1])
    chart = ft.nash(spot().table, small_blind=100, big_blind=200, button="BTN", raise_to={"BTN": 450}, tolerance=1e-4)
    assert found["ranges"] == [str(chart.range("BB", raised_by="BTN"))]
