"""Chip chop: the lowest prize for each player, and the rest by chips."""

from __future__ import annotations

import numpy as np
import pytest

import finaltable as ft
from finaltable.models.chip_chop import value_many
from finaltable.table.table_batch import TableBatch


def test_chip_chop_pays_each_player_the_lowest_prize_first() -> None:
    assert ft.chip_chop([1200, 800, 500], [100, 50, 25]).equities.tolist() == pytest.approx([73, 57, 45])
    assert ft.chip_chop([1200, 800, 500], [100, 50]).equities.tolist() == pytest.approx([72, 48, 30])


def test_proportional_chop_ignores_the_lowest_prize() -> None:
    result = ft.chip_chop([1200, 800, 500], [100, 50, 25], method="proportional")
    assert result.equities.tolist() == pytest.approx([84, 56, 35])


def test_chip_chop_pays_players_who_are_out_the_last_prize() -> None:
    assert ft.chip_chop([50, 30, 0], [50, 30, 20]).equities.tolist() == pytest.approx([42.5, 37.5, 20])


def test_chip_chop_has_no_finish_probabilities() -> None:
    assert not hasattr(ft.chip_chop([2, 1], [1]), "finish")


@pytest.mark.parametrize("method", ["floor", "proportional"])
def test_many_tables_are_divided_as_one_is(method: str) -> None:
    rows = [[1200, 800, 500, 300], [50, 30, 0, 0], [7, 0, 2, 2]]
    found = value_many(TableBatch(np.array(rows), np.array(rows), np.array([[100.0, 50, 25, 10]])), method=method)
    alone = [ft.chip_chop(row, [100, 50, 25, 10], method=method) for row in rows]
    assert found.equities == pytest.approx(np.array([one.equities for one in alone]))
    assert found.error == pytest.approx([one.error for one in alone], rel=1e-9, abs=0.0)
