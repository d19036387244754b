"""Results are read-only, can be copied and pickled, and raise for wrong names."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from tests.refused import refused

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
    "tree": ft.tree(STACKS, 2),
    "paper": ft.paper("table 4"),
    "range": ft.Range.read("TT+, AK"),
}


PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
FACTS = ("model", "method", "error", "guaranteed", "work")


def sent(result: Any) -> list[Any]:
    """Return copies of a result by every method of copying and pickling."""
    return [copy.copy(result), copy.deepcopy(result), *(pickle.loads(pickle.dumps(result, p)) for p in PROTOCOLS)]


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_can_be_copied_and_sent_to_another_process(name: str) -> None:
    result = RESULTS[name]
    for again in (copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert str(again) == str(result)


def arrays(value: object) -> list[np.ndarray[Any, Any]]:
    """Yield every array of a result, at any depth."""
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
def test_arrays_of_results_and_their_copies_are_read_only(name: str) -> None:
    for result in (RESULTS[name], *sent(RESULTS[name])):
        found = arrays(result)
        assert found
        assert not [array for array in found if array.flags.writeable]


@pytest.mark.parametrize(
    "make",
    [
        lambda: ft.dcm(STACKS, PAYOUTS),
        lambda: ft.dcm(STACKS, PAYOUTS, method="paper"),
        lambda: ft.dcm(range(1, 31), PAYOUTS, method="sample", tolerance=1e-2),
        lambda: ft.icm(STACKS, PAYOUTS),
        lambda: ft.icm(range(1, 31), PAYOUTS),
        lambda: ft.icm(range(1, 31), PAYOUTS, method="compressed"),
        lambda: ft.smoothed(STACKS, PAYOUTS, chip_noise=10, samples=1024),
    ],
    ids=["tree", "paper", "sample", "subsets", "quadrature", "compressed", "smoothed"],
)
def test_an_equity_keeps_its_error_and_its_lazy_parts_when_copied(make: Any) -> None:
    result = make()
    for again in sent(result):
        assert (again.equities == result.equities).all()
        assert [getattr(again, fact) for fact in FACTS] == [getattr(result, fact) for fact in FACTS]
        assert (again.finish == result.finish).all()
        assert again.finish_error == result.finish_error
    for again in sent(result):  # the copies include the lazy parts
        assert (again.finish == result.finish).all()
        assert not again.finish.flags.writeable


# --- finish probabilities --------------------------------------------------------------------------------------------

FINISH = ft.finish(STACKS)
BATCH = ft.finish([STACKS, [300, 200, 100]], "icm")
EXACT = ft.finish(STACKS, method="exact")


def facts(finish: Any) -> list[Any]:
    return [getattr(finish, fact) for fact in FACTS]


@pytest.mark.parametrize("finish", [FINISH, BATCH, EXACT], ids=["one table", "many", "fractions"])
def test_finish_probabilities_keep_their_error_when_they_are_copied_or_sent(finish: ft.FinishProbabilities) -> None:
    assert None not in facts(finish)
    for again in sent(finish):
        assert type(again) is ft.FinishProbabilities
        assert (again == finish).all()
        assert facts(again) == facts(finish)
        with pytest.raises(ValueError, match="read-only"):
            again += 1


def test_finish_probabilities_keep_their_error_in_another_process() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        again = pool.submit(ft.finish, STACKS).result()
        there = pool.submit(copy.copy, FINISH).result()
    assert facts(again) == facts(there) == facts(FINISH)


def test_finish_probabilities_in_separate_buffers_keep_their_error() -> None:
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(FINISH, 5, buffer_callback=buffers.append)
    again = pickle.loads(data, buffers=buffers)
    assert buffers
    assert facts(again) == facts(FINISH)


def saved(finish: ft.FinishProbabilities) -> Any:
    file = io.BytesIO()
    np.save(file, finish)
    file.seek(0)
    return np.load(file)


@pytest.mark.parametrize(
    "derive",
    [
        lambda finish: finish[0],
        lambda finish: finish[:2, 1:],
        lambda finish: finish[finish > 0.3],
        lambda finish: finish[[0, 1]],
        lambda finish: next(iter(finish)),
        lambda finish: finish.T,
        lambda finish: np.transpose(finish),
        lambda finish: finish.reshape(-1),
        lambda finish: finish.ravel(),
        lambda finish: finish.view(),
        lambda finish: finish.copy(),
        lambda finish: finish.astype(np.float32),
        lambda finish: finish.astype(float),
        lambda finish: finish.squeeze(),
        lambda finish: finish.swapaxes(0, 1),
        lambda finish: finish + 0,
        lambda finish: 1 - finish,
        lambda finish: finish @ np.array([3.0, 2.0, 1.0]),
        lambda finish: finish.dot(np.array([3.0, 2.0, 1.0])),
        lambda finish: finish.sum(axis=0),
        lambda finish: finish.argsort(),
        lambda finish: finish.round(2),
        lambda finish: np.sort(finish),
        lambda finish: np.concatenate([finish, finish]),
        lambda finish: np.array(finish),
        lambda finish: np.asarray(finish),
        lambda finish: np.take(finish, 0, axis=0),
        lambda finish: np.broadcast_to(finish, (2, 3, 3)),
        saved,
    ],
)
def test_slices_and_results_of_finish_probabilities_are_plain_arrays(derive: Any) -> None:
    part = derive(FINISH)
    assert type(part) is np.ndarray
    assert not hasattr(part, "error")


def test_an_array_that_numpy_makes_like_finish_probabilities_has_no_error() -> None:
    for made in (np.zeros_like(FINISH), np.array(FINISH, subok=True)):
        for fact in FACTS:
            assert not hasattr(made, fact)
        assert type(pickle.loads(pickle.dumps(made))) is np.ndarray
        changed = copy.deepcopy(made)
        changed += 1
        assert (changed != made).all()


def test_a_model_that_is_not_in_a_result_raises() -> None:
    with pytest.raises(ft.InputError, match="model must be one of icm, dcm, got 'chop'"):
        ft.compare(STACKS, PAYOUTS)["chop"]


@pytest.mark.parametrize("stacks", [{1000, 500, 100}, {"Ana": 1000, "Bo": 500}, frozenset({1, 2})])
def test_stacks_without_an_order_raise(stacks: Any) -> None:
    with refused("wrong_type", "stacks"):
        ft.dcm(stacks, PAYOUTS)


def test_a_last_longer_without_a_stake_is_an_error_everywhere() -> None:
    with refused("missing", "last_longer"):
        ft.deal(STACKS, PAYOUTS, last_longer_players=[0, 1])


@pytest.mark.parametrize("own", [1005, 7, 1])
def test_a_sweep_of_whole_stacks_has_whole_points_by_default(own: int) -> None:
    points = ft.sweep([own, 800, 2000], PAYOUTS, 0, points=10, models=["icm"]).points
    assert all(point == int(point) for point in points)
    assert points[0] == max(own // 10, 1)


def test_decimals_keep_their_ties_next_to_whole_numbers_too_large_for_a_float() -> None:
    stacks: list[Any] = [2**53 + 1, 2**53, 2.0**54, 0.5]
    expected = ft.dcm(stacks, [1]).finish
    for given in (stacks, [stacks]):
        assert np.abs(ft.finish(given).reshape(4, 4) - expected).max() < 1e-9
    moved = ft.sweep([3, *stacks[:2], 0.5], [50, 30], 0, 1, 9, points=3, models=["dcm"])
    alone = [ft.dcm([point, *stacks[:2], 0.5], [50, 30]).equities for point in moved.points.tolist()]
    assert np.abs(moved.equities[0] - alone).max() < 1e-4


def test_fractions_are_not_converted() -> None:
    thirds = [Fraction(n, 3) for n in (5, 4, 4, 2)]
    assert ft.dcm(thirds, PAYOUTS).equities.tolist() == ft.dcm([5, 4, 4, 2], PAYOUTS).equities.tolist()


@pytest.mark.parametrize("ranges", [5, None, "AA"])
def test_a_showdown_needs_a_list_of_ranges(ranges: Any) -> None:
    with refused("wrong_type", "ranges"):
        ft.showdown(ranges)


def test_a_folded_player_cannot_have_put_in_more_than_every_all_in() -> None:
    with refused("conflict", "folded"):
        ft.Spot.of([300, 1000, 2000], PAYOUTS, hero=1, all_in=[0], folded=[2], bets={2: 500}, button=2)


def test_a_missing_core_raises_with_instructions() -> None:
    code = "import sys; sys.modules['finaltable._core'] = None; import finaltable; finaltable.dcm"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "finaltable's compiled core is missing: install it with 'make' or 'pip install .'" in run.stderr
