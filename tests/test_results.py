"""What every result promises: nobody can change it, it can be copied and sent, and wrong names are said."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import finaltable as ft

STACKS, PAYOUTS = [1000, 500, 100], [50, 30, 20]
SPOT = ft.Spot.of([1000, 1000, 2000, 3000], PAYOUTS, hero=1, all_in=[0], button=3, big_blind=200)
RESULTS: dict[str, Any] = {
    "equity": ft.dcm(STACKS, PAYOUTS, method="exact"),
    "comparison": ft.compare(STACKS, PAYOUTS),
    "deal": ft.deal(STACKS, PAYOUTS, fixed={0: 40}),
    "decision": ft.decide(SPOT, 0.4),
    "pressure": ft.pressure(STACKS, PAYOUTS),
    "sensitivity": ft.sensitivity([1000, 990, 2000, 3000], PAYOUTS, recount=20),
    "sweep": ft.sweep([1000, 800, 2000, 3000], PAYOUTS, 0, 100, 4000, points=20),
    "tree": ft.game_tree(STACKS, 2),
    "paper": ft.reproduce_paper("table 4"),
    "range": ft.Range.read("TT+, AK"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_can_be_copied_and_sent_to_another_process(name: str) -> None:
    result = RESULTS[name]
    for again in (copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert str(again) == str(result)


def arrays(value: object) -> list[np.ndarray[Any, Any]]:
    """Every array that a result holds, at any depth."""
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, tuple | list):
        return [array for inner in value for array in arrays(inner)]
    if isinstance(value, dict):
        return arrays([inner for name, inner in value.items() if not str(name).startswith("_")])
    if isinstance(value, ft.Equity):
        return [value.equities, value.finish, *arrays(value.table)]
    return arrays(vars(value)) if hasattr(value, "__dict__") and type(value).__module__.startswith("finaltable") else []


@pytest.mark.parametrize("name", ["equity", "comparison", "deal", "pressure", "sensitivity", "sweep"])
def test_no_array_of_a_result_can_be_changed(name: str) -> None:
    found = arrays(RESULTS[name])
    assert found
    assert not [array for array in found if array.flags.writeable]


def test_a_model_that_is_not_there_is_said() -> None:
    with pytest.raises(ft.InputError, match="model must be one of icm, dcm, got 'chop'"):
        ft.compare(STACKS, PAYOUTS)["chop"]


@pytest.mark.parametrize("stacks", [{1000, 500, 100}, {"Ana": 1000, "Bo": 500}, frozenset({1, 2})])
def test_stacks_without_an_order_are_refused(stacks: Any) -> None:
    with pytest.raises(ft.InputError, match="stacks must be a list of numbers"):
        ft.dcm(stacks, PAYOUTS)


def test_a_last_longer_without_a_stake_is_an_error_everywhere() -> None:
    with pytest.raises(ft.InputError, match="last_longer must be given: what each of the players in it leaves"):
        ft.deal(STACKS, PAYOUTS, last_longer_players=[0, 1])


@pytest.mark.parametrize("own", [1005, 7, 1])
def test_a_sweep_of_whole_stacks_has_whole_points_unless_told_otherwise(own: int) -> None:
    points = ft.sweep([own, 800, 2000], PAYOUTS, 0, points=10, models=["icm"]).points
    assert all(point == int(point) for point in points)
    assert points[0] == max(own // 10, 1)


def test_decimals_beside_whole_numbers_that_no_float_holds_keep_their_ties() -> None:
    stacks: list[Any] = [2**53 + 1, 2**53, 2.0**54, 0.5]
    expected = ft.dcm(stacks, [1]).finish
    for given in (stacks, [stacks]):
        assert np.abs(ft.finish_probabilities(given).reshape(4, 4) - expected).max() < 1e-9
    moved = ft.sweep([3, *stacks[:2], 0.5], [50, 30], 0, 1, 9, points=3, models=["dcm"])
    alone = [ft.dcm([point, *stacks[:2], 0.5], [50, 30]).equities for point in moved.points.tolist()]
    assert np.abs(moved.equities[0] - alone).max() < 1e-4


def test_fractions_are_taken_as_they_are() -> None:
    thirds = [Fraction(n, 3) for n in (5, 4, 4, 2)]
    assert ft.dcm(thirds, PAYOUTS).equities.tolist() == ft.dcm([5, 4, 4, 2], PAYOUTS).equities.tolist()


@pytest.mark.parametrize("ranges", [5, None, "AA"])
def test_a_showdown_needs_a_list_of_ranges(ranges: Any) -> None:
    with pytest.raises(ft.InputError, match="ranges must be a list, one range a player"):
        ft.showdown(ranges)


def test_who_folded_cannot_have_put_in_more_than_every_all_in() -> None:
    with pytest.raises(ft.InputError, match="folded must not name a player who has put in more than every all-in"):
        ft.Spot.of([300, 1000, 2000], PAYOUTS, hero=1, all_in=[0], folded=[2], bets={2: 500}, button=2)


def test_a_missing_core_is_said_with_what_to_do() -> None:
    code = "import sys; sys.modules['finaltable._core'] = None; import finaltable; finaltable.dcm"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "finaltable's compiled core is missing: install it with 'make' or 'pip install .'" in run.stderr
