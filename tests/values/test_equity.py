"""Equities under any model: equity, compare, finish, and their results."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from tests.conftest import tables
from tests.refused import refused

NINE = [9750, 7100, 4630, 3210, 2010, 880, 450, 5550, 6130]


@pytest.mark.slow
@given(tables)
@settings(max_examples=50)
def test_equity_accepts_every_model(table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    for model in ft.model_names():
        options: dict[str, Any] = {"chip_noise": 0.5, "samples": 1024} if model == "smoothed" else {}
        direct = getattr(ft, model)(stacks, payouts, **options)
        assert (ft.equity(stacks, payouts, model=model, **options).equities == direct.equities).all()
        assert direct.model == model
        assert direct.method != "auto"


def test_compare_measures_from_the_first_model() -> None:
    both = ft.compare([1000, 500, 100], [100, 50, 0], models=("dcm", "icm", "chip_chop"), tolerance=1e-6)
    assert both.models == ("dcm", "icm", "chip_chop")
    assert (both.differences[0] == 0).all()
    assert both.differences[1].tolist() == pytest.approx((both["icm"].equities - both["dcm"].equities).tolist())
    assert both["dcm"].tolerance == 1e-6
    assert both.percentages.shape == (3, 3)


def test_a_percentage_of_nothing_is_not_a_number() -> None:
    both = ft.compare([5, 3, 0], [10, 5])
    assert np.isnan(both.percentages[1, 2])
    assert json.loads(json.dumps(both.to_dict()))["percentages"][1][2] is None
    assert "nan" not in str(both)


@pytest.mark.parametrize("model", ["dcm", "icm"])
@given(rows=st.lists(st.lists(st.integers(0, 30), min_size=5, max_size=5).filter(any), min_size=1, max_size=6))
@settings(max_examples=40)
def test_a_batch_is_its_tables_one_by_one(model: str, rows: list[list[int]]) -> None:
    batch = ft.finish(rows, model=model, tolerance=1e-8)
    assert batch.shape == (len(rows), 5, 5)
    for row, finish in zip(rows, batch, strict=True):
        assert (finish == ft.finish(row, model=model, tolerance=1e-8)).all()
        assert (finish == ft.equity(row, [1], model=model, tolerance=1e-8).finish).all()


@pytest.mark.parametrize("model", ["dcm", "icm"])
def test_the_number_of_threads_changes_nothing(model: str) -> None:
    rows = np.random.default_rng(5).integers(0, 40, (300, 6)) + np.eye(6, dtype=int)[0]
    one, two, many = (ft.finish(rows, model=model, tolerance=1e-6, threads=t) for t in (1, 2, 7))
    assert (one == two).all()
    assert (one == many).all()
    assert one.error == two.error


def test_batches_take_decimals_and_very_wide_stacks() -> None:
    rows = [[12.3, 8.7, 3.6], [1.8, 3.3, 1.3]]
    batch = ft.finish(rows)
    assert (batch == ft.finish([[123, 87, 36], [18, 33, 13]])).all()
    thirds = [[Fraction(stack, 3) for stack in row] for row in ([123, 87, 36], [18, 33, 13])]
    assert (batch == ft.finish(thirds)).all()
    wide = [[1e25, 3e25, 2e25 + 1e10], [1e15, 0.5, 0.25]]
    for row, finish in zip(wide, ft.finish(wide), strict=True):
        assert (finish == ft.dcm(row, [1]).finish).all()


def test_finish_probabilities_have_their_method_and_error() -> None:
    finish = ft.finish(NINE, tolerance=1e-6)
    assert finish.error is not None
    assert 0 < finish.error <= 1e-6
    assert (finish.model, finish.method, finish.guaranteed) == ("dcm", "tree", True)
    assert type(finish @ np.ones(9)) is np.ndarray
    assert (2 * finish).__class__ is np.ndarray  # a product has no error
    exact = ft.finish([3, 2, 1], method="exact")
    assert exact.error == 0
    assert exact.sum() == 3


def test_a_result_prints_as_a_table() -> None:
    text = str(ft.compare([1000, 500, 100], [100, 50], names=["Ana", "Bo", "Cy"]))
    assert text.splitlines()[:2] == [
        "Player  Stack    ICM    DCM  difference        %",
        "Ana     1,000  78.79  80.79       +2.00   +2.5 %",
    ]
    assert text.endswith("DCM by tree, 17 nodes: every equity right to 8e-08 (proved)")
    assert "right to 2e-12 (estimated)" in str(ft.icm([5, 4, 3], [60], method="quadrature"))
    exact = str(ft.dcm([3, 2, 1], [6, 3], method="exact"))
    assert exact.endswith(": exact")
    assert repr(ft.dcm([3, 2, 1], [6, 3])).startswith("<Equity dcm by tree: ")


def test_a_result_becomes_json_with_the_words_of_its_fields() -> None:
    result = ft.dcm([3, 2, 1], [6, 3], method="exact", names=["Ana", "Bo", "Cy"])
    data: dict[str, Any] = json.loads(json.dumps(result.to_dict()))
    assert data["equities"] == [str(worth) for worth in result.equities]
    assert {name: data[name] for name in ("model", "method", "names", "error", "guaranteed")} == {
        "model": "dcm",
        "method": "exact",
        "names": ["Ana", "Bo", "Cy"],
        "error": 0.0,
        "guaranteed": True,
    }


def test_importing_finaltable_imports_nothing_heavy() -> None:
    code = "import sys, finaltable; print([m for m in ('rich', 'click', 'matplotlib', 'mpmath') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_other_models_are_imported_on_first_use() -> None:
    late = {f"finaltable.{name}" for name in ("table.names", "models.dcm.bounty", "models.sem", "models.smoothed")}
    code = f"import sys; from finaltable import dcm, icm; print({late} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
    code = "from finaltable import dcm, model_names; print(*model_names())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"chip_chop", "icm", "sem", "smoothed"} < set(run.stdout.split())


def test_every_public_name_exists_and_a_wrong_one_is_an_attribute_error() -> None:
    assert all(getattr(ft, name) is not None for name in ft.__all__)
    assert dir(ft) == sorted(ft.__all__)
    with pytest.raises(AttributeError, match="module 'finaltable' has no attribute 'nesh': did you mean nash"):
        ft.nesh  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"module 'finaltable' has no attribute 'zebra'$"):
        ft.zebra  # type: ignore[attr-defined]  # noqa: B018


def test_functions_also_have_the_names_of_their_commands() -> None:
    assert (ft.nash, ft.push, ft.finish) == (ft.nash, ft.push, ft.finish)
    assert (ft.tree, ft.paper) == (ft.tree, ft.paper)


def test_a_method_goes_to_the_models_that_have_it() -> None:
    both = ft.compare([5, 4, 3], [3, 2], method="exact")
    assert [result.method for result in both.results] == ["subsets", "exact"]
    with pytest.raises(
        ft.InputError, match="method must be one of auto, subsets, quadrature, compressed, tree, sample, exact, paper"
    ):
        ft.compare([5, 4, 3], [3, 2], method="nash")
    with refused("needs_other", "chip_noise"):
        ft.compare([5, 4, 3], [3, 2], chip_noise=1)
