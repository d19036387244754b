"""Charts and decisions whose ends are valued by a model that knows the seats."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.equilibrium.revalue import revalue
from finaltable.errors import TooSlowError
from finaltable.tournaments.seats import bias
from tests.program import piped

BLINDS: dict[str, Any] = {"small_blind": 50, "big_blind": 100}
PRIZES = [50, 30, 20]


def by_seat(stacks: list[Any], **options: Any) -> ft.Nash:
    return ft.nash(stacks, PRIZES, **{**BLINDS, "look_ahead": "seat", **options})


@pytest.fixture(scope="module")
def found() -> ft.Nash:
    return by_seat([1000, 900, 600])


def test_the_answer_says_what_values_the_ends(found: ft.Nash) -> None:
    look = found.look_ahead
    assert look is not None
    assert (look.by, look.hands, look.solved, look.by_model, look.reached) == ("seat", 0, 2, 1.0, True)
    assert found.model == "icm"
    assert "moved by what the next blinds cost each seat" in str(found)


def test_the_prizes_are_conserved(found: ft.Nash) -> None:
    assert np.allclose(found.terminals.values.sum(axis=1), 1, atol=1e-12)


def test_an_end_has_the_models_value_of_moved_stacks(found: ft.Nash) -> None:
    """By another way: value the chart of equal stacks in chips, and move the stacks that are left if all fold."""
    equal = ft.nash([2500 / 3] * 3, PRIZES, **BLINDS, tolerance=1e-6)
    gains = revalue(equal, "chip_ev").equities * 25 - 2500 / 3
    moves = bias(gains)
    assert moves[1] < moves[0] < moves[2]  # the big blind posts now, the button last
    expected = ft.icm(np.array([950, 600, 950]) + moves, PRIZES).equities
    order = [*found.lineup.deciding, *found.lineup.all_in]
    values = dict(zip(order, 100 * found.terminals.if_all_fold(), strict=True))
    next_hand = [values[seat] for seat in (1, 2, 0)]  # the big blind is the next small blind
    assert next_hand == pytest.approx(expected.tolist(), abs=0.01)
    assert next_hand != pytest.approx(ft.icm([950, 600, 950], PRIZES).equities.tolist(), abs=0.2)


def test_values_are_nearer_to_those_of_the_solved_tournament() -> None:
    known = ft.tournament(PRIZES, players=3, chips=1800, small_blind=100, big_blind=200, step=300)
    far: dict[Any, list[float]] = {None: [], "seat": []}
    for stacks in ([600, 600, 600], [900, 600, 300], [300, 900, 600], [600, 300, 900], [1200, 300, 300]):
        for look_ahead, apart in far.items():
            chart = ft.nash(stacks, PRIZES, small_blind=100, big_blind=200, look_ahead=look_ahead)
            apart += (chart.equities - known.value(stacks)).tolist()
    plain, moved = (float(np.sqrt(np.mean(np.square(apart)))) for apart in far.values())
    assert moved < 0.8 * plain


def test_turning_the_table_and_another_unit_change_nothing(found: ft.Nash) -> None:
    turned = by_seat([600, 1000, 900], button=0)
    assert np.roll(turned.equities, -1) == pytest.approx(found.equities, abs=1e-9)
    small = by_seat([10, 9, 6], small_blind=0.5, big_blind=1)
    assert small.equities == pytest.approx(found.equities, abs=1e-6)


def test_the_number_of_threads_does_not_change_a_bit(found: ft.Nash) -> None:
    again = by_seat([1000, 900, 600], threads=1), by_seat([1000, 900, 600], threads=3)
    for one in again:
        assert (one.terminals.values == found.terminals.values).all()
        assert (one.profile == found.profile).all()


def test_it_goes_with_a_raise_and_with_stacks_below_the_blinds() -> None:
    assert by_seat([1000, 900, 600], raise_to="2bb").look_ahead is not None
    short = by_seat([40, 30, 2430])
    assert short.equities.sum() == pytest.approx(100, abs=1e-9)
    assert (short.terminals.values >= 0).all()


def test_decisions_and_pushes_take_it() -> None:
    spot = ft.Spot.of([1000, 900, 600], PRIZES, hero=1, all_in=[0], button=2, **BLINDS)
    plain, found = (ft.decide(spot, 0.5, models=["icm"], look_ahead=choice) for choice in (None, "seat"))
    assert found["icm"].fold > plain["icm"].fold  # hero is the small blind next, and the button after that
    going = ft.PushSpot.of([1000, 900, 600], PRIZES, hero=2, button=2, **BLINDS)
    pushed = ft.push(going, hand="A9s", ranges=["20%", "30%"], models=["icm"], look_ahead="seat")
    assert [look.by for look in pushed.look_ahead] == ["seat"]


def test_what_it_cannot_do_is_refused() -> None:
    with pytest.raises(ft.InputError, match="levels must be left out with seat"):
        by_seat([1000, 900, 600], levels=[(1, 75, 150)])
    with pytest.raises(ft.InputError, match="have none"):
        by_seat([1000, 900, 600], bounties=[5, 5, 5])
    with pytest.raises(TooSlowError, match="max_seconds is too short to look ahead"):
        by_seat([1000, 900, 600], max_seconds=1e-6)


def test_the_command_takes_it() -> None:
    shown = piped(
        *["nash", "1000", "900", "600", "-p", "50,30,20", "--blinds", "50/100", "--look-ahead", "seat", "--json"]
    )
    look = json.loads(shown.out)["look_ahead"]
    assert (look["by"], look["hands"], look["by_model"]) == ("seat", 0, 1.0)
