"""Charts and decisions whose ends are valued by some hands ahead."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.terminals import find_terminals
from finaltable.errors import TooSlowError
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from finaltable.spots.posted import Forced
from finaltable.tournaments.hands_ahead import Levels, ends_of
from finaltable.tournaments.look_ahead import LIKELY
from finaltable.tournaments.policy import Watch
from tests.program import piped

BLINDS: dict[str, Any] = {"small_blind": 50, "big_blind": 100}
THREE = [1000, 900, 600]
PRIZES = [50, 30, 20]


def ahead(stacks: list[Any], hands: Any = 1, **options: Any) -> ft.Nash:
    return ft.nash(stacks, PRIZES, **{**BLINDS, "max_seconds": None, "look_ahead": hands, **options})


@pytest.fixture(scope="module")
def orbit() -> ft.Nash:
    return ahead(THREE, "orbit")


def test_the_clock_is_looked_at_between_the_hands_of_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    whole = Levels.hand

    def hand(levels: Levels, *about: Any) -> Any:
        made.append(about)
        return whole(levels, *about)

    def progress(_fraction: float, _error: float) -> None:
        if len(made) == 2:
            raise TimeoutError

    monkeypatch.setattr(Levels, "hand", hand)
    with pytest.raises(TimeoutError):
        ahead(THREE, progress=progress)
    assert len(made) == 2


def test_no_hands_are_made_when_there_is_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "over", lambda *_: True)
    with pytest.raises(TooSlowError, match="too short to look ahead"):
        ahead(THREE)


def test_an_orbit_says_how_well_it_was_looked_ahead(orbit: ft.Nash) -> None:
    look = orbit.look_ahead
    assert look is not None
    assert (look.by, look.hands, look.step, look.reached, orbit.model) == ("orbit", 3, None, True, "icm")
    assert 0 < look.deviation <= look.tolerance == 1e-4
    assert 0 < look.by_model < 1
    assert look.solved > 10
    assert orbit.exploitability.total <= 1e-5
    assert "valued 3 hands ahead, push or fold" in str(orbit)


def test_the_prizes_are_conserved(orbit: ft.Nash) -> None:
    assert orbit.equities.sum() == pytest.approx(100, abs=1e-9)
    assert np.allclose(orbit.terminals.values.sum(axis=1), 1, atol=1e-12)


@pytest.mark.parametrize("hands", [1, 2])
def test_one_end_has_the_value_of_the_next_hand(hands: int) -> None:
    """By brute force: the next hand after a likely end, solved on its own."""
    found = ahead(THREE, hands, tolerance=1e-6)
    lineup = found.lineup
    row, unit = found.terminals.row((), (0,)), lineup.chips[0] // THREE[0]
    [end] = ends_of(lineup, [[950 * unit, 950 * unit, 600 * unit]])  # all fold: the big blind wins the small blind
    assert (end.order, end.stacks) == ((1, 2, 0), (950, 600, 950))
    options: dict[str, Any] = {"look_ahead": hands - 1} if hands > 1 else {}
    alone = ft.nash(list(end.stacks), PRIZES, **BLINDS, **options, tolerance=1e-6, max_seconds=None)
    by_seat = dict(zip(end.order, alone.equities, strict=True))
    wanted = [by_seat[seat] for seat in found.terminals.players]
    assert np.allclose(100 * found.terminals.values[row], wanted, atol=100 * (2e-4 if hands == 1 else 2e-3))


def test_players_who_bust_take_their_prizes_and_the_last_one_all_that_is_left() -> None:
    found = ft.nash([500, 400], [60, 40], **BLINDS, look_ahead=2)
    values = 100 * found.terminals.values
    assert np.isclose(values.max(), 60)
    assert np.isclose(values[values.argmax() // 2].min(), 40)


def test_turning_the_table_turns_the_answer() -> None:
    first = ahead(THREE, 2)
    turned = ahead([THREE[2], *THREE[:2]], 2, button=0)
    assert np.allclose(first.equities, turned.equities[[1, 2, 0]], atol=1e-9)
    assert np.allclose(first.profile, turned.profile)


def test_any_unit_of_chips_gives_the_same_answer() -> None:
    first = ahead(THREE, 1)
    other = ahead([stack / 100 for stack in THREE], 1, small_blind=0.5, big_blind=1)
    assert np.allclose(first.equities, other.equities, atol=1e-9)


def test_the_number_of_threads_does_not_change_a_bit(orbit: ft.Nash) -> None:
    for threads in (1, 3):
        again = ahead(THREE, "orbit", threads=threads)
        assert (again.profile == orbit.profile).all()
        assert (again.terminals.values == orbit.terminals.values).all()
        assert again.look_ahead == orbit.look_ahead


def test_without_look_ahead_the_chart_is_that_of_the_model() -> None:
    plain = ft.nash(THREE, PRIZES, **BLINDS)
    lineup = Lineup.of(plain.table, 2, Forced.of(50, 100, 0, 0))
    known = find_terminals(lineup, find_model("icm"), 5e-7, 1)
    assert (ft.nash(THREE, PRIZES, **BLINDS, look_ahead=None).profile == plain.profile).all()
    assert (plain.terminals.values == known.values).all()


def test_unlikely_ends_have_the_models_value_with_a_correction() -> None:
    found = ahead([1000, 900, 600, 1500], 1)
    look = found.look_ahead
    assert look is not None
    assert 0 < look.by_model < 0.05
    plain = ft.nash([1000, 900, 600, 1500], PRIZES, **BLINDS)
    moved = np.abs(found.terminals.values - plain.terminals.values).max(axis=1)
    assert look.solved < len(moved)
    assert (moved > 0).mean() > 0.9  # all but those that end the tournament for all but one
    assert LIKELY == 1e-3


def test_blinds_that_rise_cost_the_next_blinds_more() -> None:
    same, higher = (ahead(THREE, 1, levels=levels) for levels in ([(1, 50, 100)], [(1, 150, 300)]))
    assert (same.terminals.values == ahead(THREE, 1).terminals.values).all()
    assert higher.equities[2] < same.equities[2]  # the button is the next small blind
    assert higher.equities[0] > same.equities[0]  # the small blind is the next button
    later = ahead(THREE, 1, levels=[(2, 150, 300)])
    assert (later.profile == same.profile).all()


def test_locked_strategies_reach_the_hands_ahead() -> None:
    tight, loose = (ahead(THREE, 1, lock={"BTN": hands}) for hands in ("2%", "random"))
    assert tight.look_ahead is not None
    assert loose.look_ahead is not None
    assert tight.look_ahead.by_model != loose.look_ahead.by_model


def test_a_hand_in_which_all_are_all_in_by_posting_is_looked_at() -> None:
    found = ahead([130, 110, 2000], 2, small_blind=50, big_blind=100)
    assert found.look_ahead is not None
    assert found.look_ahead.reached
    assert found.equities.sum() == pytest.approx(100)


def test_other_models_look_ahead() -> None:
    charts = [ahead(THREE, 1, model=model) for model in ("icm", "sem", "chip_ev")]
    assert len({round(float(chart.equities[0]), 6) for chart in charts}) == 3
    assert charts[2].equities.sum() == pytest.approx(100)


def test_too_little_time_is_an_error_and_some_time_gives_fewer_hands() -> None:
    with pytest.raises(TooSlowError, match="max_seconds is too short to look ahead"):
        ahead(THREE, "orbit", max_seconds=1e-6)


def test_progress_goes_up_to_the_end_and_can_interrupt() -> None:
    seen: list[float] = []
    ahead(THREE, 2, progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)
    assert 0.5 <= seen[-1] <= 1

    def stop(done: float, _: float) -> None:
        if done > 0.3:
            raise KeyboardInterrupt

    found = ahead(THREE, 2, progress=stop)
    assert found.look_ahead is not None
    assert (found.interrupted, found.look_ahead.reached) == (True, False)


SPOT: dict[str, Any] = {"button": 2, **BLINDS}


def test_a_decision_takes_the_values_of_its_ends_from_the_next_hands() -> None:
    spot = ft.Spot.of(THREE, PRIZES, hero=1, all_in=[0], **SPOT)
    plain, found = (ft.decide(spot, 0.5, models=["icm"], look_ahead=hands) for hands in (None, 1))
    [look] = found.look_ahead
    assert (look.hands, look.by_model, look.solved) == (1, 0.0, len({*plain.outcomes.values()}))
    verdict = found["icm"]
    assert verdict.fold != plain["icm"].fold
    after = plain.outcomes["fold"]
    chart = ft.nash([after[1], after[2], after[0]], PRIZES, **BLINDS)  # the big blind is the next small blind
    assert verdict.fold == pytest.approx(chart.equities[0], abs=100 * 2e-4)
    assert "valued 1 hand ahead" in str(found)
    assert found.to_dict()["look_ahead"][0]["hands"] == 1


def test_a_push_takes_the_values_of_its_ends_from_the_next_hands() -> None:
    spot = ft.PushSpot.of(THREE, PRIZES, hero=2, **SPOT)
    asked: dict[str, Any] = {"hand": "A9s", "ranges": ["20%", "30%"], "models": ["icm", "sem"]}
    plain, found = (ft.push(spot, **asked, look_ahead=hands) for hands in (None, 1))
    assert [look.hands for look in found.look_ahead] == [1, 1]
    assert {verdict.model for verdict in found.verdicts} == {"icm", "sem"}
    chart = ft.nash([900, 600, 1000 - 50 + 50], PRIZES, **BLINDS)
    assert found["icm"].fold != plain["icm"].fold
    assert abs(found["icm"].fold - chart.equities[1]) < 3
    assert "hand ahead" in str(found)


def test_a_decision_may_be_valued_by_the_rest_of_the_tournament() -> None:
    spot = ft.Spot.of([900, 300], [65, 35], hero=1, all_in=[0], button=0, **BLINDS)
    found = ft.decide(spot, 0.5, look_ahead="tournament")
    [verdict] = found.verdicts
    assert (verdict.model, found["tournament"]) == ("tournament", verdict)
    known = ft.tournament([65, 35], players=2, chips=1200, step=found.look_ahead[0].step, **BLINDS)
    assert verdict.fold == pytest.approx(known.value([200, 1000])[0], abs=0.02)


def test_a_decision_without_a_known_button_is_refused() -> None:
    spot = ft.Spot.of(THREE, PRIZES, hero=1, all_in=[0])
    with pytest.raises(ft.InputError, match="look_ahead must be left out without blinds"):
        ft.decide(spot, 0.5, look_ahead=1)


def test_outcomes_without_look_ahead_are_as_before() -> None:
    table = ft.Table.of(THREE, PRIZES)
    assert Outcomes(table, find_model("icm"), 1e-6).worth([(1900, 0, 600)]).values.sum() == pytest.approx(100)


def test_the_commands_take_it() -> None:
    line = "nash 1000 900 600 -p 50,30,20 --blinds 50/100 --look-ahead 1 --levels 1:75/150 --json"
    look = json.loads(piped(*line.split()).out)["look_ahead"]
    assert (look["by"], look["hands"]) == ("hands", 1)
    line = "decide 1000 900 600 -p 50,30,20 --blinds 50/100 --hero 2 --all-in 1 --button 3 --equity 50% --look-ahead 1"
    assert "1 hand ahead" in piped(*line.split()).out
    for levels in ("75/150", "1:75", "x:75/150"):
        shown = piped(*f"nash 1000 900 600 -p 50,30,20 --blinds 50/100 --look-ahead 1 --levels {levels}".split())
        assert shown.code == 2
        assert "--levels" in shown.err
